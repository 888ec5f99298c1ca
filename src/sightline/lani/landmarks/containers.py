"""Landmarks that hold things: barrels, boxes, bins and a chest."""

from __future__ import annotations

from sightline.render.primitives import Primitive, beam, box, dome, frustum, rod, stripes, wedge


def barrel() -> list[Primitive]:
    """A tall blue plastic barrel with round shoulders and a white cap."""
    return [
        frustum("#1f62c9", (0, 0, 0), (3.8, 4.4, 3.8)),
        dome("#1f62c9", (0, 4.35, 0), (3.8, 1.1, 3.8)),
        *[frustum("#17479a", (0, y, 0), (4.1, 0.4, 4.1)) for y in (0.2, 2.0, 3.9)],
        frustum("#f4f4f4", (0, 5.2, 0), (1.3, 0.6, 1.3)),
    ]


def barrel2() -> list[Primitive]:
    """A wide green barrel with a bulging belly, dark hoops and one white band around its middle."""
    green, hoop = "#16a058", "#1c2a24"
    return [
        frustum(green, (0, 0.05, 0), (3.7, 2.3, 3.7), top=1.35),
        frustum(green, (0, 2.35, 0), (5.0, 2.3, 5.0), top=0.74),
        frustum("#faf9f4", (0, 1.85, 0), (5.1, 1.0, 5.1)),
        *[frustum(hoop, (0, y, 0), (4.75, 0.35, 4.75)) for y in (1.2, 3.15)],
        *[frustum(hoop, (0, y, 0), (4.1, 0.45, 4.1)) for y in (0, 4.3)],
    ]


def wood_barrel() -> list[Primitive]:
    """A bulging wooden barrel with dark iron hoops."""
    staves = stripes("#8a5426", 0.6, "x")
    return [
        frustum("#a96a30", (0, 0, 0), (3.6, 1.6, 3.6), top=1.25, pattern=staves),
        frustum("#a96a30", (0, 1.6, 0), (4.6, 1.7, 4.6), pattern=staves),
        frustum("#a96a30", (0, 3.3, 0), (4.5, 1.6, 4.5), top=0.8, pattern=staves),
        *[frustum("#2d2a2a", (0, y, 0), (4.75, 0.45, 4.75)) for y in (1.35, 3.1)],
        *[frustum("#2d2a2a", (0, y, 0), (3.95, 0.45, 3.95)) for y in (0.05, 4.4)],
    ]


def oil_drum() -> list[Primitive]:
    """A red oil drum with ribs, black rims and a yellow label."""
    return [
        frustum("#d21f26", (0, 0, 0), (3.7, 5.2, 3.7)),
        *[frustum("#96141a", (0, y, 0), (3.95, 0.35, 3.95)) for y in (1.6, 3.3)],
        *[frustum("#222225", (0, y, 0), (4.0, 0.4, 4.0)) for y in (0.02, 4.9)],
        frustum("#f4c91d", (0, 2.1, 0), (3.78, 1.0, 3.78)),
    ]


def wooden_box() -> list[Primitive]:
    """A brown wooden crate with a light frame and a diagonal board on each side."""
    frame = "#c58a4a"
    return [
        box("#7d4e24", (0, 0.1, 0), (4.5, 4.5, 4.5), pattern=stripes("#6a401c", 0.75)),
        *[box(frame, (0, y, 0), (4.95, 0.7, 4.95)) for y in (0, 4.1)],
        *[box(frame, (x, 0.3, z), (0.7, 4.2, 0.7)) for x in (-2.1, 2.1) for z in (-2.1, 2.1)],
        beam(frame, (-2.0, 0.5, 0), (2.0, 4.3, 0), 4.75, 0.6),
        beam(frame, (0, 0.5, -2.0), (0, 4.3, 2.0), 4.75, 0.6),
    ]


