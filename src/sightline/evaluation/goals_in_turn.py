"""Goals that come in turn, each looked for from the demonstration's state before it: what methods say, and how far off.

Where to walk is measured on the floor, what to reach for in space. Methods are told which of the two it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sightline.agent.agent import Agent
from sightline.agent.errands import Aim
from sightline.agent.in_turn import Found, points_of, see
from sightline.agent.next_goal import eyes_of, sureness_of
from sightline.agent.scripted import CENTER
from sightline.corpus.stages import Stage
from sightline.geometry.types import Bools, Floats
from sightline.world import Kind, World

Look = Callable[[World, Sequence[Stage]], Found]  # in worlds that are at stages


def look_with(agent: Agent) -> Look:
    """What an agent sees."""
    if agent.does_errands:
        return _aims(agent)
    return lambda world, stages: see(agent, world, _all(world), _reaching(stages), how_sure=True)


def _aims(agent: Agent) -> Look:
    """What our agent would go for, which decides itself what comes next; for a thing it may take a place, and wrongly."""

    def look(world: World, stages: Sequence[Stage]) -> Found:
        said_at = np.array([stage.example.segment.start for stage in stages])
        done = [[(goal.stand[0], goal.stand[1], goal.point is not None) for goal in stage.before] for stage in stages]
        aims = eyes_of(agent, world, said_at)(world, range(len(stages)), done)
        points = [_point(aim, pose, stage) for aim, pose, stage in zip(aims, world.pose, stages, strict=True)]
        sure = [1.0 if aim is None else sureness_of(agent, world, n, aim) for n, aim in enumerate(aims)]
        return Found(np.array(points), np.array([aim is not None for aim in aims]), np.array(sure))

    return look


def _point(aim: Aim | None, pose: Floats, stage: Stage) -> tuple[float, float, float]:
    """What an aim comes to where a goal of the stage's type is asked for; none is where the agent stands."""
    if aim is not None and aim.point is not None and stage.reaches:
        return aim.point
    x, z = pose[:2] if aim is None else aim.stand[:2]
    return float(x), 0.0, float(z)


def look_at_center(kind: Kind) -> Look:
    """The same cell of the panorama for every goal."""
    row, column = CENTER

    def look(world: World, stages: Sequence[Stage]) -> Found:
        classes = np.full(len(stages), row * kind.view.grid.columns + column)
        return Found(*points_of(kind, world, _all(world), classes, _reaching(stages)))

    return look


def look_at_truth(kind: Kind) -> Look:
    """The cell of the true goal: no map of cells can say more."""

    def look(world: World, stages: Sequence[Stage]) -> Found:
        classes = kind.view.goal_classes(world.pose, np.array([stage.point for stage in stages]))
        return Found(*points_of(kind, world, _all(world), classes, _reaching(stages)))

    return look


def missed_by(points: Floats, stages: Sequence[Stage]) -> Floats:
    """(N,) how far points (N, 3) are from the stages' goals: on the floor, or in space where a thing is reached for."""
    off = points - np.array([stage.point for stage in stages])
    off[~_reaching(stages), 1] = 0.0
    away: Floats = np.sqrt((off**2).sum(1))
    return away


def _reaching(stages: Sequence[Stage]) -> Bools:
    return np.array([stage.reaches for stage in stages], dtype=bool)


def _all(world: World) -> np.ndarray:
    return np.arange(len(world))
