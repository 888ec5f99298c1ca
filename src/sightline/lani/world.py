"""The LANI world: N fields side by side that step, reward, draw and measure in one call each (see sightline.world)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from sightline.checks import shown
from sightline.errors import InputError
from sightline.geometry import Camera, bearing, distance
from sightline.geometry.camera import FARTHEST
from sightline.geometry.types import Array, Floats
from sightline.lani import dynamics
from sightline.lani.dynamics import FORWARD, STOP, STRIDE, TURN, TURN_LEFT, TURN_RIGHT
from sightline.lani.episode import Episode
from sightline.lani.landmarks import library
from sightline.lani.reward import NEAR, Reward, pick
from sightline.lani.scene import Scene, check_scene
from sightline.render import FIELD, Scenes
from sightline.world import SavedState, Step, check_started, checked_actions
from sightline.worlds import DrawnWorlds, checked_entry

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


class LaniWorld(DrawnWorlds[Episode]):
    """N LANI fields."""

    actions, action_count, refusals, episode_type = ACTIONS, len(ACTIONS), REFUSALS, Episode
    ground, usual_camera, usual_horizon, reward_type = f"the field 0..{FIELD:g}", Camera(), HORIZON, Reward
    reward: Reward

    def _check(self, episode: Episode, where: str) -> None:
        check_scene(episode.scene, where)
        super()._check(episode, where)
        for name, place in (("start", episode.start[:2]), ("goal", episode.goal)):
            if not all(0 <= n <= FIELD for n in place):
                raise InputError(f"{where}: {name} {shown(place)} lies outside {self.ground}.")

    def _make_room(self, episodes: Sequence[Episode]) -> None:
        self._make_arrays(len(episodes), max(len(e.scene.landmarks) for e in episodes))

    def _make_arrays(self, count: int, slots: int) -> None:
        self._make_counts(count)
        self._scenes = Scenes(library(), count, slots)
        self._counts = np.zeros(count, np.int64)  # landmarks of each field
        self._bodies = np.zeros((count, max(slots, 1), 5))

    def _widen(self, episodes: Sequence[Episode]) -> None:
        slots = max(len(e.scene.landmarks) for e in episodes)
        if slots <= self._scenes.slots and self._scenes.library is library():
            return
        slots = max(slots, self._scenes.slots)
        self._scenes = scenes_of([episode.scene for episode in self.episodes], slots)
        self._bodies = np.pad(self._bodies, ((0, 0), (0, slots - self._bodies.shape[1]), (0, 0)))

    def _begin(self, n: int, episode: Episode) -> None:
        self.pose[n] = episode.start
        self.pose[n, 2] %= 360.0
        self._set_bodies(n, episode.scene)
        _put(self._scenes, n, episode.scene)

    def _set_bodies(self, n: int, scene: Scene) -> None:
        count = len(scene.landmarks)
        self._bodies[n, :count], self._counts[n] = scene.bodies, count

    def step(self, actions: ArrayLike) -> Step:
        """Move every world once; worlds whose episode is over refuse."""
        check_started(self.episodes)
        return self._move(dynamics.advance, actions, self._bodies, self._counts)[1]

    def rewards(self) -> Floats:
        """(N, 4) reward of each action if taken now."""
        check_started(self.episodes)
        return self.reward.of_actions(self.pose, self.goal, self._bodies, self._counts)

    def rewards_of(self, actions: ArrayLike) -> Floats:
        """(N,) rewards of these actions if taken now."""
        rewards, chosen = self.rewards(), checked_actions(actions, len(self))
        earned = np.empty(len(chosen))
        bad = pick(rewards, chosen, earned)
        if bad >= 0:
            raise self._action_error(bad, chosen[bad])
        return earned

    def _scenes_seen(self, worlds: Array | None, around: bool) -> Scenes:
        self._check_poses()
        return self._scenes if worlds is None else self._scenes.take(worlds)

    def _lengths(self, starts: Floats) -> tuple[Floats, int]:
        lengths = np.empty(len(self))
        return lengths, dynamics.distances(starts, self.goal, lengths)

    def _check_poses(self) -> None:
        """Raise InputError if a pose, which callers may change, is not in the field."""
        bad = dynamics.first_outside(self.pose)
        if bad >= 0:
            raise self._pose_error(bad)

    def metrics(self) -> dict[str, Array]:
        """stop_distance (N,) from the agents' present places, and whether it completes the task."""
        d = self.distances()
        return {"stop_distance": d, "completed": d < NEAR}

    def _save(self, worlds: Array) -> SavedState:
        scenes = self._scenes.take(worlds)
        return {name: getattr(scenes, name) for name in _DRAWN}

    def _restore(self, state: SavedState) -> None:
        self.episodes = self._episodes_of(state, _DRAWN)
        for k, episode in enumerate(self.episodes):
            self._check(episode, f"episode {k} of this state")
        count, known = len(self.episodes), len(library().names)
        limits = {
            "models": (-1, known - 1), "places": (-FARTHEST, FARTHEST), "ids": (0, known), "water": (0, 255),
            "wet": (0, FIELD),
        }  # fmt: skip
        models = checked_entry(state, "models", np.zeros((count, 1), np.int32), *limits["models"], exactly=False)
        if models.shape[1] < max(len(e.scene.landmarks) for e in self.episodes):
            raise InputError("This is not a state of this world: models has fewer slots than a scene has landmarks.")
        self._make_arrays(count, models.shape[1])
        self._restore_changes(state)
        for name, (least, most) in limits.items():
            getattr(self._scenes, name)[:] = checked_entry(state, name, getattr(self._scenes, name), least, most)
        self._check_poses()
        for n, episode in enumerate(self.episodes):
            self.goal[n] = episode.goal
            self._set_bodies(n, episode.scene)


_DRAWN = ("models", "places", "ids", "water", "wet")  # arrays of the scenes, which are expensive to rebuild


def head_to_goal(pose: Floats, goal: Floats, close: float = STRIDE) -> Array:
    """(N,) the next action of a scripted agent at poses (N, 3): turn to the goal (N, 2), step, stop when close."""
    turn = bearing(pose, goal)
    action = np.where(turn > TURN / 2, TURN_RIGHT, np.where(turn < -TURN / 2, TURN_LEFT, FORWARD))
    return np.where(distance(pose, goal) < close, STOP, action)
