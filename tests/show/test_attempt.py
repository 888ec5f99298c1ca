"""One attempt that a person watches, on a field and in a house: what is said, shown, corrected, and how it ends."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from show_scenes import CHAI, EPISODE, LANI

from sightline.agent import Agent
from sightline.agent.follow import Following
from sightline.language import Vocabulary
from sightline.models.action_generator import ActionGenerator
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.show.attempt import Attempt
from sightline.show.feature_maps import feature_maps
from sightline.show.task import Task
from sightline.show.words import remarks
from sightline.world import Kind

WORDS = ["go", "to", "the", "well", "anvil", "fridge", "piano"]


def untrained(kind: Kind) -> Agent:
    """An agent that has learned nothing, and never stops."""
    torch.manual_seed(0)
    eyes = LingUNet(LingUNetConfig(vocabulary=len(WORDS) + 1, ground=kind.view.first_ground_row)).eval()
    legs = ActionGenerator(ActionGenerator.Config()).eval()
    with torch.no_grad():
        for parameter in legs.parameters():
            parameter.zero_()  # all actions are alike: the first, forward
    return Agent(kind, eyes, legs, Vocabulary(WORDS), torch.device("cpu"))


def attempt_at(kind: Kind, words: str, known: bool = True) -> Attempt:
    episode = EPISODE if kind is LANI else kind.generate(5, scene=3)
    return Attempt(untrained(kind), Task(kind, "a", replace(episode, instruction=words), known))


@pytest.mark.parametrize("kind", [LANI, CHAI], ids=lambda kind: kind.name)
def test_it_looks_is_corrected_and_goes(kind: Kind) -> None:
    attempt = attempt_at(kind, "go to the well")
    start = attempt.world.pose[0].copy()
    assert attempt.goal_sentence().startswith(f"The goal is {attempt.goal_words()} (not sure: ")
    ahead = start[:2] + np.array([0.0, 2.0])
    attempt.aim(ahead)
    assert attempt.sure == 1.0 and attempt.in_sight and (attempt.place == ahead).all()
    poses = [pose for _, pose in zip(range(5), attempt.steps(), strict=False)]
    outcome = attempt.outcome()
    assert outcome.steps == 5 and not outcome.stopped and (outcome.end == poses[-1]).all()
    assert (attempt.following.way() == [start, *poses]).all()
    assert outcome.off == pytest.approx(np.hypot(*(poses[-1][:2] - ahead)))
    assert outcome.metrics["stop_distance"] == attempt.world.metrics()["stop_distance"][0]
    facts = attempt.outcome_facts()
    assert facts["steps"] == 5 and facts["true_goal"] == attempt.task.episode.goal and facts["completed"] in (True, False)
    assert len(attempt.frames(64)) == 6
    assert attempt.path_picture(300).width == 300


def test_what_nobody_knows_is_not_told() -> None:
    attempt = attempt_at(LANI, "go to the well", known=False)
    attempt.go()
    assert "true_goal" not in attempt.outcome_facts() and "true" not in attempt.outcome_sentence()
    assert attempt.outcome().steps == LANI.horizon and len(attempt.following.way()) == LANI.horizon + 1
    assert attempt.sighting(64).true_goal is None


def test_remarks_use_the_words_of_the_world() -> None:
    field, house = untrained(LANI), untrained(CHAI)
    assert remarks(field, replace(EPISODE, instruction="go to the anvil")) == ["this field has no anvil."]
    assert remarks(field, replace(EPISODE, instruction="go to the well")) == []
    assert remarks(field, replace(EPISODE, instruction="go to the zebra")) == ["the agent does not know 'zebra'."]
    assert "none of these words" in remarks(field, replace(EPISODE, instruction="geh zum Brunnen"))[0]
    assert remarks(field, replace(EPISODE, instruction="go " * 300)) == ["only the first 200 of 300 tokens are read."]
    at_home = replace(CHAI.generate(5, scene=3), instruction="go to the piano")
    assert remarks(house, at_home) == ["this house has no piano."]


def test_each_world_counts_its_own_steps() -> None:
    world = LANI.make(horizon=9)
    world.reset([EPISODE, EPISODE])
    world.step([1, 3])  # one has turned, the other has stopped
    following = Following(untrained(LANI), world)
    following.finish()
    assert [following.outcome(n).steps for n in (0, 1)] == [8, 0]
    assert [following.way(n).shape for n in (0, 1)] == [(9, 3), (1, 3)]
    assert [following.outcome(n).stopped for n in (0, 1)] == [False, True]


def test_feature_maps_are_those_of_the_world_that_is_asked_for() -> None:
    agent, world = untrained(LANI), LANI.make()
    world.reset([EPISODE, replace(EPISODE, start=(10.0, 10.0, 90.0))])
    first, second = (feature_maps(agent, world, n) for n in (0, 1))
    assert first["H_1"].shape == (1, 32, 192) and (first["F_1"] != second["F_1"]).any()
