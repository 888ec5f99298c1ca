"""Legs without a seer: the baselines Stop, RandomWalk and MostFrequent (paper, "Experimental setup"), and any function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sightline.agent.aim import Aim, Event
from sightline.agent.look import Look
from sightline.geometry import CELLS
from sightline.geometry.types import Array, Floats, Ints
from sightline.world import Kind, Step, World

CENTER_CELL = (20, 112)  # cell of the panorama grid, straight ahead: about 15 units away on a field
Policy = Callable[[World], Array]  # (N,) the next action of every world


class PolicyLegs:
    """Legs that ask a policy for every action; they have no aims, and Stop ends the episode."""

    channels: tuple[str, ...] = ()

    def __init__(self, world: World, policy: Policy):
        self.world, self.policy = world, policy

    def horizon(self, world: World) -> Ints:
        """As the world has it."""
        return world.horizon

    def see(self, look: Look) -> None:
        """A policy looks for itself."""

    def set_out(self, n: int, aim: Aim, looks: int, origin: Floats) -> Event | None:
        """A policy has no aims."""
        return None

    def act(self, aims: Sequence[Aim | None], where: Sequence[int] | None = None) -> Ints:
        """What the policy says."""
        return self.policy(self.world)

    def after(self, actions: Ints, before: Floats, step: Step) -> dict[int, Event]:
        """There are no aims to be over."""
        return {}


def stop(world: World) -> Array:
    """Stop at once."""
    return np.full(len(world), world.actions.index("stop"))


def most_frequent(world: World) -> Array:
    """Forward, the most frequent action of people, until the horizon."""
    return np.full(len(world), world.actions.index("forward"))


def random_walk(kind: Kind, world: World, seed: int | Sequence[int] = 0) -> Policy:
    """Any action with equal probability, and any cell to interact with, drawn for each world before it starts."""
    rng = np.random.default_rng(seed)
    shape = (len(world), int(world.horizon.max()) + 1)
    actions = rng.integers(0, len(world.actions), shape)
    if kind.interact is not None:
        actions = np.where(actions == kind.interact, actions + rng.integers(0, CELLS * CELLS, shape), actions)
    return lambda world: actions[np.arange(len(world)), world.taken]
