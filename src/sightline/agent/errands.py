"""Errands: goal after goal, each looked for from where the agent stands, walked to by what was seen of the floor, and done.

One loop for commands, pages and evaluation. Whoever knows the goals (`Eyes`) is asked for the next one when the one before
is done. What is to be reached for is looked for again from where the agent will stand, before hands are laid on it. An
interaction that is refused is tried again: at other points of what is meant in turn, and from other places. A step that is
stopped by something is remembered as a bump, and another way is found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from sightline.agent.rollout import until_over
from sightline.agent.wayfinding import Wayfinder
from sightline.geometry import CELLS, Camera, distance
from sightline.geometry.types import Floats, Ints
from sightline.world import Gait, Kind, Step, World

FOR_EACH = 120  # actions that one goal may take, or the way to where it is looked for again
GOALS = 16  # of one instruction, at most
TRIES = 8  # times that an interaction is tried again after it was refused
ASTRAY = 0.5  # metres
VAIN = 6  # times in a row that the same goal may be given up
APART = 0.15  # metres between places from which the same is tried
EASY = 0.1  # metres less than the hands reach
LOOKS = 2  # times that a thing is looked for again, from closer and closer
AWAY = 40.0  # steps that it may cost to reach from one metre closer to where the agent was to stand
# Why goals are given up.
NO_WAY, TOO_LONG, UNWANTED = "it saw no way to it", "it took too long", "somebody said no"
OUT_OF_VIEW = "it is out of view from where it could be reached"
Point = tuple[float, float, float]  # x, y, z
Done = tuple[float, float, bool]  # x, z, and whether it was an interaction


class Aim(NamedTuple):
    """A goal: where to stand, and what to reach for, if anything."""

    stand: tuple[float, ...]  # x, z, and the heading if that is known
    point: Point | None = None
    others: tuple[Point, ...] = ()  # other points of it, as far as one can tell, likeliest first
    likely: float = 1.0  # that such a goal comes next, and not the other kind or none
    map: Floats | None = None  # how likely the target is where: (28 * 192,) on the ground, or (32 * 192,) of cells
    remembered: bool = False  # it cannot be seen any more from here: there is no map of it
    unseen: bool = False  # what is to be reached for is too low, too high or hidden: the point is a guess

    @property
    def target(self) -> tuple[float, ...]:
        """The point (x, y, z) to reach for, if it is seen; otherwise the place (x, z) to walk to."""
        return self.stand[:2] if self.point is None or self.unseen else self.point


class Eyes(Protocol):
    """Knows what comes next."""

    def __call__(self, world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        """The next goal in some worlds, after those that are done there; None where everything is done."""


class Ended(NamedTuple):
    """A goal that is over."""

    aim: Aim
    interaction: bool  # something was reached for, and the world did not refuse
    failed: str = ""  # why it was given up; empty when it was done

    @property
    def done(self) -> Done:
        """As those who know what comes next are told of it."""
        return self.aim.stand[0], self.aim.stand[1], self.interaction


@dataclass
class Errand:
    """What one agent is about."""

    ended: list[Ended] = field(default_factory=list)
    aim: Aim | None = None
    moves: list[int] = field(default_factory=list)  # that are left to where it will stand, the last one first
    taken: int = 0  # actions since it last looked for this goal
    looks: int = 0  # times that it has looked for this goal again
    approaching: bool = False  # looks again when it is there
    tried: list[tuple[Floats, Point]] = field(default_factory=list)  # refused: poses, and what was reached for
    refusal: str = ""  # why, the last time
    before: Aim | None = None  # this goal as it looked from where the agent came
    seen: Aim | None = None  # the same, from the last place where what is to be reached for could be seen
    finished: bool = False

    @property
    def point(self) -> Point | None:
        """What to reach for now: one of those that it may be after the other."""
        assert self.aim is not None
        candidates = (self.aim.point, *self.aim.others)
        return candidates[len(self.tried) % len(candidates)]

    def begin(self, aim: Aim | None) -> None:
        """There is a goal, or there is none left; one that the agent has come here for is not done because it looks so here.

        A thing that is not seen any more from close by is where it was.
        """
        aim = self.before if aim is None else aim
        if aim is not None and aim.unseen and self.seen is not None:
            aim = aim._replace(point=self.seen.point, others=self.seen.others, map=None, unseen=False, remembered=True)
        self.aim, self.tried, self.refusal, self.moves, self.taken = aim, [], "", [], 0
        self.finished = aim is None or len(self.ended) >= GOALS or self._is_in_vain(aim)

    def _is_in_vain(self, aim: Aim) -> bool:
        """Whether the same goal was given up as often as it may be, and nothing else was done since."""
        last = self.ended[-VAIN:]
        return len(last) == VAIN and all(e.failed and math.dist(e.aim.stand[:2], aim.stand[:2]) < ASTRAY for e in last)

    def look_again(self) -> None:
        """The agent is where the goal may be done, and looks for it from there."""
        assert self.aim is not None
        self.seen = self.seen if self.aim.unseen else self.aim
        self.before, self.aim, self.looks = self.aim, None, self.looks + 1

    def end(self, interaction: bool = False, failed: str = "") -> None:
        """The goal is done, or given up."""
        assert self.aim is not None
        self.ended.append(Ended(self.aim, interaction, failed))
        self.aim, self.before, self.seen = None, None, None
        self.moves, self.taken, self.looks, self.approaching = [], 0, 0, False


class Errands:
    """Agents that do errands, one in each of N worlds.

    `finish` does it all for those who need no answer. Whoever shows it to people calls look(), which gives the worlds that
    have a new goal; shows it; may aim at another one, skip it or stop there; and goes on with step() until all is over.
    """

    def __init__(self, kind: Kind, world: World, eyes: Eyes):
        self.kind, self.world, self.eyes = kind, world, eyes
        world.horizon = world.taken + GOALS * (LOOKS + 1) * FOR_EACH  # each goal has its own
        self.errands = [Errand() for _ in range(len(world))]
        self.path: list[Floats] = [world.pose.copy()]  # poses (N, 3), before the first step and after each
        self.actions: list[Ints] = []  # (N,) for each step; worlds that are over refuse theirs
        self.done: list[Step] = []  # what each step did
        self._finder = Wayfinder(kind, world)

    def look(self) -> list[int]:
        """Whoever has no goal looks around and is told the next one; the worlds that have a new one.

        A goal at which the agent stands already, or to which it sees no way, is over at once, and another one is told.
        """
        idle = [n for n, errand in enumerate(self.errands) if errand.aim is None and self._goes_on(n)]
        looking = idle
        if idle:
            self._finder.look(self.world, idle)
        while idle:
            done = [[ended.done for ended in self.errands[n].ended] for n in idle]
            for n, aim in zip(idle, self.eyes(self.world, idle, done), strict=True):
                self.errands[n].begin(aim)
                if not self.errands[n].finished:
                    self._set_out(n)
            idle = [n for n in idle if self.errands[n].aim is None and self._goes_on(n)]
        return [n for n in looking if self._goes_on(n)]

    def aim(self, n: int, aim: Aim) -> None:
        """Somebody knows better what the next goal in world n is."""
        self.errands[n].begin(aim)
        self._set_out(n)

    def skip(self, n: int) -> None:
        """Somebody does not want the goal in world n: on to the next."""
        self.errands[n].end(failed=UNWANTED)

    def stop(self, n: int) -> None:
        """Somebody wants nothing more to be done in world n."""
        self.errands[n].finished = True

    def step(self) -> Floats:
        """One action of everybody, after a look where that is needed; the poses (N, 3) after it."""
        self.look()
        before = self.world.pose.copy()
        actions = np.array([self._action(n) for n in range(len(self.errands))])
        step = self.world.step(actions)
        for n, errand in enumerate(self.errands):
            if not errand.finished:
                self._learn(n, int(actions[n]), before[n], step)
        self.actions.append(actions)
        self.done.append(step)
        self.path.append(self.world.pose.copy())
        return self.path[-1]

    def finish(self) -> Floats:
        """Do everything without stopping to show it; the poses (T + 1, N, 3) before the first step and after each."""
        for _ in until_over(self.world):
            self.step()
        return np.stack(self.path)

    def _goes_on(self, n: int) -> bool:
        return not self.errands[n].finished and not self.world.over[n]

    def _set_out(self, n: int) -> None:
        """Find the way to where the goal can be done; first to where it may be reached from, to look for it from there."""
        errand = self.errands[n]
        assert errand.aim is not None
        moves = None
        if errand.aim.point is not None and len(errand.aim.stand) == 2 and errand.looks < LOOKS:
            moves = self._finder.moves_to(n, self.world.pose[n], [(np.array([*errand.aim.stand, math.nan]), 0.0)])
        errand.approaching = bool(moves)
        if moves:
            errand.moves = moves[::-1]
        else:
            self._plan(n)

    def _plan(self, n: int) -> None:
        """Find the way to where the goal can be done."""
        errand = self.errands[n]
        moves = self._finder.moves_to(n, self.world.pose[n], _ends(self.world.camera, self._finder.gait, errand))
        if moves is None:
            errand.end(failed=errand.refusal or NO_WAY)
            return
        errand.moves = moves[::-1]
        if not moves:
            self._arrive(n)

    def _action(self, n: int) -> int:
        """The next action of an agent."""
        errand, actions = self.errands[n], self.world.actions
        if errand.finished or errand.aim is None:
            return actions.index("stop")
        if errand.moves:
            return errand.moves[-1]
        cell = self._cell(n)
        assert cell is not None  # see _arrive
        return actions.index("interact") + cell

    def _cell(self, n: int) -> int | None:
        """The cell of the view ahead that shows what is to be reached for; None if none does."""
        point = self.errands[n].point
        assert point is not None
        x, y, z = point
        row, column = self.kind.view.grid.in_view(self.world.pose[n], np.array([x, z]), y)
        return None if row < 0 or column < 0 else CELLS * int(row) + int(column)

    def _arrive(self, n: int) -> None:
        """The agent is where the goal can be done: it has walked there, or sees what to reach for, or must try otherwise."""
        errand = self.errands[n]
        if errand.point is None:
            errand.end()
        elif self._cell(n) is None:
            self._try_again(n, OUT_OF_VIEW)

    def _try_again(self, n: int, refusal: str) -> None:
        """What was to be reached for from here cannot be: from elsewhere, or what else may be meant; or not at all."""
        errand = self.errands[n]
        assert errand.point is not None
        errand.refusal = refusal
        if len(errand.tried) >= TRIES or errand.taken > FOR_EACH:
            errand.end(failed=refusal)
        else:
            errand.tried.append((self.world.pose[n].copy(), errand.point))
            self._finder.look(self.world, [n])
            self._plan(n)

    def _learn(self, n: int, action: int, before: Floats, step: Step) -> None:
        """What an agent makes of what its action did."""
        errand, world = self.errands[n], self.world
        errand.taken += 1
        if errand.aim is None:
            return
        if action >= world.actions.index("interact"):
            refusal = world.refusals[step.refused[n]]
            if refusal:
                self._try_again(n, refusal)
            else:
                errand.end(interaction=True)
        elif action == world.actions.index("forward") and not step.moved[n]:
            self._finder.bump(n, before)
            self._set_out(n)
        else:
            errand.moves.pop()
            if not errand.moves and errand.approaching:
                errand.look_again()
            elif not errand.moves:
                self._arrive(n)
        if errand.taken > FOR_EACH and errand.aim is not None:
            if errand.looks < LOOKS:  # it is still far off: what is there to be seen from here?
                errand.look_again()
            else:
                errand.end(failed=TOO_LONG)


def _ends(camera: Camera, gait: Gait, errand: Errand) -> list[tuple[Floats, float]]:
    """Poses to end at, each with what it costs to be there instead of at the best one."""
    assert errand.aim is not None
    x, z, heading = (*errand.aim.stand, math.nan)[:3]
    point = errand.point
    if point is None or (not errand.tried and math.dist((x, z), point[::2]) > gait.reach + ASTRAY):
        return [(np.array([x, z, heading]), 0.0)]  # what is farther from there cannot be what was meant: it is out of sight
    if not errand.tried and not math.isnan(heading):
        return [(np.array([x, z, heading]), 0.0)]
    found = poses_before(camera, gait, point)
    poses, aside = np.array([pose for pose, _ in found]).reshape(-1, 3), np.array([off for _, off in found])
    new = np.ones(len(poses), bool)
    for old, reached_for in errand.tried:
        if reached_for == point:
            new &= np.abs(poses[:, :2] - old[:2]).sum(1) + (poses[:, 2] != old[2]) > APART
    turned = 4.0 * (poses[:, 2] != heading) * (not math.isnan(heading))
    costs = AWAY * distance(poses, (x, z)) + 4.0 * aside + turned
    return [(poses[k], float(costs[k])) for k in np.flatnonzero(new)]


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


def run_errands(kind: Kind, world: World, eyes: Eyes) -> Floats:
    """Do the errands of all worlds until they are over; the poses (T + 1, N, 3), before the first step and after each."""
    return Errands(kind, world, eyes).finish()


def told(goals: Sequence[Sequence[Aim]]) -> Eyes:
    """Eyes that are told all goals of every world beforehand."""

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        return [
            goals[n][len(before)] if len(before) < len(goals[n]) else None for n, before in zip(which, done, strict=True)
        ]

    return eyes
