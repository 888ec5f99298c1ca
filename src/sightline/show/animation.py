"""A run as an animation: the view at each step with the goal marked, and the map beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from sightline.agent.look import large_camera
from sightline.geometry import Camera
from sightline.geometry.types import Array, Floats
from sightline.show import marks
from sightline.show.maps import Map, Trace, draw_agent, draw_map, draw_path
from sightline.world import Kind, SavedState, Step

FRAME_SIDE = 288  # pixels of the view, and of the longer side of the map
FRAME_TIME, LAST_FRAME_TIME = 220, 2500  # milliseconds per frame, and of the last one


def action_words(names: Sequence[str], actions: Sequence[int], done: Sequence[Step]) -> list[str]:
    """The action of the first world at each step, in words."""
    words = []
    for action, step in zip(actions, done, strict=True):
        name = names[min(action, len(names) - 1)]  # interactions are numbered from the last name on, one per cell
        if name == "forward" and step.moved[0] <= 1e-6:
            name = "blocked"
        words.append(f"{name.replace('_', ' ')}{' (refused)' if step.refused[0] else ''}")
    return words


def views_on_the_way(
    kind: Kind, before: SavedState, actions: Sequence[int], side: int = FRAME_SIDE, moments: Sequence[int] | None = None
) -> Array:
    """(T + 1, side, side, 3) views of a saved world before each of T actions, and after the last.

    With `moments` (in order, from 0), only the views at these times.
    """
    world = kind.make(camera=large_camera(kind, side))
    world.restore(before)
    wanted = set(range(len(actions) + 1) if moments is None else moments)
    views = [world.observe()["rgb"][0].copy()] if 0 in wanted else []
    for t, action in enumerate(actions, 1):
        world.step([action])
        if t in wanted:
            views.append(world.observe()["rgb"][0].copy())
    return np.stack(views)


def in_view(pose: ArrayLike, place: ArrayLike, camera: Camera) -> tuple[float, float] | None:
    """(x, y) of a place on the ground (2,) or a point (3,) in the view of a pose; None if it is outside the picture."""
    x, *height, z = np.asarray(place, dtype=np.float64).tolist()
    row, column, depth = (float(v) for v in camera.project(pose, (x, z), height[0] if height else 0.0))
    return (column, row) if depth > 0.1 and 0 <= row < camera.height and 0 <= column < camera.width else None


def mark_view(view: Image.Image, camera: Camera, pose: ArrayLike, goal: ArrayLike | None, passing: Floats) -> bool:
    """Draw a cross on the goal, a place (2,) or a point (3,), and numbered discs on waypoints (K, 2).

    Returns whether the goal is in the view.
    """
    draw, size = ImageDraw.Draw(view), view.height / 36
    spot = None if goal is None else in_view(pose, goal, camera)
    visible = [(number, at) for number, place in enumerate(passing, 1) if (at := in_view(pose, place, camera))]
    places = marks.beside_each_other([at for _, at in visible], spot, size)
    for (number, _), at in zip(visible, places, strict=True):
        marks.disc(draw, *at, size, number)
    if spot is not None:
        marks.cross(draw, *spot, size)
    return spot is not None


def run_frames(
    kind: Kind, ground: Map, views: Array, poses: Floats, instruction: str, doing: Sequence[str],
    goals: Sequence[ArrayLike | None], way: ArrayLike | None = None, moments: Sequence[int] | None = None,
    by_person: Sequence[bool] | None = None,
) -> list[Image.Image]:  # fmt: skip
    """A frame for each of the poses (T, 3), with its view (T, side, side, 3) and its action.

    `goals` has the agent's goal at each pose, a place (2,) or a point (3,), None if it is out of sight; `by_person` says
    which of them a person set, by default none. `way` (K, 2) are the waypoints before it. With `moments` (T',) there are
    frames, and views, for these poses only.
    """
    side, camera = views.shape[1], large_camera(kind, views.shape[1])
    passing = np.zeros((0, 2)) if way is None else np.asarray(way, dtype=np.float64).reshape(-1, 2)
    last = [] if goals[0] is None else [np.asarray(goals[0], dtype=np.float64)]
    seen = [Trace(np.stack([poses[0, :2], *passing, *last]), marks.WAY, dashed=True)] if len(passing) else []
    above = replace(ground, picture=draw_map(ground, seen))
    width, height = side + above.picture.width, max(side, above.picture.height)
    lines = marks.first_lines(instruction, width - 16, 15, 3)
    top = 8 + 20 * len(lines) + 4
    below = top + height + 14
    blank = Image.new("RGB", (width, top + height + 28), marks.PAPER)
    marks.write_lines(ImageDraw.Draw(blank), (8, 6), lines, 20, 15)
    frames = []
    for t, picture in zip(range(len(poses)) if moments is None else moments, views, strict=True):
        pose = poses[t]
        page = blank.copy()
        draw = ImageDraw.Draw(page)
        view = Image.fromarray(picture)
        goal = goals[t]
        seen_goal = mark_view(view, camera, pose, goal, passing)
        page.paste(view, (0, top))
        page.paste(_map_at(above, poses[: t + 1], goal, passing), (side, top))
        marks.write(draw, (8, below), f"step {min(t + 1, len(poses) - 1)}: {doing[t]}", 15, anchor="lm")
        if goal is not None:
            text = "goal set by you" if by_person is not None and by_person[t] else "predicted goal"
            text += "" if seen_goal else " (not in view)"
            marks.write(draw, (width - 8, below), text, 15, anchor="rm")
            marks.cross(draw, width - 22 - marks.text_width(text, 15), below, 6)
        frames.append(page)
    return frames


def _map_at(above: Map, walked: Floats, target: ArrayLike | None, passing: Floats) -> Image.Image:
    """The map with the path so far and the waypoints."""
    picture = above.picture.copy()
    draw = ImageDraw.Draw(picture)
    if len(walked) > 1:
        draw_path(draw, above, walked, marks.PATH, 4, 2)
    goal = None if target is None else above.spot(np.asarray(target)[[0, -1]])  # without the height
    spots = marks.beside_each_other([above.spot(place) for place in passing], goal, 6)
    for number, spot in enumerate(spots, 1):
        marks.disc(draw, *spot, 6, number)
    if goal is not None:
        marks.cross(draw, *goal, 5)
    draw_agent(draw, above, walked[-1], marks.PATH)
    return picture


def animation(frames: Sequence[Image.Image], step: int = FRAME_TIME) -> tuple[Image.Image, dict[str, Any]]:
    """The first frame, and the arguments of Pillow's save that write all frames as a looping GIF.

    A frame lasts `step` milliseconds, the last one longer.
    """
    # The path has few pixels, but its red must be in the palette.
    sample = Image.new("RGB", (frames[0].width, 3 * frames[0].height), marks.PATH)
    sample.paste(frames[0], (0, 40))
    sample.paste(frames[len(frames) // 2], (0, 40 + frames[0].height))
    palette = sample.quantize(255, Image.Quantize.MAXCOVERAGE)
    small = [f.quantize(palette=palette, dither=Image.Dither.NONE) for f in frames]
    durations = [*[step] * (len(small) - 1), LAST_FRAME_TIME]
    return small[0], {"save_all": True, "append_images": small[1:], "duration": durations, "loop": 0, "optimize": False}
