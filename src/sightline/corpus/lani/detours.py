"""A way around everything, by A* on a grid, for places where the simple detours of terrain.Terrain.route find none."""

from __future__ import annotations

import heapq
import math

import numpy as np

from sightline.corpus.lani.terrain import EDGE, STANDING, Point, Terrain, blocking
from sightline.geometry.types import Bools
from sightline.render import FIELD

CELL = 0.5  # side of a cell of the grid
SIDE = int(FIELD / CELL) + 1
STEPS = [(i, j, CELL * math.hypot(i, j)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
Cell = tuple[int, int]  # x, z


def way_around(terrain: Terrain, at: Point, to: Point) -> list[Point] | None:
    """Points of a way from one place to another, without the first; None if there is none."""
    simple = terrain.route(at, to)
    if simple is not None:
        return simple
    cells = _search(_free_cells(terrain), _cell(at), _cell(to))
    if cells is None:
        return None
    points = [at, *((x * CELL, z * CELL) for x, z in cells[1:-1]), to]
    return _straightened(terrain, points)


def _free_cells(terrain: Terrain) -> Bools:
    """(SIDE, SIDE) whether the agent can stand at a corner of the grid, by x and z."""
    x, z = np.meshgrid(np.arange(SIDE) * CELL, np.arange(SIDE) * CELL, indexing="ij")
    free: Bools = (np.minimum(x, z) >= EDGE) & (np.maximum(x, z) <= FIELD - EDGE)
    if len(terrain.bodies):
        free &= terrain.scene.clearance(np.stack([x, z], axis=-1)) > STANDING
    return free


def _cell(place: Point) -> Cell:
    return round(place[0] / CELL), round(place[1] / CELL)


def _search(free: Bools, first: Cell, last: Cell) -> list[Cell] | None:
    """The shortest way from cell to cell; the two ends may be just outside what is free."""
    cost, before = {first: 0.0}, {first: first}
    waiting = [(0.0, first)]
    while waiting:
        _, here = heapq.heappop(waiting)
        if here == last:
            break
        for i, j, length in STEPS:
            there = here[0] + i, here[1] + j
            if not (0 <= there[0] < SIDE and 0 <= there[1] < SIDE) or not (free[there] or there == last):
                continue
            so_far = cost[here] + length
            if so_far < cost.get(there, math.inf):
                cost[there], before[there] = so_far, here
                heapq.heappush(waiting, (so_far + CELL * math.dist(there, last), there))
    if last not in before:
        return None
    way = [last]
    while way[-1] != first:
        way.append(before[way[-1]])
    return way[::-1]


def _straightened(terrain: Terrain, points: list[Point]) -> list[Point]:
    """A way without the corners that a straight line can leave out."""
    way, here = [], 0
    while here < len(points) - 1:
        ahead = range(len(points) - 1, here + 1, -1)
        there = next((k for k in ahead if blocking(terrain.bodies, *points[here], *points[k], STANDING) < 0), here + 1)
        way.append(points[there])
        here = there
    return way
