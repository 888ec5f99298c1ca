"""The point that the agent's hands reach for: where the ray through a cell of its view meets something."""

from __future__ import annotations

import numpy as np

from sightline.chai.gaze import gaze
from sightline.chai.world import ChaiWorld


def pointed_at(world: ChaiWorld, cell: int, n: int = 0) -> tuple[float, float, float]:
    """The point behind a cell (32 * row + column) of world n's view, to the centimetre; what is held is no obstacle."""
    seen = gaze(world.houses, world.state, np.array([n]), world.pose[[n]], world.camera)
    x, y, z = seen.points[0, cell].tolist()
    return round(x, 2), round(y, 2), round(z, 2)
