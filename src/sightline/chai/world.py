"""The CHAI world: N houses side by side that step, reward, draw and measure in one call each (see sightline.world)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from sightline.chai.dynamics import ACTION_COUNT, INTERACT, STOP, advance, is_free, spot, walk
from sightline.chai.episode import Deed, Episode, agreement, check_goals, on_lattice
from sightline.chai.hands import REFUSALS, act
from sightline.chai.house import House
from sightline.chai.house.arrays import State, empty_state
from sightline.chai.house.routes import routes
from sightline.chai.reward import NEAR, Pursuit, Reward, empty_pursuit, pursue, set_goals
from sightline.chai.saving import VERSION, changing, differences, put_state, restore
from sightline.chai.sight.arrange import ViewExtent, first_unsound
from sightline.chai.sight.gaze import EYE, Foreseen, Houses, Viewer, ahead, name_receptacles
from sightline.chai.stock import Stock
from sightline.checks import checked_floats, checked_indices, shown
from sightline.errors import InputError
from sightline.geometry import CELLS
from sightline.geometry.types import Array, Floats
from sightline.render import Scenes, cores
from sightline.world import SavedState, Step, check_started, checked_actions
from sightline.worlds import CHANGES, DrawnWorlds

ACTIONS = ("forward", "turn_right", "turn_left", "stop", "interact")
HORIZON = 400  # actions other than stop
Memory = tuple[list[Array], list[list[Deed]]]  # everything steps change: arrays, and the deeds done


class ChaiWorld(DrawnWorlds[Episode]):
    """N houses.

    Actions 0 to 3 are forward, turn_right, turn_left and stop; 4 + 32 * row + column is interact with a cell of the view.
    `state` (arrays, see house.arrays.State) and `pose` hold everything that changes in a world, `done` the deeds.
    """

    actions, action_count, refusals, episode_type = ACTIONS, ACTION_COUNT, REFUSALS, Episode
    ground, usual_camera, usual_horizon, reward_type = "its house", EYE, HORIZON, Reward
    reward: Reward
    pursuit: Pursuit
    _state: State
    _unchecked = False  # the state may have been changed from outside and must be checked before use
    _foreseen: tuple[tuple[bytes, ...], Foreseen] | None = None  # by rewards_of, for step

    @property
    def state(self) -> State:
        """Everything that changes in these worlds. Callers may change it, so it is checked before each use from now on."""
        self._unchecked = True
        return self._state

    def reset(self, episodes: Sequence[Episode], where: Sequence[int] | None = None) -> None:
        """Start anew with these episodes, or replace only the worlds at the indices `where`."""
        super().reset(episodes, where)
        worlds = np.arange(len(self)) if where is None else np.asarray(where, np.int64)
        known = len(self.houses.library.names)
        if first_unsound(self.houses.estate, self._state, worlds, self.pose[worlds], known) >= 0:
            self._unchecked = True  # a stock is untrusted; the check before use reports errors
        self._pursue()

    def _pursue(self) -> None:
        """Advance past the goals that are reached at the start."""
        pursue(self.houses.estate.rooms, self._state.house, self.pose, self.pursuit, np.zeros((len(self), 3), np.int64))

    def proceed(self, episodes: Sequence[Episode]) -> None:
        """Start these episodes, one in every world, from the present state and poses."""
        following = self._one_each(episodes)
        for n, (now, then) in enumerate(zip(self.episodes, following, strict=True)):
            if now.house is not then.house or now.stock != then.stock:
                raise InputError(
                    f"World {n} cannot proceed to an episode in another house or with other items: it is in "
                    f"{now.house.title}, the episode in {then.house.title}."
                )
        pose, state, unchecked = self.pose.copy(), self._state, self._unchecked
        self.reset(following)
        self.pose[:], self._state, self._unchecked = pose, state, unchecked
        self._pursue()

    def _check(self, episode: Episode, where: str) -> None:
        house = episode.house
        if not isinstance(house, House) or not isinstance(episode.stock, Stock):
            raise InputError(f"{where}: has no House and Stock of sightline.chai, got {shown(episode)}.")
        check_goals(episode, where)
        super()._check(episode, where)
        x, z, _ = on_lattice(episode.start)
        if not is_free(house.ground.reachable, *spot(x, z)):
            raise InputError(f"{where}: its start {shown(episode.start)} is not a free place in {house.title}.")

    def _make_room(self, episodes: Sequence[Episode]) -> None:
        houses = tuple(sorted({e.house for e in episodes}, key=lambda house: house.name))
        self._make_arrays(houses, max(len(e.stock.items) for e in episodes), max(len(e.goals) for e in episodes))

    def _make_arrays(self, houses: tuple[House, ...], items: int, goals: int) -> None:
        count = len(self.episodes)
        self._house_order = houses
        self.houses = Houses.of(houses)
        self._make_counts(count)
        self.done: list[list[Deed]] = [[] for _ in range(count)]  # deeds, in order
        self._foreseen = None
        self._state, self._unchecked = empty_state(self.houses.estate, count, items), False
        self.pursuit = empty_pursuit(count, goals)
        self._scenes = self.houses.scenes(count, self._state)

    def _begin(self, n: int, episode: Episode) -> None:
        self.pose[n] = on_lattice(episode.start)
        self._state.house[n], self._state.held[n] = self._house_order.index(episode.house), -1
        self._state.open[n], self._state.on[n] = 0, 0
        episode.stock.fill(self._state, n)
        if episode.before:
            first = episode.first or episode.start
            put_state(self._state, n, _state_after(episode.house, episode.stock, first, episode.before))
        set_goals(self.pursuit, n, episode)
        self.done[n] = []

    def _widen(self, episodes: Sequence[Episode]) -> None:
        houses = tuple(dict.fromkeys([*self._house_order, *(e.house for e in episodes)]))
        items = max(self._state.kind.shape[1], *(len(e.stock.items) for e in episodes))
        goals = max(self.pursuit.kind.shape[1] - 2, *(len(e.goals) for e in episodes))
        if (houses, items, goals + 2) == (self._house_order, self._state.kind.shape[1], self.pursuit.kind.shape[1]):
            return
        before = (*(getattr(self, name) for name in CHANGES), self.goal, *self._state, *self.pursuit)
        done, unchecked = self.done, self._unchecked
        self._make_arrays(houses, items, goals)
        after = (*(getattr(self, name) for name in CHANGES), self.goal, *self._state, *self.pursuit)
        for old, new in zip(before, after, strict=True):
            new[tuple(slice(size) for size in old.shape)] = old
        self.done, self._unchecked = done, unchecked

    def step(self, actions: ArrayLike) -> Step:
        """Move every world once; worlds whose episode is over refuse."""
        check_started(self.episodes)
        chosen, result = self._move(advance, actions, self._state.house, self.houses.estate.free)
        deeds = np.zeros((len(chosen), 3), np.int64)
        reaching = np.flatnonzero((chosen >= INTERACT) & (result.refused == 0))
        if len(reaching):
            result.refused[reaching], deeds[reaching] = self._interact(reaching, chosen[reaching] - INTERACT)
            for n in reaching[deeds[reaching, 0] > 0].tolist():
                self.done[n].append(tuple(deeds[n].tolist()))
        pursue(self.houses.estate.rooms, self._state.house, self.pose, self.pursuit, deeds)
        return result

    def _interact(self, worlds: Array, cells: Array) -> tuple[Array, Array]:
        """Interact with one cell in each of these worlds: the refusals and the deeds."""
        poses = self.pose[worlds]
        if self._foreseen is not None and self._foreseen[0] == self._moment(worlds, cells):
            refused, deeds, spots = self._foreseen[1]
        else:
            refused, deeds, spots = self.viewer().foresee_exactly(worlds, poses, cells)
        self._foreseen = None
        act(self.houses.estate, self._state, worlds, poses, deeds[:, 0], spots[:, 0])
        return refused[:, 0], name_receptacles(self.houses, self._state, worlds, deeds)[:, 0]

    def _moment(self, worlds: Array, cells: Array) -> tuple[bytes, ...]:
        """Everything that Interact depends on, to detect changes since it was foreseen."""
        return tuple(a.tobytes() for a in (worlds, np.asarray(cells, np.int64), self.pose[worlds], *self._state))

    def viewer(self) -> Viewer:
        """A viewer of these worlds in their present state."""
        return Viewer(self.houses, self._state, self.camera, not self._unchecked, self.threads)

    def pointed_at(self, cell: int, n: int = 0) -> tuple[float, float, float]:
        """The point behind a cell (32 * row + column) of world n's view, to the centimetre: where its hands reach."""
        x, y, z = self.viewer().gaze(np.array([n]), self.pose[[n]]).points[0, cell].tolist()
        return round(x, 2), round(y, 2), round(z, 2)

    def walk(self, moves: Sequence[int], n: int = 0) -> Floats:
        """Move the agent of world n by several steps and turns at once; returns its poses (K + 1, 3) from before on."""
        trace = np.empty((len(moves) + 1, 3))
        trace[0] = self.pose[n]
        walk(self.houses.estate.free[self._state.house[n]], np.array(moves, np.int64), trace)
        self.pose[n] = trace[-1]
        self.taken[n] += len(moves)
        return trace

    def foresee(
        self, worlds: ArrayLike | None = None, poses: Floats | None = None, cells: Array | None = None
    ) -> tuple[Array, Array]:
        """Effects of Interact with each cell: refused (M, 32, 32) and (verb, object, receptacle) (M, 32, 32, 3).

        `worlds` (M,) selects worlds, by default all; `poses` (M, 3) replaces the agents' poses. With `cells` (M,),
        32 * row + column, only one cell of each, exactly as `step` would do it: (M,) and (M, 3). (The whole grid comes from
        one small picture. It may differ from `step` at the edges of things, and for items that would get out of sight.)
        """
        check_started(self.episodes)
        which = np.arange(len(self)) if worlds is None else checked_indices(worlds, len(self), "The worlds to look at")
        at = self.pose[which] if poses is None else checked_floats(poses, (len(which), 3), "The poses to look from")
        if cells is not None:
            chosen = checked_indices(cells, CELLS * CELLS, "Cells (32 * row + column)")
            if len(chosen) != len(which):
                raise InputError(f"foresee takes one cell for each of {len(which)} worlds, got {len(chosen)}.")
            refused, deeds, _ = self.viewer().foresee_exactly(which, at, chosen)
        else:
            refused, deeds, _ = self.viewer().try_out(which, at, self.viewer().gaze(which, at))
        shape = (len(which), CELLS, CELLS) if cells is None else (len(which),)
        return refused.reshape(shape), name_receptacles(self.houses, self._state, which, deeds).reshape(*shape, 3)

    def rewards(self) -> Floats:
        """(N, 4) rewards of forward, turn_right, turn_left and stop if taken now."""
        check_started(self.episodes)
        return self.reward.of_actions(self.houses.estate, self._state.house, self.pose, self.pursuit)

    def interact_rewards(self) -> Floats:
        """(N, 32, 32) rewards of Interact with each cell if taken now."""
        _, deeds = self.foresee()
        return self.reward.of_deeds(self.pursuit, deeds.reshape(len(self), -1, 3)).reshape(-1, CELLS, CELLS)

    def rewards_of(self, actions: ArrayLike) -> Floats:
        """(N,) rewards of these actions if taken now, Interact included."""
        check_started(self.episodes)
        chosen = checked_actions(actions, len(self))
        if chosen.min() < 0 or chosen.max() >= ACTION_COUNT:
            bad = int(np.argmax((chosen < 0) | (chosen >= ACTION_COUNT)))
            raise self._action_error(bad, chosen[bad])
        reaching = np.flatnonzero(chosen >= INTERACT)
        earned = np.zeros(len(self))
        if len(reaching) < len(self):
            moves = np.flatnonzero(chosen < INTERACT)
            earned[moves] = self.rewards()[moves, chosen[moves]]
        if len(reaching):
            cells = chosen[reaching] - INTERACT
            foreseen = self.viewer().foresee_exactly(reaching, self.pose[reaching], cells)
            deeds = name_receptacles(self.houses, self._state, reaching, foreseen.deeds.copy())
            self._foreseen = self._moment(reaching, cells), foreseen  # reused by the next step
            wanted = self.pursuit if len(reaching) == len(self) else Pursuit(*(a[reaching] for a in self.pursuit))
            earned[reaching] = self.reward.of_deeds(wanted, deeds)[:, 0]
        return earned

    def _scenes_seen(self, worlds: Array | None, around: bool) -> Scenes:
        scenes = self._scenes if worlds is None else self.houses.scenes(len(worlds), self._state)
        which = np.arange(len(self)) if worlds is None else worlds
        extent = ViewExtent(self.camera.eye) if around else ahead(self.camera)
        self.houses.show(
            scenes, self._state, which, self.pose[which], extent, self.threads or cores(), sound=not self._unchecked
        )
        return scenes

    def _lengths(self, starts: Floats) -> tuple[Floats, int]:
        lengths = routes(self.houses.estate, self._state.house, starts, self.goal)
        unknown = np.isnan(lengths[0] if len(lengths) == 1 else lengths.sum())
        return lengths, int(np.isnan(lengths).argmax()) if unknown else -1

    def metrics(self) -> dict[str, Array]:
        """stop_distance (N,): path length to the end; manipulation_accuracy (N,): percent; completed (N,): within 1 m of the
        end with exactly the deeds of the reference."""
        d = self.distances()
        accuracy = np.array([agreement(set(a), e.deeds) for a, e in zip(self.done, self.episodes, strict=True)])
        return {"stop_distance": d, "manipulation_accuracy": accuracy, "completed": (d <= NEAR) & (accuracy == 100.0)}

    def _save(self, worlds: Array) -> SavedState:
        which, arrays = worlds.tolist(), {name: a[worlds] for name, a in self._state._asdict().items() if name != "house"}
        return {
            "version": VERSION, "houses": [self.episodes[n].house.fingerprint for n in which],
            "done": [list(self.done[n]) for n in which], "next": self.pursuit.next[worlds], **arrays,
        }  # fmt: skip

    def memory(self) -> Memory:
        """The state for recall(): cheaper than save() and restore(), which check everything."""
        return [array.copy() for array in changing(self)], [list(deeds) for deeds in self.done]

    def recall(self, memory: Memory) -> None:
        """Undo everything since memory(); there must have been no reset between."""
        for array, before in zip(changing(self), memory[0], strict=True):
            array[:] = before
        self.done = [list(deeds) for deeds in memory[1]]

    def _restore(self, state: SavedState) -> None:
        restore(self, state)

    def differences(self, state: SavedState, n: int = 0) -> list[str]:
        """The differences of world n from a saved state, in words; empty if there are none."""
        return differences(self, state, n)


@lru_cache(maxsize=1024)
def _state_after(house: House, stock: Stock, start: tuple[float, float, float], actions: tuple[int, ...]) -> State:
    """The state of a house after these actions, which belong to the paragraph's earlier instructions."""
    world = ChaiWorld(horizon=10**9, threads=1)
    world.reset([Episode(house, stock, start, ())])
    moves: list[int] = []
    for action in actions:
        if action < STOP:
            moves.append(action)
            continue
        world.walk(moves)
        world.step([action])
        moves.clear()
    return world._state
