"""The one loop: look, aim, skip, step, finish."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from agent.scripts import FORWARD, LANI, RIGHT, START, STOP, PlannedSeer, ScriptedLegs, ScriptedSeer, empty_field, seen

from sightline.agent.aim import ACTED, LOOK_AGAIN, REACHED, Aim, Done, Ended, Event
from sightline.agent.journey import NO_TIME, UNWANTED, Course, Journey, Outcome, next_goals, until_over
from sightline.agent.legs import LearnedLegs, load_action_generator
from sightline.agent.look import Look, device_of
from sightline.agent.methods import WEIGHTS
from sightline.agent.scripted import PolicyLegs, most_frequent
from sightline.agent.seers import GivenAims
from sightline.errors import InputError
from sightline.geometry import distance
from sightline.lani import LaniWorld
from sightline.models.action_generator import ActionGenerator
from sightline.world import Step

GOAL = (25.0, 30.0)


def journey_of(world: LaniWorld, seer: Any, **script: Any) -> tuple[Journey, ScriptedLegs]:
    legs = ScriptedLegs(world, **script)
    return Journey(LANI, world, seer, legs), legs


def ends(journey: Journey, n: int = 0) -> list[tuple[tuple[float, ...], str]]:
    return [(ended.aim.stand, ended.failed) for ended in journey.courses[n].ended]


# Looking


def test_a_journey_begins_where_the_agents_stand_and_has_the_time_that_its_legs_need() -> None:
    world = empty_field(GOAL, GOAL)
    journey, _ = journey_of(world, ScriptedSeer())
    assert world.horizon.tolist() == [30, 30] and len(journey.path) == 1 and journey.last_aim() is None
    np.testing.assert_array_equal(journey.path[0], [START, START])
    assert Journey(LANI, empty_field(GOAL), ScriptedSeer(), None).world.horizon.tolist() == [40]


def test_the_seer_is_asked_wherever_there_is_no_aim() -> None:
    aims = [[seen(1.0, 1.0)], [seen(2.0, 2.0)], []]
    seer = ScriptedSeer(aims)
    journey, legs = journey_of(empty_field(GOAL, GOAL, GOAL), seer)
    assert journey.look() == [0, 1] and journey.look() == []  # nothing is to be done in the last world
    assert seer.asked == [([0, 1, 2], [[], [], []], [None, None, None])]
    assert [course.aim for course in journey.courses] == [aims[0][0], aims[1][0], None]
    assert [course.finished for course in journey.courses] == [False, False, True]
    assert [(n, aim, looks) for n, aim, looks, _ in legs.set_outs] == [(0, aims[0][0], 0), (1, aims[1][0], 0)]
    journey.skip(1)
    assert journey.look() == [] and seer.asked[1:] == [([1], [[Done(2.0, 2.0, False, UNWANTED)]], [None])]


def test_a_look_has_what_seer_and_legs_need_and_knows_where_the_words_were_said() -> None:
    world = empty_field(GOAL, GOAL)
    seer = ScriptedSeer([[seen(1.0, 1.0)], [seen(2.0, 2.0)]])
    journey, legs = journey_of(world, seer)
    journey.look()
    world.pose[1] = (5.0, 6.0, 90.0)
    journey.skip(1)
    journey.look()
    first, second = legs.saw
    assert first.needed == ("rgb", "depth") and first is seer.looks[0] and second is seer.looks[1]
    assert second.poses.tolist() == [[5.0, 6.0, 90.0]] and second.said_at.tolist() == [list(START)]


def test_one_look_draws_each_channel_once_however_often_the_seer_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first aim of the second world is over at once: the seer is asked again about the same look."""
    world, drawn, panorama = empty_field(GOAL, GOAL), [], LaniWorld.panorama

    def counted(self: LaniWorld, channels: Sequence[str] = ("rgb",), where: Any = None) -> dict[str, Any]:
        drawn.append((set(channels), list(where)))
        return panorama(self, channels, where)

    monkeypatch.setattr(LaniWorld, "panorama", counted)
    here, there = seen(25.0, 10.0), seen(25.0, 20.0)

    class Looking(ScriptedSeer):
        def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
            assert len(look["rgb"]) == len(look.depth) == len(look)
            return super().next(look, done, held)

    seer = Looking([[there], [here, there]])
    journey, _ = journey_of(world, seer, at_once=lambda n, aim: REACHED if aim is here else None)
    assert journey.look() == [0, 1]
    assert [which for which, _, _ in seer.asked] == [[0, 1], [1]] and drawn == [({"rgb", "depth"}, [0, 1])]
    assert ends(journey, 1) == [((25.0, 10.0), "")] and journey.courses[1].aim is there


