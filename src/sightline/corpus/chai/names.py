"""Names that one writer gives to the rooms and furniture of a household in one paragraph, and referring words."""

from __future__ import annotations

from dataclasses import dataclass, field

from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH, House
from sightline.corpus.chai.descriptions import PieceName, anchor_nouns, clear_names, near_rivals, open_pieces, roommates
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.places import SPACE_NAMES, Place, places_of
from sightline.corpus.chai.words import OF_PLACES, word_for, words_of
from sightline.corpus.grammar import Filler, Speaker
from sightline.corpus.words import pick
from sightline.corpus.writing import UnclearError
from sightline.fields import Json

IT_AGAIN = 0.6  # probability of "it" for the last name in the same instruction
IT_STILL = 0.1  # probability of "it" for the last name of the instruction before
SAYS_COLOUR = 0.1  # probability of an unneeded colour
RELATED, RELATED_PLAINLY = 0.95, 0.3  # probability of an unneeded relation
SHORT_NAME = 0.65  # probability of the bare noun for the piece that is open or at hand
BARE_NOUN = 0.3  # probability of the bare noun for a piece described in full before
TAKES_IN = ("sink", "basin", "bathtub", "shower", "rack", "crib")  # places without a lid that take "in", not "on"
SINGLE_PARTS = (  # parts that are unique in their piece
    "fridge door", "freezer door", "dishwasher door", "oven door", "microwave door", "bin lid", "basket lid", "toilet lid",
    "washing machine door", "dryer door", "toy chest lid",
)  # fmt: skip
SPACE_BEHIND = SPACE_NAMES | {"dishwasher door": "dishwasher", "oven door": "oven"}
SIDES = {"left": 4.0, "right": 4.0}  # weights of telling two pieces apart by side
OF_PARTS = ("with the drawers", "with the doors")
RELATIONS = {  # weight of each relation
    "above": 3.0, "below": 1.0, "on": 1.0, "with": 1.0, "left": 2.0, "right": 2.0, "beside": 2.0, "between": 30.0,
    "front": 1.0, "corner": 2.0, "door": 0.5,
}  # fmt: skip


