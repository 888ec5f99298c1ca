"""Ways on foot: all shortest ones from a pose, which poses have a point in view and in reach, and walking one of them."""

from __future__ import annotations

import numpy as np
from numba import njit

from sightline.chai.dynamics import FORWARD, OPTIONS, STRIDE, TURN, TURN_LEFT, TURN_RIGHT, ahead, spot


@njit(cache=True, **OPTIONS)
def ways(free, row, column, quarter):
    """(Z, X, 4) how many actions every pose is away, -1 for those that cannot be reached, and the last action on the way."""
    height, width = free.shape
    cost = np.full(height * width * 4, -1, np.int32)
    last = np.zeros(height * width * 4, np.uint8)
    waiting = np.empty(height * width * 4, np.int32)
    waiting[0] = (row * width + column) * 4 + quarter
    cost[waiting[0]] = 0
    begin, end = 0, 1
    while begin < end:
        here = waiting[begin]
        begin += 1
        place, q = here >> 2, here & 3
        after = cost[here] + 1
        row, column = place // width, place % width
        row += (q == 0) - (q == 2)
        column += (q == 1) - (q == 3)
        there = (row * width + column) * 4 + q
        if 0 <= row < height and 0 <= column < width and free[row, column] and cost[there] < 0:
            cost[there], last[there] = after, FORWARD
            waiting[end] = there
            end += 1
        there = place * 4 + ((q + 1) & 3)
        if cost[there] < 0:
            cost[there], last[there] = after, TURN_RIGHT
            waiting[end] = there
            end += 1
        there = place * 4 + ((q + 3) & 3)
        if cost[there] < 0:
            cost[there], last[there] = after, TURN_LEFT
            waiting[end] = there
            end += 1
    return cost.reshape(height, width, 4), last.reshape(height, width, 4)


@njit(cache=True, **OPTIONS)
def poses_around(cost, targets, reach, eye, half, top, bottom):
    """(M, 3) row, column, quarter of the poses from which one of the points (K, 3) is in view and within reach.

    Views reach `half` of their depth to each side, and from `top` down to `bottom` of it.
    """
    poses = np.empty((cost.size, 3), np.int64)
    count = 0
    margin = 0.15
    for row in range(cost.shape[0]):
        z = row * STRIDE
        for column in range(cost.shape[1]):
            if (
                cost[row, column, 0] < 0
                and cost[row, column, 1] < 0
                and cost[row, column, 2] < 0
                and cost[row, column, 3] < 0
            ):
                continue
            x = column * STRIDE
            for quarter in range(4):
                if cost[row, column, quarter] < 0:
                    continue
                s, c = float((quarter == 1) - (quarter == 3)), float((quarter == 0) - (quarter == 2))
                for k in range(len(targets)):
                    dx, rise, dz = targets[k, 0] - x, targets[k, 1] - eye, targets[k, 2] - z
                    if dx * dx + dz * dz + rise * rise >= (reach + margin) ** 2:
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


@njit(cache=True, **OPTIONS)
def walk(pose, actions, trace):
    """Fill trace (K, 3) with the poses after each of K actions that lead along free places."""
    x, z, heading = pose[0], pose[1], pose[2]
    for k in range(len(actions)):
        if actions[k] == FORWARD:
            row, column = spot(x, z)
            row, column = ahead(row, column, heading)
            x, z = column / (1 / STRIDE), row / (1 / STRIDE)
        elif actions[k] == TURN_RIGHT:
            heading = (heading + TURN) % 360.0
        else:
            heading = (heading - TURN) % 360.0
        trace[k, 0], trace[k, 1], trace[k, 2] = x, z, heading
