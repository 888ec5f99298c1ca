"""The agent's views at its stops in a row, with the interaction's cell marked, under the instructions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from sightline.geometry import CELLS
from sightline.show.lettering import break_lines, font
from sightline.show.marks import pill
from sightline.show.palette import Palette
from sightline.show.stops import Stop

ABREAST = 6  # views per row
GAP = 12


@dataclass(frozen=True)
class Block:
    """Views of one instruction in one row."""

    words: str
    colour: str
    stops: Sequence[Stop]


def blocks_of(words: str, colour: str, stops: Sequence[Stop]) -> list[Block]:
    """The views of an instruction, in one block per row."""
    seen = [stop for stop in stops if stop.view is not None]
    parts = [seen[k : k + ABREAST] for k in range(0, len(seen), ABREAST)]
    return [Block(words if k == 0 else f"{words} (continued)", colour, part) for k, part in enumerate(parts)]


def strip(blocks: Sequence[Block], width: int, palette: Palette) -> Image.Image:
    """Blocks in rows, filled like lines of text."""
    rows = [_draw_row(row, width, palette) for row in _rows(blocks)]
    page = Image.new("RGB", (width, sum(row.height for row in rows) + GAP), palette.page)
    y = 0
    for row in rows:
        page.paste(row, (0, y))
        y += row.height
    return page


def view_side(width: int) -> int:
    """The size of a view in a strip of a width."""
    return (width - GAP) // ABREAST - GAP


def _rows(blocks: Sequence[Block]) -> list[list[Block]]:
    rows: list[list[Block]] = []
    for block in blocks:
        if not rows or sum(len(b.stops) for b in rows[-1]) + len(block.stops) > ABREAST:
            rows.append([])
        rows[-1].append(block)
    return rows


def _draw_row(row: Sequence[Block], width: int, palette: Palette) -> Image.Image:
    side = view_side(width)
    size = max(10, side // 15)
    words = [break_lines(b.words, len(b.stops) * (side + GAP) - GAP, size) for b in row]
    told = [[break_lines(stop.told, side, 0.85 * size) for stop in block.stops] for block in row]
    above = max(len(lines) for lines in words) * 1.25 * size + 0.6 * size
    below = max(len(lines) for block in told for lines in block) * 1.15 * size + 1.5 * size
    page = Image.new("RGB", (width, round(GAP + above + side + below)), palette.page)
    draw = ImageDraw.Draw(page)
    left = GAP
    for block, lines, captions in zip(row, words, told, strict=True):
        _write(draw, lines, (left, GAP + above - len(lines) * 1.25 * size - 0.5 * size), size, 1.25, block.colour)
        for stop, caption in zip(block.stops, captions, strict=True):
            top = round(GAP + above)
            page.paste(_view(stop, side, block.colour, size, palette), (left, top))
            _write(draw, caption, (left, top + side + 0.3 * size), 0.85 * size, 1.25, palette.faint)
            left += side + GAP
    return page


def _write(
    draw: ImageDraw.ImageDraw, lines: Sequence[str], at: tuple[float, float], size: float, leading: float, colour: str
) -> None:
    for n, line in enumerate(lines):
        draw.text((at[0], at[1] + n * leading * size), line, font=font(size), fill=colour)


def _view(stop: Stop, side: int, colour: str, size: float, palette: Palette) -> Image.Image:
    """A view with a frame around the interaction's cell, and the stop's name."""
    assert stop.view is not None
    picture = Image.fromarray(stop.view).resize((side, side), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(picture)
    row, column = stop.cell
    cell = side / CELLS
    for out, line in ((7, "#000000"), (6, "#ffffff"), (4, colour)):
        corners = [column * cell - out, row * cell - out, (column + 1) * cell + out, (row + 1) * cell + out]
        draw.rectangle(corners, outline=line, width=2 if out < 7 else 1)
    draw.rectangle([0, 0, side - 1, side - 1], outline=colour, width=3)
    corner = (0.2 * size, 0.2 * size) if row > CELLS / 4 or column > CELLS / 4 else (0.2 * size, side - 1.7 * size)
    half = (font(size).getlength(stop.name) + size) / 2
    pill(draw, (corner[0] + half, corner[1] + 0.75 * size), stop.name, size, colour, palette.letters)
    return picture
