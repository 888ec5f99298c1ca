"""Goals that are done already, as a goal model is told of them. (It needs no torch: processes that make data have none.)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sightline.geometry import origin_of
from sightline.geometry.types import Floats

DONE = 6  # goals at most


def done_of(poses: ArrayLike, done: Sequence[Sequence[Sequence[Any]]]) -> Floats:
    """(N, 6, 4) where goals were done, as seen from poses (N, 3): to the right, ahead, 1 for an interaction, and 1.

    `done` has x, z and whether it was an interaction of each, the last of them if there are more; zeros stand for none.
    """
    pose = np.asarray(poses, dtype=np.float64)
    seen = np.zeros((len(pose), DONE, 4))
    for n, goals in enumerate(done):
        for k, (x, z, interaction, *_) in enumerate(goals[-DONE:]):
            seen[n, k] = *origin_of((x, z, 0.0), pose[n])[:2], interaction, 1.0
    return seen
