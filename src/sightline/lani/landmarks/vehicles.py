"""Landmarks that travel: boat, coach, jet, pickup and tank, all with the nose to the south."""

from __future__ import annotations

import math

from sightline.render.primitives import Primitive, Vector, box, dome, ellipsoid, frustum, rod, stripes, wedge


def boat() -> list[Primitive]:
    """A sailing boat with a red hull, a mast and two sails, one white and one yellow."""
    # The sails stand across each other, so that one is always seen broadside.
    return [
        dome("#d8352d", (0, 2.2, 0), (4.2, 2.2, 11.4), tilt=180),
        frustum("#fbfaf5", (0, 2.15, 0), (4.3, 0.4, 11.5)),
        frustum("#b98a55", (0, 2.5, 0), (3.6, 0.12, 10.6)),
        box("#fbfaf5", (0, 2.5, 2.6), (2.0, 1.1, 2.6), taper=(0.8, 0.85)),
        rod("#6a4424", (0, 2.0, -0.6), (0, 10.2, -0.6), 0.4),
        wedge("#ffffff", (1.72, 3.9, 0.6), (0.25, 6.0, 4.2), turn=235),
        wedge("#f7bd35", (0.73, 3.2, -2.16), (0.25, 5.2, 3.4), turn=335),
    ]


def coach() -> list[Primitive]:
    """A yellow bus with a dark band of windows, a blue stripe and black wheels."""
    return [
        box("#ffc81e", (0, 0.7, 0), (3.8, 4.0, 11.0)),
        box("#22303f", (0, 2.6, 0), (3.95, 1.4, 11.15), pattern=stripes("#ffc81e", 0.5, "z")),
        box("#f8f8f4", (0, 4.65, 0), (3.4, 0.4, 10.4)),
        box("#2268cf", (0, 1.6, 0), (3.9, 0.5, 11.1)),
        *[rod("#1b1b1d", (-2.0, 0.85, z), (2.0, 0.85, z), 1.7) for z in (-3.4, 3.4)],
        box("#22303f", (0, 2.45, -5.3), (3.4, 1.7, 0.7)),
        box("#fff7d0", (0, 1.0, -5.3), (3.2, 0.45, 0.6)),
        box("#3a3a3c", (0, 0.55, 0), (3.6, 0.35, 11.4)),
    ]


def jet() -> list[Primitive]:
    """A white jet plane with red swept wings and a red tail fin, its nose raised for take-off."""
    pitch = math.radians(11)

    def on(along: float, above: float = 0.0) -> Vector:
        """A point at a distance along the plane's axis (forward of its middle) and above it."""
        s, c = math.sin(pitch), math.cos(pitch)
        return (0, 2.4 + along * s + above * c, -along * c + above * s)

    flat = math.degrees(pitch) - 90
    return [
        rod("#f8fafb", on(-4.9), on(2.6), 1.7, top=1.2),
        ellipsoid("#f8fafb", on(2.6), (2.04, 6.4, 2.04), tilt=flat),
        ellipsoid("#1d4f8f", on(3.0, 0.8), (1.2, 2.8, 1.2), tilt=flat),
        box("#f0483a", on(-3.4, -0.4), (9.8, 5.4, 0.4), taper=(0.15, 1), tilt=flat),
        box("#f0483a", on(-5.1, 0.3), (5.0, 2.0, 0.4), taper=(0.3, 1), tilt=flat),
        box("#f0483a", on(-3.4, 0.5), (0.4, 3.6, 2.6), taper=(1, 0.5), tilt=30),
        rod("#2c2e33", on(-5.3), on(-4.8), 1.4),
        rod("#2c2e33", (0, 0, -3.2), (0, 2.4, -3.2), 0.4),
        rod("#1b1b1d", (-0.5, 0.45, -3.2), (0.5, 0.45, -3.2), 0.9),
        rod("#1b1b1d", (-1.5, 0.5, 1.6), (1.5, 0.5, 1.6), 1.0),
        *[rod("#2c2e33", (x, 0.4, 1.6), (x, 2.0, 1.6), 0.4) for x in (-0.9, 0.9)],
    ]


def pickup() -> list[Primitive]:
    """A red pickup truck: a high cab in front and a low open bed behind."""
    red, glass = "#e0242b", "#26323f"
    return [
        box(red, (0, 0.7, 0), (3.45, 0.8, 8.0)),
        box(red, (0, 1.45, -1.9), (3.4, 1.35, 4.1)),
        box(glass, (0, 2.75, -0.95), (3.3, 1.8, 2.0), taper=(0.9, 1)),
        wedge(glass, (0, 2.75, -2.35), (2.9, 1.7, 0.9)),
        box(red, (0, 4.5, -1.0), (3.1, 0.35, 2.2)),
        *[box(red, (x, 1.45, 2.0), (0.35, 0.8, 3.7)) for x in (-1.55, 1.55)],
        box(red, (0, 1.45, 3.8), (3.4, 0.8, 0.35)),
        box("#3b2a26", (0, 1.45, 1.9), (2.8, 0.15, 3.5)),
        *[rod("#1b1b1d", (-1.9, 0.95, z), (1.9, 0.95, z), 1.9) for z in (-2.5, 2.4)],
        box("#dfe3e6", (0, 0.75, 0), (3.2, 0.5, 8.2)),
        box("#fff3c0", (0, 1.8, -3.85), (3.0, 0.5, 0.4)),
    ]


def tank() -> list[Primitive]:
    """An olive army tank with dark tracks, a turret and a long gun."""
    tread = stripes("#4a4a4e", 0.6, "z")
    return [
        *[box("#26262a", (x, 0, 0.4), (1.3, 1.7, 6.5), (1, 1.15), pattern=tread) for x in (-1.95, 1.95)],
        box("#76883a", (0, 0.9, 0.4), (4.2, 1.7, 7.0), taper=(1, 0.75)),
        frustum("#667732", (0, 2.55, 0.6), (4.2, 1.6, 4.2), top=0.7),
        rod("#4d5a26", (0, 3.2, -0.6), (0, 3.5, -4.4), 0.6),
        rod("#39431c", (0, 3.45, -3.9), (0, 3.53, -4.85), 0.9),
        dome("#4d5a26", (0.4, 4.1, 0.9), (1.5, 0.6, 1.5)),
        rod("#1b1b1d", (-1.0, 3.8, 1.6), (-1.0, 6.8, 1.8), 0.2),
    ]
