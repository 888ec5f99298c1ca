"""Decoration: lamps, rugs, clocks, windows; pictures and plants are in files of their own."""

from __future__ import annotations

from sightline.chai.house.furniture.boards import named
from sightline.chai.house.furniture.living import CLOTH, QUARTERS, hung
from sightline.chai.house.furniture.pictures import (
    abstract_painting,
    city_painting,
    flower_painting,
    mountain_painting,
    portrait,
    sea_painting,
    tree_painting,
)
from sightline.chai.house.furniture.plants import flower_bush, palm, potted_plant, snake_plant, tall_cactus
from sightline.chai.house.things import Furniture, Switch, both
from sightline.render.primitives import (
    Primitive,
    around,
    beam,
    box,
    ellipsoid,
    frustum,
    ring,
    rod,
    speckle,
    stripes,
)

GLOW = (("#8f8a99", "#6a6674"), ("#ffe95a", "#fffbd0"))  # a lampshade and its rim, off and on


def floor_lamp() -> Furniture:
    """A tall lamp with a cone for a shade; the shade is grey, or glows yellow."""
    model = [
        frustum("#2b2d31", (0, 0, 0), (0.4, 0.04, 0.4), top=0.8),
        frustum("#3a3d42", (0, 0.03, 0), (0.045, 1.3, 0.045)),
    ]

    def shade(on: bool) -> list[Primitive]:
        lower, rim = GLOW[on]
        return [
            frustum(lower, (0, 1.28, 0), (0.5, 0.36, 0.5), top=0.55),
            frustum(rim, (0, 1.255, 0), (0.54, 0.035, 0.54)),
        ]

    switch = Switch("shade", "floor lamp", both(shade))
    return Furniture("floor lamp", "floor lamp", (0.54, 1.65, 0.54), model, switches=(switch,))


def arc_lamp() -> Furniture:
    """A lamp that leans over: a heavy foot, a bent steel arm and a round shade that hangs from its end."""
    steel = "#8b929b"
    model = [
        box("#e9e5dc", (0.3, 0, 0), (0.3, 0.08, 0.3)),
        rod(steel, (0.3, 0.06, 0), (0.26, 1.4, 0), 0.04),
        rod(steel, (0.26, 1.39, 0), (0.0, 1.68, 0), 0.04),
        rod(steel, (0.02, 1.67, 0), (-0.27, 1.6, 0), 0.04),
    ]

    def shade(on: bool) -> list[Primitive]:
        lower, rim = GLOW[on]
        return [ellipsoid(lower, (-0.27, 1.47, 0), (0.36, 0.3, 0.36)), frustum(rim, (-0.27, 1.34, 0), (0.24, 0.03, 0.24))]

    switch = Switch("shade", "floor lamp", both(shade))
    return Furniture("arc lamp", "floor lamp", (0.92, 1.72, 0.4), model, switches=(switch,))


def tripod_lamp() -> Furniture:
    """A lamp on three wooden legs with a wide drum for a shade."""
    model = ring(3, lambda h: rod("#a9713c", around(h, 0.25), around(h, 0.04, 1.2), 0.045))

    def shade(on: bool) -> list[Primitive]:
        lower, rim = GLOW[on]
        return [frustum(lower, (0, 1.18, 0), (0.48, 0.32, 0.48)), frustum(rim, (0, 1.165, 0), (0.5, 0.03, 0.5))]

    switch = Switch("shade", "floor lamp", both(shade))
    return Furniture("tripod lamp", "floor lamp", (0.56, 1.5, 0.56), model, switches=(switch,))


def desk_lamp(colour: str = "black") -> Furniture:
    """A lamp with a jointed arm and a small cone that shines down; it stands on other furniture."""
    light, dark = CLOTH[colour]
    model = [
        frustum(dark, (0.06, 0, 0), (0.2, 0.03, 0.2)),
        rod(light, (0.06, 0.02, 0), (0.12, 0.26, 0), 0.025),
        rod(light, (0.12, 0.25, 0), (-0.06, 0.4, 0), 0.025),
    ]

    def shade(on: bool) -> list[Primitive]:
        below = "#fff3a0" if on else "#6a6674"
        return [
            frustum(light, (-0.1, 0.31, 0), (0.17, 0.11, 0.17), top=0.4),
            frustum(below, (-0.1, 0.285, 0), (0.2, 0.035, 0.2)),
        ]

    switch = Switch("shade", "lamp", both(shade))
    return Furniture(f"{colour} desk lamp", "lamp", (0.4, 0.43, 0.22), model, switches=(switch,), solid=False)


def table_lamp(colour: str = "blue") -> Furniture:
    """A small lamp with a round coloured foot and a cream shade."""
    light, dark = CLOTH[colour]
    model = [
        frustum(dark, (0, 0, 0), (0.18, 0.03, 0.18)),
        ellipsoid(light, (0, 0.13, 0), (0.2, 0.22, 0.2)),
        frustum("#fff0b8", (0, 0.24, 0), (0.32, 0.24, 0.32), top=0.6),
    ]
    return Furniture(f"{colour} table lamp", "lamp", (0.32, 0.48, 0.32), model, solid=False)


