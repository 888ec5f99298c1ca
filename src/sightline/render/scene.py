"""What is drawn: a library of models made of primitives, and batches of scenes that place them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sightline.errors import InputError
from sightline.geometry.types import Array
from sightline.render import look
from sightline.render.primitives import MAX_PLANES, Primitive, rgb

# One primitive as a row of float32, for the kernels; offsets of its parts.
CENTRE, AXES, UNIT, QUADRIC, HAS_QUADRIC, PLANE_COUNT, PLANES = 0, 3, 12, 21, 24, 25, 26
COLOUR, SECOND, PATTERN, FREQUENCY, FILL, AMOUNT, TAPER, ROW = 50, 53, 56, 57, 60, 62, 63, 65

WATER_CELLS = 100  # water mask of the field: 100 x 100 cells, kept as values at 101 x 101 corners
FIELD = 50.0  # side of the fenced square, from (0, 0) to (50, 50)


def _pack(p: Primitive) -> Array:
    row = np.zeros(ROW, dtype=np.float64)
    unit = np.linalg.inv(p.axes)  # rows turn a model point into the unit frame
    row[CENTRE:AXES] = p.centre
    row[AXES:UNIT] = p.axes.T.ravel()  # three half-axis vectors
    row[UNIT:QUADRIC] = unit.ravel()
    if p.quadric is not None:
        row[QUADRIC:HAS_QUADRIC] = p.quadric
        row[HAS_QUADRIC] = 1
    row[PLANE_COUNT] = len(p.planes)
    row[PLANES : PLANES + 4 * len(p.planes)] = p.model_planes().ravel()
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


def _shadow(parts: Sequence[Primitive]) -> Array:
    """(6,) a soft ellipse on the ground: centre x, z and the 2 x 2 matrix that maps it to the unit disc.

    One ellipse per model is enough to tie it to the ground: as wide as the model, stretched away from the sun.
    """
    corners = np.concatenate([p.corners() for p in parts])
    low, high = corners.min(axis=0), corners.max(axis=0)
    away = -np.array([look.SUN[0], look.SUN[2]]) / np.hypot(look.SUN[0], look.SUN[2])
    reach = 0.35 * min(high[1], 6.0)
    middle = (low + high)[[0, 2]] / 2 + away * reach * 0.5
    half = np.maximum((high - low)[[0, 2]] / 2, 0.4) * 1.1
    across = np.array([-away[1], away[0]])
    along_half = np.hypot(*(half * away)) + reach * 0.5
    across_half = np.hypot(*(half * across))
    return np.concatenate([middle, away / along_half, across / across_half]).astype(np.float32)


class Library:
    """Models by name, packed for the kernels."""

    def __init__(self, models: Mapping[str, Sequence[Primitive]]):
        self.names = tuple(models)
        self.index = {name: k for k, name in enumerate(self.names)}
        for name, parts in models.items():
            if not parts:
                raise InputError(f"Model {name!r} has no primitives.")
        counts = [len(parts) for parts in models.values()]
        self.start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)  # (M + 1,)
        self.largest = max(counts)
        self.primitives = np.stack([_pack(p) for parts in models.values() for p in parts])  # (T, ROW)
        self.shadows = np.stack([_shadow(parts) for parts in models.values()])  # (M, 6)
        spheres = []
        for parts in models.values():
            corners = np.concatenate([p.corners() for p in parts])
            centre = (corners.min(axis=0) + corners.max(axis=0)) / 2
            spheres.append([*centre, np.linalg.norm(corners - centre, axis=1).max()])
        self.spheres = np.asarray(spheres, dtype=np.float32)  # (M, 4) bounding sphere


@dataclass
class Scenes:
    """N scenes over one library. Slots beyond a scene's last model hold -1."""

    library: Library
    models: Array  # (N, I) int32, index into the library or -1
    places: Array  # (N, I, 4) float32: x, y, z, turn in degrees
    ids: Array  # (N, I) int32 > 0, what segmentation shows
    water: Array = field(default_factory=lambda: np.zeros((0, 0, 0), np.uint8))  # (N, 101, 101) [z, x], >= 128 is water
    backdrop: bool = True  # sky, grass, water and fence; without it the background is plain

    def __post_init__(self) -> None:
        self.models = np.ascontiguousarray(self.models, dtype=np.int32)
        self.places = np.ascontiguousarray(self.places, dtype=np.float32)
        self.ids = np.ascontiguousarray(self.ids, dtype=np.int32)
        if self.water.size == 0:
            self.water = np.zeros((len(self), WATER_CELLS + 1, WATER_CELLS + 1), np.uint8)
        self.water = np.ascontiguousarray(self.water, dtype=np.uint8)
        self.wet = water_bounds(self.water)  # (N, 4) x0, z0, x1, z1 around all water, empty when there is none

    def __len__(self) -> int:
        return len(self.models)


def water_field(cells: Array) -> Array:
    """(..., 100, 100) bool cells [z, x] as (..., 101, 101) uint8 corner values; the shore lies at 128."""
    padded = np.zeros((*cells.shape[:-2], WATER_CELLS + 2, WATER_CELLS + 2), np.float32)
    padded[..., 1:-1, 1:-1] = cells
    corners = (padded[..., :-1, :-1] + padded[..., 1:, :-1] + padded[..., :-1, 1:] + padded[..., 1:, 1:]) / 4
    return np.rint(corners * 255).astype(np.uint8)


def water_bounds(water: Array) -> Array:
    bounds = np.tile(np.asarray([1, 1, 0, 0], np.float32), (len(water), 1))
    unit = FIELD / WATER_CELLS
    for n in range(len(water)):
        rows = np.flatnonzero(water[n].any(axis=1))
        if len(rows):
            columns = np.flatnonzero(water[n].any(axis=0))
            first = max(columns[0] - 1, 0), max(rows[0] - 1, 0)
            bounds[n] = unit * np.asarray([*first, min(columns[-1] + 1, 100), min(rows[-1] + 1, 100)])
    return bounds
