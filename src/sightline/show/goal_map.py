"""Goal maps over panoramas: heat, marks, directions and a legend, for pages and for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from PIL import Image, ImageDraw

from sightline.agent.memory import Sighted
from sightline.agent.reply import LETTERS
from sightline.geometry import PANORAMA
from sightline.geometry.types import Array, Floats
from sightline.show import marks
from sightline.show.sighting import VIEW_SIDE, Sighting, forward_column
from sightline.world import Kind

SHADES = 1023  # number of heat colours
DECADES = 2.0  # colour begins at a hundredth of the highest probability
RIM, RIM_LEVEL = 1, 0.55  # cells around the likeliest one, and their level
HEAT_THRESHOLD = 0.01  # total probability of all cells below which no heat is drawn
HEADINGS = ("behind", "behind left", "ahead left", "ahead", "ahead right", "behind right")


def heat(kind: Kind, probabilities: Floats, side: int = VIEW_SIDE) -> Image.Image:
    """A goal map (32 * 192 + 1,) as a layer for a panorama: logarithmic, transparent at low probabilities."""
    grid = kind.view.grid
    cells = probabilities[:-1].reshape(grid.cells, grid.columns)
    level = levels(cells)
    # Smoothing must not colour the rows above the ground, unless an object there may be the goal.
    first = 0 if level[: kind.view.first_ground_row].any() else kind.view.first_ground_row
    size = (side * len(PANORAMA), side * (grid.cells - first) // grid.cells)
    smooth = np.asarray(Image.fromarray(_with_rim(level[first:]).astype(np.float32)).resize(size, Image.Resampling.BILINEAR))
    layer = np.zeros((side, side * len(PANORAMA), 4), np.uint8)
    layer[-len(smooth) :] = shaded(smooth)
    return Image.fromarray(layer, "RGBA")


def levels(cells: Floats) -> Floats:
    """Probabilities of cells as levels of heat from 0 to 1."""
    with np.errstate(divide="ignore"):
        return np.clip(1 + np.log10(cells / max(cells.max(), 1e-12)) / DECADES, 0, 1) * (cells.sum() > HEAT_THRESHOLD)


def shaded(level: Array) -> Array:
    """Levels of heat (...) as colours (..., 4)."""
    colours: Array = _shades()[(level * SHADES + 0.5).astype(np.int16)]
    return colours


def _with_rim(level: Floats) -> Floats:
    """Levels (R, 192) with a rim around the highest: the map of a sure model is a single cell, too small to be seen."""
    wide = np.pad(np.pad(level, ((RIM, RIM), (0, 0))), ((0, 0), (RIM, RIM)), mode="wrap")
    grown = np.lib.stride_tricks.sliding_window_view(wide, (2 * RIM + 1, 2 * RIM + 1)).max(axis=(2, 3))
    return np.maximum(level, RIM_LEVEL * (grown == 1))


@cache
def _shades() -> Array:
    """(SHADES + 1, 4) the RGBA colours of values from 0 to 1."""
    values = np.linspace(0, 1, SHADES + 1)
    return np.column_stack([marks.colours(values), 215 * np.minimum(1.0, 1.6 * values)]).astype(np.uint8)


def goal_panel(seen: Sighting, marked: bool = True) -> Image.Image:
    """The panorama under its goal map: a cross on the predicted goal, discs on waypoints, a ring on the true goal."""
    side = seen.side
    picture = Image.fromarray(seen.panorama).convert("RGBA")
    picture.alpha_composite(heat(seen.kind, seen.probabilities, side))
    panel = picture.convert("RGB")
    if not marked:
        return panel
    draw = ImageDraw.Draw(panel)
    for view in range(1, len(PANORAMA)):
        draw.line([(view * side, 0), (view * side, side)], fill="#dfe8ee", width=1)
    marks.forward_arrow(draw, forward_column(side), side - 4, side / 7)
    size = side / 28
    truth = None if seen.true_goal is None else seen.spot(seen.true_goal)
    if truth is not None:
        marks.ring(draw, *truth, size + 2)
    spot = seen.spot(seen.predicted)
    if spot is not None:
        marks.cross(draw, *spot, size, faint=seen.is_goal_hidden)
    else:  # no cell shows the goal: write that beside the arrow, at the agent's place
        x, y = forward_column(side) + side / 7, side - side / 14 - 4
        marks.cross(draw, x, y, size)
        marks.write(draw, (x + 2 * size, y), "right here", side / 15, "#ffffff", "lm", halo="#000000")
    _mark_way(draw, seen, spot)
    return panel


def options_panel(seen: Sighting, things: Sequence[Sighted]) -> Image.Image:
    """The panorama with letters on the things that a question is about."""
    side = seen.side
    panel = Image.fromarray(seen.panorama).convert("RGB")
    draw = ImageDraw.Draw(panel)
    marks.forward_arrow(draw, forward_column(side), side - 4, side / 7)
    for letter, thing in zip(LETTERS, things, strict=False):
        spot = seen.spot(thing.point)
        if spot is not None:
            marks.disc(draw, *spot, side / 16, letter, marks.WAY)
    return panel


def options_picture(seen: Sighting, things: Sequence[Sighted], question: str) -> Image.Image:
    """The same under the question."""
    panel = options_panel(seen, things)
    lines = marks.break_lines(question, panel.width - 32, 20)
    page = Image.new("RGB", (panel.width, 20 + 28 * len(lines) + panel.height), marks.PAPER)
    marks.write_lines(ImageDraw.Draw(page), (16, 8), lines, 28, 20)
    page.paste(panel, (0, page.height - panel.height))
    return page


def _mark_way(draw: ImageDraw.ImageDraw, seen: Sighting, goal: marks.Spot | None) -> None:
    """Numbered discs on the waypoints; grey where the ground is hidden, with a tip if below the picture."""
    size, visible = seen.side / 26, [seen.way_spot(place) for place in seen.way]
    lowest = seen.side - 1.8 * size
    spots = [(min(max(x, size), 6 * seen.side - size), min(y, lowest)) for x, y, _ in visible]
    spots = marks.beside_each_other(spots, goal, size)
    for number, ((x, y), (_, row, ground_seen)) in enumerate(zip(spots, visible, strict=True), 1):
        if row > lowest:
            tip = [(x - 0.8 * size, y), (x + 0.8 * size, y), (x, seen.side - 1)]
            draw.polygon(tip, fill=marks.UNSEEN, outline="#000000")
        marks.disc(draw, x, y, size, number, marks.WAY if ground_seen else marks.UNSEEN)


def terminal_panel(seen: Sighting, columns: int) -> Array:
    """The panorama under its goal map for half blocks, `columns` pixels wide; a plus on the goal, dots on waypoints."""
    panel = goal_panel(seen, marked=False)
    height = max(2, 2 * round(columns / len(PANORAMA) / 2))
    small = np.array(panel.resize((columns, height), Image.Resampling.BOX))
    spot = seen.spot(seen.predicted)
    for place in seen.way:
        x, y, _ = seen.way_spot(place)
        row, column = int(y * height / panel.height), int(x * columns / panel.width)
        small[row, [(column - 1) % columns, column, (column + 1) % columns]] = [[0], [255], [0]]
    if spot is not None:
        x, y = int(spot[0] * columns / panel.width), int(spot[1] * height / panel.height)
        for dy, dx in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= y + dy < height:
                small[y + dy, (x + dx) % columns] = 255
    return small


def terminal_caption(seen: Sighting, columns: int) -> str:
    """The caption of the terminal's panel: ▲ ahead, + the goal, the numbers of waypoints; and a legend."""
    wide = seen.side * len(PANORAMA)
    line = [" "] * columns
    line[int(forward_column(seen.side) * columns / wide)] = "▲"
    goal = seen.spot(seen.predicted)
    named = [(seen.way_spot(place)[0], str(number)) for number, place in enumerate(seen.way, 1)]
    for x, name in [*([(goal[0], "+")] if goal else []), *named]:
        column = int(x * columns / wide)
        free = [k for k in range(columns) if line[k] == " "]
        line[min(free, key=lambda k: abs(k - column))] = name
    legend = ["▲ ahead"] + ["+ goal"] * (goal is not None)
    if named:
        legend.append(f"{' '.join(name for _, name in named)} places to pass, in order")
    return "".join(line).rstrip() + "\n" + ", ".join(legend)


