"""Agents of the user's own: any class that acts is a method, and its answers are checked."""

from typing import Any

import numpy as np
import pytest
from evaluation.small import LANI, examples, runner

from sightline.errors import InputError
from sightline.evaluation.own_agent import OwnAgent
from sightline.world import World


class Northward:
    """Two steps ahead."""

    def act(self, world: World) -> Any:
        return np.where(world.taken < 2, 0, 3)


class Seeing(Northward):
    def locate(self, world: World) -> Any:
        return world.pose[:, :2] + (0.0, 3.0)


class Blind(Northward):
    def locate(self, world: World) -> Any:
        return world.pose[:, :2] * np.nan


class Cheat(Northward):
    def act(self, world: World) -> Any:
        world.pose[:, :2] = world.goal
        return super().act(world)


class Endless(Northward):
    def act(self, world: World) -> Any:
        world.taken[:] = 0
        return np.zeros(len(world), int)


class Replaced(Northward):
    def act(self, world: World) -> Any:
        world.reset(world.episodes[:1])
        return super().act(world)


class Tries(Northward):
    def act(self, world: World) -> Any:
        before = world.save()
        world.step(super().act(world))
        world.restore(before)
        return np.full(len(world), 3)


def worlds() -> World:
    world = LANI.make()
    world.reset([example.episode for example in examples([(25.0, 28.0), (25.0, 35.0)])])
    return world


def test_it_acts_and_may_say_where_the_goals_are() -> None:
    world, agent = worlds(), OwnAgent(Northward, "mine:Northward")
    assert agent.act(world).tolist() == [0, 0] and not agent.predicts
    seeing = OwnAgent(Seeing, "mine:Seeing")
    assert seeing.predicts and [aim.stand for aim in seeing.aims(world, reaches=False)] == [(25.0, 28.0)] * 2
    assert all(aim.point is None and aim.given for aim in seeing.aims(world, reaches=False))


def test_where_things_are_reached_for_it_gives_points() -> None:
    class Pointing(Northward):
        def locate(self, world: World) -> Any:
            return [(1.0, 2.0, 3.0)] * len(world)

    (aim, _) = OwnAgent(Pointing, "mine:Pointing").aims(worlds(), reaches=True)
    assert aim.stand == (1.0, 3.0) and aim.point == (1.0, 2.0, 3.0)
    with pytest.raises(InputError, match=r"mine:Pointing.*\(2, 2\)"):
        OwnAgent(Pointing, "mine:Pointing").aims(worlds(), reaches=False)


def test_goals_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(InputError, match="finite numbers of shape"):
        OwnAgent(Blind, "mine:Blind").aims(worlds(), reaches=False)


@pytest.mark.parametrize("agent", [Cheat, Endless, Replaced])
def test_an_agent_that_changes_the_worlds_is_refused(agent: type) -> None:
    world = worlds()
    world.taken = np.array([1, 1])
    with pytest.raises(InputError, match=rf"mine:{agent.__name__}: act\(world\) has changed the worlds"):
        OwnAgent(agent, f"mine:{agent.__name__}").act(world)


def test_an_agent_may_try_things_out() -> None:
    assert OwnAgent(Tries, "mine:Tries").act(worlds()).tolist() == [3, 3]


@pytest.mark.parametrize("what", [lambda world: [3], Northward(), type("Idle", (), {}), type("Odd", (), {"act": 3})])
def test_what_has_no_act_is_no_agent(what: Any) -> None:
    with pytest.raises(InputError, match="not an agent class"):
        OwnAgent(what, "mine:what")


def test_every_run_begins_with_a_new_instance() -> None:
    class Remembering(Northward):
        def __init__(self) -> None:
            self.asked = 0

        def act(self, world: World) -> Any:
            self.asked += 1
            return np.full(len(world), self.asked)

    agent = OwnAgent(Remembering, "mine:Remembering")
    assert [agent.act(worlds())[0] for _ in range(2)] == [1, 2]
    agent.restart()
    assert agent.act(worlds())[0] == 1 and runner().kind is LANI
