"""Worlds that clients create and call, within limits; independent of the network layer.

A call is {"call": "step", "arguments": {"actions": ...}, "set": {"horizon": ...}}: a method of `sightline.world.World`
with its arguments (`remote_bodies.CALLS`), and the world's arrays that the client has changed since the last call. The
answer is {"result": ..., "now": {...}}, with the world's current arrays, or {"error": "a sentence", "now": {...}}. All
client input is untrusted.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sightline.addresses import failure_words
from sightline.checks import checked_choice
from sightline.errors import InputError
from sightline.geometry import PANORAMA, Camera
from sightline.remote.client import ARRAYS, write_episode
from sightline.remote.frames import decode, encode
from sightline.web.bodies import Body, Json, read_body
from sightline.web.remote_bodies import CALLS, ArraysBody, CallBody, EpisodeBody, MakeBody, ProceedBody
from sightline.web.settings import Limits
from sightline.world import KINDS, Episode, World, checked_threads, fill, import_world, kind_of

QUICK_CALLS = ("step", "observe", "rewards", "rewards_of", "metrics", "distances")  # calls of predictable duration
QUICK_BYTES, QUICK_WORLDS, QUICK_SECONDS = 1024, 8, 0.001  # limits of a call that needs no thread
_BYTES = {"rgb": 3, "depth": 4, "segmentation": 4}  # per pixel
_logger = logging.getLogger(__name__)


class NoRoomError(InputError):
    """The limit of worlds is reached; others must be freed first."""


class FailedError(InputError):
    """The call is valid, but the world could not answer it."""


class Host:
    """All worlds that one server has lent."""

    def __init__(self, names: tuple[str, ...] = tuple(KINDS), limits: Limits | None = None, threads: int | None = None):
        for name in names:
            import_world(name)  # named by the server's owner; clients choose among these
        self.names, self.limits, self.threads = names, limits or Limits(), threads
        self._lent: dict[int, int] = {}  # number of worlds by client; a world without episodes counts as one
        self._lock = threading.Lock()

    @property
    def lent(self) -> int:
        """The number of worlds in use."""
        return sum(self._lent.values())

    def make(self, request: MakeBody) -> ClientWorlds:
        """Make worlds without episodes."""
        name = checked_choice(request.world, "The world", self.names)
        given: Json = {"threads": self.thread_limit(request.threads)}
        if request.camera is not None:
            given["camera"] = Camera(**request.camera.model_dump(exclude_unset=True))
        if request.horizon is not None:
            given["horizon"] = request.horizon  # checked by the world
        if request.near is not None:
            given["near"] = request.near
        return ClientWorlds(self, name, kind_of(name).make(**given))

    def thread_limit(self, threads: int | None) -> int | None:
        """The number of threads that a client asks for, capped by the server's."""
        wanted = checked_threads(threads)
        return min((n for n in (wanted, self.threads) if n is not None), default=None)

    def claim(self, who: int, count: int) -> None:
        """Set a client's number of worlds, within the limit."""
        with self._lock:
            others = self.lent - self._lent.get(who, 0)
            if others + count > self.limits.worlds:
                free = self.limits.worlds - others
                raise NoRoomError(f"This server lends {self.limits.worlds} worlds; {free} are free, {count} were requested.")
            self._lent[who] = count

    def release(self, who: int) -> None:
        """Free all worlds of a client."""
        with self._lock:
            self._lent.pop(who, None)


def exchange(host: Host, hosted: ClientWorlds | None, frame: bytes) -> tuple[ClientWorlds | None, bytes]:
    """Answer a frame of a connection; the first frame of a connection makes its worlds."""
    try:
        message = decode(frame)
        if hosted is None:
            hosted = host.make(read_body(MakeBody, message))
            return hosted, encode({"result": hosted.describe(), "now": {}})
        return hosted, encode(hosted.answer(message))
    except InputError as error:
        return hosted, encode({"error": str(error), "now": {}})


