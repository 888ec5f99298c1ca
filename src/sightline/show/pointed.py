"""A picture of somebody's own with the pixel marked that words ask for: the map as heat, a cross, and how sure it is."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image, ImageDraw

from sightline.agent.placement import HIGH, WIDE, Placement
from sightline.agent.pointer import Mark
from sightline.geometry.types import Floats
from sightline.models.goal_map import COLUMNS, ROWS
from sightline.show import marks
from sightline.show.goal_map import levels, shaded

SMALLEST_SIDE = 320  # a smaller picture is enlarged, so that the mark can be seen on it
CROSS = 1 / 36  # of the longer side


def percent(sureness: float) -> str:
    """How sure a model is, in words; never 100 %."""
    return f"{min(round(100 * sureness), 99)} %"


def marked_picture(picture: Image.Image, mark: Mark, sureness: float) -> Image.Image:
    """The picture with its mark."""
    times = max(1, math.ceil(SMALLEST_SIDE / max(picture.size)))
    width, height = (times * side for side in picture.size)
    panel = picture.resize((width, height), Image.Resampling.NEAREST).convert("RGBA")
    panel.alpha_composite(_heat(mark.map, Placement.ahead(*picture.size), (width, height)))
    panel = panel.convert("RGB")
    draw = ImageDraw.Draw(panel)
    size = max(CROSS * max(width, height), 3.0)
    x, y = mark.x * width, mark.y * height
    marks.cross(draw, x, y, size)
    left = x > 0.8 * width  # there is no room to the right
    at = x + (-2 if left else 2) * size, min(max(y, size), height - size)
    marks.write(draw, at, percent(sureness), 2 * size, "#ffffff", "rm" if left else "lm", halo="#000000")
    return panel


def _heat(map_: Floats, where: Placement, size: tuple[int, int]) -> Image.Image:
    """The part of a map that lies on the picture, as a layer for it."""
    level = Image.fromarray(levels(map_.reshape(ROWS, COLUMNS)).astype(np.float32))
    whole = level.resize((WIDE, HIGH), Image.Resampling.BILINEAR)
    box = (where.left, where.top, where.left + where.width, where.top + where.height)
    return Image.fromarray(shaded(np.asarray(whole.crop(box).resize(size, Image.Resampling.BILINEAR))), "RGBA")
