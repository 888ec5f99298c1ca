"""Primitives by hand: where their corners and surfaces lie, how they turn, and how models are put together."""

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.render.primitives import (
    Pattern,
    Primitive,
    _solid,
    around,
    beam,
    box,
    checker,
    dome,
    ellipsoid,
    frustum,
    grid,
    moved,
    rgb,
    ring,
    rod,
    speckle,
    stripes,
    wedge,
)  # fmt: skip

RED = "#ff0000"


def inside(p: Primitive, *point: float) -> bool:
    """Whether a point in model space lies in the solid, by its own formula."""
    x, y, z = np.linalg.inv(p.axes) @ (np.array(point) - p.centre)
    within = bool((p.planes[:, :3] @ (x, y, z) <= p.planes[:, 3] + 1e-9).all())
    if p.quadric is not None:
        q2, q1, q0 = p.quadric
        within = within and x * x + z * z + q2 * y * y + q1 * y + q0 <= 1e-9
    return bool(within)


def test_a_box_stands_on_its_base() -> None:
    corners = box(RED, (1, 2, 3), (2, 4, 6)).corners()
    np.testing.assert_allclose(corners.min(axis=0), (0, 2, 0))
    np.testing.assert_allclose(corners.max(axis=0), (2, 6, 6))
    planes = box(RED, (1, 2, 3), (2, 4, 6)).model_planes()
    expected = [(0, 1, 0, 6), (0, -1, 0, -2), (1, 0, 0, 2), (-1, 0, 0, 0), (0, 0, 1, 6), (0, 0, -1, 0)]
    np.testing.assert_allclose(planes, expected, atol=1e-12)


def test_a_roof_and_a_pyramid_taper() -> None:
    roof = box(RED, (0, 0, 0), (4, 2, 6), taper=(0.5, 1))
    np.testing.assert_allclose(roof.corners()[4:, 0], [-1, -1, 1, 1])  # half as wide at the top
    np.testing.assert_allclose(roof.corners()[4:, 2], [-3, 3, -3, 3])
    assert inside(roof, 1.49, 1, 2.9) and not inside(roof, 1.51, 1, 2.9)
    pyramid = box(RED, (0, 0, 0), (4, 2, 4), taper=(0, 0))
    assert inside(pyramid, 0.99, 1, 0.99) and not inside(pyramid, 0, 1, 1.01) and inside(pyramid, 0, 1.99, 0)


@pytest.mark.parametrize(("top", "at_height_one"), [(1.0, 1.0), (0.0, 0.75), (0.5, 0.875), (2.0, 1.25)])
def test_the_width_of_a_frustum(top: float, at_height_one: float) -> None:
    cone = frustum(RED, (0, 0, 0), (2, 4, 2), top)  # radius 1 at the base, `top` at height 4
    assert inside(cone, at_height_one - 0.01, 1, 0) and not inside(cone, at_height_one + 0.01, 1, 0)
    assert inside(cone, 0, 3.99, 0) and not inside(cone, 0, 4.01, 0) and not inside(cone, 0, -0.01, 0)
    assert np.abs(cone.corners()[:, 0]).max() == pytest.approx(max(top, 1))
    assert (np.abs(np.linalg.det(cone.axes)) > 0) and cone.corners()[:, 1].min() == pytest.approx(0)


def test_round_things() -> None:
    ball = ellipsoid(RED, (0, 5, 0), (2, 4, 6))
    for point, within in (((0.99, 5, 0), 1), ((1.01, 5, 0), 0), ((0, 6.99, 0), 1), ((0, 7.01, 0), 0), ((0, 3.01, 0), 1)):
        assert inside(ball, *point) == within
    half = dome(RED, (0, 1, 0), (2, 3, 2))
    assert inside(half, 0, 3.99, 0) and not inside(half, 0, 4.01, 0)
    assert inside(half, 0.99, 1, 0) and not inside(half, 0, 0.99, 0)


def test_a_wedge_rises_to_the_north() -> None:
    ramp = wedge(RED, (0, 0, 0), (2, 4, 6))
    assert inside(ramp, 0.9, 3.9, 2.99) and not inside(ramp, 0, 2.1, 0) and inside(ramp, 0, 1.9, 0)
    assert not inside(ramp, 0, 0.2, -2.9) and not inside(ramp, 1.1, 1, 2) and not inside(ramp, 0, 1, 3.1)


