"""Approach: an aim that is objected to is looked for once more from beside the thing."""

from __future__ import annotations

import numpy as np
import pytest
from agent.scripts import ScriptedSeer, empty_field, seen

from sightline.agent.aim import Aim, Done, Ended
from sightline.agent.approach import ApproachingSeer
from sightline.agent.look import Look
from sightline.lani import LaniWorld

WRONG, THERE, RIGHT = seen(25.0, 20.0), seen(30.0, 20.0), seen(35.0, 20.0)


@pytest.fixture
def world() -> LaniWorld:
    return empty_field((25.0, 30.0))


class Step:
    """A step whose seers say these aims in turn: first for its words, then for the way, then for its words again."""

    def __init__(self, world: LaniWorld, *aims: list[list[Aim]]):
        self.world, self.seers = world, list[ScriptedSeer]()
        script = iter(aims)

        def make() -> ScriptedSeer:
            self.seers.append(ScriptedSeer(next(script)))
            return self.seers[-1]

        self.seer = ApproachingSeer(
            make, "turn on the fan", "go to the fan", lambda n, aim: "no fan" if aim is WRONG else ""
        )

    def next(self, *done: Aim) -> Aim | None:
        over: list[Done] = [Ended(aim).done for aim in done]
        return self.seer.next(Look(self.world, [0]), [over], [None])[0]


def test_an_aim_that_nobody_objects_to_is_taken(world: LaniWorld) -> None:
    step = Step(world, [[RIGHT]])
    assert step.next() is RIGHT and step.next(RIGHT) is None and step.seer.why() == ""
    assert step.seers[0].looks[0].instructions == ["turn on the fan"]


def test_it_goes_to_the_thing_and_looks_again(world: LaniWorld) -> None:
    step = Step(world, [[WRONG]], [[THERE]], [[RIGHT]])
    assert step.next() is THERE
    world.step(np.zeros(1, np.int64))  # forward
    assert step.next(THERE) is RIGHT and step.next(THERE, RIGHT) is None and step.seer.why() == ""
    words = [seer.looks[0].instructions for seer in step.seers]
    assert words == [["turn on the fan"], ["go to the fan"], ["turn on the fan"]]
    assert step.seers[2].asked[0][1] == [[]], "what was done on the way is no part of the step"
    assert step.seers[2].looks[0].said_at.tolist() == world.pose.tolist()


def test_a_second_objection_ends_the_step(world: LaniWorld) -> None:
    step = Step(world, [[WRONG]], [[THERE]], [[WRONG]])
    assert step.next() is THERE and step.next(THERE) is None and step.seer.why() == "no fan"


def test_where_it_stands_there_already_it_looks_again_at_once(world: LaniWorld) -> None:
    step = Step(world, [[WRONG]], [[]], [[RIGHT]])
    assert step.next() is RIGHT
