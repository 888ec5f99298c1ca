"""Search: what an agent does when what is meant is not in view.

What is no item is first looked for where the model guesses it: the agent walks there and looks again. Otherwise, and for an
item at once, because the eyes tell items apart better than the model guesses, it goes to where it remembers such a thing,
then looks around from places that it has not looked from, the nearest first: through doorways, and around what hides a part
of a room. It never reaches for what it does not see. It gives up when everything was looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sightline.agent.aim import Aim, Done, Point, Seer
from sightline.agent.look import Look
from sightline.agent.memory import Memory
from sightline.agent.wayfinding import Wayfinder
from sightline.geometry import distance
from sightline.geometry.types import Floats

SEARCH_LOOKS = 20  # for one thing, at most
SURE = 0.6  # least confidence of a remembered thing
DOUBTED_BELOW = 0.2  # match of an item, seen from close by, below which it is not taken (10 of 22 were not what was meant)
SAME_PLACE = 1.0  # metres: walking to a place this close to one where the agent has been leads in circles


@dataclass
class _Search:
    """The search for one goal."""

    goals: int  # that were done before it
    first: int  # looks of the agent before it
    looks: int = 0
    tried: list[Point] = field(default_factory=list)  # remembered things that it has gone to


class SearchingSeer:
    """A seer that searches for what another one, whose model is honest about it, does not see."""

    def __init__(self, seer: Seer, memory: Memory, floor: Wayfinder):
        self.seer, self.memory, self.floor, self.channels = seer, memory, floor, seer.channels
        self._searches: dict[int, _Search] = {}  # by world

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """What the seer sees; where that is nothing to go by, a place to look from."""
        aims = self.seer.next(look, done, [None if old is not None and old.searching else old for old in held])
        for k, n in enumerate(look.which.tolist()):
            search = self._searches.get(n)
            if search is not None and search.goals != len(done[k]):
                search = None
                del self._searches[n]
            if self._is_other(aims[k], look.poses[k], held[k]) or _is_lost(aims[k], done[k], held[k]):
                aims[k] = self._search(n, look.poses[k], search, len(done[k]), aims[k] or held[k])
        return aims

    def _is_other(self, aim: Aim | None, pose: Floats, old: Aim | None) -> bool:
        """Whether the thing to reach for is close by, or looked at again, and the eyes doubt its kind."""
        if aim is None or aim.point is None or not aim.in_sight or aim.match >= DOUBTED_BELOW:
            return False
        return old is not None or bool(distance(pose, aim.place) <= self.floor.gait.reach)

    def _search(self, n: int, pose: Floats, search: _Search | None, goals: int, aim: Aim | None) -> Aim:
        """The next place to look from; an aim that is given up if there is none."""
        looked = self.memory.looked[n]
        search = self._searches[n] = search or _Search(goals, len(looked) - 1)
        search.looks += 1
        wanted = aim.wanted if aim is not None else ""
        place = self._remembered(n, pose, search, wanted) if wanted else None
        for places in (looked, looked[search.first :]):  # first what was never looked at, then what was not in this search
            if place is None:
                place = self.floor.lookout(n, pose, places)
        x, z = pose[:2].tolist() if place is None else place.tolist()
        given_up = place is None or search.looks > SEARCH_LOOKS
        why = f"it looked from {search.looks} places and did not find it" if given_up else ""
        point = None if aim is None else aim.point
        return Aim((x, z), point, 1.0, None, pose, in_sight=False, searching=True, wanted=wanted, given_up=why)

    def _remembered(self, n: int, pose: Floats, search: _Search, wanted: str) -> Floats | None:
        """(2,) a place beside such a thing, if one was seen that the agent has not gone to yet."""
        for thing in self.memory.things(n):
            if thing.name == wanted and thing.confidence >= SURE and not _is_near(thing.point, search.tried):
                search.tried.append(thing.point)
                return self.floor.beside(n, pose, np.array(thing.point)[::2])
        return None

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """As the seer itself."""
        return self.seer.doubts(aim, pose)


def _is_lost(aim: Aim | None, done: Sequence[Done], old: Aim | None) -> bool:
    """Whether the agent has nothing to go by: an item is out of view, another thing is from where it was guessed, or the way
    is a circle."""
    searching = old is not None and old.searching
    if aim is None:
        return searching and old is not None and old.point is not None
    if aim.point is not None:
        return not aim.in_sight and (old is not None or bool(aim.wanted))
    walked = [place[:2] for place in _walks_since_last_deed(done)]
    return any(distance(np.array(place), aim.stand) < SAME_PLACE for place in walked[:-1])


def _walks_since_last_deed(done: Sequence[Done]) -> Sequence[Done]:
    deeds = [k for k, over in enumerate(done) if over[2]]
    return done[deeds[-1] + 1 :] if deeds else done


def _is_near(point: Point, others: Sequence[Point]) -> bool:
    return any(np.hypot(point[0] - x, point[2] - z) < SAME_PLACE / 2 for x, _, z in others)
