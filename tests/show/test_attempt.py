"""One attempt that a person watches, on a field and in a house: what is shown, said, corrected, and how it ends."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
import torch
from show_scenes import CHAI, EPISODE, LANI, START, Sees, given, led, peaked, unbiased, untrained

from sightline.agent import Agent, Aim, Journey
from sightline.agent.aim import Done
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.errors import InputError
from sightline.geometry import direction, distance
from sightline.geometry.types import Floats
from sightline.lani import Placed, Scene
from sightline.show.attempt import OUT_OF_ACTIONS, REPLACED, STOPPED, Attempt
from sightline.show.feature_maps import feature_maps
from sightline.show.scenery import scenery_of
from sightline.show.task import Task, task_of
from sightline.world import Goal, Kind, World

NOWHERE = np.full(CHAI.view.rings.count, 1 / CHAI.view.rings.count)  # a map of a model that has no idea
BOTH = pytest.mark.parametrize("kind", [LANI, CHAI], ids=lambda kind: kind.name)


def task_in(kind: Kind, words: str, known: bool = True) -> Task:
    episode = EPISODE if kind is LANI else kind.generate(5, scene=3)
    return Task(kind, "a", replace(episode, instruction=words), known)


def seen(place: tuple[float, float], confidence: float) -> Aim:
    """A place as a model sees it on the field."""
    return Aim(place, None, confidence, peaked(place), np.array(START))


def watched(agent: Agent, task: Task) -> Attempt:
    """An attempt that has looked around."""
    attempt = Attempt(agent, task)
    assert attempt.look()
    return attempt


def place_of(attempt: Attempt) -> Floats:
    """Where the agent believes its goal to be."""
    assert attempt.current is not None
    return attempt.current.place


def seeing(*aims: Aim, again: Aim | None = None, words: str = "go to the well", scene: Scene | None = None) -> Attempt:
    """One on the field whose agent sees these aims, the last one otherwise on the way, and goes straight north."""

    def see(world: World, done: Sequence[Done], held: Aim | None) -> Aim | None:
        return again if held is not None else aims[len(done)] if len(done) < len(aims) else None

    episode = replace(EPISODE, instruction=words, scene=EPISODE.scene if scene is None else scene)
    agent = untrained(LANI)
    agent.predictor.model.looks_again = True
    return watched(led(agent, Sees(see, doubtful=again is not None)), Task(LANI, "a", episode, True))


# On a field and in a house


@BOTH
def test_it_looks_is_corrected_and_goes(kind: Kind) -> None:
    start = np.array(task_in(kind, "go").episode.start)
    ahead, farther = (start[:2] + steps * kind.near * direction(start[2]) for steps in (0.6, 0.8))
    guess = Aim((farther[0], farther[1]), None, 0.1, np.full(kind.view.grid.out_of_sight + 1, 1e-4), start)
    attempt = watched(led(untrained(kind), Sees(lambda world, done, held: None if done else guess)), task_in(kind, "go"))
    first = attempt.goal_sentence()
    assert first.startswith("The goal is about 4 units" if kind is LANI else "1. Walk there, about 0.8 metres")
    assert "(a guess: 10% likely within" in first and not attempt.corrected and attempt.question == "Go there?"
    attempt.aim_at(ahead)
    assert attempt.corrected and (place_of(attempt) == ahead).all() and not attempt.again
    assert "(set by you)" in attempt.goal_sentence() and "%" not in attempt.goal_sentence()
    poses = [pose for _, pose in zip(range(3), attempt.steps(), strict=False)]
    outcome = attempt.outcome()
    assert outcome.steps == 3 and not outcome.stopped and (outcome.end == poses[-1]).all()
    assert (attempt.path == [start, *poses]).all()
    assert outcome.off == pytest.approx(np.hypot(*(poses[-1][:2] - ahead)))
    assert outcome.metrics["stop_distance"] == attempt.world.metrics()["stop_distance"][0]
    facts = attempt.outcome_facts()
    assert facts["steps"] == 3 and facts["true_goal"] == attempt.task.episode.goal and facts["completed"] in (True, False)
    guessed, corrected = facts["goals"]
    assert (guessed["number"], guessed["given"], guessed["confidence"]) == (1, False, 0.1)
    assert (corrected["number"], corrected["given"], corrected["stand"]) == (1, True, ahead.round(2).tolist())
    assert guessed["failed"] == REPLACED and corrected["failed"] == STOPPED and not corrected["done"]
    assert len(attempt.frames(64)) == 4
    assert attempt.path_picture(300).width == 300


@BOTH
def test_the_next_instruction_goes_on_from_where_the_agent_stands(kind: Kind) -> None:
    first = watched(given(untrained(kind), *aims_ahead(kind, 0.6)), task_in(kind, "go to the well"))
    first.go()
    end = first.world.pose[0].copy()
    second = first.then(" go to the anvil ")
    assert second.task.episode.instruction == "go to the anvil" and second.task.true_goal is None
    assert (second.world.pose[0] == end).all() and second.world.taken[0] == 0
    assert (second.path == [end]).all() and second.task.episode.start == tuple(end)
    with pytest.raises(InputError, match="empty"):
        second.then(" ")


def aims_ahead(kind: Kind, *steps: float) -> list[Aim]:
    """Places straight ahead of where tasks start."""
    start = np.array(task_in(kind, "go").episode.start)
    places = [start[:2] + far * kind.near * direction(start[2]) for far in steps]
    return [Aim((float(x), float(z))) for x, z in places]


@BOTH
def test_a_true_goal_that_is_unknown_is_neither_said_nor_drawn(kind: Kind) -> None:
    attempt = watched(given(untrained(kind), *aims_ahead(kind, 0.6)), task_in(kind, "go to the well", known=False))
    attempt.go()
    assert "true_goal" not in attempt.outcome_facts() and "true" not in attempt.outcome_sentence()
    assert attempt.sighting(64).true_goal is None


@BOTH
def test_an_aim_that_is_not_wanted_is_dropped_and_said_not_to_be_done(kind: Kind) -> None:
    attempt = watched(given(untrained(kind), *aims_ahead(kind, 0.6)), task_in(kind, "go", known=False))
    attempt.skip()
    assert not attempt.look() and attempt.world.stopped[0]  # nothing is left
    ending = attempt.outcome_sentence()
    assert ending.startswith("Did not walk there, because it was not wanted. Took 1 step and stopped ")
    (goal,) = attempt.outcome_facts()["goals"]
    assert not goal["done"] and goal["failed"] == "it was not wanted"


@BOTH
def test_an_agent_that_sees_nothing_to_do_stops_and_says_so(kind: Kind) -> None:
    attempt = Attempt(given(untrained(kind)), task_in(kind, "go", known=False))
    assert not attempt.look() and attempt.world.stopped[0]
    assert "nothing to do" in attempt.advice() and attempt.outcome_sentence() == "Took 1 step and stopped."
    assert attempt.outcome_facts()["goals"] == [] and len(attempt.frames(64)) == 2
    assert attempt.path_picture(300).width == 300


# On a field


def test_an_agent_that_never_stops_runs_out_of_actions() -> None:
    attempt = watched(untrained(LANI), task_in(LANI, "go to the well", known=False))
    outcome = attempt.go()
    assert outcome.steps == LANI.horizon and len(attempt.path) == LANI.horizon + 1 and not outcome.stopped
    (goal,) = attempt.outcome_facts()["goals"]
    assert not goal["done"] and goal["failed"] == OUT_OF_ACTIONS
    assert attempt.outcome_sentence().startswith("Took 40 steps and ran out of actions ")  # which is said once


def test_confidence_has_its_reasons() -> None:
    guess = watched(untrained(LANI), task_in(LANI, "geh zum Brunnen"))
    assert "(a guess; the agent itself gives it " in guess.goal_sentence()
    doubtful = watched(untrained(LANI), task_in(LANI, "go to the anvil"))
    assert "(doubtful; " in doubtful.goal_sentence()
    doubtful.aim_at(np.array([20.0, 20.0]))
    assert "doubtful" not in doubtful.goal_sentence()  # the person knows where it is


def test_a_point_on_a_field_is_the_place_below_it() -> None:
    attempt = seeing(seen((20.0, 27.0), 0.9))
    attempt.aim_at(np.array([22.0, 1.5, 24.0]))
    assert attempt.proposals[-1].aim.point is None and place_of(attempt).tolist() == [22, 24]


PASSING = Aim((25.0, 20.0), seen_from=np.array(START), waypoint=True), Aim((26.0, 29.0), waypoint=True)


def test_the_way_is_said_drawn_and_in_the_facts() -> None:
    attempt = seeing(*PASSING, seen((20.0, 27.0), 0.9))
    assert attempt.goal_sentence() == (
        "The goal is about 12 units straight ahead, at the well (quite sure: 90% likely within 5 units). "
        "It will go by way of 2 places, as seen from where it stands now: first about 7 units ahead to the right, "
        "8 units from the well (1); then about 15 units ahead to the right, right of the well (2)."
    )
    (goal,) = attempt.goal_facts()["goals"]
    assert (goal["stand"], goal["way"], goal["confidence"]) == ([20, 27], [[25, 20], [26, 29]], 0.9)
    assert attempt.way.tolist() == attempt.sighting(64).way.tolist() == [[25, 20], [26, 29]]
    straight = seeing(seen((20.0, 27.0), 0.9))
    assert "by way of" not in straight.goal_sentence() and straight.goal_facts()["goals"][0]["way"] == []
    ground = scenery_of(LANI).map_of(EPISODE, 300)
    column, row = ground.at((25.0, 20.0)).astype(int)
    drawn = np.asarray(attempt.path_picture(300).crop((0, 72, 300, 372)))
    disc = drawn[row - 3 : row + 4, column - 3 : column + 4]
    assert (disc != np.asarray(ground.picture)[row - 3 : row + 4, column - 3 : column + 4]).any(2).all()
    assert attempt.advice() == ""


def test_a_corrected_goal_has_no_way_to_it() -> None:
    attempt = seeing(*PASSING, seen((20.0, 27.0), 0.9))
    attempt.aim_at(np.array([20.0, 24.0]))
    assert not len(attempt.way) and "by way of" not in attempt.goal_sentence()
    assert attempt.proposals[-1].number == 1
    attempt.go()
    assert "not wanted" not in attempt.outcome_sentence()  # nor are waypoints spoken of that the person has not seen
    assert "from the goal that you set" in attempt.outcome_sentence()


def test_a_place_to_pass_that_there_was_no_time_for_is_said() -> None:
    attempt = seeing(Aim((45.0, 15.0), waypoint=True), seen((20.0, 45.0), 0.9))
    attempt.go()
    assert attempt.outcome_sentence().startswith("Left out 1 place to pass, because there was no time left for it. Took 40")
    assert [goal["stand"] for goal in attempt.outcome_facts()["goals"]] == [[20, 45]]


def test_out_of_actions_on_the_way_it_is_the_goal_that_is_spoken_of() -> None:
    """A waypoint that is never reached is not what the agent was given."""
    blocked = Scene((Placed("BigHouse", 20.0, 24.0, 5.0),))
    attempt = seeing(Aim((20.0, 40.0), waypoint=True), seen((26.0, 40.0), 0.9), scene=blocked)
    outcome = attempt.go()
    assert outcome.aim is not None and not outcome.aim.waypoint and "the goal it saw" in attempt.outcome_sentence()


def test_a_goal_that_is_seen_elsewhere_on_the_way_is_said_and_shown() -> None:
    attempt = seeing(seen((20.0, 24.0), 0.4), again=replace(seen((30.0, 30.0), 0.8), seen_from=None))
    outcome = attempt.go()
    assert outcome.looks == 2 and not attempt.lost and place_of(attempt).tolist() == [30, 30]
    assert attempt.outcome_sentence().startswith(
        "Looked again on the way and saw the goal elsewhere: near the well, 12 units"
    )
    facts = attempt.outcome_facts()
    assert (facts["looks"], facts["lost"]) == (2, False)
    assert len(attempt.frames(64)) == LANI.horizon + 1
    same = seeing(seen((20.0, 24.0), 0.4), again=replace(seen((20.0, 26.0), 0.8), seen_from=None))
    same.go()
    assert same.outcome_sentence().startswith("Took ")  # near the first one


def test_an_agent_that_does_not_know_asks_for_other_words() -> None:
    attempt = seeing(seen((20.0, 24.0), 0.2), again=replace(seen((20.0, 25.0), 0.25), seen_from=None))
    assert "(a guess: 20% likely" in attempt.goal_sentence() and "other words" in attempt.advice()
    attempt.go()
    assert attempt.lost and attempt.outcome_facts()["lost"] and "other words" in attempt.advice()
    found = seeing(seen((20.0, 24.0), 0.2), again=replace(seen((20.0, 25.0), 0.9), seen_from=None))
    found.go()
    assert not found.lost and found.advice() == ""


def test_what_is_hidden_is_looked_for_on_the_way() -> None:
    behind = Scene((Placed("BigHouse", 20.0, 25.0, 5.0), Placed("WaterWell", 20.0, 40.0, 2.0)))
    attempt = seeing(seen((20.0, 24.0), 0.2), scene=behind)
    assert "look again on the way" in attempt.advice() and "(doubtful; " in attempt.goal_sentence()


def test_each_world_counts_its_own_steps() -> None:
    world, agent = LANI.make(horizon=9), untrained(LANI)
    world.reset([EPISODE, EPISODE])
    world.step([1, 3])  # one has turned, the other has stopped
    journey = agent.journey(world)
    journey.finish()
    assert [journey.outcome(n).steps for n in (0, 1)] == [8, 0]
    assert [journey.trajectory(n).shape for n in (0, 1)] == [(9, 3), (1, 3)]
    assert [journey.outcome(n).stopped for n in (0, 1)] == [False, True]


def test_feature_maps_are_those_of_the_world_that_is_asked_for() -> None:
    agent, world = untrained(LANI), LANI.make()
    world.reset([EPISODE, replace(EPISODE, start=(10.0, 10.0, 90.0))])
    first, second = (feature_maps(agent, world, n) for n in (0, 1))
    assert first["H_1"].shape == (1, 32, 192) and (first["F_1"] != second["F_1"]).any()


# In a house


@pytest.fixture(scope="module")
def bin_errand() -> Example:
    """Open the bin, take the tomato from the table, put it into the bin."""
    return examples_of([corpus_paragraph(corpus_kind("chai"), 0, 5)])[2]


def aim_of(goal: Goal) -> Aim:
    return Aim(goal.stand, goal.point)


def go_on(attempt: Attempt) -> list[str]:
    """Say yes to everything; what was said of each aim before."""
    sentences = []
    while attempt.look() and len(sentences) < 9:
        sentences.append(attempt.goal_sentence())
        attempt.go()
    return sentences


def test_each_goal_is_shown_before_the_agent_goes_for_it_and_deeds_are_said(bin_errand: Example) -> None:
    attempt = Attempt(given(untrained(CHAI), *map(aim_of, bin_errand.goals)), task_of(bin_errand))
    said, steps = [], []
    while attempt.look():
        steps.append(len(attempt.actions))
        said.append(attempt.goal_sentence())
        assert attempt.goal_picture().width == 6 * 256
        attempt.go()
    assert steps[0] == 0 and steps == sorted(set(steps))
    assert said[1].startswith("2. Take the tomato, about ") and "at the dining table in the kitchen" in said[1]
    assert said[2].startswith("3. Put the tomato in the bin, about ")
    ending = attempt.outcome_sentence()
    assert ending.startswith("Opened the lid of the bin, took the tomato and put the tomato in the bin. Took ")
    assert "from the true goal (success)" in ending and "Did not" not in ending and attempt.advice() == ""
    facts = attempt.outcome_facts()
    assert facts["completed"] and facts["manipulation_accuracy"] == 100 and facts["holds"] == ""
    assert [goal["kind"] for goal in facts["goals"]] == ["interaction"] * 3 and all(goal["done"] for goal in facts["goals"])
    assert attempt.path_picture(300).width == 300
    frames = attempt.frames(64)
    assert 20 < len(frames) < facts["steps"]  # in strides


def test_what_looks_like_something_else_from_closer_by_was_not_done(bin_errand: Example) -> None:
    """From afar it seems that the tomato is to be taken; from the bin, that its lid is to be opened."""
    lid, tomato, *_ = bin_errand.goals

    def see(world: World, done: Sequence[Done], held: Aim | None) -> Aim | None:
        near = distance(world.pose[0], lid.stand[:2]) < 0.3
        return None if done else Aim(lid.stand[:2], lid.point if near else tomato.point, map=NOWHERE)

    attempt = Attempt(led(untrained(CHAI), Sees(see)), task_of(bin_errand))
    first, second = go_on(attempt)
    assert first.startswith("1. Take the tomato") and second.startswith("1. Looked again from here: open the lid of the bin")
    one, two = attempt.outcome_facts()["goals"]
    assert (one["done"], one["failed"]) == (False, REPLACED) and (two["done"], two["failed"]) == (True, "")


def test_what_is_reached_for_from_memory_is_not_said_to_be_given(bin_errand: Example) -> None:
    lid = bin_errand.goals[0]

    def see(world: World, done: Sequence[Done], held: Aim | None) -> Aim | None:
        if done or held is None:
            return None if done else Aim(lid.stand[:2], lid.point, 0.7, NOWHERE)
        return replace(held, map=None, remembered=True)  # from close by it is out of sight

    attempt = Attempt(led(untrained(CHAI), Sees(see)), task_of(bin_errand))
    assert "set by" not in " ".join(go_on(attempt)) and attempt.journey.courses[0].ended[0].aim.remembered
    assert attempt.deeds == ["opened the lid of the bin"] and not attempt.corrected


def test_a_thing_out_of_sight_is_looked_for_first(bin_errand: Example) -> None:
    lid, tomato, *_ = bin_errand.goals
    guess = Aim(lid.stand[:2], tomato.point, 0.5, NOWHERE, in_sight=False)
    see = Sees(lambda world, done, held: None if done else guess)
    attempt = Attempt(led(untrained(CHAI), see), task_of(bin_errand))
    (first,) = go_on(attempt)
    assert first.startswith("1. Walk there to look for what to reach for, ")
    assert not attempt.deeds and "out of view" in attempt.outcome_sentence()  # it never reaches for what it does not see


def test_what_cannot_be_done_is_said_with_its_reason(bin_errand: Example) -> None:
    """It takes the tomato, and then reaches for the lid of the bin with full hands."""
    lid, tomato, *_ = bin_errand.goals
    attempt = Attempt(given(untrained(CHAI), aim_of(tomato), aim_of(lid)), task_of(bin_errand))
    go_on(attempt)
    ending = attempt.outcome_sentence()
    assert "Took the tomato." in ending and "It holds the tomato." in ending and "(failure)" in ending
    assert "Did not reach for the lid of the bin with full hands (2), because the hands are full" in ending
    assert [goal["done"] for goal in attempt.outcome_facts()["goals"]] == [True, False]


def test_a_no_is_said_and_the_agent_waits(bin_errand: Example) -> None:
    attempt = watched(given(untrained(CHAI), *map(aim_of, bin_errand.goals)), task_of(bin_errand))
    attempt.go()
    assert attempt.look() and attempt.question == "Do that?"
    ending = attempt.outcome_sentence()
    assert "Did not take the tomato (2), because you did not say go." in ending
    assert " and waits " in ending and "ran out" not in ending  # it has time left
    attempt.skip()
    assert attempt.look()
    x, z = attempt.world.pose[0, :2].tolist()
    attempt.aim(Aim((x + 0.5, z)))
    assert (
        attempt.proposals[-1].deed == "walk there" and attempt.question == "Go there?" and attempt.proposals[-1].number == 3
    )
    assert "Did not take the tomato (2), because it was not wanted." in attempt.outcome_sentence()


def test_a_correction_that_the_agent_sees_no_way_to_changes_nothing(bin_errand: Example) -> None:
    attempt = watched(given(untrained(CHAI), *map(aim_of, bin_errand.goals)), task_of(bin_errand))
    before = attempt.goal_sentence()
    with pytest.raises(InputError, match="no way"):
        attempt.aim(Aim(tuple(attempt.world.pose[0, :2])))  # it stands there
    assert attempt.goal_sentence() == before and len(attempt.proposals) == 1
    attempt.go()
    assert attempt.deeds == ["opened the lid of the bin"]


def test_a_person_may_insist_on_an_aim_that_was_given_up_before(bin_errand: Example) -> None:
    """After an agent has given up a place again and again it stops there; a person who wants it is obeyed."""
    start = bin_errand.episode.start
    here, there = Aim((start[0] + 0.6, start[1])), Aim((start[0] - 0.6, start[1]))
    attempt = watched(given(untrained(CHAI), *[here] * 6, there), task_of(bin_errand))
    for _ in range(6):
        attempt.skip()
        assert attempt.look()
    attempt.aim(here)
    attempt.go()
    assert len(attempt.actions) > 2 and not attempt.failure(attempt.proposals[-1])


def test_what_was_given_up_unseen_is_not_a_goal_seen_elsewhere(bin_errand: Example) -> None:
    """After the last goal that was shown comes one that the agent gives up at once."""
    lid = bin_errand.goals[0]
    outside = Aim((lid.stand[0] + 40.0, lid.stand[1] + 40.0))  # beyond all that it can have seen
    attempt = Attempt(given(untrained(CHAI), aim_of(lid), outside), task_of(bin_errand))
    assert len(go_on(attempt)) == 1
    ending = attempt.outcome_sentence()
    assert "elsewhere" not in ending and "Gave up 1 more goal at once, because it saw no way to it" in ending


def test_the_next_instruction_goes_on_with_what_is_in_the_hands(bin_errand: Example) -> None:
    attempt = Attempt(given(untrained(CHAI), aim_of(bin_errand.goals[1])), task_of(bin_errand))
    go_on(attempt)
    then = attempt.then("put it on the counter")
    assert then.outcome_facts()["holds"] == "the tomato" and then.deeds == [] and len(then.path) == 1
    np.testing.assert_array_equal(then.path[0], attempt.world.pose[0])


def test_a_model_that_has_learned_nothing_ends_too() -> None:
    attempt = Attempt(untrained(CHAI), Task(CHAI, "a", CHAI.generate(5, scene=3, instruction="go to the fridge")))
    while attempt.look():
        aim = attempt.proposals[-1].aim
        assert 0 <= aim.confidence <= 1
        assert aim.searching or attempt.sighting().probabilities.sum() == pytest.approx(1)
        attempt.go()
    assert attempt.world.stopped[0]


# With learned legs in a house, as the paper's agent has them


def stops_at_once(kind: Kind) -> Agent:
    """An agent with typed legs that call every place reached at once."""
    generator = unbiased(actions=len(kind.actions), typed=True)
    with torch.no_grad():
        generator.policy.bias[kind.actions.index("stop")] = 1.0
    return replace(untrained(kind), generator=generator)


def test_the_next_aim_is_shown_before_learned_legs_take_a_step_for_it() -> None:
    """The action generator says that it has arrived; the aim after that one is not gone for before a person has seen it."""
    attempt = Attempt(given(stops_at_once(CHAI), *aims_ahead(CHAI, 0.6, 1.2, 1.8)), task_in(CHAI, "go"))
    said = go_on(attempt)
    assert [sentence[:2] for sentence in said] == ["1.", "2.", "3."] and attempt.world.stopped[0]
    assert len(attempt.actions) == 1 and all(goal["done"] for goal in attempt.outcome_facts()["goals"])


def test_steps_are_those_of_a_journey_that_is_not_watched() -> None:
    generator = unbiased(actions=len(CHAI.actions), typed=True)
    with torch.no_grad():
        generator.time.weight[3] = generator.policy.weight[CHAI.actions.index("stop"), generator.config.hidden :] = 1.0
    agent = given(replace(untrained(CHAI), generator=generator), *aims_ahead(CHAI, 0.6, 1.2, 1.8))
    task = task_in(CHAI, "go")
    attempt = Attempt(agent, task)
    go_on(attempt)
    world = CHAI.make()
    world.reset([task.episode])
    journey = Journey(CHAI, world, agent.seer(), agent.legs(world))
    journey.finish()
    assert [int(action[0]) for action in journey.actions] == attempt.actions
    np.testing.assert_array_equal(journey.trajectory(), attempt.path)
