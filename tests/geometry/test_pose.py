"""Poses: headings are clockwise from north, angles lie in [-180, 180)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.geometry import bearing, direction, distance, heading_to, origin_of, wrap


def test_headings_are_clockwise_from_north() -> None:
    np.testing.assert_allclose(direction([0, 90, 180, 270]), [(0, 1), (1, 0), (0, -1), (-1, 0)], atol=1e-12)
    assert heading_to((10, 10), (20, 10)) == 90
    assert bearing((10, 10, 0), (20, 10)) == 90  # to the right
    assert bearing((10, 10, 350), (10, 20)) == pytest.approx(10)
    assert distance((0, 0, 45), (3, 4)) == 5
    np.testing.assert_allclose(wrap([180, -180, 540, 359, -181]), [-180, -180, -180, -1, 179])


def test_a_place_seen_from_another_by_hand() -> None:
    # 3 east and 4 south: the heading's tangent is 3 / -4.
    there = np.degrees(np.arctan2(3, -4))
    assert there == pytest.approx(143.1301, abs=1e-4)
    assert heading_to((1, 2), (4, -2)) == pytest.approx(there)
    assert bearing((1, 2, 30), (4, -2)) == pytest.approx(there - 30)
    assert bearing((1, 2, -60), (4, -2)) == pytest.approx(there + 60 - 360)
    assert distance((1, 2, 30), (4, -2)) == distance((1, 2), (4, -2)) == 5
    np.testing.assert_allclose(direction(30), (0.5, np.sqrt(0.75)))


def test_many_at_once() -> None:
    poses, points = np.array([[0, 0, 0], [1, 2, 30.0]]), np.array([[0, -1], [4, -2.0]])
    np.testing.assert_allclose(bearing(poses, points), [-180, 113.1301], atol=1e-4)  # behind counts as left
    np.testing.assert_allclose(distance(poses, points), [1, 5])


@given(st.floats(-720, 720), st.floats(0.1, 50))
def test_walking_along_a_heading_leads_there(heading: float, length: float) -> None:
    point = np.array([20.0, 30.0]) + length * direction(heading)
    assert wrap(bearing((20.0, 30.0, heading), point)) == pytest.approx(0, abs=1e-9)
    assert distance((20.0, 30.0), point) == pytest.approx(length)


@pytest.mark.parametrize(
    ("origin", "pose", "seen"),
    [
        ((7.0, 8.0, 33.0), (7.0, 8.0, 33.0), (0, 0, 0, 1)),  # said here
        ((3.0, 4.0, 90.0), (0.0, 0.0, 0.0), (3, 4, 1, 0)),  # to the right and ahead, looking right
        ((10.0, 25.0, 90.0), (10.0, 20.0, 90.0), (-5, 0, 0, 1)),  # north of one who looks east is to the left
        ((10.0, 20.0, 0.0), (10.0, 26.0, 180.0), (0, 6, 0, -1)),  # turned around: straight ahead, looking the other way
        ((10.0, 20.0, -10.0), (10.0, 26.0, 20.0), (*6 * direction(160), -0.5, 0.75**0.5)),  # behind, a little to the right
    ],
)
def test_where_words_were_said_by_hand(origin: tuple[float, ...], pose: tuple[float, ...], seen: tuple[float, ...]) -> None:
    np.testing.assert_allclose(origin_of(origin, pose), seen, atol=1e-12)


@given(*[st.tuples(st.floats(0, 50), st.floats(0, 50), st.floats(-360, 360))] * 2)
def test_an_origin_says_where_it_was(origin: tuple[float, ...], pose: tuple[float, ...]) -> None:
    right, ahead, sine, cosine = origin_of([origin], [pose])[0]
    place = np.array(pose[:2]) + right * direction(pose[2] + 90) + ahead * direction(pose[2])
    np.testing.assert_allclose(place, origin[:2], atol=1e-9)
    np.testing.assert_allclose(direction(pose[2] + np.degrees(np.arctan2(sine, cosine))), direction(origin[2]), atol=1e-9)
