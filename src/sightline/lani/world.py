"""The LANI world: N fields side by side that step, reward, draw and measure in one call each (see sightline.world)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sightline.checks import checked_floats, checked_indices, shown
from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.geometry.camera import FARTHEST
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.lani import dynamics
from sightline.lani.dynamics import MOST_TURNED
from sightline.lani.episode import Episode
from sightline.lani.landmarks import library
from sightline.lani.reward import NEAR, Reward, pick
from sightline.lani.scene import Scene, check_scene
from sightline.render import FIELD, Scenes, behind, panorama, render, views
from sightline.world import (
    Located,
    Step,
    check_one_each,
    check_started,
    checked_actions,
    checked_camera,
    checked_cells,
    checked_device,
    checked_entry,
    checked_episodes,
    checked_horizon,
    checked_state,
    checked_threads,
    checked_where,
    per_world,
)  # fmt: skip

ACTIONS = ("forward", "turn_right", "turn_left", "stop")
REFUSALS = ("", "the episode is over; reset this world before it can act again")
HORIZON = 40  # actions other than stop


def scenes_of(scenes: Sequence[Scene], slots: int = 0) -> Scenes:
    """Symbolic scenes as a batch for the renderer; a landmark's id is its index plus one."""
    batch = Scenes(library(), len(scenes), max([slots, *(len(s.landmarks) for s in scenes)]))
    for n, scene in enumerate(scenes):
        _put(batch, n, scene)
    return batch


def _put(batch: Scenes, n: int, scene: Scene) -> None:
    places = np.zeros((len(scene.landmarks), 4))
    places[:, [0, 2]] = scene.positions
    batch.put(n, scene.models, places, scene.models + 1, scene.water)


