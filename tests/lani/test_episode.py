"""Episodes from seeds: a free start, a goal beside a landmark on the near side, and what the instruction says of it."""

import numpy as np
import pytest
from lani.reader import completed

from sightline.errors import InputError
from sightline.geometry import heading_to, wrap
from sightline.lani import Episode, Placed, Scene, episode_in, generate_episode
from sightline.lani.dynamics import RADIUS
from sightline.lani.episode import FARTHEST_GOAL, NEAREST_GOAL, START_CLEARANCE, plain_instruction

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
    episode = episode_in(Scene(()), np.random.default_rng(0), start=(20.0, 40.0, 90.0))
    assert episode.start == (20.0, 40.0, 90.0) and episode.goal == (35.0, 40.0)
    assert episode_in(Scene(()), np.random.default_rng(0), start=(20.0, 40.0, 0.0)).goal == (20.0, 49.2)  # at the fence


def houses(count: int) -> Scene:
    """A field full of rows of so many houses."""
    places = np.linspace(2.0, 48.0, count).tolist()
    return Scene(tuple(Placed("BigHouse", x, z, 4.0) for x in places for z in places))


def test_a_crowded_field_has_a_start_where_the_agent_fits_or_none() -> None:
    narrow = houses(6)
    assert RADIUS < narrow.clearance(episode_in(narrow, np.random.default_rng(0)).start[:2]) <= START_CLEARANCE
    with pytest.raises(InputError, match="crowded"):
        episode_in(houses(12), np.random.default_rng(0))


def test_a_reader_of_the_words_gets_there() -> None:
    episodes = [generate_episode(seed) for seed in range(500)]
    assert completed(episodes).mean() >= 0.99
    assert len({episode.instruction for episode in episodes}) > 150


def test_a_landmark_is_named_so_that_no_other_is_meant() -> None:
    barrels = Scene((Placed("Barrel", 25.0, 40.0, 4.0), Placed("Barrel2", 22.0, 42.0, 4.0), Placed("Well", 40.0, 25.0, 4.0)))
    for seed in range(20):
        episode = episode_in(barrels, np.random.default_rng(seed), start=(25.0, 25.0, 0.0))
        assert episode.instruction == "go to the well on your right ."  # both barrels are in front
    heads = [episode_in(barrels, np.random.default_rng(k), start=(23.5, 25.0, 325.0)).instruction for k in range(40)]
    assert set(heads) == {
        "go to the well on your right .",
        "go to the barrel on your right .",
        "go to the barrel in front of you .",
    }


def test_how_far_goals_are() -> None:
    assert (NEAREST_GOAL, FARTHEST_GOAL) == (8, 25)


def test_an_episode_is_the_same_on_every_machine() -> None:
    episode = generate_episode(7)
    assert (episode.start, episode.goal, episode.seed) == ((37.43, 7.15, 93.0), (43.45, 19.76), 7)
    assert episode.instruction == "go to the barrel on your left ."


@pytest.mark.parametrize("seed", range(40))
def test_a_goal_lies_beside_a_landmark_on_the_near_side(seed: int) -> None:
    episode = generate_episode(seed)
    check_place(episode, episode.start[:2])
    assert min(episode.start[:2]) >= 2 and max(episode.start[:2]) <= 48
    assert 0 <= episode.start[2] < 360 and episode.start[2] == int(episode.start[2])
    assert NEAREST_GOAL <= np.hypot(*np.subtract(episode.start[:2], episode.goal)) <= FARTHEST_GOAL
    check_place(episode, episode.goal)
    assert min(episode.goal) > 0.8 and max(episode.goal) < 49.2
    # The first of points 0.25 apart that is 2 off a body: hardly ever more than 0.25 farther off.
    assert episode.scene.clearance(np.array(episode.goal)) < 2.26
    gaps = np.hypot(*(np.array(episode.goal) - episode.scene.positions).T)
    towards = heading_to(episode.goal, episode.scene.positions) - heading_to(episode.start[:2], episode.goal)
    assert (np.abs(wrap(towards))[np.argsort(gaps)[:2]] < 0.5).any()  # straight ahead of who comes from the start


def check_place(episode: Episode, place: tuple[float, float]) -> None:
    """Rounded to centimetres, and free."""
    np.testing.assert_allclose(np.round(place, 2), place, atol=1e-12)
    assert episode.scene.clearance(np.array(place)) >= 1.99


def test_a_start_too_near_or_too_far_is_not_taken() -> None:
    near = Scene((Placed("Barrel", 25.0, 25.0, 4.0),))
    episodes = [episode_in(near, np.random.default_rng(seed)) for seed in range(30)]
    away = [np.hypot(*np.subtract(episode.start[:2], episode.goal)) for episode in episodes]
    assert min(away) >= NEAREST_GOAL and max(away) <= FARTHEST_GOAL
    assert all("barrel" in episode.instruction for episode in episodes) and completed(episodes).all()


def test_where_no_landmark_can_be_told_the_way_is_straight_ahead() -> None:
    episode = episode_in(Scene((BARREL,)), np.random.default_rng(0), start=(25.0, 30.0, 180.0))
    assert episode.goal == (25.0, 15.0) and episode.instruction == "go straight ahead ."
