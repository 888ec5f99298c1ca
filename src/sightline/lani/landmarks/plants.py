"""Landmarks that grow: trees, bushes, ferns, flowers, mushrooms and giant fruit."""

from __future__ import annotations

import math

from sightline.render.primitives import (
    Pattern,
    Primitive,
    Vector,
    around,
    box,
    dome,
    ellipsoid,
    frustum,
    ring,
    rod,
    speckle,
    stripes,
)


def _leaf(colour: str, base: Vector, heading: float, fall: float, size: Vector) -> Primitive:
    """A leaf (width, length, thickness) that grows from `base` towards a heading, `fall` degrees from upright."""
    x, y, z = base
    middle = around(heading, math.sin(math.radians(fall)) * size[1] / 2)
    at = (x + middle[0], y + math.cos(math.radians(fall)) * size[1] / 2, z + middle[2])
    return ellipsoid(colour, at, size, turn=heading, tilt=fall)


def _frond(colours: tuple[str, str], heading: float, y: float, rise: Vector, droop: Vector) -> list[Primitive]:
    """An arching leaf: a rising and a drooping half. `rise` and `droop` are (degrees from upright, length, width)."""
    fall, length, width = rise
    out, up = math.sin(math.radians(fall)) * length, math.cos(math.radians(fall)) * length
    bend = around(heading, 0.85 * out, y + 0.85 * up)  # short of the tip, so that the halves overlap
    return [
        _leaf(colours[0], (0, y, 0), heading, fall, (width, length, 0.4)),
        _leaf(colours[1], bend, heading, droop[0], (droop[2], droop[1], 0.4)),
    ]


def bush_tree() -> list[Primitive]:
    """A round, dark green clump of leaves."""
    leaves = speckle(0.45, 0.45)
    return [
        ellipsoid("#1c6b36", (0, 2.6, 0), (4.4, 4.9, 4.4), pattern=leaves),
        *ring(3, lambda h: ellipsoid("#227a3f", around(h, 1.25, 3.0), (2.8, 2.8, 2.8), pattern=leaves), 50),
        *ring(4, lambda h: ellipsoid("#1c6b36", around(h, 1.6, 1.4), (2.9, 2.8, 2.9), pattern=leaves), 20),
    ]


def bush_tree2() -> list[Primitive]:
    """A tall yellow-green bush, trimmed to three balls on one stem."""
    leaves = speckle(0.3, 0.4)
    return [
        frustum("#6f4526", (0, 0, 0), (0.9, 6.0, 0.9)),
        ellipsoid("#b4d334", (0, 2.1, 0), (4.8, 3.4, 4.8), pattern=leaves),
        ellipsoid("#bedb3a", (0, 5.0, 0), (3.5, 2.7, 3.5), pattern=leaves),
        ellipsoid("#c8e240", (0, 7.3, 0), (2.4, 2.2, 2.4), pattern=leaves),
    ]


def bush_tree3() -> list[Primitive]:
    """A wide green bush in full pink blossom."""
    return [
        ellipsoid("#3f8f4f", (0, 1.6, 0), (5.2, 4.2, 5.2), pattern=speckle(0.4, 0.4)),
        *ring(5, lambda h: ellipsoid("#f77fbe", around(h, 1.8, 1.9), (2.0, 1.9, 2.0)), 10),
        *ring(3, lambda h: ellipsoid("#ff9acb", around(h, 1.0, 3.3), (2.0, 1.8, 2.0)), 46),
    ]


def cactus() -> list[Primitive]:
    """A saguaro cactus with three raised arms and a pink flower."""
    green, ribs = "#2f9a5c", Pattern(1, "#1d7042", (0.55, 0, 0.55))

    def arm(heading: float, y: float, tall: float) -> list[Primitive]:
        end = around(heading, 2.3, y + 0.3)
        return [
            rod(green, (0, y, 0), end, 1.0),
            ellipsoid(green, (end[0], y + tall / 2 - 0.5, end[2]), (1.3, tall, 1.3), pattern=ribs),
        ]

    return [
        frustum(green, (0, 0, 0), (1.7, 6.6, 1.7), pattern=ribs),
        dome(green, (0, 6.6, 0), (1.7, 1.1, 1.7)),
        *arm(80, 2.6, 4.0),
        *arm(265, 3.4, 3.8),
        *arm(355, 2.0, 3.4),
        ellipsoid("#ff5fa8", (0, 7.8, 0), (1.1, 0.8, 1.1)),
    ]


