"""A plan as a seer: each step's words go to a seer of its own, known aims need none, and objections end a step."""

from collections.abc import Sequence

import numpy as np
import pytest
from agent.scripts import START, ScriptedSeer, empty_field, seen
from houses import CHAI

from sightline.agent.aim import Aim, Done, Ended
from sightline.agent.look import Look
from sightline.agent.plan import NOT_BEGUN, NOTHING_DONE, NOTHING_TO_DO, OnceBegun, Planned, PlanSeer, as_planned
from sightline.agent.readers import reader_of
from sightline.language.reading import PlanStep
from sightline.lani import LaniWorld

A, B, C = seen(25.0, 20.0), seen(30.0, 20.0), seen(35.0, 20.0)


@pytest.fixture
def world() -> LaniWorld:
    return empty_field((25.0, 30.0), (25.0, 30.0))


def step(words: str, aims: tuple[Aim, ...] | None = None, **more: object) -> Planned:
    return Planned(PlanStep(words), words, aims, **more)  # type: ignore[arg-type]


class Plan:
    """A plan, and the seers that it made, by step."""

    def __init__(self, *plans: Sequence[Planned], aims: Sequence[Sequence[Sequence[Aim]]] = ()):
        self.seers: list[ScriptedSeer] = []
        script = iter(aims)

        def make() -> ScriptedSeer:
            self.seers.append(ScriptedSeer(next(script, [[], []])))
            return self.seers[-1]

        self.seer = PlanSeer(make, plans)

    def next(self, world: LaniWorld, *done: Sequence[Done]) -> list[Aim | None]:
        return self.seer.next(Look(world, list(range(len(done)))), done, [None] * len(done))


def done(*aims: Aim) -> list[Done]:
    return [Ended(aim).done for aim in aims]


def test_each_step_is_said_where_it_begins_to_a_seer_that_knows_nothing_of_the_others(world: LaniWorld) -> None:
    plan = Plan([step("go to a"), step("go to b")], aims=[[[A]], [[B]]])
    assert plan.next(world, []) == [A]
    world.step(np.zeros(2, np.int64))  # forward
    assert plan.next(world, done(A)) == [B] and plan.next(world, done(A, B)) == [None]
    first, second = plan.seers
    assert first.looks[0].instructions == ["go to a"] and second.looks[0].instructions == ["go to b"]
    assert first.looks[-1].said_at.tolist() == [list(START)] and second.looks[0].said_at[0, 1] > START[1]
    assert second.asked[0][1] == [[]]  # what was done for another step is no concern of this one


def test_known_aims_come_in_order_without_a_seer_and_worlds_may_be_at_different_steps(world: LaniWorld) -> None:
    plan = Plan([step("circle", (A, B)), step("go to c")], [step("go on")], aims=[[[], [C]], [[C], []]])
    assert plan.next(world, [], []) == [A, C]
    assert plan.next(world, done(A), done(C)) == [B, None]
    assert plan.next(world, done(A, B), done(C)) == [C, None]


def test_a_step_may_bring_its_own_seer(world: LaniWorld) -> None:
    own = ScriptedSeer([[B]])
    plan = Plan([step("look for b", seer=own, why=lambda: "it was not found")])
    assert plan.next(world, []) == [B] and plan.next(world, done(B)) == [None]
    assert not plan.seers[0].asked
    assert plan.seer.ends(0, [Ended(B)]) == [(plan.seer.plans[0][0], "it was not found")]


def test_an_aim_that_was_not_asked_for_ends_its_step(world: LaniWorld) -> None:
    plan = Plan([step("take it", objection=lambda n, aim: "it saw no mug"), step("go to b")], aims=[[[A]], [[B]]])
    assert plan.next(world, []) == [B]
    assert [why for _, why in plan.seer.ends(0, [])] == ["it saw no mug", NOT_BEGUN]


def test_the_account_says_of_each_step_whether_it_was_done(world: LaniWorld) -> None:
    plan = Plan([step("go to a"), step("do nothing", ()), step("go to b"), step("go to c")], aims=[[[A]], [], [[B]]])
    plan.next(world, [])
    assert plan.next(world, done(A)) == [B]
    whys = [why for _, why in plan.seer.ends(0, [Ended(A), Ended(B, failed="there is no way")])]
    assert whys == ["", NOTHING_TO_DO, "there is no way", NOT_BEGUN]


def test_a_deed_is_done_only_if_the_agent_reached_for_something(world: LaniWorld) -> None:
    plan = Plan([Planned(PlanStep("close the fridge", "close"), "close the fridge")], aims=[[[A]]])
    assert plan.next(world, []) == [A] and plan.next(world, done(A)) == [None]
    assert plan.seer.ends(0, [Ended(A)])[0][1] == NOTHING_DONE
    assert plan.seer.ends(0, [Ended(A, interaction=True)])[0][1] == ""


def test_an_aim_may_depend_on_where_its_step_begins(world: LaniWorld) -> None:
    own = OnceBegun(lambda: Aim((float(world.pose[0, 0]), float(world.pose[0, 1]) + 3)))
    plan = Plan([step("go to a", (A,)), step("go three north", seer=own)])
    plan.next(world, [])
    world.pose[0, 1] = 20.0
    (aim,) = plan.next(world, done(A))
    assert aim is not None and aim.stand == (25.0, 23.0) and plan.next(world, done(A, aim)) == [None]


def test_words_that_stand_alone_become_steps_only_if_there_are_several() -> None:
    reader = reader_of(CHAI)
    assert reader is not None
    steps = as_planned(reader, "Open the fridge and then take the milk.")
    assert [planned.words for planned in steps] == ["open the fridge", "take the milk"]
    assert [planned.words for planned in as_planned(reader, "Fetch the milk.")] == ["Fetch the milk."]
