"""The CHAI world: N houses side by side that step, reward, draw and measure in one call each (see sightline.world)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sightline.chai.dynamics import ACTION_COUNT, INTERACT, MOST_TURNED, STRIDE, TURN, advance, spot
from sightline.chai.episode import Deed, Episode
from sightline.chai.estate import HELD, State, empty_state, estate_of, library_of
from sightline.chai.gaze import EYE, Houses, Seen, ahead, gaze, try_out
from sightline.chai.hands import LOST, PUT, REACH, REFUSALS, act
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_SWITCH, FLOOR, WALLS, House
from sightline.chai.reward import NEAR, Pursuit, Reward, empty_pursuit, pursue, set_goals
from sightline.chai.routes import routes
from sightline.chai.sight import Look, first_unsound
from sightline.chai.stock import Stock
from sightline.checks import checked_floats, checked_indices, shown
from sightline.errors import InputError
from sightline.geometry import CELLS, Camera
from sightline.geometry.camera import FARTHEST
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.render import Scenes, behind, cores, panorama, render, views
from sightline.render.look import INDOORS
from sightline.world import (
    INTERACTION,
    Goal,
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

ACTIONS = ("forward", "turn_right", "turn_left", "stop", "interact")
HORIZON = 400  # actions other than stop
VERSION = 2  # of what save() gives
_CHANGES = ("pose", "horizon", "taken", "over", "stopped")


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
        self.threads, self.device = checked_threads(threads), checked_device(device)  # for pictures; the rest is on the CPU
        self.episodes: list[Episode] = []
        self._doubtful = False  # whether the state may have changed behind our back, so that it is looked over before use
        self._foreseen: tuple[tuple[bytes, ...], tuple[Array, Array, Floats]] | None = None  # by rewards_of, for step
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
            _check(episode, f"episode {k}")
        worlds = checked_where(where, len(self), len(episodes))
        if where is None:
            if not episodes:
                raise InputError("A world needs at least one episode.")
            self.episodes = [episodes[0]] * len(episodes)
            houses = tuple(sorted({e.house for e in episodes}, key=lambda house: house.source))
            self._make_room(houses, max(len(e.stock.items) for e in episodes), max(len(e.goals) for e in episodes))
        elif episodes:
            self._widen(episodes)
        for n, episode in zip(worlds, episodes, strict=True):
            self.episodes[n] = episode
            self.pose[n] = _on_lattice(episode.start)
            self.goal[n] = episode.goal
            self.horizon[n], self.taken[n], self.over[n], self.stopped[n] = self._most, 0, False, False
            self._state.house[n], self._state.held[n] = self._which.index(episode.house), -1
            self._state.open[n], self._state.on[n] = 0, 0
            episode.stock.fill(self._state, n)
            if episode.before:
                _put_state(
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
        self._scenes, self._ray_scenes = self._new_scenes(count), self._new_scenes(1)

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
        before = (*(getattr(self, name) for name in _CHANGES), self.goal, *self._state, *self.pursuit)
        done, doubtful = self.done, self._doubtful
        self._make_room(houses, items, goals)
        after = (*(getattr(self, name) for name in _CHANGES), self.goal, *self._state, *self.pursuit)
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
            raise _unknown(chosen[bad])
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
        act(self.houses.estate, self._state, worlds, poses[:, 2], deeds, spots)
        return refused, self._with_receptacles(worlds[:, None], deeds[:, None])[:, 0]

    def _moment(self, worlds: Array, cells: Array) -> tuple[bytes, ...]:
        """All that decides what Interact does, to tell whether anything has changed since it was foreseen."""
        return tuple(a.tobytes() for a in (worlds, np.asarray(cells, np.int64), self.pose[worlds], *self._state))

    def _exactly(self, worlds: Array, poses: Floats, cells: Array) -> tuple[Array, Array, Floats]:
        """What Interact with one cell does in each of some worlds, as try_out() but (M,); nothing is put out of sight."""
        seen = self._rays(worlds, poses, cells)
        refused, deeds, spots = (part[:, 0] for part in try_out(self.houses, self._state, worlds, poses, seen))
        put = np.flatnonzero(deeds[:, 0] == PUT)
        if len(put):
            after = State(*(array[worlds[put]] for array in self._state))
            act(self.houses.estate, after, np.arange(len(put)), poses[put, 2], deeds[put], spots[put])
            before = self._items_in_reach(self._state, worlds[put], poses[put])
            there = self._items_in_reach(after, np.arange(len(put)), poses[put])
            lost = [n for k, n in enumerate(put) if not before[k] | {int(deeds[n, 1])} <= there[k]]
            refused[lost], deeds[lost] = LOST, 0
        return refused, deeds, spots

    def _items_in_reach(self, state: State, worlds: Array, poses: Floats) -> list[set[int]]:
        """The items that can be seen and reached from each pose."""
        seen = gaze(self.houses, state, worlds, poses, self.camera, sound=not self._doubtful)
        near = (seen.numbers >= FIRST_ITEM) & (seen.distances < REACH)
        return [set(numbers[some].tolist()) for numbers, some in zip(seen.numbers, near, strict=True)]

    def _with_receptacles(self, worlds: Array, deeds: Array) -> Array:
        """Manipulations (M, C, 3) that name the receptacle, where there is one, instead of the surface."""
        put = np.nonzero(deeds[..., 0] == PUT)  # all others name none
        if len(put[0]):
            surfaces = deeds[..., 2][put]
            holders = self.houses.estate.surface_holder[self._state.house[worlds[put[0], 0]], surfaces]
            deeds[..., 2][put] = np.where(surfaces < 0, FLOOR, holders)
        return deeds

    def _rays(self, worlds: Array, poses: Floats, cells: Array) -> Seen:
        """What one cell of each view shows, held items aside."""
        if len(self._ray_scenes) != len(worlds):
            self._ray_scenes = self._new_scenes(len(worlds))
        past_hands = ahead(self.camera)._replace(held=False)
        self.houses.show(self._ray_scenes, self._state, worlds, poses, past_hands, sound=not self._doubtful)
        points, numbers = behind(self._ray_scenes, poses, self.camera, cells // CELLS, cells % CELLS)
        x, y, z = points[:, 0] - poses[:, 0], points[:, 1] - self.camera.eye, points[:, 2] - poses[:, 1]
        distances = np.sqrt(x * x + y * y + z * z)
        return Seen(numbers[:, None], points[:, None], distances[:, None])

    def foresee(
        self, worlds: ArrayLike | None = None, poses: Floats | None = None, cells: Array | None = None,
        only: Sequence[int] | None = None,
    ) -> tuple[Array, Array]:  # fmt: skip
        """What Interact with each cell would do: refused (M, 32, 32) and (verb, object, receptacle) (M, 32, 32, 3).

        `worlds` (M,) are the worlds to look at, all of them without it; `poses` (M, 3) other places to do it from;
        with `cells` (M,), 32 * row + column, only one in each, exactly as `step` would do it: (M,) and (M, 3). (The whole
        grid is one small picture: at the edges of things, and for what would be put out of sight, it may differ.) With
        `only`, some numbers, all else counts as walls, which saves the time to think about it.
        """
        check_started(self.episodes)
        which = np.arange(len(self)) if worlds is None else checked_indices(worlds, len(self), "The worlds to look at")
        at = self.pose[which] if poses is None else checked_floats(poses, (len(which), 3), "The poses to look from")
        if cells is not None:
            some = checked_indices(cells, CELLS * CELLS, "Cells (32 * row + column)")
            if len(some) != len(which):
                raise InputError(f"foresee takes one cell for each of {len(which)} worlds, got {len(some)}.")
            refused, deeds, _ = (part[:, None] for part in self._exactly(which, at, some))
        else:
            seen = gaze(self.houses, self._state, which, at, self.camera, sound=not self._doubtful)
            if only is not None:
                some = checked_indices(only, 10_000, "The numbers that count")
                wanted = seen.numbers == some[0] if len(some) == 1 else np.isin(seen.numbers, some)
                seen = seen._replace(numbers=np.where(wanted, seen.numbers, WALLS))
            refused, deeds, _ = try_out(self.houses, self._state, which, at, seen)
        shape = (len(which), CELLS, CELLS) if cells is None else (len(which),)
        return refused.reshape(shape), self._with_receptacles(which[:, None], deeds).reshape(*shape, 3)

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
            raise _unknown(chosen[(chosen < 0) | (chosen >= ACTION_COUNT)][0])
        reaching = np.flatnonzero(chosen >= INTERACT)
        earned = np.zeros(len(self))
        if len(reaching) < len(self):
            moves = np.flatnonzero(chosen < INTERACT)
            earned[moves] = self.rewards()[moves, chosen[moves]]
        if len(reaching):
            cells = chosen[reaching] - INTERACT
            refused, deeds, spots = self._exactly(reaching, self.pose[reaching], cells)
            self._foreseen = self._moment(reaching, cells), (refused, deeds.copy(), spots)  # for the step that follows
            deeds = self._with_receptacles(reaching[:, None], deeds[:, None])
            wanted = self.pursuit if len(reaching) == len(self) else Pursuit(*(a[reaching] for a in self.pursuit))
            earned[reaching] = self.reward.of_deeds(wanted, deeds)[:, 0]
        return earned

    def observe(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]:
        """The first-person views: rgb (N, H, W, 3), depth (N, H, W), segmentation (N, H, W)."""
        self._arrange(ahead(self.camera))
        drawn = render(self._scenes, views(self.pose, self.camera), self.camera, channels, self.threads, self.device)
        return {name: picture[:, :, 0] for name, picture in drawn.items()}

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> dict[str, Any]:
        """Six views around each agent (or those at `where`) side by side, forward in the fourth: (N, H, 6 W, ...)."""
        check_started(self.episodes)
        scenes, poses = self._scenes, self.pose
        around = Look(self.camera.eye)
        if where is None:
            self._arrange(around)
        else:
            some = checked_indices(where, len(self), "The worlds to look around in")
            scenes, poses = self._new_scenes(len(some)), self.pose[some]
            self._show(scenes, some, poses, around)
        return panorama(scenes, poses, self.camera, channels, self.threads, self.device)

    def _new_scenes(self, count: int) -> Scenes:
        return Scenes(self.houses.library, count, self.houses.slots(self._state), backdrop=False, light=INDOORS)

    def _arrange(self, look: Look) -> None:
        check_started(self.episodes)
        self._show(self._scenes, np.arange(len(self)), self.pose, look)

    def _show(self, scenes: Scenes, worlds: Array, poses: Floats, look: Look) -> None:
        self.houses.show(scenes, self._state, worlds, poses, look, self.threads or cores(), sound=not self._doubtful)

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """What lies behind the centre of a goal-grid cell of panorama view `view` (3 = ahead), one per world."""
        check_started(self.episodes)
        turn, rows, columns = checked_cells(view, row, column, len(self))
        looking = self.pose.copy()
        looking[:, 2] += turn
        self._arrange(Look(self.camera.eye))
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
        check_started(self.episodes)
        some = np.arange(len(self)) if where is None else checked_indices(where, len(self), "The worlds to save")
        arrays = {name: getattr(self, name)[some] for name in _CHANGES}
        arrays |= {name: array[some] for name, array in self._state._asdict().items() if name != "house"}
        episodes = [self.episodes[n] for n in some.tolist()]
        return {
            "version": VERSION, "houses": [e.house.fingerprint for e in episodes], "episodes": episodes,
            "done": [list(self.done[n]) for n in some.tolist()], "next": self.pursuit.next[some], **arrays,
        }  # fmt: skip

    def memory(self) -> tuple[list[Array], list[list[Deed]]]:
        """What steps change, for recall(): cheaper than save() and restore(), which trust nobody."""
        return [array.copy() for array in self._changing()], [list(deeds) for deeds in self.done]

    def recall(self, memory: tuple[list[Array], list[list[Deed]]]) -> None:
        """Undo what has happened since memory() was asked for; there must have been no reset between."""
        for array, before in zip(self._changing(), memory[0], strict=True):
            array[:] = before
        self.done = [list(deeds) for deeds in memory[1]]

    def _changing(self) -> tuple[Array, ...]:
        return (*(getattr(self, name) for name in _CHANGES), self.pursuit.next, *self._state)

    def restore(self, state: dict[str, Any]) -> None:
        """Become the worlds of a saved state."""
        kept = [name for name in State._fields if name != "house"]
        episodes = checked_state(state, ("version",), Episode)
        if not isinstance(state["version"], int) or state["version"] != VERSION:
            raise InputError(f"This state has version {shown(state['version'])}; this world restores version {VERSION}.")
        checked_state(state, ("houses", "done", "next", *_CHANGES, *kept), Episode)
        if not all(isinstance(state[name], list) and len(state[name]) == len(episodes) for name in ("houses", "done")):
            raise InputError("This is not a state of this world: houses and done must be lists, an entry for each episode.")
        for n, (episode, fingerprint) in enumerate(zip(episodes, state["houses"], strict=True)):
            if episode.house.fingerprint != fingerprint:
                raise InputError(f"World {n} of this state was saved in another house than {episode.house.title} is now.")
        fresh = ChaiWorld(self.camera, self._most, self.reward, self.threads, self.device)
        fresh.reset(episodes)
        limits = {"pose": (-MOST_TURNED, MOST_TURNED), "horizon": (1, 2**62), "taken": (0, 2**62)}
        for name in _CHANGES:
            getattr(fresh, name)[:] = checked_entry(state, name, getattr(fresh, name), *limits.get(name, (0, 1)))
        fresh.pursuit.next[:] = checked_entry(state, "next", fresh.pursuit.next, 0, fresh.pursuit.kind.shape[1] - 1)
        fresh.done = [[_deed(deed) for deed in deeds] for deeds in map(_items, state["done"])]
        for name in kept:
            array = getattr(fresh._state, name)
            _put(array, checked_entry(state, name, array, -FARTHEST, FARTHEST, exactly=False))
        known, everyone = len(fresh.houses.library.names), np.arange(len(fresh))
        bad = first_unsound(fresh.houses.estate, fresh._state, everyone, fresh.pose, known)
        if bad >= 0:
            raise InputError(f"World {bad} of this state has items, hands or a pose that its house has no place for.")
        self.__dict__.update(fresh.__dict__)

    def differences(self, state: dict[str, Any], n: int = 0) -> list[str]:
        """What is different in world n from a saved state, in words; empty when nothing is."""
        now, names, differences = self.save(), self.episodes[n].names, []
        if self.episodes[n].house is not state["episodes"][n].house:
            return [f"this is {self.episodes[n].house.title}, that was {state['episodes'][n].house.title}"]
        if not np.array_equal(now["pose"][n], state["pose"][n]):
            differences.append(f"the agent is at {now['pose'][n].tolist()}, was at {state['pose'][n].tolist()}")
        if (now["over"][n], now["stopped"][n], now["taken"][n]) != (
            state["over"][n],
            state["stopped"][n],
            state["taken"][n],
        ):
            told = "is over" if now["over"][n] else "goes on"
            differences.append(f"the episode {told} after {now['taken'][n]} actions, was at {state['taken'][n]}")
        parts, switches = self.episodes[n].house.parts, self.episodes[n].house.switches
        for k in range(len(parts)):
            if now["open"][n, k] != state["open"][n, k]:
                differences.append(f"the {names[FIRST_PART + k]} is {'open' if now['open'][n, k] else 'closed'}")
        for k in range(len(switches)):
            if now["on"][n, k] != state["on"][n, k]:
                differences.append(f"the {names[FIRST_SWITCH + k]} is {'on' if now['on'][n, k] else 'off'}")
        for k in range(len(self.episodes[n].stock.items)):
            if now["surface"][n, k] != state["surface"][n, k] or not np.array_equal(
                now["place"][n, k], state["place"][n, k]
            ):
                held = " (in the agent's hands)" if now["surface"][n, k] == HELD else ""
                differences.append(f"the {names[FIRST_ITEM + k]} is elsewhere{held}")
        return differences


def _put(room: Array, array: Array) -> None:
    """Put an array into one that has as much room or more."""
    size = tuple(min(a, b) for a, b in zip(room.shape, array.shape, strict=True))  # what is beyond is empty in both
    room[tuple(map(slice, size))] = array[tuple(map(slice, size))]


def _put_state(state: State, n: int, one: State) -> None:
    """Make world n as the only world of another state is."""
    for name, array in state._asdict().items():
        if name != "house":
            _put(array[n : n + 1], getattr(one, name))


@lru_cache(maxsize=1024)
def _lived_in(house: House, stock: Stock, start: tuple[float, float, float], actions: tuple[int, ...]) -> State:
    """How a house is after these actions: what a paragraph's instructions before the one at hand have changed."""
    world = ChaiWorld(horizon=10**9)
    world.reset([Episode(house, stock, start, ())])
    for action in actions:
        world.step([action])
    return world._state


