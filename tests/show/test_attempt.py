"""One attempt that a person watches, on a field and in a house: what is said, shown, corrected, and how it ends."""

from dataclasses import replace

import numpy as np
import pytest
from show_scenes import CHAI, EPISODE, LANI, peaked, untrained

from sightline.agent.agent import Goals
from sightline.agent.follow import Following
from sightline.errors import InputError
from sightline.lani import Placed, Scene
from sightline.show.attempt import Attempt
from sightline.show.feature_maps import feature_maps
from sightline.show.scenery import scenery_of
from sightline.show.task import Task
from sightline.world import Kind


def attempt_at(kind: Kind, words: str, known: bool = True) -> Attempt:
    episode = EPISODE if kind is LANI else kind.generate(5, scene=3)
    return Attempt(untrained(kind), Task(kind, "a", replace(episode, instruction=words), known))


@pytest.mark.parametrize("kind", [LANI, CHAI], ids=lambda kind: kind.name)
def test_it_looks_is_corrected_and_goes(kind: Kind) -> None:
    attempt = attempt_at(kind, "go to the well")
    start = attempt.world.pose[0].copy()
    assert attempt.goal_sentence().startswith(f"The goal is {attempt.goal_words()} (a guess: ")
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
    assert "(a guess; the agent itself gives it " in attempt_at(LANI, "geh zum Brunnen").goal_sentence()
    doubtful = attempt_at(LANI, "go to the anvil")
    assert "(doubtful; " in doubtful.goal_sentence()
    doubtful.aim((20.0, 20.0))
    assert "(quite sure: 100%" in doubtful.goal_sentence()  # whoever set the goal knows better


def seen_at(place: tuple[float, float], sure: float, *way: tuple[float, float]) -> Goals:
    """What a look around says."""
    passing = np.array(way).reshape(-1, 2)
    return Goals(peaked(place)[None], np.array([place]), np.ones(1, bool), np.array([sure]), [passing])


def attempt_that_sees(*looks: Goals, words: str = "go to the well", scene: Scene | None = None) -> Attempt:
    """One on the field whose agent sees these goals, one after the other, and goes straight north."""
    episode = replace(EPISODE, instruction=words, scene=EPISODE.scene if scene is None else scene)
    attempt, left = Attempt(untrained(LANI), Task(LANI, "a", episode)), list(looks)
    attempt.agent.goal_model.looks_again = True
    attempt.agent.locate = lambda *_: left.pop(0) if len(left) > 1 else left[0]  # type: ignore[method-assign]
    return attempt


def test_the_way_is_said_drawn_and_told_to_programs() -> None:
    attempt = attempt_that_sees(seen_at((20.0, 27.0), 0.9, (25.0, 20.0), (26.0, 29.0)))
    assert attempt.goal_sentence() == (
        "The goal is about 12 units straight ahead, at the well (quite sure: 90% likely within 5 units). "
        "It will go by way of 2 places, as seen from where it stands now: first about 7 units ahead to the right, "
        "8 units from the well (1); then about 15 units ahead to the right, right of the well (2)."
    )
    assert attempt.goal_facts()["goal"]["way"] == [[25, 20], [26, 29], [20, 27]]
    assert attempt.way.tolist() == attempt.sighting(64).way.tolist() == [[25, 20], [26, 29]]
    straight = attempt_that_sees(seen_at((20.0, 27.0), 0.9))
    assert "by way of" not in straight.goal_sentence() and straight.goal_facts()["goal"]["way"] == [[20, 27]]
    ground = scenery_of(LANI).map_of(EPISODE, 300)
    column, row = ground.at((25.0, 20.0)).astype(int)
    drawn = np.asarray(attempt.path_picture(300).crop((0, 72, 300, 372)))
    disc = drawn[row - 3 : row + 4, column - 3 : column + 4]
    assert (disc != np.asarray(ground.picture)[row - 3 : row + 4, column - 3 : column + 4]).any(2).all()
    assert attempt.advice() == ""


def test_a_goal_that_is_seen_elsewhere_on_the_way_is_said_and_shown() -> None:
    attempt = attempt_that_sees(seen_at((20.0, 24.0), 0.4), seen_at((30.0, 30.0), 0.8))
    assert attempt.first_place is None
    outcome = attempt.go()
    assert outcome.looks == 2 and not attempt.lost
    assert attempt.first_place is not None and attempt.first_place.tolist() == [20, 24]
    assert attempt.outcome_sentence().startswith(
        "Looked again on the way and saw the goal elsewhere: near the well, 12 units"
    )
    facts = attempt.outcome_facts()
    assert (facts["looks"], facts["sureness"], facts["lost"], facts["last_goal"]) == (2, 0.8, False, [30, 30])
    frames = [np.asarray(frame) for frame in attempt.frames(64)]
    assert len(frames) == LANI.horizon + 1
    same = attempt_that_sees(seen_at((20.0, 24.0), 0.4), seen_at((20.0, 26.0), 0.8))
    same.go()
    assert same.outcome_sentence().startswith("Took ") and same.first_place is None  # near the first one


def test_who_does_not_know_asks_for_other_words() -> None:
    attempt = attempt_that_sees(seen_at((20.0, 24.0), 0.2), seen_at((20.0, 25.0), 0.25))
    assert "(a guess: 20% likely" in attempt.goal_sentence() and "say it another way" in attempt.advice()
    attempt.go()
    assert attempt.lost and attempt.outcome_facts()["lost"]
    assert "looked again" in attempt.advice() and "other words" in attempt.advice()
    found = attempt_that_sees(seen_at((20.0, 24.0), 0.2), seen_at((20.0, 25.0), 0.9))
    found.go()
    assert not found.lost and found.advice() == ""


def test_what_is_hidden_is_looked_for_on_the_way() -> None:
    behind = Scene((Placed("BigHouse", 20.0, 25.0, 5.0), Placed("WaterWell", 20.0, 40.0, 2.0)))
    attempt = attempt_that_sees(seen_at((20.0, 24.0), 0.2), scene=behind)
    assert "look again on the way" in attempt.advice() and "(doubtful; " in attempt.goal_sentence()


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
