"""The CHAI world: N houses side by side that step, reward, draw and measure in one call each (see sightline.world)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sightline.chai.dynamics import ACTION_COUNT, INTERACT, STOP, advance, unknown_action
from sightline.chai.episode import Deed, Episode, agreement, check_episode, on_lattice
from sightline.chai.estate import State, empty_state, estate_of, library_of
from sightline.chai.foresight import Eyes, Foreseen, foresee_exactly, name_receptacles
from sightline.chai.gaze import EYE, Houses, ahead, gaze, try_out
from sightline.chai.hands import REFUSALS, act
from sightline.chai.house import House
from sightline.chai.reward import NEAR, Pursuit, Reward, empty_pursuit, pursue, set_goals
from sightline.chai.routes import routes
from sightline.chai.saving import CHANGES, changing, differences, put_state, restored, save
from sightline.chai.sight import Look, first_unsound
from sightline.chai.stock import Stock
from sightline.chai.walking import go
from sightline.checks import checked_floats, checked_indices, shown
from sightline.errors import InputError
from sightline.geometry import CELLS, Camera
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.render import Scenes, behind, cores, panorama, render, views
from sightline.render.look import INDOORS
from sightline.world import (
    Located,
    Step,
    check_one_each,
    check_started,
    checked_actions,
    checked_camera,
    checked_cells,
    checked_device,
    checked_episodes,
    checked_horizon,
    checked_threads,
    checked_where,
    per_world,
)  # fmt: skip

ACTIONS = ("forward", "turn_right", "turn_left", "stop", "interact")
HORIZON = 400  # actions other than stop


class ChaiWorld:
    """N houses. An episode ends with Stop or after `horizon` other actions; then its world refuses to act.

    Actions 0 to 3 are forward, turn_right, turn_left and stop; 4 + 32 * row + column is interact with a cell of the view.
    What changes in a world is in `state` (arrays, see estate.State) and `pose`; what was manipulated in `done`.
    """

    actions = ACTIONS
    refusals = REFUSALS
    pursuit: Pursuit
    _state: State
    pose, goal, horizon = per_world("pose"), per_world("goal"), per_world("horizon")
    taken, over, stopped = per_world("taken"), per_world("over"), per_world("stopped")

    def __init__(
        self, camera: Camera = EYE, horizon: int = HORIZON, reward: Reward | None = None,
        threads: int | None = None, device: str = "cpu",
    ):  # fmt: skip
        self.camera, self._most, self.reward = checked_camera(camera), checked_horizon(horizon), reward or Reward()
        self.threads, self.device = checked_threads(threads), checked_device(device)  # for looking; the rest is on the CPU
        self.episodes: list[Episode] = []
        self._doubtful = False  # whether the state may have changed behind our back, so that it is looked over before use
        self._foreseen: tuple[tuple[bytes, ...], Foreseen] | None = None  # by rewards_of, for step
        self._make_counts(0)

    def __len__(self) -> int:
        return len(self.episodes)

    @property
    def state(self) -> State:
        """What changes in these worlds. Whoever has had it may change it, so from then on it is looked over before use."""
        self._doubtful = True
        return self._state

    def reset(self, episodes: Sequence[Episode], where: Sequence[int] | None = None) -> None:
        """Start anew with these episodes, or replace only the worlds at the indices `where`."""
        episodes = checked_episodes(episodes, Episode)
        for k, episode in enumerate(episodes):
            check_episode(episode, f"episode {k}")
        worlds = checked_where(where, len(self), len(episodes))
        if where is None:
            if not episodes:
                raise InputError("A world needs at least one episode.")
            self.episodes = [episodes[0]] * len(episodes)
            houses = tuple(sorted({e.house for e in episodes}, key=lambda house: house.name))
            self._make_room(houses, max(len(e.stock.items) for e in episodes), max(len(e.goals) for e in episodes))
        elif episodes:
            self._widen(episodes)
        for n, episode in zip(worlds, episodes, strict=True):
            self.episodes[n] = episode
            self.pose[n] = on_lattice(episode.start)
            self.goal[n] = episode.goal
            self.horizon[n], self.taken[n], self.over[n], self.stopped[n] = self._most, 0, False, False
            self._state.house[n], self._state.held[n] = self._which.index(episode.house), -1
            self._state.open[n], self._state.on[n] = 0, 0
            episode.stock.fill(self._state, n)
            if episode.before:
                put_state(
                    self._state, n, _lived_in(episode.house, episode.stock, episode.first or episode.start, episode.before)
                )
            set_goals(self.pursuit, n, episode)
            self.done[n] = []
        known = len(self.houses.library.names)
        if first_unsound(self.houses.estate, self._state, np.asarray(worlds, np.int64), self.pose[worlds], known) >= 0:
            self._doubtful = True  # a stock can be made of anything; whoever looks at it will say so
        pursue(self.houses.estate.rooms, self._state.house, self.pose, self.pursuit, np.zeros((len(self), 3), np.int64))

    def proceed(self, episodes: Sequence[Episode]) -> None:
        """Start these episodes, one in every world, in the houses as they are now and where the agents stand."""
        check_started(self.episodes)
        episodes = checked_episodes(episodes, Episode)
        check_one_each(episodes, len(self))
        for n, (now, then) in enumerate(zip(self.episodes, episodes, strict=True)):
            if now.house is not then.house or now.stock != then.stock:
                raise InputError(
                    f"World {n} cannot proceed in {then.house.title}: it is in {now.house.title}, or other items."
                )
        pose, state, doubtful = self.pose.copy(), self._state, self._doubtful
        self.reset(episodes)
        self.pose[:], self._state, self._doubtful = pose, state, doubtful
        pursue(self.houses.estate.rooms, self._state.house, self.pose, self.pursuit, np.zeros((len(self), 3), np.int64))

    def _make_room(self, houses: tuple[House, ...], items: int, goals: int) -> None:
        count = len(self.episodes)
        self._which = houses
        self.houses = Houses(estate_of(houses), library_of(houses))
        self._make_counts(count)
        self.done: list[list[Deed]] = [[] for _ in range(count)]  # what was manipulated, in order
        self._state, self._doubtful = empty_state(self.houses.estate, count, items), False
        self.pursuit = empty_pursuit(count, goals)
        self._scenes = self._new_scenes(count)

    def _make_counts(self, count: int) -> None:
        self._pose: Floats = np.zeros((count, 3))  # x, z, heading
        self._goal: Floats = np.zeros((count, 2))  # where to end
        self._horizon: Ints = np.full(count, self._most, np.int64)
        self._taken: Ints = np.zeros(count, np.int64)  # actions so far, other than stop
        self._over: Bools = np.zeros(count, bool)
        self._stopped: Bools = np.zeros(count, bool)  # over because the agent said so

    def _widen(self, episodes: Sequence[Episode]) -> None:
        """Room for houses, items and goals that are new to these worlds; what is in them stays."""
        houses = tuple(dict.fromkeys([*self._which, *(e.house for e in episodes)]))
        items = max(self._state.kind.shape[1], *(len(e.stock.items) for e in episodes))
        goals = max(self.pursuit.kind.shape[1] - 2, *(len(e.goals) for e in episodes))
        if (houses, items, goals + 2) == (self._which, self._state.kind.shape[1], self.pursuit.kind.shape[1]):
            return
        before = (*(getattr(self, name) for name in CHANGES), self.goal, *self._state, *self.pursuit)
        done, doubtful = self.done, self._doubtful
        self._make_room(houses, items, goals)
        after = (*(getattr(self, name) for name in CHANGES), self.goal, *self._state, *self.pursuit)
        for old, new in zip(before, after, strict=True):
            new[tuple(slice(size) for size in old.shape)] = old
        self.done, self._doubtful = done, doubtful

    def step(self, actions: ArrayLike) -> Step:
        """Move every world once; worlds whose episode is over refuse."""
        check_started(self.episodes)
        chosen = checked_actions(actions, len(self))
        count, state, estate = len(chosen), self._state, self.houses.estate
        moved, lost = np.empty(count), np.empty(count)
        stopped, refused = np.empty(count, np.bool_), np.empty(count, np.uint8)
        bad = advance(
            self.pose, chosen, self.taken, self.over, self.horizon, state.house, estate.free, moved, lost, stopped, refused
        )
        if bad >= 0:
            if 0 <= chosen[bad] < ACTION_COUNT:
                raise InputError(f"World {bad}: its pose {shown(self.pose[bad].tolist())} is not a place in its house.")
            raise unknown_action(chosen[bad])
        deeds = np.zeros((count, 3), np.int64)
        reaching = np.flatnonzero((chosen >= INTERACT) & (refused == 0))
        if len(reaching):
            refused[reaching], deeds[reaching] = self._reach(reaching, chosen[reaching] - INTERACT)
            for n in reaching[deeds[reaching, 0] > 0].tolist():
                self.done[n].append(tuple(deeds[n].tolist()))
        pursue(estate.rooms, state.house, self.pose, self.pursuit, deeds)
        self.stopped |= stopped
        return Step(moved, lost, stopped, refused)

    def _reach(self, worlds: Array, cells: Array) -> tuple[Array, Array]:
        """Interact with one cell in each of some worlds: what was refused, what was done."""
        poses = self.pose[worlds]
        if self._foreseen is not None and self._foreseen[0] == self._moment(worlds, cells):
            refused, deeds, spots = self._foreseen[1]
        else:
            refused, deeds, spots = self._exactly(worlds, poses, cells)
        self._foreseen = None
        act(self.houses.estate, self._state, worlds, poses, deeds[:, 0], spots[:, 0])
        return refused[:, 0], name_receptacles(self.houses, self._state, worlds, deeds)[:, 0]

    def _moment(self, worlds: Array, cells: Array) -> tuple[bytes, ...]:
        """All that decides what Interact does, to tell whether anything has changed since it was foreseen."""
        return tuple(a.tobytes() for a in (worlds, np.asarray(cells, np.int64), self.pose[worlds], *self._state))

    def _exactly(self, worlds: Array, poses: Floats, cells: Array) -> Foreseen:
        """What Interact with one cell does in each of some worlds."""
        eyes = Eyes(self.houses, self._state, self.camera, not self._doubtful, self.threads)
        return foresee_exactly(eyes, worlds, poses, cells)

    def foresee(
        self, worlds: ArrayLike | None = None, poses: Floats | None = None, cells: Array | None = None
    ) -> tuple[Array, Array]:
        """What Interact with each cell would do: refused (M, 32, 32) and (verb, object, receptacle) (M, 32, 32, 3).

        `worlds` (M,) are the worlds to look at, all of them without it; `poses` (M, 3) other places to do it from;
        with `cells` (M,), 32 * row + column, only one in each, exactly as `step` would do it: (M,) and (M, 3). (The whole
        grid is one small picture: at the edges of things, and for what would be put out of sight, it may differ.)
        """
        check_started(self.episodes)
        which = np.arange(len(self)) if worlds is None else checked_indices(worlds, len(self), "The worlds to look at")
        at = self.pose[which] if poses is None else checked_floats(poses, (len(which), 3), "The poses to look from")
        if cells is not None:
            some = checked_indices(cells, CELLS * CELLS, "Cells (32 * row + column)")
            if len(some) != len(which):
                raise InputError(f"foresee takes one cell for each of {len(which)} worlds, got {len(some)}.")
            refused, deeds, _ = self._exactly(which, at, some)
        else:
            seen = gaze(self.houses, self._state, which, at, self.camera, CELLS, not self._doubtful, self.threads)
            refused, deeds, _ = try_out(self.houses, self._state, which, at, seen)
        shape = (len(which), CELLS, CELLS) if cells is None else (len(which),)
        return refused.reshape(shape), name_receptacles(self.houses, self._state, which, deeds).reshape(*shape, 3)

    def rewards(self) -> Floats:
        """(N, 4) reward of forward, turn_right, turn_left and stop if taken now."""
        check_started(self.episodes)
        return self.reward.of_actions(self.houses.estate, self._state.house, self.pose, self.pursuit)

    def interact_rewards(self) -> Floats:
        """(N, 32, 32) reward of Interact with each cell if taken now."""
        _, deeds = self.foresee()
        return self.reward.of_deeds(self.pursuit, deeds.reshape(len(self), -1, 3)).reshape(-1, CELLS, CELLS)

    def rewards_of(self, actions: ArrayLike) -> Floats:
        """(N,) reward of the action that each world is about to take, Interact included."""
        check_started(self.episodes)
        chosen = checked_actions(actions, len(self))
        if chosen.min() < 0 or chosen.max() >= ACTION_COUNT:
            raise unknown_action(chosen[(chosen < 0) | (chosen >= ACTION_COUNT)][0])
        reaching = np.flatnonzero(chosen >= INTERACT)
        earned = np.zeros(len(self))
        if len(reaching) < len(self):
            moves = np.flatnonzero(chosen < INTERACT)
            earned[moves] = self.rewards()[moves, chosen[moves]]
        if len(reaching):
            cells = chosen[reaching] - INTERACT
            foreseen = self._exactly(reaching, self.pose[reaching], cells)
            deeds = name_receptacles(self.houses, self._state, reaching, foreseen.deeds.copy())
            self._foreseen = self._moment(reaching, cells), foreseen  # for the step that follows
            wanted = self.pursuit if len(reaching) == len(self) else Pursuit(*(a[reaching] for a in self.pursuit))
            earned[reaching] = self.reward.of_deeds(wanted, deeds)[:, 0]
        return earned

    def observe(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]:
        """The first-person views: rgb (N, H, W, 3), depth (N, H, W), segmentation (N, H, W)."""
        check_started(self.episodes)
        self._arrange(self._scenes, np.arange(len(self)), self.pose, ahead(self.camera))
        drawn = render(self._scenes, views(self.pose, self.camera), self.camera, channels, self.threads, self.device)
        return {name: picture[:, :, 0] for name, picture in drawn.items()}

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> dict[str, Any]:
        """Six views around each agent (or those at `where`) side by side, forward in the fourth: (N, H, 6 W, ...)."""
        check_started(self.episodes)
        some = np.arange(len(self)) if where is None else checked_indices(where, len(self), "The worlds to look around in")
        scenes, poses = self._scenes if where is None else self._new_scenes(len(some)), self.pose[some]
        self._arrange(scenes, some, poses, Look(self.camera.eye))
        return panorama(scenes, poses, self.camera, channels, self.threads, self.device)

    def _new_scenes(self, count: int) -> Scenes:
        return Scenes(self.houses.library, count, self.houses.slots(self._state), backdrop=False, light=INDOORS)

    def _arrange(self, scenes: Scenes, worlds: Array, poses: Floats, look: Look) -> None:
        self.houses.show(scenes, self._state, worlds, poses, look, self.threads or cores(), sound=not self._doubtful)

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """What lies behind the centre of a goal-grid cell of panorama view `view` (3 = ahead), one per world."""
        check_started(self.episodes)
        turn, rows, columns = checked_cells(view, row, column, len(self))
        looking = self.pose.copy()
        looking[:, 2] += turn
        self._arrange(self._scenes, np.arange(len(self)), self.pose, Look(self.camera.eye))
        return Located(*behind(self._scenes, looking, self.camera, rows, columns))

    def distances(self, places: Floats | None = None) -> Floats:
        """(N,) through the house to where each agent should end, from where it stands now or from places (N, 2)."""
        check_started(self.episodes)
        starts = self.pose[:, :2] if places is None else checked_floats(places, (len(self), 2), "Places")
        lengths = routes(self.houses.estate, self._state.house, starts, self.goal)
        if np.isnan(lengths[0] if len(lengths) == 1 else lengths.sum()):
            bad = int(np.isnan(lengths).argmax())
            raise InputError(f"World {bad}: from {starts[bad].tolist()} to {self.goal[bad].tolist()} is no way.")
        return lengths

    def metrics(self) -> dict[str, Array]:
        """stop_distance (N,) through the house from where each agent stands now, manipulation_accuracy (N,) in percent,
        and completed: within 1 m of the end, with exactly the manipulations of the reference."""
        d = self.distances()
        accuracy = np.array([agreement(set(a), e.deeds) for a, e in zip(self.done, self.episodes, strict=True)])
        return {"stop_distance": d, "manipulation_accuracy": accuracy, "completed": (d <= NEAR) & (accuracy == 100.0)}

    def save(self, where: Sequence[int] | None = None) -> dict[str, Any]:
        """Everything that reset and step change, of all worlds or some; restore() continues exactly from it."""
        return save(self, where)

    def memory(self) -> tuple[list[Array], list[list[Deed]]]:
        """What steps change, for recall(): cheaper than save() and restore(), which trust nobody."""
        return [array.copy() for array in changing(self)], [list(deeds) for deeds in self.done]

    def recall(self, memory: tuple[list[Array], list[list[Deed]]]) -> None:
        """Undo what has happened since memory() was asked for; there must have been no reset between."""
        for array, before in zip(changing(self), memory[0], strict=True):
            array[:] = before
        self.done = [list(deeds) for deeds in memory[1]]

    def restore(self, state: dict[str, Any]) -> None:
        """Become the worlds of a saved state."""
        self.__dict__.update(restored(self, state).__dict__)

    def differences(self, state: dict[str, Any], n: int = 0) -> list[str]:
        """What is different in world n from a saved state, in words; empty when nothing is."""
        return differences(self, state, n)


@lru_cache(maxsize=1024)
def _lived_in(house: House, stock: Stock, start: tuple[float, float, float], actions: tuple[int, ...]) -> State:
    """How a house is after these actions: what a paragraph's instructions before the one at hand have changed."""
    world = ChaiWorld(horizon=10**9, threads=1)
    world.reset([Episode(house, stock, start, ())])
    moves: list[int] = []
    for action in actions:
        if action < STOP:
            moves.append(action)
            continue
        go(world, moves)
        world.step([action])
        moves.clear()
    return world._state
