"""Poses on the ground: x east, z north, heading in degrees, 0 = north (+z), clockwise positive."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from sightline.geometry.types import Floats

MAX_HEADING = 1e6  # degrees; larger headings lose float precision


def wrap(degrees: ArrayLike) -> Floats:
    """The same angle in [-180, 180)."""
    return (np.asarray(degrees, dtype=np.float64) + 180.0) % 360.0 - 180.0


def direction(heading: ArrayLike) -> Floats:
    """Unit vector (x, z) of a heading: (...,) -> (..., 2)."""
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
    """(..., 4) origins (..., 3) in the frame of poses (..., 3): distance right and ahead, sine and cosine of the turn."""
    origin, pose = np.asarray(origins, dtype=np.float64), np.asarray(poses, dtype=np.float64)
    offset, ahead = origin[..., :2] - pose[..., :2], direction(pose[..., 2])
    right = offset[..., 0] * ahead[..., 1] - offset[..., 1] * ahead[..., 0]
    turn = direction(origin[..., 2] - pose[..., 2])
    return np.concatenate([np.stack([right, (offset * ahead).sum(-1)], axis=-1), turn], axis=-1)


def distance(pose: ArrayLike, point: ArrayLike) -> Floats:
    """Distance on the ground from poses (..., 2 or 3) to points (..., 2)."""
    offset = np.asarray(point, dtype=np.float64) - np.asarray(pose, dtype=np.float64)[..., :2]
    return np.hypot(offset[..., 0], offset[..., 1])
