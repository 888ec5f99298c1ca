"""One attempt that a person watches, on a field and in a house: what is said, shown, corrected, and how it ends."""

from dataclasses import replace

import numpy as np
import pytest
from show_scenes import CHAI, EPISODE, LANI, untrained

from sightline.agent.follow import Following
from sightline.errors import InputError
from sightline.show.attempt import Attempt
from sightline.show.feature_maps import feature_maps
from sightline.show.task import Task
from sightline.world import Kind


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


def test_the_next_instruction_goes_on_from_where_the_agent_stands() -> None:
    first = attempt_at(LANI, "go to the well")
    first.go()
    end = first.world.pose[0].copy()
    second = first.then(" go to the anvil ")
    assert second.task.episode.instruction == "go to the anvil" and second.task.true_goal is None
    assert (second.world.pose[0] == end).all() and second.world.taken[0] == 0
    assert (second.following.way()[0] == end).all() and second.task.episode.start == tuple(end)
    assert second.go().steps == LANI.horizon
    with pytest.raises(InputError, match="empty"):
        second.then(" ")


def test_sureness_has_its_reasons() -> None:
    assert "(a guess: " in attempt_at(LANI, "geh zum Brunnen").goal_sentence()
    doubtful = attempt_at(LANI, "go to the anvil")
    assert "(doubtful: " in doubtful.goal_sentence()
    doubtful.aim((20.0, 20.0))
    assert "(quite sure: 100%" in doubtful.goal_sentence()  # whoever set the goal knows better


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
