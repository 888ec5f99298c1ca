"""The camera: a level axis, square pixels, and an optional vertical shift of the frustum.

A pixel's ray is forward + u * right + v * up, so the ray parameter t *is* the depth along the axis. Because the axis is
level, the views of a panorama tile without gaps and each image row of the ground lies at one depth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from sightline.checks import checked_number, checked_whole
from sightline.geometry.pose import direction
from sightline.geometry.types import Bools, Floats

PANORAMA = (180.0, -120.0, -60.0, 0.0, 60.0, 120.0)  # headings of the six views relative to the agent, left to right
FORWARD_VIEW = 3
FARTHEST = 1e6  # from the origin: beyond this distance float precision is too low for pictures
MAX_PIXELS = 16384  # along a side


@dataclass(frozen=True)
class Camera:
    width: int = 128  # pixels
    height: int = 128
    fov: float = 60.0  # degrees from the left edge to the right edge
    eye: float = 2.5  # height above the ground
    shift: float = 0.0  # added to v of every pixel; negative looks lower without tilting the axis

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            object.__setattr__(self, name, checked_whole(getattr(self, name), f"Camera {name} (in pixels)", 1, MAX_PIXELS))
        limits = {"fov (in degrees)": (0.01, 179.9), "eye (its height)": (1e-3, FARTHEST), "shift": (-100.0, 100.0)}
        for what, (low, high) in limits.items():
            name = what.split()[0]
            object.__setattr__(self, name, checked_number(getattr(self, name), f"Camera {what}", low, high))

    @property
    def step(self) -> float:
        """Distance between two pixels on the image plane at depth 1."""
        return 2.0 * math.tan(math.radians(self.fov) / 2) / self.width

    def u(self, column: ArrayLike) -> Floats:
        """Image-plane position of a column; pixel j covers [j, j + 1), its centre is j + 0.5."""
        return (np.asarray(column, dtype=np.float64) - self.width / 2) * self.step

    def v(self, row: ArrayLike) -> Floats:
        return (self.height / 2 - np.asarray(row, dtype=np.float64)) * self.step + self.shift

    def project(self, pose: ArrayLike, point: ArrayLike, y: ArrayLike = 0.0) -> tuple[Floats, Floats, Floats]:
        """(row, column, depth) of a point (..., 2) at height y seen from a pose (..., 3).

        Row and column are continuous (pixel = floor); they are undefined for depth <= 0.
        """
        right, depth = into_view(pose, point)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            column = right / depth / self.step + self.width / 2
            row = self.height / 2 - ((np.asarray(y, dtype=np.float64) - self.eye) / depth - self.shift) / self.step
        return row, column, depth

    def back_project(self, pose: ArrayLike, row: ArrayLike, column: ArrayLike) -> tuple[Floats, Bools]:
        """Ground point (..., 2) behind a continuous (row, column), and whether the ray meets the ground at all."""
        pose = np.asarray(pose, dtype=np.float64)
        u, v = self.u(column), self.v(row)
        below_horizon = v < 0
        depth = self.eye / np.where(below_horizon, -v, np.inf)
        ahead = direction(pose[..., 2])
        right = np.stack([ahead[..., 1], -ahead[..., 0]], axis=-1)
        return pose[..., :2] + depth[..., None] * (ahead + u[..., None] * right), below_horizon


def into_view(pose: ArrayLike, point: ArrayLike) -> tuple[Floats, Floats]:
    """Ground point in the frame of a pose: distance to the right, distance ahead."""
    pose = np.asarray(pose, dtype=np.float64)
    offset = np.asarray(point, dtype=np.float64) - pose[..., :2]
    ahead = direction(pose[..., 2])
    depth = offset[..., 0] * ahead[..., 0] + offset[..., 1] * ahead[..., 1]
    right = offset[..., 0] * ahead[..., 1] - offset[..., 1] * ahead[..., 0]
    return right, depth
