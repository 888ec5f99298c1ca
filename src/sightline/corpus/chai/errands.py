"""Turn a line of a scenario into instructions: how deeds are grouped, and which walks get an instruction of their own.

An errand yields its instructions one by one and reads the household in between, so each starts from the real end of the one
before. The hands hold one item and cannot open doors while full: all parts that must be open are opened before anything
is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.corpus.chai.choosing import ErrandChooser, only_way, rooms_between
from sightline.corpus.chai.descriptions import clear_names
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.meaning import ErrandStep, Instruction
from sightline.corpus.chai.places import Place
from sightline.corpus.chai.scenarios import Errand

TO_ROOM = {True: 0.4, False: 0.9}  # probability of a separate "go to the next room"; key: whether its door is near
TWO_ROOMS = 0.08  # probability of naming the room beyond at once, if the path leads through a room
TO_DOOR = 0.33  # probability of "go to the door" before that
TO_PIECE = 0.17  # probability of "go to the piece" in the room
ENTERING, GOING = 0.8, 0.6  # probability that this is part of the instruction for the deed there
WORTH_WALKING = 2.2  # metres: no instruction asks for a shorter walk
NEAR_DOOR = 3.0
SAYS_OPEN = 0.75  # probability that opening the container is said, not implied by "take it out of the fridge"
OPEN_AND_BRING, BRING_AND_CLOSE, OPEN_AND_TAKE = 0.25, 0.25, 0.35  # probability of one instruction for both
OPEN_AND_CLOSE = 0.85  # probability that looking into something is one instruction
TAKE_AND_LEAVE = 0.6  # probability of "take it and go to the next room"
AT_ONCE, ALL_AT_ONCE = 0.35, 0.6  # probability that taking and putting one item, or several, is one instruction
CLOSES = 0.95  # probability that an opened part is closed
RETURNS = 5.0  # metres: no instruction goes back farther than this to close a part


class Errands:
    """The errands of one household through one paragraph."""

    def __init__(self, home: Household, random: Random):
        self.home, self.random = home, random
        self.chooser = ErrandChooser(home, random)
        self.stays_open: set[int] = set()  # parts that the scenario asks to open and not to close

    def instructions(self, errand: Errand) -> Iterator[Instruction]:
        """The instructions of an errand, one by one; none if the house offers nothing for it now."""
        if errand.verb == "bring":
            yield from self._bring(errand)
            return
        thing = self.chooser.thing(errand)
        if not thing:
            return
        self.chooser.done.add(thing)
        if errand.verb == "visit":
            yield from self._to_room(thing)
            if self.chooser.away(thing) > WORTH_WALKING:
                yield [ErrandStep("go", (thing,))]
            return
        yield from self._approach(thing)
        if errand.verb.startswith("switch"):
            yield [*self._lead(thing), ErrandStep("on" if errand.verb == "switch on" else "off", (thing,))]
        else:
            opening, closing = ErrandStep("open", (thing,)), ErrandStep("close", (thing,))
            together = errand.verb == "look into" and self._chance(OPEN_AND_CLOSE)
            yield [*self._lead(thing), opening, *([closing] if together else [])]
            if errand.verb == "open":
                self.stays_open.add(thing)
            if errand.verb == "look into" and not together:
                yield [closing]

    def leave_tidy(self) -> Iterator[Instruction]:
        """Before leaving a room for good: close its open parts, and turn off the water."""
        home, house = self.home, self.home.house
        for k, (owner, switch) in enumerate(house.switches):
            number = FIRST_SWITCH + k
            if switch.kind == "tap" and house.plan.pieces[owner].room == home.room and home.is_on(number):
                yield [*self._lead(number), ErrandStep("off", (number,))]
        for part in range(len(house.parts) - 1, -1, -1):  # a part behind a door before the door
            number = FIRST_PART + part
            if home.room_of(number) == home.room and home.is_open(number) and number not in self.stays_open:
                self.chooser.done.add(number)
                yield [*self._lead(number), ErrandStep("close", (number,))]

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _to_room(self, number: int) -> Iterator[Instruction]:
        """Instructions that lead to the room of a thing, room by room."""
        home, room = self.home, self.home.room_of(number)
        while home.room != room:
            yield from self._onward(rooms_between(home.house, home.room, room))

    def _onward(self, rooms: tuple[int, ...]) -> Iterator[Instruction]:
        """One or two rooms further along the path."""
        if len(rooms) > 1 and only_way(self.home.house, self.home.room, rooms[1]) >= 0 and self._chance(TWO_ROOMS):
            yield [ErrandStep("enter", (rooms[1],))]
        else:
            yield from self._through(rooms[0])

    def _through(self, room: int) -> Iterator[Instruction]:
        """Into the next room, sometimes by way of the door."""
        if self._to_door(room) > WORTH_WALKING and self._chance(TO_DOOR):
            yield [ErrandStep("door", (room,))]
        yield [ErrandStep("enter", (room,))]

    def _to_door(self, room: int) -> float:
        """Distance to the doorway to the next room."""
        doors = [door.at for door in self.home.house.plan.doorways if {room, self.home.room} == set(door.rooms)]
        return min(math.dist(at, self.home.pose[:2]) for at in doors)

    def _approach(self, number: int) -> Iterator[Instruction]:
        """Instructions that only walk, before a deed."""
        home, room = self.home, self.home.room_of(number)
        while home.room != room:
            rooms = rooms_between(home.house, home.room, room)
            if len(rooms) == 1 and not self._chance(TO_ROOM[self._to_door(rooms[0]) < NEAR_DOOR]):
                return
            yield from self._onward(rooms)
        piece = self._piece_at(number)
        if piece and self.chooser.away(number) > WORTH_WALKING and self._chance(TO_PIECE):
            yield [ErrandStep("go", (piece,))]

    def _lead(self, number: int) -> Instruction:
        """The walk that is part of the instruction for the deed there."""
        home, room = self.home, self.home.room_of(number)
        if home.room != room:
            return [ErrandStep("enter", (room,))] if self._chance(ENTERING) else []
        piece = self._piece_at(number)
        return (
            [ErrandStep("go", (piece,))]
            if piece and self.chooser.away(number) > WORTH_WALKING and self._chance(GOING)
            else []
        )

    def _piece_at(self, number: int) -> int:
        """The piece of furniture that a thing is, belongs to, or stands on; 0 if it has no name."""
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
        opening, bringing = home.closed(place.part), ErrandStep("bring", tuple(items), place.number, place.kind)
        if opening:  # opening is always said
            yield from self._approach(to)
            for part in opening[:-1]:
                yield [*self._lead(part), ErrandStep("open", (part,))]
            if together and self._chance(OPEN_AND_BRING):
                yield [ErrandStep("open", (opening[-1],)), bringing]
                yield from self._shut(opening)
                return
            yield [*self._lead(opening[-1]), ErrandStep("open", (opening[-1],))]
        if together and len(items) > 1 and self._chance(ALL_AT_ONCE):
            yield from self._approach(items[0])
            closing = [ErrandStep("close", (opening[-1],))] if len(opening) == 1 and self._chance(BRING_AND_CLOSE) else []
            yield [*self._lead(items[0]), bringing, *closing]
        else:
            for item in items:
                yield from self._carry(item, place)
        yield from self._shut([part for part in opening if home.is_open(part)])

    def _carry(self, item: int, place: Place) -> Iterator[Instruction]:
        """Carry one item to a place that is open."""
        home, at = self.home, self.home.place_of(item)
        closed = home.closed(at.part) if at else []
        together = home.room_of(item) == home.room_of(place.number)
        yield from self._approach(item)
        taking = self._lead(item)
        if len(closed) > 1 or (closed and self._chance(SAYS_OPEN)):
            for part in closed[:-1]:
                yield [*taking, ErrandStep("open", (part,))]
                taking = []
            if self._chance(OPEN_AND_TAKE):
                taking = [ErrandStep("open", (closed[-1],))]
            else:
                yield [*taking, ErrandStep("open", (closed[-1],))]
                taking = []
        elif together and home.room == home.room_of(item) and self._chance(AT_ONCE):
            yield [*taking, ErrandStep("bring", (item,), place.number, place.kind)]
            yield from self._shut(closed)
            return
        taking.append(ErrandStep("take", (item,)))
        if not together and len(taking) == 1 and self._chance(TAKE_AND_LEAVE):
            taking.append(
                ErrandStep("enter", (rooms_between(home.house, home.room_of(item), home.room_of(place.number))[0],))
            )
        yield taking
        yield from self._approach(place.number)
        yield [*self._lead(place.number), ErrandStep("put", (item,), place.number, place.kind)]
        yield from self._shut(closed)

    def _shut(self, parts: list[int]) -> Iterator[Instruction]:
        """Close opened parts again, sometimes: a tray first, because no door closes on a tray that is out."""
        home = self.home
        near = parts and home.room_of(parts[0]) == home.room and self.chooser.away(parts[0]) < RETURNS
        if near and not home.held and self._chance(CLOSES):
            self.chooser.done |= set(parts)
            yield [ErrandStep("close", (part,)) for part in reversed(parts)]
