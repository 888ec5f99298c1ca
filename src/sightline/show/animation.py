"""A run as a moving picture: what the agent sees at each step with its goal in view, and the map beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from sightline.evaluation.figures import INK, PAPER, PATH, cross, lines_of
from sightline.geometry import Camera, wrap
from sightline.geometry.types import Floats
from sightline.lani import Episode, scenes_of
from sightline.render import render, views
from sightline.render.overhead import arrow, font, map_picture, on_map

SIDE = 288  # pixels of the view and of the map
STEP, LAST = 220, 2500  # milliseconds that a frame stays


def actions_of(poses: Floats, stopped: bool) -> list[str]:
    """What was done at each pose of a run (T, 3), in words; nothing any more at the last."""
    told = []
    for before, after in pairwise(poses):
        turn = float(wrap(after[2] - before[2]))
        if abs(turn) > 0.1:
            told.append("turn right" if turn > 0 else "turn left")
        else:
            told.append("forward" if np.hypot(*(after - before)[:2]) > 1e-6 else "blocked")
    if stopped and told:
        told[-1] = "stop"
    return [*told, "stopped" if stopped else "out of time"]


def in_view(pose: ArrayLike, place: ArrayLike, camera: Camera) -> tuple[float, float] | None:
    """(x, y) of a place on the ground in the view of a pose; None where it is not in the picture."""
    row, column, depth = (float(v) for v in camera.project(pose, place))
    return (column, row) if depth > 0.1 and 0 <= row < camera.height and 0 <= column < camera.width else None


def run_frames(episode: Episode, poses: Floats, predicted: ArrayLike | None, stopped: bool) -> list[Image.Image]:
    """A frame per pose (T, 3); `predicted` is None when the goal was never in sight."""
    camera = Camera(SIDE, SIDE)
    cameras = views(poses, camera).reshape(1, -1, 5)
    scenes = scenes_of([episode.scene])
    seen = render(scenes, cameras, camera)["rgb"][0]  # (SIDE, T, SIDE, 3)
    field = map_picture(scenes, pixels=SIDE)
    lines = lines_of(episode.instruction, 2 * SIDE - 16, 15, 3)
    top = 8 + 20 * len(lines) + 4
    doing = actions_of(poses, stopped)
    frames = []
    for t, pose in enumerate(poses):
        page = Image.new("RGB", (2 * SIDE, top + SIDE + 28), PAPER)
        draw = ImageDraw.Draw(page)
        for n, line in enumerate(lines):
            draw.text((8, 6 + 20 * n), line, font=font(15), fill=INK)
        view = Image.fromarray(np.ascontiguousarray(seen[:, t]))
        spot = None if predicted is None else in_view(pose, predicted, camera)
        if spot is not None:
            cross(ImageDraw.Draw(view), *spot, 8)
        page.paste(view, (0, top))
        page.paste(_map_at(field, poses[: t + 1], predicted), (SIDE, top))
        draw.text(
            (8, top + SIDE + 14), f"step {min(t + 1, len(poses) - 1)}: {doing[t]}", font=font(15), fill=INK, anchor="lm"
        )
        if predicted is not None:
            told = "the goal it saw" + ("" if spot else " (not in view)")
            draw.text((2 * SIDE - 8, top + SIDE + 14), told, font=font(15), fill=INK, anchor="rm")
            cross(draw, 2 * SIDE - 22 - font(15).getlength(told), top + SIDE + 14, 6)
        frames.append(page)
    return frames


def _map_at(field: Image.Image, walked: Floats, predicted: ArrayLike | None) -> Image.Image:
    """The map with the way so far."""
    now = field.copy()
    draw = ImageDraw.Draw(now)
    if len(walked) > 1:
        spots = [tuple(p) for p in on_map(walked[:, :2], SIDE)]
        draw.line(spots, fill="#ffffff", width=4, joint="curve")
        draw.line(spots, fill=PATH, width=2, joint="curve")
    if predicted is not None:
        x, y = on_map(predicted, SIDE).tolist()
        cross(draw, x, y, 5)
    arrow(draw, np.asarray(walked[-1]), SIDE, PATH)
    return now


def animation(frames: Sequence[Image.Image]) -> tuple[Image.Image, dict[str, Any]]:
    """The first frame, and what Pillow's save wants to know to write all of them as a GIF that repeats."""
    shown = Image.new("RGB", (frames[0].width, 3 * frames[0].height), PATH)  # few pixels of the path, but they must stay red
    shown.paste(frames[0], (0, 40))
    shown.paste(frames[len(frames) // 2], (0, 40 + frames[0].height))
    palette = shown.quantize(255, Image.Quantize.MAXCOVERAGE)
    small = [f.quantize(palette=palette, dither=Image.Dither.NONE) for f in frames]
    durations = [*[STEP] * (len(small) - 1), LAST]
    return small[0], {"save_all": True, "append_images": small[1:], "duration": durations, "loop": 0, "optimize": False}
