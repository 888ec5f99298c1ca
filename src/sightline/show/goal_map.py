"""Figures for people: goal maps over panoramas, rollouts from above, the sheet of the appendix "Goal Prediction"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from sightline.agent.sight import GRID
from sightline.corpus.lani.picture import wrapped
from sightline.evaluation.telling import landmark_nouns
from sightline.geometry import FORWARD_VIEW, PANORAMA, Camera, GoalGrid
from sightline.geometry.types import Array, Floats
from sightline.lani import Episode, scenes_of
from sightline.render import panorama
from sightline.render.overhead import Trace, font, map_picture, on_map

SIDE = 256  # pixels of one of the six views, for people; models see 128
DECADES = 2.0  # a hundredth of the highest probability is where colour begins
HEAT = ((46, 8, 110), (150, 15, 140), (235, 50, 90), (255, 140, 40), (255, 245, 120))  # stands out on grass and on sky
PAPER, INK, FAINT = "#ffffff", "#1d2226", "#6a737b"
PATH, DEMONSTRATION, TRUE = "#ff5d3a", "#3fd0ff", "#19b5fe"
SUCCESS, FAILURE = "#1a7f37", "#c1121f"
HEADINGS = ("behind", "behind left", "ahead left", "ahead", "ahead right", "behind right")


def colours(values: Floats) -> Array:
    """Values (...) in 0..1 as colours (..., 3) of the heat map."""
    stops = np.linspace(0, 1, len(HEAT))
    return np.stack([np.interp(values, stops, channel) for channel in np.transpose(HEAT)], axis=-1)


def heat(probabilities: Floats, side: int = SIDE) -> Image.Image:
    """A goal map (32 * 192 + 1,) as a layer for a panorama: logarithmic, transparent where hardly anything is."""
    cells = probabilities[:-1].reshape(GRID.cells, GRID.columns)
    with np.errstate(divide="ignore"):
        level = np.clip(1 + np.log10(cells / max(cells.max(), 1e-12)) / DECADES, 0, 1)
    ground = level[GRID.cells // 2 :].astype(np.float32)  # the sky stays clear when the cells are smoothed
    size = (side * len(PANORAMA), side // 2)
    smooth = np.asarray(Image.fromarray(ground).resize(size, Image.Resampling.BILINEAR), dtype=np.float64)
    layer = np.zeros((side, side * len(PANORAMA), 4), np.uint8)
    layer[-smooth.shape[0] :, :, :3] = colours(smooth)
    layer[-smooth.shape[0] :, :, 3] = 215 * np.minimum(1.0, 1.6 * smooth)
    return Image.fromarray(layer, "RGBA")


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


def forward_column(side: int = SIDE) -> float:
    """Where straight ahead is, in pixels from the left."""
    return (FORWARD_VIEW + 0.5) * side


def in_pixels(start: ArrayLike, place: ArrayLike, side: int = SIDE) -> tuple[float, float] | None:
    """(x, y) of a place on the ground in the panorama of a pose; None where it is too close to be seen."""
    row, column = GoalGrid(cells=side).in_panorama(start, place)
    return None if row < 0 else (float(column) + 0.5, float(row) + 0.5)


def goal_panel(
    episode: Episode,
    probabilities: Floats,
    predicted: ArrayLike,
    true_goal: ArrayLike | None = None,
    side: int = SIDE,
    marks: bool = True,
) -> Image.Image:
    """The panorama under its goal map: a cross on the predicted goal, a ring on the true one, an arrow ahead."""
    camera = Camera(side, side)
    seen = panorama(scenes_of([episode.scene]), np.array([episode.start]), camera)["rgb"][0]
    picture = Image.fromarray(np.asarray(seen)).convert("RGBA")
    picture.alpha_composite(heat(probabilities, side))
    panel = picture.convert("RGB")
    if not marks:
        return panel
    draw = ImageDraw.Draw(panel)
    for view in range(1, len(PANORAMA)):
        draw.line([(view * side, 0), (view * side, side)], fill="#dfe8ee", width=1)
    forward_arrow(draw, forward_column(side), side - 4, side / 7)
    size = side / 28
    truth = None if true_goal is None else in_pixels(episode.start, true_goal, side)
    if truth is not None:
        ring(draw, *truth, size + 2)
    found = in_pixels(episode.start, predicted, side)
    if found is not None:
        cross(draw, *found, size)
    else:  # no cell to mark: say so beside the arrow, which stands where the agent does
        x, y = forward_column(side) + side / 7, side - side / 14 - 4
        cross(draw, x, y, size)
        draw.text((x + 2 * size, y), "right here", font=font(side / 15), fill="#ffffff", anchor="lm", stroke_width=2,
                  stroke_fill="#000000")  # fmt: skip
    return panel


def lines_of(text: str, width: float, size: float, most: int) -> list[str]:
    """A text as at most so many lines; dots stand for the rest."""
    lines = wrapped(text, width - 2 * size, size)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} ..."]


def terminal_panel(episode: Episode, probabilities: Floats, predicted: ArrayLike, columns: int) -> Array:
    """The panorama under its goal map for half blocks, `columns` pixels wide, with a plus on the predicted goal."""
    panel = goal_panel(episode, probabilities, predicted, marks=False)
    height = max(2, 2 * round(columns / len(PANORAMA) / 2))
    small = np.array(panel.resize((columns, height), Image.Resampling.BOX))
    found = in_pixels(episode.start, predicted)
    if found is not None:
        x, y = int(found[0] * columns / panel.width), int(found[1] * height / panel.height)
        for dy, dx in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
            if y + dy < height:
                small[y + dy, (x + dx) % columns] = 255
    return small


def _scale(draw: ImageDraw.ImageDraw, x: float, y: float, width: int, height: int, highest: float) -> None:
    """The colours of the heat map with the probabilities they stand for."""
    for k, colour in enumerate(colours(np.linspace(0, 1, width)).astype(int).tolist()):
        draw.line([(x + k, y), (x + k, y + height)], fill=tuple(colour))
    small = font(13)
    for share, text in ((0.0, highest / 10**DECADES), (0.5, highest / 10 ** (DECADES / 2)), (1.0, highest)):
        draw.line([(x + share * width, y + height), (x + share * width, y + height + 4)], fill=INK)
        draw.text((x + share * width, y + height + 5), f"{100 * text:.2g} %", font=small, fill=INK, anchor="mt")


def _legend(page: Image.Image, left: float, y: float, probabilities: Floats, in_sight: bool, true_goal: str) -> None:
    """What the colours and the marks of a goal picture mean; `true_goal` is empty when it is not known."""
    draw, letters = ImageDraw.Draw(page), font(16)
    draw.text((left, y), "probability of the goal, per cell", font=letters, fill=INK, anchor="lm")
    _scale(draw, left + 260, y - 12, 200, 12, float(probabilities[:-1].max()))
    x = left + 520
    name = "predicted goal" + ("" if in_sight else " (too close to be seen)")
    cross(draw, x, y, 8)
    draw.text((x + 18, y), name, font=letters, fill=INK, anchor="lm")
    x += 60 + letters.getlength(name)
    if true_goal:
        if true_goal == "true goal":
            ring(draw, x, y, 9)
        draw.text((x + 20, y), true_goal, font=letters, fill=INK, anchor="lm")
        x += 60 + letters.getlength(true_goal)
    hidden = f"out of sight: {100 * probabilities[-1]:.2g} %"
    draw.text((page.width - 12, y), hidden, font=letters, fill=FAINT, anchor="rm")


def goal_picture(
    episode: Episode, probabilities: Floats, predicted: ArrayLike, true_goal: ArrayLike | None = None, note: str = "",
    side: int = SIDE,
) -> Image.Image:  # fmt: skip
    """The goal map of one instruction over its panorama, with the words, the directions and a legend."""
    panel = goal_panel(episode, probabilities, predicted, true_goal, side)
    lines = lines_of(episode.instruction, panel.width - 32, 24, 3)
    told = wrapped(note, panel.width - 32, 18)
    top = 16 + 32 * len(lines) + 26 * len(told) + 26
    page = Image.new("RGB", (panel.width, top + side + 52), PAPER)
    draw = ImageDraw.Draw(page)
    y = 12
    for line in lines:
        draw.text((16, y), line, font=font(24), fill=INK)
        y += 32
    for line in told:
        draw.text((16, y), line, font=font(18), fill=FAINT)
        y += 26
    for k, name in enumerate(HEADINGS):
        draw.text(((k + 0.5) * side, top - 13), name, font=font(15), fill=FAINT, anchor="mm")
    page.paste(panel, (0, top))
    known = ""
    if true_goal is not None:
        known = "true goal" if in_pixels(episode.start, true_goal, side) else "true goal: out of sight"
    _legend(page, 16, top + side + 22, probabilities, in_pixels(episode.start, predicted, side) is not None, known)
    return page


def rollout_picture(
    episode: Episode, poses: Floats, predicted: ArrayLike, true_goal: ArrayLike | None = None,
    demonstration: ArrayLike | None = None, note: str = "", pixels: int = 900,
) -> Image.Image:  # fmt: skip
    """The field from above: where the agent went (poses (T, 3)), the goal it saw, the true one, a person's way."""
    traces = [] if demonstration is None else [Trace(np.asarray(demonstration)[:, :2], DEMONSTRATION)]
    traces.append(Trace(poses, PATH))
    names = landmark_nouns(episode.scene)
    field = map_picture(scenes_of([episode.scene]), names=names, traces=traces, agent=episode.start, pixels=pixels)
    draw = ImageDraw.Draw(field)
    if true_goal is not None:
        x, y = on_map(true_goal, pixels).tolist()
        ring(draw, x, y, 11)
    x, y = on_map(predicted, pixels).tolist()
    cross(draw, x, y, 9)
    lines = [(line, 24, INK) for line in lines_of(episode.instruction, pixels - 32, 24, 4)]
    lines += [(line, 18, FAINT) for line in wrapped(note, pixels - 32, 18)]
    top = 20 + sum(round(1.35 * size) for _, size, _ in lines)
    page = Image.new("RGB", (pixels, top + pixels + 44), PAPER)
    draw = ImageDraw.Draw(page)
    baseline = 10
    for line, size, colour in lines:
        draw.text((16, baseline), line, font=font(size), fill=colour)
        baseline += round(1.35 * size)
    page.paste(field, (0, top))
    _rollout_legend(draw, top + pixels + 22, true_goal is not None, demonstration is not None)
    return page


