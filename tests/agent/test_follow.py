"""The loop: look, correct, go."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from sightline.agent import Agent, Following, follow
from sightline.agent.agent import Goals
from sightline.agent.follow import FAR, LOOKS, LOST, PASSED, UNSURE, Legs, Outcome
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.lani import Episode, LaniWorld, Scene, generate_episode


@pytest.fixture(scope="module")
def agent() -> Agent:
    return Agent.from_pretrained("lani")


def empty_field(*goals: tuple[float, float]) -> LaniWorld:
    world = LaniWorld()
    world.reset([Episode(Scene(()), (25.0, 10.0, 0.0), goal, "go on .") for goal in goals])
    return world


def test_it_looks_only_when_nobody_has_told_it(agent: Agent) -> None:
    world = LaniWorld()
    world.reset([generate_episode(7)])
    following = Following(agent, world)
    assert following.goals is None and len(following.path) == 1
    goals = following.look()
    assert following.goals is goals and goals.places.shape == (1, 2) and 0 < goals.sure[0] <= 1
    path = following.finish()
    assert path.shape == (len(following.path), 1, 3) and world.over.all()
    np.testing.assert_array_equal(path[-1], world.pose)
    assert distance(world.pose, goals.places)[0] < 3


def test_it_goes_where_it_is_told(agent: Agent) -> None:
    goals = ((25.0, 22.0), (25.0, 30.0), (30.0, 28.0))
    world = empty_field(*goals)
    following = Following(agent, world)
    aimed = following.aim(np.array(goals))
    assert aimed.in_sight.all() and (aimed.sure == 1).all() and aimed.probabilities.shape == (3, 6145)
    steps = list(following.steps())
    assert world.metrics()["completed"].all() and world.stopped.all()
    assert len(steps) == len(following.path) - 1 <= 40 and (following.path[0] == [25.0, 10.0, 0.0]).all()


def test_many_go_as_one_does(agent: Agent) -> None:
    episodes = [generate_episode(k) for k in range(4)]
    world, alone = LaniWorld(), LaniWorld()
    world.reset(episodes)
    together = follow(agent, world, agent.locate(world))
    assert together.goals is not None
    for n, episode in enumerate(episodes):
        alone.reset([episode])
        follow(agent, alone, together.goals.take([n]))
        np.testing.assert_array_equal(alone.pose[0], world.pose[n])


def test_the_best_agent_stops_at_a_goal_where_it_stands(agent: Agent) -> None:
    world = LaniWorld()
    world.reset([generate_episode(k) for k in range(4)])
    following = Following(agent, world)
    goals = following.aim(world.pose[:, :2].copy())
    goals.in_sight[:] = False
    following.finish()
    assert world.stopped.all() and len(following.path) <= 12 and distance(world.pose, goals.places).max() < 2


def test_an_outcome_counts_the_steps_of_its_own_world(agent: Agent) -> None:
    world = empty_field((25.0, 16.0), (25.0, 40.0))
    world.step([0, 0])  # before following began
    following = Following(agent, world)
    following.aim(np.array([[25.0, 16.0], [25.0, 40.0]]))
    following.finish()
    near, far = following.outcome(0), following.outcome(1)
    assert near.steps == world.taken[0] + 1 - 1 < far.steps == world.taken[1] and near.stopped and far.stopped
    assert len(following.way(0)) == near.steps + 1 and near.off < 3


# Ways.


def test_legs_are_gone_in_order_and_end_at_the_last() -> None:
    ways = [np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]), np.array([[9.0, 9.0]])]
    legs = Legs(ways, np.zeros((2, 3)), lambda before, place: place)
    assert legs.targets.tolist() == [[1, 1], [9, 9]] and legs.last.tolist() == [False, True]
    assert legs.move_on(np.array([False, True])).tolist() == [False, False]  # at the end there is nothing to move on to
    assert legs.move_on(np.array([True, True])).tolist() == [True, False]
    assert legs.targets.tolist() == [[2, 2], [9, 9]] and not legs.last[0]
    legs.move_on(np.array([True, False]))
    assert legs.last.all() and legs.targets.tolist() == [[3, 3], [9, 9]]
    assert not legs.move_on(np.array([True, True])).any()
    legs.aim(np.array([1]), np.array([[5.0, 5.0], [8.0, 8.0]]), np.zeros((2, 3)))
    assert legs.targets.tolist() == [[3, 3], [8, 8]] and legs.last.all()


def test_the_end_of_a_way_is_told_a_little_beyond_it() -> None:
    ways = [np.array([[0.0, 4.0], [0.0, 10.0]]), np.array([[6.0, 0.0]])]
    legs = Legs(ways, np.zeros((2, 3)), lambda before, place: place + (place - before[:2]) / 2)
    assert legs.targets.tolist() == [[0, 4], [9, 0]]  # a place to pass is where it is
    legs.move_on(np.array([True, False]))
    assert legs.targets[0].tolist() == [0, 13]  # as seen from the place before
    legs.aim(np.array([1]), np.array([[0.0, 0.0], [8.0, 0.0]]), np.array([[0.0, 0.0, 0.0], [6.0, 0.0, 0.0]]))
    assert legs.targets[1].tolist() == [9, 0]


def test_goals_nearer_than_a_step_or_two_are_not_stretched(agent: Agent) -> None:
    following = Following(agent, empty_field((25.0, 16.0)))
    short = agent.action_model.config.stops_short
    assert short > 0
    here, there = np.array([25.0, 16.0, 0.0]), np.array([25.0, 26.0])
    assert following._beyond(here, there).tolist() == [25.0, 26.0 + short]
    assert following._beyond(here, np.array([25.0, 17.0])).tolist() == [25.0, 17.0]
    assert following._beyond(here, np.array([25.0, 50.0])).tolist() == [25.0, 50.0]  # the field ends there


@dataclass
class Scripted:
    """A goal predictor that says what it is told to, look by look, and remembers who asked, from where."""

    looks: list[tuple[Sequence[tuple[float, float]], float]]  # (the way, how sure) that every world gets at each look
    looks_again: bool = True
    asked: list[tuple[list[int], Floats | None]] = field(default_factory=list)

    def locate(self, world: Any, where: Sequence[int] | None = None, said_at: Floats | None = None) -> Goals:
        some = list(range(len(world))) if where is None else list(where)
        way, sure = self.looks[min(len(self.asked), len(self.looks) - 1)]
        self.asked.append((some, said_at))
        n = len(some)
        ways = [np.array(way[:-1]).reshape(-1, 2)] * n
        return Goals(np.ones((n, 1)), np.tile(way[-1], (n, 1)), np.ones(n, bool), np.full(n, sure), ways)


def scripted(agent: Agent, eyes: Scripted) -> Agent:
    """The best agent's legs with other eyes."""
    other = replace(agent, goal_model=eyes)  # type: ignore[arg-type]
    other.locate = eyes.locate  # type: ignore[method-assign]
    return other


