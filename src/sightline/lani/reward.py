"""The shaped reward of the paper's appendix, for all four actions at once.

    R(s, a, s') = R_p + phi(s) - phi(s')          s before, s' after the action
    phi = scale * (delta * TurnDist + (1 - delta) * MoveDist)
    TurnDist = |angle to the goal| / 15,  MoveDist = distance to the goal / 1.5
    delta(d) = 0 for d <= 5, (d - 5) / (d + 5) beyond

The paper writes phi(target) - phi(origin), which would reward moving away; we take origin minus target. It leaves delta
open beyond "0 near the goal, rising to 1". Ours keeps phi rising with distance at every heading: within 5 units phi is
MoveDist; beyond, (1 - delta) * d / 1.5 = 10 d / (1.5 (d + 5)) rises, and so does delta. A faster delta (d / (d + 5) all
the way, say) makes that product flat or falling far away, and a myopic learner then walks off.
`scale` is 2 rather than the paper's literal 1, because the learner sees immediate rewards only: inside 5 units stopping
pays 1 at once, and a step that brings the agent 1.5 closer must pay more, or it stops at the rim.

    R_p = -0.005 for every action, - lost part of the step / 1.5 on collision (0 for a graze, 1 for a head-on stop),
          +1 for Stop closer than 5 to the goal, -1 for Stop elsewhere
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from sightline.checks import checked_number, shown
from sightline.errors import InputError
from sightline.geometry.types import Array, Floats
from sightline.lani.dynamics import FIELD, OPTIONS, STRIDE, TURN, forward, lies_inside

FARTHEST = 1e6  # maximum coordinate of a goal
NEAR = 5.0  # within this distance a task is completed, and a predicted goal counts as right


@dataclass(frozen=True)
class Reward:
    scale: float = 2.0  # of the potential; 1 is the literal paper
    step: float = -0.005  # every action
    stop: float = 1.0  # a successful stop, and minus this for an unsuccessful one
    collision: float = 1.0  # cost of a completely blocked step
    near: float = NEAR  # distance of a successful stop; a smaller one in training makes a learner stop nearer to the goal

    def __post_init__(self) -> None:
        for name in ("scale", "step", "stop", "collision", "near"):
            object.__setattr__(
                self, name, checked_number(getattr(self, name), f"{name} of a reward", 0.0 if name == "near" else -1e6, 1e6)
            )

    def potential(self, pose: ArrayLike, goal: ArrayLike) -> Floats:
        """phi of poses (N, 3) towards goals (N, 2)."""
        return _potentials(np.asarray(pose, dtype=np.float64), np.asarray(goal, dtype=np.float64), self.scale, self.near)

    def of_actions(self, pose: Floats, goal: Floats, bodies: Floats, counts: Array) -> Floats:
        """(N, 4) rewards of forward, turn right, turn left and stop; `bodies` (N, I, 5) are the obstacles."""
        rewards = np.empty((len(pose), 4))
        bad = _rewards(pose, goal, bodies, counts, self.scale, self.step, self.stop, self.collision, self.near, rewards)
        if bad >= 0:
            here, there = shown(pose[bad].tolist()), shown(goal[bad].tolist())
            raise InputError(f"World {bad}: its pose {here} or its goal {there} does not lie in the field 0..{FIELD:g}.")
        return rewards


@njit(**OPTIONS)
def _potential(x, z, heading, goal_x, goal_z, scale, near):
    dx, dz = goal_x - x, goal_z - z
    d = math.sqrt(dx * dx + dz * dz)
    turn = abs((math.degrees(math.atan2(dx, dz)) - heading + 180.0) % 360.0 - 180.0) / TURN
    delta = (d - near) / (d + near) if d > near else 0.0
    return scale * (delta * turn + (1 - delta) * d / STRIDE)


@njit(cache=True, **OPTIONS)
def _potentials(poses, goals, scale, near):
    potentials = np.empty(len(poses))
    for n in range(len(poses)):
        potentials[n] = _potential(poses[n, 0], poses[n, 1], poses[n, 2], goals[n, 0], goals[n, 1], scale, near)
    return potentials


@njit(cache=True, **OPTIONS)
def _rewards(poses, goals, bodies, counts, scale, step, stop, collision, near, rewards):
    for n in range(len(poses)):
        if not (lies_inside(poses[n]) and abs(goals[n, 0]) <= FARTHEST and abs(goals[n, 1]) <= FARTHEST):
            return n
        x, z, heading, gx, gz = poses[n, 0], poses[n, 1], poses[n, 2], goals[n, 0], goals[n, 1]
        before = _potential(x, z, heading, gx, gz, scale, near)
        ahead_x, ahead_z, _, lost = forward(x, z, heading, bodies[n], counts[n])
        shaping = before - _potential(ahead_x, ahead_z, heading, gx, gz, scale, near)
        rewards[n, 0] = step + shaping - collision * min(lost / STRIDE, 1.0)
        rewards[n, 1] = step + before - _potential(x, z, heading + TURN, gx, gz, scale, near)
        rewards[n, 2] = step + before - _potential(x, z, heading - TURN, gx, gz, scale, near)
        close = (gx - x) ** 2 + (gz - z) ** 2 < near * near
        rewards[n, 3] = step + (stop if close else -stop)
    return -1


@njit(cache=True, **OPTIONS)
def pick(rewards, actions, earned):
    """Fill earned (N,) with the rewards of actions (N,) from rewards (N, A); the first unknown action, or -1."""
    for n in range(len(actions)):
        if not 0 <= actions[n] < rewards.shape[1]:
            return n
        earned[n] = rewards[n, actions[n]]
    return -1
