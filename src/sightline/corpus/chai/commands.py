"""Plain commands: short instructions that hold from any pose in the house.

Scenario instructions lead through a house room by room, and an item to put is already in the hands. A plain command assumes
neither: for "put the plum in the fridge" the agent fetches the plum, from another room if need be, and opens the fridge
first. All items are equally likely here, and so are all places that an item fits into.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from sightline.chai.generate import anywhere
from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.chai.kind import Scene
from sightline.corpus.chai.choosing import ErrandChooser
from sightline.corpus.chai.descriptions import clear_names
from sightline.corpus.chai.household import Pose
from sightline.corpus.chai.meaning import ErrandStep, Instruction
from sightline.corpus.chai.paragraph import ParagraphMaker
from sightline.corpus.chai.places import Place, places_of
from sightline.corpus.records import Paragraph
from sightline.corpus.words import pick

COMMANDS = 4  # per house, one after the other
COMMAND_TRIES = 12  # attempts, some of which fail
WANTED = {"bring": 5.0, "take": 2.0, "open": 1.0, "close": 1.0, "look": 0.5, "switch": 1.0, "go": 1.0, "enter": 0.5}
IN_THIS_ROOM = 0.5  # probability of a thing in the agent's room
IN_SIGHT = 0.8  # probability of an item that nothing hides
SAME_ROOM = 0.6  # probability of a place in the item's room, if there is one
AND_CLOSE = 0.25  # probability that a part opened for the command is closed again


def plain_commands(random: Random, scene: Scene) -> Paragraph | None:
    """Several commands for a house, the first from any pose, each later one from the end of the one before."""
    house = scene.load()
    start = anywhere(house, np.random.default_rng(random.getrandbits(32)))
    return _Commands(scene, start, random).paragraph()


class _Commands(ParagraphMaker):
    """Makes one command after the other in one house."""

    def __init__(self, scene: Scene, start: Pose, random: Random):
        super().__init__(scene.load(), scene.variant, start, random, held_out=False, plainly=True)
        self.chooser = ErrandChooser(self.home, random)

    def paragraph(self) -> Paragraph | None:
        """The whole paragraph; None if no command succeeds."""
        for _ in range(COMMAND_TRIES):
            wanted = pick(self.random, WANTED)
            self.do_all(getattr(self, f"_{wanted}")(), COMMANDS)
            if len(self.segments) == COMMANDS:
                break
        return self.as_paragraph(f"plain-{self.random.getrandbits(64):x}", self.variant) if self.segments else None

    def _any(self, numbers: list[int]) -> int:
        """A random thing, preferably in this room; 0 for none."""
        numbers = [number for number in numbers if self._is_told_apart(number)]
        here = [number for number in numbers if self.home.room_of(number) == self.home.room]
        candidates = here if here and self.random.random() < IN_THIS_ROOM else numbers
        return self.random.choice(candidates) if candidates else 0

    def _is_told_apart(self, number: int) -> bool:
        """Whether the kind of a thing's room says which room it is: it is this one, or the only one of its kind."""
        kinds, room = [room.kind for room in self.house.plan.rooms], self.home.room_of(number)
        return room == self.home.room or kinds.count(kinds[room]) == 1

    def _bring(self) -> Iterator[Instruction]:
        item, place = self._errand(opens=True)
        if place is None:
            return
        closed = self.home.closed(place.part)
        closes = len(closed) == 1 and self.random.random() < AND_CLOSE
        yield [
            ErrandStep("bring", (item,), place.number, place.kind),
            *([ErrandStep("close", (closed[0],))] if closes else []),
        ]

    def _take(self) -> Iterator[Instruction]:
        item, place = self._errand(opens=False)
        if place is not None:
            yield [ErrandStep("take", (item,))]
            yield [ErrandStep("put", (item,), place.number, place.kind)]

    def _open(self) -> Iterator[Instruction]:
        return self._do("open", to=self._parts(is_open=False))

    def _close(self) -> Iterator[Instruction]:
        return self._do("close", to=self._parts(is_open=True))

    def _look(self) -> Iterator[Instruction]:
        return self._do("open", "close", to=self._parts(is_open=False))

    def _switch(self) -> Iterator[Instruction]:
        house = self.house
        named = [FIRST_SWITCH + k for k, (owner, _) in enumerate(house.switches) if clear_names(house, owner)]
        switch = self._any(named)
        if switch:
            yield [ErrandStep("off" if self.home.is_on(switch) else "on", (switch,))]

    def _go(self) -> Iterator[Instruction]:
        house = self.house
        return self._do("go", to=[FIRST_PIECE + k for k in range(len(house.plan.pieces)) if clear_names(house, k)])

    def _do(self, *verbs: str, to: list[int]) -> Iterator[Instruction]:
        """These steps, all to one of these things."""
        thing = self._any(to)
        if thing:
            yield [ErrandStep(verb, (thing,)) for verb in verbs]

    def _enter(self) -> Iterator[Instruction]:
        kinds = [room.kind for room in self.house.plan.rooms]
        others = [room for room, kind in enumerate(kinds) if room != self.home.room and kinds.count(kind) == 1]
        if others:
            yield [ErrandStep("enter", (self.random.choice(others),))]

    def _errand(self, opens: bool) -> tuple[int, Place | None]:
        """An item and a place to put it; the place is open unless `opens` allows opening it first."""
        home, house = self.home, self.house
        items = [item for item in home.items() if self._is_nameable(item)]
        in_sight = [item for item in items if home.is_in_sight(item)]
        item = self._any(in_sight if self.random.random() < IN_SIGHT else items)
        at = home.place_of(item) if item else None
        if at is None:
            return 0, None
        places = [
            place for place in places_of(house)
            if place.piece != at.piece and (opens or not home.closed(place.part))
            and self._is_told_apart(place.number) and clear_names(house, place.piece, place.kind)
            and self.chooser.fits(item, place)
        ]  # fmt: skip
        near = [place for place in places if home.room_of(place.number) == home.room_of(item)]
        candidates = near if near and self.random.random() < SAME_ROOM else places
        return item, self.random.choice(candidates) if candidates else None

    def _is_nameable(self, item: int) -> bool:
        place = self.home.place_of(item)
        return place is not None and bool(clear_names(self.house, place.piece, place.kind))

    def _parts(self, is_open: bool) -> list[int]:
        """The nameable parts that are open, or that can be opened without opening another first."""
        home, house = self.home, self.house
        return [
            FIRST_PART + place.part for place in places_of(house)
            if place.part >= 0 and clear_names(house, place.piece, place.kind)
            and (home.is_open(FIRST_PART + place.part) if is_open else len(home.closed(place.part)) == 1)
        ]  # fmt: skip
