"""The point that the agent's hands reach for: where the ray through a cell of its view meets something."""

from __future__ import annotations

import numpy as np

from sightline.chai.gaze import within_reach
from sightline.chai.world import ChaiWorld
from sightline.geometry import CELLS
from sightline.render import Scenes, behind
from sightline.render.look import INDOORS


def pointed_at(world: ChaiWorld, cell: int, n: int = 0) -> tuple[float, float, float]:
    """The point behind a cell (32 * row + column) of world n's view, to the millimetre; what is held is no obstacle."""
    houses, worlds, poses = world.houses, np.array([n]), world.pose[[n]]
    scenes = Scenes(houses.library, 1, houses.slots(world.state), backdrop=False, light=INDOORS)
    houses.show(scenes, world.state, worlds, poses, within_reach(world.camera))
    row, column = divmod(cell, CELLS)
    points, _ = behind(scenes, poses, world.camera, np.array([row]), np.array([column]))
    x, y, z = points[0].tolist()
    return round(x, 3), round(y, 3), round(z, 3)
