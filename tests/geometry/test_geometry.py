"""Poses, camera and goal grid: projection and back-projection are inverses, and cells keep the conventions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import InputError
from sightline.geometry import CELLS, OUT_OF_SIGHT, Camera, GoalGrid, bearing, direction, distance, heading_to, wrap

places = st.floats(0, 50)
headings = st.floats(-720, 720)
cameras = st.builds(
    Camera,
    width=st.integers(1, 400),
    height=st.integers(1, 400),
    fov=st.floats(20, 120),
    eye=st.floats(0.5, 10),
    shift=st.floats(-0.5, 0.2),
)


def test_headings_are_clockwise_from_north() -> None:
    np.testing.assert_allclose(direction([0, 90, 180, 270]), [(0, 1), (1, 0), (0, -1), (-1, 0)], atol=1e-12)
    assert heading_to((10, 10), (20, 10)) == 90
    assert bearing((10, 10, 0), (20, 10)) == 90  # to the right
    assert bearing((10, 10, 350), (10, 20)) == pytest.approx(10)
    assert distance((0, 0, 45), (3, 4)) == 5
    np.testing.assert_allclose(wrap([180, -180, 540, 359]), [-180, -180, -180, -1])


@given(cameras, places, places, headings, st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_projection_and_back_projection_are_inverses(
    camera: Camera, x: float, z: float, heading: float, down: float, across: float
) -> None:
    pose = np.array([x, z, heading])
    row, column = down * camera.height, across * camera.width
    point, ground = camera.back_project(pose, row, column)
    if not ground or camera.v(row) > -1e-3:
        return
    row_again, column_again, depth = camera.project(pose, point)
    assert depth > 0
    assert row_again == pytest.approx(row, abs=1e-6 * camera.height * max(1.0, depth))
    assert column_again == pytest.approx(column, abs=1e-6 * camera.width * max(1.0, depth))


def test_projection_of_a_point_worked_by_hand() -> None:
    # 15 units ahead and 2.5 below the eye: v = -1/6, one pixel is 2 tan 30 / 128 high, so 18.475 pixels below the middle.
    row, column, depth = Camera().project((10, 10, 90), (25, 10))
    assert (depth, column) == (pytest.approx(15), pytest.approx(64))
    assert row == pytest.approx(64 + 64 * (2.5 / 15) / np.tan(np.radians(30)))


@given(places, places, headings, places, places)
def test_a_panorama_cell_stands_for_a_place_near_the_point(x: float, z: float, heading: float, px: float, pz: float) -> None:
    grid, pose, point = GoalGrid(), np.array([x, z, heading]), np.array([px, pz])
    row, column = grid.in_panorama(pose, point)
    d = float(distance(pose, point))
    if row == OUT_OF_SIGHT:
        assert column == OUT_OF_SIGHT
        assert d < 5.1  # only what lies at the agent's feet is out of sight: 4.33 along the axis, 5 in the corners
        np.testing.assert_allclose(grid.place(pose, row, column, (0, 50)), pose[:2])
        return
    assert 16 <= row < CELLS
    assert 0 <= column < 6 * CELLS
    again = grid.in_panorama(pose, grid.place(pose, row, column, (-1e9, 1e9)))
    assert again == (row, column)  # the centre of a cell lies in the cell


def test_cells_of_the_panorama_by_hand() -> None:
    grid, pose = GoalGrid(), np.array([25.0, 25.0, 0.0])
    assert grid.in_panorama(pose, (25.1, 40.4)) == (20, 112)  # 15.4 straight ahead: the middle of the fourth view
    assert grid.in_panorama(pose, (24.9, 9.6)) == (20, 16)  # behind: the middle of the first view
    assert grid.in_panorama(pose, (25.0, 26.0)) == (OUT_OF_SIGHT, OUT_OF_SIGHT)
    assert grid.out_of_sight == 32 * 192
    assert grid.ground_rows().sum() == 16


def test_the_forward_view_sees_only_ahead() -> None:
    grid = GoalGrid()
    assert grid.in_view((25, 25, 0), (25, 40.4)) == (20, 16)
    assert grid.in_view((25, 25, 180), (25, 40.4)) == (OUT_OF_SIGHT, OUT_OF_SIGHT)


def test_decoding_is_clipped_to_the_field() -> None:
    place = GoalGrid().place(np.array([25.0, 45.0, 0.0]), 16, 112, (0, 50))
    assert place[1] == 50


def test_a_perfect_predictor_loses_little_to_the_grid() -> None:
    rng = np.random.default_rng(0)
    pose = np.column_stack([rng.uniform(0, 50, (4000, 2)), rng.uniform(0, 360, 4000)])
    d, a = np.minimum(rng.gamma(3, 5, 4000), 45), rng.uniform(0, 360, 4000)
    goal = np.clip(pose[:, :2] + d[:, None] * direction(a), 0, 50)
    row, column = GoalGrid().in_panorama(pose, goal)
    error = distance(GoalGrid().place(pose, row, column, (0, 50)), goal)
    assert (error <= 5).mean() > 0.96


@pytest.mark.parametrize(
    "bad", [{"width": 0}, {"height": -3}, {"width": 1.5}, {"fov": 180}, {"eye": 0}, {"eye": float("nan")}]
)
def test_a_camera_that_cannot_be_is_refused(bad: dict[str, float]) -> None:
    with pytest.raises(InputError, match=str(next(iter(bad)))):
        Camera(**bad)  # type: ignore[arg-type]


@given(st.tuples(st.floats(0, 50), st.floats(0, 50), st.floats(0, 360)), st.integers(0, 31), st.integers(0, 191))
def test_a_spread_cell_lies_in_the_cell_and_inside(pose: tuple[float, float, float], row: int, column: int) -> None:
    grid = GoalGrid()
    points, rows = grid.spread(np.array(pose), np.array(row), np.array(column), (0.0, 50.0), 4)
    assert ((rows >= row) & (rows <= row + 1)).all()
    assert points.shape == (4, 2) and (points > -1e-6).all() and (points < 50 + 1e-6).all()
    if not grid.ground_rows()[row]:
        np.testing.assert_allclose(points, np.broadcast_to(pose[:2], (4, 2)))
        return
    seen = [grid.in_panorama(np.array(pose), point) for point in points]
    near = grid.coarse.eye / -grid.coarse.v(row + 1.0)
    for point, (found_row, found_column) in zip(points, seen, strict=True):
        on_the_fence = min(*point, *(50 - point)) < 1e-6
        if not on_the_fence and np.hypot(*(point - pose[:2])) > near:
            assert (found_row, found_column) == (row, column)