def test_a_seer_looks_at_sixty_four_panoramas_together() -> None:
    seer = ScriptedSeer([[seen(1.0, 1.0)]] * 65)
    journey, _ = journey_of(empty_field(*[GOAL] * 65), seer)
    assert journey.look() == list(range(65))
    assert [which for which, _, _ in seer.asked] == [list(range(64)), [64]]


def test_legs_may_ask_for_another_look_at_an_aim() -> None:
    """The seer hears which aim the agent holds, the legs how often it was looked at, and the way begins where they stand."""
    first, second = seen(25.0, 40.0), seen(25.0, 41.0)
    seer = ScriptedSeer(answer=lambda n, before, old: second if old is first else first)
    world = empty_field(GOAL)
    journey, legs = journey_of(world, seer, events=lambda n, step: LOOK_AGAIN if step == 1 else None)
    journey.step()
    course = journey.courses[0]
    assert course.aim is None and course.held is first and journey.last_aim() is first and journey.outcome().looks == 2
    journey.step()
    assert course.aim is second and course.held is None and course.looks == 1 and course.ended == []
    assert seer.asked[1] == ([0], [[]], [first])
    assert legs.set_outs == [(0, first, 0, [25.0, 10.0]), (0, second, 1, [25.0, pytest.approx(11.5)])]
    journey.skip(0)
    assert journey.courses[0].ended[0].looks == 1 and course.looks == 0 and journey.outcome().looks == 2


def test_no_model_is_asked_about_an_aim_that_was_given() -> None:
    given = Aim((25.0, 40.0))
    seer = ScriptedSeer([[seen(5.0, 5.0)]])
    journey, legs = journey_of(empty_field(GOAL), seer, events=lambda n, step: LOOK_AGAIN if step < 3 else None)
    journey.aim(0, given)
    for _ in range(3):
        journey.step()
    assert journey.courses[0].aim is given and seer.asked == []
    assert [looks for _, _, looks, _ in legs.set_outs] == [0, 1, 2]
    remembered = Aim((25.0, 40.0), remembered=True)  # a model saw it
    journey.aim(0, remembered)
    journey._note(0, LOOK_AGAIN)
    journey.look()
    assert [held for _, _, held in seer.asked] == [[remembered]]


def test_the_way_to_an_aim_begins_at_the_waypoint_before_it() -> None:
    way = [seen(25.0, 11.0, waypoint=True), seen(30.0, 20.0), seen(1.0, 1.0)]
    journey, legs = journey_of(empty_field(GOAL), ScriptedSeer([way]))
    journey.step()  # the waypoint is so close that it is passed at once
    assert [origin for *_, origin in legs.set_outs] == [[25.0, 10.0], [25.0, 11.0]]
    journey._note(0, LOOK_AGAIN)
    journey.step()
    assert legs.set_outs[2][3] == pytest.approx([25.0, 11.5])  # after another look it begins where that was
    journey.skip(0)
    journey.step()
    assert legs.set_outs[3][3] == pytest.approx([25.0, 13.0])  # and after an aim that is no waypoint, here


# What is known ahead


