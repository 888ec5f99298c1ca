"""Grounding of steps: which of the things seen are surely two, and what was done with a part or a switch."""

from types import SimpleNamespace
from typing import Any

import pytest

from sightline.agent.memory import Sighted
from sightline.agent.step_grounding import APART, APART_OF_TWO_KINDS, TOUCHED, StepGrounding, _holds_point
from sightline.agent.talk_state import TalkState
from sightline.language.reading import Find, PlanStep


def seen(name: str, x: float, confidence: float = 0.95, is_item: bool = False) -> Sighted:
    low, high = (x, 0.0, 0.0), (x + 1.0, 1.0, 1.0)
    return Sighted(name, (x + 0.5, 0.5, 0.5), confidence, (0.0, 0.0, 0.0), 1, low, high, is_item)


@pytest.mark.parametrize(
    ("names", "gap", "count"),
    [
        (("green bed", "yellow bed"), APART_OF_TWO_KINDS + 0.1, 2),
        (("green bed", "yellow bed"), APART_OF_TWO_KINDS - 0.1, 1),  # one bed may be taken for two kinds
        (("green bed", "green bed"), APART_OF_TWO_KINDS + 0.1, 1),  # and may be seen in parts
        (("green bed", "green bed"), APART + 0.1, 2),
    ],
)
def test_pieces_of_furniture_that_are_surely_two(names: tuple[str, str], gap: float, count: int) -> None:
    state: Any = SimpleNamespace(agent=SimpleNamespace(kind=SimpleNamespace(reaches=True)))
    things = [seen(names[0], 0.0), seen(names[1], 1.0 + gap)]
    assert len(StepGrounding(state, ())._distinct(things)) == count
    assert len(StepGrounding(state, ())._distinct([things[0], things[1]._replace(confidence=0.3)])) == 1


@pytest.mark.parametrize(("verb", "apart", "done"), [("open", 0.3, True), ("turn on", 0.3, False), ("turn on", 0.05, True)])
def test_an_opened_part_is_found_where_it_swung_but_a_burner_only_where_it_is(verb: str, apart: float, done: bool) -> None:
    planned = SimpleNamespace(step=PlanStep("", verb))
    turn = SimpleNamespace(deeds=lambda: [(planned, (1.0, 0.9, 2.0))])
    state: Any = SimpleNamespace(turns=[turn])
    assert (TalkState.last_verb_at(state, (1.0 + apart, 0.9, 2.0)) == verb) == done


def test_a_thing_that_was_handled_is_known_by_the_point_that_was_reached_for() -> None:
    fridge = seen("fridge", 2.0)
    assert _holds_point(fridge, (2.5, 0.5, 1.0 + TOUCHED / 2)), "its door stands open before it"
    assert not _holds_point(fridge, (2.5, 0.5, 1.1 + TOUCHED))
    assert not _holds_point(seen("mug", 2.0, is_item=True), (2.5, 0.5, 0.5))


@pytest.mark.parametrize(("away", "count"), [((2.0, 3.0), 2), ((2.0, 6.0), 1), ((5.0, 9.0), 2)])
def test_in_a_house_a_thing_close_by_has_no_rival_far_away(away: tuple[float, float], count: int) -> None:
    things = [seen("green bed", 0.0), seen("yellow bed", 5.0)]
    distances = dict(zip((thing.name for thing in things), away, strict=True))
    kind = SimpleNamespace(reaches=True, near=1.0)
    state: Any = SimpleNamespace(
        agent=SimpleNamespace(kind=kind), grounding=lambda: SimpleNamespace(away=lambda thing: distances[thing.name])
    )
    assert len(StepGrounding(state, ())._without_distant(things)) == count
    kind.reaches = False  # in a field people see everything
    assert StepGrounding(state, ())._without_distant(things) == things


def test_what_an_earlier_step_switches_on_can_be_switched_off() -> None:
    lamp, fan = (Find(name, frozenset({name}), noun=name) for name in ("lamp", "fan"))
    state: Any = SimpleNamespace(grounding=lambda: SimpleNamespace(kinds=lambda find: find.kinds))
    grounding = StepGrounding(state, (PlanStep("", "turn on", lamp), PlanStep("", "turn off", lamp)))
    assert grounding._will_turn_on(lamp, 1) and not grounding._will_turn_on(lamp, 0) and not grounding._will_turn_on(fan, 1)
