"""From a line of a scenario to instructions: which things it is about in this house now, and what is asked for at a time.

An errand gives its instructions one by one and looks at the household in between, so that each starts from where the one
before it really ended. The hands hold one thing, and doors stay shut to full hands: whatever has to be open is opened
before anything is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from sightline.chai.estate import estate_of
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, House
from sightline.chai.items import ITEMS
from sightline.corpus.chai.descriptions import clear_names
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.meaning import Step
from sightline.corpus.chai.places import Place, places_of
from sightline.corpus.chai.scenarios import Errand

Instruction = list[Step]
TO_ROOM = 0.7  # how often somebody is first told to go to the room, when it is next door
TO_DOOR = 0.22  # and how often, before that, to the door
TO_PIECE = 0.3  # and how often, in the room, to go to the piece of furniture
ENTERING, GOING = 0.8, 0.55  # how often that is said in the same instruction as what is to be done there
NEAR = 2.2  # metres: nearer than this nobody is told to walk
FAR = 9  # rooms: farther than anything is
OPEN_AND_BRING, BRING_AND_CLOSE = 0.3, 0.3  # how often that is one instruction
TAKE_AND_LEAVE = 0.6  # how often somebody is told to take something and go to the next room with it
SAYS_OPEN = 0.6  # how often that what an item is in is to be opened is said, not left to "take it out of the fridge"
AT_ONCE = 0.45  # how often one item is taken and put in one instruction; several are more often
CLOSES = 0.55  # how often what was opened is closed


@lru_cache(maxsize=4096)
def rooms_between(house: House, room: int, goal: int) -> tuple[int, ...]:
    """The rooms to enter on the way from one to another, the last included."""
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


class Errands:
    """Binds errands to the things of one household through one paragraph."""

    def __init__(self, home: Household, random: Random):
        self.home, self.random = home, random
        self.moved: set[int] = set()  # items that were brought somewhere
        self.shut: set[int] = set()  # parts that were closed again
        self.visited: set[int] = set()  # pieces that were walked to for their own sake

    def instructions(self, errand: Errand) -> Iterator[Instruction]:
        """What an errand asks for, instruction by instruction; nothing when the house has nothing for it now."""
        if errand.verb == "bring":
            return self._bring(errand)
        if errand.verb == "visit":
            return self._visit(errand)
        if errand.verb.startswith("switch"):
            return self._switch(errand)
        return self._open(errand)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _one(self, options: list[int]) -> int:
        return options[int(self.random.random() * len(options))]

    def _room_kind(self, number: int) -> str:
        return self.home.house.plan.rooms[self.home.room_of(number)].kind

    # Walking.

    def _approach(self, number: int) -> Iterator[Instruction]:
        """Instructions that only walk, before something is done to a thing."""
        home, room = self.home, self.home.room_of(number)
        while home.room != room:
            rooms = rooms_between(home.house, home.room, room)
            if len(rooms) == 1 and not self._chance(TO_ROOM):
                return
            if self._to_door(rooms[0]) > NEAR and self._chance(TO_DOOR):
                yield [Step("door", (rooms[0],))]
            yield [Step("enter", (rooms[0],))]
        if self._away(number) > NEAR and self._chance(TO_PIECE):
            piece = self._piece_at(number)
            if piece:
                yield [Step("go", (piece,))]

    def _approach_room(self, number: int) -> Iterator[Instruction]:
        """Instructions that lead into the room of a thing."""
        home, room = self.home, self.home.room_of(number)
        while home.room != room:
            rooms = rooms_between(home.house, home.room, room)
            if self._to_door(rooms[0]) > NEAR and self._chance(TO_DOOR):
                yield [Step("door", (rooms[0],))]
            yield [Step("enter", (rooms[0],))]

    def _lead(self, number: int) -> Instruction:
        """The walk that is said in the same breath as what is done there."""
        home, room = self.home, self.home.room_of(number)
        if home.room != room:
            return [Step("enter", (room,))] if self._chance(ENTERING) else []
        if self._away(number) > NEAR and self._chance(GOING):
            piece = self._piece_at(number)
            return [Step("go", (piece,))] if piece else []
        return []

    def _to_door(self, room: int) -> float:
        """How far the nearest doorway to the next room is."""
        doors = [door.at for door in self.home.house.plan.doorways if {room, self.home.room} == set(door.rooms)]
        return min(math.dist(at, self.home.pose[:2]) for at in doors)

    def _away(self, number: int) -> float:
        return math.dist(self.home.pose[:2], self.home.where(number))

    def _piece_at(self, number: int) -> int:
        """The piece of furniture that a thing is, belongs to, or stands on; 0 for none that can be named."""
        place = self.home.place_of(number) if number >= FIRST_ITEM else None
        if number >= FIRST_ITEM and place is None:
            return 0
        piece = place.piece if place else self.home.house.piece_of(number)
        return FIRST_PIECE + piece if clear_names(self.home.house, piece) else 0

    # Bringing.

    def _bring(self, errand: Errand) -> Iterator[Instruction]:
        home = self.home
        items = self._items_for(errand)
        if not items:
            return
        place = self._place_for(errand, items[0])
        if place is None:
            return
        items = [item for item in items if self._fits(item, place)]
        if not items:
            return
        self.moved |= set(items)
        to, together = place.number, home.room_of(items[0]) == home.room_of(place.number)
        opening, opened = home.closed(place.part), []
        if opening:  # is always said
            yield from self._approach(to)
            opened = opening
            for part in opening[:-1]:
                yield [*self._lead(part), Step("open", (part,))]
            if together and self._chance(OPEN_AND_BRING):
                steps = [Step("open", (opening[-1],)), Step("bring", tuple(items), to, place.kind)]
                yield [*self._lead(opening[-1]), *steps]
                yield from self._shut(opened)
                return
            yield [*self._lead(opening[-1]), Step("open", (opening[-1],))]
        if together and len(items) > 1 and self._chance(0.75):
            yield from self._approach(items[0])
            closing = [Step("close", (opened[-1],))] if opened and self._chance(BRING_AND_CLOSE) else []
            yield [*self._lead(items[0]), Step("bring", tuple(items), to, place.kind), *closing]
        else:
            for item in items:
                yield from self._carry(item, place)
        yield from self._shut([part for part in opened if home.is_open(part)])

    def _carry(self, item: int, place: Place) -> Iterator[Instruction]:
        """One item to a place that is open."""
        home, to = self.home, place.number
        closed = home.closed(self._part_of(item))
        together = home.room_of(item) == home.room_of(to)
        yield from self._approach(item)
        taking: Instruction = [*self._lead(item)]
        if len(closed) > 1 or (closed and self._chance(SAYS_OPEN)):
            for part in closed[:-1]:
                yield [*taking, Step("open", (part,))]
                taking = []
            taking.append(Step("open", (closed[-1],)))
            if self._chance(0.5):
                yield taking
                taking = []
        elif self._chance(AT_ONCE) and together and home.room == home.room_of(item):
            yield [*taking, Step("bring", (item,), to, place.kind)]
            yield from self._shut(closed)
            return
        taking.append(Step("take", (item,)))
        if not together and self._chance(TAKE_AND_LEAVE):
            taking.append(Step("enter", (rooms_between(home.house, home.room_of(item), home.room_of(to))[0],)))
        yield taking
        yield from self._approach(to)
        yield [*self._lead(to), Step("put", (item,), to, place.kind)]
        yield from self._shut(closed)

    def _part_of(self, item: int) -> int:
        place = self.home.place_of(item)
        return place.part if place else -1

    def _shut(self, parts: list[int]) -> Iterator[Instruction]:
        """Close again what was opened, now and then."""
        if parts and not self.home.held and self._away(parts[0]) < 4.0 and self._chance(CLOSES):
            self.shut |= set(parts)
            yield [Step("close", (part,)) for part in reversed(parts)]  # no door closes on a tray that is out

    def rooms_away(self, errand: Errand) -> int:
        """How many rooms away the nearest thing that an errand is about is; far when there is none."""
        home, here = self.home, self.home.room
        numbers = self._candidates(errand) if errand.verb == "bring" else []
        if errand.verb != "bring":
            return 0
        return min((len(rooms_between(home.house, here, home.room_of(number))) for number in numbers), default=FAR)

    def _candidates(self, errand: Errand) -> list[int]:
        """The items that an errand may be about now."""
        home, rooms = self.home, self.home.house.plan.rooms
        there = []
        for item in home.items():
            place = home.place_of(item)
            if place is None or item in self.moved or home.kind_of(item) not in errand.items:
                continue
            room = rooms[home.room_of(item)].kind
            if not errand.origin.allows(place.kind, room) or (errand.where.kinds and errand.where.allows(place.kind, room)):
                continue
            if not home.is_in_sight(item) and not clear_names(home.house, place.piece, place.kind):
                continue  # nobody could say where it is
            there.append(item)
        return there

    def _items_for(self, errand: Errand) -> list[int]:
        """Items that an errand is about, the first at random, the others from near it."""
        home, there = self.home, self._candidates(errand)
        if not there:
            return []
        near = sorted(there, key=lambda item: self._distance(item) * (0.3 + self.random.random()))
        first = near[0]
        low, high = errand.count
        count = low + int(self.random.random() * (high - low + 1))
        chosen, kinds = [first], {home.kind_of(first)}
        x, z = home.where(first)
        for item in sorted(there, key=lambda item: math.dist(home.where(item), (x, z))):
            one_trip = home.place_of(item) == home.place_of(first) or (home.is_in_sight(item) and home.is_in_sight(first))
            near = home.room_of(item) == home.room_of(first) and home.kind_of(item) not in kinds
            if len(chosen) < count and one_trip and near:
                chosen.append(item)
                kinds.add(home.kind_of(item))
        return sorted(chosen, key=lambda item: home.state.surface[0, item - FIRST_ITEM])

    def _distance(self, number: int) -> float:
        """How far away something seems: rooms count more than metres."""
        home = self.home
        away = self._away(number)
        return away + 12.0 * len(rooms_between(home.house, home.room, home.room_of(number)))

    def _place_for(self, errand: Errand, item: int) -> Place | None:
        """A place for an errand's items, rather a near one."""
        home, rooms = self.home, self.home.house.plan.rooms
        here = home.place_of(item)
        places = [
            place for place in places_of(home.house)
            if errand.where.allows(place.kind, rooms[home.house.plan.pieces[place.piece].room].kind)
            and (here is None or place.piece != here.piece)
            and (home.room_of(place.number) == home.room_of(item) or not home.closed(place.part))
            and not self.shut & {place.number, *home.closed(place.part)}
            and clear_names(home.house, place.piece, place.kind)
            and self._fits(item, place)
        ]  # fmt: skip
        if not places:
            return None
        x, z = home.where(item)

        def distance(place: Place) -> float:
            other_room = home.room_of(place.number) != home.room_of(item)
            return math.dist(home.where(place.number), (x, z)) + 10.0 * other_room + 1.0

        return min(places, key=lambda place: distance(place) * (0.3 + self.random.random()))

    def _fits(self, item: int, place: Place) -> bool:
        """Whether an item is small enough for a place, with some room to spare."""
        width, height, depth = ITEMS[self.home.kind_of(item)].size
        boxes = estate_of((self.home.house,)).surface_box[0]
        for surface in place.surfaces:
            x0, z0, x1, z1, _, room = boxes[surface].tolist()
            if height <= room and min(x1 - x0, z1 - z0) > max(width, depth) + 0.03 and len(self.home.items_at(place)) < 6:
                return True
        return False

    # The rest.

    def _visit(self, errand: Errand) -> Iterator[Instruction]:
        home, plan = self.home, self.home.house.plan
        pieces = [
            FIRST_PIECE + k for k, piece in enumerate(plan.pieces)
            if errand.where.allows(piece.thing.noun, plan.rooms[piece.room].kind)
            and FIRST_PIECE + k not in self.visited and self._away(FIRST_PIECE + k) > 1.5
        ]  # fmt: skip
        if not pieces:
            return
        piece = self._one(pieces)
        self.visited.add(piece)
        yield from self._approach_room(piece)
        if self._away(piece) > 1.5:
            yield [Step("go", (piece,))]

    def _switch(self, errand: Errand) -> Iterator[Instruction]:
        home, house = self.home, self.home.house
        on = errand.verb == "switch on"
        switches = [
            FIRST_SWITCH + k for k, (owner, switch) in enumerate(house.switches)
            if errand.where.allows(switch.kind, house.plan.rooms[house.plan.pieces[owner].room].kind)
            and home.is_on(FIRST_SWITCH + k) != on
        ]  # fmt: skip
        if not switches:
            return
        switch = self._one(switches)
        yield from self._approach(switch)
        yield [*self._lead(switch), Step("on" if on else "off", (switch,))]

    def _open(self, errand: Errand) -> Iterator[Instruction]:
        home, house = self.home, self.home.house
        parts = [
            FIRST_PART + place.part for place in places_of(house)
            if place.part >= 0 and len(home.closed(place.part)) == 1
            and errand.where.allows(place.kind, house.plan.rooms[house.plan.pieces[place.piece].room].kind)
        ]  # fmt: skip
        if not parts:
            return
        part = self._one(parts)
        yield from self._approach(part)
        opening, closing = Step("open", (part,)), Step("close", (part,))
        if errand.verb == "open":
            yield [*self._lead(part), opening]
        elif self._chance(0.5):
            yield [*self._lead(part), opening, closing]
        else:
            yield [*self._lead(part), opening]
            yield [closing]
