"""From a line of a scenario to instructions: what is asked for at a time, and where one is told to walk in between.

An errand gives its instructions one by one and looks at the household in between, so that each starts from where the one
before it really ended. The hands hold one thing, and doors stay shut to full hands: whatever has to be open is opened
before anything is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.corpus.chai.choosing import Chooser, only_way, rooms_between
from sightline.corpus.chai.descriptions import clear_names
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.meaning import Instruction, Step
from sightline.corpus.chai.places import Place
from sightline.corpus.chai.scenarios import Errand

TO_ROOM = {True: 0.4, False: 0.9}  # how often one is told first to go to the next room, whether its door is near or not
TWO_ROOMS = 0.08  # and how often, where the way leads through a room, to the one behind it at once
TO_DOOR = 0.33  # and how often, before that, to the door
TO_PIECE = 0.17  # and how often, in the room, to go to the piece of furniture
ENTERING, GOING = 0.8, 0.6  # how often that is said in the same instruction as what is to be done there
NEAR = 2.2  # metres: nearer than this nobody is told to walk
NEAR_DOOR = 3.0
SAYS_OPEN = 0.75  # how often that what an item is in is to be opened is said, not left to "take it out of the fridge"
OPEN_AND_BRING, BRING_AND_CLOSE, OPEN_AND_TAKE = 0.25, 0.25, 0.35  # how often that is one instruction
OPEN_AND_CLOSE = 0.85  # how often somebody is told to look into something in one instruction
TAKE_AND_LEAVE = 0.6  # how often somebody is told to take something and go to the next room with it
AT_ONCE, ALL_AT_ONCE = 0.35, 0.6  # how often one item, and how often several, are taken and put in one instruction
CLOSES = 0.95  # how often what was opened is closed
RETURNS = 5.0  # metres: to close something farther away nobody goes back


class Errands:
    """The errands of one household through one paragraph."""

    def __init__(self, home: Household, random: Random):
        self.home, self.random = home, random
        self.chooser = Chooser(home, random)
        self.stays_open: set[int] = set()  # what a scenario asks to open, and no more

    def instructions(self, errand: Errand) -> Iterator[Instruction]:
        """What an errand asks for, instruction by instruction; nothing when the house has nothing for it now."""
        if errand.verb == "bring":
            yield from self._bring(errand)
            return
        thing = self.chooser.thing(errand)
        if not thing:
            return
        self.chooser.done.add(thing)
        if errand.verb == "visit":
            yield from self._to_room(thing)
            if self.chooser.away(thing) > NEAR:
                yield [Step("go", (thing,))]
            return
        yield from self._approach(thing)
        if errand.verb.startswith("switch"):
            yield [*self._lead(thing), Step("on" if errand.verb == "switch on" else "off", (thing,))]
        else:
            opening, closing = Step("open", (thing,)), Step("close", (thing,))
            together = errand.verb == "look into" and self._chance(OPEN_AND_CLOSE)
            yield [*self._lead(thing), opening, *([closing] if together else [])]
            if errand.verb == "open":
                self.stays_open.add(thing)
            if errand.verb == "look into" and not together:
                yield [closing]

    def leave_tidy(self) -> Iterator[Instruction]:
        """Before one leaves a room for good: close there what is open, and turn off the water."""
        home, house = self.home, self.home.house
        for k, (owner, switch) in enumerate(house.switches):
            number = FIRST_SWITCH + k
            if switch.kind == "tap" and house.plan.pieces[owner].room == home.room and home.is_on(number):
                yield [*self._lead(number), Step("off", (number,))]
        for part in range(len(house.parts) - 1, -1, -1):  # what is behind a door before the door
            number = FIRST_PART + part
            if home.room_of(number) == home.room and home.is_open(number) and number not in self.stays_open:
                self.chooser.done.add(number)
                yield [*self._lead(number), Step("close", (number,))]

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _to_room(self, number: int) -> Iterator[Instruction]:
        """Instructions that lead to the room of a thing, room by room."""
        home, room = self.home, self.home.room_of(number)
        while home.room != room:
            yield from self._onward(rooms_between(home.house, home.room, room))

    def _onward(self, rooms: tuple[int, ...]) -> Iterator[Instruction]:
        """One or two rooms further on the way through some."""
        if len(rooms) > 1 and only_way(self.home.house, self.home.room, rooms[1]) >= 0 and self._chance(TWO_ROOMS):
            yield [Step("enter", (rooms[1],))]
        else:
            yield from self._through(rooms[0])

    def _through(self, room: int) -> Iterator[Instruction]:
        """Into the next room, now and then by way of the door."""
        if self._to_door(room) > NEAR and self._chance(TO_DOOR):
            yield [Step("door", (room,))]
        yield [Step("enter", (room,))]

    def _to_door(self, room: int) -> float:
        """How far the doorway to the next room is."""
        doors = [door.at for door in self.home.house.plan.doorways if {room, self.home.room} == set(door.rooms)]
        return min(math.dist(at, self.home.pose[:2]) for at in doors)

    def _approach(self, number: int) -> Iterator[Instruction]:
        """Instructions that only walk, before something is done to a thing."""
        home, room = self.home, self.home.room_of(number)
        while home.room != room:
            rooms = rooms_between(home.house, home.room, room)
            if len(rooms) == 1 and not self._chance(TO_ROOM[self._to_door(rooms[0]) < NEAR_DOOR]):
                return
            yield from self._onward(rooms)
        piece = self._piece_at(number)
        if piece and self.chooser.away(number) > NEAR and self._chance(TO_PIECE):
            yield [Step("go", (piece,))]

    def _lead(self, number: int) -> Instruction:
        """The walk that is said in the same breath as what is done there."""
        home, room = self.home, self.home.room_of(number)
        if home.room != room:
            return [Step("enter", (room,))] if self._chance(ENTERING) else []
        piece = self._piece_at(number)
        return [Step("go", (piece,))] if piece and self.chooser.away(number) > NEAR and self._chance(GOING) else []

    def _piece_at(self, number: int) -> int:
        """The piece of furniture that a thing is, belongs to, or stands on; 0 for none that can be named."""
        house, place = self.home.house, self.home.place_of(number) if number >= FIRST_ITEM else None
        if number >= FIRST_ITEM and place is None:
            return 0
        piece = place.piece if place else house.piece_of(number)
        return FIRST_PIECE + piece if clear_names(house, piece) else 0

    def _bring(self, errand: Errand) -> Iterator[Instruction]:
        home, chooser = self.home, self.chooser
        items = chooser.items(errand)
        place = chooser.place(errand, items[0]) if items else None
        if place is None:
            return
        items = [item for item in items if chooser.fits(item, place)]
        chooser.done |= set(items)
        to, together = place.number, home.room_of(items[0]) == home.room_of(place.number)
        opening, bringing = home.closed(place.part), Step("bring", tuple(items), place.number, place.kind)
        if opening:  # which is always said
            yield from self._approach(to)
            for part in opening[:-1]:
                yield [*self._lead(part), Step("open", (part,))]
            if together and self._chance(OPEN_AND_BRING):
                yield [Step("open", (opening[-1],)), bringing]
                yield from self._shut(opening)
                return
            yield [*self._lead(opening[-1]), Step("open", (opening[-1],))]
        if together and len(items) > 1 and self._chance(ALL_AT_ONCE):
            yield from self._approach(items[0])
            closing = [Step("close", (opening[-1],))] if len(opening) == 1 and self._chance(BRING_AND_CLOSE) else []
            yield [*self._lead(items[0]), bringing, *closing]
        else:
            for item in items:
                yield from self._carry(item, place)
        yield from self._shut([part for part in opening if home.is_open(part)])

    def _carry(self, item: int, place: Place) -> Iterator[Instruction]:
        """One item to a place that is open."""
        home, at = self.home, self.home.place_of(item)
        closed = home.closed(at.part) if at else []
        together = home.room_of(item) == home.room_of(place.number)
        yield from self._approach(item)
        taking = self._lead(item)
        if len(closed) > 1 or (closed and self._chance(SAYS_OPEN)):
            for part in closed[:-1]:
                yield [*taking, Step("open", (part,))]
                taking = []
            if self._chance(OPEN_AND_TAKE):
                taking = [Step("open", (closed[-1],))]
            else:
                yield [*taking, Step("open", (closed[-1],))]
                taking = []
        elif together and home.room == home.room_of(item) and self._chance(AT_ONCE):
            yield [*taking, Step("bring", (item,), place.number, place.kind)]
            yield from self._shut(closed)
            return
        taking.append(Step("take", (item,)))
        if not together and len(taking) == 1 and self._chance(TAKE_AND_LEAVE):
            taking.append(Step("enter", (rooms_between(home.house, home.room_of(item), home.room_of(place.number))[0],)))
        yield taking
        yield from self._approach(place.number)
        yield [*self._lead(place.number), Step("put", (item,), place.number, place.kind)]
        yield from self._shut(closed)

    def _shut(self, parts: list[int]) -> Iterator[Instruction]:
        """Close again what was opened, now and then: a tray first, for no door closes on one that is out."""
        home = self.home
        near = parts and home.room_of(parts[0]) == home.room and self.chooser.away(parts[0]) < RETURNS
        if near and not home.held and self._chance(CLOSES):
            self.chooser.done |= set(parts)
            yield [Step("close", (part,)) for part in reversed(parts)]