class ClientWorlds:
    """N worlds of one client. One call at a time: worlds are not thread-safe."""

    def __init__(self, host: Host, name: str, world: World):
        host.claim(id(self), 1)
        self.host, self.kind, self.world = host, kind_of(name), world
        self._took: dict[str, float] = {}  # duration of the last call in seconds, by method

    def describe(self) -> Json:
        """The constant properties of these worlds."""
        world = self.world
        return {
            "world": self.kind.name, "actions": list(world.actions), "action_count": self.kind.action_count,
            "refusals": list(world.refusals), "camera": asdict(world.camera), "threads": world.threads,
        }  # fmt: skip

    def now(self) -> Json:
        """The current arrays of these worlds; empty before the first reset."""
        return {name: getattr(self.world, name) for name in ARRAYS} if len(self.world) else {}

    def free(self) -> None:
        """Free the worlds."""
        self.host.release(id(self))

    def answer(self, message: object) -> Json:
        """The answer to a call: its result, or an error sentence."""
        begun = time.perf_counter()
        try:
            request = read_body(CallBody, message)
            result = self.call(request.call, read_body(CALLS[request.call], request.arguments), request.set)
        except InputError as error:
            return {"error": str(error), "now": self.now()}
        self._took[request.call] = time.perf_counter() - begun
        return {"result": result, "now": self.now()}

    def is_quick(self, frame: bytes) -> bool:
        """Whether a call is faster than handing it to a thread, judged by its last duration."""
        if len(frame) > QUICK_BYTES or len(self.world) > QUICK_WORLDS:
            return False
        try:
            call = decode(frame).get("call")
        except (InputError, AttributeError):
            return False
        return call in QUICK_CALLS and self._took.get(call, math.inf) < QUICK_SECONDS

    def call(self, call: str, arguments: Body, changed: ArraysBody | None = None) -> Any:
        """Call a method of the world; InputError explains an invalid call. Null arguments count as absent."""
        given = {name: value for name, value in arguments if value is not None}
        try:
            if changed is not None:
                self.change(changed)
            method: Callable[..., Any] = getattr(self, f"_{call}", None) or getattr(self.world, call)
            return method(**given)
        except InputError:
            raise
        except MemoryError:
            raise InputError(
                "The server has too little memory for this; ask for fewer worlds or smaller pictures."
            ) from None
        except Exception as error:  # a custom world of the server's owner may raise anything
            _logger.exception("%s of %s failed", call, self.kind.name)
            theirs = failure_words(error) if ":" in self.kind.name else ""
            raise FailedError(theirs or f"{call} failed on the server ({type(error).__name__}).") from error

    def change(self, changed: ArraysBody) -> None:
        """Write into the arrays of the worlds."""
        for name in changed.model_fields_set:
            values = getattr(changed, name)
            if name == "threads":
                self.world.threads = self.host.thread_limit(values)
            elif not len(self.world):
                raise InputError("This world has no episodes yet: reset it first.")
            else:
                fill(getattr(self.world, name), values, name)

    def _read(self, episodes: list[EpisodeBody]) -> list[Episode]:
        return [episode.to_episode(self.kind, f"episode {k}") for k, episode in enumerate(episodes)]

    def _reset(self, episodes: list[EpisodeBody], where: Sequence[int] | None = None) -> None:
        begun = self._read(episodes)
        with self._room_for(len(begun) if where is None else 0):
            self.world.reset(begun, where)

    def _proceed(self, episodes: list[EpisodeBody]) -> None:
        self.world.proceed(self._read(episodes))

    def _step(self, actions: ArrayLike, observe: Sequence[str] | None = None) -> Json:
        if observe is not None:
            self._check_size(observe, len(self.world), 1)
        done = self.world.step(actions)._asdict()
        return done if observe is None else {**done, "seen": self._observe(observe)}

    def _observe(self, channels: Sequence[str] = ("rgb",)) -> Json:
        self._check_size(channels, len(self.world), 1)
        return self.world.observe(channels)

    def _panorama(self, channels: Sequence[str] = ("rgb",), where: Sequence[int] | None = None) -> Json:
        count = len(self.world)
        if isinstance(where, list | tuple) or (isinstance(where, np.ndarray) and where.ndim):
            count = len(where)
        self._check_size(channels, count, len(PANORAMA))
        return self.world.panorama(channels, where)

    def _check_size(self, channels: Sequence[str], count: int, views: int) -> None:
        camera = self.world.camera
        depth = (
            sum(_BYTES.get(name, 0) for name in channels if isinstance(name, str))
            if isinstance(channels, list | tuple)
            else 0
        )
        size, limit = count * views * camera.width * camera.height * depth, self.host.limits.pictures
        if size > limit:
            sizes = f"These pictures have {size / 2**20:,.0f} MB; this server sends at most {limit / 2**20:,.0f} MB at once"
            raise InputError(f"{sizes}: ask for fewer worlds.")

    def _locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Json:
        return self.world.locate(view, row, column)._asdict()

    def _save(self, where: Sequence[int] | None = None) -> Json:
        state = self.world.save(where)
        return {**state, "episodes": [write_episode(self.kind, episode) for episode in state["episodes"]]}

    def _restore(self, state: Json) -> None:
        episodes = None
        if "episodes" in state:  # if missing, the world rejects the state
            episodes = self._read(read_body(ProceedBody, {"episodes": state["episodes"]}).episodes)
        with self._room_for(len(episodes or ())):
            self.world.restore(state if episodes is None else {**state, "episodes": episodes})

    @contextmanager
    def _room_for(self, count: int) -> Iterator[None]:
        """Claim the largest number of worlds that the call may need, then release the excess."""
        self.host.claim(id(self), max(1, count, len(self.world)))
        try:
            yield
        finally:
            self.host.claim(id(self), max(1, len(self.world)))
