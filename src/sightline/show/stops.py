"""The stops of a demonstration, at interactions and at the end, and the agent's views at interactions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sightline.corpus.choose import demonstration
from sightline.corpus.examples import Example
from sightline.geometry import CELLS
from sightline.geometry.types import Array, Floats
from sightline.world import INTERACTION, NAVIGATION, Goal

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Stop:
    """A stop of a demonstration: an interaction, or the end."""

    name: str  # for instruction 3: "3", or in order "3a", "3b"
    stand: tuple[float, float]
    place: tuple[float, float]  # of the interaction; at an end, the agent's place
    told: str = ""  # the deed in words
    view: Array | None = None  # (H, W, 3) right before the interaction
    cell: tuple[int, int] = (0, 0)  # row and column of the interaction in the view's grid


@dataclass(frozen=True)
class Walk:
    """The demonstration of one instruction."""

    poses: Floats  # (T, 3)
    stops: tuple[Stop, ...]


def walk_of(example: Example, pixels: int) -> Walk:
    """Replay a demonstration; its views are `pixels` wide. If the replay fails, only start and end are returned."""
    if example.paragraph.source == "human":
        return Walk(demonstration(example), (_end(example, str(example.place + 1)),))
    kind, goals = example.kind, example.goals
    actions = kind.read_actions(example.segment.actions)
    camera = replace(kind.view.camera, width=pixels, height=pixels)
    world = kind.make(camera=camera, horizon=len(actions) + 1)
    world.reset([example.episode])
    deeds = [goal for goal in goals if goal.kind == INTERACTION]
    names = _names(example.place + 1, len(deeds) + (goals[-1].kind == NAVIGATION))
    poses = [world.pose[0].copy()]
    stops: list[Stop] = []
    for action in actions:
        cell = -1 if kind.interact is None else action - kind.interact
        if cell >= 0 and len(stops) < len(deeds):
            goal, view = deeds[len(stops)], world.observe()["rgb"][0].copy()
            stops.append(_reaching(names[len(stops)], goal, view, cell))
        world.step(np.array([action]))
        poses.append(world.pose[0].copy())
    if goals[-1].kind == NAVIGATION:
        stops.append(_end(example, names[-1]))
    return Walk(np.array(poses), tuple(stops))


def _names(instruction: int, count: int) -> Sequence[str]:
    return [str(instruction)] if count == 1 else [f"{instruction}{LETTERS[k % len(LETTERS)]}" for k in range(count)]


def _reaching(name: str, goal: Goal, view: Array, cell: int) -> Stop:
    assert goal.point is not None and goal.deed is not None
    (x, z), (to_x, _, to_z) = goal.stand[:2], goal.point
    return Stop(name, (x, z), (to_x, to_z), tell_deed(goal.deed), view, divmod(cell, CELLS))


def _end(example: Example, name: str) -> Stop:
    return Stop(name, example.segment.end, example.segment.end)


def tell_deed(deed: tuple[str, str, str]) -> str:
    """'put milk at fridge' for ('put', 'milk 3012', 'fridge 7')."""
    verb, thing, holder = (words.rstrip("0123456789").rstrip() if n else words for n, words in enumerate(deed))
    return f"{verb} {thing}" + (f" at {holder}" if holder else "")