def test_places_to_pass_are_passed_in_order(agent: Agent) -> None:
    way = [(25.0, 20.0), (35.0, 20.0), (35.0, 30.0)]
    world = empty_field((35.0, 30.0), (35.0, 30.0))
    eyes = Scripted([(way, 1.0)], looks_again=False)
    following = follow(scripted(agent, eyes), world)
    assert world.stopped.all() and world.metrics()["completed"].all() and len(eyes.asked) == 1
    path = np.stack(following.path)[:, 0]
    near = [distance(path, place) for place in way]
    assert all(away.min() <= PASSED * 5 for away in near)
    assert near[0].argmin() < near[1].argmin() < near[2].argmin()
    eyes = Scripted([(way[-1:], 1.0)], looks_again=False)
    straight = follow(scripted(agent, eyes), empty_field((35.0, 30.0)))
    assert distance(np.stack(straight.path)[:, 0], way[1]).min() > PASSED * 5  # the corner is 4.5 off the straight line


def test_a_place_to_pass_where_the_agent_stands_is_passed_at_once(agent: Agent) -> None:
    world = empty_field((25.0, 25.0))
    following = follow(scripted(agent, Scripted([([(25.0, 11.0), (25.0, 25.0)], 1.0)])), world)
    straight = follow(scripted(agent, Scripted([([(25.0, 25.0)], 1.0)])), empty_field((25.0, 25.0)))
    np.testing.assert_array_equal(np.stack(following.path), np.stack(straight.path))


def test_each_world_goes_its_own_way(agent: Agent) -> None:
    """One passes a place and the other does not: together they go as each does alone."""
    ways = [np.array([[25.0, 22.0]]), np.zeros((0, 2))]
    goals = Goals(np.ones((2, 1)), np.array([[33.0, 26.0], [25.0, 28.0]]), np.ones(2, bool), np.ones(2), ways)
    eyes, world = Scripted([([(1.0, 1.0)], 1.0)], looks_again=False), empty_field((33.0, 26.0), (25.0, 28.0))
    together = follow(scripted(agent, eyes), world, goals)
    for n, goal in enumerate(((33.0, 26.0), (25.0, 28.0))):
        alone = empty_field(goal)
        path = follow(scripted(agent, eyes), alone, goals.take([n])).way()
        np.testing.assert_allclose(together.way(n), path)
    assert eyes.asked == []


def test_who_is_sure_of_a_goal_nearby_does_not_look_again(agent: Agent) -> None:
    eyes = Scripted([([(25.0, 25.0)], UNSURE)])
    following = follow(scripted(agent, eyes), empty_field((25.0, 25.0)))
    assert len(eyes.asked) == 1 and following.outcome().looks == 1 and not following.outcome().lost
    unable = Scripted([([(25.0, 40.0)], 0.1)], looks_again=False)
    assert follow(scripted(agent, unable), empty_field((25.0, 40.0))).outcome().looks == len(unable.asked) == 1