def _rollout_legend(draw: ImageDraw.ImageDraw, y: float, truth: bool, demonstration: bool) -> None:
    x, letters = 16.0, font(17)
    shown = [("the agent's path", PATH), *([("demonstration", DEMONSTRATION)] if demonstration else [])]
    for name, colour in shown:
        draw.line([(x, y), (x + 34, y)], fill=colour, width=5)
        draw.text((x + 42, y), name, font=letters, fill=INK, anchor="lm")
        x += 72 + letters.getlength(name)
    for name, mark in (("predicted goal", cross), *([("true goal", ring)] if truth else [])):
        mark(draw, x + 10, y, 8)
        draw.text((x + 28, y), name, font=letters, fill=INK, anchor="lm")
        x += 60 + letters.getlength(name)


@dataclass(frozen=True)
class Example:
    """A goal prediction and whether the task was completed with it."""

    episode: Episode
    probabilities: Floats
    predicted: Floats
    completed: bool


def examples_picture(examples: Sequence[Example], side: int = SIDE) -> Image.Image:
    """The figure of the appendix: goal maps over panoramas, an arrow ahead, the words, Success or Failure."""
    width, gap, band = side * len(PANORAMA), 10, 46
    rows = [lines_of(e.episode.instruction, width - 32, 24, 2) for e in examples]
    heights = [side + band + 30 * (len(lines) - 1) + gap for lines in rows]
    page = Image.new("RGB", (width + 2 * gap, gap + sum(heights) + 56), PAPER)
    draw = ImageDraw.Draw(page)
    y = gap
    for example, lines, height in zip(examples, rows, heights, strict=True):
        panel = goal_panel(example.episode, example.probabilities, example.predicted, example.episode.goal, side)
        page.paste(panel, (gap, y))
        box = height - gap
        draw.rectangle([gap, y, gap + width - 1, y + box - 4], outline=INK, width=2)
        name, colour = ("Success", SUCCESS) if example.completed else ("Failure", FAILURE)
        wide = math.ceil(font(24).getlength(name)) + 24
        draw.rectangle([gap + width - wide - 8, y + 8, gap + width - 8, y + 44], fill=colour, outline="#ffffff", width=2)
        draw.text((gap + width - 8 - wide / 2, y + 26), name, font=font(24), fill="#ffffff", anchor="mm")
        for n, line in enumerate(lines):
            middle = y + side + (band - 4) / 2 + 30 * n
            draw.text((gap + width / 2, middle), line, font=font(24), fill=INK, anchor="mm")
        y += height
    _examples_legend(draw, y + 22, gap + 16)
    return page


