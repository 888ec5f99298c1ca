"""The follower: demonstrates an instruction as a person would, with neither the exact shortest path nor the same end place.
Also the goals of a demonstration by a follower or a person.

The goals are an interaction for each deed, a doorway to go through, and the final place, unless the agent already stands
within FINAL_GOAL_GAP of the goal before it (paper, appendix: "objects to be interacted with, doors that the agent should
enter, and the final position").
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from sightline.chai import ChaiWorld, Episode
from sightline.chai.dynamics import INTERACT, STRIDE, TURN, TURN_LEFT, TURN_RIGHT
from sightline.chai.episode import Deed
from sightline.chai.hands import PUT
from sightline.chai.house import FIRST_PIECE
from sightline.chai.house.routes import room_at
from sightline.chai.route.planner import doorway_goal, plan_deed, plan_put, walk_noting_doors
from sightline.chai.route.ways import Ways
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.places import Place
from sightline.geometry.types import Array
from sightline.world import INTERACTION, NAVIGATION, Goal

FINAL_GOAL_GAP = 0.5  # metres: no final goal this close to the goal before
FREE_APPROACH = 0.95  # share of the deeds with a free approach before the search for the best pose
NEAREST_APPROACH, FARTHEST_APPROACH = 0.8, 1.2  # metres from a thing: where the approach ends
OFF_THE_PATH = 0.01  # metres
STOP_SCATTER = 0.25  # metres, standard deviation of the stopping place
STOP_SLACK, FARTHEST_STOP = 0.35, 1.2  # metres: extra distance at which the follower may stop, and the maximum
AT_PIECE = 0.55  # metres: the follower is at a piece of furniture when it is this close


@dataclass
class Follower:
    """Acts in a household and records its actions since the instruction started."""

    home: Household
    random: Random
    actions: list[int] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    places: list[tuple[float, float]] = field(default_factory=list)  # that it walked over

    def begin(self) -> None:
        """Start a new instruction."""
        self.actions, self.goals, self.deeds, self.places = [], [], [], []

    def end(self) -> None:
        """End the instruction; its place becomes a goal unless the last goal is there already."""
        self.goals = on_the_path([*self.goals, *final_goal(self.goals, self.home.pose)], self.places)

    def do(self, deed: Deed, place: Place | None = None) -> bool:
        """Walk to a pose for a deed and do it; False if it is impossible. An item is put at `place`."""
        world, number = self.home.world, deed[2] if deed[0] == PUT else deed[1]
        if self.random.random() < FREE_APPROACH:
            self._walk_up(number)
        actions = plan_deed(world, deed) if place is None else plan_put(world, place.surfaces)
        if actions is None:
            return False
        room = self.home.room_of(number)
        self._walk(actions[:-1])
        if self.home.room != room:  # seen through a doorway, which a reader would not expect
            return False
        point = world.pointed_at(actions[-1] - INTERACT)
        self.goals.append(Goal(INTERACTION, self.home.pose, point, world.episodes[0].spell(deed)))
        if world.step(np.array(actions[-1:])).refused[0]:
            return False
        self.actions.append(actions[-1])
        self.deeds.append(deed)
        return True

    def _walk_up(self, number: int) -> None:
        """Approach a distant thing, stop at an arbitrary place near it, and face it."""
        x, z = self.home.where(number)
        at = self.home.pose
        if math.dist((x, z), at[:2]) < FARTHEST_APPROACH + 0.3:
            return
        known, room = Ways(self.home.world), self.home.room_of(number)
        rows, columns = self._free_around(known, x, z, FARTHEST_APPROACH, room)
        off = _lengths(columns * STRIDE - x, rows * STRIDE - z)
        candidates = np.flatnonzero((off >= NEAREST_APPROACH) & (off <= FARTHEST_APPROACH))
        if not len(candidates):
            return
        costs = known.cost[rows[candidates], columns[candidates]].min(
            axis=1, initial=10**9, where=known.cost[rows[candidates], columns[candidates]] >= 0
        )
        near = candidates[np.argsort(costs, kind="stable")[: max(len(candidates) // 3, 1)]]  # on the near side
        k = int(near[int(self.random.random() * len(near))])
        self._walk(self._to(known, int(rows[k]), int(columns[k])))
        self._turn_to(x, z)

    def go_to_piece(self, number: int) -> bool:
        """Walk to a piece of furniture, stop beside it near the point of arrival, and face it."""
        home, piece = self.home, number - FIRST_PIECE
        known, there = Ways(home.world), home.house.plan.pieces[piece]
        x0, z0, x1, z1 = there.footprint
        reach = max(x1 - x0, z1 - z0) / 2 + 1.2
        rows, columns = self._free_around(known, there.at[0], there.at[2], reach, there.room)
        x, z = columns * STRIDE, rows * STRIDE
        gaps = _lengths(np.maximum(np.maximum(x0 - x, x - x1), 0), np.maximum(np.maximum(z0 - z, z - z1), 0))
        if not len(gaps) or gaps.min() > 1.0:
            return False
        return self._stop_near(
            known, rows, columns, gaps <= max(AT_PIECE, gaps.min() + STRIDE), gaps, (there.at[0], there.at[2])
        )

    def enter(self, room: int) -> bool:
        """Walk into a room and stop a short distance behind the doorway."""
        return self._stop_at_door(room, room, 0.9)

    def go_to_door(self, room: int) -> bool:
        """Walk to the doorway to a room next door and stop before it."""
        return self._stop_at_door(room, self.home.room, 0.7)

    def _stop_at_door(self, room: int, side: int, before: float) -> bool:
        """Stop at a given distance from the nearest doorway of a room, on one side of it."""
        home = self.home
        doors = [door for door in home.house.plan.doorways if room in door.rooms and side in door.rooms]
        known = Ways(home.world)
        row, column, door = min(
            ((*self._behind(known, d.at, d.along, side), d) for d in doors), key=lambda e: self._cost(known, e[0], e[1])
        )
        x, z = door.at
        rows, columns = self._free_around(known, column * STRIDE, row * STRIDE, 1.0, side)
        off = _lengths(columns * STRIDE - x, rows * STRIDE - z)
        wanted = np.abs(off - before)
        return self._stop_near(known, rows, columns, (off > 0.5) & (off < 1.3), wanted, None)

    def _behind(self, known: Ways, at: tuple[float, float], along: str, room: int) -> tuple[int, int]:
        """The place to stand nearest to 0.9 m behind the middle of a doorway of a room."""
        x, z = at
        for sign in (1, -1):
            there = (x + sign * 0.9, z) if along == "z" else (x, z + sign * 0.9)
            if self.home.room_at(*there) == room:
                rows, columns = self._free_around(known, *there, 0.6, room)
                if len(rows):
                    k = int(np.argmin((columns * STRIDE - there[0]) ** 2 + (rows * STRIDE - there[1]) ** 2))
                    return int(rows[k]), int(columns[k])
        return round(z / STRIDE), round(x / STRIDE)

    def _stop_near(
        self, known: Ways, rows: Array, columns: Array, there: Array, apart: Array, look: tuple[float, float] | None
    ) -> bool:
        """Walk to approximately the nearest on foot of the places marked `there`; False if there are none."""
        candidates = np.flatnonzero(there)
        if not len(candidates):
            return False
        costs = np.array([self._cost(known, int(rows[k]), int(columns[k])) for k in candidates])
        meant = candidates[int(np.argmin(costs + 4.0 * apart[candidates]))]
        x, z = columns[meant] * STRIDE, rows[meant] * STRIDE
        aim = (x + STOP_SCATTER * self._gauss(), z + STOP_SCATTER * self._gauss())
        close = apart <= min(float(apart[meant]) + STOP_SLACK, FARTHEST_STOP)
        off = np.where(close, _lengths(columns * STRIDE - aim[0], rows * STRIDE - aim[1]), np.inf)
        k = int(np.argmin(off))
        self._walk(self._to(known, int(rows[k]), int(columns[k])))
        if look is not None:
            self._turn_to(*look)
        return True

    def _gauss(self) -> float:
        """The sum of three uniform draws: bell-shaped without tails, so no end is far off."""
        return 2.0 * (self.random.random() + self.random.random() + self.random.random() - 1.5)

    def _turn_to(self, x: float, z: float) -> None:
        """Face a point approximately."""
        at = self.home.pose
        off = (math.degrees(math.atan2(x - at[0], z - at[1])) - at[2] + 180.0) % 360.0 - 180.0
        turns = round(off / TURN)
        self._walk([TURN_RIGHT if turns > 0 else TURN_LEFT] * abs(turns))

    def _cost(self, known: Ways, row: int, column: int) -> float:
        costs = [c for c in known.cost[row, column].tolist() if c >= 0]
        return min(costs, default=math.inf)

    def _to(self, known: Ways, row: int, column: int) -> list[int]:
        """The actions that lead to a place, with the cheapest heading."""
        costs = known.cost[row, column].tolist()
        quarter = min((q for q in range(4) if costs[q] >= 0), key=lambda q: costs[q])
        return known.to(row, column, quarter)

    def _free_around(self, known: Ways, x: float, z: float, reach: float, room: int) -> tuple[Array, Array]:
        """Rows and columns of the reachable places of a room in a square around a point."""
        cost, rooms = known.cost, self.home.house.ground.rooms
        r0, r1 = max(math.floor((z - reach) / STRIDE), 0), min(math.ceil((z + reach) / STRIDE) + 1, cost.shape[0])
        c0, c1 = max(math.floor((x - reach) / STRIDE), 0), min(math.ceil((x + reach) / STRIDE) + 1, cost.shape[1])
        rows, columns = np.nonzero((cost[r0:r1, c0:c1] >= 0).any(axis=2) & (rooms[r0:r1, c0:c1] == room))
        return rows + r0, columns + c0

    def _walk(self, actions: Sequence[int]) -> None:
        """Take steps and turns, and record the doorways passed."""
        self.places += [(x, z) for x, z, _ in walk_noting_doors(self.home.world, actions, self.goals).tolist()]
        self.actions += actions


def final_goal(goals: Sequence[Goal], pose: Sequence[float]) -> list[Goal]:
    """The place where an instruction ends, unless the goal before was reached there."""
    x, z = pose[:2]
    return [Goal(NAVIGATION, (x, z))] if not goals or math.dist(goals[-1].stand[:2], (x, z)) > FINAL_GOAL_GAP else []


def on_the_path(goals: list[Goal], places: Sequence[tuple[float, float]]) -> list[Goal]:
    """The goals of a path, with those of doorways moved to where the agent turned or stopped right behind them."""
    moved = []
    for goal in goals[:-1]:
        if goal.kind == NAVIGATION:
            near = min(places, key=lambda place: math.dist(place, goal.stand))
            if math.dist(near, goal.stand) > OFF_THE_PATH:
                goal = Goal(NAVIGATION, (round(near[0], 3), round(near[1], 3)))
        moved.append(goal)
    return [*moved, *goals[-1:]]


def recorded_goals(episode: Episode, instructions: Sequence[Sequence[int]]) -> list[tuple[Goal, ...]]:
    """The goals of each instruction, from its actions, replayed one after another in an episode's house."""
    world = ChaiWorld(horizon=10**9, threads=1)
    world.reset([episode])
    rooms, goals_of_all = world.houses.estate.rooms[0], []
    for actions in instructions:
        goals: list[Goal] = []
        places = [_rounded(world)[:2]]
        for action in actions:
            before, done = _rounded(world), len(world.done[0])
            point = world.pointed_at(action - INTERACT) if action >= INTERACT else None
            world.step(np.array([action]))
            after = _rounded(world)
            places.append(after[:2])
            if len(world.done[0]) > done:
                goals.append(Goal(INTERACTION, before, point, episode.spell(world.done[0][-1])))
            elif room_at(rooms, *before[:2]) != room_at(rooms, *after[:2]):
                goals.append(doorway_goal(after))
        goals_of_all.append(tuple(on_the_path([*goals, *final_goal(goals, _rounded(world))], places)))
    return goals_of_all


def _rounded(world: ChaiWorld) -> tuple[float, float, float]:
    """The agent's pose, rounded as in records."""
    x, z, heading = world.pose[0].tolist()
    return round(x, 3), round(z, 3), round(heading, 3) % 360


def _lengths(x: Array, z: Array) -> Array:
    """Lengths of vectors; unlike hypot identical to the last bit on every machine."""
    lengths: Array = np.sqrt(x * x + z * z)
    return lengths
