"""Machines and devices of a home: washing machine, dryer, radiators, fans, an ironing board, speakers."""

from __future__ import annotations

from sightline.chai.house.furniture.boards import board, carcass, hinged, rest
from sightline.chai.house.furniture.living import CLOTH, OPEN, hung
from sightline.chai.house.things import Furniture, Switch, both
from sightline.render.primitives import Pattern, Primitive, beam, box, ellipsoid, frustum, rod, stripes

COATS = {"white": ("#f1f3f4", "#d5dadd"), "steel": ("#aab3bc", "#7d868f"), "black": ("#2f3237", "#55595f")}


def washer(what: str = "washing machine", colour: str = "white") -> Furniture:
    """A washing machine (a blue window, a drawer for soap) or a dryer (a dark window, a wide vent) with a round door."""
    coat, shade = COATS[colour]
    half, front, tall, y, wide = 0.3, -0.26, 0.88, 0.44, 0.2
    is_dryer = what == "dryer"
    ring_colour, pane = ("#f2a33a", "#3b3f46") if is_dryer else ("#8b929b", "#6fb7e8")
    low, high = (-half, 0.04, front + 0.03), (half, tall, 0.3)
    model = [
        *carcass(coat, low, high, shade),
        *[board(coat, (x0, 0.04, front), (x1, tall, front + 0.03)) for x0, x1 in ((-half, -wide), (wide, half))],
        board(coat, (-wide, 0.04, front), (wide, y - wide, front + 0.03)),
        board(coat, (-wide, y + wide, front), (wide, tall, front + 0.03)),
        board(shade, (-half + 0.02, tall - 0.15, front - 0.012), (half - 0.02, tall - 0.03, front)),
        rod("#2b2d31", (0.16, tall - 0.09, front - 0.03), (0.16, tall - 0.09, front), 0.08),
        board("#41e07a", (-0.02, tall - 0.11, front - 0.016), (0.09, tall - 0.07, front)),
        board("#34373c", (-half + 0.04, 0, front + 0.04), (half - 0.04, 0.04, 0.28)),
        board(shade, (-wide, y - wide - 0.02, front + 0.03), (wide, y - wide, 0.25)),
    ]
    if is_dryer:
        vent = Pattern(2, "#34373c", (0.05, 0, 0), (0.5, 1.0))
        model.append(board(shade, (-0.24, 0.07, front - 0.01), (0.24, 0.16, front), vent))
    else:
        model.append(board("#f8fafb", (-half + 0.04, tall - 0.13, front - 0.018), (-0.06, tall - 0.05, front)))
    closed = [
        rod(ring_colour, (0, y, front - 0.001), (0, y, front - 0.035), 0.46),
        rod(pane, (0, y, front - 0.03), (0, y, front - 0.04), 0.32),
        box(shade, (0.2, y - 0.05, front - 0.046), (0.03, 0.1, 0.02)),
    ]
    part = hinged("door", f"{what} door", closed, (-0.22, y, front), turn=80)
    surfaces = (
        rest("top", (-half, tall, front), (half, tall + OPEN, 0.3), margin=0.03),
        rest("drum", (-wide, y - wide, front + 0.03), (wide, y + wide, 0.25), "door"),
    )
    return Furniture(f"{colour} {what}", what, (2 * half, tall, 0.64), model, (part,), surfaces=surfaces)


def radiator(wide: float = 1.0, colour: str = "white") -> Furniture:
    """A ribbed radiator under a window, with a valve at its right; its name tells whether it is wide."""
    coat, shade = COATS[colour]
    half, top = wide / 2, 0.72
    model = [
        box(coat, (-0.02, 0.14, 0), (wide - 0.06, 0.56, 0.09), pattern=Pattern(2, shade, (0.08, 0, 0), (0.35, 1.0))),
        *[box(coat, (-0.02, y, 0), (wide - 0.05, 0.04, 0.11)) for y in (0.12, top - 0.05)],
        *[box(shade, (x, 0, 0), (0.04, 0.14, 0.05)) for x in (-half + 0.12, half - 0.14)],
        rod("#c8402f", (half - 0.06, 0.62, 0), (half - 0.005, 0.62, 0), 0.055),
    ]
    name = f"{colour} {'wide ' * (wide > 1.2)}radiator"
    return Furniture(name, "radiator", (wide, top, 0.14), model)