class LaniWorld:
    """N LANI fields. An episode ends with Stop or after `horizon` other actions; then its world refuses to act."""

    actions = ACTIONS
    refusals = REFUSALS
    pose, goal, horizon = per_world("pose"), per_world("goal"), per_world("horizon")
    taken, over, stopped = per_world("taken"), per_world("over"), per_world("stopped")

    def __init__(
        self, camera: Camera | None = None, horizon: int = HORIZON, reward: Reward | None = None,
        threads: int | None = None, device: str = "cpu",
    ):  # fmt: skip
        self.camera = Camera() if camera is None else checked_camera(camera)
        self._most = checked_horizon(horizon)
        self.reward = reward or Reward()
        self.threads, self.device = checked_threads(threads), checked_device(device)  # for pictures; the rest is on the CPU
        self._make_room(0, 0)

    def __len__(self) -> int:
        return len(self.episodes)

    def reset(self, episodes: Sequence[Episode], where: Sequence[int] | None = None) -> None:
        """Start anew with these episodes, or replace only the worlds at the indices `where`."""
        episodes = checked_episodes(episodes, Episode)
        for k, episode in enumerate(episodes):
            _check(episode, f"episode {k}")
        worlds = checked_where(where, len(self), len(episodes))
        if where is None:
            if not episodes:
                raise InputError("A world needs at least one episode.")
            self._make_room(len(episodes), max(len(e.scene.landmarks) for e in episodes))
        else:
            self._widen(max((len(e.scene.landmarks) for e in episodes), default=0))
        for n, episode in zip(worlds, episodes, strict=True):
            count = len(episode.scene.landmarks)
            self.episodes[n] = episode
            self.pose[n] = episode.start
            self.pose[n, 2] %= 360.0
            self.goal[n] = episode.goal
            self.horizon[n], self.taken[n], self.over[n], self.stopped[n] = self._most, 0, False, False
            self._bodies[n, :count], self._counts[n] = episode.scene.bodies, count
            _put(self._scenes, n, episode.scene)

    def proceed(self, episodes: Sequence[Episode]) -> None:
        """Start these episodes, one in every world, where the agents stand now; their own starts do not count."""
        check_started(self.episodes)
        episodes = checked_episodes(episodes, Episode)
        check_one_each(episodes, len(self))
        pose = self.pose.copy()
        self.reset(episodes)
        self.pose[:] = pose

    def _make_room(self, count: int, slots: int) -> None:
        self.episodes = [_NOTHING] * count
        self._pose: Floats = np.zeros((count, 3))  # x, z, heading
        self._goal: Floats = np.zeros((count, 2))
        self._horizon: Ints = np.full(count, self._most, np.int64)
        self._taken: Ints = np.zeros(count, np.int64)  # actions so far, other than stop
        self._over: Bools = np.zeros(count, bool)
        self._stopped: Bools = np.zeros(count, bool)  # over because the agent said so
        self._counts = np.zeros(count, np.int64)
        self._cameras = views(self.pose, self.camera)
        self._scenes = Scenes(library(), count, slots)
        self._bodies = np.zeros((count, max(slots, 1), 5))

    def _widen(self, slots: int) -> None:
        """Room for scenes with more landmarks than any so far, or with landmarks that are new."""
        if slots <= self._scenes.slots and self._scenes.library is library():
            return
        slots = max(slots, self._scenes.slots)
        wider = Scenes(library(), len(self), slots)
        for n, episode in enumerate(self.episodes):
            _put(wider, n, episode.scene)
        self._scenes = wider
        self._bodies = np.pad(self._bodies, ((0, 0), (0, slots - self._bodies.shape[1]), (0, 0)))

    def step(self, actions: ArrayLike) -> Step:
        """Move every world once; worlds whose episode is over refuse."""
        check_started(self.episodes)
        chosen = checked_actions(actions, len(self))
        count = len(chosen)
        moved, lost = np.empty(count), np.empty(count)
        stopped, refused = np.empty(count, np.bool_), np.empty(count, np.uint8)
        bad = dynamics.advance(
            self.pose, chosen, self.taken, self.over, self.horizon, self._bodies, self._counts, moved, lost, stopped, refused
        )  # fmt: skip
        if bad >= 0:
            self._check_poses()
            raise _unknown(chosen[bad])
        self.stopped |= stopped
        return Step(moved, lost, stopped, refused)

    def rewards(self) -> Floats:
        """(N, 4) reward of each action if it were taken now."""
        check_started(self.episodes)
        return self.reward.of_actions(self.pose, self.goal, self._bodies, self._counts)

    def rewards_of(self, actions: ArrayLike) -> Floats:
        """(N,) reward of the action that each world is about to take."""
        rewards, chosen = self.rewards(), checked_actions(actions, len(self))
        earned = np.empty(len(chosen))
        bad = pick(rewards, chosen, earned)
        if bad >= 0:
            raise _unknown(chosen[bad])
        return earned

    def observe(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]:
        """The first-person views: rgb (N, H, W, 3), depth (N, H, W), segmentation (N, H, W)."""
        check_started(self.episodes)
        self._check_poses()
        self._cameras[:, 0, 0:3:2], self._cameras[:, 0, 3] = self.pose[:, :2], self.pose[:, 2]
        drawn = render(self._scenes, self._cameras, self.camera, channels, self.threads, self.device)
        return {name: picture[:, :, 0] for name, picture in drawn.items()}

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> dict[str, Any]:
        """Six views around each agent (or those at `where`) side by side, forward in the fourth: (N, H, 6 W, ...)."""
        check_started(self.episodes)
        self._check_poses()
        scenes, poses = self._scenes, self.pose
        if where is not None:
            some = checked_indices(where, len(self), "The worlds to look around in")
            scenes, poses = scenes.take(some), poses[some]
        return panorama(scenes, poses, self.camera, channels, self.threads, self.device)

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """What lies behind the centre of a goal-grid cell of panorama view `view` (3 = ahead), one per world."""
        check_started(self.episodes)
        turn, rows, columns = checked_cells(view, row, column, len(self))
        self._check_poses()
        looking = self.pose.copy()
        looking[:, 2] += turn
        return Located(*behind(self._scenes, looking, self.camera, rows, columns))

    def distances(self, places: Floats | None = None) -> Floats:
        """(N,) to each goal from where the agent stands now, or from places (N, 2)."""
        check_started(self.episodes)
        start = self.pose if places is None else checked_floats(places, (len(self), 2), "Places")
        lengths = np.empty(len(self))
        bad = dynamics.distances(start, self.goal, lengths)
        if bad >= 0:
            raise InputError(f"World {bad}: from {start[bad].tolist()} to {self.goal[bad].tolist()} is no finite way.")
        return lengths

    def _check_poses(self) -> None:
        """Poses can be changed from outside; whoever is about to use them and finds one wrong says so here."""
        bad = dynamics.first_outside(self.pose)
        if bad >= 0:
            told = f"is not a place in the field 0..{FIELD:g} with a heading"
            raise InputError(f"World {bad}: its pose {self.pose[bad].tolist()} {told}.")

    def metrics(self) -> dict[str, Array]:
        """stop_distance (N,) from where each agent stands now, and whether that completes the task."""
        d = self.distances()
        return {"stop_distance": d, "completed": d < NEAR}

    def save(self, where: Sequence[int] | None = None) -> dict[str, Any]:
        """Everything that reset and step change, of all worlds or some; restore() continues exactly from it."""
        check_started(self.episodes)
        some = np.arange(len(self)) if where is None else checked_indices(where, len(self), "The worlds to save")
        scenes, arrays = self._scenes.take(some), {name: getattr(self, name)[some] for name in _CHANGES}
        return {"episodes": [self.episodes[n] for n in some.tolist()], **arrays} | {
            name: getattr(scenes, name) for name in _SHOWN
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Become the worlds of a saved state."""
        episodes = checked_state(state, (*_CHANGES, *_SHOWN), Episode)
        for k, episode in enumerate(episodes):
            _check(episode, f"episode {k} of this state")
        count, known = len(episodes), len(library().names)
        limits = {
            "pose": (-MOST_TURNED, MOST_TURNED), "horizon": (1, 2**62), "taken": (0, 2**62), "models": (-1, known - 1),
            "places": (-FARTHEST, FARTHEST), "ids": (0, known), "water": (0, 255), "wet": (0, FIELD),
        }  # fmt: skip
        models = checked_entry(state, "models", np.zeros((count, 1), np.int32), *limits["models"], exactly=False)
        if models.shape[1] < max(len(e.scene.landmarks) for e in episodes):
            raise InputError("This is not a state of this world: models has fewer places than the scenes have landmarks.")
        like = LaniWorld(self.camera)
        like._make_room(count, models.shape[1])
        for name in _CHANGES:
            checked_entry(state, name, getattr(like, name), *limits.get(name, (0, 1)))
        for name in _SHOWN:
            checked_entry(state, name, getattr(like._scenes, name), *limits[name])
        if (bad := dynamics.first_outside(state["pose"])) >= 0:
            raise InputError(f"This is not a state of this world: pose {bad} is {state['pose'][bad].tolist()}.")
        self._make_room(count, models.shape[1])
        self.episodes = episodes
        for n, episode in enumerate(self.episodes):
            count = len(episode.scene.landmarks)
            self.goal[n] = episode.goal
            self._bodies[n, :count], self._counts[n] = episode.scene.bodies, count
        for name in _CHANGES:
            getattr(self, name)[:] = state[name]
        for name in _SHOWN:
            getattr(self._scenes, name)[:] = state[name]
        self._scenes.version += 1


_CHANGES = ("pose", "horizon", "taken", "over", "stopped")
_SHOWN = ("models", "places", "ids", "water", "wet")  # the renderer's arrays, which take longer to make anew
_NOTHING = Episode(Scene(()), (0.0, 0.0, 0.0), (0.0, 0.0))


def _check(episode: Episode, where: str) -> None:
    check_scene(episode.scene, where)
    for name, value, size in (("start", episode.start, 3), ("goal", episode.goal, 2)):
        numbers = _numbers(value)
        if len(numbers) != size or not all(-MOST_TURNED <= n <= MOST_TURNED for n in numbers):
            raise InputError(f"{where}: {name} must be {size} finite numbers, got {shown(value)}.")
        if not all(0 <= n <= FIELD for n in numbers[:2]):
            raise InputError(f"{where}: {name} {shown(value)} lies outside the field 0..{FIELD:g}.")
    if not isinstance(episode.instruction, str):
        raise InputError(f"{where}: its instruction must be text, got {shown(episode.instruction)}.")


def _numbers(value: Any) -> list[float]:
    """Numbers as plain ones; none at all where some are no numbers."""
    try:
        return [] if isinstance(value, str | bytes) else [float(n) for n in value]
    except (TypeError, ValueError, OverflowError):
        return []


def _unknown(action: Any) -> InputError:
    return InputError(f"Action {action} is outside the action space 0..{len(ACTIONS) - 1} ({', '.join(ACTIONS)}).")
