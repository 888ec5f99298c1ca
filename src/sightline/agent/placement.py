"""Where a picture of any size stands in the panorama that a goal predictor sees.

It is scaled to fit the panorama's height or width and stands where the agent looks ahead; the rest is grey. A square picture
has 32 x 32 cells, one twice as wide 32 x 64, and a whole panorama, six times as wide as high, 32 x 192.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.geometry.types import Array, Bools, Floats
from sightline.models.goal_map import COLUMNS, ROWS, VIEWS
from sightline.pictures import Picture, scaled

PIXELS = 4  # along each side of a cell
HIGH, WIDE = ROWS * PIXELS, COLUMNS * PIXELS
AHEAD = HIGH * (VIEWS // 2) + HIGH // 2  # middle of the forward view
GREY = 127  # around a picture: models see it as zero


class Placement(NamedTuple):
    """Where a scaled picture stands in the panorama, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def ahead(cls, width: int, height: int, scale: float = 1.0, aside: float = 0.0, below: float = 0.0) -> Placement:
        """The largest one for a picture of any size, in the middle of the forward view.

        Training varies it: `scale` up to 1, and -1 to 1 of the room `aside` and `below`.
        """
        fit = min(HIGH / height, WIDE / width) * scale
        wide, high = (min(max(round(side * fit), 1), most) for side, most in ((width, WIDE), (height, HIGH)))
        left = min(max(AHEAD - wide // 2, 0), WIDE - wide)
        room = min(left, WIDE - wide - left, HIGH // 2)  # not far aside: it stays in the middle of what a model sees
        return cls(left + round(aside * room), round((HIGH - high) / 2 * (1 + below)), wide, high)

    def inside(self) -> Bools:
        """(32 * 192,) the cells that show a part of the picture."""
        rows, columns = np.arange(ROWS) * PIXELS, np.arange(COLUMNS) * PIXELS
        high = (rows + PIXELS > self.top) & (rows < self.top + self.height)
        wide = (columns + PIXELS > self.left) & (columns < self.left + self.width)
        return (high[:, None] & wide).ravel()

    def cell(self, x: float, y: float) -> int:
        """The cell of a spot, from 0 to 1 of the picture's width and height."""
        column = min(int(self.left + x * self.width), self.left + self.width - 1) // PIXELS
        row = min(int(self.top + y * self.height), self.top + self.height - 1) // PIXELS
        return row * COLUMNS + column

    def spots(self) -> Floats:
        """(32 * 192, 2) the spot in the middle of each cell; those outside lie on the edge of the picture."""
        row, column = np.divmod(np.arange(ROWS * COLUMNS), COLUMNS)
        x = ((column + 0.5) * PIXELS - self.left) / self.width
        y = ((row + 0.5) * PIXELS - self.top) / self.height
        return np.clip(np.stack([x, y], 1), 0.0, 1.0)


def placed(picture: Picture, where: Placement) -> Array:
    """A picture in an otherwise grey panorama (128, 768, 3)."""
    panorama = np.full((HIGH, WIDE, 3), GREY, np.uint8)
    small = scaled(picture, where.width, where.height)
    panorama[where.top : where.top + where.height, where.left : where.left + where.width] = small
    return panorama