def test_upcoming_are_the_waypoints_and_what_they_lead_to() -> None:
    way = [seen(25.0, 30.0, waypoint=True), seen(30.0, 40.0, waypoint=True), seen(40.0, 40.0), seen(1.0, 1.0)]
    seer = ScriptedSeer([way])
    journey, _ = journey_of(empty_field(GOAL), seer)
    assert journey.upcoming(0) == [] and journey.leads_to() is None
    journey.look()
    assert journey.upcoming(0) == way[:3] and journey.leads_to() is way[2] and journey.last_aim() is way[0]
    assert seer.asked[1:3] == [
        ([0], [[Done(25.0, 30.0, False)]], [None]),
        ([0], [[Done(25.0, 30.0, False), Done(30.0, 40.0, False)]], [None]),
    ]  # fmt: skip
    journey.skip(0)
    journey.look()
    assert journey.upcoming(0) == way[1:3]
    for _ in range(2):
        journey.skip(0)
        journey.look()
    assert journey.upcoming(0) == way[3:] and journey.leads_to() is way[3]
    journey.skip(0)
    assert journey.upcoming(0) == [] and journey.leads_to() is way[3]  # the last that it had


def test_waypoints_that_lead_nowhere_are_upcoming_all_the_same() -> None:
    way = [seen(25.0, 30.0, waypoint=True)]
    journey, _ = journey_of(empty_field(GOAL), ScriptedSeer([way]))
    journey.look()
    assert journey.upcoming(0) == way


def test_next_goals_pass_over_waypoints() -> None:
    world = empty_field(GOAL, GOAL, GOAL)
    way = [seen(1.0, 2.0, waypoint=True), seen(3.0, 4.0, waypoint=True), seen(5.0, 6.0)]
    seer = ScriptedSeer([way, way[2:], []])
    done: list[list[Done]] = [[], [], []]
    assert next_goals(seer, Look(world, range(3)), done) == [way[2], way[2], None] and done == [[], [], []]
    assert seer.asked[-1][1] == [[Done(1.0, 2.0, False), Done(3.0, 4.0, False)], [], []]


# What a person may change


def test_an_aim_may_be_replaced() -> None:
    old, new = seen(25.0, 40.0), Aim((25.0, 30.0))
    journey, legs = journey_of(empty_field(GOAL), ScriptedSeer([[old]]))
    journey.look()
    journey.aim(0, new)
    assert journey.courses[0].aim is new and journey.courses[0].ended == [] and legs.set_outs[-1][1] is new
    journey.stop(0)
    journey.aim(0, old)  # there is something to do again
    assert not journey.courses[0].finished


def test_a_person_may_insist_on_an_aim_that_was_given_up_too_often() -> None:
    again = Aim((25.0, 40.0))
    lost = Event(True, failed="no way")
    journey, _ = journey_of(empty_field(GOAL), ScriptedSeer(), at_once=lambda n, aim: None if aim is again else lost)
    journey.courses[0].ended += [Ended(Aim((25.0, 40.0)), failed="no way")] * 16
    journey.aim(0, again)
    assert not journey.courses[0].finished and journey.courses[0].aim is again


def test_an_aim_without_a_way_to_it_is_refused_and_changes_nothing() -> None:
    old, nowhere = seen(25.0, 40.0), Aim((99.0, 99.0))
    over = Event(True, failed="no way")
    journey, legs = journey_of(
        empty_field(GOAL), ScriptedSeer([[old]]), at_once=lambda n, aim: over if aim is nowhere else None
    )
    journey.look()
    journey._note(0, LOOK_AGAIN)
    journey.look()
    with pytest.raises(InputError, match="no way"):
        journey.aim(0, nowhere)
    course = journey.courses[0]
    assert course.aim is old and course.looks == 1 and course.ended == [] and not course.finished
    assert [aim for _, aim, _, _ in legs.set_outs] == [old, old, nowhere, old]
    journey.skip(0)
    journey.stop(0)
    with pytest.raises(InputError, match="no way"):
        journey.aim(0, nowhere)
    assert course.finished and course.aim is None and len(course.ended) == 1 and len(legs.set_outs) == 5


