"""Rollouts: many episodes at once, until each has stopped or used up its actions."""

from __future__ import annotations

from collections.abc import Callable

from sightline.geometry.types import Array
from sightline.world import World

Policy = Callable[[World], Array]  # (N,) the next action of every world


def run(world: World, policy: Policy) -> dict[str, Array]:
    """Let a policy act in every world until all are over; the metrics of where they stand then."""
    while not world.over.all():
        world.step(policy(world))
    return world.metrics()
