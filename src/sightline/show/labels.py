"""Placement of names and numbers on a picture, without overlaps and, if possible, off the paths."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sightline.geometry.types import Floats
from sightline.show.marks import Spot

Box = tuple[float, float, float, float]  # left, top, right, bottom
DIRECTIONS = 16  # in which a label may be moved
RINGS = 10  # number of distances to try
COVERED = 6.0  # cost of covering one spot of a path, in pixels of displacement


class Label(NamedTuple):
    """A text to write near a place."""

    text: str
    place: tuple[float, float]
    within: tuple[tuple[float, float], tuple[float, float]] | None = None  # two corners of the area it must stay in
    large: bool = False  # names a part of the scene, not an object


class Space:
    """The occupied areas of a picture."""

    def __init__(self, size: tuple[int, int], paths: Iterable[Floats] = ()):
        """Size as (width, height); paths are spots (K, 2) each."""
        self.width, self.height = size
        self.taken: list[Box] = []
        spots = [np.asarray(path, dtype=np.float64).reshape(-1, 2) for path in paths]
        self.paths = np.concatenate([np.zeros((0, 2)), *spots])

    def take(self, at: Spot, width: float, height: float) -> None:
        """Mark an area that is already drawn as occupied."""
        self.taken.append(_box(at, width, height))

    def place(self, at: Spot, width: float, height: float, within: Box | None = None) -> Spot:
        """The centre of a label, as near to a spot as possible; its area becomes occupied."""
        limits = within or (0.0, 0.0, float(self.width), float(self.height))
        spots = [_inside(spot, width, height, limits) for spot in _around(at, min(width, height))]
        best = min(spots, key=lambda spot: self._cost(spot, at, width, height))
        self.take(best, width, height)
        return best

    def _cost(self, spot: Spot, wanted: Spot, width: float, height: float) -> float:
        left, top, right, bottom = box = _box(spot, width, height)
        overlaps = sum(_overlap(box, other) for other in self.taken)
        x, y = self.paths.T
        covered = int(((left <= x) & (x <= right) & (top <= y) & (y <= bottom)).sum())
        return 1000.0 * overlaps + COVERED * covered + math.dist(spot, wanted)


def _around(at: Spot, step: float) -> Sequence[Spot]:
    """A spot and rings of others around it."""
    angles = [2 * math.pi * k / DIRECTIONS for k in range(DIRECTIONS)]
    rings = [step * (k + 1) * 0.6 for k in range(RINGS)]
    return [at, *((at[0] + r * math.cos(a), at[1] + r * math.sin(a)) for r in rings for a in angles)]


def _inside(spot: Spot, width: float, height: float, limits: Box) -> Spot:
    """The nearest spot at which a label stays within limits."""
    left, top, right, bottom = limits
    x, y = spot
    return max(min(x, right - width / 2), left + width / 2), max(min(y, bottom - height / 2), top + height / 2)


def _box(at: Spot, width: float, height: float) -> Box:
    return at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2


def _overlap(one: Box, two: Box) -> float:
    """The overlap of two boxes in square pixels."""
    across, down = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
    return max(across, 0.0) * max(down, 0.0)
