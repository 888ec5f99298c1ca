"""A LANI scene: landmarks and lakes on a fenced 50 x 50 field, and how one is made from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sightline.errors import InputError
from sightline.geometry.types import Array, Floats
from sightline.lani.dynamics import clearances
from sightline.lani.landmarks import LANDMARKS, NAMES, bodies
from sightline.render import FIELD, WATER_CELLS, water_field

FEWEST, MOST = 6, 13  # landmarks in a generated scene (paper, section "LANI")
EDGE = 4.5  # centres keep this far from the fence
GAP = 3.0  # between two keep-out circles
UNIT = FIELD / WATER_CELLS  # side of a lake cell
INDEX = {name: k for k, name in enumerate(NAMES)}


@dataclass(frozen=True)
class Placed:
    """A landmark in a scene."""

    name: str
    x: float
    z: float
    radius: float  # keep-out radius; the model's size does not depend on it


@dataclass(frozen=True)
class Scene:
    landmarks: tuple[Placed, ...]
    lakes: tuple[tuple[int, int, int], ...] = ()  # runs of cells: z, first x, last x

    @cached_property
    def models(self) -> Array:
        """(I,) int32 index of each landmark in NAMES."""
        return np.array([INDEX[p.name] for p in self.landmarks], dtype=np.int32)

    @cached_property
    def positions(self) -> Floats:
        """(I, 2)"""
        return np.array([(p.x, p.z) for p in self.landmarks], dtype=np.float64).reshape(-1, 2)

    @cached_property
    def bodies(self) -> Floats:
        """(I, 5) what the agent collides with, in the field: see landmarks.bodies."""
        found = bodies()[self.models].reshape(-1, 5).copy()
        found[:, :2] += self.positions
        return found

    @cached_property
    def water(self) -> Array:
        """(101, 101) uint8 for the renderer."""
        return water_field(self.lake_cells())

    def lake_cells(self) -> Array:
        """(100, 100) bool, [z, x]."""
        cells = np.zeros((WATER_CELLS, WATER_CELLS), bool)
        for z, first, last in self.lakes:
            cells[z, first : last + 1] = True
        return cells

    def clearance(self, points: Floats) -> Floats:
        """Distance (...,) from points (..., 2) to the nearest landmark's body; negative inside one."""
        places = np.asarray(points, dtype=np.float64)
        return clearances(self.bodies, places.reshape(-1, 2)).reshape(places.shape[:-1])


def runs(cells: Array) -> tuple[tuple[int, int, int], ...]:
    """Lake cells (100, 100) bool as sorted runs."""
    edges = np.diff(np.pad(cells.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    (z, first), (_, past) = np.nonzero(edges == 1), np.nonzero(edges == -1)
    return tuple((int(a), int(b), int(c) - 1) for a, b, c in zip(z, first, past, strict=True))


def generate_scene(seed: int | np.random.Generator) -> Scene:
    """A random scene; the same seed gives the same scene everywhere."""
    rng = np.random.default_rng(seed)
    chosen = rng.choice(len(NAMES), size=int(rng.integers(FEWEST, MOST + 1)), replace=False)
    names = [NAMES[k] for k in chosen]
    # Radii and positions are drawn on the grid of the original files (1/20 unit), so writing them there loses nothing.
    radii = np.array([round(LANDMARKS[n].radius * float(rng.uniform(1.0, 1.3)), 4) for n in names])
    positions = _spread(rng, radii)
    placed = [
        Placed(n, round(float(x), 2), round(float(z), 2), float(r))
        for n, (x, z), r in zip(names, positions, radii, strict=True)
    ]
    return Scene(tuple(placed), runs(_lakes(rng, Scene(tuple(placed)))))


def _spread(rng: np.random.Generator, radii: Floats) -> Floats:
    """Positions (I, 2) whose keep-out circles stay GAP apart: random ones, pushed away from each other until they are.

    Drawing again on each conflict hardly ever ends with 12 or 13 landmarks: the field is then as full as random
    placement can make it.
    """
    low, high = EDGE, FIELD - EDGE
    wanted = radii[:, None] + radii + GAP + 0.2
    np.fill_diagonal(wanted, 0.0)
    while True:
        at = rng.uniform(low, high, size=(len(radii), 2))
        for _ in range(300):
            apart = at[:, None] - at  # (I, I, 2), from j to i
            length = np.hypot(apart[..., 0], apart[..., 1]) + 1e-9
            overlap = np.maximum(wanted - length, 0.0)
            if overlap.max() < 0.1:  # the other 0.1 is for the rounding
                return np.rint(at * 20) / 20
            at = np.clip(at + ((0.55 * overlap / length)[..., None] * apart).sum(axis=1), low, high)


def _lakes(rng: np.random.Generator, scene: Scene) -> Array:
    """One to three lakes: random walks over a coarse grid, blurred, cut at half their height, kept off the landmarks."""
    fine, coarse = np.arange(WATER_CELLS) + 0.5, (np.arange(10) + 0.5) * (WATER_CELLS / 10)
    cells = np.zeros((WATER_CELLS, WATER_CELLS), bool)
    for _ in range(int(rng.integers(1, 4))):
        blobs = np.zeros((10, 10))
        at = rng.integers(0, 10, size=2)
        for _ in range(int(rng.integers(1, 7))):
            blobs[at[0], at[1]] = 1
            at = np.clip(at + rng.integers(-1, 2, size=2), 0, 9)
        sigma = float(rng.uniform(5, 9))
        blur = np.exp(-0.5 * (np.subtract.outer(fine, coarse) / sigma) ** 2)  # (100, 10)
        smooth = blur @ blobs @ blur.T
        cells |= smooth > 0.5 * smooth.max()
    z, x = np.nonzero(cells)
    ashore = Scene(tuple(p for p in scene.landmarks if p.name != "Boat"))
    dry = ashore.clearance(np.stack([x + 0.5, z + 0.5], axis=-1) * UNIT) <= 1.0
    cells[z[dry], x[dry]] = False
    return cells


def check_scene(scene: Scene, where: str = "scene") -> None:
    """Raise InputError, naming the place, unless every landmark is known and inside the field."""
    for k, p in enumerate(scene.landmarks):
        if p.name not in LANDMARKS:
            raise InputError(f"{where}: landmark {k} is {p.name!r}, which is none of the 63 known ones.")
        for key, value in (("x", p.x), ("z", p.z)):
            if not np.isfinite(value) or not 0 <= value <= FIELD:
                raise InputError(f"{where}: landmark {k} ({p.name}) has {key} = {value}, outside the field 0..{FIELD:g}.")
        if not np.isfinite(p.radius) or p.radius <= 0:
            raise InputError(f"{where}: landmark {k} ({p.name}) has radius = {p.radius}, which must be above 0.")
    for k, (z, first, last) in enumerate(scene.lakes):
        if not (0 <= z < WATER_CELLS and 0 <= first <= last < WATER_CELLS):
            raise InputError(f"{where}: lake run {k} is {(z, first, last)}, outside the {WATER_CELLS} x {WATER_CELLS} cells.")
