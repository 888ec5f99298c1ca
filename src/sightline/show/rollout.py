"""The way from above: where the agent went, the goal that it saw, the true one, and the demonstration."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from sightline.geometry.types import Floats
from sightline.render.overhead import font
from sightline.show.lettering import break_lines, first_lines
from sightline.show.maps import AGENT, Map, Trace, draw_map
from sightline.show.marks import DEMONSTRATION, FAINT, INK, PAPER, PATH, cross, ring

PIXELS = 900  # of the page's width


def rollout_picture(
    ground: Map, poses: Floats, instruction: str, predicted: ArrayLike, true_goal: ArrayLike | None = None,
    demonstration: ArrayLike | None = None, note: str = "", pixels: int = PIXELS,
) -> Image.Image:  # fmt: skip
    """A map with where the agent went (poses (T, 3)), the goal it saw (2,), the true one, and a demonstration."""
    traces = [] if demonstration is None else [Trace(np.asarray(demonstration)[:, :2], DEMONSTRATION)]
    traces.append(Trace(poses, PATH))
    above = draw_map(ground, traces, agent=poses[0].tolist())
    draw = ImageDraw.Draw(above)
    if true_goal is not None:
        x, y = ground.at(true_goal).tolist()
        ring(draw, x, y, 11)
    x, y = ground.at(predicted).tolist()
    cross(draw, x, y, 9)
    lines = [(line, 24, INK) for line in first_lines(instruction, pixels - 32, 24, 4)]
    lines += [(line, 18, FAINT) for line in break_lines(note, pixels - 32, 18)]
    top = 20 + sum(round(1.35 * size) for _, size, _ in lines)
    page = Image.new("RGB", (pixels, top + above.height + 44), PAPER)
    draw = ImageDraw.Draw(page)
    y = 10
    for line, size, colour in lines:
        draw.text((16, y), line, font=font(size), fill=colour)
        y += round(1.35 * size)
    page.paste(above, ((pixels - above.width) // 2, top))
    _legend(draw, top + above.height + 22, true_goal is not None, demonstration is not None)
    return page


def _legend(draw: ImageDraw.ImageDraw, y: float, truth: bool, demonstration: bool) -> None:
    x, letters = 16.0, font(17)
    for name, colour in (("north is up", FAINT), ("start", AGENT)):
        draw.polygon([(x + 9, y - 10), (x + 18, y + 8), (x, y + 8)], fill=colour, outline=INK)
        draw.text((x + 26, y), name, font=letters, fill=INK, anchor="lm")
        x += 50 + letters.getlength(name)
    paths = [("the agent's path", PATH), *([("demonstration", DEMONSTRATION)] if demonstration else [])]
    for name, colour in paths:
        draw.line([(x, y), (x + 34, y)], fill=colour, width=5)
        draw.text((x + 42, y), name, font=letters, fill=INK, anchor="lm")
        x += 72 + letters.getlength(name)
    for name, mark in (("predicted goal", cross), *([("true goal", ring)] if truth else [])):
        mark(draw, x + 10, y, 8)
        draw.text((x + 28, y), name, font=letters, fill=INK, anchor="lm")
        x += 60 + letters.getlength(name)
