"""What the worlds of this package share: N agents that walk through scenes which the renderer draws (see sightline.world).

A world adds its scenes, how its agents move, rewards and metrics. It fills in the methods below that raise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from sightline.checks import checked_floats, checked_indices, checked_whole, shown
from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.geometry.pose import MOST_TURNED
from sightline.geometry.types import Array, Bools, Floats, Ints, Pictures
from sightline.render import Scenery, Scenes, behind, panorama, render, views
from sightline.world import (
    Episode,
    Located,
    SavedState,
    Step,
    check_started,
    checked_actions,
    checked_camera,
    checked_cells,
    checked_device,
    checked_threads,
    per_world,
)

E = TypeVar("E", bound=Episode)
CHANGES = ("pose", "horizon", "taken", "over", "stopped")  # arrays that steps change in every world
LIMITS = {"pose": (-MOST_TURNED, MOST_TURNED), "horizon": (1, 2**62), "taken": (0, 2**62)}  # 0 and 1 for the others


class DrawnWorlds(Generic[E]):
    """N worlds. An episode ends with Stop or after `horizon` other actions; then its world refuses to act."""

    episode_type: type[E]
    pose, goal, horizon = per_world("pose"), per_world("goal"), per_world("horizon")
    taken, over, stopped = per_world("taken"), per_world("over"), per_world("stopped")

    def __init__(self, camera: Camera, horizon: int, threads: int | None, device: str):
        self.camera = checked_camera(camera)
        self._most = checked_whole(horizon, "The horizon (actions of an episode)", 1, 2**62)
        self.threads, self.device = checked_threads(threads), checked_device(device)  # for pictures; the rest is on the CPU
        self.episodes: list[E] = []
        self._make_counts(0)

    def __len__(self) -> int:
        return len(self.episodes)

    def _make_counts(self, count: int) -> None:
        self._pose: Floats = np.zeros((count, 3))  # x, z, heading
        self._goal: Floats = np.zeros((count, 2))  # where to end
        self._horizon: Ints = np.full(count, self._most, np.int64)
        self._taken: Ints = np.zeros(count, np.int64)  # actions so far, other than stop
        self._over: Bools = np.zeros(count, bool)
        self._stopped: Bools = np.zeros(count, bool)  # over because the agent said so

    def reset(self, episodes: Sequence[E], where: Sequence[int] | None = None) -> None:
        """Start anew with these episodes, or replace only the worlds at the indices `where`."""
        given = self._checked_episodes(episodes)
        for k, episode in enumerate(given):
            self._check(episode, f"episode {k}")
        chosen = None if where is None else checked_indices(where, len(self), "The worlds to reset", distinct=True)
        worlds = range(len(given)) if chosen is None else chosen.tolist()
        if len(worlds) != len(given):
            raise InputError(f"reset takes one episode for each of {len(worlds)} worlds, got {len(given)}.")
        if where is None:
            if not given:
                raise InputError("A world needs at least one episode.")
            self.episodes = [given[0]] * len(given)
            self._make_room(given)
        elif given:
            self._widen(given)
        for n, episode in zip(worlds, given, strict=True):
            self.episodes[n], self.goal[n] = episode, episode.goal
            self.horizon[n], self.taken[n], self.over[n], self.stopped[n] = self._most, 0, False, False
            self._begin(n, episode)

    def proceed(self, episodes: Sequence[E]) -> None:
        """Start these episodes, one in every world, where the agents stand now; their own starts do not count."""
        given, pose = self._one_each(episodes), self.pose.copy()
        self.reset(given)
        self.pose[:] = pose

    def _one_each(self, episodes: Sequence[E]) -> list[E]:
        """The next episodes, one for every world."""
        check_started(self.episodes)
        given = self._checked_episodes(episodes)
        if len(given) != len(self):
            raise InputError(f"proceed takes one episode for each of {len(self)} worlds, got {len(given)}.")
        return given

    def _checked_episodes(self, episodes: object) -> list[E]:
        if isinstance(episodes, str | bytes | dict | np.ndarray) or not isinstance(episodes, Iterable):
            raise InputError(f"A world takes a list of episodes, got {shown(episodes)}.")
        given, kind = list(episodes), self.episode_type
        for k, episode in enumerate(given):
            if not isinstance(episode, kind):
                raise InputError(f"episode {k}: is not a {kind.__module__}.{kind.__qualname__} but {shown(episode)}.")
        return given

    def _check(self, episode: E, where: str) -> None:
        """Raise InputError, naming the field, unless an episode can be begun."""
        raise NotImplementedError

    def _make_room(self, episodes: Sequence[E]) -> None:
        """Arrays for as many worlds as there are episodes."""
        raise NotImplementedError

    def _widen(self, episodes: Sequence[E]) -> None:
        """Room for what is new in these episodes; what is in the worlds stays."""
        raise NotImplementedError

    def _begin(self, n: int, episode: E) -> None:
        """Put world n at the start of its episode."""
        raise NotImplementedError

    def _move(self, advance: Callable[..., int], actions: ArrayLike, *arrays: Array) -> tuple[Array, Step]:
        """Move every world once by a kernel that takes some arrays of the world's own: the actions, and what they did."""
        chosen = checked_actions(actions, len(self))
        count = len(chosen)
        moved, lost = np.empty(count), np.empty(count)
        stopped, refused = np.empty(count, np.bool_), np.empty(count, np.uint8)
        bad = advance(self._pose, chosen, self._taken, self._over, self._horizon, *arrays, moved, lost, stopped, refused)
        if bad >= 0:
            raise self._fault(bad, chosen[bad])
        self._stopped |= stopped
        return chosen, Step(moved, lost, stopped, refused)

    def _fault(self, n: int, action: int) -> InputError:
        """Why world n cannot take an action: it is unknown, or the agent's pose is not a place in the world."""
        raise NotImplementedError

    def observe(self, channels: Sequence[str] = ("rgb",)) -> Pictures:
        """The first-person views: rgb (N, H, W, 3), depth (N, H, W), segmentation (N, H, W)."""
        check_started(self.episodes)
        scenes = self._scenes_seen(None, around=False)
        drawn = render(scenes, views(self.pose, self.camera), self.camera, channels, self.threads, self.device)
        return {name: picture[:, :, 0] for name, picture in drawn.items()}

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> Pictures:
        """Six views around each agent (or those at `where`) side by side, forward in the fourth: (N, H, 6 W, ...)."""
        check_started(self.episodes)
        some = None if where is None else checked_indices(where, len(self), "The worlds to look around in")
        poses = self.pose if some is None else self.pose[some]
        return panorama(self._scenes_seen(some, around=True), poses, self.camera, channels, self.threads, self.device)

    def scenery(self) -> Scenery:
        """What all agents see around them now; it can be drawn without these worlds."""
        check_started(self.episodes)
        return Scenery(self._scenes_seen(None, around=True).trimmed(), self.pose.copy(), self.camera)

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """What lies behind the centre of a goal-grid cell of panorama view `view` (3 = ahead), one per world."""
        check_started(self.episodes)
        turn, rows, columns = checked_cells(view, row, column, len(self))
        looking = self.pose.copy()
        looking[:, 2] += turn
        return Located(*behind(self._scenes_seen(None, around=True), looking, self.camera, rows, columns))

    def _scenes_seen(self, worlds: Array | None, around: bool) -> Scenes:
        """What agents see now, straight ahead or all around: of all worlds, or of some."""
        raise NotImplementedError

    def distances(self, places: Floats | None = None) -> Floats:
        """(N,) on the ground to where each agent should end, from where it stands now or from places (N, 2)."""
        check_started(self.episodes)
        starts = self.pose if places is None else checked_floats(places, (len(self), 2), "Places")
        lengths, bad = self._lengths(starts)
        if bad >= 0:
            raise InputError(f"World {bad}: there is no way from {starts[bad].tolist()} to {self.goal[bad].tolist()}.")
        return lengths

    def _lengths(self, starts: Floats) -> tuple[Floats, int]:
        """(N,) how far it is from starts (N, 2 or more) to the goals, and the first world without such a way, or -1."""
        raise NotImplementedError

    def save(self, where: Sequence[int] | None = None) -> SavedState:
        """Everything that reset and step change, of all worlds or some; restore() continues exactly from it."""
        check_started(self.episodes)
        some = np.arange(len(self)) if where is None else checked_indices(where, len(self), "The worlds to save")
        arrays = {name: getattr(self, name)[some] for name in CHANGES}
        return {"episodes": [self.episodes[n] for n in some.tolist()], **arrays, **self._save(some)}

    def _save(self, worlds: Array) -> SavedState:
        """What else of some worlds reset and step change; every entry has one item per world."""
        raise NotImplementedError

    def _episodes_of(self, state: object, keys: Sequence[str]) -> list[E]:
        """The episodes of what save() gave, which must have these keys and those of CHANGES."""
        if not isinstance(state, dict):
            raise InputError(f"A state is what save() gave, a dict; got {shown(state)}.")
        missing = [key for key in ("episodes", *CHANGES, *keys) if key not in state]
        if missing:
            raise InputError(f"This is not a state of this world: it lacks {', '.join(missing)}.")
        episodes = self._checked_episodes(state["episodes"])
        if not episodes:
            raise InputError("This state has no episodes.")
        return episodes

    def _check_counts(self, state: SavedState) -> None:
        """Raise InputError unless a saved state has the arrays of CHANGES, for as many worlds as these."""
        for name in CHANGES:
            checked_entry(state, name, getattr(self, name), *LIMITS.get(name, (0, 1)))


def checked_entry(state: SavedState, name: str, like: Array, least: float, most: float, exactly: bool = True) -> Array:
    """An array of a state: shaped like another one (or, not `exactly`, of any sizes after the first), numbers in range."""
    array = state[name]
    right = isinstance(array, np.ndarray) and array.dtype == like.dtype and array.ndim == like.ndim
    if not right or array.shape[0] != like.shape[0] or (exactly and array.shape != like.shape):
        got = f"{array.dtype} of shape {array.shape}" if isinstance(array, np.ndarray) else shown(array)
        raise InputError(f"This is not a state of this world: {name} must be {like.dtype} of shape {like.shape}, got {got}.")
    if array.size and not (least <= array.min() and array.max() <= most):  # comparisons with NaN are False
        raise InputError(f"This is not a state of this world: {name} must lie between {least:g} and {most:g}.")
    return array
