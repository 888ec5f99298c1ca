"""Arrival: an agent that was sent somewhere checks by its own eyes that it is there, and goes on looking if it is not.

A goal predictor walks to where a kitchen was likely to be in the houses that it learned in. What tells a kitchen is what
stands there: each piece of furniture that was seen nearby counts for the rooms that have such furniture (Lexicon.signs).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sightline.agent.aim import Aim, Done, Seer, count_deeds
from sightline.agent.look import Look
from sightline.agent.memory import Memory, Sighted
from sightline.agent.rooms import gaps_to, room_probabilities
from sightline.agent.wayfinding import FURNITURE_SEEN, Wayfinder
from sightline.geometry import distance
from sightline.geometry.types import Bools, Floats
from sightline.language.lexicon import Lexicon, NamedThing
from sightline.language.reading import PlanStep, Reader
from sightline.language.reading.steps import UNKNOWN

# Probabilities of the room: enough at the end of the way; enough anywhere; farther in is not better; so much likelier that
# it is worth the way; and below which there is another room.
ACCEPTED, CERTAIN, INSIDE, MUCH, POSSIBLE = 0.25, 0.75, 0.95, 0.1, 0.08
AT_PIECE = 1.2  # metres from what was seen of a piece
RECOGNIZED = 0.6  # least confidence of a piece to go to
USUAL = 0.7  # share of furniture that stands in one kind of room, to look for it there
SAME_PLACE = 1.0  # metres
LOOKS = 24  # for one place, at most

_TURNING = re.compile(
    r"^(?:first|then)?,? ?turn (?:\w+ ){0,2}?(?:around|left|right|back|round)(?:,| and|, and|, then| then) ", re.IGNORECASE
)


@dataclass(frozen=True)
class Destination:
    """Where words send an agent: to furniture of some kinds, in a room of some kind, or both."""

    kinds: frozenset[str] = frozenset()
    room: str = ""
    noun: str = ""


class Destinations:
    """Finds the destination in words; each text is read once."""

    def __init__(self, reader: Reader):
        self.reader, self.lexicon = reader, reader.lexicon
        self._read: dict[str, Destination | None] = {}

    def __call__(self, words: str) -> Destination | None:
        """The destination of words that ask for one walk and nothing else; None for all others."""
        if words not in self._read:
            self._read[words] = self._destination(words)
        return self._read[words]

    def _destination(self, words: str) -> Destination | None:
        words = _TURNING.sub("", words)
        reading = self.reader.read(words)
        things = self.lexicon.things(words)
        rooms = [thing for thing in things if thing.kinds & self.lexicon.rooms]
        if len(reading.steps) > 1 or reading.left_out:
            return None
        step = reading.steps[0] if reading.steps else PlanStep(words)
        find = step.find
        if step.verb == "go" and find is not None and replace(find, modified=False).is_plain:
            kinds = find.kinds - self.lexicon.rooms - UNKNOWN
            if find.modified and not len(things) == 1 + len(rooms) == 2:  # more than "in the kitchen" singles it out
                return None
            if kinds:
                room = self._kind(rooms[-1]) if rooms else ""
                return Destination(frozenset(kinds), room, find.noun)
        elif step.verb or len(things) != len(rooms):
            return None
        to = [room for room in rooms if not self._is_on_the_way(words, room.noun)]
        return Destination(frozenset(), self._kind(to[-1]), to[-1].noun) if to else None

    def _kind(self, room: NamedThing) -> str:
        return min(room.kinds & self.lexicon.rooms)

    @staticmethod
    def _is_on_the_way(words: str, noun: str) -> bool:
        before = words.lower().partition(noun)[0].split()[-3:]
        return bool({"through", "thru", "from", "of", "past", "leave", "out", "via"} & set(before))


@dataclass
class _Quest:
    """The search for one destination."""

    goals: int  # that were done before it
    first: int  # looks of the agent before it
    looks: int = 0
    tried: list[Floats] = field(default_factory=list)
    best: tuple[float, Floats] | None = None  # the likeliest place so far, and how likely it is
    settled: bool = False  # it has looked everywhere, and goes to the likeliest place


class ArrivingSeer:
    """A seer whose walks end only where the agent sees that it was sent there, as far as its eyes can tell."""

    def __init__(
        self,
        seer: Seer,
        memory: Memory,
        floor: Wayfinder,
        destination: Callable[[str], Destination | None],
        lexicon: Lexicon,
    ):
        self.seer, self.memory, self.floor, self.channels = seer, memory, floor, seer.channels
        self.destination, self.lexicon = destination, lexicon
        self._quests: dict[int, _Quest] = {}  # by world

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """What the seer sees; where it is done and the agent is elsewhere, a place to look from."""
        aims = self.seer.next(look, done, held)
        for k, n in enumerate(look.which.tolist()):
            quest = self._quests.get(n)
            if quest is not None and quest.goals != count_deeds(done[k]):
                quest = None
                del self._quests[n]
            wanted = self.destination(look.instructions[k])
            walks = aims[k] is None or (quest is not None and aims[k].point is None)  # type: ignore[union-attr]
            if wanted is not None and walks and count_deeds(done[k]) == 0:
                quest = self._quests[n] = quest or _Quest(count_deeds(done[k]), len(self.memory.looked[n]) - 1)
                aims[k] = self._place(n, look.poses[k], wanted, quest)
        return aims

    def _place(self, n: int, pose: Floats, wanted: Destination, quest: _Quest) -> Aim | None:
        """The next place to look from; None if the agent is where it was sent, or can do no better."""
        things = [thing for thing in self.memory.things(n) if not thing.is_item]
        pieces = self._pieces(things, wanted)
        if quest.settled or any(gaps_to(piece, pose[None, :2])[0] <= AT_PIECE for piece in pieces):
            return None
        place = self._piece_place(n, pose, pieces, quest)
        room = wanted.room or self._usual_room(wanted.kinds)
        if place is None and room:
            place = self._room_place(n, pose, things, room, quest)
        elif place is None and wanted.kinds and not pieces:
            place = self._unseen_place(n, quest, pose, (None,))
        if place is None:
            return None
        quest.tried.append(place)
        return Aim(
            (float(place[0]), float(place[1])), None, 1.0, None, pose, in_sight=False, searching=True, wanted=wanted.noun,
        )  # fmt: skip

    def _unseen_place(
        self, n: int, quest: _Quest, pose: Floats, worths: Sequence[Callable[[Floats], Bools] | None]
    ) -> Floats | None:
        """(2,) a place to look around, first where it is worth it; when it has looked from enough of them the likeliest
        place so far, or None if it is there."""
        if quest.best is None:
            quest.best = 0.0, pose[:2].copy()
        quest.looks += 1
        looked = self.memory.looked[n]
        for before in (looked, looked[quest.first :]) if quest.looks <= LOOKS else ():
            for worth in worths:
                place = self.floor.lookout(n, pose, before, worth, FURNITURE_SEEN)
                if place is not None:
                    return place
        quest.settled = True
        return None if distance(pose, quest.best[1]) < SAME_PLACE else quest.best[1]

    def _room_place(self, n: int, pose: Floats, things: Sequence[Sighted], room: str, quest: _Quest) -> Floats | None:
        """(2,) where the room is likelier than here, or a place to look around; None if this is the room."""
        here = float(room_probabilities(self.lexicon, things, pose[None, :2])[room][0])
        if here >= INSIDE:
            return None
        if quest.best is None or here > quest.best[0]:
            quest.best = here, pose[:2].copy()
        quest.tried.append(pose[:2].copy())
        places = self.floor.free_places(n)
        likely = room_probabilities(self.lexicon, things, places)[room]
        new = _min_distance(places, quest.tried) > SAME_PLACE
        best = float(likely[new].max(initial=0.0))
        if best >= max(CERTAIN, here + MUCH):
            place = self.floor.nearest(n, pose, places[new & (likely >= 0.9 * best)])
            if place is not None:
                return place
        if here >= (CERTAIN if quest.looks else ACCEPTED):
            return None
        # Where another room is, it need not look.
        return self._unseen_place(
            n, quest, pose, (lambda some: room_probabilities(self.lexicon, things, some)[room] >= POSSIBLE, None)
        )

    def _pieces(self, things: Sequence[Sighted], wanted: Destination) -> list[Sighted]:
        """The things that were recognized as what is wanted."""
        pieces = [thing for thing in things if thing.name in wanted.kinds and thing.confidence >= RECOGNIZED]
        if not wanted.room:
            return pieces
        return [t for t in pieces if room_probabilities(self.lexicon, things, _middle(t))[wanted.room][0] >= ACCEPTED]

    def _piece_place(self, n: int, pose: Floats, pieces: Sequence[Sighted], quest: _Quest) -> Floats | None:
        """(2,) a place beside one of some pieces, the nearest first."""
        places = [_middle(piece) for piece in pieces]
        new = [place[0] for place in places if _min_distance(place, quest.tried)[0] > SAME_PLACE]
        for place in sorted(new, key=lambda place: float(distance(pose, place))):
            quest.tried.append(place)
            beside = self.floor.beside(n, pose, place)
            if beside is not None:
                return beside
        return None

    def _usual_room(self, kinds: frozenset[str]) -> str:
        """The kind of room where such furniture mostly stands; empty if there is none."""
        signs = [self.lexicon.signs[kind] for kind in kinds if kind in self.lexicon.signs]
        shares = {room: sum(sign[room] for sign in signs) for room in self.lexicon.rooms} if signs else {}
        room = max(shares, key=lambda name: shares[name], default="")
        return room if room and shares[room] >= USUAL * sum(shares.values()) else ""

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """As the seer itself."""
        return self.seer.doubts(aim, pose)


def _middle(thing: Sighted) -> Floats:
    """(1, 2) the middle of a thing on the ground."""
    return np.array([[thing.point[0], thing.point[2]]])


def _min_distance(places: Floats, others: Sequence[Floats]) -> Floats:
    """(K,) the distance of places (K, 2) from the nearest of some others (2,)."""
    nearest: Floats = np.min([np.full(len(places), np.inf), *(distance(places, other) for other in others)], axis=0)
    return nearest
