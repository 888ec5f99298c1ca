"""The LANI world: N fields side by side that step, reward, draw and measure in one call each (see sightline.world)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sightline.errors import InputError
from sightline.geometry import Camera, distance
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.lani import dynamics
from sightline.lani.episode import Episode
from sightline.lani.landmarks import library
from sightline.lani.reward import NEAR, Reward
from sightline.lani.scene import Scene, check_scene
from sightline.render import FIELD, Scenes, behind, panorama, render, views
from sightline.world import Located, Step, check_one_each, check_started, checked_actions, checked_cells, checked_horizon

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

    def __init__(
        self, camera: Camera | None = None, horizon: int = HORIZON, reward: Reward | None = None,
        threads: int | None = None, device: str = "cpu",
    ):  # fmt: skip
        self.camera = camera or Camera()
        self._horizon = checked_horizon(horizon)
        self.reward = reward or Reward()
        self.threads, self.device = threads, device  # for pictures; the world itself lives on the CPU
        self._make_room(0, 0)

    def __len__(self) -> int:
        return len(self.episodes)

    def reset(self, episodes: Sequence[Episode], where: Sequence[int] | None = None) -> None:
        """Start anew with these episodes, or replace only the worlds at the indices `where`."""
        for k, episode in enumerate(episodes):
            _check(episode, f"episode {k}")
        if where is None:
            if not episodes:
                raise InputError("A world needs at least one episode.")
            self._make_room(len(episodes), max(len(e.scene.landmarks) for e in episodes))
            where = range(len(episodes))
        else:
            self._widen(max((len(e.scene.landmarks) for e in episodes), default=0))
        for n, episode in zip(where, episodes, strict=True):
            count = len(episode.scene.landmarks)
            self.episodes[n] = episode
            self.pose[n] = episode.start
            self.pose[n, 2] %= 360.0
            self.goal[n] = episode.goal
            self.horizon[n], self.taken[n], self.over[n], self.stopped[n] = self._horizon, 0, False, False
            self._bodies[n, :count], self._counts[n] = episode.scene.bodies, count
            _put(self._scenes, n, episode.scene)

    def proceed(self, episodes: Sequence[Episode]) -> None:
        """Start these episodes, one in every world, where the agents stand now; their own starts do not count."""
        check_one_each(episodes, len(self))
        pose = self.pose.copy()
        self.reset(episodes)
        self.pose[:] = pose

    def _make_room(self, count: int, slots: int) -> None:
        self.episodes = [_NOTHING] * count
        self.pose: Floats = np.zeros((count, 3))  # x, z, heading
        self.goal: Floats = np.zeros((count, 2))
        self.horizon: Ints = np.full(count, self._horizon, np.int64)
        self.taken: Ints = np.zeros(count, np.int64)  # actions so far, other than stop
        self.over: Bools = np.zeros(count, bool)
        self.stopped: Bools = np.zeros(count, bool)  # over because the agent said so
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
            raise InputError(
                f"Action {chosen[bad]} is outside the action space 0..{len(ACTIONS) - 1} ({', '.join(ACTIONS)})."
            )
        self.stopped |= stopped
        return Step(moved, lost, stopped, refused)

    def rewards(self) -> Floats:
        """(N, 4) reward of each action if it were taken now."""
        check_started(self.episodes)
        return self.reward.of_actions(self.pose, self.goal, self._bodies, self._counts)

    def rewards_of(self, actions: ArrayLike) -> Floats:
        """(N,) reward of the action that each world is about to take; 0 when one is unknown, which step then says."""
        try:
            return self.rewards()[np.arange(len(self)), np.asarray(actions)]
        except IndexError:
            return np.zeros(len(self))

    def observe(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]:
        """The first-person views: rgb (N, H, W, 3), depth (N, H, W), segmentation (N, H, W)."""
        check_started(self.episodes)
        self._cameras[:, 0, 0:3:2], self._cameras[:, 0, 3] = self.pose[:, :2], self.pose[:, 2]
        drawn = render(self._scenes, self._cameras, self.camera, channels, self.threads, self.device)
        return {name: picture[:, :, 0] for name, picture in drawn.items()}

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> dict[str, Any]:
        """Six views around each agent (or those at `where`) side by side, forward in the fourth: (N, H, 6 W, ...)."""
        check_started(self.episodes)
        scenes, poses = (
            (self._scenes, self.pose) if where is None else (self._scenes.take(where), self.pose[np.asarray(where)])
        )
        return panorama(scenes, poses, self.camera, channels, self.threads, self.device)

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """What lies behind the centre of a goal-grid cell of panorama view `view` (3 = ahead), one per world."""
        turn, rows, columns = checked_cells(view, row, column)
        looking = self.pose.copy()
        looking[:, 2] += turn
        return Located(*behind(self._scenes, looking, self.camera, rows, columns))

    def distances(self, places: Floats | None = None) -> Floats:
        """(N,) to each goal from where the agent stands now, or from places (N, 2)."""
        return distance(self.pose if places is None else places, self.goal)

    def metrics(self) -> dict[str, Array]:
        """stop_distance (N,) from where each agent stands now, and whether that completes the task."""
        d = self.distances()
        return {"stop_distance": d, "completed": d < NEAR}

    def save(self, where: Sequence[int] | None = None) -> dict[str, Any]:
        """Everything that reset and step change, of all worlds or some; restore() continues exactly from it."""
        some = np.arange(len(self)) if where is None else np.asarray(where, dtype=np.int64)
        scenes, arrays = self._scenes.take(some), {name: getattr(self, name)[some] for name in _CHANGES}
        return {"episodes": [self.episodes[n] for n in some.tolist()], **arrays} | {
            name: getattr(scenes, name) for name in _SHOWN
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Become the worlds of a saved state."""
        self._make_room(len(state["episodes"]), state["models"].shape[1])
        self.episodes = list(state["episodes"])
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
_SHOWN = (
    "models",
    "places",
    "ids",
    "water",
    "wet",
)  # of the scenes, as the renderer has them: making them anew takes longer
_NOTHING = Episode(Scene(()), (0.0, 0.0, 0.0), (0.0, 0.0))


def _check(episode: Episode, where: str) -> None:
    check_scene(episode.scene, where)
    for name, value, size in (("start", episode.start, 3), ("goal", episode.goal, 2)):
        numbers = np.asarray(value, dtype=np.float64)
        if numbers.shape != (size,) or not np.isfinite(numbers).all():
            raise InputError(f"{where}: {name} must be {size} finite numbers, got {value!r}.")
        if (numbers[:2] < 0).any() or (numbers[:2] > FIELD).any():
            raise InputError(f"{where}: {name} {value!r} lies outside the field 0..{FIELD:g}.")