def connifer_cluster() -> list[Primitive]:
    """A small wood of five slim dark conifers."""

    def tree(heading: float, away: float, tall: float, colour: str) -> list[Primitive]:
        x, _, z = around(heading, away)
        return [
            frustum("#5a3a22", (x, 0, z), (0.6, 1.4, 0.6)),
            frustum(colour, (x, 1.0, z), (2.4, tall - 1.0, 2.4), top=0),
        ]

    return [
        *tree(0, 0.2, 9.0, "#0f4637"),
        *tree(30, 1.9, 7.0, "#1a5b45"),
        *tree(120, 2.0, 5.6, "#0f4637"),
        *tree(205, 1.9, 6.4, "#1a5b45"),
        *tree(290, 2.0, 5.0, "#216b50"),
    ]


def giant_palm() -> list[Primitive]:
    """A very tall palm tree with a crown of big fronds."""
    crown = 9.2
    return [
        frustum("#b08450", (0, 0, 0), (1.4, crown, 1.4), top=0.5, pattern=stripes("#835b34", 0.7)),
        *ring(6, lambda h: _frond(("#3cb54a", "#2f9e3c"), h, crown - 0.2, (62, 2.1, 1.4), (128, 2.4, 1.4)), 10),
    ]


def low_poly_tree() -> list[Primitive]:
    """A broad-leaved tree with a faceted crown."""
    return [
        frustum("#7a4b27", (0, 0, 0), (1.4, 3.8, 1.4), top=0.7),
        box("#3f9b2f", (0, 5.2, 0), (4.4, 2.0, 4.4), (0.55, 0.55), tilt=180),
        box("#58b53b", (0, 5.2, 0), (4.4, 3.2, 4.4), (0.4, 0.4)),
        box("#4aa735", (0, 5.0, 0), (4.5, 1.5, 4.5), (0.7, 0.7), turn=45, tilt=180),
        box("#68c446", (0, 5.0, 0), (4.5, 2.6, 4.5), (0.55, 0.55), turn=45),
    ]


def lp_pine() -> list[Primitive]:
    """One pine with four stepped tiers on a bare trunk."""
    return [
        frustum("#6f4526", (0, 0, 0), (1.3, 3.6, 1.3)),
        frustum("#1f7a3c", (0, 3.0, 0), (5.2, 2.8, 5.2), top=0.15),
        frustum("#279048", (0, 4.7, 0), (4.2, 2.6, 4.2), top=0.15),
        frustum("#2fa653", (0, 6.3, 0), (3.2, 2.3, 3.2), top=0.12),
        frustum("#3abb60", (0, 7.8, 0), (2.2, 2.5, 2.2), top=0),
    ]


def palm1() -> list[Primitive]:
    """An upright light green fern: a sheaf of tall leaves, the outer ones arching over."""
    light, shade = "#a6e85a", "#7cc93f"

    def arch(heading: float) -> list[Primitive]:
        bend = around(heading, 1.9, 3.8)
        return [rod(shade, (0, 0, 0), bend, 0.45, 1.8), rod(light, bend, around(heading, 4.0, 2.6), 0.8, 0.1)]

    return [
        *ring(4, arch, 30),
        *ring(5, lambda h: _leaf(light, (0, 0, 0), h, 17, (0.9, 6.2, 0.6)), 10),
    ]


def palm2() -> list[Primitive]:
    """A wide dark green fern with arching fronds."""
    return [
        dome("#3b2a1a", (0, 0, 0), (1.6, 0.8, 1.6)),
        *ring(6, lambda h: _frond(("#137a50", "#0e6341"), h, 0.2, (26, 4.8, 1.3), (118, 3.1, 1.5)), 10),
    ]


