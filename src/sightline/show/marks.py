"""The colours and marks that all pictures share: a cross is a predicted goal, a ring the true one, an arrow points ahead."""

from __future__ import annotations

import numpy as np
from PIL import ImageDraw

from sightline.geometry.types import Array, Floats

HEAT = ((46, 8, 110), (150, 15, 140), (235, 50, 90), (255, 140, 40), (255, 245, 120))  # stands out on grass and on sky
PAPER, INK, FAINT = "#ffffff", "#1d2226", "#6a737b"
PATH, DEMONSTRATION, TRUE = "#ff5d3a", "#3fd0ff", "#19b5fe"
SUCCESS, FAILURE = "#1a7f37", "#c1121f"


def colours(values: Floats) -> Array:
    """Values (...) in 0..1 as colours (..., 3) of the heat map."""
    stops = np.linspace(0, 1, len(HEAT))
    return np.stack([np.interp(values, stops, channel) for channel in np.transpose(HEAT)], axis=-1)


def cross(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    """The mark of a predicted goal."""
    for width, colour in ((max(5, round(0.7 * size)), "#000000"), (max(2, round(0.3 * size)), "#ffffff")):
        reach = size + (1 if colour == "#000000" else 0)
        draw.line([(x - reach, y - reach), (x + reach, y + reach)], fill=colour, width=width)
        draw.line([(x - reach, y + reach), (x + reach, y - reach)], fill=colour, width=width)


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
