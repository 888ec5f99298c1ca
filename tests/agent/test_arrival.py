"""Arrival: an agent that was sent somewhere goes on looking until its eyes tell that it is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from houses import CHAI

from sightline.agent.aim import Aim, Done
from sightline.agent.arrival import LOOKS, ArrivingSeer, Destinations
from sightline.agent.look import Look
from sightline.agent.memory import Sighted
from sightline.agent.readers import reader_of
from sightline.corpus.chai.lexicon import lexicon
from sightline.geometry.types import Bools, Floats

POSE = np.array([5.0, 6.0, 0.0])
WALK = Aim((8.0, 6.0), None, 0.9, np.ones(1), POSE)
REACH = Aim((8.0, 6.0), (9.0, 1.0, 6.0), 0.9, np.ones(1), POSE)
READER = reader_of(CHAI, "rules")
assert READER is not None
READ = Destinations(READER)
BATHROOM = ("toilet", "bathtub", "white vanity")
KITCHEN = ("white fridge", "stove", "dishwasher", "white sink counter")


@pytest.mark.parametrize(
    ("words", "kind", "room"),
    [
        ("go to the kitchen", "", "kitchen"),
        ("Walk through the corridor into the spare room.", "", "guest room"),
        ("Leave this room and go to the lounge.", "", "living room"),
        ("Turn around and walk over to the tv", "television", ""),
        ("head to the chest of drawers in the guest room", "oak chest of drawers", "guest room"),
    ],
)
def test_the_destination_of_a_walk(words: str, kind: str, room: str) -> None:
    wanted = READ(words)
    assert wanted is not None and wanted.room == room and (kind in wanted.kinds if kind else not wanted.kinds)


@pytest.mark.parametrize(
    "words",
    [
        "open the fridge",
        "take the mug in the kitchen",
        "go to the sofa and then to the fridge",
        "dance",
        "the nearest chair",
    ],
)
def test_other_words_have_no_destination(words: str) -> None:
    assert READ(words) is None


class Says:
    """A seer that always says the same."""

    channels = ("rgb",)

    def __init__(self, aim: Aim | None = None):
        self.aim = aim

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        return [self.aim]

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        return False


class Known:
    """A memory of furniture by name, around some places."""

    def __init__(self, **places: Sequence[str]):
        self.looked: list[list[Floats]] = [[POSE[:2]]]
        self.all: list[Sighted] = []

    def add(self, x: float, z: float, *names: str) -> Known:
        low, high = (x - 0.2, 0.0, z - 0.2), (x + 0.2, 1.0, z + 0.2)
        self.all += [Sighted(name, (x, 0.5, z), 0.95, (0.0, 0.0, 0.0), 1, low, high, False) for name in names]
        return self

    def things(self, n: int) -> Sequence[Sighted]:
        return self.all


class Floor:
    """Free places, some of which show what was not looked at."""

    gait = CHAI.gait

    def __init__(self, free: Sequence[tuple[float, float]] = (), lookouts: Sequence[tuple[float, float]] = ()):
        self.free, self.lookouts = np.array(free, float).reshape(-1, 2), [np.array(place) for place in lookouts]

    def free_places(self, n: int) -> Floats:
        return self.free

    def nearest(self, n: int, pose: Floats, places: Floats) -> Floats | None:
        return min(places, key=lambda place: float(np.hypot(*(place - pose[:2])))) if len(places) else None

    def lookout(
        self, n: int, pose: Floats, looked: Sequence[Floats], worth: Callable[[Floats], Bools] | None = None,
        sight: float = 0.0,
    ) -> Floats | None:  # fmt: skip
        for k, place in enumerate(self.lookouts):
            if worth is None or worth(place[None])[0]:
                return self.lookouts.pop(k)
        return None

    def beside(self, n: int, pose: Floats, place: Floats) -> Floats:
        return np.asarray(place) - (0.0, 1.0)


class Around:
    """A look from a pose."""

    def __init__(self, words: str, pose: Floats = POSE):
        self.which, self.poses, self.instructions = np.array([0]), pose[None], [words]


def ask(seer: ArrivingSeer, words: str = "go to the kitchen", pose: Floats = POSE, deeds: int = 0) -> Aim | None:
    look: Any = Around(words, pose)
    return seer.next(look, [[Done(5.0, 6.0, True)] * deeds], [None])[0]


def seer(memory: Known, floor: Floor | None = None, says: Aim | None = None) -> ArrivingSeer:
    parts: Any = (Says(says), memory, floor or Floor())
    return ArrivingSeer(*parts, READ, lexicon())


def test_it_is_done_where_it_was_sent() -> None:
    assert ask(seer(Known().add(5.0, 6.5, *KITCHEN))) is None


def test_in_another_room_it_looks_elsewhere() -> None:
    there = seer(Known().add(5.0, 6.5, *BATHROOM), Floor(lookouts=[(5.0, 7.0), (9.0, 1.0)]))
    aim = ask(there)
    assert aim is not None and aim.searching and aim.stand == (9.0, 1.0), "what is still the bathroom need not be looked at"
    assert aim.wanted == "kitchen"


def test_it_goes_to_where_it_has_seen_such_a_room() -> None:
    memory = Known().add(5.0, 6.5, *BATHROOM).add(12.0, 6.0, *KITCHEN)
    aim = ask(seer(memory, Floor(free=[(5.0, 7.5), (11.5, 6.0)], lookouts=[(5.0, 12.0)])))
    assert aim is not None and aim.stand == (11.5, 6.0)


def test_what_the_seer_wants_to_reach_for_goes_first() -> None:
    assert ask(seer(Known().add(5.0, 6.5, *BATHROOM), says=REACH)) is REACH


def test_a_walk_of_the_seer_goes_first_until_it_is_done() -> None:
    there = seer(Known().add(5.0, 6.5, *BATHROOM), Floor(lookouts=[(9.0, 1.0)]), says=WALK)
    assert ask(there) is WALK


def test_words_without_a_destination_are_left_to_the_seer() -> None:
    assert ask(seer(Known().add(5.0, 6.5, *BATHROOM)), "open the fridge") is None


def test_after_a_deed_it_does_not_look_for_the_room() -> None:
    assert ask(seer(Known().add(5.0, 6.5, *BATHROOM), Floor(lookouts=[(9.0, 1.0)])), deeds=1) is None


def test_it_gives_up_and_goes_to_the_likeliest_place() -> None:
    memory = Known().add(5.0, 6.5, *BATHROOM)
    there = seer(memory, Floor(lookouts=[(20.0 + k, 20.0) for k in range(2 * LOOKS)]))
    places = [ask(there)]
    for _ in range(LOOKS + 2):
        aim = places[-1]
        if aim is None:
            break
        places.append(ask(there, pose=np.array([*aim.stand, 0.0])))
    assert places[-1] is None and len(places) <= LOOKS + 3


def test_furniture_is_gone_to_where_it_was_recognized() -> None:
    memory = Known().add(5.0, 9.0, "television")
    aim = ask(seer(memory), "go to the tv")
    assert aim is not None and aim.stand == (5.0, 8.0)
    assert ask(seer(Known().add(5.0, 6.8, "television")), "go to the tv") is None


def test_furniture_that_was_not_recognized_is_looked_for_in_its_usual_room() -> None:
    memory = Known().add(5.0, 6.5, *BATHROOM)
    aim = ask(seer(memory, Floor(lookouts=[(9.0, 1.0)])), "go to the fridge")
    assert aim is not None and aim.searching
    assert ask(seer(Known().add(5.0, 6.5, "stove", "dishwasher", "white sink counter")), "go to the fridge") is None


def test_furniture_of_any_room_is_looked_for_everywhere_and_then_it_goes_back() -> None:
    there = seer(Known(), Floor(lookouts=[(9.0, 1.0)]))
    aim = ask(there, "go to the rug")
    assert aim is not None and aim.searching and aim.stand == (9.0, 1.0)
    back = ask(there, "go to the rug", np.array([9.0, 1.0, 0.0]))
    assert back is not None and back.stand == (POSE[0], POSE[1]) and ask(there, "go to the rug") is None
