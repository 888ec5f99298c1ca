"""Scenes to draw: a library of models made of primitives, and batches of scenes that place them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from sightline.errors import InputError
from sightline.geometry.types import Array, Floats
from sightline.render import look
from sightline.render.primitives import Primitive, rgb

# One primitive as a row of float32, for the kernels; offsets of its parts.
CENTRE, AXES, UNIT, QUADRIC, HAS_QUADRIC, PLANE_COUNT, PLANES = 0, 3, 12, 21, 24, 25, 26
COLOUR, SECOND, PATTERN, FREQUENCY, FILL, AMOUNT, TAPER, ROW = 50, 53, 56, 57, 60, 62, 63, 65

WATER_CELLS = 100  # water mask of the field: 100 x 100 cells, kept as values at 101 x 101 corners
LAKES = 4  # boxes around a scene's water, so that dry ground costs nothing
NEAR = 0.05  # near plane
FIELD = 50.0  # side of the fenced square, from (0, 0) to (50, 50)


def _pack(p: Primitive, unit: Floats) -> Array:
    """A primitive for the kernels; the rows of `unit` map a model point to the unit frame."""
    row = np.zeros(ROW, dtype=np.float64)
    row[CENTRE:AXES] = p.centre
    row[AXES:UNIT] = p.axes.T.ravel()  # three half-axis vectors
    row[UNIT:QUADRIC] = unit.ravel()
    if p.quadric is not None:
        row[QUADRIC:HAS_QUADRIC] = p.quadric
        row[HAS_QUADRIC] = 1
    row[PLANE_COUNT] = len(p.planes)
    row[PLANES : PLANES + 4 * len(p.planes)] = p.model_planes(unit).ravel()
    row[COLOUR:SECOND] = rgb(p.colour)
    if p.pattern is not None:
        half = np.linalg.norm(p.axes, axis=0)
        every = np.asarray(p.pattern.every, dtype=np.float64)
        row[SECOND:PATTERN] = rgb(p.pattern.colour)
        row[PATTERN] = p.pattern.kind
        row[FREQUENCY:FILL] = np.divide(half, every, out=np.zeros(3), where=every > 0)
        row[FILL:AMOUNT] = p.pattern.fill
        row[AMOUNT] = p.pattern.amount
    row[TAPER:ROW] = p.taper
    return row.astype(np.float32)


def _shadow(corners: Floats) -> Array:
    """(7,) a soft ellipse on the ground: centre x, z, the 2 x 2 matrix that maps it to the unit disc, and its radius.

    One ellipse per model is enough to tie it to the ground: as wide as the model, stretched away from the sun.
    """
    low, high = corners.min(axis=0), corners.max(axis=0)
    away = -np.array([look.SUN[0], look.SUN[2]]) / np.hypot(look.SUN[0], look.SUN[2])
    reach = 0.35 * min(high[1], 6.0)
    middle = (low + high)[[0, 2]] / 2 + away * reach * 0.5
    half = np.maximum((high - low)[[0, 2]] / 2, 0.4) * 1.1
    across = np.array([-away[1], away[0]])
    along_half = np.hypot(*(half * away)) + reach * 0.5
    across_half = np.hypot(*(half * across))
    matrix = [*away / along_half, *across / across_half]
    return np.array([*middle, *matrix, max(along_half, across_half)], dtype=np.float32)


class Packed(NamedTuple):
    """A model for the kernels."""

    primitives: Array  # (K, ROW)
    shadow: Array  # (7,)
    sphere: Array  # (4,) bounding sphere


def pack(parts: Sequence[Primitive]) -> Packed:
    """Pack a model. Worth keeping if many libraries have it."""
    corners = np.concatenate([p.corners() for p in parts])
    centre = (corners.min(axis=0) + corners.max(axis=0)) / 2
    sphere = np.array([*centre, np.linalg.norm(corners - centre, axis=1).max()], dtype=np.float32)
    units = np.linalg.inv(np.stack([p.axes for p in parts]))
    return Packed(np.stack([_pack(p, unit) for p, unit in zip(parts, units, strict=True)]), _shadow(corners), sphere)


class Library:
    """Models by name, packed for the kernels."""

    def __init__(self, models: Mapping[str, Sequence[Primitive] | Packed]):
        self.names = tuple(models)
        self.index = {name: k for k, name in enumerate(self.names)}
        for name, parts in models.items():
            if not parts:
                raise InputError(f"Model {name!r} has no primitives.")
        packed = [model if isinstance(model, Packed) else pack(model) for model in models.values()]
        counts = [len(model.primitives) for model in packed]
        self.start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)  # (M + 1,)
        self.largest = max(counts)
        self.primitives = np.concatenate([model.primitives for model in packed])  # (T, ROW)
        self.shadows = np.stack([model.shadow for model in packed])  # (M, 7)
        self.spheres = np.stack([model.sphere for model in packed])  # (M, 4) bounding sphere
        self.copies: dict[Any, Any] = {}  # on other devices, kept by their backend


class Scenes:
    """N scenes over one library, each with the same number of model slots; free slots hold -1."""

    def __init__(self, library: Library, count: int, slots: int, backdrop: bool = True, light: look.Light = look.DAYLIGHT):
        self.library = library
        self.backdrop = backdrop  # sky, grass, water and fence; without it the background is black
        self.light = light
        self.models = np.full((count, max(slots, 1)), -1, np.int32)  # index into the library
        self.places = np.zeros((count, max(slots, 1), 4), np.float32)  # x, y, z, turn in degrees
        self.ids = np.zeros((count, max(slots, 1)), np.int32)  # > 0: segmentation id
        corners = WATER_CELLS + 1 if backdrop else 1
        self.water = np.zeros((count, corners, corners), np.uint8)  # [z, x], 128 and more is water
        self.wet = np.zeros((count, LAKES, 4), np.float32)  # boxes x0, z0, x1, z1 around the water; unused ones are empty

        self.used = max(slots, 1)  # slots from here on are free in every scene
        self.version = 0  # counts changes
        self.copies: dict[Any, Any] = {}  # on other devices, kept by their backend

    def __len__(self) -> int:
        return len(self.models)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "copies": {}}

    @property
    def slots(self) -> int:
        return self.models.shape[1]

    def take(self, where: ArrayLike) -> Scenes:
        """A selection of the scenes, as a new batch."""
        some = np.asarray(where, dtype=np.int64)
        batch = copy(self)
        batch.models, batch.places, batch.ids = self.models[some], self.places[some], self.ids[some]
        batch.water, batch.wet, batch.copies = self.water[some], self.wet[some], {}
        return batch

    def trimmed(self) -> Scenes:
        """A copy without the slots that are free in every scene."""
        batch = self.take(np.arange(len(self)))
        batch.models, batch.places = batch.models[:, : self.used].copy(), batch.places[:, : self.used].copy()
        batch.ids = batch.ids[:, : self.used].copy()
        return batch

    def put(self, n: int, models: Array, places: Array, ids: Array, water: Array | None = None) -> None:
        """Replace scene n: models (I,), places (I, 4), ids (I,), water (101, 101) from water_field."""
        count = len(models)
        self.models[n, count:] = -1
        self.models[n, :count], self.places[n, :count], self.ids[n, :count] = models, places, ids
        if self.backdrop:
            self.water[n] = 0 if water is None else water
            self.wet[n] = _water_boxes(self.water[n])
        self.version += 1


@njit(cache=True)
def gapless(models, places, ids, used, start):  # type: ignore[no-untyped-def]
    """The models of N scenes without the free slots: the first of each scene (N + 1,), models (K,), places (K, 4), ids (K,);
    and the largest number of primitives in a scene. Few of many scenes are full, so there is much less to upload.
    """
    firsts, most = np.zeros(len(models) + 1, np.int32), 1
    for n in range(len(models)):
        count = solids = 0
        for slot in range(used):
            model = models[n, slot]
            if model >= 0:
                count += 1
                solids += start[model + 1] - start[model]
        firsts[n + 1] = firsts[n] + count
        most = max(most, solids)
    some = max(firsts[-1], 1)
    which, where, whose = np.zeros(some, np.int32), np.zeros((some, 4), np.float32), np.zeros(some, np.int32)
    for n in range(len(models)):
        at = firsts[n]
        for slot in range(used):
            if models[n, slot] >= 0:
                which[at], whose[at] = models[n, slot], ids[n, slot]
                for a in range(4):
                    where[at, a] = places[n, slot, a]
                at += 1
    return firsts, which, where, whose, most


@njit(error_model="numpy", nogil=True, cache=True)  # not fastmath: NaN must be detected
def fault(cameras, models, places, wet, used, known, farthest, field, begin, end):  # type: ignore[no-untyped-def]
    """The first scene from begin to end that is unsafe for a kernel, because models are unknown, or numbers are out of range
    or not finite; else -1."""
    for n in range(begin, end):
        right = True
        for c in range(cameras.shape[1]):
            for a in range(5):
                right &= abs(cameras[n, c, a]) <= farthest
        for slot in range(used):
            right &= models[n, slot] < known
            if models[n, slot] >= 0:
                for a in range(4):
                    right &= abs(places[n, slot, a]) <= farthest
        for k in range(wet.shape[1]):
            for a in range(4):
                right &= 0.0 <= wet[n, k, a] <= field
        if not right:
            return n
    return -1


@njit(cache=True)
def water_field(cells):  # type: ignore[no-untyped-def]
    """(100, 100) bool cells [z, x] as (101, 101) uint8 corner values; the shore lies at 128."""
    corners = np.zeros((WATER_CELLS + 1, WATER_CELLS + 1), np.uint8)
    for z in range(WATER_CELLS):
        for x in range(WATER_CELLS):
            if cells[z, x]:
                for i in range(z, z + 2):
                    for k in range(x, x + 2):  # a quarter for each of the corner's four cells: 64, 128, 192, 255
                        corners[i, k] = min(corners[i, k] + 64, 255)
    return corners


@njit
def _dry(water, x0, z0, x1, z1):  # type: ignore[no-untyped-def]
    """Whether a box of corners holds no water."""
    for z in range(z0, z1 + 1):
        for x in range(x0, x1 + 1):
            if water[z, x] > 0:
                return False
    return True


@njit(cache=True)
def _water_boxes(water):  # type: ignore[no-untyped-def]
    """(LAKES, 4) boxes x0, z0, x1, z1 around the water, cut apart where a row or a column is dry."""
    boxes = np.zeros((LAKES, 4), np.int64)
    boxes[0, 2] = boxes[0, 3] = WATER_CELLS
    count, k = 1, 0
    while k < count:
        x0, z0, x1, z1 = boxes[k, 0], boxes[k, 1], boxes[k, 2], boxes[k, 3]
        while z0 <= z1 and _dry(water, x0, z0, x1, z0):
            z0 += 1
        while z0 < z1 and _dry(water, x0, z1, x1, z1):
            z1 -= 1
        while x0 < x1 and _dry(water, x0, z0, x0, z1):
            x0 += 1
        while x0 < x1 and _dry(water, x1, z0, x1, z1):
            x1 -= 1
        row, column = z0 + 1, x0 + 1
        while row < z1 and not _dry(water, x0, row, x1, row):
            row += 1
        while column < x1 and not _dry(water, column, z0, column, z1):
            column += 1
        boxes[k, 0], boxes[k, 1], boxes[k, 2], boxes[k, 3] = x0, z0, x1, z1
        if count < LAKES and (row < z1 or column < x1):  # cut at the dry line, then check both halves again
            boxes[count, 0], boxes[count, 1], boxes[count, 2], boxes[count, 3] = x0, z0, x1, z1
            if row < z1:
                boxes[k, 3], boxes[count, 1] = row - 1, row + 1
            else:
                boxes[k, 2], boxes[count, 0] = column - 1, column + 1
            count += 1
        else:
            k += 1
    edges = np.zeros((LAKES, 4))
    for k in range(count):
        if boxes[k, 1] <= boxes[k, 3]:
            for side in range(4):
                edge = boxes[k, side] + (1 if side >= 2 else -1)
                edges[k, side] = min(max(edge, 0), WATER_CELLS) * (FIELD / WATER_CELLS)
    return edges
