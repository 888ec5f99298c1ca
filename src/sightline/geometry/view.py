"""A world's view: its camera, the goal grid over the camera's picture, the rows that can be ground, the extent of ground."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sightline.geometry.camera import Camera
from sightline.geometry.grid import GoalGrid
from sightline.geometry.rings import GroundRings
from sightline.geometry.types import Floats, Ints

FAINT = 1e-10  # smaller probabilities of a goal map count as zero


def on_ground(goals: Floats) -> tuple[Floats, Floats]:
    """Ground places (..., 2) and heights of goals, which are places (..., 2) or points (..., 3)."""
    return (goals, np.zeros(goals.shape[:-1])) if goals.shape[-1] == 2 else (goals[..., [0, 2]], goals[..., 1])


@dataclass(frozen=True)
class View:
    """Maps between panorama cells and places on the ground in one world."""

    camera: Camera
    bounds: tuple[float, float]  # minimum and maximum of x and z on the ground
    reach: tuple[float, float] = (0.8, 62.0)  # nearest and farthest ring of our own model

    @cached_property
    def grid(self) -> GoalGrid:
        return GoalGrid(self.camera)

    @cached_property
    def rings(self) -> GroundRings:
        return GroundRings(self.grid, *self.reach)

    def cells_of_rings(self, poses: Floats, probabilities: Floats, parts: int = 5) -> Floats:
        """Probabilities over rings (N, 28 * 192) as a goal map (N, 32 * 192 + 1), to be drawn on the panorama."""
        maps = np.zeros((len(poses), self.grid.out_of_sight + 1))
        for n, pose in enumerate(poses):
            likely = np.flatnonzero(probabilities[n] > FAINT)
            points = self.rings.points(pose[None], self.bounds, parts)[0, likely]  # (K, parts, 2)
            classes = self.goal_classes(np.broadcast_to(pose, (points.size // 2, 3)), points.reshape(-1, 2))
            maps[n] = np.bincount(classes, np.repeat(probabilities[n, likely] / parts, parts), self.grid.out_of_sight + 1)
        return maps

    @cached_property
    def first_ground_row(self) -> int:
        """The first row of the grid that can be ground; rows above it cannot show navigation goals."""
        return int(np.argmax(self.grid.ground_rows()))

    def goal_classes(self, poses: Floats, goals: Floats) -> Ints:
        """(N,) class of each goal in the panorama of its pose: row * 192 + column, or the out-of-sight class.

        Goals are places on the ground (N, 2), or points (N, 3) as x, y, z.
        """
        row, column = self.grid.in_panorama(poses, *on_ground(goals))
        return np.where(row < 0, self.grid.out_of_sight, row * self.grid.columns + column)

    def goal_places(self, poses: Floats, classes: Ints) -> Floats:
        """(N, 2) places that goal classes stand for; for out of sight, the agent's own place."""
        return self.grid.place(poses, *self.cells(classes), self.bounds)

    def cells(self, classes: Ints) -> tuple[Ints, Ints]:
        """Row and column of goal classes; both are -1 for out of sight."""
        unseen = classes == self.grid.out_of_sight
        return np.where(unseen, -1, classes // self.grid.columns), np.where(unseen, -1, classes % self.grid.columns)
