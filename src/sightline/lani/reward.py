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

from dataclasses import dataclass

import numpy as np

from sightline.geometry import bearing, distance
from sightline.geometry.types import Floats
from sightline.lani.dynamics import STRIDE, TURN

NEAR = 5.0  # closer than this, a task is completed


@dataclass(frozen=True)
class Reward:
    scale: float = 2.0  # of the potential; 1 is the literal paper
    step: float = -0.005  # every action
    stop: float = 1.0  # a successful stop, and minus this for an unsuccessful one
    collision: float = 1.0  # for a step lost whole

    def potential(self, pose: Floats, goal: Floats) -> Floats:
        """phi of poses (..., 3) towards goals (..., 2)."""
        d = distance(pose, goal)
        delta = np.where(d > NEAR, (d - NEAR) / (d + NEAR), 0.0)
        turn = np.abs(bearing(pose, goal)) / TURN
        return self.scale * (delta * turn + (1 - delta) * d / STRIDE)

    def of_actions(self, pose: Floats, ahead: Floats, moved: Floats, goal: Floats) -> Floats:
        """(N, 4) rewards of forward, turn right, turn left, stop; `ahead` (N, 2) is where forward would lead."""
        after = np.repeat(pose[:, None, :], 3, axis=1)  # (N, 3, 3): after forward, right, left
        after[:, 0, :2] = ahead
        after[:, 1, 2] += TURN
        after[:, 2, 2] -= TURN
        shaping = self.potential(pose, goal)[:, None] - self.potential(after, goal[:, None, :])
        rewards = np.full((len(pose), 4), self.step)
        rewards[:, :3] += shaping
        rewards[:, 0] -= self.collision * (1 - moved / STRIDE)
        rewards[:, 3] += np.where(distance(pose, goal) < NEAR, self.stop, -self.stop)
        return rewards
