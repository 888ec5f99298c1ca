"""Scenarios: situations with a purpose, and their errands. They are the *.txt files beside this one; users can add more.

    film-night                                           a name at the margin
        > Tonight you watch a film with friends.         the situation, two to five sentences
        first visit sofa in living room                  errands that come first
        3 * bring 1-2 $sweets, apple to coffee table     three times as likely as the others; one or two of these items
        bring 1 $cushions from bedroom to sofa, armchair in living room
        last switch on television in living room         errands that come last
        must bring 1 remote control to coffee table      comes first; without it there is no paragraph
    # starts a comment; $sweets is a group of items from kinds.txt.

Errands, where WHERE is a list of kinds of places, of furniture or of rooms, with or without `in` and a list of rooms:

    bring 1-3 ITEMS [from WHERE] to WHERE      one item after another, opening closed parts
    look into WHERE                            open it, and close it again
    open WHERE
    switch on SWITCHES [in ROOMS], switch off SWITCHES [in ROOMS]     by kind (tap, burner), or by owner (bathtub)
    visit WHERE                                just walk there
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import resources

from sightline.chai.house import HOUSES, House, named_house
from sightline.chai.house.items import ITEMS
from sightline.chai.house.plan import KINDS as ROOM_KINDS
from sightline.corpus.chai.places import places_of
from sightline.corpus.grammar import lines_in
from sightline.errors import InputError

GROUPS_FILE = "kinds.txt"
ERRAND_VERBS = ("bring", "look into", "open", "switch on", "switch off", "visit")
SITUATION_LENGTH = (2, 5)  # per situation, minimum and maximum


@dataclass(frozen=True)
class Where:
    """Kinds of places or furniture, in certain kinds of rooms; empty means any."""

    kinds: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()

    def allows(self, kind: str, room: str) -> bool:
        return (not self.kinds or kind in self.kinds) and (not self.rooms or room in self.rooms)


@dataclass(frozen=True)
class Errand:
    """One line of a scenario."""

    verb: str
    where: Where  # the destination; for other verbs than bring, the object
    source: str  # file and line
    weight: float = 1.0
    items: tuple[str, ...] = ()
    count: tuple[int, int] = (1, 1)
    origin: Where = Where()
    must: bool = False  # no paragraph without it


@dataclass
class Scenario:
    name: str
    source: str
    sentences: list[str] = field(default_factory=list)
    first: list[Errand] = field(default_factory=list)
    middle: list[Errand] = field(default_factory=list)
    last: list[Errand] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(self.sentences)

    def errands(self) -> list[Errand]:
        return [*self.first, *self.middle, *self.last]


@cache
def item_groups() -> dict[str, tuple[str, ...]]:
    """The bundled groups of items: name, and kinds."""
    return read_groups(GROUPS_FILE, resources.files(__package__).joinpath(GROUPS_FILE).read_text(encoding="utf-8"))


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All bundled scenarios, sorted by name."""
    files = {
        f.name: f.read_text(encoding="utf-8")
        for f in resources.files(__package__).iterdir()
        if f.name.endswith(".txt") and f.name != GROUPS_FILE
    }
    by_name: dict[str, Scenario] = {}
    for file in sorted(files):
        for scenario in read_scenarios(file, files[file], item_groups()):
            if scenario.name in by_name:
                raise InputError(
                    f"{scenario.source}: {scenario.name!r} is defined already, at {by_name[scenario.name].source}."
                )
            by_name[scenario.name] = scenario
    return tuple(by_name[name] for name in sorted(by_name))


@lru_cache(maxsize=1024)
def houses_for(name: str, houses: tuple[House, ...] = ()) -> tuple[House, ...]:
    """The given houses, or the bundled ones, that have all places a scenario asks for."""
    scenario = next(s for s in scenarios() if s.name == name)
    among = houses or tuple(map(named_house, HOUSES))
    return tuple(house for house in among if all(has_place(house, errand) for errand in scenario.errands()))


def has_place(house: House, errand: Errand) -> bool:
    """Whether a house has a place for an errand."""
    return any(errand.where.allows(kind, room) for kind, room in _targets(house, errand.verb))


def _targets(house: House, verb: str) -> Iterator[tuple[str, str]]:
    """The possible targets of an errand in a house: kind, and kind of its room."""
    rooms, pieces = [room.kind for room in house.plan.rooms], house.plan.pieces
    if verb.startswith("switch"):
        for owner, switch in house.switches:
            yield switch.kind, rooms[pieces[owner].room]
            yield pieces[owner].thing.noun, rooms[pieces[owner].room]
        return
    if verb == "visit":
        for piece in pieces:
            yield piece.thing.noun, rooms[piece.room]
    for place in places_of(house):
        if verb == "bring" or (place.part >= 0 and verb != "visit"):
            yield place.kind, rooms[pieces[place.piece].room]


@cache
def _known(verb: str) -> frozenset[str]:
    """All kinds that an errand may name in the bundled houses."""
    return frozenset(kind for h in HOUSES for kind, _ in _targets(named_house(h), verb))


