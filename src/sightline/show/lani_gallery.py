"""The gallery of LANI: its landmarks, each alone in a field."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from sightline.corpus.lani.words import words
from sightline.geometry import Camera
from sightline.geometry.types import Array
from sightline.lani import Placed, Scene, scenes_of
from sightline.lani.landmarks import LANDMARKS
from sightline.render import FIELD, render, views
from sightline.show.gallery import Exhibit, Gallery

SIDE = 256  # pixels


def galleries() -> list[Gallery]:
    """The landmarks, with their nouns in everyday language."""
    exhibits = [Exhibit(name, ", ".join(words()[name].nouns)) for name in LANDMARKS]
    return [Gallery("landmarks", "Landmarks", exhibits, _landmark)]


def _landmark(k: int) -> Image.Image:
    return Image.fromarray(portraits(names=[list(LANDMARKS)[k]], side=SIDE)[0])


def portraits(distance: float = 15.0, turn: float = 28.0, names: Sequence[str] | None = None, side: int = 128) -> Array:
    """(K, side, side, 3) landmarks, by default all, at a distance and an angle (0 is the front, degrees clockwise)."""
    middle, names = FIELD / 2, tuple(LANDMARKS) if names is None else names
    scenes = scenes_of([Scene((Placed(name, middle, middle, 5.0),)) for name in names])
    angle = np.radians(turn)
    pose = [middle - distance * np.sin(angle), middle - distance * np.cos(angle), turn]
    camera = Camera(side, side)
    return render(scenes, views([pose] * len(names), camera), camera)["rgb"][:, :, 0]
