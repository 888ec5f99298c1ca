"""The meaning of an instruction: steps in time order, each a walk or a deed on numbered things; and the direction in which
its path begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sightline.chai.dynamics import FORWARD, INTERACT, STRIDE, TURN, TURN_RIGHT
from sightline.corpus.writing import MeaningStep
from sightline.fields import Flag, Json, ListOf, Number, Object, OneOf, Text


@dataclass(frozen=True)
class ErrandStep(MeaningStep):
    """One step. Closed parts in the way are opened implicitly; nothing is closed implicitly."""

    of: tuple[int, ...] = ()  # items, parts or switches of the deed; for go a piece, for enter and door a room
    to: int = 0  # for put and bring: the number of the part or piece of the place
    place: str = ""  # and the kind of the place


Instruction = list[ErrandStep]
WALKS = ("enter", "door", "go")
STEPS = (*WALKS, "open", "close", "on", "off", "take", "put", "bring")
HOWS = ("above", "below", "on", "with", "left", "right", "beside", "between", "front", "corner", "door")


def _check_step(step: Json) -> str:
    """An error if a step of a record lacks an argument; empty if it is complete."""
    puts = step["do"] in ("put", "bring")
    if puts != (step.get("to") is not None and step.get("place") is not None):
        return f"{step['do']!r} {'needs' if puts else 'must not have'} 'to' and 'place'."
    if len(step["of"]) != 1 and step["do"] != "bring":
        return f"{step['do']!r} is done to one thing, got {len(step['of'])} in 'of'."
    return ""


_number = Number(0, 9999, whole=True)
MEANING = Object(
    "a meaning",
    {
        "steps": ListOf(
            Object(
                "a step",
                {"do": OneOf(STEPS, "a step"), "of": ListOf(_number, "a list of numbers", least=1)},
                {"to": _number, "place": Text(blank=False)},
                also=_check_step,
            ),
            least=1,
        ),
        "named": ListOf(
            Object(
                "a name",
                {"of": _number, "as": Text(blank=False)},
                {
                    "adjective": Text(), "phrase": Text(), "how": OneOf(HOWS), "anchors": ListOf(_number), "room": _number,
                    "place": _number, "beside": ListOf(_number), "open": Flag(), "near": Flag(), "again": Flag(),
                },
            )
        ),
    },
)  # fmt: skip


SET_OUT = 4  # steps in one direction that count as having set out
FIRST_TURN = re.compile(r"(?:turn|turns) (left|right|around)|(straight) (?:ahead|on|to)")
DEGREES = {"left": -90.0, "right": 90.0, "around": 180.0, "straight": 0.0}


@dataclass(frozen=True)
class SettingOut:
    """How a path begins: the turn before the first steps, as "turn left and …" says, and the length of the path."""

    turn: float = 0.0  # degrees, right is positive; 180 is around
    length: float = 0.0  # metres

    def is_untrue(self, tokens: Sequence[str]) -> str:
        """The words at the start of an instruction that contradict the first turn; empty if there are none."""
        match = FIRST_TURN.search(" ".join(tokens[:8]))
        direction = (match.group(1) or match.group(2)) if match else ""
        return direction if direction and DEGREES[direction] != self.turn else ""


def setting_out(actions: Sequence[int]) -> SettingOut:
    """How the path of these actions begins."""
    turn, steps = 0.0, 0
    for action in actions:
        if action == FORWARD:
            steps += 1
            if steps == SET_OUT:
                break
        elif action < INTERACT:
            turn += TURN if action == TURN_RIGHT else -TURN
            steps = 0
    turn = (turn + 180.0) % 360.0 - 180.0
    return SettingOut(180.0 if turn == -180.0 else turn, STRIDE * list(actions).count(FORWARD))
