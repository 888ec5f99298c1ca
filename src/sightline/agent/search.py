"""Search: what an agent does when what is meant is not in view.

What is no item is first looked for where the model guesses it: the agent walks there and looks again. Otherwise, and for an
item at once, because the eyes tell items apart better than the model guesses, it goes to where it remembers such a thing,
then looks around from places that it has not looked from, the nearest first: through doorways, and around what hides a part
of a room. Into what it has just opened it looks from several places first, because doors and edges hide what is inside. It
never reaches for what it does not see. It gives up when everything was looked at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sightline.agent.aim import Aim, Done, Point, Seer, count_deeds
from sightline.agent.look import Look
from sightline.agent.memory import Memory
from sightline.agent.named import Named, NamedKinds
from sightline.agent.rooms import room_probabilities
from sightline.agent.wayfinding import FURNITURE_SEEN, LOOKED_AT, Wayfinder
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.language.reading.deeds import CLOSE, OPEN, SWITCH

SEARCH_LOOKS = 30  # for one thing, at most
SURE = 0.6  # least confidence of a remembered thing
DOUBTED_BELOW = 0.2  # match of an item, seen from close by, below which it is not taken (10 of 22 were not what was meant)
# The same for furniture, of which the eyes know less, and whose nouns may mean more: only what is surely another piece.
FURNITURE_DOUBTED_BELOW = 0.1
SAME_PLACE = 1.0  # metres: walking to a place this close to one where the agent has been leads in circles
INSIDE = 1.0  # metres from where the agent opened something: what is seen there is probably inside
FOR_FURNITURE = (OPEN, CLOSE, SWITCH)  # deeds that are done to furniture
STRAYING = 3  # walks without a deed after which the agent looks for what is meant place by place
ELSEWHERE = 0.1  # probability that a thing is in the room that was named, below which another one is meant
PEEKS, PEEK_FROM, PEEKS_APART = 3, (0.4, 1.6), 0.3  # looks into what was opened; metres from it; metres between them


@dataclass
class _Search:
    """The search for one goal."""

    goals: int  # that were done before it
    first: int  # looks of the agent before it
    looks: int = 0
    tried: list[Point] = field(default_factory=list)  # remembered things that it has gone to
    peeked: list[Floats] = field(default_factory=list)  # places from which it looked into what it had opened


class SearchingSeer:
    """A seer that searches for what another one, whose model is honest about it, does not see."""

    def __init__(self, seer: Seer, memory: Memory, floor: Wayfinder, naming: NamedKinds):
        self.seer, self.memory, self.floor, self.channels = seer, memory, floor, seer.channels
        self.naming = naming
        self._items = memory.kind.item_names
        self._searches: dict[int, _Search] = {}  # by world
        self._reached: dict[int, tuple[int, Point]] = {}  # by world: deeds before it last reached for something, and where

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """What the seer sees; where that is nothing to go by, a place to look from."""
        aims = self.seer.next(look, done, [None if old is not None and old.searching else old for old in held])
        for k, n in enumerate(look.which.tolist()):
            search = self._searches.get(n)
            if search is not None and search.goals != len(done[k]):
                search = None
                del self._searches[n]
            opened = self._handled(n, done[k])
            aim, named = aims[k], self.naming(look.instructions[k])
            goals, pose = len(done[k]), look.poses[k]
            strays = named.deed in FOR_FURNITURE and self._strays(aim, done[k])
            if strays or self._is_elsewhere(n, aim, named):
                aims[k] = self._search(n, pose, search, goals, self._meant(aim, pose, named), opened, named.room)
            elif (place := self._known_place(n, aim, pose, search, done[k], named)) is not None:
                aims[k] = place
            elif self._is_other(aim, pose, held[k], opened) or self._is_lost(aim, done[k], held[k]):
                aims[k] = self._search(n, pose, search, goals, aim or held[k], opened, named.room)
            elif aim is not None and aim.point is not None:
                self._reached[n] = count_deeds(done[k]), aim.point
        return aims

    def _meant(self, aim: Aim | None, pose: Floats, named: Named) -> Aim:
        """An aim at whatever the words name."""
        kinds = frozenset(self.memory.kind.thing_names[number] for number in named.things)
        meant = aim or Aim((float(pose[0]), float(pose[1])))
        return replace(meant, kinds=kinds, wanted=named.noun) if kinds else meant

    def _is_elsewhere(self, n: int, aim: Aim | None, named: Named) -> bool:
        """Whether the thing to reach for is surely not in the room that the words say."""
        if not named.room or aim is None or aim.point is None or not aim.in_sight or named.deed not in FOR_FURNITURE:
            return False
        return self._room_share(n, aim.point, named.room) < ELSEWHERE

    def _room_share(self, n: int, point: Point, room: str) -> float:
        """How likely a point is in a room of some kind."""
        lexicon = self.naming.lexicon
        if lexicon is None or room not in lexicon.rooms:
            return 1.0
        things = [thing for thing in self.memory.things(n) if not thing.is_item]
        return float(room_probabilities(lexicon, things, np.array([point[::2]]))[room][0])

    def _strays(self, aim: Aim | None, done: Sequence[Done]) -> bool:
        """Whether the agent has walked from place to place without finding anything to do."""
        return aim is not None and aim.point is None and len(_walks_since_last_deed(done)) >= STRAYING

    def _known_place(
        self, n: int, aim: Aim | None, pose: Floats, search: _Search | None, done: Sequence[Done], named: Named
    ) -> Aim | None:
        """Where such a thing was seen, if the agent would walk elsewhere to find one."""
        if named.deed not in FOR_FURNITURE or not named.things or count_deeds(done) or aim is None or aim.point is not None:
            return None
        search = self._searches[n] = search or _Search(len(done), len(self.memory.looked[n]) - 1)
        meant = self._meant(aim, pose, named)
        place = self._remembered(n, pose, search, meant.kinds, named.room)
        if place is None:
            return None
        return Aim(
            (float(place[0]), float(place[1])), None, 1.0, None, pose, in_sight=False, searching=True, wanted=named.noun,
            kinds=meant.kinds,
        )  # fmt: skip

    def _handled(self, n: int, done: Sequence[Done]) -> Point | None:
        """Where the agent reached for something, if that is what it did last."""
        deeds, point = self._reached.get(n, (0, None))
        return point if done and done[-1].interaction and deeds == count_deeds(done) - 1 else None

    def _is_other(self, aim: Aim | None, pose: Floats, old: Aim | None, opened: Point | None) -> bool:
        """Whether the thing to reach for is close by, or looked at again, and the eyes doubt its kind."""
        if aim is None or aim.point is None or not aim.in_sight:
            return False
        if aim.match >= (DOUBTED_BELOW if self._is_item(aim) else FURNITURE_DOUBTED_BELOW):
            return False
        if opened is not None and math.dist(aim.point, opened) <= INSIDE:  # little is seen of what is inside
            return False
        return old is not None or bool(distance(pose, aim.place) <= self.floor.gait.reach)

    def _is_lost(self, aim: Aim | None, done: Sequence[Done], old: Aim | None) -> bool:
        """Whether the agent has nothing to go by: an item is out of view, another thing is from where it was guessed, or the
        way is a circle."""
        if aim is None:
            return old is not None and old.searching and old.point is not None
        if aim.point is not None:
            return not aim.in_sight and (old is not None or self._is_item(aim))
        walked = [place[:2] for place in _walks_since_last_deed(done)]
        return any(distance(np.array(place), aim.stand) < SAME_PLACE for place in walked[:-1])

    def _is_item(self, aim: Aim) -> bool:
        return bool(aim.kinds) and aim.kinds <= self._items

    def _search(
        self, n: int, pose: Floats, search: _Search | None, goals: int, aim: Aim | None, opened: Point | None, room: str = ""
    ) -> Aim:
        """The next place to look from; an aim that is given up if there is none."""
        looked = self.memory.looked[n]
        search = self._searches[n] = search or _Search(goals, len(looked) - 1)
        search.looks += 1
        wanted, kinds = ("", frozenset[str]()) if aim is None else (aim.wanted, aim.kinds)
        place = self._peek(n, pose, search, opened) if kinds and opened is not None else None
        if place is None and kinds:
            place = self._remembered(n, pose, search, kinds, room)
        for places in (looked, looked[search.first :]):  # first what was never looked at, then what was not in this search
            if place is None:
                place = self.floor.lookout(n, pose, places, sight=LOOKED_AT if kinds & self._items else FURNITURE_SEEN)
        x, z = pose[:2].tolist() if place is None else place.tolist()
        given_up = place is None or search.looks > SEARCH_LOOKS
        why = f"it looked from {search.looks} places and did not find it" if given_up else ""
        point = None if aim is None else aim.point
        return Aim((x, z), point, 1.0, None, pose, in_sight=False, searching=True, wanted=wanted, kinds=kinds, given_up=why)

    def _peek(self, n: int, pose: Floats, search: _Search, opened: Point) -> Floats | None:
        """(2,) another place to look into what was opened; None when it has looked from enough of them."""
        search.peeked.append(pose[:2].copy())
        if len(search.peeked) > PEEKS:
            return None
        places = self.floor.free_places(n)
        off, (nearest, farthest) = distance(places, np.array(opened)[::2]), PEEK_FROM
        new = np.min([distance(places, place) for place in search.peeked], axis=0) >= PEEKS_APART
        return self.floor.nearest(n, pose, places[new & (off >= nearest) & (off <= farthest)])

    def _remembered(self, n: int, pose: Floats, search: _Search, kinds: frozenset[str], room: str) -> Floats | None:
        """(2,) a place beside such a thing, if one was seen in that room that the agent has not gone to yet."""
        for thing in self.memory.things(n):
            if thing.name in kinds and thing.confidence >= SURE and not _is_near(thing.point, search.tried):
                if room and not thing.is_item and self._room_share(n, thing.point, room) < ELSEWHERE:
                    continue
                search.tried.append(thing.point)
                return self.floor.beside(n, pose, np.array(thing.point)[::2])
        return None

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """As the seer itself."""
        return self.seer.doubts(aim, pose)


def _walks_since_last_deed(done: Sequence[Done]) -> Sequence[Done]:
    deeds = [k for k, over in enumerate(done) if over[2]]
    return done[deeds[-1] + 1 :] if deeds else done


def _is_near(point: Point, others: Sequence[Point]) -> bool:
    return any(np.hypot(point[0] - x, point[2] - z) < SAME_PLACE / 2 for x, _, z in others)
