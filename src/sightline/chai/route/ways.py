"""The shortest paths on foot from a pose, and the poses from which a point is in view and within reach.

A breadth-first search over poses (place and heading) finds the paths; every action costs the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from sightline.chai.dynamics import FORWARD, STRIDE, TURN, TURN_LEFT, TURN_RIGHT, spot
from sightline.chai.house.routes import OPTIONS
from sightline.errors import InputError

if TYPE_CHECKING:
    from sightline.chai.world import ChaiWorld

BLOCKED, UNKNOWN = -2, -1


class Ways:
    """All shortest paths from the pose of a world's agent."""

    def __init__(self, world: ChaiWorld, n: int = 0):
        x, z, heading = world.pose[n]
        self.free = world.houses.estate.free[world.state.house[n]]
        self.cost, self._last = shortest_ways(self.free, *spot(x, z), round(heading / TURN) % 4)

    def to(self, row: int, column: int, quarter: int) -> list[int]:
        """The actions that lead to a pose."""
        if self.cost[row, column, quarter] < 0:
            raise InputError(f"There is no way to ({column * STRIDE:g}, {row * STRIDE:g}).")
        actions = []
        while self.cost[row, column, quarter] > 0:
            action = int(self._last[row, column, quarter])
            actions.append(action)
            if action == TURN_RIGHT:
                quarter = (quarter + 3) % 4
            elif action == TURN_LEFT:
                quarter = (quarter + 1) % 4
            else:
                row -= (quarter == 0) - (quarter == 2)
                column -= (quarter == 1) - (quarter == 3)
        return actions[::-1]

    def to_pose(self, x: float, z: float, heading: float) -> list[int]:
        """The actions that lead to a pose, given in metres and degrees."""
        row, column = spot(x, z)
        return self.to(row, column, round(heading / TURN) % 4)

    def to_place(self, x: float, z: float, heading: float | None = None) -> list[int]:
        """The actions that lead to the free place nearest to a point, with any heading or a given one."""
        row, column = nearest_place(self.cost, float(x), float(z))
        quarters = range(4) if heading is None else [round(heading / TURN) % 4]
        return self.to(row, column, min(quarters, key=lambda q: int(self.cost[row, column, q])))


@njit(cache=True, **OPTIONS)
def shortest_ways(free, row, column, quarter):
    """(Z, X, 4) the number of actions to every pose, negative if unreachable, and the last action on the path.

    The rim of the lattice is inside the outer walls and never free, so the search needs no bounds check.
    """
    height, width = free.shape
    cost = np.full(height * width * 4, BLOCKED, np.int32)
    for i in range(1, height - 1):
        for j in range(1, width - 1):
            if free[i, j]:
                place = (i * width + j) * 4
                cost[place] = cost[place + 1] = cost[place + 2] = cost[place + 3] = UNKNOWN
    last = np.zeros(height * width * 4, np.uint8)
    if not (0 < row < height - 1 and 0 < column < width - 1):
        return cost.reshape(height, width, 4), last.reshape(height, width, 4)
    waiting = np.empty(height * width * 4, np.int32)
    steps = (4 * width, 4, -4 * width, -4)
    waiting[0] = (row * width + column) * 4 + quarter
    cost[waiting[0]] = 0
    begin, end = 0, 1
    while begin < end:
        here = waiting[begin]
        begin += 1
        q, after = here & 3, cost[here] + 1
        there = here + steps[q]
        if cost[there] == UNKNOWN:
            cost[there], last[there], waiting[end] = after, FORWARD, there
            end += 1
        there = (here & ~3) | ((q + 1) & 3)
        if cost[there] == UNKNOWN:
            cost[there], last[there], waiting[end] = after, TURN_RIGHT, there
            end += 1
        there = (here & ~3) | ((q + 3) & 3)
        if cost[there] == UNKNOWN:
            cost[there], last[there], waiting[end] = after, TURN_LEFT, there
            end += 1
    return cost.reshape(height, width, 4), last.reshape(height, width, 4)


@njit(cache=True, **OPTIONS)
def nearest_place(cost, x, z):
    """Row and column of the reachable place nearest to a point."""
    row, column, least = -1, -1, np.inf
    for i in range(cost.shape[0]):
        for j in range(cost.shape[1]):
            gap = (j * STRIDE - x) ** 2 + (i * STRIDE - z) ** 2
            if gap < least and cost[i, j, 0] >= 0:  # the agent can turn wherever it can stand
                row, column, least = i, j, gap
    return row, column


@njit(cache=True, **OPTIONS)
def poses_around(cost, targets, reach, eye, half, top, bottom):
    """(M, 3) row, column, quarter of the poses from which one of the points (K, 3) is in view and within reach.

    Views extend `half` of their depth to each side, and from `top` down to `bottom` of it.
    """
    margin = 0.15
    far = reach + margin
    first_row = max(int((targets[:, 2].min() - far) / STRIDE), 0)
    first_column = max(int((targets[:, 0].min() - far) / STRIDE), 0)
    last_row = min(int((targets[:, 2].max() + far) / STRIDE) + 1, cost.shape[0] - 1)
    last_column = min(int((targets[:, 0].max() + far) / STRIDE) + 1, cost.shape[1] - 1)
    poses = np.empty((max(last_row - first_row + 1, 0) * max(last_column - first_column + 1, 0) * 4, 3), np.int64)
    count = 0
    for row in range(first_row, last_row + 1):
        z = row * STRIDE
        for column in range(first_column, last_column + 1):
            if cost[row, column, 0] < 0:
                continue
            x = column * STRIDE
            for quarter in range(4):
                s, c = float((quarter == 1) - (quarter == 3)), float((quarter == 0) - (quarter == 2))
                for k in range(len(targets)):
                    dx, rise, dz = targets[k, 0] - x, targets[k, 1] - eye, targets[k, 2] - z
                    if dx * dx + dz * dz + rise * rise >= far**2:
                        continue
                    depth, side = dx * s + dz * c, dx * c - dz * s
                    if (
                        depth > 0.2
                        and abs(side) < half * depth + margin
                        and bottom * depth - margin < rise < top * depth + margin
                    ):
                        poses[count, 0], poses[count, 1], poses[count, 2] = row, column, quarter
                        count += 1
                        break
    return poses[:count]
