"""Moving: steps, turns, collisions worked by hand, and sliding around what stands in the way."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline.lani import Episode, LaniWorld, Placed, Scene, generate_scene
from sightline.lani.dynamics import PIECES, RADIUS, STRIDE

BOX = Scene((Placed("Box", 20.0, 20.0, 4.0),))
HALF = BOX.bodies[0, 2]  # a box is a plain square


def world(scene: Scene, start: tuple[float, float, float]) -> LaniWorld:
    made = LaniWorld()
    made.reset([Episode(scene, start, (25.0, 25.0))])
    return made


def test_free_steps_and_turns() -> None:
    w = world(Scene(()), (10.0, 10.0, 0.0))
    for action, pose in ((0, (10, 11.5, 0)), (1, (10, 11.5, 15)), (2, (10, 11.5, 0)), (2, (10, 11.5, 345))):
        done = w.step([action])
        np.testing.assert_allclose(w.pose[0], pose, atol=1e-9)
        assert done.collision[0] == 0
        assert done.moved[0] == pytest.approx(1.5 if action == 0 else 0)


def test_the_fence_stops_a_step() -> None:
    w = world(Scene(()), (25.0, 49.0, 0.0))
    done = w.step([0])
    np.testing.assert_allclose(w.pose[0, :2], (25, 50 - RADIUS))
    assert done.moved[0] == pytest.approx(0.6)
    assert done.collision[0] == pytest.approx(0.9)
    assert w.step([0]).collision[0] == pytest.approx(1.5)


def test_the_fence_holds_at_an_angle_too() -> None:
    w = world(Scene(()), (25.0, 49.3, 60.0))  # 0.3 to go in z, cos 60 = 0.5: 0.6 along the way
    done = w.step([0])
    assert done.moved[0] == pytest.approx(0.6)
    np.testing.assert_allclose(w.pose[0, :2], (25 + 0.6 * np.sin(np.radians(60)), 49.6))


@pytest.mark.parametrize(
    ("x", "z", "heading"), [(0.0, 0.0, 45.0), (0.2, 25.0, 0.0), (50.0, 50.0, 225.0), (25.0, 49.9, 180.0)]
)
def test_the_fence_does_not_hold_an_agent_that_starts_at_it(x: float, z: float, heading: float) -> None:
    world = LaniWorld()
    world.reset([Episode(Scene(()), (x, z, heading), (25.0, 25.0))])
    assert world.step([0]).moved[0] == pytest.approx(STRIDE)


def test_grazing_a_wall_loses_a_little() -> None:
    w = world(BOX, (18.5, 20 - HALF - RADIUS, 75.0))  # 15 degrees into the southern face
    done = w.step([0])
    along = 1.5 * np.sin(np.radians(75))
    np.testing.assert_allclose(w.pose[0, :2], (18.5 + along, 20 - HALF - RADIUS), atol=1e-5)
    assert done.moved[0] == pytest.approx(along, abs=1e-5)
    assert done.collision[0] == pytest.approx(1.5 - along * np.sin(np.radians(75)), abs=1e-5)


def test_meeting_a_wall_head_on_loses_the_step_and_leads_around() -> None:
    for side in (1.0, -1.0):
        w = world(BOX, (20 + side, 20 - HALF - RADIUS, 0.0))
        done = w.step([0])
        assert done.collision[0] == pytest.approx(1.5, abs=1e-5)
        np.testing.assert_allclose(w.pose[0, :2], (20 + side * 1.75, 20 - HALF - RADIUS), atol=1e-5)  # half speed, outwards


def test_a_body_does_not_hold_an_agent_that_stands_in_it() -> None:
    w = world(BOX, (20.0, 20.0, 0.0))
    for _ in range(4):
        w.step([0])
    assert w.pose[0, 1] == pytest.approx(26.0)


@settings(max_examples=60)
@given(st.integers(0, 200), st.floats(1, 49), st.floats(1, 49), st.integers(0, 23))
def test_no_step_ends_in_a_body_or_off_the_field(seed: int, x: float, z: float, turns: int) -> None:
    scene = generate_scene(seed)
    if scene.clearance(np.array([x, z])) < RADIUS:
        return
    w = world(scene, (x, z, 15.0 * turns))
    for step in range(40):
        before = w.pose[0].copy()
        done = w.step([0 if step % 4 else 1])
        assert scene.clearance(w.pose[0, :2]) >= RADIUS - 1e-6
        assert (w.pose[0, :2] >= RADIUS - 1e-6).all()
        assert (w.pose[0, :2] <= 50 - RADIUS + 1e-6).all()
        assert np.hypot(*(w.pose[0, :2] - before[:2])) == pytest.approx(done.moved[0])
        assert done.moved[0] <= 1.02 * STRIDE  # sliding follows a curve in straight pieces
        assert 0 <= done.collision[0] <= 2 * STRIDE
    assert PIECES * 0.3 == STRIDE  # a piece is shorter than the thinnest body is thick
    assert scene.bodies[:, 2:].max(axis=1).min() + RADIUS > STRIDE / PIECES