def palm3() -> list[Primitive]:
    """An autumn fern: yellow-green fronds rise from one point and arch over into long orange tips."""
    stem = "#c3c832"

    def arch(heading: float) -> list[Primitive]:
        bend = around(heading, 1.8, 3.6)
        return [rod(stem, (0, 0, 0), bend, 0.45, 1.9), rod("#dea52c", bend, around(heading, 4.7, 1.7), 0.85, 0.1)]

    return [
        *ring(6, arch, 12),
        _leaf(stem, (0, 0, 0), 0, 0, (0.9, 4.4, 0.9)),
    ]


def red_flowers() -> list[Primitive]:
    """A bed of red tulips."""

    def tulip(heading: float, away: float, tall: float) -> list[Primitive]:
        x, _, z = around(heading, away)
        return [
            frustum("#2c7a2c", (x, 0, z), (0.4, tall, 0.4)),
            dome("#f01c2e", (x, tall + 1.2, z), (1.8, 1.6, 1.8), tilt=180),
        ]

    return [
        dome("#1f5f2b", (0, 0, 0), (5.2, 1.2, 5.2), pattern=speckle(0.5, 0.5)),
        *tulip(0, 0, 3.8),
        *ring(4, lambda h: tulip(h, 1.75, 1.9 + (h % 180 > 90) * 0.7), 20),
    ]


def yellow_flowers() -> list[Primitive]:
    """A bed of yellow sunflowers."""

    def sunflower(heading: float, tall: float) -> list[Primitive]:
        x, _, z = around(heading, 1.5)
        return [
            frustum("#2c7a2c", (x, 0, z), (0.4, tall, 0.4)),
            frustum("#ffd21a", (x, tall, z), (2.7, 0.35, 2.7), turn=heading, tilt=62),
            dome("#5b3412", around(heading, 1.8, tall + 0.15), (1.2, 0.35, 1.2), turn=heading, tilt=62),
        ]

    return [
        dome("#1f5f2b", (0, 0, 0), (5.0, 1.1, 5.0), pattern=speckle(0.5, 0.5)),
        *ring(4, lambda h: sunflower(h, 2.8 + (h % 180 < 90) * 1.2), 20),
    ]


def stump() -> list[Primitive]:
    """A tree stump with roots and pale rings on top."""
    return [
        frustum("#6b4425", (0, 0, 0), (4.7, 1.9, 4.7), top=0.86, pattern=Pattern(1, "#543319", (0.6, 0, 0.6))),
        frustum("#f0d6a0", (0, 1.85, 0), (3.7, 0.35, 3.7), top=0.93),
        frustum("#b98748", (0, 2.15, 0), (2.7, 0.25, 2.7), top=0.9),
        frustum("#f0d6a0", (0, 2.35, 0), (1.8, 0.3, 1.8), top=0.85),
        *ring(4, lambda h: rod("#6b4425", around(h, 1.4, 1.0), around(h, 3.5, 0.1), 1.5, 0.4), 20),
    ]


def boletus() -> list[Primitive]:
    """A mushroom with a brown cap and a thick white stalk."""
    return [
        ellipsoid("#f7f0e0", (0, 1.3, 0), (3.6, 2.9, 3.6)),
        frustum("#f7f0e0", (0, 1.4, 0), (3.5, 2.8, 3.5), top=0.6),
        frustum("#f0d890", (0, 3.55, 0), (4.0, 0.7, 4.0), top=1.25),
        dome("#84451c", (0, 4.15, 0), (5.25, 2.5, 5.25)),
    ]


def mushroom() -> list[Primitive]:
    """A toadstool: red cap with white dots."""

    def dot(heading: float, up: float) -> Primitive:
        out = around(heading, 2.6 * math.cos(math.radians(up)), 3.4 + 2.9 * math.sin(math.radians(up)))
        return ellipsoid("#ffffff", out, (1.15, 0.35, 1.15), turn=heading, tilt=90 - up)

    return [
        frustum("#f6efe0", (0, 0, 0), (1.9, 3.5, 1.9), top=0.75),
        frustum("#f6efe0", (0, 2.3, 0), (2.4, 0.5, 2.4), top=0.6),
        dome("#de1522", (0, 3.4, 0), (5.2, 2.9, 5.2)),
        *ring(5, lambda h: dot(h, 18), 0),
        *ring(4, lambda h: dot(h, 52), 30),
        dot(0, 90),
    ]


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
