"""Text, colours and marks of all pictures.

A cross is a predicted goal, numbered discs are waypoints, a ring is the true goal, an arrow points ahead.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from PIL import ImageDraw, ImageFont

from sightline.geometry.types import Array, Floats

HEAT = ((46, 8, 110), (150, 15, 140), (235, 50, 90), (255, 140, 40), (255, 245, 120))  # stands out on grass and on sky
PAPER, INK, FAINT = "#ffffff", "#1d2226", "#6a737b"
PATH, DEMONSTRATION, TRUE = "#ff5d3a", "#3fd0ff", "#19b5fe"
WAY, UNSEEN = "#fff3b0", "#b4b9bd"  # of waypoints, and of hidden ones
SUCCESS, FAILURE = "#1a7f37", "#c1121f"
LEGEND_SIZE = 16  # of letters
WORD_LIMIT, TEXT_LIMIT = 60, 5000  # characters of a word and of a text that are drawn: measuring more would be slow
PLAIN = str.maketrans("–—‘’“”×", "--''\"\"x")  # typographic characters that the font lacks
Spot = tuple[float, float]  # (x, y) in pixels
Icon = Callable[[ImageDraw.ImageDraw, float, float], None]  # draws a mark, given its left edge and its middle


class Palette(NamedTuple):
    """One colour per instruction, distinct on the map and on the page."""

    page: str
    faint: str  # of secondary text
    letters: str  # of numbers on coloured marks
    colours: tuple[str, ...]

    def colour(self, k: int) -> str:
        """The colour of instruction k, cyclic."""
        return self.colours[k % len(self.colours)]


# For dark or saturated backgrounds, such as grass.
BRIGHT = Palette(
    "#1d2226", "#9aa4ad", "#000000",
    ("#ff5d3a", "#3fd0ff", "#ffe14d", "#d98cff", "#ffffff", "#ff9ec7", "#9dff6b"),
)  # fmt: skip
# For pale backgrounds, such as the floors of a house. Consecutive colours differ most: their paths often meet.
DEEP = Palette(
    "#ffffff", "#5b646b", "#ffffff",
    (
        "#d4001a", "#0050d8", "#007a33", "#a01fc0", "#c25400", "#00788c", "#d6177e", "#3b3f46", "#6b3a10", "#241a8c",
        "#5f6b00",
    ),
)  # fmt: skip


# Text


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """The font of all pictures, in a size."""
    letters = ImageFont.load_default(size=size)
    assert isinstance(letters, ImageFont.FreeTypeFont)  # with a size, Pillow returns a scalable font
    return letters


def drawable(text: str) -> str:
    """A text in characters that the font has: plain dashes and quotes, no accents."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def text_width(text: str, size: float) -> float:
    """The width of a text in pixels."""
    return font(size).getlength(drawable(text))


def write(
    draw: ImageDraw.ImageDraw, at: Spot, text: str, size: float, colour: str = INK, anchor: str = "la", halo: str = ""
) -> None:
    """Write a line of text; `anchor` as in Pillow, `halo` is the colour of a rim around the letters."""
    rim = 2 if halo else 0
    draw.text(at, drawable(text), colour, font(size), anchor, stroke_width=rim, stroke_fill=halo or None)


def write_lines(
    draw: ImageDraw.ImageDraw, at: Spot, lines: Sequence[str], leading: float, size: float, colour: str = INK
) -> None:
    """Write lines under each other, `leading` pixels apart."""
    for n, line in enumerate(lines):
        write(draw, (at[0], at[1] + n * leading), line, size, colour)


def break_lines(text: str, width: float, size: float) -> list[str]:
    """A text as lines that fit a width; very long words are truncated."""
    lines = [""]
    for whole in drawable(text[:TEXT_LIMIT]).split():
        word = whole if len(whole) <= WORD_LIMIT else f"{whole[: WORD_LIMIT - 3]}..."
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line for line in lines if line]


def first_lines(text: str, width: float, size: float, most: int) -> list[str]:
    """A text as at most `most` lines; an ellipsis stands for the rest."""
    lines = break_lines(text, width - 2 * size, size)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} ..."]


class LegendLine(NamedTuple):
    """A line of a legend."""

    name: str
    width: int = 0  # of its icon
    icon: Icon | None = None

    @property
    def extent(self) -> float:
        """Its width with the gap after it."""
        return self.width + 8 + text_width(self.name, LEGEND_SIZE) + 24


def write_legend(draw: ImageDraw.ImageDraw, entries: Sequence[LegendLine], x: float, y: float) -> float:
    """Draw entries side by side, from x on; returns where the next one would begin."""
    for entry in entries:
        if entry.icon is not None:
            entry.icon(draw, x, y)
        write(draw, (x + entry.width + 8, y), entry.name, LEGEND_SIZE, anchor="lm")
        x += entry.extent
    return x


# Marks


def colours(values: Floats) -> Array:
    """Values (...) in 0..1 as colours (..., 3) of the heat map."""
    stops = np.linspace(0, 1, len(HEAT))
    return np.stack([np.interp(values, stops, channel) for channel in np.transpose(HEAT)], axis=-1)


def cross(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, faint: bool = False) -> None:
    """The mark of a predicted goal; a faint one is outdated, or hidden behind something."""
    outer, inner = ("#5b646b", UNSEEN) if faint else ("#000000", "#ffffff")
    for width, colour in ((max(5, round(0.7 * size)), outer), (max(2, round(0.3 * size)), inner)):
        reach = size + (1 if colour == outer else 0)
        draw.line([(x - reach, y - reach), (x + reach, y + reach)], fill=colour, width=width)
        draw.line([(x - reach, y + reach), (x + reach, y - reach)], fill=colour, width=width)


def disc(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, name: int | str, colour: str = WAY) -> None:
    """The mark of a waypoint with its number, or of a thing with its letter."""
    draw.ellipse([x - size, y - size, x + size, y + size], fill=colour, outline="#000000", width=max(1, round(size / 6)))
    write(draw, (x, y), str(name), max(8.0, 1.5 * size), "#000000", "mm")


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


def cross_icon(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """The mark of a predicted goal in a legend."""
    cross(draw, x + 10, y, 8)


def ring_icon(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """The mark of a true goal in a legend."""
    ring(draw, x + 10, y, 8)


def disc_icon(draw: ImageDraw.ImageDraw, x: float, y: float, colour: str = WAY) -> None:
    """The mark of a waypoint in a legend."""
    disc(draw, x + 10, y, 9, 1, colour)


def pill_size(text: str, size: float) -> tuple[float, float]:
    """Width and height of a pill with letters of a size."""
    return max(text_width(text, size) + 0.8 * size, 1.5 * size), 1.5 * size


def pill(draw: ImageDraw.ImageDraw, at: Spot, text: str, size: float, colour: str, letters: str) -> None:
    """The mark of a stop, with its name."""
    width, height = pill_size(text, size)
    corners = [at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2]
    rim = "#ffffff" if letters == "#ffffff" else "#000000"
    draw.rounded_rectangle(corners, height / 2, fill=colour, outline=rim, width=2)
    write(draw, at, text, size, letters, "mm")
