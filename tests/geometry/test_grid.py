"""The goal grid: a point falls into the cell that contains it, and a cell stands for its centre."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.geometry import CELLS, OUT_OF_SIGHT, PANORAMA, Camera, GoalGrid, direction, distance

places = st.floats(0, 50)
headings = st.floats(-720, 720)


def small(eye: float = 1.0, shift: float = 0.0) -> GoalGrid:
    """4 x 4 cells over 90 degrees: a cell is 0.5 wide and high at depth 1, the horizon lies below row 1."""
    return GoalGrid(Camera(fov=90, eye=eye, shift=shift), 4)


def test_the_size_of_the_grid() -> None:
    grid = GoalGrid()
    assert (CELLS, OUT_OF_SIGHT, grid.columns, grid.out_of_sight) == (32, -1, 192, 32 * 192)
    assert GoalGrid(Camera(100, 50, 70, 1.5, -0.2), 8).coarse == Camera(8, 8, 70, 1.5, -0.2)
    assert grid.ground_rows().tolist() == [False] * 16 + [True] * 16
    assert GoalGrid(cells=3).ground_rows().tolist() == [False, False, True]  # the middle row's centre is the horizon
    assert small(shift=-0.5).ground_rows().tolist() == [False, True, True, True]


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
    for k, turn in enumerate(PANORAMA):  # a little to the right of the middle of every view
        assert grid.in_panorama(pose, (25, 25) + 15.4 * direction(turn + 0.5)) == (20, 32 * k + 16)
    for bearing, column in ((-30.1, 95), (-29.9, 96), (29.9, 127), (30.1, 128), (-149.9, 32), (-150.1, 31)):
        assert grid.in_panorama(pose, (25, 25) + 15.0 * direction(bearing))[1] == column


def test_the_edges_of_what_is_in_sight() -> None:
    pose = np.zeros(3)
    for grid, point, cell in (
        (small(), (0.1, 1.01), (3, 2)),  # row 2 + 2 / 1.01
        (small(), (0.1, 0.99), None),  # at the feet
        (small(), (-1.99, 2), (3, 0)),
        (small(), (-2.01, 2), None),
        (small(), (1.99, 2), (3, 3)),
        (small(), (2.01, 2), None),
        (small(shift=-2), (0.1, 0.9), (0, 2)),  # row 2 / 0.9 - 2
        (small(shift=-2), (0.1, 1.1), None),  # above the picture of a camera that looks down
        (small(eye=0.01), (0.01, 0.05), (2, 2)),  # very near
        (small(), (0.1, -1), None),  # behind
    ):
        assert grid.in_view(pose, point) == (cell or (OUT_OF_SIGHT, OUT_OF_SIGHT)), point
        if point[1] > 0 and abs(point[0]) < 0.5 * point[1]:  # in the 60 degrees ahead
            expected = (cell[0], 12 + cell[1]) if cell else (OUT_OF_SIGHT, OUT_OF_SIGHT)
            assert grid.in_panorama(pose, point) == expected, point


def test_places_of_cells_by_hand() -> None:
    pose, bounds = np.array([10.0, 10.0, 0.0]), (0.0, 50.0)
    # Row 3's centre is 0.75 below the axis, so 4/3 ahead; column 14 is 0.25 to the right of the forward view's middle.
    assert small().place(pose, 3, 14, bounds) == pytest.approx((10 + 0.25 * 4 / 3, 10 + 4 / 3))
    # A camera that looks down sees ground in row 0 too, 0.8 away; column 0 is the left edge of the view to the south.
    assert small(shift=-2).place(pose, 0, 0, bounds) == pytest.approx((10.6, 9.2))
    assert small(shift=-2).place(pose, 0, 23, bounds) == pytest.approx(_turned(10, 10, 0.8, 0.6, 120))
    for row, column in ((-1, -1), (-1, 5), (3, -1)):
        assert small(shift=-2).place(pose, row, column, bounds).tolist() == [10, 10]
    assert small().place(pose, 1, 14, bounds).tolist() == [10, 10]  # the sky


def _turned(x: float, z: float, ahead: float, right: float, heading: float) -> tuple[float, float]:
    """A place so far ahead and to the right of a pose."""
    s, c = np.sin(np.radians(heading)), np.cos(np.radians(heading))
    return x + ahead * s + right * c, z + ahead * c - right * s


def test_a_spread_cell_by_hand() -> None:
    pose, bounds = np.array([10.0, 10.0, 0.0]), (0.0, 50.0)

    def spread(grid: GoalGrid, pose: np.ndarray, row: int, column: int, parts: int) -> tuple[np.ndarray, np.ndarray]:
        return grid.spread(pose, np.array(row), np.array(column), bounds, parts)

    points, rows = spread(small(), pose, 3, 14, 2)  # between 1 and 2 ahead
    np.testing.assert_allclose(points, [(10.3125, 11.25), (10.4375, 11.75)])
    np.testing.assert_allclose(rows, [2 + 2 / 1.25, 2 + 2 / 1.75])
    points, rows = spread(small(), pose, 2, 14, 2)  # from 2 to the horizon: the fence is 40 ahead
    np.testing.assert_allclose(points, [(12.875, 21.5), (17.625, 40.5)])
    np.testing.assert_allclose(rows, [2 + 2 / 11.5, 2 + 2 / 30.5])
    points, _ = spread(small(), np.array([2.0, 10, 0]), 2, 13, 2)  # the fence to the left is met 8 ahead
    np.testing.assert_allclose(points, [(1.125, 13.5), (0.375, 16.5)])
    points, rows = spread(small(shift=-0.25), pose, 2, 14, 1)  # between 4/3 and 4 ahead
    np.testing.assert_allclose(points, [(10 + 0.25 * 8 / 3, 10 + 8 / 3)])
    np.testing.assert_allclose(rows, [2.25])
    points, _ = spread(small(shift=-2), pose, 0, 0, 1)  # behind: between 2/3 and 1 away
    np.testing.assert_allclose(points, [_turned(10, 10, 5 / 6, -0.75 * 5 / 6, 180)])
    for row, column in ((1, 14), (-1, -1), (3, -1), (-1, 3)):
        np.testing.assert_allclose(spread(small(), pose, row, column, 3)[0], [(10, 10)] * 3)
    np.testing.assert_allclose(spread(small(shift=-2), pose, -1, 14, 1)[0], [(10, 10)])


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
