"""A world's view: cells and places, worked by hand."""

import numpy as np
import pytest

from sightline.geometry import Camera, View

FIELD = View(Camera(), (0.0, 50.0))
HOUSE = View(Camera(eye=1.575, shift=-0.37), (0.0, 100.0))
POSE = np.array([[25.0, 10.0, 0.0]])


def test_rows_of_the_ground_follow_from_the_camera() -> None:
    assert FIELD.first_ground_row == 16 and HOUSE.first_ground_row == 6
    assert View(Camera(shift=-2.0), (0.0, 1.0)).first_ground_row == 0


def test_classes_count_rows_of_192_columns() -> None:
    # Straight ahead is column 112; row 20 stands for depths from 13.9 to 17.3.
    assert FIELD.goal_classes(POSE, np.array([[25.01, 25.0]])).tolist() == [20 * 192 + 112]
    assert FIELD.goal_classes(POSE, np.array([[25.01, 5.0]])).tolist() == [29 * 192 + 15]  # straight behind, 5 away
    assert FIELD.goal_classes(POSE, np.array([[25.0, 11.0]])).tolist() == [32 * 192]  # at one's feet


def test_points_above_the_ground_are_seen_higher() -> None:
    ground, above, eye = (FIELD.goal_classes(POSE, np.array([[25.01, y, 25.0]]))[0] for y in (0.0, 1.5, 2.5 + 1e-6))
    assert ground == 20 * 192 + 112 and above == 17 * 192 + 112 and eye == 15 * 192 + 112


def test_cells_and_places_of_classes() -> None:
    classes = np.array([20 * 192 + 112, 32 * 192])
    rows, columns = FIELD.cells(classes)
    assert rows.tolist() == [20, -1] and columns.tolist() == [112, -1]
    ahead, here = FIELD.goal_places(np.repeat(POSE, 2, 0), classes)
    assert here.tolist() == [25.0, 10.0]
    assert ahead.tolist() == pytest.approx([25.27, 10 + 2.5 / (4.5 / 16 * 3**-0.5)], abs=0.02)
    assert FIELD.goal_places(np.array([[25.0, 45.0, 0.0]]), classes[:1])[0].tolist() == pytest.approx(
        [25.27, 50.0], abs=0.02
    )
