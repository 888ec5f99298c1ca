"""Find the pose and the cell whose interaction does a deed: the planner's candidates, best first.

Drawing views dominates the time. So views are drawn lazily, nearest on foot first, and only the part of each view that can
show the object.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np
from numba import njit

from sightline.chai.hands import PUT, REACH, decide
from sightline.chai.house import FLOOR
from sightline.chai.house.arrays import State
from sightline.chai.house.routes import OPTIONS
from sightline.chai.sight.gaze import Houses, cell_camera, ray_grid, within_reach
from sightline.geometry import CELLS, Camera
from sightline.geometry.types import Array, Floats
from sightline.render import glimpse

POSES_COMPARED = 12  # neighbouring poses whose surest cells are tried first
POSES_PER_CALL = (3, 9, 12, 24, 48)  # poses drawn per call: few at first
ALL_AGREE, MOST_AGREE = 5, 3  # cells with the same effect, of a cell and its four neighbours: all; a cell well inside
POSES_BEFORE_DOUBTFUL = 4 * POSES_COMPARED  # poses after which uncertain cells are tried too
Scored = tuple[int, int, int]  # certainty, pose, cell


class DeedSearch(NamedTuple):
    """The search for one deed in one world."""

    houses: Houses
    state: State
    world: int
    camera: Camera
    deed: Array  # (3,) verb, object, receptacle
    numbers: Array  # (K,) the things to point at


def aims(search: DeedSearch, poses: Floats) -> Iterator[tuple[int, int]]:
    """Candidates in order: the index of a pose (M, 3), and a cell of the view from there.

    Cells come from a small picture, which may be wrong at the edges of things.
    """
    sure: list[Scored] = []
    doubtful: list[Scored] = []
    for k, (score, cells) in enumerate(_glances(search, poses)):
        if score == ALL_AGREE:  # this is the maximum
            yield from ((k, cell) for cell in cells)
        else:
            (sure if score >= MOST_AGREE else doubtful).extend((score, k, cell) for cell in cells)
        if (k + 1) % POSES_COMPARED == 0 or k + 1 == len(poses):
            yield from _in_order(sure)
            if k >= POSES_BEFORE_DOUBTFUL:
                yield from _in_order(doubtful)
    yield from _in_order(doubtful)


def _in_order(scored: list[Scored]) -> Iterator[tuple[int, int]]:
    """Pose and cell, surest and nearest first; empties the list."""
    for _, k, cell in sorted(scored, key=lambda one: (-one[0], one[1])):
        yield k, cell
    scored.clear()


def _glances(search: DeedSearch, poses: Floats) -> Iterator[tuple[int, list[int]]]:
    """For each pose the certainty of the best cells of its view, and up to three of them."""
    begin = 0
    for count in chain(POSES_PER_CALL, repeat(POSES_PER_CALL[-1])):
        if begin >= len(poses):
            return
        best = _look(search, poses[begin : begin + count])
        yield from ((score, list(dict.fromkeys(cells)) if score else []) for score, *cells in best.tolist())
        begin += count


def _look(search: DeedSearch, poses: Floats) -> Array:
    """(M, 4) certainty of the best cells of the view from each pose, and three of them."""
    houses, state, world, camera, deed, pointed = search
    scenes = houses.scenes(len(poses), state)
    houses.show(scenes, state, np.full(len(poses), world), poses, within_reach(camera))
    cells = cell_camera(camera)
    u, v, _ = ray_grid(cells)
    patches = np.empty((len(poses), 4), np.int64)
    _find_patches(
        scenes.models, scenes.places, scenes.ids, scenes.used, houses.library.spheres, pointed, poses, camera.eye,
        cells.step, cells.shift, patches,
    )  # fmt: skip
    best, visible = np.zeros((len(poses), 4), np.int64), np.flatnonzero(patches[:, 2])
    if len(visible):
        rows, columns = patches[visible, 2:].max(axis=0).tolist()
        corners = np.minimum(patches[visible, :2], (CELLS - rows, CELLS - columns))
        depth, numbers = glimpse(scenes.take(visible), poses[visible], cells, corners, (rows, columns))
        best[visible] = _judge(
            houses.estate, state, world, poses[visible], camera.eye, u[0], v[:, 0], corners, depth, numbers, pointed, deed
        )
    return best


@njit(**OPTIONS)
def _is_among(number, numbers):
    among = False
    for k in range(len(numbers)):
        among |= numbers[k] == number
    return among


@njit(**OPTIONS)
def _span(across, depth, radius):
    """The range of slopes under which a circle is seen, given its distance ahead and to the side."""
    if depth <= 1.01 * radius:
        return -np.inf, np.inf
    root = radius * math.sqrt(across * across + depth * depth - radius * radius)
    scale = 1 / (depth * depth - radius * radius)
    return (across * depth - root) * scale, (across * depth + root) * scale


@njit(cache=True, **OPTIONS)
def _find_patches(models, places, ids, used, spheres, pointed, poses, eye, step, shift, patches):
    """Fill patches (M, 4): first row, first column, rows and columns of the cells that can show the objects."""
    middle = CELLS / 2
    for m in range(len(poses)):
        heading = math.radians(poses[m, 2])
        s, c = math.sin(heading), math.cos(heading)
        top, bottom, left, right = CELLS, 0, CELLS, 0
        for slot in range(used):
            model = models[m, slot]
            if model < 0 or not _is_among(ids[m, slot], pointed):
                continue
            turn, radius = math.radians(places[m, slot, 3]), float(spheres[model, 3])
            st, ct = math.sin(turn), math.cos(turn)
            x = places[m, slot, 0] + ct * spheres[model, 0] + st * spheres[model, 2] - poses[m, 0]
            z = places[m, slot, 2] + ct * spheres[model, 2] - st * spheres[model, 0] - poses[m, 1]
            rise = places[m, slot, 1] + spheres[model, 1] - eye
            depth, side = x * s + z * c, x * c - z * s
            if depth < -radius or math.sqrt(depth * depth + side * side + rise * rise) > REACH + radius:
                continue
            low, high = _span(side, depth, radius)
            left = min(left, int(max(middle + low / step, 0.0)))
            right = max(right, math.ceil(min(middle + high / step, float(CELLS))))
            low, high = _span(rise, depth, radius)
            top = min(top, int(max(middle - (high - shift) / step, 0.0)))
            bottom = max(bottom, math.ceil(min(middle - (low - shift) / step, float(CELLS))))
        rows, columns = max(bottom - top, 0), max(right - left, 0)
        patches[m, 0], patches[m, 1] = top, left
        patches[m, 2], patches[m, 3] = (rows, columns) if rows > 0 and columns > 0 else (0, 0)


@njit(cache=True, **OPTIONS)
def _judge(estate, state, n, poses, eye, u, v, corners, depth, numbers, pointed, deed):
    """(M, 4) the highest count of right cells among a cell and its neighbours, and three cells that attain it.

    depth and numbers (M, R, C) are patches of views that begin at corners (M, 2).
    """
    rows, columns = depth.shape[1:]
    best = np.zeros((len(poses), 4), np.int64)
    right = np.zeros((rows + 2, columns + 2), np.int64)
    equal = np.empty(rows * columns, np.int64)
    for m in range(len(poses)):
        heading = math.radians(poses[m, 2])
        s, c = math.sin(heading), math.cos(heading)
        for i in range(rows):
            up = v[corners[m, 0] + i]
            for j in range(columns):
                right[i + 1, j + 1] = 0
                across, t = u[corners[m, 1] + j], float(depth[m, i, j])
                if not _is_among(numbers[m, i, j], pointed) or t * math.sqrt(1 + across * across + up * up) > REACH:
                    continue
                x, y, z = poses[m, 0] + t * (s + across * c), eye + t * up, poses[m, 1] + t * (c - across * s)
                _, (verb, thing, surface, _, _) = decide(estate, state, n, numbers[m, i, j], x, y, z, poses[m, 2])
                if verb == PUT:
                    surface = FLOOR if surface < 0 else estate.surface_holder[state.house[n], surface]
                right[i + 1, j + 1] = verb == deed[0] and thing == deed[1] and surface == deed[2]
        count = 0
        for i in range(1, rows + 1):
            for j in range(1, columns + 1):
                if right[i, j] == 0:
                    continue
                score = 1 + right[i - 1, j] + right[i + 1, j] + right[i, j - 1] + right[i, j + 1]
                if score > best[m, 0]:
                    best[m, 0], count = score, 0
                if score == best[m, 0]:
                    equal[count] = (corners[m, 0] + i - 1) * CELLS + corners[m, 1] + j - 1
                    count += 1
        if count > 0:
            best[m, 1], best[m, 2], best[m, 3] = equal[2 * count // 4], equal[count // 4], equal[3 * count // 4]
    return best