def goal_picture(seen: Sighting, note: str = "") -> Image.Image:
    """The goal map of one instruction over its panorama, with the instruction, the directions and a legend."""
    return goals_picture([(seen, note)])


def goals_picture(looks: Sequence[tuple[Sighting, str]]) -> Image.Image:
    """The same for several goals: the instruction, and one panorama per goal, each with a note."""
    parts = [_annotated_panel(seen, note) for seen, note in looks]
    lines = marks.first_lines(looks[0][0].instruction, parts[0].width - 32, 24, 3)
    y = 16 + 32 * len(lines)
    page = Image.new("RGB", (parts[0].width, y + sum(part.height for part in parts)), marks.PAPER)
    draw = ImageDraw.Draw(page)
    marks.write_lines(draw, (16, 12), lines, 32, 24)
    for part in parts:
        page.paste(part, (0, y))
        y += part.height
    return page


def _annotated_panel(seen: Sighting, note: str) -> Image.Image:
    """A goal map over its panorama, with a note, the directions and a legend."""
    panel, side = goal_panel(seen), seen.side
    notes = marks.break_lines(note, panel.width - 32, 18)
    top = 26 * len(notes) + 26
    page = Image.new("RGB", (panel.width, top + side + 52), marks.PAPER)
    draw = ImageDraw.Draw(page)
    marks.write_lines(draw, (16, -4), notes, 26, 18, marks.FAINT)
    for k, name in enumerate(HEADINGS):
        marks.write(draw, ((k + 0.5) * side, top - 13), name, 15, marks.FAINT, "mm")
    page.paste(panel, (0, top))
    _legend(page, 16, top + side + 22, seen)
    return page


