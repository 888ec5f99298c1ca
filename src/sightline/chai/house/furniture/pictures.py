"""Paintings in frames, to hang on walls."""

from __future__ import annotations

from sightline.chai.house.furniture.living import hung
from sightline.chai.house.things import Furniture
from sightline.render.primitives import Pattern, Primitive, beam, box, ellipsoid, rod


def _framed(
    name: str, width: float, height: float, above: float, frame: str, canvas: str, picture: list[Primitive]
) -> Furniture:
    """A painting whose canvas faces the room; `picture` lies in front of z = -0.011."""
    model = [
        box(frame, (0, 0, 0.015), (width, height, 0.04)),
        box(canvas, (0, 0.06, -0.006), (width - 0.12, height - 0.12, 0.01)),
        *picture,
    ]
    return hung(Furniture(name, "painting", (width, height, 0.07), model), above)


def mountain_painting(above: float = 1.05) -> Furniture:
    """Two blue mountains with a yellow sun over a green meadow, in a golden frame."""
    picture = [
        rod("#ffd92e", (0.24, 0.54, -0.01), (0.24, 0.54, -0.016), 0.16),
        box("#5567a8", (-0.16, 0.2, -0.011), (0.44, 0.36, 0.01), taper=(0, 1)),
        box("#7f93cf", (0.14, 0.2, -0.016), (0.46, 0.24, 0.01), taper=(0, 1)),
        box("#4fae4a", (0, 0.06, -0.021), (0.88, 0.17, 0.01)),
    ]
    return _framed("mountain painting", 1.0, 0.75, above, "#d9a520", "#a8dcf5", picture)


def flower_painting(above: float = 0.9) -> Furniture:
    """Three big flowers in a blue vase on cream, in a dark upright frame."""
    flowers = (("#e5383b", -0.16, 0.64), ("#ffb320", 0.16, 0.64), ("#e26bb8", 0, 0.8))
    picture = [
        *[beam("#3a8a3c", (0, 0.4, -0.011), (x, y - 0.02, -0.011), 0.01, 0.03) for _, x, y in flowers],
        box("#2f6fc4", (0, 0.13, -0.016), (0.2, 0.3, 0.01), taper=(1.3, 1)),
        *[ellipsoid(colour, (x, y, -0.016), (0.22, 0.22, 0.02)) for colour, x, y in flowers],
    ]
    return _framed("flower painting", 0.75, 1.0, above, "#5a3a22", "#f8efd6", picture)


def abstract_painting(above: float = 1.0) -> Furniture:
    """Red, blue and yellow blocks between black bars on white, in a black frame."""
    picture = [
        box("#e02b20", (0.128, 0.36, -0.011), (0.495, 0.42, 0.01)),
        box("#1f4fc0", (-0.248, 0.065, -0.011), (0.255, 0.3, 0.01)),
        box("#ffd21f", (0.305, 0.065, -0.011), (0.14, 0.18, 0.01)),
        box("#111111", (-0.12, 0.06, -0.016), (0.035, 0.73, 0.01)),
        box("#111111", (0, 0.34, -0.021), (0.76, 0.035, 0.01)),
    ]
    return _framed("abstract painting", 0.88, 0.85, above, "#1d1d1f", "#fafaf5", picture)


def sea_painting(above: float = 1.05) -> Furniture:
    """A white sailing boat with a red hull on a blue sea, in a white frame."""
    picture = [
        box("#2f6fb4", (0, 0.06, -0.011), (0.98, 0.26, 0.01)),
        box("#d8433b", (0.05, 0.24, -0.016), (0.2, 0.1, 0.01), taper=(1.7, 1)),
        box("#ffffff", (0.05, 0.36, -0.016), (0.3, 0.28, 0.01), taper=(0, 1)),
        rod("#ffd92e", (-0.32, 0.54, -0.01), (-0.32, 0.54, -0.016), 0.12),
    ]
    return _framed("sea painting", 1.1, 0.75, above, "#f4f2ec", "#bfe4fa", picture)


def tree_painting(above: float = 0.9) -> Furniture:
    """A big round tree in autumn colours on a hill, in a wooden frame."""
    picture = [
        ellipsoid("#6aa84f", (0, 0.12, -0.012), (0.6, 0.2, 0.012)),
        box("#6b4a2d", (0, 0.2, -0.016), (0.07, 0.34, 0.01)),
        *[ellipsoid(c, (x, y, -0.018), (0.3, 0.28, 0.012)) for c, x, y in
          (("#e8803a", -0.1, 0.58), ("#d8433b", 0.1, 0.6), ("#edb93a", 0, 0.72))],
    ]  # fmt: skip
    return _framed("tree painting", 0.75, 0.95, above, "#a9713c", "#eaf2f4", picture)


def portrait(above: float = 1.0) -> Furniture:
    """A woman with dark hair in a green dress before a red ground, in a golden oval on a dark frame."""
    picture = [
        rod("#a52a27", (0, 0.42, -0.008), (0, 0.42, -0.012), 0.56),
        ellipsoid("#2b1a12", (0, 0.5, -0.014), (0.28, 0.34, 0.012)),
        box("#2f9e5b", (0, 0.16, -0.016), (0.4, 0.2, 0.01), taper=(0.4, 1)),
        ellipsoid("#f0c39a", (0, 0.47, -0.02), (0.18, 0.24, 0.012)),
    ]
    return _framed("portrait painting", 0.7, 0.85, above, "#4a3018", "#d9a520", picture)


def city_painting(above: float = 1.05) -> Furniture:
    """A row of dark towers with lit windows under a violet sky, in a black frame."""
    lit = Pattern(2, "#ffe04a", (0.06, 0.08, 0), (0.45, 0.4))
    towers = (
        (-0.42, 0.34, "#33405c"),
        (-0.22, 0.5, "#46557a"),
        (0.0, 0.28, "#33405c"),
        (0.2, 0.56, "#2c3650"),
        (0.42, 0.38, "#46557a"),
    )
    picture = [box(colour, (x, 0.06, -0.012), (0.19, high, 0.01), pattern=lit) for x, high, colour in towers]
    return _framed("city painting", 1.2, 0.75, above, "#1d1d1f", "#b38ad0", picture)
