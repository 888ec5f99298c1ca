"""The gallery of LANI: its landmarks."""

from __future__ import annotations

from PIL import Image

from sightline.corpus.lani.names import words
from sightline.lani.landmarks import LANDMARKS
from sightline.lani.portraits import portraits
from sightline.show.gallery import Exhibit, Gallery

SIDE = 256  # pixels


def galleries() -> list[Gallery]:
    """The landmarks, with the nouns that people have for them."""
    exhibits = [Exhibit(name, ", ".join(words()[name].nouns)) for name in LANDMARKS]
    return [Gallery("landmarks", "Landmarks", exhibits, _landmark)]


def _landmark(k: int) -> Image.Image:
    return Image.fromarray(portraits(names=[list(LANDMARKS)[k]], side=SIDE)[0])
