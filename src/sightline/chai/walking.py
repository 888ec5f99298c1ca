"""All shortest ways on foot from one pose: a search over places and headings, every action of the same cost."""

from __future__ import annotations

import numpy as np
from numba import njit

from sightline.chai.dynamics import FORWARD, OPTIONS, TURN_LEFT, TURN_RIGHT


@njit(cache=True, **OPTIONS)
def ways(free, row, column, quarter):
    """(Z, X, 4) how many actions every pose is away, -1 for those that cannot be reached, and the last action on the way."""
    height, width = free.shape
    cost = np.full((height, width, 4), -1, np.int32)
    last = np.zeros((height, width, 4), np.uint8)
    waiting = np.empty((height * width * 4, 3), np.int16)
    waiting[0, 0], waiting[0, 1], waiting[0, 2] = row, column, quarter
    cost[row, column, quarter] = 0
    begin, end = 0, 1
    while begin < end:
        i, j, q = waiting[begin, 0], waiting[begin, 1], waiting[begin, 2]
        begin += 1
        for action in (FORWARD, TURN_RIGHT, TURN_LEFT):
            ni, nj, nq = i, j, q
            if action == TURN_RIGHT:
                nq = (q + 1) % 4
            elif action == TURN_LEFT:
                nq = (q + 3) % 4
            else:
                ni += (q == 0) - (q == 2)
                nj += (q == 1) - (q == 3)
                if not (0 <= ni < height and 0 <= nj < width and free[ni, nj]):
                    continue
            if cost[ni, nj, nq] < 0:
                cost[ni, nj, nq], last[ni, nj, nq] = cost[i, j, q] + 1, action
                waiting[end, 0], waiting[end, 1], waiting[end, 2] = ni, nj, nq
                end += 1
    return cost, last
