"""Landmarks to eat: giant fruit."""

from __future__ import annotations

import math

from sightline.render.primitives import Primitive, Vector, around, ellipsoid, ring, rod


def apple() -> list[Primitive]:
    """A red apple with a stalk and a green leaf."""
    return [
        ellipsoid("#d8161f", (0, 1.9, 0), (4.2, 3.8, 4.2)),
        *ring(4, lambda h: ellipsoid("#d8161f", around(h, 0.85, 2.8), (3.7, 4.0, 3.7)), 45),
        rod("#5a3517", (0, 4.2, 0), (0.3, 6.2, 0.1), 0.45),
        ellipsoid("#5ccb2f", (1.3, 5.8, -0.2), (2.4, 0.5, 1.4), tilt=-25, lean=-25),
    ]


def banana() -> list[Primitive]:
    """A curved yellow banana standing on its tip."""

    def point(degrees: float) -> Vector:
        a = math.radians(degrees)  # the slant in z shows that it is bent from the narrow side too
        return (2.9 - 4.5 * math.cos(a), 4.1 + 4.5 * math.sin(a), 1.1 * math.sin(a))

    yellow, middle, low, high = "#ffdb1f", point(0), point(-29), point(29)
    return [
        rod("#4a3416", point(-58), point(-66), 0.7, 0.8),
        rod(yellow, low, point(-60), 1.9, 0.4),
        ellipsoid(yellow, low, (1.95, 1.95, 1.95)),
        rod(yellow, middle, low, 2.3, 0.85),
        ellipsoid(yellow, middle, (2.3, 2.3, 2.3)),
        rod(yellow, middle, high, 2.3, 0.85),
        ellipsoid(yellow, high, (1.95, 1.95, 1.95)),
        rod(yellow, high, point(58), 1.9, 0.4),
        rod("#7d7a22", point(57), point(72), 0.75),
    ]


def pumpkin() -> list[Primitive]:
    """An orange ribbed pumpkin with a green stalk."""
    return [
        *ring(4, lambda h: ellipsoid("#f58a1c", around(h, 1.6, 2.3), (3.0, 4.6, 3.0)), 0),
        *ring(4, lambda h: ellipsoid("#dd6a0e", around(h, 1.6, 2.3), (2.8, 4.4, 2.8)), 45),
        rod("#4f7a24", (0, 3.6, 0), (0.6, 5.8, 0), 1.1, 0.7),
    ]
