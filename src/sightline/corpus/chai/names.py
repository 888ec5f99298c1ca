"""What one writer calls the things of one household, through one paragraph; and words that refer back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.corpus.chai.descriptions import (
    ItemName,
    PieceName,
    are_together,
    clear_names,
    near_rivals,
    open_pieces,
    plain_nouns,
    roommates,
)
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.places import INSIDE, Place, places_of
from sightline.corpus.chai.words import item_words, word_for
from sightline.corpus.chance import pick
from sightline.corpus.grammar import Speaker

SAME_NAME = 0.7  # how often a writer calls a thing what they called it before
IT_AGAIN = 0.4  # "it" for what was named last in the same instruction
IT_STILL = 0.08  # and for what the instruction before ended with
ADJECTIVE = 0.1  # how often a colour is added without need
WHERE = 0.2  # how often the place of an item is told without need
RELATED = 0.6  # how often a piece is placed by what is around it without need
ROOM = 0.5  # how often the room of something elsewhere is told without need
SHORT = 0.7  # how often the one that is open is called by its noun alone
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
SEVERAL = -1  # the topic when it is more than one thing
BEHIND = INSIDE | {"dishwasher door": "dishwasher", "oven door": "oven"}
RELATIONS = {  # how much one likes to say each
    "above": 3.0, "below": 1.0, "on": 1.0, "with": 1.0, "left": 2.0, "right": 2.0, "beside": 2.0, "between": 30.0,
    "front": 1.0, "corner": 1.0, "door": 0.7,
}  # fmt: skip


class UnclearError(Exception):
    """No description singles a thing out."""


@dataclass
class Namer:
    """Names things as somebody sees them who reads an instruction where it begins."""

    home: Household
    speaker: Speaker
    pieces: dict[tuple[int, str], PieceName] = field(default_factory=dict)  # what each was called last
    nouns: dict[int, str] = field(default_factory=dict)  # what each item was called last
    topic: int = 0  # what "it" would be: the number of an item, part or piece
    plural: bool = False  # whether the topic is
    room: int = -1  # where the reader is in their mind
    said: dict[int, str] = field(default_factory=dict)  # nouns of the furniture of this instruction, by number
    opened: set[int] = field(default_factory=set)  # parts that this instruction opens, by number
    named: list[dict[str, Any]] = field(default_factory=list)  # in this instruction

    def begin(self) -> None:
        """A new instruction starts."""
        self.said, self.opened, self.named, self.room = {}, set(), [], self.home.room

    def room_name(self, room: int) -> str:
        """'the kitchen'."""
        return f"the {self.speaker.say('room.' + self.home.house.plan.rooms[room].kind.replace(' ', '-'))}"

    def piece(self, number: int) -> str:
        """A noun phrase for a piece of furniture."""
        return self._again(number) or self._mark(number, self._piece(number - FIRST_PIECE, ""))

    def part(self, number: int, closes: bool) -> str:
        """A noun phrase for something that opens."""
        house = self.home.house
        owner, part = house.parts[number - FIRST_PART]
        alone = part.kind in ALONE
        topic = FIRST_PIECE + owner if alone else number
        again = self._again(topic)
        if again:
            return again
        kind = BEHIND.get(part.kind, "")
        slots = {"X": self._piece(owner, kind, closes), "part": part.name, "S": part.name.split()[0]}
        if alone or (closes and self._open_siblings(number) == [number] and self._random() < SHORT):
            return self._mark(topic, self._with(slots, f"part.{part.kind.split()[-1]}"))
        return self._mark(topic, self._with(slots, "part.of"))

    def _open_siblings(self, number: int) -> list[int]:
        """The open parts of the piece that a part belongs to, this one included."""
        parts = self.home.house.parts
        owner = parts[number - FIRST_PART][0]
        numbers = [FIRST_PART + k for k, (piece, _) in enumerate(parts) if piece == owner]
        return [m for m in numbers if m == number or self.home.is_open(m)]

    def place(self, place: Place, in_full: bool = False) -> str:
        """A noun phrase for where things are or are put, without a preposition.

        In full it says of an open container that it is open, so that words tell whether there is something to open.
        """
        house = self.home.house
        topic = place.number if self._slides(place) else FIRST_PIECE + place.piece
        again = "" if in_full else self._again(topic)
        if again:
            return again
        is_open = place.part >= 0 and not self.home.closed(place.part)
        said, ajar = self._piece(place.piece, place.kind, is_open), "open " if is_open and in_full else ""
        if ajar and not self._slides(place):
            said = f"the {ajar}{said.removeprefix('the ')}"
        if place.part >= 0 and not self._is_plain(place):
            name = house.parts[place.part][1].name
            part = f"{ajar}{name}" if self._slides(place) else name
            slots = {"X": said, "part": part, "S": name.split()[0]}
            said = self._with(slots, "inside.part" if self._slides(place) else "inside.door")
        return self._mark(topic, said)

    def _slides(self, place: Place) -> bool:
        """Whether a place is a drawer or a tray, which is a thing of its own; what is behind a door is not."""
        return place.part >= 0 and self.home.house.parts[place.part][1].name.endswith(("drawer", "tray"))

    def _is_plain(self, place: Place) -> bool:
        """Whether the piece alone says which of its places is meant: it has one, or only one is open."""
        house = self.home.house
        alike = [p for p in places_of(house) if p.piece == place.piece and p.kind == place.kind]
        if house.parts[place.part][1].kind.endswith("drawer"):
            return False
        return len(alike) == 1 or [p for p in alike if not self.home.closed(p.part)] == [place]

    def preposition(self, place: Place) -> str:
        """Whether one puts things in or on it."""
        return "in" if place.part >= 0 or place.kind in IN else "on"

    def switch(self, number: int) -> str:
        """A noun phrase for something that goes on and off."""
        house = self.home.house
        owner, switch = house.switches[number - FIRST_SWITCH]
        if switch.kind not in ("tap", "burner"):
            return self.piece(FIRST_PIECE + owner)
        kind = "basin" if house.plan.pieces[owner].thing.noun == "bathroom counter" else ""
        slots = {"X": self._piece(owner, kind), "part": switch.name}
        return self._mark(number, self._with(slots, f"switch.{switch.kind}"))

    def _piece(self, piece: int, kind: str, open_ones: bool = False) -> str:
        """The piece, or what is called after a kind of place of it, with its article.

        With `open_ones` only what is open can be meant: nothing else can be closed, or have things put into it.
        """
        house, number = self.home.house, FIRST_PIECE + piece
        if number in self.said and self._random() < SHORT:
            self.named.append({"of": number, "as": self.said[number], "again": True})
            return f"the {self.said[number]}"
        mark: dict[str, Any] = {"of": number}
        scope = "open" if open_ones else "near" if not self.named else ""
        name = self._short(piece, kind, scope) if scope and self._random() < SHORT else None
        if name is not None:
            mark[scope] = True
        else:
            name = self.pieces.get((piece, kind))
            if name is None or self._random() > SAME_NAME:
                name = self._choose(piece, kind)
            self.pieces[piece, kind] = name
        self.said[number] = name.noun
        said = " ".join(filter(None, ("the", name.adjective, name.noun, name.phrase)))
        if name.relation is not None:
            said = f"{said} {self._relation(name)}"
        room, everywhere = house.plan.pieces[piece].room, range(len(house.plan.pieces))
        if room != self.room and (name.rivals(house, piece, everywhere) or self._random() < ROOM):
            said, mark["room"] = f"{said} in {self.room_name(room)}", room
        self.plural = name.noun in word_for(house, piece, kind).plural
        self.named.append(mark | name.to_json())
        return said

    def _short(self, piece: int, kind: str, scope: str) -> PieceName | None:
        """A noun that, of the pieces that are open in the room or those that one stands at, fits this one only."""
        house = self.home.house
        others = open_pieces(self.home) & set(roommates(house, piece)) if scope == "open" else near_rivals(self.home, piece)
        nouns = word_for(house, piece, kind).nouns
        clear = {PieceName(n): often for n, often in nouns.items() if not PieceName(n).rivals(house, piece, others)}
        before = self.pieces.get((piece, kind))
        if before is not None and PieceName(before.noun) in clear:
            return PieceName(before.noun)
        return pick(self.speaker.random, clear) if clear else None

    def _choose(self, piece: int, kind: str) -> PieceName:
        """One of the clear names: as short as it can be, now and then longer."""
        names, nouns = clear_names(self.home.house, piece, kind), word_for(self.home.house, piece, kind).nouns
        plain = {name: nouns[name.noun] for name in names if name.is_plain}
        related = {name: nouns[name.noun] * RELATIONS[name.relation.how] for name in names if name.relation is not None}
        coloured = {name: nouns[name.noun] for name in names if name.adjective or name.phrase}
        if not names:
            raise UnclearError
        if plain and not (related and self._random() < RELATED) and not (coloured and self._random() < ADJECTIVE):
            return pick(self.speaker.random, plain)
        if related and (not coloured or self._random() < 0.7):
            return pick(self.speaker.random, related)
        return pick(self.speaker.random, coloured or related or plain)

    def _relation(self, name: PieceName) -> str:
        """'above the stove', 'between the fridge and the sink', 'by the door to the kitchen'."""
        assert name.relation is not None
        how, of = name.relation
        if how == "door":
            return self._with({"A": self.room_name(of[0])}, "where.door")
        anchors = [f"the {pick(self.speaker.random, plain_nouns(self.home.house, anchor))}" for anchor in of]
        return self._with(dict(zip("AB", anchors, strict=False)), f"where.{how}")

    def held(self, item: int) -> str:
        """What is in the hands."""
        again = self._again(item) or (not self.named and self._random() < IT_STILL and self._pronoun(item))
        if again:
            return again
        word = item_words()[self.home.kind_of(item)]
        noun = self.nouns.get(item) or pick(self.speaker.random, word.nouns)
        self.nouns[item] = noun
        self.named.append({"of": item, "as": noun})
        self.plural = noun in word.plural
        return self._mark(item, f"the {noun}")

    def items(self, items: Sequence[int]) -> str:
        """Noun phrases for items in plain view: 'the plum and the red mug on the counter and the kettle'."""
        told = [self._item(item) for item in items]
        if len({said for said, _ in told}) < len(told):
            raise UnclearError
        phrases = []
        for place, run in groupby(told, key=lambda one: one[1]):
            phrase = _listed([said for said, _ in run], self._random() < 0.5)
            phrases.append(phrase if place is None else f"{phrase} {self.preposition(place)} {self.place(place)}")
        return self._mark_items(items, _listed(phrases, self._random() < 0.5))

    def items_apart(self, items: Sequence[int]) -> tuple[str, str]:
        """Items of one place and where they are, said apart: 'the mug', 'the left side of the cupboard above the sink'."""
        place = self.home.place_of(items[0])
        if place is None or any(self.home.place_of(item) != place for item in items):
            raise UnclearError
        names = [self._at_place(item, place) for item in items]
        for item, name in zip(items, names, strict=True):
            self.nouns[item] = name.noun
            self.named.append({"of": item, **name.to_json(), "place": place.number})
        said = [_article(name) for name in names]
        if len(set(said)) < len(said):
            raise UnclearError
        where = self.place(place, in_full=True)
        return self._mark_items(items, _listed(said, self._random() < 0.5)), where

    def _mark_items(self, items: Sequence[int], said: str) -> str:
        """Items were named, one or several."""
        self.plural = len(items) > 1 or self.nouns[items[0]] in item_words()[self.home.kind_of(items[0])].plural
        return self._mark(items[0] if len(items) == 1 else SEVERAL, said)

    def _item(self, item: int) -> tuple[str, Place | None]:
        """A noun phrase that leaves no doubt, and the place if it has to be told."""
        home = self.home
        place, room = home.place_of(item), home.room_of(item)
        scope = room if room == self.room else None
        name, where = self._clear(item, scope), None
        in_view = home.is_in_sight(item) or (place is not None and self._opens(place))
        at_it = place is not None and FIRST_PIECE + place.piece in self.said and in_view
        if at_it and place is not None:  # one was told to go there first
            name = self._at_place(item, place)
        elif name is None or not in_view or self._random() < WHERE:
            beside = self._beside(item, scope) if in_view and self._random() < 0.6 else None
            if beside is not None:
                name = beside
            elif place is not None:
                name, where = self._at_place(item, place), place
        if name is None:
            raise UnclearError
        self.nouns[item] = name.noun
        mark: dict[str, Any] = {"of": item, **name.to_json()}
        if at_it or where is not None:
            assert place is not None
            mark["place"] = place.number
        self.named.append(mark)
        said = _article(name)
        if name.beside:
            others = [f"the {self._plain_noun(other)}" for other in name.beside]
            rule = "where.beside" if len(others) == 1 else "where.beside-both"
            said = f"{said} {self._with(dict(zip('AB', others, strict=False)), rule)}"
        return said, where

    def _opens(self, place: Place) -> bool:
        """Whether this instruction has said to open what hides a place."""
        return not set(self.home.closed(place.part)) - self.opened

    def _plain_names(self, item: int) -> list[ItemName]:
        """Names without neighbours, the one to try first in front."""
        word = item_words()[self.home.kind_of(item)]
        noun = self.nouns.get(item) or pick(self.speaker.random, word.nouns)
        nouns = [noun, *sorted((n for n in word.nouns if n != noun), key=lambda n: -word.nouns[n])]
        plain = [ItemName(n) for n in nouns]
        coloured = [ItemName(n, a) for n in nouns for a in word.adjectives if a not in n.split()]
        if self._random() < ADJECTIVE:
            return [*coloured[:1], *plain, *coloured]
        return [*plain[:1], *coloured[:2], *plain[1:], *coloured]

    def _clear(self, item: int, scope: int | None) -> ItemName | None:
        """A name that fits nothing else in view."""
        return next((name for name in self._plain_names(item) if not name.rivals(self.home, item, scope)), None)

    def _at_place(self, item: int, place: Place) -> ItemName:
        """A name that fits nothing else in the same place."""
        for name in self._plain_names(item):
            if not [rival for rival in name.rivals(self.home, item, None) if self.home.place_of(rival) == place]:
                return name
        raise UnclearError

    def _beside(self, item: int, scope: int | None) -> ItemName | None:
        """A name by one or two other items that stand next to this one and can be told by their nouns."""
        home = self.home
        own = item_words()[home.kind_of(item)].nouns
        others = [
            other for other in home.items()
            if other not in (item, home.held) and are_together(home, item, other) and self._plain_noun(other) not in own
            and not ItemName(self._plain_noun(other)).rivals(home, other, home.room_of(item))
        ]  # fmt: skip
        if scope is None or not others:
            return None
        beside = tuple(others[:2]) if len(others) > 1 and self._random() < 0.6 else tuple(others[:1])
        noun = self._plain_names(item)[0]
        name = ItemName(noun.noun, noun.adjective, beside)
        return None if name.rivals(home, item, scope) else name

    def _plain_noun(self, item: int) -> str:
        return self.nouns.get(item) or next(iter(item_words()[self.home.kind_of(item)].nouns))

    def pronoun(self) -> str:
        """It or them, for the topic."""
        return "them" if self.plural else "it"

    def _again(self, number: int) -> str:
        """Now and then "it", for what was named last."""
        here = any(number == name["of"] for name in self.named) or number in self.said
        if number != self.topic or self._random() > (IT_AGAIN if here or self.named else IT_STILL):
            return ""
        return self._pronoun(number)

    def _pronoun(self, number: int) -> str:
        self.speaker.tags.add("coreference")
        self.topic = number
        return self.pronoun()

    def _mark(self, number: int, said: str) -> str:
        """Something was named, and is what "it" would be now."""
        self.topic = number
        return said

    def _with(self, slots: dict[str, str], rule: str) -> str:
        before = self.speaker.slots
        self.speaker.slots = {**before, **slots}
        said = self.speaker.say(rule)
        self.speaker.slots = before
        return said

    def _random(self) -> float:
        return self.speaker.random.random()


def _article(name: ItemName) -> str:
    return " ".join(filter(None, ("the", name.adjective, name.noun)))


def _listed(names: Sequence[str], comma: bool) -> str:
    """'a, b and c', or with a comma before the 'and'."""
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}{',' if comma else ''} and {names[-1]}"
