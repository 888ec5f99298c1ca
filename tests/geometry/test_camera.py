"""The camera: projection and back-projection are inverses, and agree with numbers worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import InputError
from sightline.geometry import FORWARD_VIEW, PANORAMA, Camera, into_view

places = st.floats(0, 50)
cameras = st.builds(
    Camera,
    width=st.integers(1, 400),
    height=st.integers(1, 400),
    fov=st.floats(20, 120),
    eye=st.floats(0.5, 10),
    shift=st.floats(-0.5, 0.2),
)
SMALL = Camera(width=4, height=2, fov=90, eye=2, shift=-0.25)  # 90 degrees over 4 pixels: each is 0.5 wide at depth 1


def test_the_camera_of_the_paper() -> None:
    assert Camera() == Camera(width=128, height=128, fov=60.0, eye=2.5, shift=0.0)
    assert PANORAMA == (180, -120, -60, 0, 60, 120)
    assert PANORAMA[FORWARD_VIEW] == 0


def test_the_image_plane_by_hand() -> None:
    assert SMALL.step == pytest.approx(0.5)
    np.testing.assert_allclose(SMALL.u([0, 2, 2.5, 4]), [-1, 0, 0.25, 1])
    np.testing.assert_allclose(SMALL.v([0, 1, 2]), [0.25, -0.25, -0.75])


def test_projection_of_points_worked_by_hand() -> None:
    # 15 units ahead and 2.5 below the eye: v = -1/6, one pixel is 2 tan 30 / 128 high, so 18.475 pixels below the middle.
    row, column, depth = Camera().project((10, 10, 90), (25, 10))
    assert (depth, column) == (pytest.approx(15), pytest.approx(64))
    assert row == pytest.approx(64 + 64 * (2.5 / 15) / np.tan(np.radians(30)))
    # 4 ahead, 2 to the right, 2 below the eye: u = 0.5, v = -0.5.
    assert SMALL.project((1, 1, 0), (3, 5)) == (pytest.approx(1.5), pytest.approx(3), pytest.approx(4))
    assert SMALL.project((1, 1, 0), (3, 5), y=1)[0] == pytest.approx(1)
    point, ground = SMALL.back_project((1, 1, 0), 1.5, 3)
    assert ground and point == pytest.approx((3, 5))


def test_the_horizon_is_not_ground() -> None:
    level = Camera(4, 2, fov=90, eye=2, shift=0)
    _, ground = level.back_project((1, 1, 0), [0.0, 1.0, 1.001], [2, 2, 2])
    assert ground.tolist() == [False, False, True]


def test_the_frame_of_a_pose_by_hand() -> None:
    assert into_view((0, 0, 90), (3, 1)) == (pytest.approx(-1), pytest.approx(3))  # facing east, north is left
    right, ahead = into_view((5, 6, 30), (6, 8))  # 1 east, 2 north
    assert (right, ahead) == (pytest.approx(np.sqrt(0.75) - 1), pytest.approx(0.5 + 2 * np.sqrt(0.75)))


@given(cameras, places, places, st.floats(-720, 720), st.floats(0.05, 0.95), st.floats(0.05, 0.95))
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


@pytest.mark.parametrize(
    "bad",
    [
        {"width": 0}, {"height": -3}, {"width": 1.5}, {"height": 16385}, {"fov": 180}, {"fov": 0}, {"eye": 0}, {"eye": -1},
        {"eye": float("nan")}, {"eye": float("inf")}, {"shift": float("inf")},
    ],
)  # fmt: skip
def test_a_camera_that_cannot_be_is_refused(bad: dict[str, float]) -> None:
    with pytest.raises(InputError, match=str(next(iter(bad)))):
        Camera(**bad)  # type: ignore[arg-type]


def test_the_smallest_and_the_largest_camera() -> None:
    for camera in (Camera(1, 1, fov=0.5, eye=0.01), Camera(16384, 16384, fov=179.5, eye=1e6)):
        assert camera.step > 0
