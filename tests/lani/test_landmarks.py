"""Each of the 63 landmarks: there, seen, within its radius, and unlike its cousins."""

import numpy as np
import pytest

from sightline.lani.landmarks import BODY_HEIGHT, LANDMARKS, NAMES, bodies, library
from sightline.show.lani_pictures import portraits


def test_there_are_63_of_them() -> None:
    assert len(NAMES) == 63
    assert list(NAMES) == sorted(NAMES)
    assert LANDMARKS["Beacon"].noun == "lighthouse"
    assert LANDMARKS["Beacon"].radius == 6.25


@pytest.mark.parametrize("name", NAMES)
def test_a_landmark_stays_within_its_radius_and_on_the_ground(name: str) -> None:
    landmark = LANDMARKS[name]
    parts = landmark.build()
    assert 2 <= len(parts) <= 14
    corners = np.concatenate([p.corners() for p in parts])
    assert np.hypot(corners[:, 0], corners[:, 2]).max() <= landmark.radius
    assert -1.3 <= corners[:, 1].min() <= 0.06  # it touches the ground, or is sunk a little into it
    assert corners[:, 1].max() >= 2.4


@pytest.mark.parametrize("turn", [0.0, 120.0, 240.0])
def test_every_landmark_is_seen_from_every_side(turn: float) -> None:
    from sightline.geometry import Camera
    from sightline.lani import Placed, Scene, scenes_of
    from sightline.render import render, views

    scenes = scenes_of([Scene((Placed(n, 25.0, 25.0, 5.0),)) for n in NAMES])
    a = np.radians(turn)
    pose = [25 - 15 * np.sin(a), 25 - 15 * np.cos(a), turn]
    camera = Camera()
    seen = render(scenes, views([pose] * 63, camera), camera, ("segmentation",))["segmentation"]
    for k, name in enumerate(NAMES):
        assert set(np.unique(seen[k])) & set(range(1, 64)) == {k + 1}
        assert (seen[k] == k + 1).sum() > 120, f"{name} is hardly seen"


def test_no_two_landmarks_look_alike() -> None:
    pictures = portraits(15.0, 28.0).astype(float)
    for i in range(63):
        for j in range(i):
            assert np.abs(pictures[i] - pictures[j]).max(axis=-1).mean() > 2.0, (NAMES[i], NAMES[j])


def test_bodies_hold_everything_low_and_nothing_much_more() -> None:
    for k, name in enumerate(NAMES):
        x, z, half_x, half_z, rounding = bodies()[k]
        low = [c for p in LANDMARKS[name].build() for c in [p.centre] if c[1] < BODY_HEIGHT]
        for centre in low:
            gap = np.hypot(max(abs(centre[0] - x) - half_x, 0), max(abs(centre[2] - z) - half_z, 0)) - rounding
            assert gap < 0.2, name
        assert max(abs(x) + half_x, abs(z) + half_z) + rounding <= LANDMARKS[name].radius + 1e-6


def test_the_library_is_made_once() -> None:
    assert library() is library()
    assert library().names == NAMES
