"""The reward of houses, worked out by hand."""

import math

import numpy as np
import pytest
from chai.houses import furnished, part

from sightline.chai import ChaiWorld, Episode, Reward
from sightline.chai.dynamics import INTERACT
from sightline.chai.hands import OPEN
from sightline.world import INTERACTION, NAVIGATION, Goal


def world_with(*goals: Goal, start: tuple[float, float, float] = (2.0, 2.5, 90.0), **reward: float) -> ChaiWorld:
    house, stock = furnished()
    world = ChaiWorld(reward=Reward(**reward))
    world.reset([Episode(house, stock, start, goals)])
    return world


def finish(x: float, z: float) -> Goal:
    return Goal(NAVIGATION, (x, z))


def test_moving_and_turning_towards_the_goal_pay() -> None:
    world = world_with(finish(4.0, 2.5))  # two metres straight ahead
    forward, right, left, stop = world.rewards()[0]
    assert forward == pytest.approx(-0.002 + 2 * (0.1 / 0.1))
    assert right == left == pytest.approx(-0.002 - 2 * (90 / 90))
    assert stop == pytest.approx(-0.002 - 1)
    literal = world_with(finish(4.0, 2.5), scale=1.0).rewards()[0]
    assert literal[0] == pytest.approx(-0.002 + 1) and literal[1] == pytest.approx(-0.002 - 1)


def test_a_goal_aside_by_hand() -> None:
    world = world_with(finish(2.0, 3.5), start=(2.0, 2.5, 90.0))  # a metre to the left
    forward, right, left, _ = world.rewards()[0]
    after = math.hypot(0.1, 1.0) / 0.1 + (90 + math.degrees(math.atan2(0.1, 1.0))) / 90
    assert forward == pytest.approx(-0.002 + 2 * (10 + 1 - after))
    assert left == pytest.approx(-0.002 + 2) and right == pytest.approx(-0.002 - 2)


def test_stopping_pays_within_a_metre_of_the_end() -> None:
    assert world_with(finish(3.0, 2.5)).rewards()[0, 3] == pytest.approx(-0.002 + 1)
    assert world_with(finish(3.05, 2.5)).rewards()[0, 3] == pytest.approx(-0.002 - 1)
    assert world_with(finish(5.8, 0.6), start=(6.4, 0.6, 0.0)).rewards()[0, 3] == pytest.approx(-0.002 - 1)  # through a wall
    assert world_with().rewards()[0].tolist() == pytest.approx([-0.002, -0.002, -0.002, -1.002])


def test_a_collision_costs_one_and_moves_nowhere() -> None:
    world = world_with(finish(2.0, 0.2), start=(2.0, 0.3, 180.0))
    assert world.rewards()[0, 0] == pytest.approx(-0.002 - 1)


def test_the_right_manipulation_pays_and_moves_on_to_the_next_goal() -> None:
    house, _ = furnished()
    drawer = part(house, "top left drawer", "oak drawer counter")
    world = world_with(
        Goal(INTERACTION, (0.8, 3.3, 0.0), (0.8, 0.5, 4.6), ("open", f"top left drawer {drawer}", "")),
        finish(2.0, 3.3),
        start=(0.8, 3.3, 0.0),
    )
    assert world.rewards()[0, 3] == pytest.approx(-1.002)  # near the end, but not done yet
    rewards, (_, deeds) = world.interact_rewards()[0], world.foresee()
    right = (deeds[0] == (OPEN, drawer, 0)).all(axis=-1)
    assert right.any()
    np.testing.assert_allclose(rewards[right], -0.002 + 2 * 5)
    np.testing.assert_allclose(rewards[~right], -0.002)
    cell = int(np.flatnonzero(right)[right.sum() // 2])
    assert world.rewards_of([INTERACT + cell])[0] == pytest.approx(9.998)
    world.step([INTERACT + cell])
    assert world.pursuit.next[0] == 1
    np.testing.assert_allclose(world.interact_rewards(), -0.002)  # doing it again pays nothing
    assert world.rewards()[0, 1] == pytest.approx(-0.002 + 2 * 1)  # now turning to the end does


def test_one_who_stands_too_close_is_paid_for_stepping_back_and_turning_round() -> None:
    counter = Goal(INTERACTION, (0.8, 3.3, 0.0), (0.8, 0.5, 4.6), ("open", "top left drawer 1000", ""))
    forward, right, left, _ = world_with(counter, start=(0.8, 3.5, 0.0)).rewards()[0]  # 20 cm beyond where to stand
    assert forward == pytest.approx(-0.002 - 2) and right == left == pytest.approx(-0.002 + 2)  # from 180 degrees to 90
    forward, right, left, _ = world_with(counter, start=(0.8, 3.4, 180.0)).rewards()[0]
    assert forward == pytest.approx(-0.002 + 2 * 1)  # there, 180 degrees to the drawer are left
    assert world_with(counter, start=(0.8, 3.3, 180.0)).rewards()[0, 1] == pytest.approx(-0.002 + 2)
    facing = world_with(counter, start=(0.8, 3.3, 0.0)).rewards()[0]
    assert facing[0] == pytest.approx(-0.002 - 2 * (1 + 4)) and facing[1] == facing[2] == pytest.approx(-0.002 - 2)


def test_a_door_is_passed_when_the_agent_is_in_the_room_beyond() -> None:
    world = world_with(Goal(NAVIGATION, (6.2, 2.5)), finish(7.0, 2.5), start=(5.9, 2.5, 90.0))
    assert world.pursuit.next[0] == 0
    world.step([0])
    assert world.pursuit.next[0] == 1 and world.rewards()[0, 3] == pytest.approx(0.998)
