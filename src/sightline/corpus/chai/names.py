"""What one writer calls the rooms and the furniture of one household, through one paragraph; and words that refer back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.corpus.chai.descriptions import PieceName, clear_names, near_rivals, open_pieces, plain_nouns, roommates
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.places import INSIDE, Place, places_of
from sightline.corpus.chai.words import OF_PLACES, word_for
from sightline.corpus.chance import pick
from sightline.corpus.grammar import Speaker

SAME_NAME = 0.7  # how often a writer calls a thing what they called it before
IT_AGAIN = 0.6  # "it" for what was named last in the same instruction
IT_STILL = 0.12  # and for what the instruction before ended with
ADJECTIVE = 0.1  # how often a colour is added without need
RELATED = 0.7  # how often a piece is placed by what is around it without need
SHORT_AGAIN = 0.9  # how often what was named in the same instruction is called by its noun alone
SHORT = 0.6  # how often the one that is open is called by its noun alone
IN = ("sink", "basin", "bathtub", "shower", "rack")  # open-air places that things are in, not on
ALONE = (  # parts that have their piece, or what is behind them, to themselves
    "fridge door", "freezer door", "dishwasher door", "oven door", "microwave door", "bin lid", "basket lid", "toilet lid",
)  # fmt: skip
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
        return self._again(number) or self._mark(number, self._piece(number - FIRST_PIECE, ""), self.plural)

    def part(self, number: int, closes: bool) -> str:
        """A noun phrase for something that opens."""
        house = self.home.house
        owner, part = house.parts[number - FIRST_PART]
        alone = part.kind in ALONE
        kind = BEHIND.get(part.kind, "")
        topic = FIRST_PIECE + owner if alone and kind not in OF_PLACES else number
        again = self._again(topic)
        if again:
            return again
        slots = {"X": self._piece(owner, kind, closes), "part": part.name, "S": part.name.split()[0]}
        if alone or (closes and self._open_siblings(number) == [number] and self._random() < SHORT):
            return self._mark(topic, self._with(slots, f"part.{part.kind.split()[-1]}"), alone and self.plural)
        return self._mark(topic, self._with(slots, "part.of"), False)

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
        return self._mark(topic, said, self.plural and not self._slides(place))

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
        return self._mark(number, self._with(slots, f"switch.{switch.kind}"), False)

    def _piece(self, piece: int, kind: str, open_ones: bool = False) -> str:
        """The piece, or what is called after a kind of place of it, with its article.

        With `open_ones` only what is open can be meant: nothing else can be closed, or have things put into it.
        """
        house, number = self.home.house, FIRST_PIECE + piece
        if number in self.said and self._random() < SHORT_AGAIN:
            self.named.append({"of": number, "as": self.said[number], "again": True})
            self.plural = self.said[number] in word_for(house, piece, kind).plural
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
        if name.adjective in ("left", "right"):
            self.speaker.tags.add("spatial_relations")
        if name.relation is not None:
            said = f"{said} {self._relation(name)}"
        room = house.plan.pieces[piece].room
        if room != self.room:
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

    def _mark(self, number: int, said: str, plural: bool) -> str:
        """Something was named, and is what "it" or "them" would be now."""
        self.topic, self.plural = number, plural
        return said

    def _with(self, slots: dict[str, str], rule: str) -> str:
        before = self.speaker.slots
        self.speaker.slots = {**before, **slots}
        said = self.speaker.say(rule)
        self.speaker.slots = before
        return said

    def _random(self) -> float:
        return self.speaker.random.random()