@pytest.mark.parametrize(("goal", "sure"), [((25.0, 25.0), UNSURE - 0.1), ((25.0, 10.0 + FAR * 5 + 1), 1.0)])
def test_who_is_unsure_or_far_away_looks_again_half_way(agent: Agent, goal: tuple[float, float], sure: float) -> None:
    eyes = Scripted([([goal], sure), ([goal], 1.0)])
    world = empty_field(goal)
    following = follow(scripted(agent, eyes), world)
    assert following.outcome().looks == len(eyes.asked) == 2 and following.outcome().sure == 1.0
    where, said_at = eyes.asked[1]
    assert where == [0] and said_at is not None and said_at.tolist() == [[25.0, 10.0, 0.0]]  # where the words were said
    assert world.metrics()["completed"].all()


def test_nobody_looks_more_than_a_few_times_and_who_never_knows_is_lost(agent: Agent) -> None:
    eyes = Scripted([([(25.0, 44.0)], LOST - 0.1)])
    outcome = follow(scripted(agent, eyes), empty_field((25.0, 44.0))).outcome()
    assert outcome.looks == len(eyes.asked) == LOOKS and outcome.lost
    assert not replace(outcome, sure=LOST).lost and not replace(outcome, looks=1).lost
    assert not Outcome(3, True, np.zeros(3), 0.0, True, {}).lost


def test_a_later_look_counts_if_it_is_as_sure(agent: Agent) -> None:
    first, other = (25.0, 28.0), (31.0, 24.0)
    for sure, end in ((0.5, other), (0.4, other), (0.3, first)):
        world = empty_field(end)
        eyes = Scripted([([first], 0.4), ([other], sure)])
        following = follow(scripted(agent, eyes), world)
        assert following.goals is not None and tuple(following.goals.places[0]) == end
        assert following.goals.sure[0] == max(sure, 0.4) and world.metrics()["completed"].all()


def test_only_those_look_again_who_have_to(agent: Agent) -> None:
    places, nothing = np.full((2, 2), [25.0, 28.0]), [np.zeros((0, 2))] * 2
    goals = Goals(np.ones((2, 1)), places, np.ones(2, bool), np.array([1.0, 0.2]), nothing)
    eyes = Scripted([([(25.0, 28.0)], 0.9)])
    following = follow(scripted(agent, eyes), empty_field((25.0, 28.0), (25.0, 28.0)), goals)
    assert [where for where, _ in eyes.asked] == [[1]] and following.looks.tolist() == [1, 2]


def test_nobody_looks_again_before_all_places_are_passed(agent: Agent) -> None:
    """The end is far behind the first place: at half of its distance there is still something to pass."""
    way = [(25.0, 24.0), (35.0, 24.0)]
    seen: list[Floats] = []
    eyes = Scripted([(way, 0.2), (way[-1:], 1.0)])
    world = empty_field(way[-1])
    locate = eyes.locate

    def watched(world: Any, where: Any = None, said_at: Any = None) -> Goals:
        seen.append(world.pose[0].copy())
        return locate(world, where, said_at)

    one = scripted(agent, eyes)
    one.locate = watched  # type: ignore[method-assign]
    follow(one, world)
    assert len(seen) == 2 and distance(seen[1], way[0]) <= PASSED * 5 + 1.5 * 6 and seen[1][1] > 20


def test_goals_that_somebody_has_corrected_are_not_looked_for_again(agent: Agent) -> None:
    eyes = Scripted([([(25.0, 44.0)], 0.1)])
    world = empty_field((25.0, 40.0))
    following = Following(scripted(agent, eyes), world)
    following.look()
    following.aim(np.array([[25.0, 40.0]]))
    following.finish()
    assert len(eyes.asked) == 1 and following.outcome().looks == 1 and world.metrics()["completed"].all()
    assert following.goals is not None and following.goals.places.tolist() == [[25.0, 40.0]]
    goals = eyes.locate(world).aimed_at(np.array([[25.0, 40.0]]))
    follow(scripted(agent, eyes), empty_field((25.0, 40.0)), goals)
    assert len(eyes.asked) == 2


def test_who_has_only_just_time_to_reach_its_goal_passes_no_more_places(agent: Agent) -> None:
    way = [(32.0, 22.0), (45.0, 45.0), (22.0, 24.0)]  # more than the time allows
    path = {}
    for horizon in (40, 200):
        world = empty_field((22.0, 24.0))
        world.horizon = np.array([horizon])
        path[horizon] = follow(scripted(agent, Scripted([(way, 1.0)], looks_again=False)), world).way()
        assert world.metrics()["stop_distance"][0] < 4  # with little time it still ends where it should
    closest = {horizon: np.hypot(*(places[:, :2] - way[1]).T).min() for horizon, places in path.items()}
    assert closest[200] < 3.5 < closest[40]


def test_legs_that_are_skipped_are_those_before_the_end() -> None:
    ways = [np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]), np.array([[9.0, 9.0]]), np.array([[4.0, 4.0], [5.0, 5.0]])]
    legs = Legs(ways, np.zeros((3, 3)), lambda before, place: place)
    assert legs.skip(np.array([True, True, False])).tolist() == [True, False, False]  # the second is on its last leg anyway
    assert legs.targets.tolist() == [[3, 3], [9, 9], [4, 4]]
