"""Pictures straight down on a scene, and the letters of every picture."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from PIL import ImageFont

from sightline.geometry import Camera
from sightline.geometry.types import Array
from sightline.render.draw import render
from sightline.render.scene import Scenes

HEIGHT = 500.0  # so far up that rays are nearly parallel, not so far that float32 runs out of digits


def from_above(scenes: Scenes, middle: tuple[float, float], half: float, size: tuple[int, int]) -> Array:
    """(N, height, width, 3) uint8 pictures straight down on a point, north up; half of the width shown is `half`."""
    height, width = size
    camera = Camera(width, height, fov=2 * math.degrees(math.atan(half / HEIGHT)), eye=HEIGHT)
    above = np.zeros((len(scenes), 1, 5))
    above[:] = middle[0], HEIGHT, middle[1], 0.0, -90.0
    return render(scenes, above, camera)["rgb"][:, :, 0]


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """The letters of every picture, in a size."""
    letters = ImageFont.load_default(size=size)
    assert isinstance(letters, ImageFont.FreeTypeFont)  # asked for a size, Pillow gives one that scales
    return letters
