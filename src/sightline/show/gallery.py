"""Galleries: all objects of a world, each with a picture and its everyday names."""

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
    """A set of pictures."""

    name: str  # in addresses
    title: str
    exhibits: Sequence[Exhibit]
    draw: Callable[[int], Image.Image]  # the picture of an exhibit, by its index


def galleries() -> list[Gallery]:
    """The galleries of all worlds."""
    return [gallery for module in MODULES for gallery in import_module(module).galleries()]