def _examples_legend(draw: ImageDraw.ImageDraw, y: float, left: float) -> None:
    letters = font(16)
    draw.text((left, y), "probability of the goal, from 1 % of its peak to the peak", font=letters, fill=INK, anchor="lm")
    x = left + letters.getlength("probability of the goal, from 1 % of its peak to the peak") + 16
    for k, colour in enumerate(colours(np.linspace(0, 1, 160)).astype(int).tolist()):
        draw.line([(x + k, y - 7), (x + k, y + 7)], fill=tuple(colour))
    x += 200
    for name, mark in (("predicted goal", cross), ("true goal", ring)):
        mark(draw, x, y, 8)
        draw.text((x + 20, y), name, font=letters, fill=INK, anchor="lm")
        x += 56 + letters.getlength(name)
    draw.polygon([(x, y - 12), (x + 9, y), (x + 3, y), (x + 3, y + 10), (x - 3, y + 10), (x - 3, y), (x - 9, y)],
                 fill="#ffffff", outline=INK)  # fmt: skip
    draw.text((x + 20, y), "straight ahead", font=letters, fill=INK, anchor="lm")
    x += 56 + letters.getlength("straight ahead")
    rest = "Success: stopped within 5 units of the true goal"
    draw.text((x, y), rest, font=letters, fill=INK, anchor="lm")
