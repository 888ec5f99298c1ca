"""Rollouts: many episodes at once, until each has stopped or used up its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sightline.errors import InputError
from sightline.geometry.types import Array, Floats
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


def run(world: World, policy: Policy) -> Floats:
    """Let a policy act in every world until all are over; the poses (T + 1, N, 3), before the first step and after each."""
    poses = [world.pose.copy()]
    for _ in until_over(world):
        world.step(policy(world))
        poses.append(world.pose.copy())
    return np.stack(poses)
