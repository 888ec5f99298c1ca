"""Planner legs: walk by what was seen of the floor, face what is to be reached for, and try again when the world refuses.

They need no training, and a world whose agents stand on a lattice (`Kind.gait`). A thing is looked at again from where it
can be reached, before the agent interacts with it. A refused interaction is retried from another pose or at another point.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sightline.agent.aim import ACTED, LOOK_AGAIN, REACHED, Aim, Event, Point
from sightline.agent.journey import AIMS, LOOKS, SAME_AIM
from sightline.agent.legs import TOO_LONG
from sightline.agent.look import Look
from sightline.agent.memory import Memory
from sightline.agent.wayfinding import Wayfinder
from sightline.geometry import CELLS, Camera, distance
from sightline.geometry.types import Floats, Ints
from sightline.world import Gait, Kind, Step, World

BUDGET = 120  # actions for one look at an aim; then the agent looks again or gives up
RETRIES = 8  # retries of a refused interaction
POSES_APART = 0.15  # metres between poses from which the same point is tried
EASY = 0.1  # metres by which planned poses are closer than the hands reach
AWAY = 40.0  # path cost added per metre between pose and stand
NO_WAY, OUT_OF_VIEW = "it saw no way to it", "it is out of view from where it could be reached"


@dataclass
class _Way:
    """The way of one agent to its aim."""

    aim: Aim
    looks: int
    moves: list[int] = field(default_factory=list)  # that are left, the last one first
    approaching: bool = False  # look again at the end of the way
    taken: int = 0  # actions since the last look at the aim
    tried: list[tuple[Floats, Point]] = field(default_factory=list)  # refused: poses, and points reached for
    refusal: str = ""  # the last one

    @property
    def point(self) -> Point | None:
        """What to reach for now: the candidates in turn."""
        candidates = (self.aim.point, *self.aim.alternatives)
        return candidates[len(self.tried) % len(candidates)]


class PlannerLegs:
    """Legs of N agents that find their way through what they have seen."""

    channels = ("depth",)

    def __init__(self, kind: Kind, world: World, memory: Memory | None = None):
        assert kind.gait is not None and kind.interact is not None
        self.kind, self.world, self.gait, self.interact = kind, world, kind.gait, kind.interact
        self._finder = Wayfinder(kind, world) if memory is None or memory.floor is None else memory.floor
        self._ways: list[_Way | None] = [None] * len(world)

    def horizon(self, world: World) -> Ints:
        """Every aim, and every look at it, has a number of actions of its own."""
        return world.taken + AIMS * (LOOKS + 1) * BUDGET

    def see(self, look: Look) -> None:
        """Remember the floor."""
        self._finder.see(look)

    def set_out(self, n: int, aim: Aim, looks: int, origin: Floats) -> Event | None:
        """Plan the way to the aim; for a thing that a model saw from afar, first to where it can be seen better."""
        self._ways[n] = way = _Way(aim, looks)
        return self._plan_approach(n, way)

    def _plan_approach(self, n: int, way: _Way) -> Event | None:
        aim, moves = way.aim, None
        guessed = aim.point is not None and not aim.in_sight and not aim.fixed
        if aim.searching or (aim.point is not None and len(aim.stand) == 2 and way.looks < LOOKS and not aim.fixed):
            moves = self._finder.moves_to(n, self.world.pose[n], [(np.array([*aim.stand, math.nan]), 0.0)])
        way.approaching = bool(moves)
        if moves:
            way.moves = moves[::-1]
            return None
        if aim.searching or (guessed and way.looks < LOOKS):
            return LOOK_AGAIN
        return Event(True, failed=OUT_OF_VIEW) if guessed else self._plan(n, way)

    def _plan(self, n: int, way: _Way) -> Event | None:
        """Plan the way to where the aim can be done."""
        moves = self._finder.moves_to(n, self.world.pose[n], _ends(self.world.camera, self.gait, way))
        if moves is None and way.point is None:  # something stands there: beside it counts as the same place
            moves = self._finder.moves_to(n, self.world.pose[n], places_around(self.gait, way.aim.stand))
        if moves is None:
            return Event(True, failed=way.refusal or NO_WAY)
        way.moves = moves[::-1]
        return None if moves else self._arrive(n, way)

    def _arrive(self, n: int, way: _Way) -> Event | None:
        """At the end of the way: a place is reached; a thing must be in view, or is tried otherwise."""
        if way.point is None:
            return REACHED
        return self._retry(n, way, OUT_OF_VIEW) if self._cell(n, way) is None else None

    def _cell(self, n: int, way: _Way) -> int | None:
        """The cell of the view ahead that shows the point to reach for; None if none does."""
        assert way.point is not None
        x, y, z = way.point
        row, column = self.kind.view.grid.in_view(self.world.pose[n], np.array([x, z]), y)
        return None if row < 0 or column < 0 else CELLS * int(row) + int(column)

    def _retry(self, n: int, way: _Way, refusal: str) -> Event | None:
        """Retry a refused interaction: another pose, another candidate point, or give up."""
        assert way.point is not None
        way.refusal = refusal
        if len(way.tried) >= RETRIES or way.taken > BUDGET:
            return Event(True, failed=refusal)
        way.tried.append((self.world.pose[n].copy(), way.point))
        self._finder.see(Look(self.world, [n], channels=self.channels))
        return self._plan(n, way)

    def act(self, aims: Sequence[Aim | None], where: Sequence[int] | None = None) -> Ints:
        """(N,) the next move of every way, or the interaction at its end."""
        stop = self.world.actions.index("stop")
        self._ways = [None if aim is None else way for way, aim in zip(self._ways, aims, strict=True)]
        return np.array([stop if aim is None else self._action(n) for n, aim in enumerate(aims)], dtype=np.int64)

    def _action(self, n: int) -> int:
        way = self._ways[n]
        assert way is not None
        if way.moves:
            return way.moves[-1]
        cell = self._cell(n, way)
        assert cell is not None  # see _arrive
        return self.interact + cell

    def after(self, actions: Ints, before: Floats, step: Step) -> dict[int, Event]:
        """Follow the way, note bumps and refusals; an aim that takes too long is looked at again, then given up."""
        events = {n: self._after(n, way, int(actions[n]), before[n], step) for n, way in enumerate(self._ways) if way}
        return {n: event for n, event in events.items() if event is not None}

    def _after(self, n: int, way: _Way, action: int, before: Floats, step: Step) -> Event | None:
        way.taken += 1
        event: Event | None = None
        if action >= self.interact:
            refusal = self.world.refusals[step.refused[n]]
            event = self._retry(n, way, refusal) if refusal else ACTED
        elif action == self.world.actions.index("forward") and not step.moved[n]:
            self._finder.bump(n, before)
            event = self._plan_approach(n, way)
        elif way.moves:
            way.moves.pop()
            if not way.moves:
                event = LOOK_AGAIN if way.approaching else self._arrive(n, way)
        if event is None and way.taken > BUDGET:  # still far off: what can be seen of the aim from here?
            event = LOOK_AGAIN if way.looks < LOOKS or way.aim.searching else Event(True, failed=TOO_LONG)
        return event


def _ends(camera: Camera, gait: Gait, way: _Way) -> list[tuple[Floats, float]]:
    """Poses to end at, each with what it costs to be there instead of at the best one."""
    x, z, heading = (*way.aim.stand, math.nan)[:3]
    point = way.point
    if point is None or (not way.tried and math.dist((x, z), point[::2]) > gait.reach + SAME_AIM):
        # the point is too far from the stand, so it is not the target: walk to the stand
        return [(np.array([x, z, heading]), 0.0)]
    if not way.tried and not math.isnan(heading):
        return [(np.array([x, z, heading]), 0.0)]
    candidates = poses_before(camera, gait, point)
    poses = np.array([pose for pose, _ in candidates]).reshape(-1, 3)
    aside = np.array([off for _, off in candidates])
    new = np.ones(len(poses), bool)
    for old, reached_for in way.tried:
        if reached_for == point:
            new &= np.abs(poses[:, :2] - old[:2]).sum(1) + (poses[:, 2] != old[2]) > POSES_APART
    turned = 4.0 * (poses[:, 2] != heading) * (not math.isnan(heading))
    costs = AWAY * distance(poses, (x, z)) + 4.0 * aside + turned
    return [(poses[k], float(costs[k])) for k in np.flatnonzero(new)]


def places_around(gait: Gait, stand: Sequence[float]) -> list[tuple[Floats, float]]:
    """Places on the lattice that count as the same as a stand, each with what it costs to be there instead."""
    x, z, heading = (*stand, math.nan)[:3]
    cells = gait.stride * np.arange(-math.ceil(SAME_AIM / gait.stride), math.ceil(SAME_AIM / gait.stride) + 1)
    offsets = [(dx, dz) for dx in cells.tolist() for dz in cells.tolist() if math.hypot(dx, dz) <= SAME_AIM]
    return [(np.array([x + dx, z + dz, heading]), AWAY * math.hypot(dx, dz)) for dx, dz in offsets]


def poses_before(camera: Camera, gait: Gait, point: Sequence[float]) -> list[tuple[Floats, float]]:
    """Poses on the lattice from which a point is in view and in reach, and how far aside it is seen from each."""
    half, top, bottom = float(camera.u(camera.width)), float(camera.v(0)), float(camera.v(camera.height))
    reach = gait.reach - EASY
    rise = point[1] - camera.eye
    cells = np.arange(-math.ceil(reach / gait.stride), math.ceil(reach / gait.stride) + 1)
    x = (round(point[0] / gait.stride) + cells) * gait.stride
    z = (round(point[2] / gait.stride) + cells) * gait.stride
    dx, dz = np.meshgrid(point[0] - x, point[2] - z, indexing="ij")
    near = dx * dx + dz * dz + rise * rise <= reach * reach
    poses = []
    for quarter in range(4):
        s, c = ((0, 1), (1, 0), (0, -1), (-1, 0))[quarter]
        depth, side = dx * s + dz * c, dx * c - dz * s
        with np.errstate(divide="ignore", invalid="ignore"):
            aside, slope = np.abs(side / depth), rise / depth
        seen = near & (depth > 0.3) & (aside < 0.9 * half) & (slope > 0.95 * bottom) & (slope < 0.9 * top)
        for i, j in zip(*np.nonzero(seen), strict=True):
            poses.append((np.array([x[i], z[j], gait.turn * quarter]), float(aside[i, j])))
    return poses