def _items(deeds: Any) -> list[Any]:
    if not isinstance(deeds, list | tuple):
        raise InputError(f"This is not a state of this world: what was done is a list for each world, got {shown(deeds)}.")
    return list(deeds)


def _deed(deed: Any) -> Deed:
    """A manipulation of a saved state."""
    verb, thing, holder = checked_floats(deed, (3,), "A manipulation (verb, object, receptacle)").tolist()
    return int(verb), int(thing), int(holder)


def _unknown(action: Any) -> InputError:
    return InputError(
        f"Action {action} is outside the action space 0..{ACTION_COUNT - 1}: forward, turn_right, turn_left, stop, and "
        f"interact with a cell as 4 + {CELLS} * row + column."
    )


def _check(episode: Episode, where: str) -> None:
    if not isinstance(episode.house, House) or not isinstance(episode.stock, Stock):
        raise InputError(f"{where}: has no House and Stock of sightline.chai, got {shown(episode)}.")
    if not isinstance(episode.instruction, str):
        raise InputError(f"{where}: its instruction must be text, got {shown(episode.instruction)}.")
    for name, value, size in (("start", episode.start, 3), ("goal", _goal_of(episode, where), 2)):
        if np.abs(checked_floats(value, (size,), f"{where}: {name}")).max() > MOST_TURNED:
            raise InputError(f"{where}: {name} {shown(value)} lies outside {episode.house.title}.")
    free = episode.house.ground.reachable
    row, column = spot(*_on_lattice(episode.start)[:2])
    if not (0 <= row < free.shape[0] and 0 <= column < free.shape[1] and free[row, column]):
        raise InputError(f"{where}: nobody can stand at {episode.start!r} in {episode.house.title}.")


