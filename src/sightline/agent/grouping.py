"""Which remembered cubes belong to one thing: cubes of one class that lie close together, or are linked by others that do.

A kernel instead of SciPy's trees and graphs: loading those takes longer than a goal.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sightline.agent.lattice import OPTIONS
from sightline.geometry.types import Floats


@njit(**OPTIONS)
def group_cubes(classes: NDArray[np.integer], places: Floats, apart: float) -> NDArray[np.int64]:
    """(V,) a number for the group of each of V cubes at places (V, 3): the first cube's index. Classes must be in order."""
    count = len(classes)
    group = np.arange(count)
    for first in range(count):
        for second in range(first + 1, count):
            if classes[second] != classes[first]:
                break
            square = 0
            for axis in range(3):
                square += (places[first, axis] - places[second, axis]) ** 2
            if square <= apart * apart:
                one, other = _head(group, first), _head(group, second)
                group[max(one, other)] = min(one, other)
    for cube in range(count):
        group[cube] = _head(group, cube)
    return group


@njit(**OPTIONS)
def _head(group: NDArray[np.int64], cube: int) -> int:
    """The first cube of a group; the chain that leads to it is shortened."""
    while group[cube] != cube:
        group[cube] = group[group[cube]]
        cube = group[cube]
    return cube
