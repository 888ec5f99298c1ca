"""The reward of the appendix: worked states, the sign of the shaping, and a potential that rises with distance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.lani import Episode, LaniWorld, Reward, Scene

FIELD = Scene(())


def rewards(start: tuple[float, float, float], goal: tuple[float, float], reward: Reward | None = None) -> np.ndarray:
    world = LaniWorld(reward=reward)
    world.reset([Episode(FIELD, start, goal)])
    return world.rewards()[0]


def test_far_from_the_goal_by_hand() -> None:
    # d = 15, delta = 10/20: phi = 2 (0.5 * 0 + 0.5 * 10) = 10. After a step d = 13.5, delta = 8.5/18.5:
    # phi = 2 * (10/18.5) * 9 = 9.7297. After a turn: 2 (0.5 * 1 + 0.5 * 10) = 11. Stopping here fails.
    found = rewards((25, 25, 0), (25, 40))
    np.testing.assert_allclose(found, [-0.005 + 10 - 9.72973, -0.005 - 1, -0.005 - 1, -1.005], atol=1e-5)


def test_near_the_goal_a_step_beats_stopping_early() -> None:
    # d = 4: phi = 2 * 4 / 1.5, after a step 2 * 2.5 / 1.5; turning changes nothing.
    np.testing.assert_allclose(rewards((25, 25, 0), (25, 29)), [1.995, -0.005, -0.005, 0.995], atol=1e-9)
    assert rewards((25, 25, 0), (25, 29), Reward(scale=1.0))[0] == pytest.approx(0.995)  # the literal paper: a tie


def test_the_shaping_pays_for_coming_closer_and_costs_for_leaving() -> None:
    for goal in ((25, 45), (25, 28)):
        towards, away = rewards((25, 25, 0), goal)[0], rewards((25, 25, 180), goal)[0]
        assert towards > 0 > away
    right, left = rewards((25, 25, 0), (45, 25))[1:3]
    assert right > 0 > left


def test_success_is_strictly_closer_than_five() -> None:
    assert rewards((25, 25, 0), (25, 30))[3] == pytest.approx(-1.005)
    assert rewards((25, 25, 0), (25, 29.999))[3] == pytest.approx(0.995)


def test_success_counts_in_every_direction() -> None:
    for away in ((3.0, 4.0), (-3.0, 4.0), (3.0, -4.0), (-3.0, -4.0)):  # 5 units off: not yet
        assert rewards((25, 25, 0), (25 + away[0], 25 + away[1]))[3] < 0
        assert rewards((25, 25, 0), (25 + 0.99 * away[0], 25 + 0.99 * away[1]))[3] > 0


def test_a_collision_costs_what_it_loses() -> None:
    free, stuck = rewards((25, 45.0, 0), (25, 10)), rewards((25, 49.6, 0), (25, 10))
    assert stuck[0] == pytest.approx(-0.005 - 1)  # nothing moved, everything lost
    assert free[0] < -0.005  # moving away


@given(st.floats(0.01, 70), st.floats(0.001, 5), st.floats(-180, 180), st.sampled_from([0.5, 1.0, 2.0]))
def test_the_potential_rises_with_distance_at_every_heading(d: float, more: float, heading: float, scale: float) -> None:
    reward = Reward(scale=scale)
    near, far = reward.potential([[0, 0, heading]] * 2, [[0, d], [0, d + more]])
    assert far > near


def test_rewards_are_those_of_the_steps_taken() -> None:
    from sightline.lani import generate_episode

    episodes = [generate_episode(s) for s in range(12)]
    world = LaniWorld()
    world.reset(episodes)
    rng = np.random.default_rng(0)
    for _ in range(20):
        before, promised = world.reward.potential(world.pose, world.goal), world.rewards()
        actions = rng.integers(0, 3, 12)
        done = world.step(actions)
        after = world.reward.potential(world.pose, world.goal)
        earned = -0.005 + before - after - np.minimum(done.collision / 1.5, 1)
        np.testing.assert_allclose(promised[np.arange(12), actions], earned, atol=1e-9)
