"""The ground around an agent by bearing and distance: rings that widen with distance, cut by the panorama's columns.

The goal grid of the paper misses the ground below the picture and is coarse far away: on a field, ground nearer than 4.3
units is out of sight, and beyond 25 units a row is 10 to 20 units deep. Rings extend from the agent's feet to the far end,
each wider than the last by the same ratio; the first is the agent's own place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from sightline.geometry.camera import FORWARD_VIEW, PANORAMA
from sightline.geometry.grid import GoalGrid
from sightline.geometry.pose import bearing, direction, distance
from sightline.geometry.types import Floats, Ints

RINGS = 28


@dataclass(frozen=True)
class GroundRings:
    """28 rings x 192 columns; class = ring * 192 + column."""

    grid: GoalGrid
    nearest: float  # middle of the first ring that is not the agent's own place
    farthest: float  # middle of the last ring

    @property
    def count(self) -> int:
        """Number of classes."""
        return RINGS * self.grid.columns

    @property
    def ratio(self) -> float:
        """Ratio of one ring's distance to that of the one before."""
        return float((self.farthest / self.nearest) ** (1 / (RINGS - 2)))

    def classes(self, poses: ArrayLike, goals: ArrayLike) -> Ints:
        """(N,) the classes of goals (N, 2) relative to poses (N, 3)."""
        away = distance(poses, goals)
        with np.errstate(divide="ignore"):
            ring = 1 + np.log(away / self.nearest) / math.log(self.ratio)
        rings: Ints = np.clip(np.where(ring < 0.5, 0, np.rint(ring)), 0, RINGS - 1).astype(np.int64)
        return np.asarray(rings * self.grid.columns + self.columns_of(bearing(poses, goals)))

    def columns_of(self, degrees: ArrayLike) -> Ints:
        """The panorama columns of bearings."""
        angle = np.asarray(degrees, dtype=np.float64)
        turned = np.floor((angle + 30.0) / 60.0)  # -3..2 views to the right
        view = (turned.astype(np.int64) + FORWARD_VIEW) % len(PANORAMA)
        across = np.tan(np.radians(angle - 60.0 * turned)) / self.grid.coarse.step + self.grid.cells / 2
        return view * self.grid.cells + np.clip(np.floor(across), 0, self.grid.cells - 1).astype(np.int64)

    def distances(self, parts: int = 1) -> Floats:
        """(28, parts) representative distances of each ring, evenly spaced by ratio; 0 for the first."""
        steps = (np.arange(parts) + 0.5) / parts - 0.5
        rings = self.nearest * self.ratio ** (np.arange(RINGS)[:, None] - 1 + steps)
        rings[0] = 0.0
        return rings

    def points(self, poses: ArrayLike, bounds: tuple[float, float], parts: int = 1) -> Floats:
        """(N, 28 * 192, parts, 2) places that the classes stand for, clipped to the bounds."""
        pose = np.asarray(poses, dtype=np.float64)
        columns = np.arange(self.grid.columns)
        angle = np.asarray(PANORAMA)[columns // self.grid.cells] + np.degrees(
            np.arctan(self.grid.coarse.u(columns % self.grid.cells + 0.5))
        )
        ahead = direction(pose[:, 2:] + angle)  # (N, 192, 2)
        with np.errstate(divide="ignore", invalid="ignore"):
            walls = np.where(ahead > 0, bounds[1] - pose[:, None, :2], bounds[0] - pose[:, None, :2]) / ahead
        leaves = np.min(np.where(np.isfinite(walls), walls, np.inf), axis=-1)  # (N, 192) where sight leaves the bounds
        away = np.minimum(self.distances(parts)[None, :, None], leaves[:, None, :, None])  # (N, 28, 192, parts)
        places = pose[:, None, None, None, :2] + away[..., None] * ahead[:, None, :, None]
        return places.reshape(len(pose), -1, parts, 2)
