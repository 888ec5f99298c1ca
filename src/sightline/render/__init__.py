"""Primitives to pixels: rgb, depth and segmentation, on the CPU (Numba) or the GPU (Triton), with no display."""

from sightline.render.draw import CHANNELS, Surroundings, behind, cast, cores, glimpse, panorama, render, views
from sightline.render.scene import FIELD, WATER_CELLS, Library, Scenes, water_field

__all__ = [
    "CHANNELS",
    "FIELD",
    "WATER_CELLS",
    "Library",
    "Scenes",
    "Surroundings",
    "behind",
    "cast",
    "cores",
    "glimpse",
    "panorama",
    "render",
    "views",
    "water_field",
]  # fmt: skip