def test_turn_tilt_and_lean() -> None:
    def top(**angles: float) -> np.ndarray:
        p = box(RED, (0, 0, 0), (1, 2, 1), **angles)  # type: ignore[arg-type]
        return p.centre + p.axes[:, 1]

    np.testing.assert_allclose(top(tilt=90), (0, 0, 2), atol=1e-12)  # falls to the north
    np.testing.assert_allclose(top(lean=90), (2, 0, 0), atol=1e-12)  # falls to the east
    np.testing.assert_allclose(top(tilt=30), (0, 2 * np.sqrt(0.75), 1))
    np.testing.assert_allclose(top(tilt=30, turn=90), (1, 2 * np.sqrt(0.75), 0), atol=1e-12)  # north turned clockwise: east
    np.testing.assert_allclose(top(tilt=90, lean=30), (1, 0, 2 * np.sqrt(0.75)), atol=1e-12)
    np.testing.assert_allclose(box(RED, (0, 0, 0), (2, 2, 2), turn=30).axes[:, 0], (np.sqrt(0.75), 0, -0.5))


def test_rods_and_beams_lead_from_one_point_to_another() -> None:
    for made in (rod(RED, (1, 2, 3), (3, 5, 9), 0.5), beam(RED, (1, 2, 3), (3, 5, 9), 0.5, 0.2)):
        np.testing.assert_allclose(made.centre, (2, 3.5, 6))
        np.testing.assert_allclose(2 * made.axes[:, 1], (2, 3, 6), atol=1e-12)
    assert np.linalg.norm(made.axes[:, 0]) == pytest.approx(0.25) and np.linalg.norm(made.axes[:, 2]) == pytest.approx(0.1)
    assert rod(RED, (0, 0, 0), (0, -2, 0), 1, top=0.5).taper == (0.5, 0.5)


def test_copies_are_scaled_turned_and_shifted() -> None:
    (copy,) = moved([box(RED, (1, 0, 0), (2, 2, 2))], at=(10, 0, 0), turn=90, scale=2)
    np.testing.assert_allclose(copy.centre, (10, 2, -2), atol=1e-12)  # east turned clockwise is south
    np.testing.assert_allclose(np.abs(copy.corners() - copy.centre), 2)
    parts = ring(4, lambda heading: box(RED, around(heading, 3, 1), (1, 1, 1)), start=90)
    np.testing.assert_allclose([p.centre for p in parts], [(3, 1.5, 0), (0, 1.5, -3), (-3, 1.5, 0), (0, 1.5, 3)], atol=1e-12)
    assert around(30, 2) == pytest.approx((1, 0, 2 * np.sqrt(0.75)))
    assert len(ring(3, lambda heading: parts)) == 12


def test_points_fill_the_solid() -> None:
    assert len(box(RED, (0, 0, 0), (1, 1, 1)).points(3)) == 27
    ball = ellipsoid(RED, (0, 0, 0), (2, 2, 2)).points(3)  # the middle and the six poles
    assert sorted(map(tuple, ball.round(6).tolist())) == sorted(
        [(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    )
    assert len(box(RED, (0, 0, 0), (1, 1, 1)).points()) == 13**3


def test_patterns() -> None:
    assert stripes(RED, 0.5) == Pattern(1, RED, (0, 0.5, 0)) and stripes(RED, 0.5, "x").every == (0.5, 0, 0)
    assert stripes(RED, 0.5, "z").every == (0, 0, 0.5) and checker(RED, 2) == Pattern(1, RED, (2, 2, 2))
    assert grid(RED, 2, 3) == Pattern(2, RED, (2, 3, 2), (0.5, 0.5), 0.0)
    assert speckle(0.3) == Pattern(3, "#000000", (0.4, 0.4, 0.4), amount=0.3)


def test_colours_and_what_cannot_be() -> None:
    assert rgb("#ff8000") == (255, 128, 0)
    for bad in ("#ff80", "#ff80000", "#gg0000"):
        with pytest.raises(InputError, match="#rrggbb"):
            rgb(bad)
    for size in ((1, 0, 1), (1, 1, -1)):
        with pytest.raises(InputError, match="positive"):
            ellipsoid(RED, (0, 0, 0), size)
    assert ellipsoid(RED, (0, 0, 0), (0.5, 0.5, 0.5)).colour == RED
    with pytest.raises(InputError, match="at most 6 planes, got 7"):
        _solid(RED, (0, 0, 0), (1, 1, 1), 0, 0, 0, None, False, None, [(0, 1, 0, 1)] * 7)
