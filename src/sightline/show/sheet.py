"""A sheet of small pictures with their names."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from sightline.geometry.types import Array
from sightline.show.lettering import font


def sheet(pictures: Sequence[Array] | Array, names: Sequence[str], columns: int) -> Image.Image:
    """Square pictures (side, side, 3) of one size with their names, row by row."""
    side, band = len(pictures[0]), 18
    rows = -(-len(names) // columns)
    page = Image.new("RGB", (columns * (side + 4) + 4, rows * (side + band + 4) + 4), "#fbfaf7")
    draw = ImageDraw.Draw(page)
    for k, name in enumerate(names):
        x, y = 4 + (k % columns) * (side + 4), 4 + (k // columns) * (side + band + 4)
        page.paste(Image.fromarray(pictures[k]), (x, y))
        size = min(13, int(13 * side / max(draw.textlength(name, font=font(13)), 1)))  # long names shrink to fit
        draw.text((x + side / 2, y + side + band / 2), name, font=font(size), fill="#202020", anchor="mm")
    return page