def _goal_of(episode: Episode, where: str) -> Any:
    """Where to end, and with it that all goals are goals."""
    if not isinstance(episode.goals, tuple | list):
        raise InputError(f"{where}: its goals must be a tuple of sightline.world.Goal, got {shown(episode.goals)}.")
    for k, goal in enumerate(episode.goals):
        if not isinstance(goal, Goal):
            raise InputError(f"{where}: goal {k} is not a sightline.world.Goal but {shown(goal)}.")
        checked_floats(goal.stand[:2], (2,), f"{where}: stand of goal {k}")
        if goal.kind == INTERACTION:
            checked_floats(goal.point, (3,), f"{where}: point of goal {k}")
    return episode.goal


def agreement(done: set[Deed] | frozenset[Deed], wanted: set[Deed] | frozenset[Deed]) -> float:
    """Manipulation accuracy of one instruction in percent: size of the intersection over size of the union."""
    return 100.0 * len(done & wanted) / len(done | wanted) if done or wanted else 100.0


def _on_lattice(pose: Sequence[float]) -> tuple[float, float, float]:
    """The nearest pose that an agent can have."""
    x, z, heading = (float(v) for v in pose)
    steps = 1 / STRIDE
    return round(x / STRIDE) / steps, round(z / STRIDE) / steps, round(heading / TURN) % 4 * TURN
