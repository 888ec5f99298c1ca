"""Baselines without learning (paper, section "Experimental setup"): Stop, RandomWalk, MostFrequent, and Center for goals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sightline.geometry import GoalGrid
from sightline.geometry.types import Array, Floats
from sightline.lani import Episode, LaniWorld
from sightline.lani.dynamics import FORWARD, STOP
from sightline.render import FIELD

Policy = Callable[[LaniWorld], Array]  # (N,) the next action of every world
CENTER = (20, 112)  # cell of the panorama grid, about 15 units straight ahead


def stop(world: LaniWorld) -> Array:
    """Stop at once."""
    return np.full(len(world), STOP)


def most_frequent(world: LaniWorld) -> Array:
    """Forward, the most frequent action of people, until the horizon."""
    return np.full(len(world), FORWARD)


def random_walk(world: LaniWorld, seed: int = 0) -> Policy:
    """Any of the four actions with equal chances, drawn for each world before it starts."""
    draws = np.random.default_rng(seed).integers(0, len(world.actions), (len(world), world.horizon + 1))
    return lambda world: draws[np.arange(len(world)), world.taken]


def center(episodes: Sequence[Episode]) -> Floats:
    """(N, 2) the same cell of the panorama for every instruction, as a place."""
    starts = np.array([e.start for e in episodes])
    row, column = (np.full(len(episodes), cell) for cell in CENTER)
    return GoalGrid().place(starts, row, column, (0.0, float(FIELD)))