def test_an_aim_may_be_skipped_and_an_agent_stopped() -> None:
    aims = [seen(25.0, 40.0), seen(25.0, 41.0)]
    journey, _ = journey_of(empty_field(GOAL, GOAL), ScriptedSeer([aims, aims]))
    journey.look()
    journey.skip(0)
    journey.stop(1)
    assert journey.look() == [0]
    journey.step()
    assert ends(journey) == [((25.0, 40.0), UNWANTED)] and journey.courses[0].aim is aims[1]
    assert journey.world.stopped.tolist() == [False, True] and journey.actions[0].tolist() == [FORWARD, STOP]


# Going


def test_without_legs_an_agent_cannot_walk() -> None:
    journey = Journey(LANI, empty_field(GOAL), ScriptedSeer([[seen(1.0, 1.0)]]), None)
    assert journey.look() == [0] and journey.courses[0].aim is not None
    with pytest.raises(InputError, match="cannot walk"):
        journey.step()


def test_without_a_seer_the_legs_act_alone() -> None:
    world = empty_field(GOAL, GOAL)
    journey, legs = journey_of(world, None, choose=lambda n, aim: STOP if n else FORWARD, events=lambda n, step: REACHED)
    assert journey.look() == []
    journey.step()
    assert legs.acted == [([None, None], None)] and legs.steps == 1 and journey.courses[0].ended == []
    assert world.stopped.tolist() == [False, True] and journey.outcome().aim is None and journey.outcome().off == 0
    world = empty_field(GOAL)
    assert Journey(LANI, world, None, PolicyLegs(world, most_frequent)).finish().shape == (41, 1, 3)


def test_actions_are_kept_as_they_were() -> None:
    world = empty_field(GOAL)
    same = np.array([FORWARD])

    def policy(world: Any) -> np.ndarray:
        same[0] = world.taken[0] % 2
        return same

    journey = Journey(LANI, world, None, PolicyLegs(world, policy))
    for _ in range(3):
        poses = journey.step()
        np.testing.assert_array_equal(poses, world.pose)
    assert [actions.tolist() for actions in journey.actions] == [[FORWARD], [RIGHT], [FORWARD]]
    assert [float(step.moved[0]) for step in journey.steps] == pytest.approx([1.5, 0.0, 1.5])
    places = [START, (25.0, 11.5, 0.0), (25.0, 11.5, 15.0), world.pose[0]]
    np.testing.assert_allclose(np.stack(journey.path)[:, 0], places)


def test_an_aim_that_legs_have_reached_is_followed_by_the_next_within_the_same_step() -> None:
    first, second = seen(1.0, 1.0), seen(2.0, 2.0)
    world = empty_field(GOAL, GOAL)
    journey, legs = journey_of(
        world, ScriptedSeer([[first, second], [second]]), choose=lambda n, aim: STOP if aim is first else FORWARD
    )
    journey.step()
    assert journey.actions[0].tolist() == [FORWARD, FORWARD] and ends(journey) == [((1.0, 1.0), "")]
    assert legs.acted == [([first, second], None), ([second, second], [0])]
    assert world.taken.tolist() == [1, 1]


def test_where_a_person_is_asked_first_nothing_is_done_for_the_next_aim() -> None:
    first, second = seen(1.0, 1.0), seen(2.0, 2.0)
    world = empty_field(GOAL)
    journey, legs = journey_of(world, ScriptedSeer([[first, second]]), choose=lambda n, aim: STOP if aim is first else 0)
    assert journey.step(asking=True) is None and world.taken.tolist() == [0] and journey.actions == []
    assert ends(journey) == [((1.0, 1.0), "")] and journey.courses[0].aim is second and len(legs.acted) == 1
    assert journey.step(asking=True) is not None and world.taken.tolist() == [1]
    last = empty_field(GOAL)
    journey, _ = journey_of(last, ScriptedSeer([[first]]), choose=lambda n, aim: STOP)
    assert journey.step(asking=True) is not None and last.stopped.all()  # there is nothing to ask about


