"""Pictures in a terminal: two pixels per character, upper half block over a coloured background."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

import numpy as np

from sightline.geometry.types import Array


def can_show(stream: TextIO | None = None) -> bool:
    """Whether a stream is a terminal that draws colours."""
    stream = stream or sys.stdout
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb" and "NO_COLOR" not in os.environ


def blocks(picture: Array, columns: int) -> str:
    """A picture (H, W, 3) uint8 as lines of half blocks, `columns` characters wide, in 24-bit colour."""
    height, width = picture.shape[:2]
    columns = max(2, min(columns, width))
    rows = max(1, round(height * columns / width / 2)) * 2
    y, x = (np.arange(rows) * height // rows), (np.arange(columns) * width // columns)
    small = picture[y][:, x]
    lines = []
    for top, bottom in zip(small[::2], small[1::2], strict=True):
        cells = (
            f"\x1b[38;2;{a[0]};{a[1]};{a[2]}m\x1b[48;2;{b[0]};{b[1]};{b[2]}m▀" for a, b in zip(top, bottom, strict=True)
        )
        lines.append("".join(cells) + "\x1b[0m")
    return "\n".join(lines)


def fitting_columns(picture: Array, spare_lines: int) -> int:
    """The width in characters at which a picture fits this terminal, with lines left for text."""
    size = shutil.get_terminal_size((80, 24))
    tallest = max(2, size.lines - spare_lines) * 2  # in half blocks
    return max(2, min(size.columns, tallest * picture.shape[1] // picture.shape[0]))


def show(picture: Array, text: str = "", stream: TextIO | None = None) -> None:
    """Draw a picture over the previous one, with a line of text below."""
    stream = stream or sys.stdout
    drawn = blocks(picture, fitting_columns(picture, 3 + text.count("\n")))
    stream.write(f"\x1b[H\x1b[J{drawn}\n{text}\n")
    stream.flush()
