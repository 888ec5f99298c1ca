"""The way that an instruction means: its corners, and how well a walk went it, worked by hand."""

import itertools
import math

import numpy as np
import pytest

from sightline.corpus.examples import Example
from sightline.corpus.lani.check import (
    CORNER_TOLERANCE,
    MOST_PASSED,
    corners,
    judge,
    meant_way,
    places_to_pass,
    resampled,
    warped,
)
from sightline.corpus.lani.kind import KIND
from sightline.corpus.lani.meaning import Manoeuvre
from sightline.corpus.records import Paragraph, Segment
from sightline.corpus.splits import corpus_paragraph
from sightline.geometry.types import Floats
from sightline.lani import Placed, Scene
from sightline.world import NAVIGATION, Goal

PARAGRAPHS = [corpus_paragraph(KIND, 0, index) for index in range(12)]
EAST = np.array([5.0, 0.0])
TREE = Scene((Placed("LowPolyTree", 25.0, 25.0, 4.0),))


def walk_of(*places: tuple[float, float]) -> Floats:
    """A polyline with places half a unit apart."""
    legs = [np.linspace(a, b, max(2, 1 + round(2 * math.dist(a, b)))) for a, b in itertools.pairwise(places)]
    return np.concatenate([legs[0], *(leg[1:] for leg in legs[1:])])


def paragraph_of(way: Floats, *steps: Manoeuvre) -> Paragraph:
    """One instruction that means a way north from (25, 10)."""
    path = [(float(x), float(z)) for x, z in way]
    meaning = {"steps": [step.to_json() for step in steps], "named": []} if steps else None
    told = Segment("go .", ["go", "."], (*path[0], 0.0), path[-1], "F", intended=path[-1], meaning=meaning)
    return Paragraph("a", TREE, [told], path=path)


def circle(turn: float) -> list[tuple[float, float]]:
    """Around the tree from its south side, clockwise when turn > 0."""
    angles = np.radians(180 + np.linspace(0, turn, 40))
    return [(25 + 2.9 * np.sin(a), 25 + 2.9 * np.cos(a)) for a in angles]


# Corners.


def test_a_straight_way_has_no_corners() -> None:
    assert corners(walk_of((0, 0), (30, 0))).shape == (0, 2)
    assert corners(np.array([[1.0, 2.0]])).shape == (0, 2) == corners(np.array([[1.0, 2.0], [3.0, 9.0]])).shape


def test_corners_by_hand() -> None:
    """The corner of an L is 10 / sqrt(2) off the line between its ends, that of a U 10 off."""
    assert corners(walk_of((0, 0), (10, 0), (10, 10))).tolist() == [[10, 0]]
    assert corners(walk_of((0, 0), (10, 0), (10, 8), (0, 8))).tolist() == [[10, 0], [10, 8]]
    assert corners(walk_of((0, 0), (10, 0), (10, 10)), tolerance=7.0).tolist() == [[10, 0]]
    assert corners(walk_of((0, 0), (10, 0), (10, 10)), tolerance=7.1).tolist() == []
    assert corners(walk_of((0, 0), (10, CORNER_TOLERANCE), (20, 0))).tolist() == []
    assert corners(walk_of((0, 0), (10, CORNER_TOLERANCE + 0.1), (20, 0))).tolist() == [[10, CORNER_TOLERANCE + 0.1]]


def test_a_way_that_comes_back_turns_at_its_far_end() -> None:
    assert corners(walk_of((5, 5), (5, 20), (5, 5))).tolist() == [[5, 20]]
    assert corners(walk_of((5, 5), (5, 20), (5, 12))).tolist() == [[5, 20]]  # beyond its end, though on the line


@pytest.mark.parametrize("paragraph", PARAGRAPHS[:6], ids=lambda p: p.id)
def test_the_way_through_the_corners_stays_close(paragraph: Paragraph) -> None:
    for k, segment in enumerate(paragraph.segments):
        way = meant_way(paragraph, k)
        assert way is not None
        np.testing.assert_allclose(way[0], segment.start[:2], atol=1e-9)
        np.testing.assert_allclose(way[-1], segment.intended, atol=1e-9)
        straight = resampled(np.array([way[0], *corners(way), way[-1]]), 0.05)
        off = np.hypot(*(way[:, None] - straight[None]).transpose(2, 0, 1)).min(1)
        assert off.max() <= CORNER_TOLERANCE + 0.05
        assert places_to_pass(paragraph, k).tolist() == corners(way)[:MOST_PASSED].tolist()


