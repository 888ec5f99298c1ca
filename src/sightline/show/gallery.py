"""Galleries: everything that may stand in a world, each with a picture and what people call it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from PIL import Image

MODULES = ("sightline.show.lani_gallery", "sightline.show.chai_gallery")


class Exhibit(NamedTuple):
    """One picture of a gallery."""

    title: str
    words: str  # more about it; may be empty


class Gallery(NamedTuple):
    """Pictures that belong together."""

    name: str  # in addresses
    title: str
    exhibits: Sequence[Exhibit]
    draw: Callable[[int], Image.Image]  # the picture of an exhibit, by its place


def galleries() -> list[Gallery]:
    """Those of all worlds that have some."""
    return [gallery for module in MODULES for gallery in import_module(module).galleries()]
