"""Rollouts: many episodes at once, until each has stopped or used up its actions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sightline.geometry.types import Array, Floats
from sightline.world import World

Policy = Callable[[World], Array]  # (N,) the next action of every world


def run(world: World, policy: Policy) -> Floats:
    """Let a policy act in every world until all are over; the poses (T + 1, N, 3), before the first step and after each."""
    poses = [world.pose.copy()]
    while not world.over.all():
        world.step(policy(world))
        poses.append(world.pose.copy())
    return np.stack(poses)
