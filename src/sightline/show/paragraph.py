"""Paragraphs on the map: the reference path, and demonstration and words in one colour per instruction."""

from __future__ import annotations

from functools import cache

import numpy as np
from PIL import Image, ImageDraw

from sightline.corpus.lani.check import intended_path, reference_pieces
from sightline.corpus.lani.follower import replay, trace
from sightline.corpus.lani.ground import Ground
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.geometry.types import Array
from sightline.lani import NAMES, scenes_of
from sightline.lani.portraits import portraits
from sightline.render import FIELD
from sightline.render.overhead import Trace, arrow, font, map_picture, on_map

COLOURS = ("#ff5d3a", "#3fd0ff", "#ffe14d", "#d98cff", "#ffffff", "#ff9ec7", "#9dff6b")  # on grass and on a dark page
PAGE = "#1d2226"


def paragraph_picture(paragraph: Paragraph, pixels: int = 900) -> Image.Image:
    """The map with reference path (dotted) and demonstration, and the instructions beside it."""
    traces = []
    ground = Ground(paragraph.scene)
    for k, segment in enumerate(paragraph.segments):
        if paragraph.source == "human":  # their actions do not replay with our steps; start and end are the truth
            places = [segment.start[:2], segment.end]
        else:
            places = trace(replay(ground, segment.start, segment.actions))
        if len(places) > 1:
            traces.append(Trace(np.array(places), COLOURS[k % len(COLOURS)]))
    names = [p.name for p in paragraph.scene.landmarks]
    field = map_picture(scenes_of([paragraph.scene]), names=names, traces=traces, pixels=pixels)
    draw = ImageDraw.Draw(field)
    if paragraph.path is not None:
        _dots(draw, paragraph.path, pixels)
    for k, segment in enumerate(paragraph.segments):
        x, y = on_map(segment.end, pixels)
        draw.ellipse([x - 6, y - 6, x + 6, y + 6], fill=COLOURS[k % len(COLOURS)], outline="#000000", width=2)
    arrow(draw, np.array(paragraph.segments[0].start), pixels, COLOURS[0])
    page = Image.new("RGB", (pixels + pixels * 3 // 5, pixels), PAGE)
    page.paste(field, (0, 0))
    _words(ImageDraw.Draw(page), paragraph, pixels)
    return page


def _dots(draw: ImageDraw.ImageDraw, path: list[tuple[float, float]], pixels: int) -> None:
    """The reference path, from red where it starts to blue where it ends."""
    for n, (x, y) in enumerate(on_map(np.array(path), pixels).tolist()):
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
        for line in wrapped(f"{k + 1}. {segment.instruction}", width, size):
            draw.text((left, y), line, font=font(size), fill=COLOURS[k % len(COLOURS)])
            y += 1.3 * size
        y += 0.7 * size
    shown = "from start to end (these moves do not replay)" if paragraph.source == "human" else "the demonstration"
    key = ["dotted: reference path, from red to blue", f"lines: {shown}, one colour per instruction"]
    for n, line in enumerate(key):
        draw.text((left, pixels - (3.2 - 1.3 * n) * size), line, font=font(0.8 * size), fill="#9aa4ad")


def wrapped(text: str, width: float, size: float) -> list[str]:
    """A text as lines that fit a width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font(size).getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line for line in lines if line]


def segment_picture(paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
    """One instruction's map for people who write or read instructions: portraits, not names, and no words.

    With the path, it is what a writer sees; without, with a grid of coordinates, what a reader marks the end on.
    """
    if not 0 <= k < len(paragraph.segments):
        raise InputError(f"{paragraph.id} has instructions 1 to {len(paragraph.segments)}, got {k + 1}.")
    segment = paragraph.segments[k]
    field = map_picture(scenes_of([paragraph.scene]), pixels=pixels)
    draw = ImageDraw.Draw(field)
    if not path:
        for at in range(0, int(FIELD) + 1, 5):
            for line in ([(at, 0), (at, FIELD)], [(0, at), (FIELD, at)]):
                draw.line([tuple(p) for p in on_map(np.array(line, dtype=float), pixels)], fill="#dfe8d0", width=1)
    side = pixels // 15
    for placed in paragraph.scene.landmarks:
        x, y = on_map((placed.x, placed.z), pixels)
        thumb = Image.fromarray(_portraits()[NAMES.index(placed.name), 24:122, 15:113]).resize((side, side))
        spot = (int(min(max(x + 0.35 * side, 0), pixels - side)), int(min(max(y - 1.35 * side, 0), pixels - side)))
        field.paste(thumb, spot)
        draw.rectangle([*spot, spot[0] + side, spot[1] + side], outline="#ffffff", width=2)
        draw.line([(x, y), (spot[0] + side / 2, spot[1] + side)], fill="#ffffff", width=2)
    if path:
        pieces = reference_pieces(paragraph)
        if pieces is None:
            raise InputError(f"{paragraph.id} has no reference path to show.")
        piece = intended_path(paragraph, pieces, k)
        draw.line([tuple(p) for p in on_map(piece, pixels)], fill="#ffffff", width=9, joint="curve")
        draw.line([tuple(p) for p in on_map(piece, pixels)], fill="#e01b24", width=5, joint="curve")
        x, y = on_map(piece[-1], pixels)
        draw.ellipse([x - 10, y - 10, x + 10, y + 10], fill="#1c4fd8", outline="#ffffff", width=3)
    arrow(draw, np.array(segment.start), pixels, "#f7f052")
    return _framed(field, pixels) if not path else field


def _framed(field: Image.Image, pixels: int) -> Image.Image:
    """The map with its coordinates written along the edges."""
    edge = pixels // 22
    page = Image.new("RGB", (pixels + edge, pixels + edge), "#ffffff")
    page.paste(field, (edge, 0))
    draw = ImageDraw.Draw(page)
    for at in range(0, int(FIELD) + 1, 5):
        x, y = on_map((at, at), pixels)
        draw.text((edge + x, pixels + edge / 2), str(at), font=font(edge / 2), fill="#000000", anchor="mm")
        draw.text((edge / 2, y), str(at), font=font(edge / 2), fill="#000000", anchor="mm")
    return page


@cache
def _portraits() -> Array:
    return portraits()
