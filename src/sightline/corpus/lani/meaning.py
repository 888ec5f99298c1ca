"""What an instruction means: a few steps in time order, each a manoeuvre with its landmarks, sides and amounts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

FENCES = ("blue", "red", "yellow", "white")  # north, east, south, west
AROUND = {"around.quarter": 90.0, "around.half": 180.0, "around.three": 270.0, "around.full": 360.0}
TURNS = {
    "turn.left": -90.0, "turn.right": 90.0, "turn.half_left": -45.0, "turn.half_right": 45.0, "turn.around": 180.0,
}  # fmt: skip
DISTANCES = (4, 7, 10, 15, 20)  # units that language tells apart


@dataclass(frozen=True)
class Step:
    """One manoeuvre; `do` is also the name of the grammar rule that says it."""

    do: str
    of: tuple[int, ...] = ()  # landmarks, by their place in the scene
    side: str = ""  # left or right: the hand on which it is passed; for go.side the side of the landmark
    fences: tuple[str, ...] = ()  # colours
    lake: int = -1
    distance: int = 0

    def to_json(self) -> dict[str, Any]:
        fields = {key: value for key, value in asdict(self).items() if value != DEFAULTS[key]}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Step:
        fields = {**data, "of": tuple(data.get("of", ())), "fences": tuple(data.get("fences", ()))}
        return cls(**fields)


DEFAULTS: dict[str, Any] = asdict(Step(""))


def other(side: str) -> str:
    """The other hand."""
    return "right" if side == "left" else "left"


def sign(side: str) -> float:
    """Walking around something on the right hand is clockwise, positive."""
    return 1.0 if side == "right" else -1.0
