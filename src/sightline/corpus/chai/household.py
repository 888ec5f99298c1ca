"""The state of a house at one moment of a paragraph: agent, held item, and which things are where, open and on."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sightline.chai import ChaiWorld, Episode, House, Stock
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_SWITCH
from sightline.chai.house.arrays import HELD
from sightline.chai.house.routes import room_at
from sightline.corpus.chai.places import Place, chain_of, place_by_surface

Pose = tuple[float, float, float]


class Household:
    """A world of one house, with the queries that errands, names and truth need."""

    def __init__(self, house: House, stock: Stock, start: Pose, world: ChaiWorld | None = None):
        self.house, self.stock = house, stock
        self.world = ChaiWorld(horizon=10**9) if world is None else world
        self.world.reset([Episode(house, stock, start, ())])
        self.state = self.world.state
        self.places = place_by_surface(house)
        self.kinds = [item.kind for item in stock.items]

    @property
    def pose(self) -> Pose:
        """The agent's pose."""
        x, z, heading = self.world.pose[0].tolist()
        return round(x, 3), round(z, 3), round(heading, 3) % 360

    @property
    def room(self) -> int:
        """The room that the agent is in."""
        return self.room_at(*self.pose[:2])

    @property
    def held(self) -> int:
        """The number of the item in the agent's hands, or 0."""
        item = int(self.state.held[0])
        return FIRST_ITEM + item if item >= 0 else 0

    def room_at(self, x: float, z: float) -> int:
        """The room that a point lies in."""
        return int(room_at(self.world.houses.estate.rooms[0], x, z))

    def room_of(self, number: int) -> int:
        """The room of a thing; a held item is in the agent's room."""
        if number == self.held:
            return self.room
        if number >= FIRST_ITEM:
            return int(self.state.room[0, number - FIRST_ITEM])
        return self.house.room_of(number)

    def kind_of(self, item: int) -> str:
        """The name in ITEMS of the item with a number."""
        return self.kinds[item - FIRST_ITEM]

    def items(self) -> Iterator[int]:
        """The numbers of all items."""
        yield from range(FIRST_ITEM, FIRST_ITEM + len(self.kinds))

    def place_of(self, item: int) -> Place | None:
        """The place of an item; None if it is held, on the floor, or on a surface without a name."""
        return self.places.get(int(self.state.surface[0, item - FIRST_ITEM]))

    def items_at(self, place: Place) -> list[int]:
        """The items at a place."""
        surfaces = self.state.surface[0, : len(self.kinds)].tolist()
        return [FIRST_ITEM + k for k, surface in enumerate(surfaces) if surface in place.surfaces]

    def is_in_sight(self, item: int) -> bool:
        """Whether an item is visible in its room: no closed part hides it."""
        surface = int(self.state.surface[0, item - FIRST_ITEM])
        if surface == HELD:
            return True
        place = self.places.get(surface)
        return place is None or not self.closed(place.part)

    def closed(self, part: int) -> list[int]:
        """The closed ones of a part and the parts that hide it, outermost first, as numbers."""
        return [FIRST_PART + p for p in chain_of(self.house, part) if not self.state.open[0, p]]

    def is_open(self, number: int) -> bool:
        """Whether a part is open."""
        return bool(self.state.open[0, number - FIRST_PART])

    def is_on(self, number: int) -> bool:
        """Whether a switch is on."""
        return bool(self.state.on[0, number - FIRST_SWITCH])

    def where(self, number: int) -> tuple[float, float]:
        """The middle of a thing on the floor plan."""
        if number >= FIRST_ITEM and number != self.held:
            x, _, z, _ = self.state.place[0, number - FIRST_ITEM].tolist()
            return x, z
        if number >= FIRST_ITEM:
            return self.pose[:2]
        at = self.house.plan.pieces[self.house.piece_of(number)].at
        return at[0], at[2]

    def gap(self, piece: int, x: float, z: float) -> float:
        """Distance from a point to the footprint of a piece."""
        x0, z0, x1, z1 = self.house.plan.pieces[piece].footprint
        return math.sqrt(max(x0 - x, x - x1, 0.0) ** 2 + max(z0 - z, z - z1, 0.0) ** 2)
