"""The server's side of remote control: worlds that others make and call, within limits. It knows no network.

A call is {"call": "step", "arguments": {"actions": ...}, "set": {"horizon": ...}}: a method of `sightline.world.World` with
its arguments, and arrays of the world that the client has changed since the last call. The answer is {"result": ..., "now":
{...}}, with the world's arrays as they are now, or {"error": "a sentence", "now": {...}}. Whoever calls may be anybody with
the token, so nothing that comes in is trusted.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from sightline.addresses import failure_words
from sightline.checks import checked_choice, checked_whole, shown
from sightline.errors import InputError
from sightline.geometry import PANORAMA, Camera
from sightline.remote.episodes import read_episodes, write_episode
from sightline.remote.frames import decode, encode
from sightline.world import KINDS, World, checked_threads, fill, import_world, kind_of

# The methods of a World, with the arguments that they need and those that they may have; a step may bring along what is
# seen after it.
CALLS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "reset": (("episodes",), ("where",)), "proceed": (("episodes",), ()), "step": (("actions",), ("observe",)),
    "rewards": ((), ()), "rewards_of": (("actions",), ()), "observe": ((), ("channels",)),
    "panorama": ((), ("channels", "where")), "locate": (("view", "row", "column"), ()), "distances": ((), ("places",)),
    "metrics": ((), ()), "save": ((), ("where",)), "restore": (("state",), ()),
}  # fmt: skip
ARRAYS = ("pose", "goal", "horizon", "taken", "over", "stopped")  # of a World, with an entry for each world
QUICK = ("step", "observe", "rewards", "rewards_of", "metrics", "distances")  # calls that take as long every time, about
SHORT, FEW, AT_ONCE = 1024, 8, 0.001  # bytes, worlds, seconds
_BYTES = {"rgb": 3, "depth": 4, "segmentation": 4}  # of a pixel
_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    worlds: int = 1024  # of all clients together
    message: int = 16 * 2**20  # bytes of a call
    pictures: int = 256 * 2**20  # bytes of the pictures in an answer
    idle: float = 30 * 60.0  # seconds without a call, after which worlds are freed


class NoRoomError(InputError):
    """Other worlds must be freed before there can be more."""


class FailedError(InputError):
    """Nothing is wrong with the call, but the world could not answer it."""


class Host:
    """Everything that one server has lent."""

    def __init__(self, names: tuple[str, ...] = tuple(KINDS), limits: Limits | None = None, threads: int | None = None):
        for name in names:
            import_world(name)  # named by the server's owner; clients choose among these
        self.names, self.limits, self.threads = names, limits or Limits(), threads
        self._lent: dict[int, int] = {}  # by whom: how many worlds; whoever has none yet counts as one
        self._lock = threading.Lock()

    @property
    def lent(self) -> int:
        """Worlds that are in use."""
        return sum(self._lent.values())

    def make(self, arguments: Any) -> Hosted:
        """Worlds without episodes: {"world": "lani", "camera": {...}, "horizon": ..., "threads": ..., "near": ...}."""
        optional = ("camera", "horizon", "threads", "near")
        given = _present(checked_object(arguments, ("world",), optional, "make"), optional)
        name = checked_choice(given.pop("world"), "The world", self.names)
        if "camera" in given:
            sizes = checked_object(given["camera"], (), tuple(field.name for field in fields(Camera)), "A camera")
            given["camera"] = Camera(**sizes)
        if "horizon" in given:
            given["horizon"] = checked_whole(given["horizon"], "The horizon (actions of an episode)", 1, 2**62)
        threads = self.fewer(given.pop("threads", None))
        return Hosted(self, name, kind_of(name).make(threads=threads, **given))

    def fewer(self, threads: Any) -> int | None:
        """As many threads as a client asks for, or as the server has for it."""
        wanted = checked_threads(threads)
        return min((n for n in (wanted, self.threads) if n is not None), default=None)

    def claim(self, who: int, count: int) -> None:
        """Have so many worlds from now on."""
        with self._lock:
            others = self.lent - self._lent.get(who, 0)
            if others + count > self.limits.worlds:
                free = self.limits.worlds - others
                raise NoRoomError(f"This server lends {self.limits.worlds} worlds; {free} are free, {count} were asked for.")
            self._lent[who] = count

    def release(self, who: int) -> None:
        """Have none any more."""
        with self._lock:
            self._lent.pop(who, None)


def exchange(host: Host, hosted: Hosted | None, frame: bytes) -> tuple[Hosted | None, bytes]:
    """The answer to a frame of a connection; the first one of each makes its worlds."""
    try:
        message = decode(frame)
        if hosted is None:
            hosted = host.make(message)
            return hosted, encode({"result": hosted.describe(), "now": {}})
        return hosted, encode(hosted.answer(message))
    except InputError as error:
        return hosted, encode({"error": str(error), "now": {}})


class Hosted:
    """N worlds of one client. One call at a time: worlds are not made for several threads."""

    def __init__(self, host: Host, name: str, world: World):
        host.claim(id(self), 1)
        self.host, self.kind, self.world = host, kind_of(name), world
        self._took: dict[Any, float] = {}  # seconds, by call, when it was last made

    def describe(self) -> dict[str, Any]:
        """What never changes in these worlds."""
        world = self.world
        return {
            "world": self.kind.name, "actions": list(world.actions), "action_count": self.kind.action_count,
            "refusals": list(world.refusals), "camera": asdict(world.camera), "threads": world.threads,
        }  # fmt: skip

    def now(self) -> dict[str, Any]:
        """The arrays of these worlds as they are; none before the first reset."""
        return {name: getattr(self.world, name) for name in ARRAYS} if len(self.world) else {}

    def free(self) -> None:
        """Give the worlds back."""
        self.host.release(id(self))

    def answer(self, message: Any) -> dict[str, Any]:
        """What a call gives, or a sentence that says why it gives nothing."""
        begun = time.perf_counter()
        try:
            wanted = checked_object(message, ("call",), ("arguments", "set"), "A call")
            result = self.call(wanted["call"], wanted.get("arguments", {}), wanted.get("set", {}))
        except InputError as error:
            return {"error": str(error), "now": self.now()}
        self._took[wanted["call"]] = time.perf_counter() - begun
        return {"result": result, "now": self.now()}

    def is_quick(self, frame: bytes) -> bool:
        """Whether a call is answered in less time than it takes to hand it to a thread: so it was last time."""
        if len(frame) > SHORT or len(self.world) > FEW:
            return False
        try:
            call = decode(frame).get("call")
        except (InputError, AttributeError):
            return False
        return call in QUICK and self._took.get(call, math.inf) < AT_ONCE

    def call(self, name: Any, arguments: Any, changed: Any) -> Any:
        """Call a method of the world; InputError says what is wrong with the call."""
        call = checked_choice(name, "The call", tuple(CALLS))
        needed, optional = CALLS[call]
        given = _present(checked_object(arguments, needed, optional, call), optional)
        set_first = checked_object(changed, (), (*ARRAYS, "threads"), "What a call sets")
        try:
            self.change(set_first)
            method: Callable[..., Any] = getattr(self, f"_{call}", None) or getattr(self.world, call)
            return method(**given)
        except InputError:
            raise
        except MemoryError:
            raise InputError(
                "This needs more memory than the server has; ask for fewer worlds or smaller pictures."
            ) from None
        except Exception as error:  # a world of the server's owner may raise anything
            _logger.exception("%s of %s failed", call, self.kind.name)
            theirs = failure_words(error) if ":" in self.kind.name else ""
            raise FailedError(theirs or f"{call} failed on the server ({type(error).__name__}).") from error

    def change(self, changed: dict[str, Any]) -> None:
        """Write into the arrays of the worlds."""
        for name, values in changed.items():
            if name == "threads":
                self.world.threads = self.host.fewer(values)
            elif not len(self.world):
                raise InputError("This world has no episodes yet: reset it with some first.")
            else:
                fill(getattr(self.world, name), values, name)

    def _reset(self, episodes: Any, where: Any = None) -> None:
        begun = read_episodes(self.kind, episodes)
        with self._room_for(len(begun) if where is None else 0):
            self.world.reset(begun, where)

    def _proceed(self, episodes: Any) -> None:
        self.world.proceed(read_episodes(self.kind, episodes))

    def _step(self, actions: Any, observe: Any = None) -> dict[str, Any]:
        if observe is not None:
            self._check_size(observe, len(self.world), 1)
        done = self.world.step(actions)._asdict()
        return done if observe is None else {**done, "seen": self._observe(observe)}

    def _observe(self, channels: Any = ("rgb",)) -> dict[str, Any]:
        self._check_size(channels, len(self.world), 1)
        return self.world.observe(channels)

    def _panorama(self, channels: Any = ("rgb",), where: Any = None) -> dict[str, Any]:
        several = isinstance(where, list | tuple) or (isinstance(where, np.ndarray) and where.ndim > 0)
        some = len(where) if several else len(self.world)
        self._check_size(channels, some, len(PANORAMA))
        return self.world.panorama(channels, where)

    def _check_size(self, channels: Any, count: int, views: int) -> None:
        camera = self.world.camera
        depth = (
            sum(_BYTES.get(name, 0) for name in channels if isinstance(name, str))
            if isinstance(channels, list | tuple)
            else 0
        )
        size, most = count * views * camera.width * camera.height * depth, self.host.limits.pictures
        if size > most:
            told = f"These pictures have {size / 2**20:,.0f} MB; this server sends {most / 2**20:,.0f} MB at once"
            raise InputError(f"{told}: ask for fewer worlds.")

    def _locate(self, view: Any, row: Any, column: Any) -> dict[str, Any]:
        return self.world.locate(view, row, column)._asdict()

    def _save(self, where: Any = None) -> dict[str, Any]:
        state = self.world.save(where)
        return {**state, "episodes": [write_episode(self.kind, episode) for episode in state["episodes"]]}

    def _restore(self, state: Any) -> None:
        if not isinstance(state, dict):
            raise InputError(f"A state is what save() gave, a dict; got {shown(state)}.")
        episodes = read_episodes(self.kind, state["episodes"]) if "episodes" in state else []
        with self._room_for(len(episodes)):
            self.world.restore({**state, "episodes": episodes} if "episodes" in state else state)

    @contextmanager
    def _room_for(self, count: int) -> Iterator[None]:
        """Claim as many worlds as there may be in the end, and give back what was too much."""
        self.host.claim(id(self), max(1, count, len(self.world)))
        try:
            yield
        finally:
            self.host.claim(id(self), max(1, len(self.world)))


def checked_object(value: Any, needed: tuple[str, ...], others: tuple[str, ...], what: str) -> dict[str, Any]:
    """An object that has the keys it needs and perhaps others."""
    keys = (*needed, *others)
    if not isinstance(value, dict):
        raise InputError(f"{what} takes an object, got {shown(value)}.")
    if unknown := [key for key in value if key not in keys]:
        raise InputError(f"{what} takes {', '.join(keys) or 'nothing'}; {shown(unknown[0])} is none of these.")
    if missing := [key for key in needed if key not in value]:
        raise InputError(f"{what} takes {', '.join(keys)}; {missing[0]} is missing.")
    return value


def _present(given: dict[str, Any], optional: tuple[str, ...]) -> dict[str, Any]:
    """Arguments without optional ones that are null, which stands for one that is not given."""
    return {key: value for key, value in given.items() if value is not None or key not in optional}
