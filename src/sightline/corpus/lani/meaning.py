"""The meaning of an instruction: steps in time order, each a manoeuvre with its landmarks, sides and amounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sightline.corpus.writing import MeaningStep
from sightline.fields import Either, Json, ListOf, Number, Object, OneOf, Text

FENCES = ("blue", "red", "yellow", "white")  # north, east, south, west
AROUND = {"around.quarter": 90.0, "around.half": 180.0, "around.three": 270.0, "around.full": 360.0}
TURNS = {
    "turn.left": -90.0, "turn.right": 90.0, "turn.half_left": -45.0, "turn.half_right": 45.0, "turn.around": 180.0,
}  # fmt: skip
DISTANCES = (4, 7, 10, 15, 20)  # units that language distinguishes


@dataclass(frozen=True)
class Manoeuvre(MeaningStep):
    """One step; `do` is also the name of its grammar rule."""

    of: tuple[int, ...] = ()  # landmarks, by index in the scene
    side: str = ""  # left or right: the side on which it is passed; for go.side the side of the landmark
    fences: tuple[str, ...] = ()  # colours
    lake: int = -1
    distance: int = 0


class Needs(NamedTuple):
    """The arguments of a manoeuvre: how many landmarks and fences, and whether it has a side, a lake, a distance."""

    of: int = 0
    side: bool = False
    fences: int = 0
    lake: bool = False
    distance: bool = False


NEEDS = {
    "go.near": Needs(1), "go.front": Needs(1), "go.far": Needs(1), "go.side": Needs(1, side=True),
    "go.fenceside": Needs(1, fences=1), "pass": Needs(1, side=True), "pass.any": Needs(1), "pass.both": Needs(2, side=True),
    **dict.fromkeys(AROUND, Needs(1, side=True)), "between.through": Needs(2), "between.stop": Needs(2),
    "towards": Needs(2, side=True), "back.landmark": Needs(1), "back.start": Needs(), "back.previous": Needs(),
    "fence.to": Needs(fences=1), "fence.until": Needs(1, side=True, fences=1), "fence.corner": Needs(side=True, fences=2),
    "fence.distance": Needs(side=True, fences=1, distance=True), "corner": Needs(fences=2), "lake.to": Needs(lake=True),
    "lake.pass": Needs(side=True, lake=True), "lake.along": Needs(side=True, lake=True), "lake.cross": Needs(lake=True),
    "forward.distance": Needs(distance=True), "forward.halfway": Needs(1), "forward.fence": Needs(fences=1),
    "turn.face": Needs(1), **dict.fromkeys(TURNS, Needs()),
}  # fmt: skip
SECTORS = frozenset({"ahead", "left", "right", "behind"})  # possible directions of a landmark


def _check_needs(step: Json) -> str:
    """An error if a manoeuvre of a record lacks an argument; empty if it is complete."""
    get, needs = step.get, NEEDS[step["do"]]
    has = (len(get("of") or ()), bool(get("side")), len(get("fences") or ()), get("lake") is not None, bool(get("distance")))
    if has == needs:
        return ""
    wrong = [
        f"{wanted if type(wanted) is int else 'a value' if wanted else 'nothing'} in {key!r}"
        for key, given, wanted in zip(Needs._fields, has, needs, strict=True)
        if given != wanted
    ]
    return f"{step['do']!r} needs {', '.join(wrong)}."


MEANING = Object(
    "a meaning",
    {
        "steps": ListOf(
            Object(
                "a manoeuvre",
                {"do": OneOf(NEEDS, "a manoeuvre")},
                {
                    "of": ListOf(Number(0, whole=True)), "side": OneOf(("left", "right")), "fences": ListOf(OneOf(FENCES)),
                    "lake": Number(0, 99, whole=True), "distance": Number(1, 100, whole=True),
                },
                also=_check_needs,
            ),
            least=1,
        ),
        "named": ListOf(
            Object(
                "a name",
                {"of": Number(0, whole=True), "as": Text(blank=False)},
                {
                    "where": OneOf(sorted(SECTORS)), "degree": Text(),
                    "near": Either((Number(0, whole=True), Text()), "a landmark or words"),
                },
            )
        ),
    },
)  # fmt: skip


def disagreement(paragraph: Json) -> str:
    """An error if the meanings of a paragraph's record refer to landmarks that its scene lacks; otherwise empty."""
    count = len(paragraph["scene"]["landmarks"])
    for k, segment in enumerate(paragraph["segments"]):
        meaning = segment.get("meaning") or {"named": (), "steps": ()}
        landmarks = {
            "named": [name["of"] for name in meaning["named"]],
            "steps": [landmark for step in meaning["steps"] for landmark in step.get("of") or ()],
        }
        for key, numbers in landmarks.items():
            if max(numbers, default=-1) >= count:
                return f"segments[{k}].meaning.{key} name landmark {max(numbers)}, but the scene has {count}."
    return ""


def other(side: str) -> str:
    """The other side."""
    return "right" if side == "left" else "left"


def sign(side: str) -> float:
    """Walking around something on the right side is clockwise, positive."""
    return 1.0 if side == "right" else -1.0
