"""A LANI scene: landmarks and lakes on a fenced 50 x 50 field, and its generation from a seed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sized
from dataclasses import dataclass
from functools import cache, cached_property
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sightline.checks import checked_seed, shown
from sightline.errors import InputError
from sightline.geometry.types import Array, Floats
from sightline.lani.dynamics import clearances, gap
from sightline.lani.landmarks import INDEX, LANDMARKS, NAMES, LandmarkData, add, added, bodies
from sightline.render import FIELD, WATER_CELLS, water_field

FEWEST_GENERATED, MOST_GENERATED = 6, 13  # landmarks in a generated scene (paper, section "LANI")
MAX_LANDMARKS = 200  # in a scene from outside
EDGE = 4.5  # least distance of centres from the fence
GAP = 3.0  # between two keep-out circles
UNIT = FIELD / WATER_CELLS  # side of a lake cell
PLACES_TRIED = 1000  # until one is free for the agent
SHORE = 1.0  # least distance of lakes from landmarks, except boats
_adding = Lock()  # threads that receive the same landmark add it once


class Placed(NamedTuple):
    """A landmark in a scene."""

    name: str
    x: float
    z: float
    radius: float  # keep-out radius; the model's size does not depend on it


@dataclass(frozen=True)
class Scene:
    landmarks: tuple[Placed, ...]
    lakes: tuple[tuple[int, int, int], ...] = ()  # runs of cells: z, first x, last x

    def __reduce__(self) -> tuple[Callable[..., Scene], tuple[Any, ...]]:  # cached properties are not pickled
        if any(INDEX.get(placed.name, 0) >= len(NAMES) for placed in self.landmarks):
            return _received, (self.landmarks, self.lakes, added())  # a worker process may lack them
        return Scene, (self.landmarks, self.lakes)

    @cached_property
    def models(self) -> Array:
        """(I,) int32 index of each landmark."""
        return np.array([INDEX[p.name] for p in self.landmarks], dtype=np.int32)

    @cached_property
    def positions(self) -> Floats:
        """(I, 2)"""
        return np.array([(p.x, p.z) for p in self.landmarks], dtype=np.float64).reshape(-1, 2)

    @cached_property
    def bodies(self) -> Floats:
        """(I, 5) collision bodies in the field: see landmarks.bodies."""
        here = bodies()[self.models].reshape(-1, 5).copy()
        here[:, :2] += self.positions
        return here

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


def _received(
    landmarks: tuple[Placed, ...], lakes: tuple[tuple[int, int, int], ...], own: tuple[LandmarkData, ...]
) -> Scene:
    """A scene from another process, with the landmarks added there."""
    with _adding:
        for name, noun, radius, parts in own:
            if name not in LANDMARKS:
                add(name, noun, radius, lambda parts=parts: parts)  # type: ignore[misc]
    return Scene(landmarks, lakes)


def runs(cells: Array) -> tuple[tuple[int, int, int], ...]:
    """Lake cells (100, 100) bool as sorted runs."""
    padded = np.zeros((WATER_CELLS, WATER_CELLS + 2), bool)  # dry on both sides, so that runs never join
    padded[:, 1:-1] = cells
    flat = padded.ravel()
    z, x = np.divmod(np.flatnonzero(flat[1:] != flat[:-1]), WATER_CELLS + 2)  # the cell before each change
    return tuple(zip(z[::2].tolist(), x[::2].tolist(), (x[1::2] - 1).tolist(), strict=True))


def generate_scene(seed: int | np.random.Generator) -> Scene:
    """A random scene; the same seed gives the same scene everywhere."""
    rng = seed if isinstance(seed, np.random.Generator) else np.random.default_rng(checked_seed(seed))
    count = int(rng.integers(FEWEST_GENERATED, MOST_GENERATED + 1))
    names = [NAMES[k] for k in rng.permutation(len(NAMES))[:count]]
    # Radii and positions lie on the grid of the original files (1/20 unit), so writing them is lossless.
    radii = np.round([LANDMARKS[n].radius for n in names] * rng.uniform(1.0, 1.3, size=count), 4)
    positions = np.round(_spread(rng, radii, edges()[[INDEX[n] for n in names]]), 2)
    placed = tuple(map(Placed, names, positions[:, 0].tolist(), positions[:, 1].tolist(), radii.tolist()))
    ashore = Scene(tuple(p for p in placed if p.name != "Boat"))
    return Scene(placed, runs(_lakes(rng.random((3, 17)), ashore.bodies)))


@cache
def edges() -> Floats:
    """(63,) least distance of each landmark's centre from the fence: EDGE, or more so that its body stays inside."""
    x, z, half_x, half_z, rounding = bodies().T
    return np.maximum(EDGE, np.maximum(np.abs(x) + half_x, np.abs(z) + half_z) + rounding + 0.2)


def _spread(rng: np.random.Generator, radii: Floats, margins: Floats) -> Floats:
    """Positions (I, 2) whose keep-out circles stay GAP apart: random ones, pushed apart until they do.

    Rejection sampling almost never succeeds with 12 or 13 landmarks: the field is then as full as random placement can
    make it.
    """
    while True:
        at = margins[:, None] + rng.random((len(radii), 2)) * (FIELD - 2 * margins[:, None])
        if _pushed_apart(at, radii, GAP + 0.2, margins, FIELD):
            return np.rint(at * 20) / 20