def test_an_example_passes_the_places_of_its_record_or_those_that_its_words_mean() -> None:
    for paragraph in PARAGRAPHS[:3]:
        for k in range(len(paragraph.segments)):
            np.testing.assert_array_equal(Example(paragraph, k).way, places_to_pass(paragraph, k))
    told = PARAGRAPHS[0].segments[0]
    goals = tuple(Goal(NAVIGATION, place) for place in ((1.0, 2.0), (3.0, 4.0), told.end))
    marked = Segment(told.instruction, told.tokens, told.start, told.end, told.actions, goals=goals)
    assert Example(Paragraph("a", PARAGRAPHS[0].scene, [marked]), 0).way.tolist() == [[1, 2], [3, 4]]
    bare = Segment(told.instruction, told.tokens, told.start, told.end, told.actions)
    assert Example(Paragraph("a", PARAGRAPHS[0].scene, [bare]), 0).way.shape == (0, 2)  # the way is unknown


# Likeness.


def test_points_of_a_way_are_one_unit_apart_and_hold_its_ends() -> None:
    way = resampled(np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]]))
    np.testing.assert_allclose(way, [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (3, 4)])
    np.testing.assert_allclose(resampled(np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 2.4]])), [(0, 0), (0, 1.2), (0, 2.4)])
    np.testing.assert_allclose(resampled(np.array([[7.0, 8.0]])), [(7, 8), (7, 8)])  # who never moves


def test_warping_by_hand() -> None:
    """References at 0, 1, 2 and walks at 0, 2: the middle one is 1 away from whichever it is matched with."""
    line = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    assert warped(line, line) == 0
    assert warped(line, line[[0, 2]]) == pytest.approx(1 / 3)
    assert warped(line, line[[0, 0, 1, 1, 2, 2]]) == 0  # waiting costs nothing
    assert warped(line, line[::-1]) == pytest.approx(4 / 3)  # 2 + 0 + 2 over three places
    assert warped(line, line + np.array([0, 5])) == 5


def test_likeness_is_one_for_the_way_itself_and_falls_with_distance() -> None:
    way = walk_of((10, 10), (10, 30))
    paragraph = paragraph_of(way)
    same, shifted = judge(paragraph, 0, way, True), judge(paragraph, 0, way + EAST, True)
    assert same == (None, 1.0, 1.0)  # the meaning is unknown
    assert shifted.ndtw == pytest.approx(math.exp(-1)) and shifted.sdtw == shifted.ndtw
    missed = judge(paragraph, 0, way + EAST, False)
    assert missed.ndtw == shifted.ndtw and missed.sdtw == 0
    stood = judge(paragraph, 0, way[:1], False)
    assert stood.ndtw == pytest.approx(math.exp(-10 / 5))  # 0, 1, ... 20 away, 10 in the mean


def test_without_a_path_there_is_no_likeness() -> None:
    paragraph = paragraph_of(walk_of((10, 10), (10, 30)), Manoeuvre("forward.distance", distance=20))
    paragraph.path = None
    assert judge(paragraph, 0, walk_of((10, 10), (10, 30)), True) == (True, None, None)


# Truth.


def test_the_intended_path_is_what_was_told() -> None:
    count = 0
    for paragraph in PARAGRAPHS:
        for k, segment in enumerate(paragraph.segments):
            way = meant_way(paragraph, k)
            assert way is not None
            score = judge(paragraph, k, way, True)
            assert score.is_true and score.ndtw == pytest.approx(1) and score.sdtw == score.ndtw, segment.instruction
            assert KIND.judge_way is not None and KIND.judge_way(paragraph, k, way, True) == score
            count += 1
    assert count > 40


def test_a_straight_line_does_not_go_around() -> None:
    around = walk_of((25, 10), *circle(360))
    paragraph = paragraph_of(around, Manoeuvre("around.full", (0,), "right"))
    assert judge(paragraph, 0, around, True).is_true
    straight = walk_of((25, 10), (25, 22.1))
    assert not judge(paragraph, 0, straight, True).is_true
    assert not judge(paragraph, 0, walk_of((25, 10), *circle(-360)), True).is_true  # the other way round
    assert not judge(paragraph, 0, straight[:1], True).is_true  # nor does one who stays


def test_standing_still_between_steps_changes_nothing() -> None:
    around = walk_of((25, 10), *circle(360))
    paragraph = paragraph_of(around, Manoeuvre("around.full", (0,), "right"))
    turning = np.repeat(around, 3, 0)
    assert judge(paragraph, 0, turning, True) == judge(paragraph, 0, around, True)


def test_straight_lines_to_the_ends_of_generated_ways_around_things_are_not_true() -> None:
    """All of the way around cannot be walked in a straight line; half of it is, roughly, when one passes close by."""
    asked = 0
    for index in range(60):
        paragraph = corpus_paragraph(KIND, 0, index)
        for k, segment in enumerate(paragraph.segments):
            steps = (segment.meaning or {})["steps"]
            if any(step["do"].startswith("around.full") for step in steps):
                asked += 1
                assert not judge(paragraph, k, walk_of(segment.start[:2], segment.end), True).is_true, segment.instruction
    assert asked >= 2
