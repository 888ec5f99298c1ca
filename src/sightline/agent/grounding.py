"""Grounding: which of the things that an agent has seen a noun phrase means, and words that tell them apart.

Everything rests on the agent's memory, that is on what its own model saw, never on the scene.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sightline.agent.memory import Memory, Sighted
from sightline.geometry import bearing, distance
from sightline.geometry.types import Floats
from sightline.language.lexicon import Lexicon
from sightline.language.reading.plan import (
    ALL,
    EASTMOST,
    FARTHEST,
    LEFTMOST,
    NEAREST,
    NORTHMOST,
    RIGHTMOST,
    SMALLEST,
    SOUTHMOST,
    TALLEST,
    WESTMOST,
    Find,
)  # fmt: skip
from sightline.language.reading.words import ORDINALS

SURE = 0.7  # confidence of a thing that counts as seen
LIKELY = 0.55  # the same for a landmark that was named: few of those that are not there look as likely
PERHAPS = 0.4  # confidence of a thing that may be there
# As shares of what is near in a world: sightings that are closer are one thing seen as two kinds.
SAME_PLACE, SAME_ITEM = 0.35, 0.15
RIM = 12.0  # degrees
ON_SIDE = 60.0  # degrees from the direction that is meant by "on your left" or "north of"
LIGHTS = ("light", "lights", "lamp", "lamps")
COMPARED = {  # words of an answer to "which one?", as an order; "" where the facing decides
    "left": LEFTMOST, "right": RIGHTMOST, "nearer": NEAREST, "nearest": NEAREST, "closer": NEAREST, "closest": NEAREST,
    "farther": FARTHEST, "further": FARTHEST, "farthest": FARTHEST, "furthest": FARTHEST,
    "bigger": TALLEST, "taller": TALLEST, "larger": TALLEST, "smaller": SMALLEST, "shorter": SMALLEST,
    "ahead": "", "behind": "",
}  # fmt: skip
COLOURS = frozenset({
    "red", "blue", "green", "yellow", "white", "black", "gray", "grey", "brown", "orange", "pink", "purple", "gold",
    "golden", "silver", "beige",
})  # fmt: skip
SECTORS = (
    "ahead",
    "ahead to the right",
    "to the right",
    "behind to the right",
    "behind",
    "behind to the left",
    "to the left",
    "ahead to the left",
)


@dataclass(frozen=True)
class Grounding:
    """What one agent has seen, as candidates for what people say."""

    lexicon: Lexicon
    memory: Memory
    pose: Floats  # (3,) of the agent now
    near: float  # what is near in its world
    unit: str
    n: int = 0  # its world

    def things(self, least: float = SURE) -> list[Sighted]:
        """The things that it has seen with some confidence at least, each once, the nearest first.

        A field has each landmark once, so a second sighting of one there is a mistake.
        """
        kept: list[Sighted] = []
        for thing in self.memory.things(self.n):  # the surest first
            if thing.confidence < least:
                continue
            apart = (SAME_PLACE if not thing.is_item else SAME_ITEM) * self.near
            once = not self.memory.kind.reaches and any(other.name == thing.name for other in kept)
            if not once and all(_apart(thing, other) > apart or thing.is_item != other.is_item for other in kept):
                kept.append(thing)
        return sorted((thing for thing in kept if not self._is_shadow(thing, kept)), key=self.away)

    def _is_shadow(self, thing: Sighted, things: Sequence[Sighted]) -> bool:
        """Whether a thing is only what shows at the rim of a nearer one of its kind."""
        return any(
            other is not thing and other.name == thing.name and self.away(other) < self.away(thing)
            and abs((self.bearing(other) - self.bearing(thing) + 180) % 360 - 180) < RIM
            for other in things
        )  # fmt: skip

    def away(self, thing: Sighted) -> float:
        """The distance to a thing, on the ground."""
        return float(distance(self.pose, (thing.point[0], thing.point[2])))

    def kinds(self, find: Find) -> frozenset[str]:
        """The kinds of thing that a phrase may mean; empty for any."""
        if not find.kinds and any(word in LIGHTS for word in find.noun.split()):
            return frozenset(kind for noun, kinds in self.lexicon.nouns.items() if noun[-1] in LIGHTS for kind in kinds)
        return find.kinds

    def candidates(self, find: Find, least: float | None = None) -> list[Sighted]:
        """The things seen that fit a phrase; an order leaves one of them, "next to" the nearest to its anchor."""
        kinds = self.kinds(find)
        least = least if least is not None else SURE if self.memory.kind.reaches or not kinds else LIKELY
        fitting = [thing for thing in self.things(least) if not kinds or thing.name in kinds]
        if find.but is not None:
            left_out = self.kinds(find.but)
            fitting = [thing for thing in fitting if thing.name not in left_out]
        if find.near is not None:
            return self._near(fitting, find.near, find.beyond)
        if find.side is not None:
            fitting = [thing for thing in fitting if _turn(self.bearing(thing) - find.side) < ON_SIDE]
            return fitting if find.number != 1 else fitting[:1]
        if find.order:
            ordered = self._ordered(fitting, find.order)
            if find.number != 1:
                return ordered[: find.number or None]
            return ordered[find.rank :][:1] if find.rank >= 0 else ordered[-1:]
        if find.number > 1:
            return fitting[: find.number]
        return fitting

    def _near(self, things: Sequence[Sighted], near: Find, beyond: float | None) -> list[Sighted]:
        """The thing that stands next to another, perhaps in a direction of the compass from it."""
        anchors = self.candidates(near)
        pairs = [
            (_apart(thing, anchor), thing)
            for anchor in anchors
            for thing in things
            if thing not in anchors and (beyond is None or _turn(_heading(anchor, thing) - beyond) < ON_SIDE)
        ]
        return [min(pairs, key=lambda pair: pair[0])[1]] if pairs else []

    def _ordered(self, things: Sequence[Sighted], order: str) -> list[Sighted]:
        keys = {
            NEAREST: self.away, FARTHEST: lambda thing: -self.away(thing),
            TALLEST: lambda thing: -(thing.high[1] - max(thing.low[1], 0.0)), SMALLEST: _size,
            LEFTMOST: self.bearing, RIGHTMOST: lambda thing: -self.bearing(thing),
            NORTHMOST: lambda thing: -thing.point[2], SOUTHMOST: lambda thing: thing.point[2],
            EASTMOST: lambda thing: -thing.point[0], WESTMOST: lambda thing: thing.point[0],
        }  # fmt: skip
        return sorted(things, key=keys[order])

    def bearing(self, thing: Sighted) -> float:
        """Degrees clockwise from where the agent faces, -180 to 180."""
        return float((bearing(self.pose, (thing.point[0], thing.point[2])) + 180) % 360 - 180)

    def chosen(self, choice: str, things: Sequence[Sighted]) -> list[Sighted]:
        """The things that the answer to "which one?" means; empty if it does not say."""
        words = [
            word
            for word in re.findall(r"[\w'-]+", choice)
            if word not in ("the", "one", "ones", "of", "them", "option", "number", "letter")
        ]
        if not words or words[0] in ("any", "either", "whichever", "whatever", "does", "do", "you", "no"):
            return list(things[:1])
        if words[0] in ("both", "all"):
            return list(things)
        if len(words) == 1 and words[0] in ORDINALS:
            position = ORDINALS[words[0]]
            return list(things[position:][:1]) if position >= 0 else list(things[-1:])
        if words == ["other"]:
            return list(things[1:2])
        side = next((COMPARED[word] for word in words if word in COMPARED), None)
        if side:
            return self._ordered(things, side)[:1]
        if side == "":
            facing = sorted(things, key=lambda thing: abs(self.bearing(thing)))
            return facing[:1] if "ahead" in words else facing[-1:]
        anchor = self._anchor(choice, things)
        described = {word for word in words if word in self.lexicon.adjectives}
        fitting = (
            [thing for thing in things if described <= self.lexicon.describing.get(thing.name, frozenset())]
            if described
            else []
        )
        if len(fitting) == 1 or (fitting and anchor is None):
            return fitting[:1]
        if anchor is not None:
            return [min(fitting or things, key=lambda thing: _apart(thing, anchor))]
        named = {kind for thing in self.lexicon.things(choice) for kind in thing.kinds}
        return [thing for thing in things if thing.name in named][:1]

    def _anchor(self, choice: str, things: Sequence[Sighted]) -> Sighted | None:
        """The thing beside which the chosen one stands: "the one by the lake"."""
        match = re.search(r"\b(?:by|next to|near|beside|close to|at|with|behind|in front of|on) (?:the |a )?(.+)$", choice)
        named = {kind for thing in self.lexicon.things(match[1]) for kind in thing.kinds} if match else set()
        anchors = [thing for thing in self.things() if thing.name in named and thing not in things]
        return anchors[0] if anchors else None

    # Words

    def name(self, thing: Sighted, others: Sequence[Sighted] = ()) -> str:
        """A noun phrase for a thing that tells it from others: "red house"."""
        noun = self.lexicon.name(thing.name)
        rivals = [other for other in others if other is not thing]
        if not any(
            self.lexicon.name(other.name) == noun or noun in self.lexicon.describing.get(other.name, ()) for other in rivals
        ):
            return noun
        own = self.lexicon.describing.get(thing.name, frozenset()) & self.lexicon.adjectives
        taken = frozenset().union(*(self.lexicon.describing.get(other.name, frozenset()) for other in rivals))
        telling = sorted(own - taken, key=lambda word: (word not in COLOURS, word))
        return f"{telling[0]} {noun}" if telling else noun

    def where(self, thing: Sighted) -> str:
        """Direction and distance: "12 units ahead to the left"."""
        sector = SECTORS[round(self.bearing(thing) / 45) % 8]
        away = self.away(thing)
        return f"{away:.0f} {self.unit} {sector}" if self.near > 2 else f"{away:.1f} {self.unit} {sector}"

    def listed(self, things: Sequence[Sighted]) -> list[str]:
        """Things in words, each with where it is."""
        return [f"the {self.name(thing, things)} ({self.where(thing)})" for thing in things]


def is_all(find: Find) -> bool:
    """Whether a phrase means several things."""
    return find.number == ALL or find.number > 1


def _apart(one: Sighted, other: Sighted) -> float:
    return float(np.hypot(one.point[0] - other.point[0], one.point[2] - other.point[2]))


def _heading(one: Sighted, other: Sighted) -> float:
    """Degrees clockwise from north, from one thing to another."""
    return float(np.degrees(np.arctan2(other.point[0] - one.point[0], other.point[2] - one.point[2])))


def _turn(degrees: float) -> float:
    """An angle without its direction, 0 to 180."""
    return abs((degrees + 180) % 360 - 180)


def _size(thing: Sighted) -> float:
    return float(np.prod(np.subtract(thing.high, thing.low)))
