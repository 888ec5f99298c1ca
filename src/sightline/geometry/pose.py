"""Poses on the ground: x east, z north, heading in degrees, 0 = north (+z), clockwise positive."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from sightline.geometry.types import Floats

DONE = 6  # goals that are done already and told of, at most


def wrap(degrees: ArrayLike) -> Floats:
    """The same angle in [-180, 180)."""
    return (np.asarray(degrees, dtype=np.float64) + 180.0) % 360.0 - 180.0


def direction(heading: ArrayLike) -> Floats:
    """Unit vector (x, z) that a heading points along: (...,) -> (..., 2)."""
    radians = np.radians(np.asarray(heading, dtype=np.float64))
    return np.stack([np.sin(radians), np.cos(radians)], axis=-1)


def heading_to(origin: ArrayLike, point: ArrayLike) -> Floats:
    """Heading from origin (..., 2) to point (..., 2), in [-180, 180)."""
    offset = np.asarray(point, dtype=np.float64) - np.asarray(origin, dtype=np.float64)
    return wrap(np.degrees(np.arctan2(offset[..., 0], offset[..., 1])))


def bearing(pose: ArrayLike, point: ArrayLike) -> Floats:
    """Angle a pose (..., 3) must turn to face a point (..., 2): positive is to the right."""
    pose = np.asarray(pose, dtype=np.float64)
    return wrap(heading_to(pose[..., :2], point) - pose[..., 2])


def origin_of(origins: ArrayLike, poses: ArrayLike) -> Floats:
    """(..., 4) where origins (..., 3) are as seen from poses (..., 3): to the right, ahead, sine and cosine of the turn."""
    origin, pose = np.asarray(origins, dtype=np.float64), np.asarray(poses, dtype=np.float64)
    offset, ahead = origin[..., :2] - pose[..., :2], direction(pose[..., 2])
    right = offset[..., 0] * ahead[..., 1] - offset[..., 1] * ahead[..., 0]
    turn = direction(origin[..., 2] - pose[..., 2])
    return np.concatenate([np.stack([right, (offset * ahead).sum(-1)], axis=-1), turn], axis=-1)


def done_of(poses: ArrayLike, done: Sequence[Sequence[tuple[float, float, bool]]]) -> Floats:
    """(N, 6, 4) where goals were done, as seen from poses (N, 3): to the right, ahead, 1 for an interaction, and 1.

    `done` has x, z and whether it was an interaction of each, the last of them if there are more; zeros stand for none.
    """
    pose = np.asarray(poses, dtype=np.float64)
    seen = np.zeros((len(pose), DONE, 4))
    for n, goals in enumerate(done):
        for k, (x, z, interaction) in enumerate(goals[-DONE:]):
            seen[n, k] = *origin_of((x, z, 0.0), pose[n])[:2], interaction, 1.0
    return seen


def distance(pose: ArrayLike, point: ArrayLike) -> Floats:
    """Distance on the ground from poses (..., 2 or 3) to points (..., 2)."""
    offset = np.asarray(point, dtype=np.float64) - np.asarray(pose, dtype=np.float64)[..., :2]
    return np.hypot(offset[..., 0], offset[..., 1])