@njit(error_model="numpy", cache=True)
def _pushed_apart(at, radii, gap, margins, field):  # type: ignore[no-untyped-def]
    """Push overlapping circles apart, in place; whether the gap minus 0.1 was reached."""
    count = len(radii)
    push = np.empty((count, 2))
    for _ in range(300):
        worst = 0.0
        push[:] = 0.0
        for i in range(count):
            for j in range(i):
                dx, dz = at[i, 0] - at[j, 0], at[i, 1] - at[j, 1]
                length = math.sqrt(dx * dx + dz * dz) + 1e-9
                overlap = radii[i] + radii[j] + gap - length
                if overlap > 0:
                    worst = max(worst, overlap)
                    share = 0.55 * overlap / length
                    push[i, 0] += share * dx
                    push[i, 1] += share * dz
                    push[j, 0] -= share * dx
                    push[j, 1] -= share * dz
        if worst < 0.1:
            return True
        for i in range(count):
            for k in range(2):
                at[i, k] = min(max(at[i, k] + push[i, k], margins[i]), field - margins[i])
    return False


@njit(error_model="numpy", cache=True)
def _lakes(draws, bodies):  # type: ignore[no-untyped-def]
    """(100, 100) bool cells of one to three lakes, kept off the bodies; draws (3, 17) are uniform random numbers.

    A lake is a short random walk over a grid of 10 x 10, blurred and cut at half its height.
    """
    side, coarse = WATER_CELLS, WATER_CELLS // 10
    cells = np.zeros((side, side), np.bool_)
    down, across = np.empty(side), np.empty(side)
    for lake in range(1 + int(3 * draws[0, 0])):
        d = draws[lake]
        narrow = -0.5 / (5.0 + 4.0 * d[1]) ** 2
        z, x = int(10 * d[2]), int(10 * d[3])
        height = np.zeros((side, side))
        for step in range(1 + int(6 * d[4])):
            for k in range(side):
                down[k] = math.exp(narrow * ((z + 0.5) * coarse - k - 0.5) ** 2)
                across[k] = math.exp(narrow * ((x + 0.5) * coarse - k - 0.5) ** 2)
            for i in range(side):
                for k in range(side):
                    height[i, k] = max(height[i, k], down[i] * across[k])
            z = min(max(z + int(3 * d[5 + 2 * step]) - 1, 0), 9)
            x = min(max(x + int(3 * d[6 + 2 * step]) - 1, 0), 9)
        half = 0.5 * height.max()
        for i in range(side):
            for k in range(side):
                cells[i, k] = cells[i, k] or height[i, k] > half
    for i in range(side):
        for k in range(side):
            if cells[i, k]:
                for m in range(len(bodies)):
                    if gap(bodies[m], (k + 0.5) * UNIT, (i + 0.5) * UNIT) <= SHORE:
                        cells[i, k] = False
    return cells


def no_free_place() -> InputError:
    """The error for a scene from outside without a free place; generated scenes always have one."""
    return InputError(
        f"This field is too crowded: none of {PLACES_TRIED:,} random places is free for the agent; give a start."
    )


def check_scene(scene: Scene, where: str = "scene") -> None:
    """Raise InputError, naming the place, unless every landmark is known and inside the field."""
    if not isinstance(scene, Scene):
        raise InputError(f"{where}: its scene must be a sightline.lani.Scene, got {shown(scene)}.")
    try:
        _check_numbers(scene, where)
    except InputError:
        raise
    except (TypeError, ValueError, AttributeError):  # no landmarks, no lakes or no numbers
        raise InputError(
            f"{where}: a scene has landmarks (Placed(name, x, z, radius), ...) and lakes ((z, first x, last x), ...), "
            f"got {shown(scene)}."
        ) from None


def too_many(landmarks: Sized) -> str:
    """The sentence for a scene with more landmarks than MAX_LANDMARKS; otherwise empty."""
    count = len(landmarks)
    return f"has {count:,} landmarks; a field has at most {MAX_LANDMARKS}." if count > MAX_LANDMARKS else ""


def _check_numbers(scene: Scene, where: str) -> None:
    if sentence := too_many(scene.landmarks):
        raise InputError(f"{where}: {sentence}")
    for k, p in enumerate(scene.landmarks):
        if p.name not in LANDMARKS:
            raise InputError(
                f"{where}: landmark {k} is {shown(p.name)}, which is none of the {len(LANDMARKS)} known landmarks."
            )
        for key, value in (("x", p.x), ("z", p.z)):
            if not 0 <= value <= FIELD:  # false for NaN too
                raise InputError(
                    f"{where}: landmark {k} ({p.name}) has {key} = {shown(value)}, outside the field 0..{FIELD:g}."
                )
        if not 0 < p.radius < math.inf:
            raise InputError(f"{where}: landmark {k} ({p.name}) has radius = {shown(p.radius)}, which must be above 0.")
    if len(scene.lakes) > WATER_CELLS**2:
        raise InputError(f"{where}: has {len(scene.lakes):,} lake runs; a field has {WATER_CELLS**2:,} cells.")
    for k, (z, first, last) in enumerate(scene.lakes):
        whole = all(isinstance(n, int | np.integer) for n in (z, first, last))
        if not (whole and 0 <= z < WATER_CELLS and 0 <= first <= last < WATER_CELLS):
            raise InputError(
                f"{where}: lake run {k} is {shown((z, first, last))}, outside the {WATER_CELLS} x {WATER_CELLS} cells."
            )
