"""Maps: a scene from above, and drawings on it: paths, the agent with its heading, a goal, names; and a key below.

Names are placed without overlaps and, if possible, off the paths.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from sightline.errors import InputError
from sightline.geometry import Camera, direction
from sightline.geometry.types import Array, Floats
from sightline.render import Scenes, render
from sightline.show.marks import Spot, text_width, write

SMALLEST_MAP = 64  # pixels of a map for people
AGENT, GOAL, KEY = "#f7f052", "#d7263d", "#303030"  # colours of the agent, of its goal, and of the strip with the key
GROUND, EDGE = "#e9ede4", "#8b9389"  # of a world that cannot be drawn from above
CAMERA_HEIGHT = 500.0  # above the ground: far enough for nearly parallel rays, near enough for float32 depth
Box = tuple[float, float, float, float]  # left, top, right, bottom
DIRECTIONS, RINGS = 16, 10  # in which a label may be moved, and the number of distances to try
COVERED = 6.0  # cost of covering one spot of a path, in pixels of displacement


def from_above(scenes: Scenes, middle: tuple[float, float], half: float, size: tuple[int, int]) -> Array:
    """(N, height, width, 3) uint8 pictures straight down on a point, north up; `half` is half of the shown width."""
    height, width = size
    camera = Camera(width, height, fov=2 * math.degrees(math.atan(half / CAMERA_HEIGHT)), eye=CAMERA_HEIGHT)
    above = np.zeros((len(scenes), 1, 5))
    above[:] = middle[0], CAMERA_HEIGHT, middle[1], 0.0, -90.0
    return render(scenes, above, camera)["rgb"][:, :, 0]


@dataclass(frozen=True)
class Map:
    """A picture of a scene from above, north up, with its geometry."""

    picture: Image.Image
    west: float  # x of its left edge
    north: float  # z of its upper edge
    per_unit: float  # pixels
    arrow: float = 1.0  # the size of the agent's arrow, in units; it is three times as long
    names: tuple[tuple[str, tuple[float, float]], ...] = ()  # written under places, over all else
    titles: tuple[tuple[str, tuple[float, float]], ...] = ()  # of parts of the scene, for pages to write larger

    def at(self, places: ArrayLike) -> Floats:
        """Pixel positions (..., 2) as (column, row) of places (..., 2)."""
        p = np.asarray(places, dtype=np.float64)
        return np.stack([p[..., 0] - self.west, self.north - p[..., 1]], axis=-1) * self.per_unit

    def spot(self, place: ArrayLike) -> Spot:
        """The pixel position of one place (2,)."""
        x, y = self.at(place).tolist()
        return x, y


@dataclass(frozen=True)
class Trace:
    """A path on a map: places (T, 2), or poses (T, 3) to show the last heading."""

    points: Array
    colour: str = "#e4572e"
    dashed: bool = False  # and thin: planned, not walked


def blank_map(bounds: tuple[float, float], pixels: int) -> Map:
    """Empty ground between bounds, for worlds that cannot be drawn from above."""
    low, high = bounds
    margin = 0.02 * (high - low)
    ground = Map(
        Image.new("RGB", (pixels, pixels), GROUND), low - margin, high + margin, pixels / (high - low + 2 * margin),
        arrow=0.02 * (high - low),
    )  # fmt: skip
    (left, top), (right, bottom) = ground.at([(low, high), (high, low)]).tolist()
    ImageDraw.Draw(ground.picture).rectangle([left, top, right, bottom], outline=EDGE, width=2)
    return ground


def draw_map(
    ground: Map, traces: Sequence[Trace] = (), agent: Sequence[float] | None = None, goal: Sequence[float] | None = None
) -> Image.Image:
    """A map with paths, the agent with its heading, the goal, and names."""
    pixels = ground.picture.width
    if pixels < SMALLEST_MAP:
        raise InputError(f"A map for people needs at least {SMALLEST_MAP} pixels, got {pixels}.")
    here = replace(ground, picture=ground.picture.copy())
    draw = ImageDraw.Draw(here.picture)
    letters = max(10, pixels // 56)
    for trace in traces:
        if trace.dashed:
            draw_dashes(draw, here, trace.points, trace.colour, max(3, pixels // 180), max(1, pixels // 300))
            continue
        draw_path(draw, here, trace.points, trace.colour, max(3, pixels // 150), max(2, pixels // 240))
        if np.shape(trace.points)[1] == 3:
            draw_agent(draw, here, trace.points[-1], trace.colour)
    if goal is not None:
        x, y = here.at(goal)
        for size, colour in ((pixels // 60, "#ffffff"), (pixels // 80, GOAL), (pixels // 160, "#ffffff")):
            draw.ellipse([x - size, y - size, x + size, y + size], fill=colour)
    if agent is not None:
        draw_agent(draw, here, agent, AGENT)
    for name, place in here.names:
        x, y = here.at(place)
        below = 0.06 * pixels if y < 0.9 * here.picture.height else -0.06 * pixels  # at the southern edge names go above
        write(draw, (x, y + below), name, letters, "#ffffff", "mm", halo="#202020")
    return here.picture


def with_key(above: Image.Image, agent: bool = False, goal: bool = False) -> Image.Image:
    """A map with a strip below it that shows north and explains the marks; it covers nothing of the map."""
    unit = above.width / 56
    page = Image.new("RGB", (above.width, above.height + round(3 * unit)), KEY)
    page.paste(above)
    draw, letters = ImageDraw.Draw(page), max(10, above.width // 56)
    x, y = 1.5 * unit, above.height + 1.5 * unit
    for name, colour in [("north is up", "#ffffff")] + [("agent", AGENT)] * agent + [("goal", GOAL)] * goal:
        box = [x - unit / 2, y - unit / 2, x + unit / 2, y + unit / 2]
        if name == "goal":
            draw.ellipse(box, fill=colour, outline="#ffffff", width=2)
        else:
            draw.polygon([(x, y - 0.7 * unit), (box[2], box[3]), (box[0], box[3])], fill=colour)
        write(draw, (x + unit, y), name, letters, "#ffffff", "lm")
        x += 3.5 * unit + text_width(name, letters)
    return page


def _ticks(low: float, high: float, step: float) -> list[float]:
    """Multiples of a step between two coordinates."""
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def draw_grid(draw: ImageDraw.ImageDraw, ground: Map, corners: Sequence[Spot], step: float, colour: str = "#dfe8d0") -> None:
    """Lines at the multiples of a step between two corners (x, z)."""
    (west, south), (east, north) = corners
    lines = [[(x, south), (x, north)] for x in _ticks(west, east, step)]
    lines += [[(west, z), (east, z)] for z in _ticks(south, north, step)]
    for line in lines:
        draw.line([tuple(p) for p in ground.at(line)], fill=colour, width=1)


def with_coordinates(above: Image.Image, ground: Map, step: float) -> Image.Image:
    """A map with its coordinates, x and z, written along two edges."""
    edge = above.width // 22
    page = Image.new("RGB", (above.width + edge, above.height + edge), "#ffffff")
    page.paste(above, (edge, 0))
    draw = ImageDraw.Draw(page)
    east, south = ground.west + above.width / ground.per_unit, ground.north - above.height / ground.per_unit
    for x in _ticks(ground.west, east, step):
        write(draw, (edge + ground.spot((x, 0))[0], above.height + edge / 2), f"{x:g}", edge / 2, "#000000", "mm")
    for z in _ticks(south, ground.north, step):
        write(draw, (edge / 2, ground.spot((0, z))[1]), f"{z:g}", edge / 2, "#000000", "mm")
    return page


def draw_path(draw: ImageDraw.ImageDraw, ground: Map, places: ArrayLike, colour: str, outer: int, inner: int) -> None:
    """A line through places (T, 2) or poses (T, 3), with a white rim."""
    spots = [tuple(p) for p in ground.at(np.asarray(places)[:, :2])]
    draw.line(spots, fill="#ffffff", width=outer, joint="curve")
    draw.line(spots, fill=colour, width=inner, joint="curve")


def draw_dashes(draw: ImageDraw.ImageDraw, ground: Map, places: ArrayLike, colour: str, outer: int, inner: int) -> None:
    """A dashed line through places (T, 2), with a dark rim."""
    spots = ground.at(np.asarray(places)[:, :2])
    legs = [(a, b) for a, b in pairwise(spots) if (a != b).any()]
    dash = 4.0 * outer
    for width, fill in ((outer, "#202020"), (inner, colour)):
        for a, b in legs:
            length = float(np.hypot(*(b - a)))
            count = max(1, round(length / dash / 1.8))  # number of dashes, with gaps between them
            step = length / (count - 0.45)
            for k in range(count):
                begin, end = (a + (b - a) * share / length for share in (k * step, min(k * step + 0.55 * step, length)))
                draw.line([tuple(begin), tuple(end)], fill=fill, width=width)


def draw_agent(draw: ImageDraw.ImageDraw, ground: Map, pose: ArrayLike, colour: str) -> None:
    """An arrowhead at a pose, pointing in its heading."""
    at = np.asarray(pose, dtype=np.float64)
    ahead = ground.arrow * direction(at[2])
    side = np.array([ahead[1], -ahead[0]])
    outline = [at[:2] + 2.2 * ahead, at[:2] - ahead + 0.8 * side, at[:2] - 0.4 * ahead, at[:2] - ahead - 0.8 * side]
    draw.polygon([tuple(p) for p in ground.at(outline)], fill=colour, outline="#202020", width=2)


class Label(NamedTuple):
    """A text to write near a place."""

    text: str
    place: tuple[float, float]
    within: tuple[tuple[float, float], tuple[float, float]] | None = None  # two corners of the area it must stay in
    large: bool = False  # names a part of the scene, not an object


class Space:
    """The occupied areas of a picture."""

    def __init__(self, size: tuple[int, int], paths: Iterable[Floats] = ()):
        """Size as (width, height); paths are spots (K, 2) each."""
        self.width, self.height = size
        self.taken: list[Box] = []
        spots = [np.asarray(path, dtype=np.float64).reshape(-1, 2) for path in paths]
        self.paths = np.concatenate([np.zeros((0, 2)), *spots])

    def take(self, at: Spot, width: float, height: float) -> None:
        """Mark an area that is already drawn as occupied."""
        self.taken.append(_box(at, width, height))

    def place(self, at: Spot, width: float, height: float, within: Box | None = None) -> Spot:
        """The centre of a label, as near to a spot as possible; its area becomes occupied."""
        limits = within or (0.0, 0.0, float(self.width), float(self.height))
        spots = [_inside(spot, width, height, limits) for spot in _around(at, min(width, height))]
        best = min(spots, key=lambda spot: self._cost(spot, at, width, height))
        self.take(best, width, height)
        return best

    def _cost(self, spot: Spot, wanted: Spot, width: float, height: float) -> float:
        left, top, right, bottom = box = _box(spot, width, height)
        overlaps = sum(_overlap(box, other) for other in self.taken)
        x, y = self.paths.T
        covered = int(((left <= x) & (x <= right) & (top <= y) & (y <= bottom)).sum())
        return 1000.0 * overlaps + COVERED * covered + math.dist(spot, wanted)


def _around(at: Spot, step: float) -> Sequence[Spot]:
    """A spot and rings of others around it."""
    angles = [2 * math.pi * k / DIRECTIONS for k in range(DIRECTIONS)]
    rings = [step * (k + 1) * 0.6 for k in range(RINGS)]
    return [at, *((at[0] + r * math.cos(a), at[1] + r * math.sin(a)) for r in rings for a in angles)]


def _inside(spot: Spot, width: float, height: float, limits: Box) -> Spot:
    """The nearest spot at which a label stays within limits."""
    left, top, right, bottom = limits
    x, y = spot
    return max(min(x, right - width / 2), left + width / 2), max(min(y, bottom - height / 2), top + height / 2)


def _box(at: Spot, width: float, height: float) -> Box:
    return at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2


def _overlap(one: Box, two: Box) -> float:
    """The overlap of two boxes in square pixels."""
    across, down = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
    return max(across, 0.0) * max(down, 0.0)
