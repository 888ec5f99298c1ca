"""Every method in every world of the package: it acts, predicts, ends, and does the same again; people see agents."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from houses import Houses
from PIL import Image

from sightline.agent import Agent
from sightline.agent.journey import until_over
from sightline.agent.methods import AGENTS, METHODS, is_bundled
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.evaluation.methods import Runner
from sightline.evaluation.scores import results_of, run_goals
from sightline.models.pretrained import load_goal_model, load_model
from sightline.show.attempt import Attempt
from sightline.show.task import task_of
from sightline.world import KINDS, kind_of

METHODS_OF = [(world, name) for world in KINDS for name in METHODS if is_bundled(kind_of(world), name)]
ACTING = [(world, name) for world, name in METHODS_OF if METHODS[name].legs]
PREDICTING = [(world, name) for world, name in METHODS_OF if METHODS[name].predicts]
FOLLOWING = [(world, name) for world, name in METHODS_OF if name in AGENTS]


PATHS: dict[tuple[str, str], Any] = {}  # of what has run in this process: nothing runs a third time


@pytest.fixture(scope="module", autouse=True)
def _models_once() -> Iterator[None]:
    """Every model is read from disk once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sightline.agent.agent.load_goal_model", cache(load_goal_model))
        cached = cache(load_model)
        for module in ("goal_typing", "legs", "reactive"):
            patch.setattr(f"sightline.agent.{module}.load_model", cached)
        yield


@pytest.fixture(scope="module")
def examples_in(houses: Houses) -> dict[str, list[Example]]:
    """Two instructions in each world; in the house one asks for walking, the other for reaching."""
    walks = next(example for example in houses.examples if example.walks)
    field = examples_of([stream_paragraph(corpus_kind("lani"), 7, 0)])
    return {"lani": field[:2], "chai": [walks, houses.reaching[0]]}


def test_all_methods_are_tried() -> None:
    assert {name for _, name in METHODS_OF} == set(METHODS) and {world for world, _ in METHODS_OF} == set(KINDS)
    assert {name for world, name in FOLLOWING if world == "chai"} == set(AGENTS)


@pytest.mark.parametrize(("world", "name"), ACTING)
def test_it_acts_and_ends_and_goes_the_same_way_again(examples_in: Any, world: str, name: str) -> None:
    examples, kind = examples_in[world], kind_of(world)
    paths = []
    for _ in range(2):
        reported: list[int] = []
        runner = Runner(kind, seed=3, progress=reported.append)
        worlds = runner.world(examples)
        starts = worlds.pose.copy()
        outcome = runner.run(name, worlds, examples)
        assert outcome.path is not None and outcome.pose is not None and outcome.metrics is not None
        assert worlds.over.all() and (worlds.taken <= worlds.horizon).all() and sum(reported) == len(examples)
        np.testing.assert_array_equal(outcome.path[[0, -1]], [starts, outcome.pose])
        assert {metric.key for metric in kind.metrics} | {"stop_distance", "completed"} <= outcome.metrics.keys()
        results = results_of(examples, outcome)
        assert [result.instruction for result in results] == [example.segment.instruction for example in examples]
        assert (outcome.aims is not None) == (METHODS[name].predicts and world == "lani") == (results[0].goal is not None)
        paths.append(outcome.path)
    np.testing.assert_array_equal(*paths)
    PATHS[world, name] = paths[0]


@pytest.mark.parametrize(("world", "name"), PREDICTING)
def test_it_says_where_every_goal_is_and_says_the_same_again(examples_in: Any, world: str, name: str) -> None:
    examples = examples_in[world]
    goals = [goal for example in examples for goal in example.goals] if world == "chai" else examples
    first, again = (run_goals(Runner(kind_of(world)), name, examples) for _ in range(2))
    assert len(first) == len(goals) and first == again
    for result in first:
        assert result.goal_distance is not None and np.isfinite(result.goal_distance) and result.end is None
        assert result.goal is None or (len(result.goal) in (2, 3) and np.isfinite(result.goal).all())
        assert (result.confidence is not None) == (METHODS[name].seer == "model")
        assert result.confidence is None or 0 <= result.confidence <= 1


@pytest.mark.parametrize(("world", "name"), FOLLOWING)
def test_its_journey_ends_and_is_the_one_that_is_evaluated(examples_in: Any, world: str, name: str) -> None:
    examples, runner = examples_in[world], Runner(kind_of(world))
    journey = Agent.from_pretrained(world, name).journey(runner.world(examples))
    path = journey.finish()
    assert journey.world.over.all() and path.shape == (len(journey.actions) + 1, len(examples), 3)
    for n in range(len(examples)):
        outcome = journey.outcome(n)
        assert outcome.over and outcome.steps == len(journey.trajectory(n)) - 1 and np.isfinite(outcome.off)
        assert all(ended.failed or ended.aim.confidence <= 1 for ended in journey.courses[n].ended)
    if (world, name) not in PATHS:
        PATHS[world, name] = runner.run(name, runner.world(examples), examples).path
    np.testing.assert_array_equal(path, PATHS[world, name])


@pytest.mark.parametrize(("world", "name"), FOLLOWING)
def test_people_see_and_read_what_it_is_about(examples_in: Any, world: str, name: str) -> None:
    attempt = Attempt(Agent.from_pretrained(world, name), task_of(examples_in[world][-1]))
    assert attempt.look() or attempt.world.over[0]
    for _ in until_over(attempt.world):
        assert attempt.goal_sentence().endswith(".") and attempt.question.endswith("?")
        attempt.advice()
        attempt.go()
    assert attempt.outcome_sentence().endswith(".") and attempt.outcome().over
    facts = json.loads(json.dumps(attempt.outcome_facts()))
    assert len(facts["goals"]) == len(attempt.proposals) and facts["steps"] == attempt.outcome().steps
    pictures = [attempt.path_picture(128), *attempt.frames(64)]
    if attempt.proposals:
        pictures.append(attempt.goal_picture())
    assert len(pictures) > 2 and not any(is_blank(picture) for picture in pictures)


def is_blank(picture: Image.Image) -> bool:
    """Whether all of its pixels are the same."""
    return all(low == high for low, high in picture.convert("RGB").getextrema())
