"""The loop: look, correct, go."""

import numpy as np
import pytest

from sightline.agent import Agent, Following, follow
from sightline.geometry import distance
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
