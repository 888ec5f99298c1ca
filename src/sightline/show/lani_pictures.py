"""Pictures of LANI for people: a field from above, portraits of its landmarks and their gallery, maps for writers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from PIL import Image, ImageDraw

from sightline.corpus.lani.check import intended_path, reference_pieces
from sightline.corpus.lani.words import landmark_nouns, words
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.geometry.types import Array
from sightline.lani import LANDMARKS, Placed, Scene, scenes_of
from sightline.render import FIELD, look, render, views
from sightline.show.gallery import Exhibit, Gallery
from sightline.show.maps import (
    AGENT,
    Map,
    draw_agent,
    draw_grid,
    draw_map,
    draw_path,
    from_above,
    with_coordinates,
    with_key,
)

MARGIN = 1.0  # units shown around the field
GRID_STEP = 5.0  # between coordinates on a reader's map
EXHIBIT_PIXELS = 256


def galleries() -> list[Gallery]:
    """The landmarks, with all their nouns in everyday language."""
    names = landmark_nouns(list(LANDMARKS))
    others = [[n for n in words()[kind].nouns if n != name] for kind, name in zip(LANDMARKS, names, strict=True)]
    exhibits = [Exhibit(name, f"also: {', '.join(more)}" if more else "") for name, more in zip(names, others, strict=True)]
    return [Gallery("landmarks", "Landmarks", exhibits, _exhibit)]


def _exhibit(k: int) -> Image.Image:
    return Image.fromarray(portraits(names=[list(LANDMARKS)[k]], side=EXHIBIT_PIXELS)[0])


def portraits(distance: float = 15.0, turn: float = 28.0, names: Sequence[str] | None = None, side: int = 128) -> Array:
    """(K, side, side, 3) landmarks, by default all, at a distance and an angle (0 is the front, degrees clockwise)."""
    middle, names = FIELD / 2, tuple(LANDMARKS) if names is None else names
    scenes = scenes_of([Scene((Placed(name, middle, middle, 5.0),)) for name in names])
    angle = np.radians(turn)
    pose = [middle - distance * np.sin(angle), middle - distance * np.cos(angle), turn]
    camera = Camera(side, side)
    return render(scenes, views([pose] * len(names), camera), camera)["rgb"][:, :, 0]


def field_map(scene: Scene, pixels: int, names: Sequence[str] = ()) -> Map:
    """The map of a field, with these names for its landmarks."""
    smooth = Image.fromarray(field_from_above(scene, 2 * pixels)).resize((pixels, pixels), Image.Resampling.LANCZOS)
    named = tuple((name, (p.x, p.z)) for name, p in zip(names, scene.landmarks, strict=False))
    return Map(smooth, -MARGIN, FIELD + MARGIN, pixels / (FIELD + 2 * MARGIN), names=named)


def field_from_above(scene: Scene, pixels: int) -> Array:
    """(pixels, pixels, 3) uint8, north up; the field's edge is drawn in the colours of its fence."""
    half = FIELD / 2 + MARGIN
    field = from_above(scenes_of([scene]), (FIELD / 2, FIELD / 2), half, (pixels, pixels))[0]
    per_unit = pixels / (2 * half)
    inner, thick = round(MARGIN * per_unit), max(1, round(0.4 * per_unit))
    outer = pixels - inner
    low, high = max(inner - thick, 0), min(outer + thick, pixels)
    north, east, south, west = (np.array(c, dtype=np.uint8) for c in look.FENCE)
    field[low:inner, low:high] = north
    field[outer:high, low:high] = south
    field[inner:outer, outer:high] = east
    field[inner:outer, low:inner] = west
    return field


def segment_map(paragraph: Paragraph, k: int, path: bool, pixels: int) -> Image.Image:
    """One instruction's map for writers and readers of instructions: portraits instead of names, and no words.

    With the path it is for writers; without, and with a grid of coordinates, it is for readers, who mark the end.
    """
    if not 0 <= k < len(paragraph.segments):
        raise InputError(f"{paragraph.id} has instructions 1 to {len(paragraph.segments)}, got {k + 1}.")
    ground = field_map(paragraph.scene, pixels)
    field = draw_map(ground)
    draw = ImageDraw.Draw(field)
    if not path:
        draw_grid(draw, ground, ((0, 0), (FIELD, FIELD)), GRID_STEP)
    hang_portraits(field, ground, paragraph.scene)
    if path:
        pieces = reference_pieces(paragraph)
        if pieces is None:
            raise InputError(f"{paragraph.id} has no reference path to show.")
        piece = intended_path(paragraph, pieces, k)
        draw_path(draw, ground, piece, "#e01b24", 9, 5)
        x, y = ground.spot(piece[-1])
        draw.ellipse([x - 10, y - 10, x + 10, y + 10], fill="#1c4fd8", outline="#ffffff", width=3)
    draw_agent(draw, ground, paragraph.segments[k].start, AGENT)
    return with_key(field if path else with_coordinates(field, ground, GRID_STEP), agent=True)


def hang_portraits(field: Image.Image, ground: Map, scene: Scene) -> None:
    """Draw a small portrait of every landmark beside it."""
    draw, pixels = ImageDraw.Draw(field), field.width
    side = pixels // 15
    for placed in scene.landmarks:
        x, y = ground.spot((placed.x, placed.z))
        thumb = Image.fromarray(_portrait(placed.name)[24:122, 15:113]).resize((side, side))
        spot = (int(min(max(x + 0.35 * side, 0), pixels - side)), int(min(max(y - 1.35 * side, 0), pixels - side)))
        field.paste(thumb, spot)
        draw.rectangle([*spot, spot[0] + side, spot[1] + side], outline="#ffffff", width=2)
        draw.line([(x, y), (spot[0] + side / 2, spot[1] + side)], fill="#ffffff", width=2)


@cache
def _portrait(name: str) -> Array:
    picture: Array = portraits(names=(name,))[0]
    return picture
