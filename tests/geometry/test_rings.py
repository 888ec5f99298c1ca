"""The ground by bearing and distance: classes and places are each other's inverse, and nothing lies beyond the fence."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline.geometry import Camera, View, bearing, distance
from sightline.geometry.rings import RINGS

FIELD = View(Camera(), (0.0, 50.0))
RINGS_OF_FIELD = FIELD.rings
COLUMNS = FIELD.grid.columns
EVERYWHERE = (-1000.0, 1000.0)  # bounds so wide that nothing is clipped
POSE = np.array([[25.0, 10.0, 0.0]])
places = st.tuples(st.floats(0, 50), st.floats(0, 50))
headings = st.floats(-720, 720)


def test_rings_widen_by_one_ratio_from_nearest_to_farthest() -> None:
    away = RINGS_OF_FIELD.distances()[:, 0]
    assert RINGS_OF_FIELD.count == RINGS * COLUMNS == 28 * 192
    assert away[0] == 0 and away[1] == pytest.approx(0.8) and away[-1] == pytest.approx(62)
    np.testing.assert_allclose(away[2:] / away[1:-1], RINGS_OF_FIELD.ratio)
    assert RINGS_OF_FIELD.ratio == pytest.approx((62 / 0.8) ** (1 / 26))


def test_parts_of_a_ring_lie_evenly_over_it_and_stand_for_it() -> None:
    parts = RINGS_OF_FIELD.distances(5)
    assert parts.shape == (28, 5) and (parts[0] == 0).all()
    np.testing.assert_allclose(parts[1:, 2], RINGS_OF_FIELD.distances()[1:, 0])
    np.testing.assert_allclose(parts[1:, 1:] / parts[1:, :-1], RINGS_OF_FIELD.ratio**0.2)
    north = POSE[0, :2] + np.stack([np.full(parts.size, 1e-6), parts.ravel()], axis=1)
    rings = RINGS_OF_FIELD.classes(np.repeat(POSE, parts.size, 0), north) // COLUMNS
    np.testing.assert_array_equal(rings.reshape(28, 5), np.repeat(np.arange(28)[:, None], 5, 1))


def test_classes_by_hand() -> None:
    """Straight ahead is column 112, right of it 160 and behind 16; the first ring ends half a ratio before 0.8."""
    asked = {(25.001, 10.8): (1, 112), (25.8, 9.999): (1, 160), (24.999, 9.2): (1, 16), (24.999, 72.0): (27, 111)}
    for place, (ring, column) in asked.items():
        assert RINGS_OF_FIELD.classes(POSE, np.array([place])).tolist() == [ring * COLUMNS + column], place
    border = 0.8 / RINGS_OF_FIELD.ratio**0.5
    for away, ring in ((border - 0.01, 0), (border + 0.01, 1), (1e6, 27)):
        assert RINGS_OF_FIELD.classes(POSE, np.array([[25.0, 10.0 + away]]))[0] // COLUMNS == ring


@given(places, headings)
def test_no_distance_is_the_first_ring(place: tuple[float, float], heading: float) -> None:
    assert RINGS_OF_FIELD.classes(np.array([[*place, heading]]), np.array([place]))[0] < COLUMNS


@given(places, headings)
def test_the_place_of_a_class_is_of_that_class(place: tuple[float, float], heading: float) -> None:
    pose = np.array([[*place, heading]])
    points = RINGS_OF_FIELD.points(pose, EVERYWHERE)[0, :, 0]
    classes = RINGS_OF_FIELD.classes(np.repeat(pose, len(points), 0), points)
    np.testing.assert_array_equal(classes[COLUMNS:], np.arange(COLUMNS, RINGS_OF_FIELD.count))
    np.testing.assert_array_equal(points[:COLUMNS], np.repeat(pose[:, :2], COLUMNS, 0))


@given(places, headings, places)
def test_a_place_comes_back_within_its_ring_and_column(
    place: tuple[float, float], heading: float, goal: tuple[float, float]
) -> None:
    pose, goals = np.array([[*place, heading]]), np.array([goal])
    class_ = int(RINGS_OF_FIELD.classes(pose, goals)[0])
    back = RINGS_OF_FIELD.points(pose, EVERYWHERE)[:, class_, 0]
    away, again = distance(pose, goals)[0], distance(pose, back)[0]
    if class_ < COLUMNS:
        assert again == 0 and away <= 0.8
    else:
        half = RINGS_OF_FIELD.ratio**0.5 * (1 + 1e-9)
        assert 1 / half <= again / away <= half or away > 62
        turned = abs(bearing(np.array([[*place, heading]]), goals) - bearing(pose, back))[0]
        assert min(turned, 360 - turned) <= 1.1  # half of the widest column, which is straight ahead: atan(tan 30 / 16) / 2


@given(places, headings)
def test_places_beyond_the_fence_are_at_it(place: tuple[float, float], heading: float) -> None:
    points = RINGS_OF_FIELD.points(np.array([[*place, heading]]), FIELD.bounds, 3)
    assert points.shape == (1, 28 * 192, 3, 2) and np.isfinite(points).all()
    assert points.min() >= -1e-6 and points.max() <= 50 + 1e-6


def test_what_lies_beyond_the_fence_is_where_the_line_of_sight_ends() -> None:
    free = RINGS_OF_FIELD.points(POSE, EVERYWHERE).reshape(28, 192, 2)
    kept = RINGS_OF_FIELD.points(POSE, FIELD.bounds).reshape(28, 192, 2)
    inside = ((free > 0) & (free < 50)).all(-1)
    np.testing.assert_allclose(kept[inside], free[inside])
    assert kept[27, 112, 1] == pytest.approx(50) and kept[27, 16, 1] == pytest.approx(0)  # straight ahead, and behind
    clipped = kept[~inside]
    assert np.minimum(abs(clipped), abs(clipped - 50)).min(1).max() < 1e-6  # each is at a fence, and seen where it was
    here = np.repeat(POSE, len(clipped), 0)
    np.testing.assert_allclose(bearing(here, clipped), bearing(here, free[~inside]), atol=1e-6)


@settings(max_examples=20)
@given(places, headings, st.integers(0, 1000))
def test_a_map_of_cells_keeps_all_of_the_probability(place: tuple[float, float], heading: float, seed: int) -> None:
    shares = np.random.default_rng(seed).dirichlet(np.full(RINGS_OF_FIELD.count, 0.01), 2)
    maps = FIELD.cells_of_rings(np.array([[*place, heading], [25.0, 25.0, 0.0]]), shares)
    assert maps.shape == (2, 32 * 192 + 1) and (maps >= 0).all()
    np.testing.assert_allclose(maps.sum(1), 1)


def test_a_ring_is_drawn_where_its_places_are_seen() -> None:
    goal = np.array([[25.01, 25.0]])
    ring = np.zeros((1, RINGS_OF_FIELD.count))
    ring[0, RINGS_OF_FIELD.classes(POSE, goal)] = 1.0
    map_ = FIELD.cells_of_rings(POSE, ring)[0]
    seen = np.flatnonzero(map_)
    assert FIELD.goal_classes(POSE, goal)[0] in seen and set(seen % COLUMNS) == {112}
    assert set(seen // COLUMNS) <= {19, 20, 21}  # distances from 13.8 to 16.3 around row 20
    at_the_feet = np.zeros((1, RINGS_OF_FIELD.count))
    at_the_feet[0, 5] = 1.0
    assert FIELD.cells_of_rings(POSE, at_the_feet)[0, FIELD.grid.out_of_sight] == pytest.approx(1)
