"""Cheapest paths over a partly known lattice, for agents that step one place ahead and turn by 90 degrees."""

from __future__ import annotations

import numpy as np
from numba import njit

FLOOR, UNSEEN, DOUBTFUL, BLOCKED = 2, 3, 40, 10**6  # what a step there costs, where a turn costs 2
TURNING = 2
OPTIONS = {"error_model": "numpy", "nogil": True, "cache": True}


@njit(**OPTIONS)
def step_costs(floor, things, bumps, body):
    """(Z, X) what it costs to step onto each place; the body reaches so many places to each side."""
    height, width = floor.shape
    costs = np.full((height, width), UNSEEN, np.int64)
    for i in range(height):
        for j in range(width):
            if floor[i, j]:
                costs[i, j] = FLOOR
    for i in range(height):
        for j in range(width):
            if things[i, j] and not floor[i, j]:
                for a in range(max(i - body, 0), min(i + body + 1, height)):
                    for b in range(max(j - body, 0), min(j + body + 1, width)):
                        if (a - i) ** 2 + (b - j) ** 2 < body * body:
                            costs[a, b] = DOUBTFUL
    for i in range(height):
        for j in range(width):
            if bumps[i, j]:
                costs[i, j] = BLOCKED
    return costs


@njit(**OPTIONS)
def cheapest_ways(costs, row, column, quarter):
    """(Z, X, 4) what the cheapest way to every pose costs, -1 where there is none, and the last move on it (Dijkstra)."""
    height, width = costs.shape
    total = np.full((height, width, 4), -1, np.int64)
    last = np.zeros((height, width, 4), np.uint8)
    if not (0 <= row < height and 0 <= column < width):
        return total, last
    ring = DOUBTFUL + 1  # no move costs more, so that so many lists, one for each cost, are enough
    states = height * width * 4
    head = np.full(ring, -1, np.int64)
    entries, following = np.empty(3 * states + 1, np.int64), np.empty(3 * states + 1, np.int64)  # a state may wait thrice
    best = np.full(states, BLOCKED * 1000, np.int64)
    done = np.zeros(states, np.bool_)
    start = (row * width + column) * 4 + quarter
    best[start], entries[0], following[0], head[0] = 0, start, -1, 0
    count, waiting, now = 1, 1, 0
    while waiting > 0:
        entry = head[now % ring]
        if entry < 0:
            now += 1
            continue
        head[now % ring] = following[entry]
        waiting -= 1
        here = entries[entry]
        if done[here] or best[here] != now:
            continue
        done[here] = True
        q, place = here & 3, here >> 2
        i, j = place // width, place % width
        total[i, j, q] = now
        for move in range(3):
            if move == 0:
                a, b, p = i + (q == 0) - (q == 2), j + (q == 1) - (q == 3), q
                if not (0 <= a < height and 0 <= b < width) or costs[a, b] >= BLOCKED:
                    continue
                price = costs[a, b]
            else:
                a, b, p, price = i, j, (q + (1 if move == 1 else 3)) & 3, TURNING
            there = (a * width + b) * 4 + p
            if not done[there] and now + price < best[there]:
                best[there] = now + price
                last[a, b, p] = move
                entries[count], following[count] = there, head[(now + price) % ring]
                head[(now + price) % ring] = count
                count += 1
                waiting += 1
    return total, last


@njit(**OPTIONS)
def moves_back(last, end, start):
    """(K,) the moves (0 forward, 1 right, 2 left) of the cheapest way from a start to an end: rows, columns, quarters."""
    row, column, quarter = end
    moves = np.empty(last.size, np.int64)
    count = 0
    while not (row == start[0] and column == start[1] and quarter == start[2]):
        move = last[row, column, quarter]
        moves[count] = move
        count += 1
        if move == 0:
            row, column = row - (quarter == 0) + (quarter == 2), column - (quarter == 1) + (quarter == 3)
        else:
            quarter = (quarter + (3 if move == 1 else 1)) & 3
    return moves[:count][::-1].copy()
