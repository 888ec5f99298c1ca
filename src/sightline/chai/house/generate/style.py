"""What a house is furnished with: one variant of each kind of piece, taken from the catalogue by what it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.things import Furniture

WALLS = (
    "#e6f0d8", "#f8edd2", "#dbe8f5", "#f3f8f6", "#eef2f4", "#fbeee2", "#f3f6f8", "#e4f6f5", "#fbf6e4", "#e9ebfa",
    "#f6e3dc", "#efe6f3", "#e3efe9", "#f4efe2", "#dfe9dc", "#f7e9ee",
)  # fmt: skip
FLOORS = {
    "planks": (
        ("#c99d67", "#bd8f59"), ("#d8c8ab", "#cfbe9c"), ("#cfc3b2", "#bfb2a0"), ("#a9784a", "#9c6c40"),
        ("#8a6242", "#7e5838"), ("#dcb988", "#cfa974"), ("#b98d63", "#ab8058"),
    ),
    "tiles": (
        ("#e6dfd0", "#d2c6ae"), ("#d6e6ec", "#b4d0da"), ("#f0eee8", "#c4c4c2"), ("#f2efe9", "#d6d9d4"),
        ("#e3e6e0", "#c2cdc0"), ("#e9ddd0", "#d0bba5"), ("#dfe3ea", "#b9c3d2"), ("#f2eee6", "#b7b0a6"),
    ),
    "carpet": (
        ("#b9c6b0", "#a9b8a0"), ("#c9b7a6", "#bba894"), ("#b4bfd0", "#a4b0c4"), ("#cdb9bd", "#bfa9ae"),
        ("#c8c3b0", "#b9b39d"),
    ),
}  # fmt: skip
FLOOR_KINDS = {
    "kitchen": ("tiles", "tiles", "planks"), "bathroom": ("tiles",), "living room": ("planks", "planks", "carpet"),
    "bedroom": ("planks", "carpet"), "guest room": ("carpet", "planks"), "hallway": ("tiles", "planks"),
    "studio": ("planks", "tiles"),
}  # fmt: skip
Wanted = Callable[[Furniture], bool]


@cache
def called(noun: str) -> tuple[Furniture, ...]:
    """All pieces of the catalogue with this noun."""
    return tuple(piece for piece in FURNITURE.values() if piece.noun == noun)


def colour_of(thing: Furniture) -> str:
    """The first word of a piece's name: its colour or its wood."""
    return thing.name.split()[0]


class Style:
    """The choices of a house: asked twice, it gives the same piece, so that the chairs of a table are alike."""

    def __init__(self, random: Random):
        self.random = random
        self.chosen: dict[tuple[str, str], Furniture | None] = {}
        colours = [colour_of(piece) for piece in called("sink") if self._is_whole(colour_of(piece))]
        self.kitchen = random.choice(colours)

    @staticmethod
    def _is_whole(colour: str) -> bool:
        """Whether counters and cabinets of this colour exist."""
        return all(any(colour_of(p) == colour for p in called(noun)) for noun in ("counter", "wall cabinet"))

    def get(self, noun: str, where: Wanted | None = None, key: str = "") -> Furniture | None:
        """The house's piece of this noun (and of this key), among those that are wanted; None if there is none."""
        if (noun, key) not in self.chosen:
            pieces = [piece for piece in called(noun) if where is None or where(piece)]
            self.chosen[noun, key] = self.random.choice(pieces) if pieces else None
        return self.chosen[noun, key]

    def another(self, noun: str, where: Wanted | None = None) -> Furniture | None:
        """Any piece of this noun."""
        pieces = [piece for piece in called(noun) if where is None or where(piece)]
        return self.random.choice(pieces) if pieces else None

    def wishes(self, nouns: Sequence[str], least: int, most: int) -> list[str]:
        """Some of these nouns, of those that the catalogue has."""
        known = [noun for noun in nouns if called(noun)]
        return self.random.sample(known, min(self.random.randint(least, most), len(known)))

    def fitted(self, noun: str) -> list[Furniture]:
        """The pieces of the fitted kitchen with this noun."""
        return [piece for piece in called(noun) if colour_of(piece) == self.kitchen]

    def floor(self, kind: str) -> tuple[str, str, str]:
        """A floor for a kind of room."""
        floor = self.random.choice(FLOOR_KINDS[kind])
        return (floor, *self.random.choice(FLOORS[floor]))

    def walls(self) -> str:
        """The colour of a room's walls."""
        return self.random.choice(WALLS)
