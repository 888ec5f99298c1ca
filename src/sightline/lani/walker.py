"""A scripted walker that heads for the goal: turn until it is ahead, step, stop when close."""

from __future__ import annotations

import numpy as np

from sightline.geometry import bearing, distance
from sightline.geometry.types import Array, Floats
from sightline.lani.dynamics import FORWARD, STOP, STRIDE, TURN, TURN_LEFT, TURN_RIGHT


def head_to_goal(pose: Floats, goal: Floats, close: float = STRIDE) -> Array:
    """(N,) next action for poses (N, 3) and goals (N, 2)."""
    turn = bearing(pose, goal)
    action = np.where(turn > TURN / 2, TURN_RIGHT, np.where(turn < -TURN / 2, TURN_LEFT, FORWARD))
    return np.where(distance(pose, goal) < close, STOP, action)
