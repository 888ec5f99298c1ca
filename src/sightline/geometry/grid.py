"""The goal grid: places on the ground as cells of a view or of the panorama (paper, section "Model").

A point falls into the cell that contains it (floor) and a cell stands for its centre. Encoding by rounding and decoding
with an added half, as the original code did, costs a perfect predictor about five points of accuracy.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from sightline.geometry.camera import FORWARD_VIEW, PANORAMA, Camera
from sightline.geometry.pose import bearing, direction
from sightline.geometry.types import Floats, Ints

CELLS = 32  # cells along each side of one view
OUT_OF_SIGHT = -1


@dataclass(frozen=True)
class GoalGrid:
    """32 x 32 cells per view, 32 x 192 for the panorama; OUT_OF_SIGHT if the ground point is not visible."""

    camera: Camera = field(default_factory=Camera)
    cells: int = CELLS

    @property
    def coarse(self) -> Camera:
        """The camera whose pixels are the cells."""
        c = self.camera
        return Camera(self.cells, self.cells, c.fov, c.eye, c.shift)

    @property
    def columns(self) -> int:
        return self.cells * len(PANORAMA)

    @property
    def out_of_sight(self) -> int:
        """Index of the out-of-sight class, one past the last cell of the panorama."""
        return self.cells * self.columns

    def ground_rows(self) -> np.ndarray:
        """(cells,) bool: rows whose centre lies below the horizon; the others cannot be ground."""
        return self.coarse.v(np.arange(self.cells) + 0.5) < 0

    def in_view(self, pose: ArrayLike, point: ArrayLike, y: ArrayLike = 0.0) -> tuple[Ints, Ints]:
        """(row, column) in the forward view of a point at height y; both are OUT_OF_SIGHT if it is not in the view."""
        row, column, depth = self.coarse.project(pose, point, y)
        seen = (depth > 1e-9) & (row >= 0) & (row < self.cells) & (column >= 0) & (column < self.cells)
        return _floor(row, seen), _floor(column, seen)

    def in_panorama(self, pose: ArrayLike, point: ArrayLike, y: ArrayLike = 0.0) -> tuple[Ints, Ints]:
        """(row, column) in the 32 x 192 panorama of a point at height y; both are OUT_OF_SIGHT if it is not visible."""
        pose = np.asarray(pose, dtype=np.float64)
        turned = np.floor((bearing(pose, point) + 30.0) / 60.0).astype(np.int64)  # -3..2 views to the right
        view = (turned + FORWARD_VIEW) % len(PANORAMA)
        looking = pose.copy()
        looking[..., 2] = pose[..., 2] + 60.0 * turned
        row, column, depth = self.coarse.project(looking, point, y)
        column = np.clip(column, 0, self.cells - 1e-6)  # the view was chosen by angle; rounding may cross its edge
        seen = (depth > 1e-9) & (row >= 0) & (row < self.cells)
        row_, column_ = _floor(row, seen), _floor(column, seen)
        return row_, np.where(seen, column_ + self.cells * view, OUT_OF_SIGHT)

    def place(self, pose: ArrayLike, row: ArrayLike, column: ArrayLike, bounds: tuple[float, float]) -> Floats:
        """Ground point (..., 2) that a panorama cell stands for, clipped to the square `bounds`.

        Out of sight (row or column < 0) gives the agent's own place; so does a cell at or above the horizon.
        """
        pose = np.asarray(pose, dtype=np.float64)
        row, column = np.asarray(row), np.asarray(column)
        looking = np.broadcast_to(pose, (*np.broadcast_shapes(row.shape, pose.shape[:-1]), 3)).copy()
        here = looking[..., :2].copy()
        looking[..., 2] += np.asarray(PANORAMA)[np.clip(column // self.cells, 0, len(PANORAMA) - 1)]
        point, ground = self.coarse.back_project(looking, row + 0.5, column % self.cells + 0.5)
        known = ground & (row >= 0) & (column >= 0)
        return np.clip(np.where(known[..., None], point, here), *bounds)

    def spread(
        self, pose: ArrayLike, row: ArrayLike, column: ArrayLike, bounds: tuple[float, float], parts: int
    ) -> tuple[Floats, Floats]:
        """Points (..., parts, 2) along the line of sight through a panorama cell, and their rows in the picture.

        They are evenly spaced over the part of the cell inside the bounds. A distant cell is deeper than wide: its centre
        can be 5 units from a goal in it, or beyond the fence. Where `place` gives the agent's own place, so does this.
        """
        pose = np.asarray(pose, dtype=np.float64)
        row, column = np.asarray(row), np.asarray(column)
        coarse = self.coarse
        known = (row >= 0) & (column >= 0) & (coarse.v(row + 1.0) < 0)
        ahead = direction(pose[..., 2] + np.asarray(PANORAMA)[np.clip(column // self.cells, 0, len(PANORAMA) - 1)])
        right = np.stack([ahead[..., 1], -ahead[..., 0]], axis=-1)
        sight = ahead + coarse.u(column % self.cells + 0.5)[..., None] * right  # (..., 2) per unit of depth
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            walls = np.where(sight > 0, bounds[1] - pose[..., :2], bounds[0] - pose[..., :2]) / sight
            leaves = np.min(np.where(np.isnan(walls), np.inf, walls), axis=-1)  # depth at which sight leaves the bounds
            near, far = (
                np.where(known, np.minimum(coarse.eye / np.maximum(-coarse.v(edge), 0.0), leaves), 0.0)
                for edge in (row + 1.0, row)
            )
            depth = near[..., None] + (far - near)[..., None] * ((np.arange(parts) + 0.5) / parts)
            rows = coarse.height / 2 + (coarse.eye / depth + coarse.shift) / coarse.step
        rows = np.clip(rows, row[..., None], row[..., None] + 1.0)
        return pose[..., None, :2] + depth[..., None] * sight[..., None, :], rows


def _floor(value: Floats, seen: np.ndarray) -> Ints:
    return np.where(seen, np.floor(np.where(seen, value, 0.0)), OUT_OF_SIGHT).astype(np.int64)
