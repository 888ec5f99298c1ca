"""Paragraphs on the map: the reference path, and demonstration and words in one colour per instruction."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from sightline.corpus.choose import demonstration
from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph
from sightline.geometry.types import Floats
from sightline.render.overhead import font
from sightline.show.lettering import break_lines
from sightline.show.maps import Map, Trace, draw_agent, draw_map
from sightline.show.scenery import scenery_of
from sightline.world import kind_of

COLOURS = ("#ff5d3a", "#3fd0ff", "#ffe14d", "#d98cff", "#ffffff", "#ff9ec7", "#9dff6b")  # on grass and on a dark page
PAGE = "#1d2226"


def paragraph_picture(paragraph: Paragraph, pixels: int = 900) -> Image.Image:
    """The map with reference path (dotted) and demonstration, and the instructions beside it."""
    examples = [Example(paragraph, k) for k in range(len(paragraph.segments))]
    ways = [_places(demonstration(example)) for example in examples]
    traces = [Trace(way, COLOURS[k % len(COLOURS)]) for k, way in enumerate(ways) if len(way) > 1]
    ground = scenery_of(kind_of(paragraph.world)).map_of(examples[0].episode, pixels, "recorded")
    above = draw_map(ground, traces)
    draw = ImageDraw.Draw(above)
    if paragraph.path is not None:
        _dots(draw, ground, paragraph.path)
    for k, segment in enumerate(paragraph.segments):
        x, y = ground.at(segment.end)
        draw.ellipse([x - 6, y - 6, x + 6, y + 6], fill=COLOURS[k % len(COLOURS)], outline="#000000", width=2)
    draw_agent(draw, ground, paragraph.segments[0].start, COLOURS[0])
    page = Image.new("RGB", (pixels + pixels * 3 // 5, pixels), PAGE)
    page.paste(above, ((pixels - above.width) // 2, (pixels - above.height) // 2))
    _words(ImageDraw.Draw(page), paragraph, pixels)
    return page


def segment_picture(paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
    """Instruction k (from 0) as its writer sees it (with the path) or its reader (without); there are no words on it."""
    return scenery_of(kind_of(paragraph.world)).segment_picture(paragraph, k, path, pixels)


def _places(poses: Floats) -> Floats:
    """The places (T, 2) of poses, each once in a row."""
    places = np.asarray(poses)[:, :2]
    return places[np.insert((places[1:] != places[:-1]).any(axis=1), 0, True)]


def _dots(draw: ImageDraw.ImageDraw, ground: Map, path: list[tuple[float, float]]) -> None:
    """The reference path, from red where it starts to blue where it ends."""
    for n, (x, y) in enumerate(ground.at(path).tolist()):
        share = n / max(len(path) - 1, 1)
        colour = (int(230 * (1 - share)), 30, int(230 * share))
        draw.ellipse([x - 3, y - 3, x + 3, y + 3], fill=colour, outline="#ffffff")


def _words(draw: ImageDraw.ImageDraw, paragraph: Paragraph, pixels: int) -> None:
    size = max(12, pixels // 44)
    left, width = pixels + size, pixels * 3 // 5 - 2 * size
    y = float(size)
    draw.text((left, y), f"{paragraph.id}  ({paragraph.source})", font=font(size), fill="#9aa4ad")
    y += 2 * size
    for k, segment in enumerate(paragraph.segments):
        for line in break_lines(f"{k + 1}. {segment.instruction}", width, size):
            draw.text((left, y), line, font=font(size), fill=COLOURS[k % len(COLOURS)])
            y += 1.3 * size
        y += 0.7 * size
    lines = "from start to end (these moves do not replay)" if paragraph.source == "human" else "the demonstration"
    key = ["north is up; dotted: reference path, from red to blue", f"lines: {lines}, one colour per instruction"]
    for n, line in enumerate(key):
        draw.text((left, pixels - (3.2 - 1.3 * n) * size), line, font=font(0.8 * size), fill="#9aa4ad")