def test_an_agent_stops_when_its_last_aim_is_reached() -> None:
    world = empty_field(GOAL, GOAL)
    aims = [[seen(1.0, 1.0)], [seen(2.0, 2.0)]]
    journey, legs = journey_of(world, ScriptedSeer(aims), choose=lambda n, aim: STOP if n == 0 else FORWARD)
    journey.step()
    assert world.stopped.tolist() == [True, False] and journey.courses[0].finished and ends(journey) == [((1.0, 1.0), "")]
    journey.step()  # a world that is over is not asked for again
    assert ends(journey) == [((1.0, 1.0), "")] and len(legs.acted) == 2


def test_events_end_aims_and_those_of_worlds_without_an_aim_are_ignored() -> None:
    aims = [[seen(1.0, 1.0), seen(2.0, 2.0)], []]
    journey, _ = journey_of(empty_field(GOAL, GOAL), ScriptedSeer(aims), events=lambda n, step: ACTED)
    journey.step()
    assert journey.courses[0].ended == [Ended(aims[0][0], interaction=True)] and journey.courses[1].ended == []
    journey.look()
    journey.stop(0)
    journey.step()
    assert len(journey.courses[0].ended) == 1 and journey.courses[0].aim is aims[0][1]


def test_no_more_than_sixteen_aims_are_followed() -> None:
    seer = ScriptedSeer(answer=lambda n, before, old: seen(float(len(before)), 1.0))
    journey, _ = journey_of(empty_field(GOAL), seer, at_once=lambda n, aim: REACHED)
    assert journey.look() == [] and len(journey.courses[0].ended) == 16 and journey.courses[0].finished


@pytest.mark.parametrize(("away", "times"), [(0.49, 6), (0.51, 16)])
def test_the_same_aim_is_given_up_six_times_at_most(away: float, times: int) -> None:
    """Aims that are half a metre from each other are different ones."""
    seer = ScriptedSeer(answer=lambda n, before, old: seen(10.0 + away * (len(before) % 2), 1.0))
    lost = Event(True, failed="no way")
    journey, _ = journey_of(empty_field(GOAL), seer, at_once=lambda n, aim: lost)
    journey.look()
    assert len(journey.courses[0].ended) == times and journey.courses[0].finished


def test_an_aim_is_not_in_vain_while_something_is_done_in_between() -> None:
    course, aim = Course(), Aim((1.0, 1.0, 90.0))
    for k in range(7):
        course.begin(aim)
        assert not course.finished
        course.end(REACHED if k == 3 else Event(True, failed="no way"))
    for _ in range(3):
        course.begin(aim)
        assert not course.finished
        course.end(Event(True, failed="no way"))
    course.begin(Aim((1.0, 1.0, 180.0)))  # the heading makes no other aim of it
    assert course.finished and len(course.ended) == 10


def test_it_ends_where_it_ran_out_of_actions() -> None:
    world = empty_field(GOAL)
    journey, _ = journey_of(world, ScriptedSeer([[seen(1.0, 1.0)]]), choose=lambda n, aim: RIGHT)
    path = journey.finish()
    assert path.shape == (31, 1, 3) and world.over.all() and not world.stopped.any()
    assert journey.outcome().steps == 30 and journey.courses[0].ended == []


def test_a_world_that_is_never_over_is_an_error_and_not_a_hang() -> None:
    world = empty_field(GOAL)
    world.horizon = np.array([5])
    with pytest.raises(InputError, match="6 steps"):
        list(until_over(world))
    world.taken = np.array([3])
    with pytest.raises(InputError, match="3 steps"):
        list(until_over(world))
    world.over = np.array([True])
    assert list(until_over(world)) == []
    stepping = empty_field(GOAL)
    stepping.horizon = np.array([2])
    counted = []
    for step in until_over(stepping):
        counted.append(step)
        stepping.step([FORWARD])
    assert counted == [0, 1]


# Waypoints, and looking again


