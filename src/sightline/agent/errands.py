"""Errands: goal after goal, each looked for from where the agent stands, walked to by what was seen of the floor, and done.

Whoever knows the goals (`Eyes`) is asked for the next one when the one before is done. What is to be reached for is looked
for again from where the agent will stand, before hands are laid on it. An interaction that is refused is tried again: what
else it may be that is meant in turn, and from other places. A step that is stopped by something is remembered as a bump,
and another way is found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from sightline.agent.rollout import until_over
from sightline.agent.wayfinding import Wayfinder
from sightline.geometry import CELLS, Camera
from sightline.geometry.types import Floats
from sightline.world import Gait, Kind, World

FOR_EACH = 120  # actions that one goal may take, or the way to where it is looked for again
GOALS = 16  # of one instruction, at most
TRIES = 8  # times that an interaction is tried again after it was refused
ASTRAY = 0.5  # metres
APART = 0.15  # metres between places from which the same is tried
EASY = 0.1  # metres less than the hands reach
LOOKS = 2  # times that a thing is looked for again, from closer and closer
AWAY = 40.0  # steps that it may cost to reach from one metre closer to where the agent was to stand
Point = tuple[float, float, float]  # x, y, z
Done = tuple[float, float, bool]  # x, z, and whether it was an interaction


class Aim(NamedTuple):
    """A goal: where to stand, and what to reach for, if anything."""

    stand: tuple[float, ...]  # x, z, and the heading if that is known
    point: Point | None = None
    others: tuple[Point, ...] = ()  # what it may be that is to be reached for, if not that, likeliest first


class Eyes(Protocol):
    """Knows what comes next."""

    def __call__(self, world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        """The next goal in some worlds, after those that are done there; None where everything is done."""


@dataclass
class Errand:
    """What one agent is about."""

    done: list[Done] = field(default_factory=list)
    aim: Aim | None = None
    moves: list[int] = field(default_factory=list)  # that are left to where it will stand, the last one first
    taken: int = 0  # actions since it last looked for this goal
    looks: int = 0  # times that it has looked for this goal again
    approaching: bool = False  # looks again when it is there
    tried: list[tuple[Floats, Point]] = field(default_factory=list)  # refused: poses, and what was reached for
    finished: bool = False

    @property
    def point(self) -> Point | None:
        """What to reach for now: one of those that it may be after the other."""
        assert self.aim is not None
        candidates = (self.aim.point, *self.aim.others)
        return candidates[len(self.tried) % len(candidates)]


def run_errands(kind: Kind, world: World, eyes: Eyes) -> Floats:
    """Do the errands of all worlds until they are over; the poses (T + 1, N, 3), before the first step and after each."""
    errands = [Errand() for _ in range(len(world))]
    world.horizon = np.full(len(world), GOALS * (LOOKS + 1) * FOR_EACH)  # each goal has its own
    finder = Wayfinder(kind, world)
    path = [world.pose.copy()]
    for _ in until_over(world):
        _look(world, eyes, finder, errands)
        actions = np.array([_action(kind, world, finder, errand, n) for n, errand in enumerate(errands)])
        before = world.pose.copy()
        step = world.step(actions)
        for n, errand in enumerate(errands):
            if not errand.finished:
                _learn(world, finder, errand, n, int(actions[n]), before[n], bool(step.moved[n]), bool(step.refused[n]))
        path.append(world.pose.copy())
    return np.stack(path)


def _look(world: World, eyes: Eyes, finder: Wayfinder, errands: Sequence[Errand]) -> None:
    """Whoever has no goal looks around and is told the next one; one who stands there already is told another."""
    idle = [n for n, errand in enumerate(errands) if errand.aim is None and not errand.finished and not world.over[n]]
    if idle:
        finder.look(world, idle)
    while idle:
        for n, aim in zip(idle, eyes(world, idle, [errands[n].done for n in idle]), strict=True):
            errand = errands[n]
            errand.aim, errand.tried, errand.moves, errand.taken = aim, [], [], 0
            errand.finished = aim is None or len(errand.done) >= GOALS
            if not errand.finished:
                _set_out(world, finder, errand, n)
        idle = [n for n in idle if errands[n].aim is None and not errands[n].finished]


def _set_out(world: World, finder: Wayfinder, errand: Errand, n: int) -> None:
    """Find the way to where the goal can be done; first to where it may be reached from, to look for it again from there."""
    aim = errand.aim
    assert aim is not None
    moves = None
    if aim.point is not None and len(aim.stand) == 2 and errand.looks < LOOKS:
        moves = finder.moves_to(n, world.pose[n], [(np.array([*aim.stand, math.nan]), 0.0)])
    errand.approaching = bool(moves)
    if moves:
        errand.moves = moves[::-1]
    else:
        _plan(world, finder, errand, n)


def _plan(world: World, finder: Wayfinder, errand: Errand, n: int) -> None:
    """Find the way to where the goal can be done; a goal to which there is none counts as done."""
    assert errand.aim is not None
    moves = finder.moves_to(n, world.pose[n], _ends(world.camera, finder.gait, errand))
    if moves is None or (not moves and errand.aim.point is None):
        _finish(errand)
    else:
        errand.moves = moves[::-1]


def _ends(camera: Camera, gait: Gait, errand: Errand) -> list[tuple[Floats, float]]:
    """Poses to end at, each with what it costs to be there instead of at the best one."""
    aim = errand.aim
    assert aim is not None
    x, z, heading = (*aim.stand, math.nan)[:3]
    point = errand.point
    if point is None or (not errand.tried and math.dist((x, z), point[::2]) > gait.reach + ASTRAY):
        return [(np.array([x, z, heading]), 0.0)]  # what is farther from there cannot be what was meant: it is out of sight
    if not errand.tried and not math.isnan(heading):
        return [(np.array([x, z, heading]), 0.0)]
    ends = []
    before = [pose for pose, reached_for in errand.tried if reached_for == point]
    for pose, aside in poses_before(camera, gait, point):
        apart = min((float(np.abs(pose[:2] - old[:2]).sum()) + (pose[2] != old[2]) for old in before), default=1.0)
        if apart > APART:
            turned = 4.0 * (not math.isnan(heading) and pose[2] != heading)
            ends.append((pose, AWAY * math.dist(pose[:2], (x, z)) + 4.0 * aside + turned))
    return ends


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


def _action(kind: Kind, world: World, finder: Wayfinder, errand: Errand, n: int) -> int:
    """The next action of an agent."""
    if errand.finished or errand.aim is None:
        return world.actions.index("stop")
    if errand.moves:
        return errand.moves[-1]
    assert errand.point is not None
    x, y, z = errand.point
    row, column = kind.view.grid.in_view(world.pose[n], np.array([x, z]), y)
    return world.actions.index("interact") + CELLS * max(int(row), 0) + max(int(column), 0)


def _learn(
    world: World, finder: Wayfinder, errand: Errand, n: int, action: int, before: Floats, moved: bool, refused: bool
) -> None:
    """What an agent makes of what its action did."""
    errand.taken += 1
    if errand.aim is None:
        return
    if action >= world.actions.index("interact"):
        if not refused:
            _finish(errand, True)
        elif len(errand.tried) >= TRIES or errand.taken > FOR_EACH:
            _finish(errand)
        else:
            assert errand.point is not None
            errand.tried.append((before, errand.point))
            finder.look(world, [n])
            _plan(world, finder, errand, n)
    elif action == world.actions.index("forward") and not moved:
        finder.bump(n, before)
        _set_out(world, finder, errand, n)
    else:
        errand.moves.pop()
        if not errand.moves and errand.approaching:
            errand.aim, errand.looks = None, errand.looks + 1
        elif not errand.moves and errand.aim.point is None:
            _finish(errand)
    if errand.taken > FOR_EACH and errand.aim is not None:
        _finish(errand)


def _finish(errand: Errand, interaction: bool = False) -> None:
    """The goal is done, or given up."""
    assert errand.aim is not None
    errand.done.append((errand.aim.stand[0], errand.aim.stand[1], interaction))
    errand.aim, errand.moves, errand.taken, errand.looks, errand.approaching = None, [], 0, 0, False


def told(goals: Sequence[Sequence[Aim]]) -> Eyes:
    """Eyes that are told all goals of every world beforehand."""

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        return [
            goals[n][len(before)] if len(before) < len(goals[n]) else None for n, before in zip(which, done, strict=True)
        ]

    return eyes
