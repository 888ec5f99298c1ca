"""The colours and marks of all pictures.

A cross is a predicted goal, numbered discs are waypoints, a ring is the true goal, an arrow points ahead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import ImageDraw

from sightline.geometry.types import Array, Floats
from sightline.show.lettering import font

HEAT = ((46, 8, 110), (150, 15, 140), (235, 50, 90), (255, 140, 40), (255, 245, 120))  # stands out on grass and on sky
PAPER, INK, FAINT = "#ffffff", "#1d2226", "#6a737b"
PATH, DEMONSTRATION, TRUE = "#ff5d3a", "#3fd0ff", "#19b5fe"
WAY, UNSEEN = "#fff3b0", "#b4b9bd"  # of waypoints, and of hidden ones
SUCCESS, FAILURE = "#1a7f37", "#c1121f"
Spot = tuple[float, float]  # (x, y) in pixels


def colours(values: Floats) -> Array:
    """Values (...) in 0..1 as colours (..., 3) of the heat map."""
    stops = np.linspace(0, 1, len(HEAT))
    return np.stack([np.interp(values, stops, channel) for channel in np.transpose(HEAT)], axis=-1)


def cross(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, faint: bool = False) -> None:
    """The mark of a predicted goal; a faint one is outdated."""
    outer, inner = ("#5b646b", UNSEEN) if faint else ("#000000", "#ffffff")
    for width, colour in ((max(5, round(0.7 * size)), outer), (max(2, round(0.3 * size)), inner)):
        reach = size + (1 if colour == outer else 0)
        draw.line([(x - reach, y - reach), (x + reach, y + reach)], fill=colour, width=width)
        draw.line([(x - reach, y + reach), (x + reach, y - reach)], fill=colour, width=width)


def disc(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, number: int, colour: str = WAY) -> None:
    """The mark of a waypoint, with its number."""
    draw.ellipse([x - size, y - size, x + size, y + size], fill=colour, outline="#000000", width=max(1, round(size / 6)))
    draw.text((x, y), str(number), font=font(max(8.0, 1.5 * size)), fill="#000000", anchor="mm")


def beside_each_other(spots: Sequence[Spot], goal: Spot | None, size: float) -> list[Spot]:
    """Where to draw the discs of waypoints, moved aside so that none covers another or the goal's cross."""
    drawn = [] if goal is None else [goal]
    for x, y in spots:
        spot = (x, y)
        while any(math.dist(spot, other) < 2 * size for other in drawn):
            spot = (spot[0] + size, y)
        drawn.append(spot)
    return drawn[-len(spots) :] if spots else []


def ring(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    """The mark of a true goal."""
    for extra, width, colour in ((2.0, 7, "#000000"), (1.0, 5, "#ffffff"), (0.0, 3, TRUE)):
        r = size + extra
        draw.ellipse([x - r, y - r, x + r, y + r], outline=colour, width=width)


def forward_arrow(draw: ImageDraw.ImageDraw, x: float, bottom: float, height: float) -> None:
    """A white arrow that points ahead."""
    w, top = height / 4, bottom - height
    outline = [
        (x, top), (x + 1.6 * w, top + 1.7 * w), (x + 0.6 * w, top + 1.7 * w), (x + 0.6 * w, bottom),
        (x - 0.6 * w, bottom), (x - 0.6 * w, top + 1.7 * w), (x - 1.6 * w, top + 1.7 * w),
    ]  # fmt: skip
    draw.polygon(outline, fill="#ffffff", outline="#000000", width=2)


def pill_size(text: str, size: float) -> tuple[float, float]:
    """Width and height of a pill with letters of a size."""
    return max(font(size).getlength(text) + 0.8 * size, 1.5 * size), 1.5 * size


def pill(draw: ImageDraw.ImageDraw, at: Spot, text: str, size: float, colour: str, letters: str) -> None:
    """The mark of a stop, with its name."""
    width, height = pill_size(text, size)
    corners = [at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2]
    draw.rounded_rectangle(
        corners, height / 2, fill=colour, outline="#ffffff" if letters == "#ffffff" else "#000000", width=2
    )
    draw.text(at, text, font=font(size), fill=letters, anchor="mm")