@pytest.mark.parametrize(("away", "passed"), [(3.0, True), (3.01, False)])
def test_a_waypoint_is_passed_within_a_share_of_what_is_near(away: float, passed: bool) -> None:
    assert LANI.near == 5.0
    way = [seen(25.0, 10.0 + away, waypoint=True), seen(40.0, 40.0)]
    journey, legs = journey_of(empty_field(GOAL), ScriptedSeer([way]))
    journey.step()
    assert journey.courses[0].aim is way[passed] and legs.acted[0][0] == [way[passed]]
    assert ends(journey) == [(way[0].stand, "")] * passed
    near = [seen(25.0, 10.0 + away), seen(40.0, 40.0)]  # an aim that is no waypoint is not passed but reached
    journey, _ = journey_of(empty_field(GOAL), ScriptedSeer([near]))
    journey.step()
    assert journey.courses[0].aim is near[0]


@pytest.mark.parametrize(("left", "late"), [(30, True), (31, False)])
def test_waypoints_are_dropped_when_there_is_just_enough_time_for_the_goal(left: int, late: bool) -> None:
    """The goal is 40 units away, and the longest step was 2 units: 1.1 x 40 / 2 = 22 actions, and 8 for turning."""
    way = [seen(5.0, 20.0, waypoint=True), seen(45.0, 20.0, waypoint=True), seen(45.0, 5.0)]
    world = empty_field(GOAL)
    journey, _ = journey_of(world, ScriptedSeer([way]))
    world.pose, world.horizon, world.taken = np.array([(5.0, 5.0, 0.0)]), np.array([left + 3]), np.array([3])
    journey.steps += [Step(*np.array([[moved], [0.0], [0.0], [0.0]])) for moved in (2.0, 0.0)]
    journey.step()
    assert journey.courses[0].aim is way[2 if late else 0]
    assert ends(journey) == ([(way[0].stand, NO_TIME), (way[1].stand, NO_TIME)] if late else [])


def test_nobody_is_late_before_the_first_step() -> None:
    way = [seen(5.0, 20.0, waypoint=True), seen(25.0, 41.5)]
    world = empty_field(GOAL)
    journey, _ = journey_of(world, ScriptedSeer([way]))
    world.horizon = np.array([3])
    journey.step()
    assert journey.courses[0].aim is way[0]


def test_an_aim_that_the_seer_doubts_is_looked_at_twice_more() -> None:
    aims = [seen(25.0, 30.0), Aim((25.0, 30.0)), seen(25.0, 30.0), seen(25.0, 30.0)]  # the second is given
    seer = ScriptedSeer([[aim] for aim in aims], doubtful=lambda aim, pose: aim is not aims[2])
    journey, _ = journey_of(empty_field(*[GOAL] * 4), seer)
    journey.look()
    journey.stop(3)
    for _ in range(4):
        journey.step()
    assert [which for which, _, _ in seer.asked[1:]] == [[0], [0]] and seer.asked[1][2] == [aims[0]]
    assert [course.looks for course in journey.courses] == [2, 0, 0, 0] and journey.outcome().looks == 3


# What came of it


def test_an_outcome_counts_the_steps_of_its_own_world_and_journey() -> None:
    world = empty_field((25.0, 13.0), GOAL)
    world.step([FORWARD, FORWARD])  # before this journey
    aims = [[seen(25.0, 14.0)], [seen(25.0, 30.0)]]
    journey, _ = journey_of(world, ScriptedSeer(aims), choose=lambda n, aim: STOP if n == 0 and world.taken[0] > 1 else 0)
    for _ in range(4):
        journey.step()
    near, far = journey.outcome(0), journey.outcome(1)
    assert (near.steps, near.stopped, far.steps, far.stopped) == (2, True, 4, False) and near.over and not far.over
    assert near.end == pytest.approx([25.0, 13.0, 0.0]) and near.off == pytest.approx(1.0) and near.aim is aims[0][0]
    assert far.off == pytest.approx(30.0 - 17.5) and near.looks == far.looks == 1
    assert near.metrics["stop_distance"] == pytest.approx(0.0) and near.metrics["completed"] == 1.0
    assert journey.trajectory(0)[:, 1] == pytest.approx([11.5, 13.0, 13.0]) and journey.trajectory(1).shape == (5, 3)
    again = Journey(LANI, world, ScriptedSeer(aims), None)  # from where they are now: one has stopped already
    assert again.outcome(0).steps == 0 and again.outcome(0).stopped and again.trajectory(0).tolist() == [near.end.tolist()]


