"""Choose the things of an errand from the household's present state: near, nameable, and with room to put them."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, House
from sightline.chai.house.arrays import estate_of
from sightline.chai.house.items import ITEMS
from sightline.corpus.chai.descriptions import clear_names
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.places import Place, chain_of, places_of
from sightline.corpus.chai.scenarios import Errand

BEHIND_A_DOOR = ("dishwasher", "oven")  # places that are trays: to look into them, the door is opened
COOKWARE = ("cooking pot", "frying pan", "kettle")
UNREACHABLE = 9  # rooms: more than any distance
ROOM_COST = 20.0  # metres added per room on the path
WHIM = 1.0  # added to the uniform factor of a cost; a smaller value makes the nearest less likely
HIDDEN = 3.0  # factor against fetching an item for another room from behind a door
ITEM_CLEARANCE = 0.02  # metres of clearance that an item needs at a place
FULL_PLACE = 6  # items that fill a place


@lru_cache(maxsize=4096)
def rooms_between(house: House, room: int, goal: int) -> tuple[int, ...]:
    """The rooms to enter on the shortest path from one room to another, the last included."""
    ways: dict[int, tuple[int, ...]] = {room: ()}
    waiting = [room]
    while waiting:
        here = waiting.pop(0)
        for door in house.plan.doorways:
            if here in door.rooms:
                there = door.rooms[door.rooms[0] == here]
                if there not in ways:
                    ways[there] = (*ways[here], there)
                    waiting.append(there)
    return ways[goal]


@lru_cache(maxsize=4096)
def only_way(house: House, room: int, goal: int) -> int:
    """The room that every path to a room two doors away must pass, if it is the only one; else -1."""
    between = rooms_between(house, room, goal)
    if len(between) != 2:
        return -1
    doors = [door.rooms for door in house.plan.doorways if between[0] not in door.rooms]
    reached, waiting = {room}, [room]
    while waiting:
        here = waiting.pop()
        beyond = {b if a == here else a for a, b in doors if here in (a, b)} - reached
        reached |= beyond
        waiting += sorted(beyond)
    return between[0] if goal not in reached else -1


class ErrandChooser:
    """Chooses things for errands, and remembers the ones already used."""

    def __init__(self, home: Household, random: Random):
        self.home, self.random = home, random
        self.done: set[int] = set()  # things already brought, visited, closed or looked into

    def rooms_away(self, errand: Errand) -> int:
        """The number of rooms to the nearest candidate of an errand; UNREACHABLE if there is none."""
        home, things = self.home, self._candidates(errand)
        return min((len(rooms_between(home.house, home.room, home.room_of(thing))) for thing in things), default=UNREACHABLE)

    def _candidates(self, errand: Errand) -> list[int]:
        """The numbers of an errand's candidates now: items to bring, pieces, parts or switches."""
        if errand.verb == "bring":
            return self._items(errand)
        if errand.verb == "visit":
            return self._pieces(errand)
        return self._switches(errand) if errand.verb.startswith("switch") else self._parts(errand)

    def thing(self, errand: Errand) -> int:
        """The thing of an errand whose verb is not bring; 0 for none."""
        return min(self._candidates(errand), key=self._whim, default=0)

    def away(self, number: int) -> float:
        """Straight-line distance to a thing, in metres."""
        return math.dist(self.home.pose[:2], self.home.where(number))

    def _whim(self, number: int) -> float:
        """Random cost, smaller for near things; the candidate with the least cost is chosen."""
        home = self.home
        rooms = len(rooms_between(home.house, home.room, home.room_of(number)))
        return (self.away(number) + ROOM_COST * rooms) * (WHIM + self.random.random())

    def _room_kind(self, piece: int) -> str:
        plan = self.home.house.plan
        return plan.rooms[plan.pieces[piece].room].kind

    def _pieces(self, errand: Errand) -> list[int]:
        house = self.home.house
        return [
            FIRST_PIECE + k for k, piece in enumerate(house.plan.pieces)
            if errand.where.allows(piece.thing.noun, self._room_kind(k))
            and FIRST_PIECE + k not in self.done and clear_names(house, k) and self.away(FIRST_PIECE + k) > 1.5
        ]  # fmt: skip

    def _switches(self, errand: Errand) -> list[int]:
        house, on = self.home.house, errand.verb == "switch on"

        def noun(piece: int) -> str:
            return house.plan.pieces[piece].thing.noun

        return [
            FIRST_SWITCH + k for k, (owner, switch) in enumerate(house.switches)
            if any(errand.where.allows(what, self._room_kind(owner)) for what in (switch.kind, noun(owner)))
            and self.home.is_on(FIRST_SWITCH + k) != on and not (on and FIRST_SWITCH + k in self.done)
            and clear_names(house, owner) and not (on and switch.kind == "burner" and not self._can_cook(owner))
        ]  # fmt: skip

    def _can_cook(self, stove: int) -> bool:
        """Whether cookware stands on a stove and no burner is on yet."""
        home, house = self.home, self.home.house
        if any(owner == stove and home.is_on(FIRST_SWITCH + k) for k, (owner, _) in enumerate(house.switches)):
            return False
        tops = [place for place in places_of(house) if place.piece == stove and place.part < 0]
        return any(home.kind_of(item) in COOKWARE for top in tops for item in home.items_at(top))

    def _parts(self, errand: Errand) -> list[int]:
        house, parts = self.home.house, []
        for place in places_of(house):
            if errand.where.allows(place.kind, self._room_kind(place.piece)) and clear_names(house, place.piece, place.kind):
                chain = [FIRST_PART + part for part in chain_of(house, place.part)]
                outer = chain[:1] if place.kind in BEHIND_A_DOOR else chain[-1:]  # trays stay where they are
                if self.home.closed(place.part) == (chain if place.kind in BEHIND_A_DOOR else outer):
                    parts += [part for part in outer if part not in self.done and part not in parts]
        return parts

    def _items(self, errand: Errand) -> list[int]:
        home, there = self.home, []
        for item in home.items():
            if home.kind_of(item) not in errand.items or item in self.done:
                continue
            place = home.place_of(item)
            if place is None or not errand.origin.allows(place.kind, self._room_kind(place.piece)):
                continue
            if errand.where.allows(place.kind, self._room_kind(place.piece)) and errand.where.kinds:
                continue  # it is there already
            if home.is_in_sight(item) or clear_names(
                home.house, place.piece, place.kind
            ):  # otherwise no name could tell where
                there.append(item)
        return there

    def items(self, errand: Errand) -> list[int]:
        """The items to bring: a random first one, then others of other kinds in the same place or equally in sight."""
        home, there = self.home, self._items(errand)
        if not there:
            return []
        first = min(there, key=lambda item: self._whim(item) * (HIDDEN if self._leaves_open(errand, item) else 1.0))
        low, high = errand.count
        count = low + int(self.random.random() * (high - low + 1))
        chosen, kinds, at = [first], {home.kind_of(first)}, home.where(first)
        for item in sorted(there, key=lambda item: math.dist(home.where(item), at)):
            in_view = home.is_in_sight(item) and home.is_in_sight(first) and home.room_of(item) == home.room_of(first)
            if (in_view or home.place_of(item) == home.place_of(first)) and home.kind_of(item) not in kinds:
                chosen.append(item)
                kinds.add(home.kind_of(item))
        return sorted(chosen[:count], key=lambda item: int(home.state.surface[0, item - FIRST_ITEM]))

    def _leaves_open(self, errand: Errand, item: int) -> bool:
        """Whether an item is behind a door that would stay open because the item goes to another room."""
        home, rooms = self.home, errand.where.rooms
        kind = home.house.plan.rooms[home.room_of(item)].kind
        return bool(rooms) and kind not in rooms and not home.is_in_sight(item)

    def place(self, errand: Errand, item: int) -> Place | None:
        """A place to bring an item to; near places, and open ones in other rooms, are likelier (full hands open nothing)."""
        home, house, here = self.home, self.home.house, self.home.place_of(item)
        room, (x, z) = home.room_of(item), home.where(item)

        def whim(place: Place) -> float:
            other_room = home.room_of(place.number) != room
            return (math.dist(home.where(place.number), (x, z)) + ROOM_COST * other_room + 1.0) * (
                WHIM + self.random.random()
            )

        places = [
            place for place in places_of(house)
            if errand.where.allows(place.kind, self._room_kind(place.piece))
            and (here is None or place.piece != here.piece)
            and not self.done & {place.number, *home.closed(place.part)}
            and clear_names(house, place.piece, place.kind)
            and self.fits(item, place)
        ]  # fmt: skip
        handy = [place for place in places if home.room_of(place.number) == room or not home.closed(place.part)]
        next_door = [place for place in places if len(rooms_between(house, room, home.room_of(place.number))) == 1]
        return min(handy or next_door, key=whim, default=None)

    def fits(self, item: int, place: Place) -> bool:
        """Whether an item, turned to face a person at the place, fits there, and the place is not too full."""
        width, height, depth = ITEMS[self.home.kind_of(item)].size
        if self.home.house.plan.pieces[place.piece].turn % 180:
            width, depth = depth, width
        boxes = estate_of((self.home.house,)).surface_box[0, list(place.surfaces)].tolist()
        return len(self.home.items_at(place)) < FULL_PLACE and any(
            height <= room and x1 - x0 > width + ITEM_CLEARANCE and z1 - z0 > depth + ITEM_CLEARANCE
            for x0, z0, x1, z1, _, room in boxes
        )
