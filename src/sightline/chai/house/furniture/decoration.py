"""Decoration: lamps, rugs, pictures, a clock, plants, windows."""

from __future__ import annotations

from sightline.chai.house.furniture.living import CLOTH, QUARTERS, hung
from sightline.chai.house.things import Furniture, Switch, both
from sightline.render.primitives import Primitive, around, beam, box, ellipsoid, frustum, ring, rod, stripes


def floor_lamp() -> Furniture:
    """A tall lamp with a cone for a shade; the shade is grey, or glows yellow."""
    model = [
        frustum("#2b2d31", (0, 0, 0), (0.4, 0.04, 0.4), top=0.8),
        frustum("#3a3d42", (0, 0.03, 0), (0.045, 1.3, 0.045)),
    ]

    def shade(on: bool) -> list[Primitive]:
        lower, rim = ("#ffe95a", "#fffbd0") if on else ("#8f8a99", "#6a6674")
        return [
            frustum(lower, (0, 1.28, 0), (0.5, 0.36, 0.5), top=0.55),
            frustum(rim, (0, 1.255, 0), (0.54, 0.035, 0.54)),
        ]

    switch = Switch("shade", "floor lamp", both(shade))
    return Furniture("floor lamp", "floor lamp", (0.54, 1.65, 0.54), model, switches=(switch,))


def table_lamp(colour: str = "blue") -> Furniture:
    """A small lamp with a round coloured foot and a cream shade."""
    light, dark = CLOTH[colour]
    model = [
        frustum(dark, (0, 0, 0), (0.18, 0.03, 0.18)),
        ellipsoid(light, (0, 0.13, 0), (0.2, 0.22, 0.2)),
        frustum("#fff0b8", (0, 0.24, 0), (0.32, 0.24, 0.32), top=0.6),
    ]
    return Furniture(f"{colour} table lamp", "lamp", (0.32, 0.48, 0.32), model, solid=False)


def round_rug() -> Furniture:
    """A round rug of three rings."""
    rings = (("#2c5f8d", 2.0, 0.008), ("#f2e3c2", 1.6, 0.014), ("#d8573f", 0.9, 0.02))
    model = [frustum(colour, (0, 0, 0), (wide, high, wide)) for colour, wide, high in rings]
    return Furniture("round rug", "rug", (2.0, 0.02, 2.0), model, solid=False)


def rug() -> Furniture:
    """A rectangular red rug with a cream border and stripes at its middle."""
    model = [
        box("#8e2431", (0, 0, 0), (2.4, 0.008, 1.6)),
        box("#f0dfb8", (0, 0, 0), (2.16, 0.014, 1.36)),
        box("#b93442", (0, 0, 0), (1.92, 0.02, 1.12), pattern=stripes("#27406b", 0.16, "x")),
    ]
    return Furniture("rectangular rug", "rug", (2.4, 0.02, 1.6), model, solid=False)


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


def wall_clock(above: float = 1.3) -> Furniture:
    """A round white clock with a red rim, marks at the quarters and two black hands."""
    black, y = "#1c1c1e", 0.25
    model = [
        rod("#c62f2b", (0, y, 0.03), (0, y, -0.015), 0.5),
        rod("#fdfdf8", (0, y, 0.02), (0, y, -0.021), 0.42),
        *[box(black, (0.17 * i, y + 0.17 * j - 0.02, -0.022), (0.04, 0.04, 0.01)) for i, j in QUARTERS],
        beam(black, (0, y, -0.022), (0.1, y + 0.06, -0.022), 0.012, 0.034),
        beam(black, (0, y, -0.024), (-0.06, y + 0.14, -0.024), 0.012, 0.024),
    ]
    return hung(Furniture("wall clock", "clock", (0.5, 0.5, 0.06), model), above)


def potted_plant() -> Furniture:
    """A big plant with long arching leaves in a terracotta pot."""

    def leaf(heading: float) -> Primitive:
        if heading % 120 == 0:
            return ellipsoid("#3fa845", around(heading, 0.15, 0.95), (0.25, 0.9, 0.05), heading, 14)
        return ellipsoid("#2b8438", around(heading, 0.2, 0.72), (0.25, 0.75, 0.05), heading, 34)

    model = [
        frustum("#c8643a", (0, 0, 0), (0.34, 0.4, 0.34), top=1.35),
        frustum("#a94f2b", (0, 0.36, 0), (0.5, 0.07, 0.5)),
        frustum("#4a3424", (0, 0.37, 0), (0.44, 0.075, 0.44)),
        *ring(6, leaf),
    ]
    return Furniture("potted plant", "plant", (0.85, 1.4, 0.85), model)


def window(cloth: str = "yellow", small: bool = False) -> Furniture:
    """A white window of four pale blue panes between two drawn-back curtains on a rail; a small one fits above a counter."""
    light, dark = CLOTH[cloth]
    white = "#f7f7f3"
    above, tall = (1.2, 0.9) if small else (0.6, 1.5)
    model = [
        box(white, (0, 0.06, 0.045), (1.3, tall - 0.1, 0.05)),
        box("#bfe4fa", (0, 0.13, 0.04), (1.16, tall - 0.24, 0.055)),
        box(white, (0, 0.136, 0.03), (0.06, tall - 0.252, 0.06)),
        box(white, (0, tall / 2 - 0.01, 0.03), (1.148, 0.06, 0.06)),
        *[box(light, (s * 0.69, 0, -0.02), (0.36, tall, 0.05), pattern=stripes(dark, 0.06, "x")) for s in (-1, 1)],
        rod("#6b4a2d", (-0.95, tall + 0.02, -0.02), (0.95, tall + 0.02, -0.02), 0.05),
    ]
    name = f"{'small ' * small}window with {cloth} curtains"
    return hung(Furniture(name, "window", (1.9, tall + 0.05, 0.14), model), above)


def pieces() -> tuple[Furniture, ...]:
    """One of each kind and variant."""
    return (
        floor_lamp(),
        *(table_lamp(colour) for colour in ("blue", "red")),
        round_rug(),
        rug(),
        mountain_painting(),
        flower_painting(),
        abstract_painting(),
        wall_clock(),
        potted_plant(),
        *(window(cloth, small) for small in (False, True) for cloth in ("yellow", "green")),
    )
