"""The stops of a demonstration: at interactions, with the agent's views in rows under the instructions, and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image, ImageDraw

from sightline.corpus.choose import demonstration, replays
from sightline.corpus.examples import Example
from sightline.geometry import CELLS
from sightline.geometry.types import Array, Floats
from sightline.show.marks import Palette, break_lines, pill, text_width, write_lines
from sightline.world import INTERACTION, NAVIGATION, Goal

LETTERS = "abcdefghijklmnopqrstuvwxyz"
VIEWS_PER_ROW, GAP = 6, 12  # pixels between views


@dataclass(frozen=True)
class Stop:
    """A stop of a demonstration: an interaction, or the end."""

    name: str  # for instruction 3: "3", or in order "3a", "3b"
    stand: tuple[float, float]
    place: tuple[float, float]  # of the interaction; at an end, the agent's place
    deed: str = ""  # in words
    view: Array | None = None  # (H, W, 3) right before the interaction
    cell: tuple[int, int] = (0, 0)  # row and column of the interaction in the view's grid


@dataclass(frozen=True)
class Demonstrated:
    """The demonstration of one instruction."""

    poses: Floats  # (T, 3)
    stops: tuple[Stop, ...]


def demonstrated(example: Example, pixels: int) -> Demonstrated:
    """Replay a demonstration; its views are `pixels` wide. If the replay fails, only start and end are returned."""
    kind, goals = example.kind, example.goals
    actions = kind.read_actions(example.segment.actions)
    if not replays(example):
        return Demonstrated(demonstration(example), (_end(example, str(example.index + 1)),))
    camera = replace(kind.view.camera, width=pixels, height=pixels)
    world = kind.make(camera=camera, horizon=len(actions) + 1)
    world.reset([example.episode])
    deeds = [goal for goal in goals if goal.kind == INTERACTION]
    names = _names(example.index + 1, len(deeds) + (goals[-1].kind == NAVIGATION))
    poses = [world.pose[0].copy()]
    stops: list[Stop] = []
    for action in actions:
        cell = -1 if kind.interact is None else action - kind.interact
        if cell >= 0 and len(stops) < len(deeds):
            goal, view = deeds[len(stops)], world.observe()["rgb"][0].copy()
            stops.append(_reaching(names[len(stops)], goal, view, cell))
        world.step(np.array([action]))
        poses.append(world.pose[0].copy())
    if goals[-1].kind == NAVIGATION:
        stops.append(_end(example, names[-1]))
    return Demonstrated(np.array(poses), tuple(stops))


def _names(instruction: int, count: int) -> Sequence[str]:
    return [str(instruction)] if count == 1 else [f"{instruction}{LETTERS[k % len(LETTERS)]}" for k in range(count)]


def _reaching(name: str, goal: Goal, view: Array, cell: int) -> Stop:
    assert goal.point is not None and goal.deed is not None
    (x, z), (to_x, _, to_z) = goal.stand[:2], goal.point
    return Stop(name, (x, z), (to_x, to_z), deed_words(goal.deed), view, divmod(cell, CELLS))


def _end(example: Example, name: str) -> Stop:
    return Stop(name, example.segment.end, example.segment.end)


def deed_words(deed: tuple[str, str, str]) -> str:
    """'put milk at fridge' for ('put', 'milk 3012', 'fridge 7')."""
    verb, thing, holder = (words.rstrip("0123456789").rstrip() if n else words for n, words in enumerate(deed))
    return f"{verb} {thing}" + (f" at {holder}" if holder else "")


@dataclass(frozen=True)
class ViewBlock:
    """Views of one instruction in one row."""

    words: str
    colour: str
    stops: Sequence[Stop]


def blocks_of(words: str, colour: str, stops: Sequence[Stop]) -> list[ViewBlock]:
    """The views of an instruction, in one block per row."""
    seen = [stop for stop in stops if stop.view is not None]
    parts = [seen[k : k + VIEWS_PER_ROW] for k in range(0, len(seen), VIEWS_PER_ROW)]
    return [ViewBlock(words if k == 0 else f"{words} (continued)", colour, part) for k, part in enumerate(parts)]


def views_picture(blocks: Sequence[ViewBlock], width: int, palette: Palette) -> Image.Image:
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
    return (width - GAP) // VIEWS_PER_ROW - GAP


def _rows(blocks: Sequence[ViewBlock]) -> list[list[ViewBlock]]:
    rows: list[list[ViewBlock]] = []
    for block in blocks:
        if not rows or sum(len(b.stops) for b in rows[-1]) + len(block.stops) > VIEWS_PER_ROW:
            rows.append([])
        rows[-1].append(block)
    return rows


def _draw_row(row: Sequence[ViewBlock], width: int, palette: Palette) -> Image.Image:
    side = view_side(width)
    size = max(10, side // 15)
    words = [break_lines(block.words, len(block.stops) * (side + GAP) - GAP, size) for block in row]
    deeds = [[break_lines(stop.deed, side, 0.85 * size) for stop in block.stops] for block in row]
    above = max(len(lines) for lines in words) * 1.25 * size + 0.6 * size
    below = max(len(lines) for block in deeds for lines in block) * 1.15 * size + 1.5 * size
    page = Image.new("RGB", (width, round(GAP + above + side + below)), palette.page)
    draw = ImageDraw.Draw(page)
    left, top = GAP, round(GAP + above)
    for block, lines, captions in zip(row, words, deeds, strict=True):
        first_line = GAP + above - len(lines) * 1.25 * size - 0.5 * size
        write_lines(draw, (left, first_line), lines, 1.25 * size, size, block.colour)
        for stop, caption in zip(block.stops, captions, strict=True):
            page.paste(_view(stop, side, block.colour, size, palette), (left, top))
            write_lines(draw, (left, top + side + 0.3 * size), caption, 1.06 * size, 0.85 * size, palette.faint)
            left += side + GAP
    return page


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
    half = (text_width(stop.name, size) + size) / 2
    pill(draw, (corner[0] + half, corner[1] + 0.75 * size), stop.name, size, colour, palette.letters)
    return picture
