"""What the worlds of this package share: N agents that walk through scenes which the renderer draws (see sightline.world).

A world adds its scenes, how its agents move, rewards and metrics. It fills in the methods below that raise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from sightline.checks import checked_floats, checked_indices, checked_instance, checked_whole, shown
from sightline.errors import ArgumentError, InputError
from sightline.geometry import CELLS, Camera
from sightline.geometry.pose import MAX_HEADING
from sightline.geometry.types import Array, Bools, Floats, Ints, Pictures
from sightline.render import Scenes, Surroundings, behind, panorama, render, views
from sightline.world import (
    Episode,
    Located,
    SavedState,
    Step,
    check_started,
    checked_actions,
    checked_cells,
    checked_device,
    checked_threads,
    per_world,
)

E = TypeVar("E", bound=Episode)
LETTERS = "FRL"  # actions 0 to 2 in a record; interact is I(row,column)
STOP, INTERACT = 3, 4  # the numbers of these actions
_ACTION = re.compile(r"[FRL]|I\((\d{1,2}),(\d{1,2})\)")
CHANGES = ("pose", "horizon", "taken", "over", "stopped")  # arrays that steps change in every world
LIMITS = {"pose": (-MAX_HEADING, MAX_HEADING), "horizon": (1, 2**62), "taken": (0, 2**62)}  # 0 and 1 for the others


class DrawnWorlds(Generic[E]):
    """N worlds. An episode ends with Stop or after `horizon` other actions; then its world refuses actions."""

    episode_type: type[E]
    actions: tuple[str, ...]
    action_count: int  # with an action for each cell of interact
    ground: str  # where poses lie, for sentences
    usual_camera: Camera
    usual_horizon: int
    reward_type: type
    pose, goal, horizon = per_world("pose"), per_world("goal"), per_world("horizon")
    taken, over, stopped = per_world("taken"), per_world("over"), per_world("stopped")

    def __init__(
        self, camera: Camera | None = None, horizon: int | None = None, reward: Any = None, threads: int | None = None,
        device: str = "cpu",
    ):  # fmt: skip
        """Worlds without episodes; None stands for the default of the world."""
        self.camera = checked_instance(self.usual_camera if camera is None else camera, "A world's camera", Camera)
        usual = self.usual_horizon if horizon is None else horizon
        self._horizon_at_reset = checked_whole(usual, "The horizon (actions of an episode)", 1, 2**62)
        self.reward = self.reward_type() if reward is None else checked_instance(reward, "reward", self.reward_type)
        self.threads, self.device = checked_threads(threads), checked_device(device)  # of the renderer
        self.episodes: list[E] = []
        self._make_counts(0)

    @classmethod
    def make(
        cls, camera: Camera | None = None, horizon: int | None = None, threads: int | None = None, device: str = "cpu",
        near: float | None = None,
    ) -> Self:  # fmt: skip
        """Worlds without episodes; a stop within `near` of the goal is rewarded (see sightline.world.MakeWorlds)."""
        return cls(camera, horizon, None if near is None else cls.reward_type(near=near), threads, device)

    def __len__(self) -> int:
        return len(self.episodes)

    def _make_counts(self, count: int) -> None:
        self._pose: Floats = np.zeros((count, 3))  # x, z, heading
        self._goal: Floats = np.zeros((count, 2))  # x, z
        self._horizon: Ints = np.full(count, self._horizon_at_reset, np.int64)
        self._taken: Ints = np.zeros(count, np.int64)  # actions so far, other than stop
        self._over: Bools = np.zeros(count, bool)
        self._stopped: Bools = np.zeros(count, bool)  # over because of Stop

    def reset(self, episodes: Sequence[E], where: Sequence[int] | None = None) -> None:
        """Start these episodes in new worlds, or only in the worlds at the indices `where`."""
        episodes = self._checked_episodes(episodes)
        for k, episode in enumerate(episodes):
            self._check(episode, f"episode {k}")
        chosen = None if where is None else checked_indices(where, len(self), "The worlds to reset", distinct=True)
        worlds = range(len(episodes)) if chosen is None else chosen.tolist()
        if len(worlds) != len(episodes):
            raise ArgumentError(f"reset takes one episode for each of {len(worlds)} worlds, got {len(episodes)}.")
        if where is None:
            if not episodes:
                raise InputError("A world needs at least one episode.")
            self.episodes = [episodes[0]] * len(episodes)
            self._make_room(episodes)
        elif episodes:
            self._widen(episodes)
        for n, episode in zip(worlds, episodes, strict=True):
            self.episodes[n], self.goal[n] = episode, episode.goal
            self.horizon[n], self.taken[n], self.over[n], self.stopped[n] = self._horizon_at_reset, 0, False, False
            self._begin(n, episode)

    def proceed(self, episodes: Sequence[E]) -> None:
        """Start these episodes, one per world, at the current poses; their own starts are ignored."""
        following, pose = self._one_each(episodes), self.pose.copy()
        self.reset(following)
        self.pose[:] = pose

    def _one_each(self, episodes: Sequence[E]) -> list[E]:
        """The next episodes, one per world."""
        check_started(self.episodes)
        following = self._checked_episodes(episodes)
        if len(following) != len(self):
            raise ArgumentError(f"proceed takes one episode for each of {len(self)} worlds, got {len(following)}.")
        return following

    def _checked_episodes(self, episodes: object) -> list[E]:
        if isinstance(episodes, str | bytes | dict | np.ndarray) or not isinstance(episodes, Iterable):
            raise ArgumentError(f"A world takes a list of episodes, got {shown(episodes)}.")
        checked, kind = list(episodes), self.episode_type
        for k, episode in enumerate(checked):
            if not isinstance(episode, kind):
                raise ArgumentError(f"episode {k}: must be a {kind.__module__}.{kind.__qualname__}, got {shown(episode)}.")
        return checked

    def _check(self, episode: E, where: str) -> None:
        """Raise InputError, naming the field, unless an episode can start. Worlds add a check of their scenes."""
        if not isinstance(episode.instruction, str):
            raise InputError(f"{where}: its instruction must be text, got {shown(episode.instruction)}.")
        for name, value, size in (("start", episode.start, 3), ("goal", episode.goal, 2)):
            if np.abs(checked_floats(value, (size,), f"{where}: {name}")).max() > MAX_HEADING:
                raise InputError(f"{where}: {name} {shown(value)} lies outside {self.ground}.")

    def _make_room(self, episodes: Sequence[E]) -> None:
        """Make arrays for one world per episode."""
        raise NotImplementedError

    def _widen(self, episodes: Sequence[E]) -> None:
        """Enlarge arrays for these episodes; the state of the worlds stays."""
        raise NotImplementedError

    def _begin(self, n: int, episode: E) -> None:
        """Put world n at the start of its episode."""
        raise NotImplementedError

    def _move(self, advance: Callable[..., int], actions: ArrayLike, *arrays: Array) -> tuple[Array, Step]:
        """Step every world once with a kernel that also takes the world's own `arrays`: the actions and their result."""
        chosen = checked_actions(actions, len(self))
        count = len(chosen)
        moved, lost = np.empty(count), np.empty(count)
        stopped, refused = np.empty(count, np.bool_), np.empty(count, np.uint8)
        bad = advance(self._pose, chosen, self._taken, self._over, self._horizon, *arrays, moved, lost, stopped, refused)
        if bad >= 0:
            raise self._action_error(bad, chosen[bad])
        self._stopped |= stopped
        return chosen, Step(moved, lost, stopped, refused)

    def _action_error(self, n: int, action: int) -> InputError:
        """The error for an action that world n cannot take: it is unknown, or the pose is not a place in the world."""
        if 0 <= action < self.action_count:
            return self._pose_error(n)
        cells = f"; interact takes a cell, {INTERACT} + {CELLS} * row + column" if "interact" in self.actions else ""
        return InputError(
            f"Action {action} is outside the action space 0..{self.action_count - 1}: {', '.join(self.actions)}{cells}."
        )

    def _pose_error(self, n: int) -> InputError:
        return InputError(f"World {n}: its pose {shown(self.pose[n].tolist())} is not a place in {self.ground}.")

    def observe(self, channels: Sequence[str] = ("rgb",)) -> Pictures:
        """The first-person views: rgb (N, H, W, 3), depth (N, H, W), segmentation (N, H, W)."""
        check_started(self.episodes)
        scenes = self._scenes_seen(None, around=False)
        drawn = render(scenes, views(self.pose, self.camera), self.camera, channels, self.threads, self.device)
        return {name: picture[:, :, 0] for name, picture in drawn.items()}

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> Pictures:
        """Six views around each agent (or those at `where`) side by side, forward in the fourth: (N, H, 6 W, ...)."""
        check_started(self.episodes)
        worlds = None if where is None else checked_indices(where, len(self), "The worlds to look around in")
        poses = self.pose if worlds is None else self.pose[worlds]
        return panorama(self._scenes_seen(worlds, around=True), poses, self.camera, channels, self.threads, self.device)

    def surroundings(self) -> Surroundings:
        """What all agents see around them now; it can be drawn without these worlds."""
        check_started(self.episodes)
        return Surroundings(self._scenes_seen(None, around=True).trimmed(), self.pose.copy(), self.camera)

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """Object and point behind the centre of a goal-grid cell of panorama view `view` (3 = ahead), one per world."""
        check_started(self.episodes)
        turn, rows, columns = checked_cells(view, row, column, len(self))
        looking = self.pose.copy()
        looking[:, 2] += turn
        return Located(*behind(self._scenes_seen(None, around=True), looking, self.camera, rows, columns))

    def _scenes_seen(self, worlds: Array | None, around: bool) -> Scenes:
        """The scenes that agents see now, straight ahead or all around, in all worlds or in some."""
        raise NotImplementedError

    def distances(self, places: Floats | None = None) -> Floats:
        """(N,) distance on the ground to each goal, from the agent or from places (N, 2)."""
        check_started(self.episodes)
        starts = self.pose if places is None else checked_floats(places, (len(self), 2), "Places")
        lengths, bad = self._lengths(starts)
        if bad >= 0:
            raise InputError(f"World {bad}: there is no way from {starts[bad].tolist()} to {self.goal[bad].tolist()}.")
        return lengths

    def _lengths(self, starts: Floats) -> tuple[Floats, int]:
        """(N,) path lengths from starts (N, 2 or more) to the goals, and the first world without a path, or -1."""
        raise NotImplementedError

    def save(self, where: Sequence[int] | None = None) -> SavedState:
        """The state that reset and step change, of all worlds or some; restore() continues exactly from it."""
        check_started(self.episodes)
        worlds = np.arange(len(self)) if where is None else checked_indices(where, len(self), "The worlds to save")
        arrays = {name: getattr(self, name)[worlds] for name in CHANGES}
        return {"episodes": [self.episodes[n] for n in worlds.tolist()], **arrays, **self._save(worlds)}

    def _save(self, worlds: Array) -> SavedState:
        """Further state of some worlds; every entry has one item per world."""
        raise NotImplementedError

    def _episodes_of(self, state: object, keys: Sequence[str]) -> list[E]:
        """The episodes of a saved state, which must have these keys and those of CHANGES."""
        if not isinstance(state, dict):
            raise InputError(f"A state is a dict from save(), got {shown(state)}.")
        missing = [key for key in ("episodes", *CHANGES, *keys) if key not in state]
        if missing:
            raise InputError(f"This is not a state of this world: it lacks {', '.join(missing)}.")
        episodes = self._checked_episodes(state["episodes"])
        if not episodes:
            raise InputError("This state has no episodes.")
        return episodes

    def restore(self, state: SavedState) -> None:
        """Replace these worlds by those of a saved state. The state is untrusted: everything in it is checked."""
        fresh = type(self)(self.camera, self._horizon_at_reset, self.reward, self.threads, self.device)
        fresh._restore(state)
        self.__dict__.update(fresh.__dict__)

    def _restore(self, state: SavedState) -> None:
        """Fill worlds without episodes from a saved state, or raise InputError."""
        raise NotImplementedError

    def _restore_changes(self, state: SavedState) -> None:
        """Fill the arrays of CHANGES, for as many worlds as these."""
        for name in CHANGES:
            getattr(self, name)[:] = checked_entry(state, name, getattr(self, name), *LIMITS.get(name, (0, 1)))


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


def spell_actions(actions: Sequence[int]) -> str:
    """'FFRI(20,16)': forward, turn right, turn left, interact with a cell; Stop is not written."""
    return "".join(_spell(action) for action in actions if action != STOP)


def _spell(action: int) -> str:
    row, column = divmod(action - INTERACT, CELLS)
    return LETTERS[action] if action < len(LETTERS) else f"I({row},{column})"


def read_actions(letters: str) -> list[int]:
    """Parse actions from their spelling in records."""
    if "I" not in letters:
        return [LETTERS.index(letter) for letter in letters]
    actions = []
    for match in _ACTION.finditer(letters):
        row, column = match.groups()
        actions.append(LETTERS.index(match.group()) if row is None else INTERACT + CELLS * int(row) + int(column))
    return actions
