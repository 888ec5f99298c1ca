"""Rollouts: many episodes at once, until each has stopped or used up its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sightline.errors import InputError
from sightline.geometry.types import Array
from sightline.world import World

Policy = Callable[[World], Array]  # (N,) the next action of every world


def until_over(world: World) -> Iterator[int]:
    """Count the steps until all worlds are over; one that goes on beyond its horizon is a sentence and not a hang."""
    most = int((world.horizon - world.taken).max(initial=0)) + 1
    for step in range(most):
        if world.over.all():
            return
        yield step
    if not world.over.all():
        raise InputError(f"After {most} steps, which is more than their horizons, worlds are not over: does step() count?")


def run(world: World, policy: Policy) -> dict[str, Array]:
    """Let a policy act in every world until all are over; the metrics of where they stand then."""
    for _ in until_over(world):
        world.step(policy(world))
    return world.metrics()
