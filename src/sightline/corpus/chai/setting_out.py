"""How a way begins: which way one turns before the first steps, as "turn left and …" says; and how far it leads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sightline.chai.dynamics import FORWARD, INTERACT, STRIDE, TURN, TURN_RIGHT

STEPS = 4  # in one direction, after which one has set out
SAID = re.compile(r"(?:turn|turns) (left|right|around)|(straight) (?:ahead|on|to)")
DEGREES = {"left": -90.0, "right": 90.0, "around": 180.0, "straight": 0.0}


@dataclass(frozen=True)
class SettingOut:
    turn: float = 0.0  # degrees, right is positive; 180 is around
    length: float = 0.0  # metres

    def is_untrue(self, tokens: Sequence[str]) -> str:
        """What an instruction says of how one sets out, if it is something else; only what it begins with is about that."""
        said = SAID.search(" ".join(tokens[:8]))
        way = (said.group(1) or said.group(2)) if said else ""
        return way if way and DEGREES[way] != self.turn else ""


def setting_out(actions: Sequence[int]) -> SettingOut:
    """How the way begins that some actions take."""
    turn, steps = 0.0, 0
    for action in actions:
        if action == FORWARD:
            steps += 1
            if steps == STEPS:
                break
        elif action < INTERACT:
            turn += TURN if action == TURN_RIGHT else -TURN
            steps = 0
    turn = (turn + 180.0) % 360.0 - 180.0
    return SettingOut(180.0 if turn == -180.0 else turn, STRIDE * list(actions).count(FORWARD))
