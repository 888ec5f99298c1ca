"""Panoramas with what every cell shows, as worlds make them to learn from (sightline.learning.details)."""

from __future__ import annotations

from typing import NamedTuple

from sightline.geometry.types import Array


class DetailedViews(NamedTuple):
    """N panoramas and their cells."""

    rgb: Array  # (N, 128, 768, 3) uint8
    depth: Array  # (N, 128, 768) float32
    things: Array  # (N, 32, 192) classes of what cells show (Kind.thing_names)
    parts: Array  # (N, 32, 192) names of its parts (Kind.part_names), 0 for none
    is_open: Array  # (N, 32, 192) bool: the part is open
    owners: Array  # (N, 32, 192) numbers of the thing that a cell shows a piece of, in this panorama's scene
