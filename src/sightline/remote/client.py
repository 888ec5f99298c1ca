"""RemoteWorld: worlds that run on a server, with the interface of local ones (see sightline.world.World)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sightline.checks import checked_instance
from sightline.errors import ArgumentError, InputError
from sightline.fields import Json
from sightline.geometry import Camera
from sightline.geometry.types import Array, Floats, Pictures
from sightline.remote.frames import decode, encode
from sightline.remote.websocket import WebSocket
from sightline.world import Kind, Located, SavedState, Step, World, checked_device, kind_of, per_world

PATH = "/api/remote/socket"  # at the server's address
# The arrays of a world, with one entry per episode, in their initial empty state.
ARRAYS: dict[str, Array] = {
    "pose": np.zeros((0, 3)), "goal": np.zeros((0, 2)), "horizon": np.zeros(0, np.int64), "taken": np.zeros(0, np.int64),
    "over": np.zeros(0, bool), "stopped": np.zeros(0, bool),
}  # fmt: skip


class RemoteWorld:
    """N worlds on a server: the same arrays, pictures, rewards and errors as from worlds in this process.

    Episodes stay here; only the data that recreates them is sent. `pose`, `goal`, `horizon` and the others are local
    arrays that follow those of the server; changes to them are sent with the next call.
    """

    pose, goal, horizon = per_world("pose"), per_world("goal"), per_world("horizon")
    taken, over, stopped = per_world("taken"), per_world("over"), per_world("stopped")

    def __init__(
        self, address: str, world: str = "lani", token: str = "", camera: Camera | None = None, horizon: int | None = None,
        threads: int | None = None, device: str = "cpu", near: float | None = None, timeout: float | None = 120.0,
    ):  # fmt: skip
        if checked_device(device) != "cpu":
            raise ArgumentError("Pictures from a server are arrays in memory: the device of a RemoteWorld is 'cpu'.")
        self.kind: Kind = kind_of(world)
        sizes = None if camera is None else asdict(checked_instance(camera, "A world's camera", Camera))
        self.episodes: list[Any] = []
        self._known: dict[str, bytes] = {}  # the arrays on the server
        self._keep(ARRAYS, new_arrays=True)
        self.threads = self._threads = threads
        self._watched: tuple[str, ...] | None = None  # channels observed after each step, which steps then include
        self._seen: Pictures | None = None  # observations from the last step
        self._socket = WebSocket(address, PATH, token, timeout)
        settings = {"world": world, "camera": sizes, "horizon": horizon, "threads": threads, "near": near}
        answer = self._ask(settings)
        if "error" in answer:
            self.close()
            raise InputError(answer["error"])
        facts = answer["result"]
        self.actions: tuple[str, ...] = tuple(facts["actions"])
        self.refusals: tuple[str, ...] = tuple(facts["refusals"])
        self.camera = Camera(**facts["camera"])

    def __len__(self) -> int:
        return len(self.episodes)

    def __enter__(self) -> RemoteWorld:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the server frees these worlds."""
        self._socket.close()

    def reset(self, episodes: Sequence[Any], where: Sequence[int] | None = None) -> None:
        """Start with these episodes, or replace only the worlds at the indices `where`."""
        started, written = self._write(episodes)
        self._call("reset", new_arrays=where is None, episodes=written, where=_sent(where))
        if where is None:
            self.episodes = started
        else:
            for n, episode in zip(where, started, strict=True):
                self.episodes[n] = episode

    def proceed(self, episodes: Sequence[Any]) -> None:
        """Start these episodes, one in every world, in the worlds' current state."""
        started, written = self._write(episodes)
        self._call("proceed", new_arrays=True, episodes=written)
        self.episodes = started

    def _write(self, episodes: Any) -> tuple[list[Any], list[Json]]:
        """Episodes as a list, and in the form that is sent."""
        try:
            several = list(episodes)
            return several, [write_episode(self.kind, episode) for episode in several]
        except (AttributeError, TypeError) as error:
            self.kind.make().reset(episodes)  # raises the usual error if these are not episodes
            reason = f"{self.kind.title}: its episodes cannot be sent, because its kind lacks `parts`"
            raise InputError(f"{reason} ({error}).") from None

    def step(self, actions: ArrayLike) -> Step:
        """Take one action in every world."""
        if self._seen is not None:  # the observations of the last step were not used
            self._watched = None
        done = self._call("step", actions=_sent(actions), observe=self._watched and list(self._watched))
        self._seen = done.pop("seen", None)
        return Step(**done)

    def rewards(self) -> Floats:
        """(N, A) reward of each movement action and Stop if taken now."""
        return self._call("rewards")

    def rewards_of(self, actions: ArrayLike) -> Floats:
        """(N,) reward of one action per world if taken now."""
        return self._call("rewards_of", actions=_sent(actions))

    def observe(self, channels: Sequence[str] = ("rgb",)) -> Pictures:
        """First-person views (N, H, W, ...)."""
        wanted = tuple(channels) if isinstance(channels, list | tuple) else None
        if self._seen is not None and wanted == self._watched and not self._changes():
            seen, self._seen = self._seen, None
            return seen
        seen = self._call("observe", channels=_sent(channels))
        self._watched = wanted
        return seen

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> Pictures:
        """Six views around each agent (N, H, 6 W, ...), or around those at the indices `where`."""
        return self._call("panorama", channels=_sent(channels), where=_sent(where))

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """The point and the segmentation id behind a cell of the panorama, one per world."""
        return Located(**self._call("locate", view=_sent(view), row=_sent(row), column=_sent(column)))

    def distances(self, places: Floats | None = None) -> Floats:
        """(N,) distance on the ground to each goal from the agent, or from places (N, 2)."""
        return self._call("distances", places=_sent(places))

    def metrics(self) -> dict[str, Array]:
        """By name, (N,) each: the metrics of the episode so far."""
        return self._call("metrics")

    def save(self, where: Sequence[int] | None = None) -> SavedState:
        """The state of all worlds, or of some; local worlds and any server can restore it."""
        state = self._call("save", where=_sent(where))
        return {**state, "episodes": [self.episodes[n] for n in (range(len(self)) if where is None else where)]}

    def restore(self, state: SavedState) -> None:
        """Restore a saved state exactly."""
        known = isinstance(state, dict) and "episodes" in state  # if missing, the server rejects the state
        started, written = self._write(state["episodes"]) if known else ([], [])
        self._call("restore", new_arrays=True, state={**state, "episodes": written} if known else _sent(state))
        self.episodes = started

    def _call(self, method: str, new_arrays: bool = False, **arguments: Any) -> Any:
        """Call a method of the worlds on the server; `new_arrays` replaces their arrays, as in local worlds."""
        message: Json = {"call": method, "arguments": arguments}
        if changes := self._changes():
            message["set"] = changes
        if changes or method in ("reset", "proceed", "step", "restore"):
            self._seen = None
        threads = self.threads
        answer = self._ask(message)
        self._keep(answer["now"], new_arrays and "error" not in answer)
        if "error" in answer:
            raise InputError(answer["error"])
        self._threads = threads
        return answer["result"]

    def _ask(self, message: Json) -> Json:
        frame = encode(message)
        try:
            self._socket.send(frame)
            return decode(self._socket.receive())
        except BaseException:  # an interrupt, for example: the pending answer would be taken for that of the next call
            self.close()
            raise

    def _changes(self) -> Json:
        """Changes to these worlds' arrays since the last answer."""
        arrays = {name: getattr(self, name) for name in ARRAYS}
        changes = {name: array for name, array in arrays.items() if array.tobytes() != self._known[name]}
        return changes if self.threads == self._threads else {**changes, "threads": self.threads}

    def _keep(self, now: dict[str, Array], new_arrays: bool) -> None:
        for name, array in now.items():
            if new_arrays:
                setattr(self, f"_{name}", array.copy())
            else:
                getattr(self, name)[...] = array
            self._known[name] = array.tobytes()


def write_episode(kind: Kind, episode: Any) -> Json:
    """An episode as JSON, in the format of corpus records; `sightline.web.remote_bodies.EpisodeBody` reads it."""
    parts = kind.parts(episode)
    data = parts._asdict() | {
        "scene": kind.scene_to_json(kind.scene_of(episode)),
        "goals": [asdict(goal) for goal in parts.goals],
    }
    written: Json = json.loads(json.dumps(data, default=lambda number: number.item()))  # tuples become lists
    return written


def remote_kind(address: str, world: str = "lani", token: str = "") -> Kind:
    """A kind whose worlds are all on a server, for code that makes worlds of a kind."""

    def make(
        camera: Camera | None = None, horizon: int | None = None, threads: int | None = None, device: str = "cpu",
        near: float | None = None,
    ) -> World:  # fmt: skip
        return RemoteWorld(address, world, token, camera, horizon, threads, device, near)

    return replace(kind_of(world), make=make)


def _sent(value: Any) -> Any:
    """An argument that frames can encode: other array-like values become arrays."""
    plain = value is None or isinstance(value, np.ndarray | list | tuple | dict | str | bool | int | float)
    return value if plain else np.asarray(value)
