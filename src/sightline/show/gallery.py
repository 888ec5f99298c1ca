"""Galleries: all objects of a world, each with a picture and its everyday names; and sheets that show many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from PIL import Image, ImageDraw

from sightline.geometry.types import Array
from sightline.show.marks import text_width, write

MODULES = ("sightline.show.lani_pictures", "sightline.show.chai_pictures")


class Exhibit(NamedTuple):
    """One picture of a gallery."""

    title: str
    words: str  # more about it; may be empty


class Gallery(NamedTuple):
    """A set of pictures."""

    name: str  # in addresses
    title: str
    exhibits: Sequence[Exhibit]
    draw: Callable[[int], Image.Image]  # the picture of an exhibit, by its index


def galleries() -> list[Gallery]:
    """The galleries of all worlds."""
    return [gallery for module in MODULES for gallery in import_module(module).galleries()]


def sheet(pictures: Sequence[Array] | Array, names: Sequence[str], columns: int) -> Image.Image:
    """Square pictures (side, side, 3) of one size with their names, row by row."""
    side, band = len(pictures[0]), 18
    rows = -(-len(names) // columns)
    page = Image.new("RGB", (columns * (side + 4) + 4, rows * (side + band + 4) + 4), "#fbfaf7")
    draw = ImageDraw.Draw(page)
    for k, name in enumerate(names):
        x, y = 4 + (k % columns) * (side + 4), 4 + (k // columns) * (side + band + 4)
        page.paste(Image.fromarray(pictures[k]), (x, y))
        size = min(13, int(13 * side / max(text_width(name, 13), 1)))  # long names shrink to fit
        write(draw, (x + side / 2, y + side + band / 2), name, size, "#202020", "mm")
    return page
