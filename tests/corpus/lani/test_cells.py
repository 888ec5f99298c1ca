"""Goals in fields, as tables name them."""

import math

import pytest

from sightline.corpus.lani import cells
from sightline.corpus.lani.follower import replay
from sightline.corpus.lani.terrain import Terrain, compass, wrap
from sightline.corpus.opening import opening_episode
from sightline.errors import InputError
from sightline.lani import Episode, Placed, Scene
from sightline.world import kind_of

FIELD = Episode(Scene((Placed("Barrel", 25.0, 25.0, 4.0), Placed("Well", 25.0, 40.0, 4.0))), (25.0, 5.0, 0.0), (25.0, 5.0))


@pytest.mark.parametrize(
    ("text", "side"), [("barrel", 180), ("behind the barrel", 0), ("left of barrel", -90), ("right of barrel", 90)]
)
def test_a_side_is_that_which_the_agent_sees(text: str, side: float) -> None:
    """The agent comes from the south, so the near side is south (180), and its left is west (-90)."""
    way = cells.demonstrate(FIELD, FIELD.start, [cells.read(FIELD, text)])
    assert way.intended is not None and abs(wrap(compass((25.0, 25.0), way.intended) - side)) < 1
    end = replay(Terrain(FIELD.scene), FIELD.start, way.actions)[-1]
    assert math.dist(end[:2], way.end) < 0.02 and math.dist(way.end, way.intended) < 1.3 and way.goals is None


def test_places_to_pass_are_goals() -> None:
    way = cells.demonstrate(FIELD, FIELD.start, [cells.read(FIELD, text) for text in ("right of barrel", "well")])
    assert way.goals is not None and len(way.goals) == 2 and way.goals[-1].stand == way.end


def test_every_landmark_of_many_fields_can_be_reached() -> None:
    for seed in range(20_000, 20_025):
        episode = opening_episode(kind_of("lani"), seed, None)
        for name in cells.names(episode)["landmarks"]:
            goal = cells.read(episode, name)
            way = cells.demonstrate(episode, episode.start, [goal])
            assert math.dist(way.end, way.intended or (0, 0)) < 1.3, (seed, name)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("barel", "is it 'barrel'"),
        ("25 25", "inside the barrel"),
        ("60 5", "outside"),
        ("1 2 3", "x and z"),
        ("0.2 20", "fence"),
    ],
)
def test_a_wrong_goal_says_what_would_be_right(text: str, word: str) -> None:
    with pytest.raises(InputError, match=word):
        cells.read(FIELD, text)


def test_a_start_inside_a_body_names_a_free_place() -> None:
    with pytest.raises(InputError, match=r"nearest free place is ([0-9.]+) ([0-9.]+)") as caught:
        cells.start(FIELD, (25.0, 25.0, 0.0))
    x, z = (float(number.strip(".")) for number in str(caught.value).split()[-2:])
    assert cells.start(FIELD, (x, z, 0.0)) == (x, z, 0.0)


def test_a_name_of_two_landmarks_asks_for_a_place() -> None:
    two = Episode(
        Scene((Placed("Barrel", 10.0, 25.0, 4.0), Placed("Barrel", 40.0, 25.0, 4.0))), (25.0, 5.0, 0.0), (25.0, 5.0)
    )
    with pytest.raises(InputError, match="may be"):
        cells.read(two, "barrel")


def test_a_side_without_room_names_those_that_have_some() -> None:
    near_fence = Episode(Scene((Placed("Barrel", 25.0, 47.5, 4.0),)), (25.0, 5.0, 0.0), (25.0, 5.0))  # nothing fits behind
    with pytest.raises(InputError, match=r"left of barrel, right of barrel, in front of barrel or a place"):
        cells.demonstrate(near_fence, near_fence.start, [cells.read(near_fence, "behind barrel")])
    for text in ("left of barrel", "right of barrel", "in front of barrel"):
        cells.demonstrate(near_fence, near_fence.start, [cells.read(near_fence, text)])