def test_the_outcome_is_measured_to_the_aim_that_waypoints_lead_to() -> None:
    way = [seen(25.0, 30.0, waypoint=True), seen(25.0, 40.0)]
    journey, _ = journey_of(empty_field(GOAL), ScriptedSeer([way]))
    journey.look()
    assert journey.outcome().aim is way[1] and journey.outcome().off == 30.0


def test_an_agent_is_lost_that_looked_again_and_still_is_not_sure() -> None:
    outcome = Outcome(3, True, np.zeros(3), seen(3.0, 4.0, 0.29), {}, looks=2)
    assert outcome.lost and outcome.off == 5.0
    assert not replace(outcome, aim=seen(3.0, 4.0, 0.3)).lost and not replace(outcome, looks=1).lost
    assert not replace(outcome, aim=None).lost and not Outcome(3, True, np.zeros(3), outcome.aim, {}).lost


# Journeys of our agent in fields


@pytest.fixture(scope="module")
def generator() -> ActionGenerator:
    return load_action_generator(LANI, WEIGHTS / "lani" / "best-actions", device_of("cpu"))


@pytest.fixture
def follow(generator: ActionGenerator) -> Any:
    """Follows instructions with the best agent's legs to the end."""

    def follow(world: LaniWorld, seer: Any) -> Journey:
        journey = Journey(LANI, world, seer, LearnedLegs(LANI, generator, world))
        journey.finish()
        return journey

    return follow


def test_it_goes_where_it_is_told(follow: Any) -> None:
    goals = ((25.0, 22.0), (25.0, 30.0), (30.0, 28.0))
    world = empty_field(*goals)
    journey = follow(world, GivenAims([[Aim(goal)] for goal in goals]))
    assert world.metrics()["completed"].all() and world.stopped.all() and len(journey.actions) <= 40
    np.testing.assert_array_equal(journey.path[-1], world.pose)
    assert all(journey.outcome(n).off < 3 for n in range(3))


def test_it_stops_at_once_at_a_goal_where_it_stands(follow: Any) -> None:
    world = empty_field(GOAL)
    journey = follow(world, GivenAims([[Aim(START[:2], in_sight=False)]]))
    assert world.stopped.all() and len(journey.path) <= 12 and journey.outcome().off < 2


def test_waypoints_are_passed_in_order(follow: Any) -> None:
    way = [(25.0, 20.0), (35.0, 20.0), (35.0, 30.0)]
    world = empty_field((35.0, 30.0), (35.0, 30.0))
    seer = PlannedSeer((way, 1.0), looks_again=False)
    journey = follow(world, seer)
    assert world.stopped.all() and world.metrics()["completed"].all() and len(seer.looks) == 1
    near = [distance(journey.trajectory(0), place) for place in way]
    assert all(away.min() <= 3 for away in near)
    assert near[0].argmin() < near[1].argmin() < near[2].argmin()
    straight = follow(empty_field((35.0, 30.0)), PlannedSeer((way[-1:], 1.0), looks_again=False))
    assert distance(straight.trajectory(), way[1]).min() > 3  # the corner is 4.5 off the straight line


def test_a_waypoint_where_the_agent_stands_is_passed_at_once(follow: Any) -> None:
    journey = follow(empty_field((25.0, 25.0)), PlannedSeer(([(25.0, 11.0), (25.0, 25.0)], 1.0)))
    straight = follow(empty_field((25.0, 25.0)), PlannedSeer(([(25.0, 25.0)], 1.0)))
    np.testing.assert_array_equal(np.stack(journey.path), np.stack(straight.path))


def test_each_world_goes_its_own_way(follow: Any) -> None:
    """One passes a waypoint and the other does not: together they go as each does alone."""
    goals = ((33.0, 26.0), (25.0, 28.0))
    aims = [[Aim((25.0, 22.0), waypoint=True), Aim(goals[0])], [Aim(goals[1])]]
    together = follow(empty_field(*goals), GivenAims(aims))
    for n, goal in enumerate(goals):
        alone = follow(empty_field(goal), GivenAims(aims[n : n + 1]))
        np.testing.assert_allclose(together.trajectory(n), alone.trajectory())


