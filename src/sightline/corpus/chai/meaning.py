"""What an instruction means: a few steps in time order, each a walk or something done to things, by their numbers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sightline.fields import Flag, ListOf, Number, Object, OneOf, Text


@dataclass(frozen=True)
class Step:
    """One step. What is closed and in the way is opened on the way without a word; nothing is closed that is not said."""

    do: str
    of: tuple[
        int, ...
    ] = ()  # what it is done to: items, parts, switches; for go a piece, for enter and door a room (from 0)
    to: int = 0  # for put and bring: the part or the piece that the place is of
    place: str = ""  # and the kind of the place

    def to_json(self) -> dict[str, Any]:
        fields = {key: value for key, value in asdict(self).items() if value != DEFAULTS[key]}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Step:
        return cls(data["do"], tuple(data["of"]), data.get("to", 0), data.get("place", ""))


Instruction = list[Step]
DEFAULTS: dict[str, Any] = asdict(Step(""))
WALKS = ("enter", "door", "go")
STEPS = (*WALKS, "open", "close", "on", "off", "take", "put", "bring")
HOWS = ("above", "below", "on", "with", "left", "right", "beside", "between", "front", "corner", "door")


def _check_step(step: dict[str, Any]) -> str:
    """Whether a step of a record has what it is about."""
    puts = step["do"] in ("put", "bring")
    if puts != (step.get("to") is not None and step.get("place") is not None):
        return f"{step['do']!r} has {'no' if puts else 'a'} place to put something: 'to' and 'place'."
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
