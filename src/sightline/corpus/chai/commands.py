"""Plain commands: short instructions that hold from any pose in the house.

Scenario instructions lead through a house room by room, and an item to put is already in the hands. A plain command assumes
neither: for "put the plum in the fridge" the agent fetches the plum, from another room if need be, and opens the fridge
first. All items are equally likely here, and so are all places that an item fits into, except that items which are easily
confused with others beside them are preferred.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

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
from sightline.corpus.chai.words import item_words
from sightline.corpus.records import Paragraph
from sightline.corpus.words import pick

COMMANDS = 4  # per house, one after the other
COMMAND_TRIES = 12  # attempts, some of which fail
FIRST_ERRAND = {"bring": 4.0, "open": 1.0, "look": 0.5, "switch": 1.0}  # of two in one command
SECOND_ERRAND = FIRST_ERRAND | {"go": 1.0}
IN_THIS_ROOM = 0.5  # probability of a thing in the agent's room
SAME_ROOM = 0.6  # probability of a place in the item's room, if there is one
CONFUSED = 0.5  # probability of an item that shares its place or its colour with another one in the room
AND_CLOSE = 0.5  # probability that a part opened for the command is closed again


class Mixture(NamedTuple):
    """How common commands are."""

    kinds: Mapping[str, float]  # weights
    in_sight: float  # probability of an item that nothing hides


USUAL = Mixture({
    "bring": 8.0, "take": 4.0, "open": 1.0, "close": 1.0, "look": 0.5, "switch": 1.0, "go": 1.0, "enter": 0.5, "both": 4.0,
    "stow": 3.0,
}, 0.8)  # fmt: skip
# To learn from: more of what agents find hardest, which is items behind doors and in drawers, and the right door or drawer.
TO_LEARN = Mixture({**USUAL.kinds, "take": 6.0, "open": 2.0, "close": 2.0, "switch": 1.5, "enter": 1.0}, 0.6)


def plain_commands(random: Random, scene: Scene, mixture: Mixture = USUAL) -> Paragraph | None:
    """Several commands for a house, the first from any pose, each later one from the end of the one before."""
    house = scene.load()
    start = anywhere(house, np.random.default_rng(random.getrandbits(32)))
    return CommandMaker(scene, start, random, mixture).paragraph()


class CommandMaker(ParagraphMaker):
    """Makes one command after the other in one house."""

    def __init__(self, scene: Scene, start: Pose, random: Random, mixture: Mixture = USUAL):
        super().__init__(scene.load(), scene.variant, start, random, held_out=False, plainly=True)
        self.mixture = mixture
        self.chooser = ErrandChooser(self.home, random)

    def paragraph(self) -> Paragraph | None:
        """The whole paragraph; None if no command succeeds."""
        for _ in range(COMMAND_TRIES):
            wanted = pick(self.random, self.mixture.kinds)
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

    def _stow(self) -> Iterator[Instruction]:
        """Take an item and put it away, in so many words; often, close what it was put into.

        What is closed is opened first, because hands that hold an item cannot.
        """
        item, place = self._errand(opens=True)
        if place is None or len(closed := self.home.closed(place.part)) > 1:
            return
        beside = (other for other in self.home.items() if self.home.room_of(other) == self.home.room_of(item))
        if not any(self._nouns_of(item) & self._nouns_of(other) for other in beside if other != item):
            closes = place.part >= 0 and self.random.random() < AND_CLOSE
            opening = [ErrandStep("open", (part,)) for part in closed]
            close = [ErrandStep("close", (FIRST_PART + place.part,))] if closes else []
            yield [*opening, ErrandStep("take", (item,)), ErrandStep("put", (item,), place.number, place.kind), *close]

    def _both(self) -> Iterator[Instruction]:
        """Two errands in one instruction; the first one must not make the words for the second one's item ambiguous."""
        one, two = (next(getattr(self, f"_{pick(self.random, one_of)}")(), None) for one_of in (FIRST_ERRAND, SECOND_ERRAND))
        if one and two and self._nouns(one).isdisjoint(self._nouns(two)):
            yield [*one, *two]

    def _nouns(self, steps: Instruction) -> set[str]:
        """The nouns for the items that steps carry."""
        return {noun for step in steps if step.do == "bring" for item in step.of for noun in self._nouns_of(item)}

    def _nouns_of(self, item: int) -> set[str]:
        return set(item_words()[self.home.kind_of(item)].nouns)

    def _open(self) -> Iterator[Instruction]:
        return self._do("open", to=self._parts(is_open=False))

    def _close(self) -> Iterator[Instruction]:
        return self._do("close", to=self._parts(is_open=True))

    def _look(self) -> Iterator[Instruction]:
        behind = {FIRST_PART + place.part for place in places_of(self.house)}
        return self._do("open", "close", to=[part for part in self._parts(is_open=False) if part in behind])

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
        home = self.home
        items = [item for item in home.items() if self._is_nameable(item)]
        in_sight = [item for item in items if home.is_in_sight(item)]
        likely = in_sight if self.random.random() < self.mixture.in_sight else items
        item = self._any(self._confusable(likely) or likely if self.random.random() < CONFUSED else likely)
        return item, self.place_for(item, opens) if item else None

    def place_for(self, item: int, opens: bool) -> Place | None:
        """A random place to put an item, which is open unless `opens` allows opening it first."""
        home, house = self.home, self.house
        at = home.place_of(item)
        if at is None:
            return None
        places = [
            place for place in places_of(house)
            if place.piece != at.piece and (opens or not home.closed(place.part))
            and self._is_told_apart(place.number) and clear_names(house, place.piece, place.kind)
            and self.chooser.fits(item, place)
        ]  # fmt: skip
        near = [place for place in places if home.room_of(place.number) == home.room_of(item)]
        candidates = near if near and self.random.random() < SAME_ROOM else places
        return self.random.choice(candidates) if candidates else None

    def _confusable(self, items: list[int]) -> list[int]:
        """Those that share their place, or a word such as their colour, with another kind of item in their room."""
        home, words = self.home, item_words()
        rooms: dict[int, list[int]] = {}
        for item in home.items():
            if home.is_in_sight(item):
                rooms.setdefault(home.room_of(item), []).append(item)

        def alike(one: int, two: int) -> bool:
            kinds = home.kind_of(one), home.kind_of(two)
            if kinds[0] == kinds[1]:
                return False
            colours = set(words[kinds[0]].adjectives) & set(words[kinds[1]].adjectives)
            return bool(colours) or home.place_of(one) == home.place_of(two)

        return [item for item in items if any(alike(item, other) for other in rooms.get(home.room_of(item), ()))]

    def _is_nameable(self, item: int) -> bool:
        place = self.home.place_of(item)
        return place is not None and bool(clear_names(self.house, place.piece, place.kind))

    def _parts(self, is_open: bool) -> list[int]:
        """The nameable parts that are open, or that can be opened without opening another first.

        Lids and doors without a place behind them count too: of the toilet, the oven and the dishwasher.
        """
        home, house = self.home, self.house
        places = [(place.part, place.piece, place.kind) for place in places_of(house) if place.part >= 0]
        behind = {part for part, _, _ in places}
        others = [(part, owner, "") for part, (owner, _) in enumerate(house.parts) if part not in behind]
        return [
            FIRST_PART + part for part, piece, kind in (*places, *others)
            if clear_names(house, piece, kind)
            and (home.is_open(FIRST_PART + part) if is_open else len(home.closed(part)) == 1)
        ]  # fmt: skip
