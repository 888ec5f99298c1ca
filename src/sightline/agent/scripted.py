"""Baselines without learning (paper, section "Experimental setup"): Stop, RandomWalk, MostFrequent, and Center for goals."""

from __future__ import annotations

import numpy as np

from sightline.agent.rollout import Policy
from sightline.geometry import CELLS
from sightline.geometry.types import Array, Floats
from sightline.world import Kind, World

CENTER = (20, 112)  # cell of the panorama grid, straight ahead: about 15 units away on a field


def stop(world: World) -> Array:
    """Stop at once."""
    return np.full(len(world), world.actions.index("stop"))


def most_frequent(world: World) -> Array:
    """Forward, the most frequent action of people, until the horizon."""
    return np.full(len(world), world.actions.index("forward"))


def random_walk(world: World, seed: int = 0) -> Policy:
    """Any action with equal chances, and any cell to interact with, chosen for each world before it starts."""
    rng = np.random.default_rng(seed)
    shape = (len(world), int(world.horizon.max()) + 1)
    actions = rng.integers(0, len(world.actions), shape)
    if "interact" in world.actions:
        interact = world.actions.index("interact")
        actions = np.where(actions == interact, interact + rng.integers(0, CELLS * CELLS, shape), actions)
    return lambda world: actions[np.arange(len(world)), world.taken]


def center(kind: Kind, world: World) -> Floats:
    """(N, 2) the same cell of the panorama for every instruction, as a place."""
    row, column = (np.full(len(world), cell) for cell in CENTER)
    return kind.view.grid.place(world.pose, row, column, kind.view.bounds)
