"""What one writer calls the things of one household, through one paragraph; and words that refer back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.corpus.chai.descriptions import ItemName, PieceName, are_together, clear_names, plain_nouns
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.places import INSIDE, Place, places_of
from sightline.corpus.chai.words import item_words, word_for
from sightline.corpus.chance import pick
from sightline.corpus.grammar import Speaker

SAME_NAME = 0.7  # how often a writer calls a thing what they called it before
IT_AGAIN = 0.45  # "it" for what was named last in the same instruction
IT_STILL = 0.12  # and for what the instruction before ended with
ADJECTIVE = 0.12  # how often a colour is added without need
WHERE = 0.3  # how often the place of an item is told without need
RELATED = 0.3  # how often a piece is placed by what is around it without need
ROOM = 0.5  # how often the room of something elsewhere is told without need
IN = ("sink", "basin", "bathtub", "shower", "rack")  # open-air places that things are in, not on
ALONE = (
    "fridge door",
    "freezer door",
    "dishwasher door",
    "oven door",
    "microwave door",
    "bin lid",
    "basket lid",
    "toilet lid",
)  # parts that have their piece, or what is behind them, to themselves
NAMES_OF_INSIDE = INSIDE | {"dishwasher door": "dishwasher", "oven door": "oven"}


class UnclearError(Exception):
    """No description singles a thing out."""


@dataclass
class Namer:
    """Names things; `begin` and `step` say from where they are looked at."""

    home: Household
    speaker: Speaker
    pieces: dict[tuple[int, str], PieceName] = field(default_factory=dict)  # what each was called last
    nouns: dict[int, str] = field(default_factory=dict)  # what each item was called last
    topic: int = 0  # what "it" would be: the number of an item, part, piece or switch
    here: bool = False  # whether the topic was named in this instruction
    plural: bool = False  # whether what was named last is
    room: int = -1  # where the reader is in their mind
    named: list[dict[str, Any]] = field(default_factory=list)  # in this instruction

    def begin(self) -> None:
        """A new instruction starts."""
        self.here, self.named, self.room = False, [], self.home.room

    # Rooms.

    def room_name(self, room: int) -> str:
        """'the kitchen'."""
        return f"the {self._room_word(room)}"

    def _room_word(self, room: int) -> str:
        self.speaker.slots["room"] = self.home.house.plan.rooms[room].name
        kind = self.home.house.plan.rooms[room].kind.replace(" ", "-")
        return self.speaker.say(f"room.{kind}")

    # Furniture.

    def piece(self, number: int) -> str:
        """A noun phrase for a piece of furniture."""
        piece = number - FIRST_PIECE
        return self._again(number) or self._mark(number, self._piece(piece, ""))

    def _piece(self, piece: int, kind: str) -> str:
        """The piece, or what is called after a kind of place of it, with its article."""
        names = clear_names(self.home.house, piece, kind)
        if not names:
            raise UnclearError
        name = self.pieces.get((piece, kind))
        if name is None or self._random() > SAME_NAME:
            name = self._choose(piece, kind, names)
        self.pieces[piece, kind] = name
        return self._say_piece(piece, kind, name, names)

    def _choose(self, piece: int, kind: str, names: tuple[PieceName, ...]) -> PieceName:
        """One of the clear names: as short as it can be, now and then longer."""
        word = word_for(self.home.house, piece, kind)
        plain = {
            name: word.nouns[name.noun] for name in names if name.relation is None and not name.adjective and not name.phrase
        }
        related = {name: word.nouns[name.noun] * WEIGHTS[name.relation.how] for name in names if name.relation is not None}
        coloured = {name: word.nouns[name.noun] for name in names if name.adjective or name.phrase}
        if plain and not (related and self._random() < RELATED) and not (coloured and self._random() < ADJECTIVE):
            return pick(self.speaker.random, plain)
        if related and (not coloured or self._random() < 0.7):
            return pick(self.speaker.random, related)
        return pick(self.speaker.random, coloured or related or plain)

    def _say_piece(self, piece: int, kind: str, name: PieceName, names: tuple[PieceName, ...]) -> str:
        house = self.home.house
        room = house.plan.pieces[piece].room
        said = " ".join(filter(None, ("the", name.adjective, name.noun, name.phrase)))
        mark: dict[str, Any] = {"of": FIRST_PIECE + piece, **name.to_json()}
        if name.relation is not None:
            said = f"{said} {self._relation(name)}"
        if room != self.room and (name.rivals(house, piece, None) or self._random() < ROOM):
            said = f"{said} in {self.room_name(room)}"
            mark["room"] = room
        self.plural = name.noun in word_for(house, piece, kind).plural
        self.named.append(mark)
        return said

    def _relation(self, name: PieceName) -> str:
        """'above the stove', 'between the fridge and the sink', 'by the door to the kitchen'."""
        assert name.relation is not None
        how, of = name.relation
        outer = dict(self.speaker.slots)
        if how == "door":
            self.speaker.slots["A"] = self.room_name(of[0])
        for slot, anchor in zip("AB", of if how != "door" else (), strict=False):
            self.speaker.slots[slot] = f"the {pick(self.speaker.random, plain_nouns(self.home.house, anchor))}"
        said = self.speaker.say(f"where.{how}")
        self.speaker.slots = outer
        return said

    # Parts and places.

    def part(self, number: int) -> str:
        """A noun phrase for something that opens."""
        house = self.home.house
        owner, part = house.parts[number - FIRST_PART]
        again = self._again(number)
        if again:
            return again
        kind = NAMES_OF_INSIDE.get(part.kind, "")
        if part.kind in ALONE:
            said = self._with({"X": self._piece(owner, kind)}, f"part.{part.kind.split()[-1]}")
        else:
            said = self._with({"X": self._piece(owner, kind), "part": self._part_word(part.name)}, "part.of")
        return self._mark(number, said)

    def place(self, place: Place) -> str:
        """A noun phrase for where things are or are put, without a preposition."""
        again = self._again(place.number)
        if again:
            return again
        home = self.home
        said = self._piece(place.piece, place.kind)
        if place.part >= 0 and not self._is_plain(place):
            name = home.house.parts[place.part][1].name
            rule = "inside.door" if name.endswith("door") else "inside.part"
            side = name.split()[0]
            said = self._with({"X": said, "part": self._part_word(name), "S": side}, rule)
        return self._mark(place.number, said)

    def _is_plain(self, place: Place) -> bool:
        """Whether the piece alone says which of its places is meant: it has one, or only one is open."""
        alike = [p for p in places_of(self.home.house) if p.piece == place.piece and p.kind == place.kind]
        if self.home.house.parts[place.part][1].kind.endswith("drawer"):
            return False
        return len(alike) == 1 or [p for p in alike if not self.home.closed(p.part)] == [place]

    def preposition(self, place: Place) -> str:
        """Whether one puts things in or on it."""
        return "in" if place.part >= 0 or place.kind in IN else "on"

    def _part_word(self, name: str) -> str:
        """'top left drawer', 'bottom tray'."""
        return name

    def switch(self, number: int) -> str:
        """A noun phrase for something that goes on and off."""
        house = self.home.house
        owner, switch = house.switches[number - FIRST_SWITCH]
        again = self._again(number)
        if again:
            return again
        slots = {"part": switch.name}
        if switch.kind in ("tap", "burner"):
            slots["X"] = self._piece(
                owner, "basin" if switch.kind == "tap" and house.plan.pieces[owner].thing.noun == "bathroom counter" else ""
            )
            return self._mark(number, self._with(slots, f"switch.{switch.kind}"))
        return self._mark(number, self._piece(owner, ""))

    # Items.

    def held(self, item: int) -> str:
        """What is in the hands, or was taken up in this instruction."""
        again = self._again(item) or (self._random() < IT_STILL and self._pronoun(item))
        if again:
            return again
        word = item_words()[self.home.kind_of(item)]
        noun = self.nouns.get(item) or pick(self.speaker.random, word.nouns)
        self.nouns[item] = noun
        self.plural = noun in word.plural
        self.named.append({"of": item, "as": noun})
        return self._mark(item, f"the {noun}")

    def item(self, item: int) -> str:
        """A noun phrase for an item that stands somewhere."""
        name, place = self._item_name(item)
        return self._mark(item, self._say_item(item, name, place))

    def item_and_place(self, item: int) -> tuple[str, str, str]:
        """The item and where it is, said apart: 'the mug', 'in', 'the left side of the cupboard above the sink'."""
        home = self.home
        place = home.place_of(item)
        if place is None:
            raise UnclearError
        word = item_words()[home.kind_of(item)]
        for name in self._plain_names(item):
            if not [rival for rival in name.rivals(home, item, None) if home.place_of(rival) == place]:
                self.plural = name.noun in word.plural
                plural = self.plural
                self.nouns[item] = name.noun
                self.named.append({"of": item, **name.to_json(), "place": place.number})
                said = self.place(place)
                self.topic, self.here, self.plural = item, True, plural
                return f"the {f'{name.adjective} ' if name.adjective else ''}{name.noun}", self.preposition(place), said
        raise UnclearError

    def _plain_names(self, item: int) -> list[ItemName]:
        """Names without a place, the one to try first in front."""
        word = item_words()[self.home.kind_of(item)]
        noun = self.nouns.get(item) or pick(self.speaker.random, word.nouns)
        nouns = [noun, *sorted((n for n in word.nouns if n != noun), key=lambda n: -word.nouns[n])]
        plain = [ItemName(n) for n in nouns]
        coloured = [ItemName(n, a) for n in nouns for a in word.adjectives if a not in n.split()]
        return (
            [*coloured[:1], *plain, *coloured]
            if self._random() < ADJECTIVE
            else [*plain[:1], *coloured[:2], *plain, *coloured]
        )

    def _item_name(self, item: int) -> tuple[ItemName, Place | None]:
        """A name that leaves no doubt, and the place if it has to be told."""
        home = self.home
        room = home.room_of(item)
        scope = room if room == self.room else None
        place = home.place_of(item)
        names = self._plain_names(item)
        if home.is_in_sight(item) and self._random() > WHERE:
            for name in names:
                if not name.rivals(home, item, scope):
                    return name, None
        beside = self._beside(item)
        if beside and home.is_in_sight(item) and scope is not None and self._random() < 0.5:
            for name in names[:3]:
                told = ItemName(name.noun, name.adjective, beside=beside)
                if not told.rivals(home, item, scope):
                    return told, None
        if place is None:
            raise UnclearError
        for name in names:
            if not [rival for rival in name.rivals(home, item, None) if home.place_of(rival) == place]:
                return name, place
        raise UnclearError

    def _beside(self, item: int) -> int:
        """Another item next to one, which its noun alone singles out in the room; 0 for none."""
        home = self.home
        for other in home.items():
            if other not in (item, home.held) and are_together(home, item, other):
                name = ItemName(self.nouns.get(other) or next(iter(item_words()[home.kind_of(other)].nouns)))
                if name.noun not in item_words()[home.kind_of(item)].nouns and not name.rivals(
                    home, other, home.room_of(item)
                ):
                    return other
        return 0

    def _say_item(self, item: int, name: ItemName, place: Place | None) -> str:
        word = item_words()[self.home.kind_of(item)]
        said = " ".join(filter(None, ("the", name.adjective, name.noun)))
        mark: dict[str, Any] = {"of": item, **name.to_json()}
        self.nouns[item] = name.noun
        self.named.append(mark)
        if name.beside:
            other = self.nouns.get(name.beside) or next(iter(item_words()[self.home.kind_of(name.beside)].nouns))
            self.nouns[name.beside] = other
            said = f"{said} {self._with({'A': f'the {other}'}, 'where.beside')}"
        if place is not None:
            mark["place"] = place.number
            said = f"{said} {self.preposition(place)} {self.place(place)}"
        self.plural = name.noun in word.plural
        return said

    # Referring back.

    def _again(self, number: int) -> str:
        """ "It", now and then, for what was named last."""
        if number != self.topic or self._random() > (IT_AGAIN if self.here else IT_STILL):
            return ""
        return self._pronoun(number)

    def _pronoun(self, number: int) -> str:
        self.speaker.tags.add("coreference")
        self.topic, self.here = number, True
        return "them" if self.plural else "it"

    def _mark(self, number: int, said: str) -> str:
        self.topic, self.here = number, True
        return said

    def _with(self, slots: dict[str, str], rule: str) -> str:
        before = self.speaker.slots
        self.speaker.slots = {**before, **slots}
        said = self.speaker.say(rule)
        self.speaker.slots = before
        return said

    def _random(self) -> float:
        return self.speaker.random.random()


WEIGHTS = {
    "above": 3.0, "below": 1.0, "on": 1.0, "with": 1.0, "left": 2.0, "right": 2.0, "beside": 2.0, "between": 0.5, "front": 1.0,
    "corner": 1.0, "door": 0.7,
}  # fmt: skip