def read_groups(file: str, text: str) -> dict[str, tuple[str, ...]]:
    """Groups of items: name, and kinds."""
    groups: dict[str, tuple[str, ...]] = {}
    for where, line in lines_in(file, text):
        name, colon, rest = line.partition(":")
        if not colon or not re.fullmatch(r"[a-z-]+", name):
            raise InputError(f"{where}: must be 'name: kind, kind, $group', got {line!r}.")
        if name in groups:
            raise InputError(f"{where}: the group {name!r} comes twice.")
        groups[name] = _items(rest, groups, where)
    return groups


def read_scenarios(file: str, text: str, groups: dict[str, tuple[str, ...]]) -> list[Scenario]:
    """The scenarios of a file, each checked: its syntax, and that a house has the places it asks for."""
    read: list[Scenario] = []
    for where, line in lines_in(file, text):
        if not line[0].isspace():
            if not re.fullmatch(r"[a-z0-9-]+", line):
                raise InputError(f"{where}: a scenario's name is made of letters, digits and dashes, got {line!r}.")
            read.append(Scenario(line, where))
            continue
        if not read:
            raise InputError(f"{where}: a line without a scenario above it; a scenario's name stands at the margin.")
        scenario, content = read[-1], line.strip()
        if content.startswith(">"):
            if scenario.errands():
                raise InputError(f"{where}: the situation (lines with >) must come before the errands.")
            scenario.sentences.append(content.removeprefix(">").strip())
            continue
        when, _, rest = content.partition(" ")
        group = {"first": scenario.first, "must": scenario.first, "last": scenario.last}.get(when, scenario.middle)
        errand = _errand(content if group is scenario.middle else rest.strip(), groups, where)
        group.append(replace(errand, must=when == "must"))
    for scenario in read:
        _check(scenario)
    return read


def _check(scenario: Scenario) -> None:
    count = len(re.findall(r"[.!?](?:\s|$)", scenario.text))
    if not SITUATION_LENGTH[0] <= count <= SITUATION_LENGTH[1]:
        raise InputError(f"{scenario.source}: the situation of {scenario.name!r} has {count} sentences, not 2 to 5.")
    if not scenario.middle:
        raise InputError(f"{scenario.source}: {scenario.name!r} has no errands but those that come first or last.")
    for errand in scenario.errands():
        if not any(has_place(named_house(h), errand) for h in HOUSES):
            raise InputError(f"{errand.source}: no house has such a place in such a room.")
    if not any(all(has_place(named_house(h), errand) for errand in scenario.errands()) for h in HOUSES):
        raise InputError(f"{scenario.source}: no house can satisfy all errands of {scenario.name!r}.")


def _errand(content: str, groups: dict[str, tuple[str, ...]], where: str) -> Errand:
    weight = re.match(r"(\d+(?:\.\d+)?) \* ", content)
    if weight:
        content = content[weight.end() :]
    verb = next((v for v in ERRAND_VERBS if content.startswith(f"{v} ")), None)
    if verb is None:
        raise InputError(f"{where}: an errand begins with {', '.join(ERRAND_VERBS)}, got {content!r}.")
    often, rest = float(weight.group(1)) if weight else 1.0, content.removeprefix(verb).strip()
    if verb != "bring":
        return Errand(verb, _where(rest, _known(verb), where), where, often)
    match = re.fullmatch(r"(?:(\d)(?:-(\d))? )?(.+?)(?: from (.+?))? to (.+)", rest)
    if match is None:
        raise InputError(f"{where}: must be 'bring 1-2 ITEMS from WHERE to WHERE', got {content!r}.")
    least, most, what, origin, to = match.groups()
    count = (int(least or 1), int(most or least or 1))
    if not 1 <= count[0] <= count[1]:
        raise InputError(f"{where}: an errand brings 1 or more items, as in 'bring 1-2', got {rest!r}.")
    return Errand(
        verb, _where(to, _known("bring"), where), where, often, _items(what, groups, where), count,
        _where(origin, _known("bring"), where) if origin else Where(),
    )  # fmt: skip


def _where(text: str, known: frozenset[str], where: str) -> Where:
    """'closet, drawer in bedroom, living room', or rooms alone."""
    before, _, after = text.partition(" in ")
    rooms = [_one_of(word, ROOM_KINDS, "room", where) for word in _words(after)]
    kinds: list[str] = []
    for word in _words(before):
        if word in ROOM_KINDS and not after:
            rooms.append(word)
        else:
            kinds.append(_one_of(word, known, "place, piece of furniture or room", where))
    return Where(tuple(kinds), tuple(rooms))


def _items(text: str, groups: dict[str, tuple[str, ...]], where: str) -> tuple[str, ...]:
    """Kinds of items from a list of kinds and groups."""
    kinds: list[str] = []
    for word in _words(text):
        if word.startswith("$"):
            kinds += groups[_one_of(word[1:], groups, "group of items", where)]
        else:
            kinds.append(_one_of(word, ITEMS, "item", where))
    return tuple(dict.fromkeys(kinds))


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _one_of(word: str, known: Iterable[str], what: str, where: str) -> str:
    names = sorted(known)
    if word not in names:
        alike = get_close_matches(word, names, 1)
        raise InputError(f"{where}: there is no {what} {word!r}" + (f"; is it {alike[0]!r}?" if alike else "."))
    return word