def fan() -> Furniture:
    """A standing fan: three blue blades in a round cage, blurred into a disc while it runs."""
    grey, y = "#c3ccd4", 1.1
    model = [
        frustum("#34373c", (0, 0, 0), (0.42, 0.04, 0.42), top=0.85),
        frustum(grey, (0, 0.03, 0), (0.04, 1.0, 0.04)),
        ellipsoid("#34373c", (0, y, 0.1), (0.16, 0.16, 0.2)),
        rod(grey, (0, y, 0.02), (0, y, 0.04), 0.5),
    ]

    def blades(on: bool) -> list[Primitive]:
        disc = [rod("#9ad4ff", (0, y, 0), (0, y, -0.012), 0.44)] if on else [
            box("#2f7fd0", (0, y, 0), (0.12, 0.21, 0.015), taper=(1.5, 1), lean=lean) for lean in (0, 120, 240)
        ]  # fmt: skip
        return [*disc, rod("#34373c", (0, y, 0.02), (0, y, -0.04), 0.09)]

    switch = Switch("blades", "fan", both(blades))
    return Furniture("fan", "fan", (0.5, 1.36, 0.5), model, switches=(switch,))


def ironing_board() -> Furniture:
    """A long flowered board on crossed steel legs."""
    model = [
        box("#4fb0c4", (0.08, 0.85, 0), (1.0, 0.05, 0.36), pattern=Pattern(2, "#fdf3d0", (0.11, 0, 0.11), (0.5, 0.5))),
        frustum("#4fb0c4", (-0.42, 0.85, 0), (0.36, 0.05, 0.36)),
        *[beam("#8b929b", (-0.4, 0.02, z), (0.4, 0.86, z), 0.03, 0.03) for z in (-0.1, 0.1)],
        *[beam("#8b929b", (0.4, 0.02, z), (-0.4, 0.86, z), 0.03, 0.03) for z in (-0.1, 0.1)],
        *[box("#34373c", (x, 0, 0), (0.05, 0.03, 0.36)) for x in (-0.4, 0.4)],
    ]
    top = rest("top", (-0.4, 0.9, -0.18), (0.56, 0.9 + OPEN, 0.18), margin=0.02)
    return Furniture("ironing board", "ironing board", (1.2, 0.9, 0.38), model, surfaces=(top,))


def drying_rack() -> Furniture:
    """A rack of wires for wet clothes, a towel and a shirt over it, on crossed legs."""
    wire = stripes("#f4f5f5", 0.05, "x")
    model = [
        *[beam("#aab3bc", (x, 0.02, 0.26 * s), (x, 0.86, -0.22 * s), 0.03, 0.03) for x in (-0.5, 0.5) for s in (-1, 1)],
        box("#8b929b", (0, 0.85, 0), (1.1, 0.02, 0.52), pattern=wire),
        *[box("#e5383b", (-0.25, 0.5, 0.1 * s - 0.1), (0.4, 0.38, 0.015)) for s in (-1, 1)],
        box("#e5383b", (-0.25, 0.87, -0.1), (0.4, 0.015, 0.22)),
        *[box("#3f7fd0", (0.25, 0.42, 0.12 * s), (0.36, 0.46, 0.015)) for s in (-1, 1)],
        box("#3f7fd0", (0.25, 0.87, 0), (0.36, 0.015, 0.26)),
    ]
    return Furniture("drying rack", "drying rack", (1.12, 0.9, 0.56), model)


def air_conditioner(above: float = 1.75) -> Furniture:
    """A white box high on the wall with a dark slit and a green light."""
    model = [
        box("#f4f6f7", (0, 0.02, 0.01), (0.85, 0.28, 0.2), taper=(1, 0.9)),
        box("#34373c", (0, 0.05, -0.085), (0.75, 0.045, 0.02)),
        box("#41e07a", (0.33, 0.2, -0.085), (0.05, 0.02, 0.02)),
        box("#c9d0d5", (0, 0, 0.02), (0.8, 0.03, 0.18)),
    ]
    return hung(Furniture("air conditioner", "air conditioner", (0.85, 0.3, 0.22), model), above)


