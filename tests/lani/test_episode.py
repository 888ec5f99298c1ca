"""Episodes from seeds: a free start, a goal beside a landmark on the near side, and what the instruction says of it."""

import numpy as np
import pytest

from sightline.lani import Episode, Placed, Scene, episode_in, generate_episode
from sightline.lani.episode import FARTHEST, NEAREST, plain_instruction

BARREL = Placed("Barrel", 25.0, 35.0, 4.0)


@pytest.mark.parametrize(
    ("heading", "where"),
    [
        (0, "in front of you"), (29.9, "in front of you"), (-29.9, "in front of you"), (330.1, "in front of you"),
        (-30.1, "on your right"), (30.1, "on your left"), (-149.9, "on your right"), (149.9, "on your left"),
        (150.1, "behind you"), (-150.1, "behind you"), (180, "behind you"),
    ],
)  # fmt: skip
def test_an_instruction_says_where_the_landmark_is(heading: float, where: str) -> None:
    scene = Scene((Placed("Well", 25.0, 10.0, 4.0), BARREL))  # the barrel is nearer to the goal, due north of the start
    assert plain_instruction(scene, (25.0, 25.0, heading), (25.0, 31.0)) == f"go to the barrel {where} ."


def test_an_empty_field_has_episodes_too() -> None:
    episode = episode_in(Scene(()), np.random.default_rng(0))
    assert episode.instruction == "go straight ahead ." and episode.seed == 0


def test_how_far_goals_are() -> None:
    assert (NEAREST, FARTHEST) == (8, 25)


def test_an_episode_is_the_same_on_every_machine() -> None:
    episode = generate_episode(7)
    assert (episode.start, episode.goal, episode.seed) == ((37.43, 7.15, 93.0), (40.88, 22.93), 7)
    assert episode.instruction == "go to the barrel on your left ."


@pytest.mark.parametrize("seed", range(40))
def test_a_goal_lies_beside_a_landmark_on_the_near_side(seed: int) -> None:
    episode = generate_episode(seed)
    check_place(episode, episode.start[:2])
    assert min(episode.start[:2]) >= 2 and max(episode.start[:2]) <= 48
    assert 0 <= episode.start[2] < 360 and episode.start[2] == int(episode.start[2])
    assert NEAREST <= np.hypot(*np.subtract(episode.start[:2], episode.goal)) <= FARTHEST
    check_place(episode, episode.goal)
    assert min(episode.goal) > 0.8 and max(episode.goal) < 49.2
    # The first of points 0.25 apart that is 2 off a body: hardly ever more than 0.25 farther off.
    assert episode.scene.clearance(np.array(episode.goal)) < 2.26
    offsets = np.array(episode.goal) - episode.scene.positions
    towards = np.array(episode.start[:2]) - episode.scene.positions
    assert ((offsets * towards).sum(axis=1)[np.argsort(np.hypot(*offsets.T))[:2]] > -0.1).any()  # within a quarter turn


def check_place(episode: Episode, place: tuple[float, float]) -> None:
    """Rounded to centimetres, and free."""
    np.testing.assert_allclose(np.round(place, 2), place, atol=1e-12)
    assert episode.scene.clearance(np.array(place)) >= 1.99


def test_a_goal_out_of_range_is_not_taken() -> None:
    """Where no landmark is at a fit distance, any free place will do."""
    near = Scene((Placed("Barrel", 25.0, 25.0, 4.0),))
    free = 0
    for seed in range(30):
        episode = episode_in(near, np.random.default_rng(seed))
        away = np.hypot(*np.subtract(episode.start[:2], episode.goal))
        beside = near.clearance(np.array(episode.goal)) < 2.26
        assert not beside or NEAREST <= away <= FARTHEST
        free += not beside
    assert 0 < free < 30
