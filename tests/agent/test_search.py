"""Search: when an agent looks for what is not in view, where it goes for that, and when it gives up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from houses import CHAI

from sightline.agent.aim import LOOK_AGAIN, Aim, Done
from sightline.agent.journey import Journey
from sightline.agent.look import Look
from sightline.agent.memory import Sighted
from sightline.agent.named import NamedKinds
from sightline.agent.readers import lexicon_of
from sightline.agent.search import SEARCH_LOOKS, STRAYING, SearchingSeer
from sightline.agent.wayfinding import Wayfinder
from sightline.chai import generate_episode
from sightline.geometry.types import Floats

MUG = "red mug"
POSE = np.array([5.0, 6.0, 0.0])
MAP = np.ones(1)
THERE = Aim((8.0, 6.0), (9.0, 1.0, 6.0), 0.9, MAP, POSE)
GUESS = replace(THERE, in_sight=False)
WALK = Aim((8.0, 6.0), None, 0.9, MAP, POSE)


class Says:
    """A seer that says these aims in turn, the last one for ever; it keeps what it was told to hold."""

    channels = ("rgb",)

    def __init__(self, *aims: Aim | None):
        self.aims, self.held = list(aims), list[Aim | None]()

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        self.held.append(held[0])
        return [self.aims.pop(0) if len(self.aims) > 1 else self.aims[0]]

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        return False


class Known:
    """A memory of these things."""

    kind = CHAI

    def __init__(self, *things: Sighted):
        self.looked: list[list[Floats]] = [[POSE[:2]]]
        self._things = things

    def things(self, n: int) -> Sequence[Sighted]:
        return self._things


class Floor:
    """Knows these places to look from; beside a thing is a metre south of it."""

    gait = CHAI.gait

    def __init__(self, *places: tuple[float, float]):
        self.places, self.asked = list(places), list[int]()

    def lookout(self, n: int, pose: Floats, looked: Sequence[Floats], sight: float) -> Floats | None:
        self.asked.append(len(looked))
        return np.array(self.places.pop(0)) if self.places else None

    def beside(self, n: int, pose: Floats, place: Floats) -> Floats:
        return place - (0.0, 1.0)

    places_free = np.zeros((0, 2))

    def free_places(self, n: int) -> Floats:
        return self.places_free

    def nearest(self, n: int, pose: Floats, places: Floats) -> Floats | None:
        return places[0] if len(places) else None


class Around:
    """A look from a pose, by an agent that was told some words."""

    def __init__(self, words: str):
        self.which, self.poses, self.instructions = np.array([0]), POSE[None], [words]


def seer(says: Says, memory: Known | None = None, *places: tuple[float, float]) -> SearchingSeer:
    naming = NamedKinds(CHAI, lexicon_of(CHAI))
    return SearchingSeer(says, memory or Known(), Floor(*places), naming)  # type: ignore[arg-type]


def ask(seer: Any, held: Aim | None = None, done: Sequence[Done] = (), words: str = "take the mug") -> Any:
    return seer.next(Around(words), [done], [held])[0]


def mug(x: float, confidence: float = 0.9) -> Sighted:
    return Sighted(MUG, (x, 1.0, 9.0), confidence, (1.0, 2.0, 0.0), 1, (x, 0.9, 9.0), (x, 1.1, 9.0), True)


@pytest.mark.parametrize("aim", [THERE, WALK, None])
def test_what_is_seen_is_left_alone(aim: Aim | None) -> None:
    assert ask(seer(Says(aim), None, (1.0, 1.0))) is aim


def test_the_models_guess_comes_first_then_a_place_to_look_from() -> None:
    searching = seer(Says(GUESS), None, (1.0, 2.0), (3.0, 4.0))
    first = ask(searching)
    assert first is GUESS
    second = ask(searching, first)
    assert second.searching and second.stand == (1.0, 2.0) and not second.in_sight and not second.given
    assert ask(searching, second).stand == (3.0, 4.0)


def test_it_goes_to_what_it_remembers_of_the_kind_once() -> None:
    memory = Known(mug(4.0, 0.3), mug(3.0))
    searching = seer(Says(replace(GUESS, kinds=frozenset({MUG}))), memory, (1.0, 2.0))
    aim = ask(searching, GUESS)
    assert aim.stand == (3.0, 8.0) and aim.kinds == {MUG}  # one that it was hardly sure of does not count
    assert ask(searching, aim).stand == (1.0, 2.0)


def test_it_gives_up_when_everything_was_looked_at() -> None:
    searching = seer(Says(GUESS), None, (1.0, 2.0))
    aim = ask(searching, ask(searching, GUESS))
    assert aim.given_up and "2" in aim.given_up
    endless = seer(Says(GUESS), None, *[(1.0, 2.0)] * 99)
    aim = GUESS
    for _ in range(SEARCH_LOOKS + 1):
        aim = ask(endless, aim)
    assert aim.given_up


def test_places_that_it_looked_from_before_the_search_are_looked_at_again_last() -> None:
    searching = seer(Says(GUESS))
    searching.memory.looked[0] = [POSE[:2]] * 5
    assert ask(searching, GUESS).given_up
    assert searching.floor.asked == [5, 1]  # type: ignore[attr-defined]


def test_an_item_that_is_out_of_view_is_searched_for_at_once() -> None:
    """Its kind can be seen; where such things were in other houses is a guess."""
    assert ask(seer(Says(replace(GUESS, kinds=frozenset({MUG}))), None, (1.0, 2.0))).stand == (1.0, 2.0)
    assert ask(seer(Says(replace(THERE, kinds=frozenset({MUG}))), None, (1.0, 2.0))).stand == THERE.stand


def test_the_search_ends_when_the_thing_comes_into_view() -> None:
    says = Says(GUESS, THERE)
    searching = seer(says, None, (1.0, 2.0))
    aim = ask(searching, GUESS)
    assert ask(searching, aim) is THERE
    assert says.held == [GUESS, None]  # a place to look from is no aim of the seer's own


def test_nothing_is_done_while_searching_for_a_thing_does_not_mean_that_all_is_done() -> None:
    searching = seer(Says(GUESS, None), None, (1.0, 2.0), (3.0, 4.0))
    aim = ask(searching, GUESS)
    assert ask(searching, aim).stand == (3.0, 4.0)


def test_walking_in_circles_is_being_lost() -> None:
    there, here, deed = Done(8.0, 6.3, False), Done(5.0, 6.0, False), Done(1.0, 1.0, True)
    assert ask(seer(Says(WALK), None, (1.0, 2.0)), done=[there, here]).searching
    assert ask(seer(Says(WALK), None, (1.0, 2.0)), done=[here, there]) is WALK  # it is there, nearly
    assert ask(seer(Says(WALK), None, (1.0, 2.0)), done=[there, deed, here]) is WALK  # back again, after a deed


def test_an_item_that_is_surely_another_one_is_not_taken() -> None:
    other = replace(THERE, kinds=frozenset({MUG}), match=0.0)
    assert ask(seer(Says(other), None, (1.0, 2.0))) is other  # far away: it looks again first
    assert ask(seer(Says(other), None, (1.0, 2.0)), other).searching
    near = replace(other, point=(5.0, 1.0, 7.0))
    assert ask(seer(Says(near), None, (1.0, 2.0))).searching


def test_a_lookout_borders_on_what_was_never_seen_and_is_free() -> None:
    world = CHAI.make(threads=1)
    world.reset([generate_episode(3)])
    floor = Wayfinder(CHAI, world)
    floor.see(Look(world, [0], channels=("depth",)))
    looked = [world.pose[0, :2]]
    place = floor.lookout(0, world.pose[0], looked)
    assert place is not None and np.hypot(*(place - looked[0])) > 0.9
    assert floor.moves_to(0, world.pose[0], [(np.array([*place, np.nan]), 0.0)])
    beside = floor.beside(0, world.pose[0], place)
    assert beside is not None and np.hypot(*(beside - place)) < 2.0
    floor.floor[0] = False
    assert floor.lookout(0, world.pose[0], looked) is None


class Led:
    """Legs that look again at every aim at once, as often as they are told to."""

    channels: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.looks = list[int]()

    def horizon(self, world: Any) -> Any:
        return world.horizon

    def see(self, look: Look) -> None:
        pass

    def set_out(self, n: int, aim: Aim, looks: int, origin: Floats) -> Any:
        self.looks.append(looks)
        return LOOK_AGAIN

    def act(self, aims: Any, where: Any = None) -> Any:
        raise AssertionError

    def after(self, actions: Any, before: Any, step: Any) -> Any:
        raise AssertionError


def test_a_journey_ends_with_the_reason_and_looks_for_it_are_not_looks_at_it() -> None:
    world = CHAI.make(threads=1)
    world.reset([generate_episode(3)])
    legs = Led()
    searching = seer(Says(GUESS), None, (1.0, 2.0), (3.0, 4.0))
    journey = Journey(CHAI, world, searching, legs)  # type: ignore[arg-type]
    assert journey.look() == []
    (ended,) = journey.courses[0].ended
    assert journey.courses[0].finished and "did not find" in ended.failed
    assert journey.courses[0].done == [] and legs.looks == [0, 1, 1]


def test_furniture_that_is_surely_another_piece_is_not_reached_for() -> None:
    other = replace(THERE, kinds=frozenset({"white fridge"}), match=0.001, stand=(5.0, 6.2), point=(5.0, 1.0, 7.0))
    assert ask(seer(Says(other), None, (1.0, 2.0))).searching
    perhaps = replace(other, match=0.1)  # eyes know furniture less well than items
    assert ask(seer(Says(perhaps), None, (1.0, 2.0))) is perhaps


def test_into_what_it_has_opened_it_looks_from_several_places() -> None:
    opened = replace(THERE, point=(5.0, 0.6, 7.0), stand=(5.0, 6.0))
    searching = seer(Says(opened, replace(GUESS, kinds=frozenset({MUG}))), None, (1.0, 2.0))
    assert ask(searching) is opened
    searching.floor.places_free = np.array([[5.0, 6.0], [5.4, 6.1], [4.6, 6.1], [9.0, 9.0]])  # type: ignore[attr-defined]
    stands = []
    for _ in range(3):
        aim = ask(searching, None, [Done(5.0, 6.0, True)])
        stands.append(aim.stand)
    assert stands[0] in ((5.4, 6.1), (4.6, 6.1)) and (9.0, 9.0) not in stands  # beside what it opened, not where it stood


def piece(name: str, x: float, z: float) -> Sighted:
    return Sighted(name, (x, 1.0, z), 0.9, (1.0, 2.0, 0.0), 1, (x - 0.3, 0.0, z - 0.3), (x + 0.3, 1.8, z + 0.3), False)


FRIDGE = piece("white fridge", 3.0, 9.0)


def test_furniture_that_it_has_seen_is_gone_to_instead_of_where_the_model_guesses() -> None:
    searching = seer(Says(WALK), Known(FRIDGE))
    aim = ask(searching, words="open the fridge")
    assert aim.searching and aim.stand == (3.0, 8.0) and aim.wanted == "fridge"
    assert ask(searching, held=aim, words="open the fridge") is WALK, "once"


@pytest.mark.parametrize("words", ["go to the fridge", "open the fridge and take the milk", "open the oven"])
def test_other_words_leave_the_walk_to_the_model(words: str) -> None:
    assert ask(seer(Says(WALK), Known(FRIDGE)), words=words) is WALK


def test_after_the_deed_it_does_not_go_back_to_the_furniture() -> None:
    assert ask(seer(Says(WALK), Known(FRIDGE)), done=[Done(3.0, 8.0, True)], words="open the fridge") is WALK


def test_an_agent_that_strays_looks_from_place_to_place() -> None:
    walks = [Done(float(2 * k), 1.0, False) for k in range(STRAYING)]
    assert ask(seer(Says(WALK), None, (1.0, 2.0)), done=walks, words="open the fridge").stand == (1.0, 2.0)
    assert ask(seer(Says(WALK), None, (1.0, 2.0)), done=walks[1:], words="open the fridge") is WALK


def test_furniture_of_another_room_is_not_reached_for() -> None:
    bathroom = [piece(name, 9.0, 6.0) for name in ("toilet", "bathtub", "white vanity")]
    there = replace(THERE, kinds=frozenset(["white vanity"]))
    assert ask(seer(Says(there), Known(*bathroom)), words="turn on the water in the bathroom") is there
    aim = ask(seer(Says(there), Known(*bathroom), (1.0, 2.0)), words="turn on the water in the kitchen")
    assert aim.searching and aim.stand == (1.0, 2.0)
