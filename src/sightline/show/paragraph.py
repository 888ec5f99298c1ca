"""Paragraphs on the map: demonstration and words in one colour per instruction, numbered stops, and views at the stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from sightline.corpus.choose import replays
from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph
from sightline.geometry.types import Floats
from sightline.show.maps import Label, Map, Space, Trace, draw_agent, draw_map
from sightline.show.marks import Palette, Spot, break_lines, pill, pill_size, text_width, write
from sightline.show.scenery import scenery_of
from sightline.show.stops import LETTERS, Demonstrated, Stop, blocks_of, demonstrated, view_side, views_picture
from sightline.world import kind_of

MAP_PIXELS = 1400  # of the longer side of a map
TOGETHER = 2.2  # stops of one instruction closer than this many font sizes share a mark


def paragraph_picture(paragraph: Paragraph, pixels: int = MAP_PIXELS) -> Image.Image:
    """The map with reference path (dotted), demonstration and stops, the instructions beside it, and views below it."""
    scenery = scenery_of(kind_of(paragraph.world))
    examples = [Example(paragraph, k) for k in range(len(paragraph.segments))]
    ground = scenery.map_of(examples[0].episode, pixels, "paths")
    width = ground.picture.width + pixels * 3 // 5
    walks = [demonstrated(example, view_side(width)) for example in examples]
    labels = scenery.labels(examples[0].episode, [goal for example in examples for goal in example.goals])
    above = _map(paragraph, ground, walks, labels, scenery.palette)
    beside = _words(paragraph, width - above.width, above.height, pixels / 44, scenery.palette)
    blocks = [
        block
        for k, (segment, walk) in enumerate(zip(paragraph.segments, walks, strict=True))
        for block in blocks_of(f"{k + 1}. {segment.instruction}", scenery.palette.colour(k), walk.stops)
    ]
    below = views_picture(blocks, width, scenery.palette) if blocks else None
    top = max(above.height, beside.height)
    page = Image.new("RGB", (width, top + (below.height if below else 0)), scenery.palette.page)
    page.paste(above)
    page.paste(beside, (above.width, 0))
    if below is not None:
        page.paste(below, (0, top))
    return page


def segment_picture(paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
    """Instruction k (from 0) for its writer (with the path) or its reader (without); no words."""
    return scenery_of(kind_of(paragraph.world)).segment_picture(paragraph, k, path, pixels)


def _map(
    paragraph: Paragraph, ground: Map, walks: Sequence[Demonstrated], labels: Sequence[Label], palette: Palette
) -> Image.Image:
    """The map with all drawings."""
    ways = [_places(walk.poses) for walk in walks]
    traces = [Trace(way, palette.colour(k)) for k, way in enumerate(ways) if len(way) > 1]
    above = draw_map(ground, traces)
    draw = ImageDraw.Draw(above)
    if paragraph.path is not None:
        _dots(draw, ground, paragraph.path)
    space = Space(above.size, [_along(ground.at(way)) for way in ways])
    start = paragraph.segments[0].start
    space.take(ground.spot(start[:2]), 4 * ground.arrow * ground.per_unit, 4 * ground.arrow * ground.per_unit)
    size = max(9.0, above.width / 70)
    names = [_place_name(space, ground, label, size) for label in labels if not label.large]
    groups = [(k, group) for k, walk in enumerate(walks) for group in _together(walk.stops, ground, TOGETHER * size)]
    marks = [_place_mark(space, ground, group, size, palette.colour(k)) for k, group in groups]
    names += [_place_name(space, ground, label, size) for label in labels if label.large]
    for mark in marks:
        mark.draw_line(draw)
    for mark in marks:
        pill(draw, mark.at, mark.name, size, mark.colour, palette.letters)
    for spot, label, letters in names:
        colour = "#a02818" if label.large else "#202020"
        write(draw, spot, label.text, letters, colour, "mm", halo="#fbfaf7")
    draw_agent(draw, ground, start, palette.colour(0))
    return above


def _place_name(space: Space, ground: Map, label: Label, size: float) -> tuple[Spot, Label, float]:
    """The position and font size of a name."""
    letters = size * (1.5 if label.large else 0.95)
    within = None
    if label.within is not None:
        (left, bottom), (right, top) = ground.at(label.within).tolist()
        within = (left + 4, top + 4, right - 4, bottom - 4)
    return space.place(ground.spot(label.place), text_width(label.text, letters) + 6, 1.2 * letters, within), label, letters


@dataclass(frozen=True)
class _Mark:
    """The name of a stop, or of stops at one spot, and lines to it from the agent's stands."""

    name: str
    colour: str
    at: Spot
    target: Spot
    stands: Sequence[Spot]

    def draw_line(self, draw: ImageDraw.ImageDraw) -> None:
        for width, colour in ((4, "#ffffff"), (2, self.colour)):
            for stand in self.stands:
                draw.line([stand, self.target, self.at], fill=colour, width=width)
        for x, y in self.stands:
            draw.ellipse([x - 5, y - 5, x + 5, y + 5], fill=self.colour, outline="#ffffff", width=1)


