"""An attempt at an errand that a person watches: every goal is shown before it is gone to, and how it ended is said."""

from collections.abc import Sequence

import numpy as np
import pytest
import torch
from show_scenes import CHAI, WORDS, untrained

from sightline.agent import Agent, Aim, Errands
from sightline.agent.errands import Done, told
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.geometry import distance
from sightline.geometry.rings import RINGS
from sightline.language import Vocabulary
from sightline.models.action_generator import ActionGenerator
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.show.attempt import Attempt
from sightline.show.errands import REPLACED, ErrandAttempt, attempt_at
from sightline.show.task import Task, task_of
from sightline.world import Goal, World

EXAMPLES = examples_of([corpus_paragraph(corpus_kind("chai"), 0, 5)])
BIN = EXAMPLES[2]  # open the bin, take the tomato from the table, put it into the bin


def agent() -> Agent:
    torch.manual_seed(0)
    config = LookoutConfig(
        width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, ground=CHAI.view.first_ground_row, rings=RINGS,
        interacts=True,
    )  # fmt: skip
    return Agent(
        CHAI, Lookout(config).eval(), ActionGenerator(ActionGenerator.Config()), Vocabulary(WORDS), torch.device("cpu")
    )


def attempt_told(example: Example, *goals: Goal) -> ErrandAttempt:
    """An attempt whose agent knows its goals."""
    attempt = ErrandAttempt(agent(), task_of(example))
    attempt.errands = Errands(CHAI, attempt.world, told([[Aim(goal.stand, goal.point) for goal in goals]]))
    return attempt


def test_each_goal_is_shown_before_it_is_gone_to_and_what_was_done_is_said() -> None:
    attempt = attempt_told(BIN, *BIN.goals)
    said, steps = [], []
    while attempt.look():
        steps.append(len(attempt.errands.actions))
        said.append(attempt.goal_sentence())
        assert attempt.goal_picture().width == 6 * 256
        attempt.go()
    assert steps[0] == 0 and steps == sorted(set(steps))
    assert said[1].startswith("2. Take the tomato, about ") and "at the dining table in the kitchen" in said[1]
    assert said[2].startswith("3. Put the tomato in the bin, about ")
    ending = attempt.outcome_sentence()
    assert ending.startswith("Opened the lid of the bin, took the tomato and put the tomato in the bin. Took ")
    assert "(success)" in ending and "Did not" not in ending and attempt.advice() == ""
    facts = attempt.outcome_facts()
    assert facts["completed"] and facts["manipulation_accuracy"] == 100 and facts["holds"] == ""
    assert [goal["kind"] for goal in facts["goals"]] == ["interaction"] * 3 and all(goal["done"] for goal in facts["goals"])
    assert attempt.path_picture(300).width == 300
    frames = attempt.frames(64)
    assert 20 < len(frames) < facts["steps"]  # in strides


def test_what_looked_otherwise_from_closer_by_was_not_done() -> None:
    """From afar it seems that the tomato is to be taken; from the bin, that its lid is to be opened."""
    lid, tomato, *_ = BIN.goals

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        near = distance(world.pose[0], lid.stand[:2]) < 0.3
        return [None if done[0] else Aim((lid.stand[0], lid.stand[1]), lid.point if near else tomato.point)]

    attempt = ErrandAttempt(agent(), task_of(BIN))
    attempt.errands = Errands(CHAI, attempt.world, eyes)
    said = []
    while attempt.look():
        said.append(attempt.goal_sentence())
        attempt.go()
    assert said[0].startswith("1. Take the tomato") and said[1].startswith(
        "1. Looked again from here: open the lid of the bin"
    )
    first, second = attempt.outcome_facts()["goals"]
    assert (first["done"], first["failed"]) == (False, REPLACED) and (second["done"], second["failed"]) == (True, "")


def test_what_is_reached_for_on_a_guess_or_from_memory_is_said_too() -> None:
    lid = BIN.goals[0]
    assert lid.point is not None
    memory = ErrandAttempt(agent(), task_of(BIN))

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        near = distance(world.pose[0], lid.stand[:2]) < 0.3
        aim = Aim((lid.stand[0], lid.stand[1]), lid.point, map=np.full(32 * 192, 1 / (32 * 192)))
        guess = aim._replace(point=BIN.goals[1].point, map=np.full(CHAI.view.rings.count, 1e-4), unseen=True)
        return [None if done[0] else guess if near or attempt is not memory else aim]

    for attempt in (memory, ErrandAttempt(agent(), task_of(BIN))):
        attempt.errands = Errands(CHAI, attempt.world, eyes)
        said = []
        while attempt.look() and len(said) < 5:
            said.append(attempt.goal_sentence())
            attempt.go()
        if attempt is memory:
            assert "as it was told" not in " ".join(said) and attempt.errands.errands[0].ended[0].aim.remembered
            assert attempt.deeds == ["opened the lid of the bin"] and not attempt.corrected
        else:
            assert (
                said[0].startswith("1. Walk there to look for what to reach for")
                and "Looked again from here: take" in said[1]
            )


def test_what_cannot_be_done_is_said_with_its_reason() -> None:
    """It takes the tomato, and then reaches for the lid of the bin with full hands."""
    attempt = attempt_told(BIN, BIN.goals[1], BIN.goals[0])
    while attempt.look():
        attempt.go()
    ending = attempt.outcome_sentence()
    assert "Took the tomato." in ending and "It holds the tomato." in ending and "(failure)" in ending
    assert "Did not reach for the lid of the bin with full hands (2), because the hands are full" in ending
    assert [goal["done"] for goal in attempt.outcome_facts()["goals"]][-1] is False


def test_who_is_told_no_says_what_was_not_done() -> None:
    attempt = attempt_told(BIN, *BIN.goals)
    assert attempt.look()
    attempt.go()
    assert attempt.look() and attempt.question == "Do that?"
    assert "Did not take the tomato (2), because it was not told to." in attempt.outcome_sentence()
    attempt.skip()
    attempt.aim(Aim((float(attempt.world.pose[0, 0]) + 0.5, float(attempt.world.pose[0, 1]))))
    assert attempt.shown[-1].deed == "walk there" and attempt.question == "Go there?" and attempt.shown[-1].number == 3
    assert "somebody said no" in attempt.outcome_sentence()


def test_the_next_instruction_goes_on_with_what_is_in_the_hands() -> None:
    attempt = attempt_told(BIN, BIN.goals[1])
    while attempt.look():
        attempt.go()
    then = attempt.then("put it on the counter")
    assert then.outcome_facts()["holds"] == "the tomato" and then.deeds == [] and len(then.path) == 1
    np.testing.assert_array_equal(then.path[0], attempt.world.pose[0])


def test_a_model_decides_how_an_attempt_is_made() -> None:
    task = Task(CHAI, "a", CHAI.generate(5, scene=3, instruction="go to the fridge"))
    assert isinstance(attempt_at(untrained(CHAI), task), Attempt)
    attempt = attempt_at(agent(), task)
    assert isinstance(attempt, ErrandAttempt)
    while attempt.look():
        assert 0 <= attempt.shown[-1].sure <= 1 and attempt.sighting().probabilities.sum() == pytest.approx(1)
        attempt.go()
    assert attempt.world.stopped[0]