def _legend(page: Image.Image, left: float, y: float, seen: Sighting) -> None:
    """The legend of a goal picture."""
    draw, x = ImageDraw.Draw(page), left
    if seen.probabilities[:-1].sum() > HEAT_THRESHOLD:
        marks.write(draw, (left, y), "probability of the goal, per cell", 16, anchor="lm")
        _scale(draw, left + 260, y - 12, 200, 12, float(seen.probabilities[:-1].max()))
        x = left + 512
    goal = "goal set by you" if seen.aim.given else "predicted goal"
    entries = [
        marks.LegendLine(goal + ("" if seen.spot(seen.predicted) else " (too close to be seen)"), 18, marks.cross_icon)
    ]
    if len(seen.way):
        visible = all(seen.way_spot(place)[2] for place in seen.way)
        name = "places to pass, in order" + ("" if visible else " (grey: not visible from here)")
        entries.append(marks.LegendLine(name, 20, marks.disc_icon))
    if seen.true_goal is not None:
        hidden = seen.spot(seen.true_goal) is None
        entries.append(
            marks.LegendLine("true goal: out of sight") if hidden else marks.LegendLine("true goal", 20, marks.ring_icon)
        )
    marks.write_legend(draw, entries, x, y)
    if seen.probabilities.any():
        hidden_share = f"out of sight: {percent(float(seen.probabilities[-1]))}"
        marks.write(draw, (page.width - 12, y), hidden_share, 16, marks.FAINT, "rm")


def percent(share: float) -> str:
    """A share to two digits: 0.28 %, 2.8 %, 28 %, 100 %."""
    return f"{100 * share:.2g} %" if share < 0.1 else f"{100 * share:.0f} %"


def _scale(draw: ImageDraw.ImageDraw, x: float, y: float, width: int, height: int, highest: float) -> None:
    """The colour scale of the heat map with its probabilities."""
    for k, colour in enumerate(marks.colours(np.linspace(0, 1, width)).astype(int).tolist()):
        draw.line([(x + k, y), (x + k, y + height)], fill=tuple(colour))
    for share, value in ((0.0, highest / 10**DECADES), (0.5, highest / 10 ** (DECADES / 2)), (1.0, highest)):
        draw.line([(x + share * width, y + height), (x + share * width, y + height + 4)], fill=marks.INK)
        marks.write(draw, (x + share * width, y + height + 5), percent(value), 13, anchor="mt")