def _place_mark(space: Space, ground: Map, group: Sequence[Stop], size: float, colour: str) -> _Mark:
    number = group[0].name.rstrip(LETTERS)
    name = number + "".join(stop.name.removeprefix(number) for stop in group)
    width, height = pill_size(name, size)
    target, stands = ground.spot(group[0].place), dict.fromkeys(ground.spot(stop.stand) for stop in group)
    return _Mark(name, colour, space.place(target, width + 4, height + 4), target, list(stands))


def _together(stops: Sequence[Stop], ground: Map, near: float) -> list[list[Stop]]:
    """Stops in groups that share a mark: those of one instruction at the same spot."""
    groups: list[list[Stop]] = []
    for stop in stops:
        for group in groups:
            if np.hypot(*(ground.at(group[0].place) - ground.at(stop.place))) < near:
                group.append(stop)
                break
        else:
            groups.append([stop])
    return groups


def _places(poses: Floats) -> Floats:
    """The places (T, 2) of poses, without consecutive duplicates."""
    places = np.asarray(poses)[:, :2]
    return places[np.insert((places[1:] != places[:-1]).any(axis=1), 0, True)]


def _along(spots: Floats, every: float = 8.0) -> Floats:
    """Spots (K, 2) along a line through spots (T, 2), about `every` pixels apart."""
    lengths = np.hypot(*np.diff(spots, axis=0).T) if len(spots) > 1 else np.zeros(0)
    gone = np.insert(np.cumsum(lengths), 0, 0.0)
    at = np.arange(0.0, gone[-1] + every, every)
    return np.stack([np.interp(at, gone, spots[:, 0]), np.interp(at, gone, spots[:, 1])], axis=-1)


def _dots(draw: ImageDraw.ImageDraw, ground: Map, path: list[tuple[float, float]]) -> None:
    """The reference path, from red at the start to blue at the end."""
    for n, (x, y) in enumerate(ground.at(path).tolist()):
        share = n / max(len(path) - 1, 1)
        colour = (int(230 * (1 - share)), 30, int(230 * share))
        draw.ellipse([x - 3, y - 3, x + 3, y + 3], fill=colour, outline="#ffffff")


def _words(paragraph: Paragraph, width: int, height: int, size: float, palette: Palette) -> Image.Image:
    """The instructions in their colours, in the largest font up to `size` that fits the height."""
    lines: list[tuple[str, str, float]] = []  # text, colour, size
    for letters in np.linspace(size, 0.6 * size, 5).clip(min=12):
        lines = _lines(paragraph, width - 2 * letters, letters, palette)
        if sum(1.3 * s for _, _, s in lines) + 2 * letters <= height:
            break
    column = Image.new("RGB", (width, max(height, round(sum(1.3 * s for _, _, s in lines) + 2 * letters))), palette.page)
    draw, y = ImageDraw.Draw(column), float(letters)
    for text, colour, s in lines:
        write(draw, (letters, y), text, s, colour)
        y += 1.3 * s
    return column


def _lines(paragraph: Paragraph, width: float, size: float, palette: Palette) -> list[tuple[str, str, float]]:
    """The lines of text beside a map, with their colours and sizes; empty ones are gaps."""
    faint, gap = palette.faint, ("", palette.faint, 0.5 * size)
    lines = [(f"{paragraph.id}  ({paragraph.source})", faint, size), gap]
    if paragraph.scenario is not None:
        lines += [(line, faint, 0.9 * size) for line in break_lines(paragraph.scenario, width, 0.9 * size)] + [gap, gap]
    for k, segment in enumerate(paragraph.segments):
        broken = break_lines(f"{k + 1}. {segment.instruction}", width, size)
        lines += [(line, palette.colour(k), size) for line in broken] + [gap]
    still = all(replays(Example(paragraph, k)) for k in range(len(paragraph.segments)))
    moves = "the demonstration" if still else "from start to end (these moves do not replay)"
    dotted = "dotted: reference path, from red to blue; " if paragraph.path is not None else ""
    lines_and_numbers = f"lines: {moves}, one colour per instruction; numbers: its end and its interactions"
    key = f"north is up; arrow: start; {dotted}{lines_and_numbers}"
    return [*lines, gap, *((line, faint, 0.8 * size) for line in break_lines(key, width, 0.8 * size))]
