"""Maps from above: as plain pixels, and as a picture for people with names, paths and headings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw, ImageFont

from sightline.errors import InputError
from sightline.geometry import Camera, direction
from sightline.geometry.types import Array, Floats
from sightline.render import look
from sightline.render.draw import render
from sightline.render.scene import FIELD, Scenes

HEIGHT = 500.0  # so far up that rays are nearly parallel, not so far that float32 runs out of digits
MARGIN = 1.0  # shown around the field


def overhead(scenes: Scenes, pixels: int = 512) -> Array:
    """(N, pixels, pixels, 3) uint8 maps, north up; the field's edge is drawn in the colours of its fence."""
    half = FIELD / 2 + MARGIN
    maps = from_above(scenes, (FIELD / 2, FIELD / 2), half, (pixels, pixels))
    per_unit = pixels / (2 * half)
    inner, thick = round(MARGIN * per_unit), max(1, round(0.4 * per_unit))
    outer = pixels - inner
    low, high = max(inner - thick, 0), min(outer + thick, pixels)
    north, east, south, west = (np.array(c, dtype=np.uint8) for c in look.FENCE)
    maps[:, low:inner, low:high] = north
    maps[:, outer:high, low:high] = south
    maps[:, inner:outer, outer:high] = east
    maps[:, inner:outer, low:inner] = west
    return maps


def from_above(scenes: Scenes, middle: tuple[float, float], half: float, size: tuple[int, int]) -> Array:
    """(N, height, width, 3) uint8 pictures straight down on a point, north up; half of the width shown is `half`."""
    height, width = size
    camera = Camera(width, height, fov=2 * math.degrees(math.atan(half / HEIGHT)), eye=HEIGHT)
    above = np.zeros((len(scenes), 1, 5))
    above[:] = middle[0], HEIGHT, middle[1], 0.0, -90.0
    return render(scenes, above, camera)["rgb"][:, :, 0]


def on_map(points: ArrayLike, pixels: int) -> Floats:
    """Pixel positions (..., 2) as (column, row) of field points (..., 2) on an overhead map."""
    per_unit = pixels / (FIELD + 2 * MARGIN)
    at = np.asarray(points, dtype=np.float64)
    return np.stack([at[..., 0] + MARGIN, FIELD + MARGIN - at[..., 1]], axis=-1) * per_unit


@dataclass
class Trace:
    """A path on the map: points (T, 2), or poses (T, 3) when the last heading should be shown."""

    points: Array
    colour: str = "#e4572e"


def map_picture(
    scenes: Scenes, index: int = 0, names: Sequence[str] = (), traces: Sequence[Trace] = (),
    agent: Sequence[float] | None = None, goal: Sequence[float] | None = None, pixels: int = 900,
) -> Image.Image:  # fmt: skip
    """One scene from above with landmark names, paths, the agent with its heading, and the goal."""
    if pixels < 64:
        raise InputError(f"A map for people needs at least 64 pixels, got {pixels}.")
    one = Scenes(scenes.library, 1, scenes.slots)
    used = scenes.models[index] >= 0
    one.put(0, scenes.models[index, used], scenes.places[index, used], scenes.ids[index, used], scenes.water[index])
    picture = Image.fromarray(overhead(one, 2 * pixels)[0]).resize((pixels, pixels), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(picture)
    letters = font(max(10, pixels // 56))
    for trace in traces:
        spots = [tuple(p) for p in on_map(np.asarray(trace.points)[:, :2], pixels)]
        draw.line(spots, fill="#ffffff", width=max(3, pixels // 150), joint="curve")
        draw.line(spots, fill=trace.colour, width=max(2, pixels // 240), joint="curve")
        if np.shape(trace.points)[1] == 3:
            arrow(draw, np.asarray(trace.points[-1], dtype=np.float64), pixels, trace.colour)
    if goal is not None:
        x, y = on_map(np.asarray(goal, dtype=np.float64), pixels)
        for size, colour in ((pixels // 60, "#ffffff"), (pixels // 80, "#d7263d"), (pixels // 160, "#ffffff")):
            draw.ellipse([x - size, y - size, x + size, y + size], fill=colour)
    if agent is not None:
        arrow(draw, np.asarray(agent, dtype=np.float64), pixels, "#f7f052")
    for k, name in enumerate(names):
        x, y = on_map(scenes.places[index, k, [0, 2]], pixels)
        below = 0.06 * pixels if y < 0.9 * pixels else -0.06 * pixels  # names at the southern fence go above
        draw.text((x, y + below), name, font=letters, fill="#ffffff", anchor="mm", stroke_width=2, stroke_fill="#202020")
    _legend(draw, letters, pixels, agent is not None, goal is not None)
    return picture


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """The letters of every picture, in a size."""
    letters = ImageFont.load_default(size=size)
    assert isinstance(letters, ImageFont.FreeTypeFont)  # asked for a size, Pillow gives one that scales
    return letters


def _legend(draw: ImageDraw.ImageDraw, letters: ImageFont.FreeTypeFont, pixels: int, agent: bool, goal: bool) -> None:
    """North, and what the marks mean, in the corner."""
    unit = pixels / 56
    entries = [("north", "#ffffff")] + [("agent", "#f7f052")] * agent + [("goal", "#d7263d")] * goal
    x = y = 2.2 * unit
    draw.rectangle([x - unit, y - unit, x + 5 * unit, y + (1.6 * len(entries) - 0.4) * unit], fill="#303030")
    for k, (name, colour) in enumerate(entries):
        middle = y + 1.6 * k * unit
        if name == "goal":
            draw.ellipse(
                [x - unit / 2, middle - unit / 2, x + unit / 2, middle + unit / 2], fill=colour, outline="#ffffff", width=2
            )
        else:
            draw.polygon(
                [(x, middle - 0.7 * unit), (x + unit / 2, middle + unit / 2), (x - unit / 2, middle + unit / 2)], fill=colour
            )
        draw.text((x + unit, middle), name, font=letters, fill="#ffffff", anchor="lm")


def arrow(draw: ImageDraw.ImageDraw, pose: Floats, pixels: int, colour: str) -> None:
    """An arrowhead at a pose, pointing where it heads."""
    ahead = direction(pose[2])
    side = np.array([ahead[1], -ahead[0]])
    outline = [pose[:2] + 2.2 * ahead, pose[:2] - ahead + 0.8 * side, pose[:2] - 0.4 * ahead, pose[:2] - ahead - 0.8 * side]
    draw.polygon([tuple(p) for p in on_map(np.array(outline), pixels)], fill=colour, outline="#202020", width=2)