@dataclass
class FurnitureNamer:
    """Names things from the point of view of a reader at the start of an instruction."""

    home: Household
    speaker: Speaker
    plainly: bool = False  # omits the room if the house has only one such thing
    pieces: dict[tuple[int, str], PieceName] = field(default_factory=dict)  # last name of each
    called: dict[str, str] = field(default_factory=dict)  # the noun for each kind of furniture, place or room
    topic: int = 0  # the referent of "it": the number of an item, part or piece
    plural: bool = False  # whether the topic is plural
    room: int = -1  # the room in the reader's mind
    piece_nouns: dict[int, str] = field(default_factory=dict)  # of the furniture of this instruction, by number
    before: frozenset[int] = frozenset()  # furniture of the instruction before this one
    here: int = 0  # the last of these: the referent of "there"
    opened: set[int] = field(default_factory=set)  # parts that this instruction opens, by number
    named: list[Json] = field(default_factory=list)  # things named in this instruction

    def begin(self) -> None:
        """Start a new instruction."""
        self.before = frozenset(self.piece_nouns)
        self.piece_nouns, self.here, self.opened, self.named, self.room = {}, 0, set(), [], self.home.room

    def room_name(self, room: int) -> str:
        """'the kitchen'."""
        kind = self.home.house.plan.rooms[room].kind
        if kind not in self.called:
            self.called[kind] = self.speaker.say(f"room.{kind.replace(' ', '-')}")
        return f"the {self.called[kind]}"

    def piece(self, number: int) -> str:
        """A noun phrase for a piece of furniture."""
        return self._again(number) or self._mark(number, self._piece(number - FIRST_PIECE, ""), self.plural)

    def part(self, number: int, closes: bool) -> str:
        """A noun phrase for an openable part."""
        house = self.home.house
        owner, part = house.parts[number - FIRST_PART]
        alone = part.kind in SINGLE_PARTS
        kind = SPACE_BEHIND.get(part.kind, "")
        topic = FIRST_PIECE + owner if alone and kind not in OF_PLACES else number
        again = self._again(topic)
        if again:
            return again
        slots: dict[str, Filler] = {"part": _plain_part(part.name), "S": part.name.split()[0]}
        if not alone and self.here == FIRST_PIECE + owner:
            return self._mark(topic, self.speaker.say("part.here", slots), False)
        if not alone and self._is_only_at_hand(number):
            return self._mark(topic, f"the {slots['part']}", False)
        slots["X"] = self._piece(owner, kind, closes, of_part=not alone)
        if alone or (closes and self._open_siblings(number) == [number] and self._random() < SHORT_NAME):
            return self._mark(topic, self.speaker.say(f"part.{part.kind.split()[-1]}", slots), alone and self.plural)
        return self._mark(topic, self.speaker.say("part.of", slots), False)

    def _is_only_at_hand(self, number: int) -> bool:
        """Whether a reader who was just sent to a piece, and stands there, sees only one part of this name."""
        home, parts = self.home, self.home.house.parts
        owner, part = parts[number - FIRST_PART]
        if self._has_moved() or FIRST_PIECE + owner not in self.before:
            return False
        rivals = near_rivals(home, owner) - {owner}
        return not any(piece in rivals and other.name == part.name for piece, other in parts)

    def _has_moved(self) -> bool:
        """Whether this instruction has named another thing, so that the reader's attention has left its start."""
        return any(name["of"] != self.home.held for name in self.named)

    def _open_siblings(self, number: int) -> list[int]:
        """The open parts of a part's piece, this part included."""
        parts = self.home.house.parts
        owner = parts[number - FIRST_PART][0]
        numbers = [FIRST_PART + k for k, (piece, _) in enumerate(parts) if piece == owner]
        return [m for m in numbers if m == number or self.home.is_open(m)]

    def place(self, place: Place, in_full: bool = False) -> str:
        """A noun phrase for a place, without a preposition.

        In full it calls an open container open, so the words tell whether it must be opened.
        """
        house = self.home.house
        topic = place.number if self._slides(place) else FIRST_PIECE + place.piece
        is_open = place.part >= 0 and not self.home.closed(place.part)
        plain = self._slides(place) or place.part < 0 or self._is_plain(place)  # "it" does not distinguish the sides
        again = self._again(topic) if plain and not (in_full and is_open) else ""
        if again:
            return again
        topic = FIRST_PIECE + place.piece  # unless a drawer or tray is named
        of_part, ajar = place.part >= 0 and not self._is_plain(place), "open " if is_open and in_full else ""
        at_hand = of_part and self.here == FIRST_PIECE + place.piece
        phrase = "" if at_hand else self._piece(place.piece, place.kind, is_open, of_part)
        if phrase and ajar and not self._slides(place):
            phrase = f"the {ajar}{phrase.removeprefix('the ')}"
        if of_part:
            name = _plain_part(house.parts[place.part][1].name)
            part = f"{ajar}{name}" if self._slides(place) else name
            slots: dict[str, Filler] = {"X": phrase, "part": part, "S": f"{ajar if at_hand else ''}{name.split()[0]}"}
            rule = "inside.part" if self._slides(place) else "inside.door"
            phrase = self.speaker.say(f"{rule}-here" if at_hand else rule, slots)
            topic = place.number if self._slides(place) else topic
        return self._mark(topic, phrase, self.plural and topic != place.number)

    def inside(self, number: int) -> str:
        """A noun phrase for the inside of a part, to look into."""
        owner, part = self.home.house.parts[number - FIRST_PART]
        place = self._behind(number)
        if place is not None:
            return self.place(place)
        return self._again(FIRST_PIECE + owner) or self._mark(
            FIRST_PIECE + owner, self._piece(owner, SPACE_BEHIND[part.kind]), self.plural
        )

    def is_inside_here(self, number: int) -> bool:
        """Whether "inside" refers to this part."""
        place = self._behind(number)
        if place is not None:
            return self.is_here(place)
        return self.here == FIRST_PIECE + self.home.house.parts[number - FIRST_PART][0]

    def _behind(self, number: int) -> Place | None:
        return next((p for p in places_of(self.home.house) if p.part == number - FIRST_PART), None)

    def is_here(self, place: Place) -> bool:
        """Whether "there" is this place: its piece was named last, by a word for the place, and no other place is open."""
        noun = self.piece_nouns.get(self.here, "")
        if self.here != FIRST_PIECE + place.piece or noun not in word_for(self.home.house, place.piece, place.kind).nouns:
            return False
        return place.part < 0 or (not self._slides(place) and self._is_plain(place))

    def is_plural_here(self) -> bool:
        """Whether "them" refers to the piece last named."""
        return any(self.piece_nouns[self.here] in word.plural for word in words_of(self.home.house)[self.here - FIRST_PIECE])

    def _slides(self, place: Place) -> bool:
        """Whether a place is a drawer or a tray, which has its own name; the space behind a door does not."""
        return place.part >= 0 and self.home.house.parts[place.part][1].name.endswith(("drawer", "tray"))

    def _is_plain(self, place: Place) -> bool:
        """Whether the piece alone identifies the place: it has one, or only one is open."""
        house = self.home.house
        alike = [p for p in places_of(house) if p.piece == place.piece and p.kind == place.kind]
        if house.parts[place.part][1].kind.endswith("drawer"):
            return False
        return len(alike) == 1 or [p for p in alike if not set(self.home.closed(p.part)) - self.opened] == [place]

    def preposition(self, place: Place) -> str:
        """The preposition of a place: in or on."""
        return "in" if place.part >= 0 or place.kind in TAKES_IN else "on"

    def is_tap(self, number: int) -> bool:
        """Whether a switch lets water run."""
        return self.home.house.switches[number - FIRST_SWITCH][1].kind == "tap"

    def switched_piece(self, number: int) -> str:
        """A noun phrase for the piece of a switch; for a bathroom counter, its basin."""
        house = self.home.house
        owner = house.switches[number - FIRST_SWITCH][0]
        return self._piece(
            owner, "basin" if house.plan.pieces[owner].thing.noun in ("bathroom counter", "washbasin") else ""
        )

    def switch(self, number: int) -> str:
        """A noun phrase for a switch."""
        house = self.home.house
        owner, switch = house.switches[number - FIRST_SWITCH]
        if switch.kind not in ("tap", "burner"):
            return self.piece(FIRST_PIECE + owner)
        if self.here == FIRST_PIECE + owner:
            return self._mark(number, self.speaker.say(f"switch.{switch.kind}-here", {"part": switch.name}), False)
        slots: dict[str, Filler] = {"X": self.switched_piece(number), "part": switch.name}
        return self._mark(number, self.speaker.say(f"switch.{switch.kind}", slots), False)

    def _piece(self, piece: int, kind: str, open_ones: bool = False, of_part: bool = False) -> str:
        """The piece, or the noun of a kind of place of it, with its article.

        With `open_ones` only open pieces are candidates: nothing else can be closed, or have items put into it.
        With `of_part` the phrase follows "the drawer of", so it need not mention drawers again.
        """
        house, number = self.home.house, FIRST_PIECE + piece
        self.here, again = number, self.piece_nouns.get(number, "")
        if again in word_for(house, piece, kind).nouns:
            self.named.append({"of": number, "as": again, "again": True})
            self.plural = again in word_for(house, piece, kind).plural
            return f"the {again}"
        mark: Json = {"of": number}
        scope = "open" if open_ones else "" if self._has_moved() else "near"
        fresh = number in self.before  # recently mentioned
        name = self._short(piece, kind, scope) if scope and (fresh or self._random() < SHORT_NAME) else None
        if name is not None:
            mark[scope] = True
        else:
            name = self.pieces.get((piece, kind))
            if name is None or (of_part and name.phrase in OF_PARTS):
                name = self._choose(piece, kind, of_part)
            elif PieceName(name.noun) in clear_names(house, piece, kind) and (fresh or self._random() < BARE_NOUN):
                name = PieceName(name.noun)
            self.pieces[piece, kind] = name
        self.called.setdefault(_kind_name(house, piece, kind), name.noun)
        self.piece_nouns[number] = name.noun
        phrase = f"the {name}"
        if name.adjective in ("left", "right"):
            self.speaker.tags.add("spatial_relations")
        if name.relation is not None:
            phrase = f"{phrase} {self._relation(name)}"
        room = house.plan.pieces[piece].room
        plain = self.plainly and not name.rivals(house, piece, range(len(house.plan.pieces)))
        if room != self.room and not plain and not name.noun.startswith(house.plan.rooms[room].kind):
            phrase, mark["room"] = f"{phrase} in {self.room_name(room)}", room
        self.plural = name.noun in word_for(house, piece, kind).plural
        self.named.append(mark | name.to_json())
        return phrase

    def _short(self, piece: int, kind: str, scope: str) -> PieceName | None:
        """A noun that fits only this one among the open pieces of the room, or among those at hand."""
        house = self.home.house
        others = open_pieces(self.home) & set(roommates(house, piece)) if scope == "open" else near_rivals(self.home, piece)
        nouns = word_for(house, piece, kind).nouns
        if scope == "near" and house.plan.pieces[piece].thing.noun == "counter" and (piece, kind) not in self.pieces:
            return None  # in a row of counters the noun is still ambiguous
        clear = {PieceName(n): often for n, often in nouns.items() if not PieceName(n).rivals(house, piece, others)}
        before = PieceName(self.called.get(_kind_name(house, piece, kind), ""))
        if before.noun:
            return before if before in clear else None
        return pick(self.speaker.random, clear) if clear else None

    def _choose(self, piece: int, kind: str, of_part: bool) -> PieceName:
        """One of the clear names: usually the shortest, sometimes a longer one; with the noun used for its kind so far."""
        house = self.home.house
        clear, nouns = clear_names(house, piece, kind), word_for(house, piece, kind).nouns
        clear = tuple(name for name in clear if not (of_part and name.phrase in OF_PARTS)) or clear
        names = tuple(name for name in clear if name.noun == self.called.get(_kind_name(house, piece, kind))) or clear
        plain = {name: nouns[name.noun] for name in names if name.is_plain}
        related = {name: nouns[name.noun] * RELATIONS[name.relation.how] for name in names if name.relation is not None}
        coloured = {
            name: nouns[name.noun] * SIDES.get(name.adjective, 1.0) for name in names if name.adjective or name.phrase
        }
        if not names:
            raise UnclearError
        often = RELATED_PLAINLY if self.plainly else RELATED
        if plain and not (related and self._random() < often) and not (coloured and self._random() < SAYS_COLOUR):
            return pick(self.speaker.random, plain)
        if related and (not coloured or self._random() < 0.7):
            return pick(self.speaker.random, related)
        return pick(self.speaker.random, coloured or related or plain)

    def _relation(self, name: PieceName) -> str:
        """'above the stove', 'between the fridge and the sink', 'by the door to the kitchen'."""
        assert name.relation is not None
        how, of = name.relation
        if how == "door":
            return self.speaker.say("where.door", {"A": self.room_name(of[0])})
        anchors = [f"the {self._anchor(anchor, name.noun)}" for anchor in of]
        return self.speaker.say(f"where.{how}", dict(zip("AB", anchors, strict=False)))

    def _anchor(self, anchor: int, noun: str) -> str:
        """The name of the anchor of a relation."""
        nouns, kind = anchor_nouns(self.home.house, anchor, noun), _kind_name(self.home.house, anchor, "")
        if self.called.get(kind) in nouns:
            return self.called[kind]
        chosen = pick(self.speaker.random, nouns)
        self.called.setdefault(kind, chosen)
        return chosen

    def pronoun(self) -> str:
        """It or them, for the topic."""
        return "them" if self.plural else "it"

    def _again(self, number: int) -> str:
        """Sometimes "it", for the last thing named."""
        here = any(number == name["of"] for name in self.named) or number in self.piece_nouns
        if number != self.topic or self._random() > (IT_AGAIN if here or self.named else IT_STILL):
            return ""
        return self._pronoun(number)

    def _pronoun(self, number: int) -> str:
        self.speaker.tags.add("coreference")
        self.topic = number
        return self.pronoun()

    def _mark(self, number: int, phrase: str, plural: bool) -> str:
        """Record that a thing was named; it becomes the referent of "it" or "them"."""
        self.topic, self.plural = number, plural
        return phrase

    def _random(self) -> float:
        return self.speaker.random.random()


def _kind_name(house: House, piece: int, kind: str) -> str:
    """The key under which a writer keeps one noun: a kind of furniture, or a kind of place with words of its own."""
    return kind if kind in OF_PLACES else house.plan.pieces[piece].thing.noun


def _plain_part(name: str) -> str:
    """The name of a part without a redundant 'oven'."""
    return "tray" if name == "oven tray" else name
