"""The things of a house by the names that a table of sentences may use: exact names, and everyday ones that are clear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from sightline.chai.episode import Episode
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.chai.house.items import ITEMS
from sightline.checks import shown
from sightline.corpus.chai.places import SPACE_NAMES, Place, chain_of, places_of
from sightline.corpus.chai.words import item_words, words_of
from sightline.corpus.table import is_it
from sightline.errors import InputError

NAMED_AT_MOST = 6  # things in an error message
_ARTICLE = re.compile(r"(?:the|an?|some) ")


class HouseName(NamedTuple):
    """A thing with its exact name, names that fit it well, and names that fit it and things around it."""

    number: int
    exact: str
    good: frozenset[str]
    rough: frozenset[str] = frozenset()
    room: str = ""
    place: Place | None = None


class HouseNames:
    """All names in the house of an episode."""

    def __init__(self, episode: Episode):
        self.episode, self.house = episode, episode.house

    @cached_property
    def rooms(self) -> list[HouseName]:
        """Rooms, by their index."""
        rooms = self.house.plan.rooms
        return [HouseName(k, room.name, frozenset({room.name, room.kind})) for k, room in enumerate(rooms)]

    @cached_property
    def pieces(self) -> list[HouseName]:
        """Furniture."""
        numbers = range(FIRST_PIECE, FIRST_PIECE + len(self.house.plan.pieces))
        return [HouseName(n, self.episode.names[n], self._of_piece(n - FIRST_PIECE), room=self._room(n)) for n in numbers]

    @cached_property
    def parts(self) -> list[HouseName]:
        """What opens."""
        things = []
        for k, (owner, part) in enumerate(self.house.parts):
            good = {part.kind, *(f"{part.name} of {name}" for name in self._of_piece(owner))}
            if not self._is_behind(k):
                good |= self._spaces(k)
            rough = {part.name} | (set() if self._is_behind(k) else self._of_piece(owner))
            number = FIRST_PART + k
            things.append(
                HouseName(number, self.episode.names[number], frozenset(good), frozenset(rough), self._room(number))
            )
        return things

    @cached_property
    def switches(self) -> list[HouseName]:
        """What is switched on and off."""
        things = []
        for k, (owner, switch) in enumerate(self.house.switches):
            number, pieces = FIRST_SWITCH + k, self._of_piece(owner)
            good = {switch.kind, *(f"{switch.name} of {name}" for name in pieces)}
            rough = {switch.name, *pieces}
            things.append(
                HouseName(number, self.episode.names[number], frozenset(good), frozenset(rough), self._room(number))
            )
        return things

    @cached_property
    def items(self) -> list[HouseName]:
        """What can be carried."""
        things = []
        for k, item in enumerate(self.episode.stock.items):
            nouns = {item.kind, ITEMS[item.kind].noun, *item_words()[item.kind].nouns}
            room = self.house.plan.rooms[item.room].name
            number = FIRST_ITEM + k
            things.append(HouseName(number, self.episode.names[number], frozenset({item.kind}), frozenset(nouns), room))
        return things

    @cached_property
    def places(self) -> list[HouseName]:
        """Where items are put; the exact name is that of the furniture or of the door or drawer."""
        things = []
        for place in places_of(self.house):
            pieces = self._of_piece(place.piece)
            good = {place.kind, *(f"{place.kind} of {name}" for name in pieces)}
            exact = self.episode.names[place.number]
            others = [other for other in places_of(self.house) if other.number == place.number and other != place]
            if others:  # the basin and the rack of one sink
                exact = f"{place.kind} of the {exact}"
            room = self._room(place.number)
            things.append(HouseName(place.number, exact, frozenset(good), pieces, room, place))
        return things

    def place_of(self, item: int) -> str:
        """Where an item lies: "in the fridge", "on the table"; empty for the floor."""
        surface = self.episode.stock.items[item - FIRST_ITEM].surface
        if surface < 0:
            return "on the floor"
        owner, here = self.house.surfaces[surface]
        part = self.house.part_of(owner, here.behind)
        number = FIRST_PIECE + owner if part < 0 else FIRST_PART + part
        return f"{'on' if part < 0 else 'behind' if not here.moves else 'in'} the {self.episode.names[number]}"

    def _room(self, number: int) -> str:
        return self.house.plan.rooms[self.house.room_of(number)].name

    def _of_piece(self, piece: int) -> frozenset[str]:
        thing = self.house.plan.pieces[piece].thing
        nouns = {noun for word in words_of(self.house)[piece][:1] for noun in word.nouns}
        return frozenset({thing.noun, thing.name, self.house.names[FIRST_PIECE + piece], *nouns})

    def _is_behind(self, part: int) -> bool:
        return len(chain_of(self.house, part)) > 1

    def _spaces(self, part: int) -> set[str]:
        """What people call the space that a part opens: "fridge" for its door, "oven" for the door before its tray."""
        owner = self.house.parts[part][0]
        inner = [
            other.kind
            for k, (piece, other) in enumerate(self.house.parts)
            if piece == owner and part in chain_of(self.house, k)
        ]
        return {SPACE_NAMES[kind] for kind in inner if kind in SPACE_NAMES}


def choose(text: str, things: Sequence[HouseName], what: str, rooms: Iterable[str], prefer: str = "") -> HouseName:
    """The one thing of a name, perhaps followed by its room ("lamp in the bedroom"); InputError if it is none or several.

    `prefer` in or on tells places apart.
    """
    name = _ARTICLE.sub("", " ".join(text.lower().split()), count=1) if text else ""
    name = name.replace(" of the ", " of ")
    found = _fitting(name, things, prefer)
    if not found:
        for room in rooms:
            if match := re.fullmatch(rf"(.+) (?:in|of|from) (?:the )?{re.escape(room.lower())}", name):
                found = _fitting(match[1], [thing for thing in things if thing.room == room], prefer)
    if not found:
        known = {thing.exact for thing in things} | {good for thing in things for good in thing.good}
        raise InputError(f"there is no {what} {shown(text)} here{is_it(name, known)}{_such_as(name, things)}.")
    if len(found) > 1:
        raise InputError(f"{shown(text)} may be {_listed(found)}; write one of these names.")
    return found[0]


def _fitting(name: str, things: Sequence[HouseName], prefer: str) -> list[HouseName]:
    """The things that a name fits best."""
    for fits in (
        [thing for thing in things if thing.exact.replace(" of the ", " of ") == name],
        [thing for thing in things if name in thing.good],
        [thing for thing in things if name in thing.rough],
    ):
        if len(fits) > 1 and prefer:
            inside = [t for t in fits if t.place is not None and (t.place.part >= 0 or t.place.kind in ("sink", "basin"))]
            better = inside if prefer == "in" else [t for t in fits if t not in inside]
            same = [t for t in better if t.place is not None and t.place.kind in t.rough]  # the fridge, not the freezer
            fits = (same if len(same) == 1 else better) or fits
        if fits:
            return fits
    return []


def _such_as(name: str, things: Sequence[HouseName]) -> str:
    """Names with a word in common."""
    alike = [thing for thing in things if set(name.split()) & set(thing.exact.split())]
    return f"; names are {_listed(alike)}" if alike else ""


def _listed(things: Sequence[HouseName]) -> str:
    names = [f"{thing.exact}{f' ({thing.room})' if thing.room else ''}" for thing in things]
    more = len(names) - NAMED_AT_MOST
    return ", ".join(names[:NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")