def container() -> list[Primitive]:
    """A long orange corrugated shipping container with a dark frame."""
    return [
        box("#e8701a", (0, 0.15, 0), (9.6, 3.9, 3.4), pattern=stripes("#b9540f", 0.45, "x")),
        *[box("#8a3d0c", (0, y, 0), (10.0, 0.4, 3.7)) for y in (0, 3.85)],
        *[box("#8a3d0c", (x, 0.2, 0), (0.5, 3.8, 3.65)) for x in (-4.7, 4.7)],
        *[box("#e8701a", (x, 0.5, z), (0.3, 3.3, 1.4)) for x in (-4.9, 4.9) for z in (-0.8, 0.8)],
    ]


def dumpster() -> list[Primitive]:
    """A dark green dumpster with a black sloped lid and side handles."""
    return [
        box("#1f6b44", (0, 0.6, 0), (4.7, 2.8, 3.6), taper=(1.15, 1.1)),
        box("#2f8a5a", (0, 2.9, 0), (5.8, 0.55, 4.3)),
        wedge("#1d1f21", (0, 3.4, 0), (5.7, 1.6, 4.2)),
        rod("#a3a9ae", (-3.4, 2.3, 0), (3.4, 2.3, 0), 0.7),
        *[rod("#1b1b1d", (-2.2, 0.45, z), (2.2, 0.45, z), 0.9) for z in (-1.3, 1.3)],
        box("#f2f2ee", (0, 1.4, 0), (2.2, 0.9, 4.1)),
    ]


def recycle_bin() -> list[Primitive]:
    """A blue bin with a lid and three white bars chasing each other in a triangle on every side."""
    bars = [((-1.35, 1.5), (-0.4, 3.2)), ((0.15, 3.65), (1.05, 2.05)), ((1.2, 1.3), (-0.65, 1.3))]
    return [
        box("#1f78ea", (0, 0.3, 0), (4.15, 4.5, 4.15), taper=(1.06, 1.06)),
        *[beam("#ffffff", (a, b, 0), (c, d, 0), 4.55, 0.55) for (a, b), (c, d) in bars],
        *[beam("#ffffff", (0, b, a), (0, d, c), 4.55, 0.55) for (a, b), (c, d) in bars],
        box("#1453b0", (0, 4.7, 0), (4.9, 0.9, 4.9), taper=(0.85, 0.85)),
        rod("#1b1b1d", (-2.25, 0.55, 1.5), (2.25, 0.55, 1.5), 1.1),
    ]


def steel_cube() -> list[Primitive]:
    """A shiny light-grey metal cube with bright panels and a glint across each."""
    return [
        box("#98a1a9", (0, 0, 0), (4.9, 4.9, 4.9)),
        box("#d9e0e7", (0, 0.45, 0), (4.0, 4.0, 5.05)),
        box("#d9e0e7", (0, 0.45, 0), (5.05, 4.0, 4.0)),
        beam("#ffffff", (-1.5, 0.95, 0), (1.5, 3.95, 0), 5.15, 0.9),
        beam("#ffffff", (0, 0.95, -1.5), (0, 3.95, 1.5), 5.15, 0.9),
    ]


def treasure_chest() -> list[Primitive]:
    """A brown treasure chest with a rounded lid, gold bands and a gold lock."""
    return [
        box("#8a4d24", (0, 0, 0), (5.8, 2.3, 3.9)),
        rod("#a05c2c", (-2.9, 2.4, 0), (2.9, 2.4, 0), 3.9),
        *[box("#ffcc33", (x, 0, 0), (0.7, 2.4, 4.4)) for x in (-2.3, 2.3)],
        *[rod("#ffcc33", (x - 0.35, 2.4, 0), (x + 0.35, 2.4, 0), 4.4) for x in (-2.3, 2.3)],
        box("#ffcc33", (0, 2.1, 0), (5.95, 0.45, 4.2)),
        box("#ffe27a", (0, 1.4, -2.1), (1.2, 1.5, 0.5)),
    ]
