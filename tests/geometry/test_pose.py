"""Poses: headings are clockwise from north, angles lie in [-180, 180)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.geometry import bearing, direction, distance, heading_to, wrap


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
