"""The judge of one turn, on hand-made turns."""

from typing import Any

import numpy as np
import pytest

from sightline.corpus.kind import DeedNames
from sightline.evaluation.talk.judge import Happened, TurnVerdict, deeds_right, judge, says, winding

OPEN_FRIDGE = DeedNames("open", frozenset({"fridge", "fridge door"}))
TAKE_MILK = DeedNames("pick up", frozenset({"milk"}))
PUT_MILK = DeedNames("put", frozenset({"milk"}), frozenset({"table"}))


class Facts:
    """A scene with a well at (0, 10), and the kitchen north of 5."""

    def gap(self, name: str, place: Any) -> float | None:
        return float(np.hypot(place[0], place[1] - 10)) if name == "Well" else None

    def centre(self, name: str) -> tuple[float, float] | None:
        return (0.0, 10.0)

    def room(self, place: Any) -> str:
        return "kitchen" if place[1] > 5 else "hall"

    def deeds(self) -> list[DeedNames]:
        return []

    def held(self) -> frozenset[str]:
        return frozenset()


def turn(reply: str = "go", path: Any = ((0, 0, 0),), deeds: tuple[DeedNames, ...] = (), **more: Any) -> Happened:
    fields = {"said": "", "complete": True, "held": frozenset()} | more
    return Happened(reply=reply, path=np.array(path, dtype=float), deeds=deeds, **fields)


def verdict(expect: dict[str, Any], happened: Happened) -> TurnVerdict:
    return judge({"reply": ["go"], **expect}, happened, Facts(), [happened.path[0]], near=1.0)


NORTH = ((0, 0, 0), (0, 4, 0), (0, 8, 0))


@pytest.mark.parametrize(
    ("goal", "right"),
    [
        ({"near": ["Well"], "within": 3}, True),
        ({"near": ["Well"], "within": 1}, False),
        ({"near": ["Tower"], "within": 9}, False),
        ({"at": [0, 9], "within": 2}, True),
        ({"in": ["kitchen"]}, True),
        ({"in": ["hall"]}, False),
        ({"toward": 0, "least": 7, "most": 9}, True),
        ({"toward": "ahead", "least": 7}, True),
        ({"toward": "left", "least": 7}, False),
        ({"toward": 0, "least": 9}, False),
        ({"start_of_turn": 1, "within": 2}, False),
        ({"still": True}, False),
        ({"in": ["kitchen"], "via": [["Well"]], "within": 2}, True),
        ({"visits": [["Well"]], "within": 1}, False),
    ],
)
def test_goals(goal: dict[str, Any], right: bool) -> None:
    assert (verdict({"goal": goal}, turn(path=NORTH)).faults == ()) is right


def test_moving_where_nothing_was_asked_for_is_unasked() -> None:
    assert verdict({"goal": {"still": True}}, turn(path=NORTH)).unasked
    assert verdict({"reply": ["refuse"]}, turn("go", NORTH)).unasked
    assert not verdict({"reply": ["refuse"]}, turn("refuse")).faults
    assert verdict({"reply": ["ask", "go"]}, turn("ask", NORTH)).unasked


def test_a_goal_is_asked_for_only_if_it_goes() -> None:
    assert not verdict({"reply": ["ask", "go"], "goal": {"near": ["Well"], "within": 1}}, turn("ask")).faults


def test_exactly_the_deeds_that_were_asked_for() -> None:
    wanted = {"deeds": [["open", "fridge door"], ["pick up", "milk"]]}
    assert not verdict(wanted, turn(deeds=(TAKE_MILK, OPEN_FRIDGE))).faults
    short = verdict(wanted, turn(deeds=(OPEN_FRIDGE,)))
    assert short.faults and not short.unasked
    extra = verdict(wanted, turn(deeds=(OPEN_FRIDGE, TAKE_MILK, PUT_MILK)))
    assert extra.faults and extra.unasked
    twice = verdict(wanted, turn(deeds=(OPEN_FRIDGE, TAKE_MILK, OPEN_FRIDGE)))
    assert twice.faults


def test_deeds_that_may_be_done_and_other_sets() -> None:
    put = {"deeds": [["put", "milk", "table"]], "may": [["open", "fridge"]], "or_deeds": [[["pick up", "milk"]]]}
    assert deeds_right(put, [PUT_MILK]) and deeds_right(put, [OPEN_FRIDGE, PUT_MILK]) and deeds_right(put, [TAKE_MILK])
    assert not deeds_right(put, [PUT_MILK, TAKE_MILK]) and not deeds_right(put, [])
    assert not deeds_right({"deeds": [["put", "milk", "shelf"]]}, [PUT_MILK])


def test_what_is_held_said_and_claimed() -> None:
    assert verdict({"holds": "milk"}, turn()).faults
    assert not verdict({"holds": "milk"}, turn(held=frozenset({"milk"}))).faults
    assert verdict({"holds": ""}, turn(held=frozenset({"milk"}))).faults
    assert verdict({"undone": True}, turn()).faults and not verdict({"undone": True}, turn(complete=False)).faults
    assert verdict({"says": [["left", "right"], ["well"]]}, turn(said="It is on the left.")).faults
    assert says("It’s a Well, on the LEFT", ["left"]) and not says("a wellness", ["well"])


def test_going_around_is_counted_in_degrees() -> None:
    angles = np.radians(np.arange(0, 721, 15))
    circle = np.stack([3 * np.sin(angles), 10 + 3 * np.cos(angles), angles], 1)
    assert winding(circle, (0.0, 10.0)) == pytest.approx(720) and winding(circle[::-1], (0.0, 10.0)) == pytest.approx(-720)
    assert not verdict({"goal": {"around": "Well", "degrees": 600}}, turn(path=circle)).faults
    assert verdict({"goal": {"around": "Well", "degrees": 800}}, turn(path=circle)).faults
