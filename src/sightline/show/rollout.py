"""A run on the map: planned and walked path, predicted and true goal, and the demonstration."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from sightline.geometry.types import Floats
from sightline.show import marks
from sightline.show.maps import AGENT, Map, Trace, draw_map
from sightline.show.marks import DEMONSTRATION, PATH, UNSEEN, WAY, LegendLine

PAGE_WIDTH = 900  # pixels
LEGEND_LINE = 30  # pixels per line of the legend


def rollout_picture(
    ground: Map, poses: Floats, instruction: str, goal: ArrayLike, true_goal: ArrayLike | None = None,
    demonstration: ArrayLike | None = None, note: str = "", pixels: int = PAGE_WIDTH, way: ArrayLike | None = None,
    first: ArrayLike | None = None, by_person: bool = False,
) -> Image.Image:  # fmt: skip
    """A map with the path (poses (T, 3)), the goal (2,), the true one, and a demonstration.

    `way` (K, 2) are the planned waypoints, and `first` (2,) is the first predicted goal if it was another. `by_person`:
    the goal was set by a person, not predicted.
    """
    waypoints = np.zeros((0, 2)) if way is None else np.asarray(way, dtype=np.float64).reshape(-1, 2)
    planned = np.concatenate([poses[:1, :2], waypoints, np.reshape(goal if first is None else first, (1, 2))])
    traces = [*_demonstrated(demonstration), Trace(poses, PATH)]
    if len(waypoints):
        traces.append(Trace(planned, WAY, dashed=True))
    above = draw_map(ground, traces, agent=poses[0].tolist())
    draw_goals(ImageDraw.Draw(above), ground, waypoints, goal, first, true_goal)
    legend = _path_legend(demonstration is not None, len(waypoints) > 0)
    legend.append(LegendLine("goal set by you" if by_person else "predicted goal", 20, marks.cross_icon))
    if first is not None:
        legend.append(LegendLine("first predicted goal", 20, lambda draw, x, y: marks.cross(draw, x + 10, y, 7, faint=True)))
    if true_goal is not None:
        legend.append(LegendLine("true goal", 20, marks.ring_icon))
    return _page(above, instruction, note, legend, pixels)


def errands_picture(
    ground: Map, poses: Floats, instruction: str, goals: Sequence[tuple[int, ArrayLike, bool]],
    true_goal: ArrayLike | None = None, demonstration: ArrayLike | None = None, note: str = "", pixels: int = PAGE_WIDTH,
) -> Image.Image:  # fmt: skip
    """A map with the path (poses (T, 3)), and the goals: number, place (2,), and whether each was done."""
    above = draw_map(ground, [*_demonstrated(demonstration), Trace(poses, PATH)], agent=poses[0].tolist())
    draw = ImageDraw.Draw(above)
    if true_goal is not None:
        marks.ring(draw, *ground.spot(true_goal), 11)
    spots = marks.beside_each_other([ground.spot(place) for _, place, _ in goals], None, 9)
    for (number, _, done), spot in zip(goals, spots, strict=True):
        marks.disc(draw, *spot, 9, number, WAY if done else UNSEEN)
    legend = _path_legend(demonstration is not None)
    if any(done for *_, done in goals):
        legend.append(LegendLine("goals, in order", 20, marks.disc_icon))
    if not all(done for *_, done in goals):
        legend.append(LegendLine("not done", 20, partial(marks.disc_icon, colour=UNSEEN)))
    if true_goal is not None:
        legend.append(LegendLine("true end", 20, marks.ring_icon))
    return _page(above, instruction, note, legend, pixels)


def _demonstrated(demonstration: ArrayLike | None) -> list[Trace]:
    return [] if demonstration is None else [Trace(np.asarray(demonstration)[:, :2], DEMONSTRATION)]


def _page(above: Image.Image, instruction: str, note: str, legend: Sequence[LegendLine], pixels: int) -> Image.Image:
    """A map with text above it and a legend below."""
    title, notes = marks.first_lines(instruction, pixels - 32, 24, 4), marks.break_lines(note, pixels - 32, 18)
    rows = _rows(legend, pixels)
    top = 20 + 32 * len(title) + 24 * len(notes)
    page = Image.new("RGB", (pixels, top + above.height + 14 + LEGEND_LINE * len(rows)), marks.PAPER)
    draw = ImageDraw.Draw(page)
    marks.write_lines(draw, (16, 10), title, 32, 24)
    marks.write_lines(draw, (16, 10 + 32 * len(title)), notes, 24, 18, marks.FAINT)
    page.paste(above, ((pixels - above.width) // 2, top))
    for n, row in enumerate(rows):
        marks.write_legend(draw, row, 16, top + above.height + 22 + LEGEND_LINE * n)
    return page


def draw_goals(
    draw: ImageDraw.ImageDraw, ground: Map, way: Floats, goal: ArrayLike, first: ArrayLike | None = None,
    true_goal: ArrayLike | None = None, size: float = 9,
) -> None:  # fmt: skip
    """The marks of goals on a map, and numbered discs on the waypoints (K, 2)."""
    if true_goal is not None:
        marks.ring(draw, *ground.spot(true_goal), size + 2)
    if first is not None:
        marks.cross(draw, *ground.spot(first), size - 2, faint=True)
    spots = marks.beside_each_other([ground.spot(place) for place in way], ground.spot(goal), size)
    for number, spot in enumerate(spots, 1):
        marks.disc(draw, *spot, size, number)
    marks.cross(draw, *ground.spot(goal), size)


def _path_legend(demonstration: bool, planned: bool = False) -> list[LegendLine]:
    return [
        LegendLine("north is up", 18, partial(_arrow, colour=marks.FAINT)),
        LegendLine("start", 18, partial(_arrow, colour=AGENT)),
        *([LegendLine("planned path", 52, _dashes)] if planned else []),
        LegendLine("path", 34, partial(_line, colour=PATH)),
        *([LegendLine("demonstration", 34, partial(_line, colour=DEMONSTRATION))] if demonstration else []),
    ]


def _rows(legend: Sequence[LegendLine], pixels: int) -> list[list[LegendLine]]:
    """The entries of a legend, broken into lines."""
    rows: list[list[LegendLine]] = [[]]
    for entry in legend:
        if rows[-1] and sum(e.extent for e in [*rows[-1], entry]) > pixels:
            rows.append([])
        rows[-1].append(entry)
    return rows


def _arrow(draw: ImageDraw.ImageDraw, x: float, y: float, colour: str) -> None:
    draw.polygon([(x + 9, y - 10), (x + 18, y + 8), (x, y + 8)], fill=colour, outline=marks.INK)


def _line(draw: ImageDraw.ImageDraw, x: float, y: float, colour: str) -> None:
    draw.line([(x, y), (x + 34, y)], fill=colour, width=5)


def _dashes(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    for left in (x, x + 38):
        for width, colour in ((5, "#202020"), (2, WAY)):
            draw.line([(left, y), (left + 14, y)], fill=colour, width=width)
    marks.disc(draw, x + 26, y, 9, 1)