def vacuum_cleaner(colour: str = "red") -> Furniture:
    """A round vacuum cleaner with a bent hose, standing in a corner."""
    light, dark = CLOTH[colour]
    model = [
        ellipsoid(light, (0.08, 0.17, 0.02), (0.44, 0.32, 0.36)),
        *[rod("#2b2d31", (x, 0.08, -0.17), (x, 0.08, 0.2), 0.16) for x in (0.2,)],
        box(dark, (0.08, 0.28, 0.02), (0.2, 0.08, 0.14)),
        rod("#2b2d31", (-0.08, 0.2, 0), (-0.24, 0.5, 0), 0.05),
        rod("#8b929b", (-0.24, 0.48, 0), (-0.24, 1.0, 0.06), 0.04),
        rod("#8b929b", (-0.24, 0.98, 0.06), (-0.25, 0.06, -0.14), 0.035),
        box("#2b2d31", (-0.22, 0, -0.14), (0.28, 0.06, 0.1)),
    ]
    return Furniture(f"{colour} vacuum cleaner", "vacuum cleaner", (0.74, 1.02, 0.44), model)


def loudspeaker() -> Furniture:
    """A tall black loudspeaker with three pale cones."""
    model = [
        box("#24262a", (0, 0, 0.01), (0.28, 1.0, 0.3)),
        *[rod("#c9b37a", (0, y, -0.13), (0, y, -0.15), wide) for y, wide in ((0.3, 0.22), (0.6, 0.2), (0.85, 0.1))],
        *[rod("#3b3f46", (0, y, -0.14), (0, y, -0.156), 0.4 * wide) for y, wide in ((0.3, 0.22), (0.6, 0.2))],
    ]
    return Furniture("loudspeaker", "loudspeaker", (0.28, 1.0, 0.32), model)


def record_player() -> Furniture:
    """A wooden record player, to stand on other furniture; its black record is a grey blur while it plays."""
    model = [
        box("#8a5a35", (0, 0, 0), (0.46, 0.11, 0.36)),
        box("#d8dde2", (0, 0.11, 0), (0.43, 0.012, 0.33)),
        beam("#8b929b", (0.18, 0.145, 0.12), (0.1, 0.14, -0.06), 0.02, 0.02),
    ]

    def record(on: bool) -> list[Primitive]:
        disc = "#7d868f" if on else "#1c1d20"
        lamp = "#41e07a" if on else "#5a3a22"
        return [
            frustum(disc, (-0.05, 0.12, 0), (0.3, 0.015, 0.3)),
            frustum("#d8433b", (-0.05, 0.13, 0), (0.1, 0.01, 0.1)),
            box(lamp, (0.17, 0.03, -0.175), (0.05, 0.05, 0.02)),
        ]

    switch = Switch("record", "record player", both(record))
    return Furniture("record player", "record player", (0.46, 0.17, 0.38), model, switches=(switch,), solid=False)


def exercise_bike() -> Furniture:
    """A red exercise bike: a big wheel in front, a saddle, handlebars and pedals."""
    black, red = "#24262a", "#d8433b"
    model = [
        *[box(black, (x, 0, 0), (0.08, 0.06, 0.44)) for x in (-0.4, 0.4)],
        beam(red, (-0.4, 0.06, 0), (0.4, 0.06, 0), 0.06, 0.06),
        rod("#8b929b", (-0.26, 0.36, -0.04), (-0.26, 0.36, 0.04), 0.5),
        rod(black, (-0.26, 0.36, -0.05), (-0.26, 0.36, 0.05), 0.2),
        beam(red, (-0.3, 0.3, 0), (-0.36, 1.1, 0), 0.06, 0.06),
        beam(red, (-0.05, 0.1, 0), (0.26, 0.85, 0), 0.06, 0.06),
        box(black, (0.28, 0.85, 0), (0.28, 0.07, 0.2), taper=(0.8, 0.7)),
        rod(black, (-0.34, 1.12, -0.24), (-0.34, 1.12, 0.24), 0.04),
        *[rod("#8b929b", (0.02, 0.3 + 0.04 * s, 0), (0.02, 0.3 - 0.08 * s, 0.12 * s), 0.04) for s in (-1, 1)],
    ]
    return Furniture("exercise bike", "exercise bike", (1.04, 1.15, 0.5), model)


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        *(washer("washing machine", colour) for colour in ("white", "steel")),
        *(washer("dryer", colour) for colour in ("white", "black")),
        radiator(), radiator(0.6, "black"), radiator(1.5), fan(), ironing_board(), drying_rack(), air_conditioner(),
        vacuum_cleaner(), vacuum_cleaner("blue"), loudspeaker(), record_player(), exercise_bike(),
    )  # fmt: skip
