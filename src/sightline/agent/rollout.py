"""Rollouts: many episodes at once, until each has stopped or used up its actions."""

from __future__ import annotations

from sightline.agent.scripted import Policy
from sightline.geometry.types import Array
from sightline.lani import LaniWorld


def run(world: LaniWorld, policy: Policy) -> dict[str, Array]:
    """Let a policy act in every world until all are over; the metrics of where they stand then."""
    while not world.over.all():
        world.step(policy(world))
    return world.metrics()