def test_an_agent_that_is_sure_of_a_goal_nearby_does_not_look_again(follow: Any) -> None:
    seer = PlannedSeer(([(25.0, 25.0)], 0.6))
    journey = follow(empty_field((25.0, 25.0)), seer)
    assert len(seer.looks) == journey.outcome().looks == 1 and not journey.outcome().lost


@pytest.mark.parametrize(("goal", "sure"), [((25.0, 25.0), 0.5), ((25.0, 31.0), 1.0)])
def test_an_agent_that_is_unsure_or_far_away_looks_again_half_way(
    follow: Any, goal: tuple[float, float], sure: float
) -> None:
    seer, world = PlannedSeer(([goal], sure), ([goal], 1.0)), empty_field(goal)
    outcome = follow(world, seer).outcome()
    assert outcome.looks == len(seer.looks) == 2 and outcome.aim.confidence == 1.0
    assert seer.looks[1].said_at.tolist() == [list(START)] and seer.looks[1].poses[0, 1] > 10 + (goal[1] - 10) / 2
    assert world.metrics()["completed"].all()


def test_an_agent_that_never_knows_is_lost(follow: Any) -> None:
    seer = PlannedSeer(([(25.0, 44.0)], 0.2))
    outcome = follow(empty_field((25.0, 44.0)), seer).outcome()
    assert outcome.looks == len(seer.looks) == 3 and outcome.lost


@pytest.mark.parametrize(("sure", "end"), [(0.5, (31.0, 24.0)), (0.4, (31.0, 24.0)), (0.3, (25.0, 28.0))])
def test_a_later_look_counts_if_it_is_as_sure(follow: Any, sure: float, end: tuple[float, float]) -> None:
    seer, world = PlannedSeer(([(25.0, 28.0)], 0.4), ([(31.0, 24.0)], sure)), empty_field(end)
    journey = follow(world, seer)
    goal = journey.leads_to()
    assert goal.stand == end and goal.confidence == max(sure, 0.4) and world.metrics()["completed"].all()


def test_nobody_looks_again_before_all_waypoints_are_passed(follow: Any) -> None:
    """The goal is far behind the first waypoint: at half of its distance there is still something to pass."""
    way = [(25.0, 24.0), (35.0, 24.0)]
    seer = PlannedSeer((way, 0.2), (way[-1:], 1.0))
    follow(empty_field(way[-1]), seer)
    assert len(seer.looks) == 2
    x, z, _ = seer.looks[1].poses[0]
    assert distance((x, z), way[0]) <= 3 + 1.5 * 6 and z > 20


def test_a_goal_that_a_person_has_corrected_is_not_looked_for_again(generator: ActionGenerator) -> None:
    seer, world = PlannedSeer(([(25.0, 44.0)], 0.1)), empty_field((25.0, 40.0))
    journey = Journey(LANI, world, seer, LearnedLegs(LANI, generator, world))
    journey.look()
    journey.aim(0, Aim((25.0, 40.0)))
    journey.finish()
    assert len(seer.looks) == journey.outcome().looks == 1 and world.metrics()["completed"].all()
    assert journey.last_aim().stand == (25.0, 40.0)


def test_an_agent_with_just_enough_time_passes_no_more_waypoints(follow: Any) -> None:
    way = [(32.0, 22.0), (45.0, 45.0), (22.0, 24.0)]  # more than the time allows
    closest = {}
    for horizon in (40, 200):
        world = empty_field((22.0, 24.0))
        world.horizon = np.array([horizon])
        journey = follow(world, PlannedSeer((way, 1.0), looks_again=False))
        assert world.metrics()["stop_distance"][0] < 4  # with little time it still ends where it should
        assert [failed for _, failed in ends(journey)][:2] == ["", NO_TIME if horizon == 40 else ""]
        closest[horizon] = distance(journey.trajectory(), way[1]).min()
    assert closest[200] < 3.5 < closest[40]
