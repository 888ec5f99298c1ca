"""Spatial relations between the furniture of a house: above, beside, between, in front of, and so on.

Left and right are those of a person who faces the piece described.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from sightline.chai.house import House
from sightline.chai.house.plan import Piece

TOUCHING = 0.35  # metres between neighbours
SIDE_GAP = 0.5  # metres between the left one and the right one
BY_THE_DOOR = 1.0  # from the middle of a doorway
CORNER_GAP = 0.45  # from both walls
HANGING = (
    "wall cabinet", "bathroom cabinet", "hood", "painting", "mirror", "clock", "window", "wall shelf", "towel rail",
    "coat hooks", "air conditioner",
)  # fmt: skip
FLAT = ("rug", "mat")


class Relation(NamedTuple):
    """A relation of a piece to one or two others."""

    how: str  # above, below, on, with, left, right, beside, between, front, corner, door
    of: tuple[int, ...] = ()  # pieces; for `door`, the room behind the doorway


@lru_cache(maxsize=64)
def relations(house: House) -> tuple[frozenset[Relation], ...]:
    """All relations that hold, piece by piece."""
    pieces = house.plan.pieces
    related: list[set[Relation]] = [set() for _ in pieces]
    for a, one in enumerate(pieces):
        for b, other in enumerate(pieces):
            if a != b and one.room == other.room:
                related[a] |= {Relation(how, (b,)) for how in _pair(one, other)}
        left = [r.of[0] for r in related[a] if r.how == "right"]
        right = [r.of[0] for r in related[a] if r.how == "left"]
        related[a] |= {Relation("between", (x, y)) for x in left for y in right}
        related[a] |= _alone(house, one)
    return tuple(map(frozenset, related))


@lru_cache(maxsize=64)
def sides(house: House) -> tuple[str, ...]:
    """For two pieces of a kind along one wall of a room: left or right; otherwise empty."""
    pieces = house.plan.pieces
    names = []
    for one in pieces:
        alike = [p for p in pieces if p.room == one.room and p.thing.noun == one.thing.noun and p is not one]
        aside = _seen_from(alike[0], one)[0] if len(alike) == 1 and alike[0].turn == one.turn else 0.0
        names.append("" if abs(aside) < SIDE_GAP else "right" if aside > 0 else "left")
    return tuple(names)


def _pair(one: Piece, other: Piece) -> list[str]:
    """The relations of a piece to another one of its room."""
    a, b = one.footprint, other.footprint
    overlap = min(a[2], b[2]) - max(a[0], b[0]) > 0.1 and min(a[3], b[3]) - max(a[1], b[1]) > 0.1
    hangs, hung_below = one.thing.noun in HANGING, other.thing.noun in HANGING
    if one.thing.noun in FLAT or other.thing.noun in FLAT:
        return ["front"] if one.thing.noun in FLAT and not hung_below and _is_in_front(one, other) else []
    if one.at[1] > 0 and overlap and not hangs and not hung_below and other.at[1] == 0:
        return ["on"]
    if other.at[1] > 0 and overlap and not hangs and not hung_below and one.at[1] == 0:
        return ["with"]
    if hangs and not hung_below and one.turn == other.turn and _is_over(one, other):
        return ["above"]
    if hung_below and not hangs and one.at[1] == 0 and one.turn == other.turn and _is_over(other, one):
        return ["below"]
    if hangs != hung_below or one.at[1] > 0 or other.at[1] > 0:
        return []
    how = []
    if one.turn == other.turn and _gap(a, b) <= TOUCHING:
        aside, _ = _seen_from(other, one)
        if abs(aside) > 0.45 * (one.thing.size[0] + other.thing.size[0]):
            how.append("right" if aside > 0 else "left")
    if _gap(a, b) <= TOUCHING:
        how.append("beside")
    elif not hangs and not hung_below and _is_in_front(one, other):
        how.append("front")
    return how


def _seen_from(piece: Piece, other: Piece) -> tuple[float, float]:
    """Offset of another piece to the right of, and behind, the middle of a piece, for a person who faces that."""
    x, z = other.at[0] - piece.at[0], other.at[2] - piece.at[2]
    s, c = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[piece.turn]
    return c * x - s * z, c * z + s * x


def _is_over(high: Piece, low: Piece) -> bool:
    """Whether a wall-mounted piece hangs over a piece at the same wall: the middle of either is within the other."""
    aside, behind = _seen_from(low, high)
    return abs(behind) < 0.6 and abs(aside) < 0.35 * max(min(low.thing.size[0], high.thing.size[0]), 0.5)


def _is_in_front(one: Piece, other: Piece) -> bool:
    """Whether a piece stands close before the front of another, sideways within its width."""
    aside, behind = _seen_from(other, one)
    reach = other.thing.size[2] / 2 + 1.3
    return -reach < behind < -other.thing.size[2] / 2 and abs(aside) < 0.3 * other.thing.size[0]


def _gap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """Distance between two boxes."""
    return math.hypot(max(a[0] - b[2], b[0] - a[2], 0.0), max(a[1] - b[3], b[1] - a[3], 0.0))


def _alone(house: House, piece: Piece) -> set[Relation]:
    """The relations of a piece to its room: in a corner, by a door."""
    own: set[Relation] = set()
    if piece.thing.noun in FLAT:
        return own
    x0, z0, x1, z1 = house.plan.rooms[piece.room].inside
    a = piece.footprint
    if min(a[0] - x0, x1 - a[2]) < CORNER_GAP and min(a[1] - z0, z1 - a[3]) < CORNER_GAP and piece.thing.noun not in HANGING:
        own.add(Relation("corner"))
    for door in house.plan.doorways:
        if piece.room in door.rooms:
            beyond = door.rooms[door.rooms[0] == piece.room]
            if _gap(a, (*door.at, *door.at)) < BY_THE_DOOR:
                own.add(Relation("door", (beyond,)))
    return own