def round_rug(colour: str = "blue") -> Furniture:
    """A round rug of three rings."""
    tones = {"blue": ("#2c5f8d", "#f2e3c2", "#d8573f"), "green": ("#5f9a5a", "#e6efd2", "#8cc07f")}[colour]
    model = [
        frustum(tone, (0, 0, 0), (w, h, w)) for tone, w, h in zip(tones, (2.0, 1.6, 0.9), (0.008, 0.014, 0.02), strict=True)
    ]
    return Furniture(named(colour, "blue", "round rug"), "rug", (2.0, 0.02, 2.0), model, solid=False)


def rug(colour: str = "red", size: tuple[float, float] = (2.4, 1.6)) -> Furniture:
    """A rectangular rug with a pale border and stripes at its middle; a narrow one is a runner."""
    edge, pale, middle, band = {
        "red": ("#8e2431", "#f0dfb8", "#b93442", "#27406b"), "blue": ("#2c4f86", "#dfe9f2", "#4a7fd0", "#f2e3c2"),
        "grey": ("#5f666d", "#eceeef", "#a9b0b8", "#8b929b"), "green": ("#33743f", "#f0ead0", "#4fa55c", "#e6c34a"),
    }[colour]  # fmt: skip
    width, depth = size
    model = [
        box(edge, (0, 0, 0), (width, 0.008, depth)),
        box(pale, (0, 0, 0), (width - 0.24, 0.014, depth - 0.24)),
        box(middle, (0, 0, 0), (width - 0.48, 0.02, depth - 0.48), pattern=stripes(band, 0.16, "x")),
    ]
    name = f"{colour} runner" if depth < 1 else named(colour, "red", "rectangular rug")
    return Furniture(name, "rug", (width, 0.02, depth), model, solid=False)


def fluffy_rug() -> Furniture:
    """A white oval rug of long hair."""
    model = [frustum("#f3efe6", (0, 0, 0), (1.7, 0.02, 1.2), pattern=speckle(0.25, 0.05))]
    return Furniture("fluffy rug", "rug", (1.7, 0.02, 1.2), model, solid=False)


def wall_clock(colour: str = "red", above: float = 1.3) -> Furniture:
    """A round white clock with a coloured rim, marks at the quarters and two black hands."""
    black, y = "#1c1c1e", 0.25
    model = [
        rod({"red": "#c62f2b", "black": "#2b2d31"}[colour], (0, y, 0.03), (0, y, -0.015), 0.5),
        rod("#fdfdf8", (0, y, 0.02), (0, y, -0.021), 0.42),
        *[box(black, (0.17 * i, y + 0.17 * j - 0.02, -0.022), (0.04, 0.04, 0.01)) for i, j in QUARTERS],
        beam(black, (0, y, -0.022), (0.1, y + 0.06, -0.022), 0.012, 0.034),
        beam(black, (0, y, -0.024), (-0.06, y + 0.14, -0.024), 0.012, 0.024),
    ]
    return hung(Furniture(named(colour, "red", "wall clock"), "clock", (0.5, 0.5, 0.06), model), above)


def grandfather_clock() -> Furniture:
    """A tall wooden clock: a white face above, a golden pendulum behind a window, a peaked roof."""
    wood, dark = "#8a5a35", "#5a3a22"
    model = [
        box(dark, (0, 0, 0), (0.5, 0.3, 0.32)),
        box(wood, (0, 0.29, 0.02), (0.38, 1.0, 0.26)),
        box("#2b1f18", (0, 0.4, -0.112), (0.22, 0.8, 0.012)),
        rod("#e0b23a", (0, 0.56, -0.112), (0, 0.56, -0.13), 0.16),
        box("#e0b23a", (0, 0.62, -0.114), (0.02, 0.5, 0.012)),
        box(dark, (0, 1.28, 0), (0.48, 0.46, 0.3)),
        rod("#fdfdf8", (0, 1.52, -0.145), (0, 1.52, -0.156), 0.36),
        *[beam("#1c1c1e", (0, 1.52, -0.158), (x, y, -0.158), 0.012, 0.025) for x, y in ((0.08, 1.56), (-0.03, 1.66))],
        box(wood, (0, 1.73, 0), (0.52, 0.16, 0.32), taper=(0, 1)),
    ]
    return Furniture("grandfather clock", "grandfather clock", (0.52, 1.9, 0.34), model)


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


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        arc_lamp(),
        tripod_lamp(),
        *(desk_lamp(colour) for colour in ("black", "red")),
        *(table_lamp(colour) for colour in ("green", "yellow")),
        round_rug("green"),
        *(rug(colour) for colour in ("blue", "grey")),
        *(rug(colour, (2.2, 0.8)) for colour in ("green", "red")),
        fluffy_rug(),
        sea_painting(),
        tree_painting(),
        portrait(),
        city_painting(),
        wall_clock("black"),
        grandfather_clock(),
        palm(),
        snake_plant(),
        tall_cactus(),
        flower_bush(),
        *(window(cloth, small) for small in (False, True) for cloth in ("blue", "red", "beige")),
    )
