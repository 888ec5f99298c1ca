"""A run on the map: planned and walked path, predicted and true goal, and the demonstration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from sightline.geometry.types import Floats
from sightline.show.lettering import break_lines, first_lines, font
from sightline.show.maps import AGENT, Map, Trace, draw_map
from sightline.show.marks import (
    DEMONSTRATION,
    FAINT,
    INK,
    PAPER,
    PATH,
    UNSEEN,
    WAY,
    beside_each_other,
    cross,
    disc,
    ring,
)  # fmt: skip

PIXELS = 900  # of the page's width
LINE = 30  # pixels per line of the legend

Icon = Callable[[ImageDraw.ImageDraw, float, float], None]  # draws it, given its left edge and its middle


def rollout_picture(
    ground: Map, poses: Floats, instruction: str, predicted: ArrayLike, true_goal: ArrayLike | None = None,
    demonstration: ArrayLike | None = None, note: str = "", pixels: int = PIXELS, way: ArrayLike | None = None,
    first: ArrayLike | None = None,
) -> Image.Image:  # fmt: skip
    """A map with the path (poses (T, 3)), the predicted goal (2,), the true one, and a demonstration.

    `way` (K, 2) are the planned waypoints, and `first` (2,) is the first predicted goal if it was another.
    """
    before = np.zeros((0, 2)) if way is None else np.asarray(way, dtype=np.float64).reshape(-1, 2)
    seen = np.concatenate([poses[:1, :2], before, np.reshape(predicted if first is None else first, (1, 2))])
    traces = [] if demonstration is None else [Trace(np.asarray(demonstration)[:, :2], DEMONSTRATION)]
    traces.append(Trace(poses, PATH))
    if len(before):
        traces.append(Trace(seen, WAY, dashed=True))
    above = draw_map(ground, traces, agent=poses[0].tolist())
    draw_goals(ImageDraw.Draw(above), ground, before, predicted, first, true_goal)
    key = _key(len(before) > 0, first is not None, true_goal is not None, demonstration is not None)
    return _page(above, instruction, note, key, pixels)


def errands_picture(
    ground: Map, poses: Floats, instruction: str, goals: Sequence[tuple[int, ArrayLike, bool]],
    true_goal: ArrayLike | None = None, demonstration: ArrayLike | None = None, note: str = "", pixels: int = PIXELS,
) -> Image.Image:  # fmt: skip
    """A map with the path (poses (T, 3)), and the goals: number, place (2,), and whether each was done."""
    traces = [] if demonstration is None else [Trace(np.asarray(demonstration)[:, :2], DEMONSTRATION)]
    above = draw_map(ground, [*traces, Trace(poses, PATH)], agent=poses[0].tolist())
    draw = ImageDraw.Draw(above)
    if true_goal is not None:
        x, y = ground.at(true_goal).tolist()
        ring(draw, x, y, 11)
    spots = beside_each_other([(float(x), float(y)) for x, y in (ground.at(place) for _, place, _ in goals)], None, 9)
    for (number, _, done), (x, y) in zip(goals, spots, strict=True):
        disc(draw, x, y, 9, number, WAY if done else UNSEEN)
    key: list[tuple[str, int, Icon]] = _key_of_ways(demonstration is not None)
    if any(done for *_, done in goals):
        key.append(("its goals, in order", 20, lambda draw, x, y: disc(draw, x + 10, y, 9, 1)))
    if not all(done for *_, done in goals):
        key.append(("not done", 20, lambda draw, x, y: disc(draw, x + 10, y, 9, 1, UNSEEN)))
    if true_goal is not None:
        key.append(("where to end", 20, lambda draw, x, y: ring(draw, x + 10, y, 8)))
    return _page(above, instruction, note, key, pixels)


def _page(above: Image.Image, instruction: str, note: str, key: list[tuple[str, int, Icon]], pixels: int) -> Image.Image:
    """A map with text above it and a legend below."""
    lines = [(line, 24, INK) for line in first_lines(instruction, pixels - 32, 24, 4)]
    lines += [(line, 18, FAINT) for line in break_lines(note, pixels - 32, 18)]
    rows = _rows(key, pixels)
    top = 20 + sum(round(1.35 * size) for _, size, _ in lines)
    page = Image.new("RGB", (pixels, top + above.height + 14 + LINE * len(rows)), PAPER)
    draw = ImageDraw.Draw(page)
    y = 10
    for line, size, colour in lines:
        draw.text((16, y), line, font=font(size), fill=colour)
        y += round(1.35 * size)
    page.paste(above, ((pixels - above.width) // 2, top))
    for n, row in enumerate(rows):
        _draw_row(draw, row, top + above.height + 22 + LINE * n)
    return page


def draw_goals(
    draw: ImageDraw.ImageDraw, ground: Map, way: Floats, predicted: ArrayLike, first: ArrayLike | None = None,
    true_goal: ArrayLike | None = None, size: float = 9,
) -> None:  # fmt: skip
    """The marks of goals on a map, and numbered discs on the waypoints (K, 2)."""
    if true_goal is not None:
        x, y = ground.at(true_goal).tolist()
        ring(draw, x, y, size + 2)
    if first is not None:
        x, y = ground.at(first).tolist()
        cross(draw, x, y, size - 2, faint=True)
    x, y = ground.at(predicted).tolist()
    spots = beside_each_other([(float(u), float(v)) for u, v in ground.at(way)], (x, y), size)
    for number, spot in enumerate(spots, 1):
        disc(draw, *spot, size, number)
    cross(draw, x, y, size)


def _key(way: bool, first: bool, truth: bool, demonstration: bool) -> list[tuple[str, int, Icon]]:
    """Name, icon width and icon of everything that is drawn."""
    return [
        *_key_of_ways(demonstration, way),
        ("predicted goal", 20, lambda draw, x, y: cross(draw, x + 10, y, 8)),
        *([("the goal it saw first", 20, lambda draw, x, y: cross(draw, x + 10, y, 7, faint=True))] if first else []),
        *([("true goal", 20, lambda draw, x, y: ring(draw, x + 10, y, 8))] if truth else []),
    ]


def _key_of_ways(demonstration: bool, seen: bool = False) -> list[tuple[str, int, Icon]]:
    return [
        ("north is up", 18, partial(_arrow, colour=FAINT)),
        ("start", 18, partial(_arrow, colour=AGENT)),
        *([("the way it saw", 52, _dashes)] if seen else []),
        ("the way it went", 34, partial(_line, colour=PATH)),
        *([("demonstration", 34, partial(_line, colour=DEMONSTRATION))] if demonstration else []),
    ]


def _rows(key: list[tuple[str, int, Icon]], pixels: int) -> list[list[tuple[float, str, int, Icon]]]:
    """The entries of a legend with their positions, broken into lines."""
    rows: list[list[tuple[float, str, int, Icon]]] = [[]]
    x = 16.0
    for name, wide, icon in key:
        length = wide + 8 + font(17).getlength(name)
        if rows[-1] and x + length > pixels - 8:
            rows.append([])
            x = 16.0
        rows[-1].append((x, name, wide, icon))
        x += length + 24
    return rows


def _draw_row(draw: ImageDraw.ImageDraw, row: list[tuple[float, str, int, Icon]], y: float) -> None:
    for x, name, wide, icon in row:
        icon(draw, x, y)
        draw.text((x + wide + 8, y), name, font=font(17), fill=INK, anchor="lm")


def _arrow(draw: ImageDraw.ImageDraw, x: float, y: float, colour: str) -> None:
    draw.polygon([(x + 9, y - 10), (x + 18, y + 8), (x, y + 8)], fill=colour, outline=INK)


def _line(draw: ImageDraw.ImageDraw, x: float, y: float, colour: str) -> None:
    draw.line([(x, y), (x + 34, y)], fill=colour, width=5)


def _dashes(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    for left in (x, x + 38):
        for width, colour in ((5, "#202020"), (2, WAY)):
            draw.line([(left, y), (left + 14, y)], fill=colour, width=width)
    disc(draw, x + 26, y, 9, 1)
