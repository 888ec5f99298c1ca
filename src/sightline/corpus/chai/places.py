"""Places for items in a house: tops, shelves, basins, insides of cupboards and drawers; and how to access them.

A place has a kind, which scenarios name and words are chosen for. The space behind a part is named after the part
('wall cabinet', 'drawer', 'freezer'), every other place after its piece, except basins and the rack of a sink.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sightline.chai.house import FIRST_PART, FIRST_PIECE, House
from sightline.chai.house.arrays import estate_of

SPACE_NAMES = {  # name of the space behind a part, by the part's kind; other parts keep their own: a drawer
    "wall cabinet door": "wall cabinet", "bathroom cabinet door": "bathroom cabinet", "cupboard door": "cupboard",
    "sideboard door": "sideboard cupboard", "closet door": "closet", "fridge door": "fridge", "freezer door": "freezer",
    "microwave door": "microwave", "dishwasher tray": "dishwasher", "oven tray": "oven", "bin lid": "bin",
    "basket lid": "basket", "shoe cabinet flap": "shoe cabinet", "pantry door": "pantry",
    "display cabinet door": "display cabinet", "oven tower door": "oven tower", "washing machine door": "washing machine",
    "dryer door": "dryer", "toy chest lid": "toy chest",
}  # fmt: skip
OPEN_AIR = {
    ("sink", "basin"): "sink", ("sink", "rack"): "rack", ("bathroom counter", "basin"): "basin",
    ("washbasin", "basin"): "basin", ("fridge", "top"): "fridge top", ("washing machine", "top"): "washing machine top",
    ("dryer", "top"): "dryer top",
}  # fmt: skip
LEFT_OUT = {("dishwasher", "top")}  # hidden under the counter's edge: people would call it the counter


@dataclass(frozen=True)
class Place:
    """Surfaces of one piece that people treat as one place."""

    kind: str
    piece: int  # its index in the plan
    part: int  # the part that must be open, or -1
    holder: int  # the number of the receptacle
    surfaces: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number of the part, or of the piece."""
        return FIRST_PART + self.part if self.part >= 0 else FIRST_PIECE + self.piece


@lru_cache(maxsize=64)
def places_of(house: House) -> tuple[Place, ...]:
    """All places of a house."""
    holders = estate_of((house,)).surface_holder[0].tolist()
    surfaces: dict[tuple[str, int, int, int], list[int]] = {}
    for k, (owner, surface) in enumerate(house.surfaces):
        noun = house.plan.pieces[owner].thing.noun
        if (noun, surface.name) in LEFT_OUT:
            continue
        part = house.part_of(owner, surface.behind)
        kind = OPEN_AIR.get((noun, surface.name), noun)
        if part >= 0:
            kind = SPACE_NAMES.get(house.parts[part][1].kind, house.parts[part][1].kind)
        surfaces.setdefault((kind, owner, part, holders[k]), []).append(k)
    return tuple(Place(*key, tuple(numbers)) for key, numbers in surfaces.items())


def place_of_kind(house: House, number: int, kind: str) -> Place:
    """The place of a kind in the part or piece with a number."""
    return next(place for place in places_of(house) if place.number == number and place.kind == kind)


@lru_cache(maxsize=64)
def place_by_surface(house: House) -> dict[int, Place]:
    """The place of each surface."""
    return {surface: place for place in places_of(house) for surface in place.surfaces}


def chain_of(house: House, part: int) -> list[int]:
    """A part and those that must be open before it, outermost first; empty for -1."""
    chain: list[int] = []
    while part >= 0:
        chain.append(part)
        owner, this = house.parts[part]
        part = house.part_of(owner, this.behind)
    return chain[::-1]
