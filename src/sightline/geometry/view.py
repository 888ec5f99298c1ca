"""A world's view: its camera, the goal grid over what the camera sees, which rows can be ground, how far ground reaches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sightline.geometry.camera import Camera
from sightline.geometry.grid import GoalGrid
from sightline.geometry.rings import GroundRings
from sightline.geometry.types import Floats, Ints

FAINT = 1e-10  # less of a goal map than this is nowhere


def on_ground(goals: Floats) -> tuple[Floats, Floats]:
    """Where on the ground (..., 2) goals are, and how high above it: they are places there, or points (..., 3)."""
    return (goals, np.zeros(goals.shape[:-1])) if goals.shape[-1] == 2 else (goals[..., [0, 2]], goals[..., 1])


@dataclass(frozen=True)
class View:
    """What cells of the panorama and places on the ground are to each other in one world."""

    camera: Camera
    bounds: tuple[float, float]  # x and z of places on the ground lie between these
    reach: tuple[float, float] = (0.8, 62.0)  # of the rings in which our own model sees goals: nearest and farthest

    @cached_property
    def grid(self) -> GoalGrid:
        return GoalGrid(self.camera)

    @cached_property
    def rings(self) -> GroundRings:
        return GroundRings(self.grid, *self.reach)

    def cells_of_rings(self, poses: Floats, probabilities: Floats, parts: int = 5) -> Floats:
        """Probabilities of rings (N, 28 * 192) as a goal map (N, 32 * 192 + 1), which can be drawn on the panorama."""
        maps = np.zeros((len(poses), self.grid.out_of_sight + 1))
        for n, pose in enumerate(poses):
            some = np.flatnonzero(probabilities[n] > FAINT)
            points = self.rings.points(pose[None], self.bounds, parts)[0, some]  # (K, parts, 2)
            classes = self.goal_classes(np.broadcast_to(pose, (points.size // 2, 3)), points.reshape(-1, 2))
            maps[n] = np.bincount(classes, np.repeat(probabilities[n, some] / parts, parts), self.grid.out_of_sight + 1)
        return maps

    @cached_property
    def first_ground_row(self) -> int:
        """Rows of the grid from here on can be ground; those above cannot be where a navigation goal is."""
        return int(np.argmax(self.grid.ground_rows()))

    def goal_classes(self, poses: Floats, goals: Floats) -> Ints:
        """(N,) class of each goal in the panorama of its pose: row * 192 + column, or the one for out of sight.

        Goals are places on the ground (N, 2), or points (N, 3) as x, y, z.
        """
        row, column = self.grid.in_panorama(poses, *on_ground(goals))
        return np.where(row < 0, self.grid.out_of_sight, row * self.grid.columns + column)

    def goal_places(self, poses: Floats, classes: Ints) -> Floats:
        """(N, 2) places that goal classes stand for; out of sight is where the agent stands."""
        return self.grid.place(poses, *self.cells(classes), self.bounds)

    def cells(self, classes: Ints) -> tuple[Ints, Ints]:
        """Row and column of goal classes; -1 for both where the class is out of sight."""
        unseen = classes == self.grid.out_of_sight
        return np.where(unseen, -1, classes // self.grid.columns), np.where(unseen, -1, classes % self.grid.columns)
