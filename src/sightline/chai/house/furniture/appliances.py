"""Kitchen appliances: fridge, dishwasher, stove, and small ones for the counter."""

from __future__ import annotations

from dataclasses import replace

from sightline.chai.house.furniture.boards import BOARD, GRIP, PANEL, board, carcass, door, drawer, flap, named, rest
from sightline.chai.house.furniture.kitchen import DEEP, FRONT, HIGH, KICK, SHADE, TOP_ROOM, UNDER, plinth, top_of, worktop
from sightline.chai.house.things import Furniture, Part, Surface, Switch, Vector, both
from sightline.render.primitives import Pattern, Primitive, box, ellipsoid, frustum, grid, moved, rod

FRIDGES = {  # colour: its coat, its handles
    "white": ("#f1f3f4", "#6d7781"), "steel": ("#a9b2bc", "#33383e"), "red": ("#c8322c", "#eceff1"),
    "black": ("#33373c", "#c9ced4"), "mint": ("#9fd6c0", "#f4f6f7"),
}  # fmt: skip
DISHWASHERS = {"steel": "#b4bdc6", "white": "#f1f3f4", "black": "#3a3e44"}
STOVES = {"white": ("#f0f0ec", "#26282c"), "steel": ("#a9b2bc", "#26282c"), "red": ("#b8342f", "#26282c")}  # coat, knobs
HOODS = {"steel": ("#8d97a1", "#c1cad2", "#aab4bd"), "black": ("#26282c", "#3a3e44", "#33373c")}  # rim, cone, chimney
SMALL = {"white": "#eceeef", "red": "#d8322b", "black": "#33373c", "steel": "#b9c2ca", "blue": "#3d72b8"}


def fridge(colour: str = "white") -> Furniture:
    """A tall fridge over a freezer, shelves and two drawers behind its upper door."""
    coat, handle = FRIDGES[colour]
    half, face, back, tall, foot = 0.45, -0.32, 0.40, 1.85, 0.12
    split, shelves = 0.64, (0.91, 1.21, 1.51)
    cold, recess, side, front = "#e4f1f7", 0.09, half - BOARD, face - 0.06
    inner = face + recess + 0.005  # of the drawers: below the shelves' edges, so that closed drawers cannot be looked into
    note = board("#ffd93b", (0.05, 1.38, front - 0.008), (0.23, 1.56, front + 0.01))
    low, high = (-half, foot, face), (half, tall, back)
    model = [
        *carcass(coat, low, high, cold, shelves, recess=recess),
        board(coat, (-side, split - 0.05, face + 0.005), (side, split, back - BOARD)),
        board(SHADE, (-half + 0.01, 0, face + 0.02), (half - 0.01, foot, back - 0.01)),
    ]
    made = [
        drawer(
            f"{name} drawer", "fridge drawer", (x0, split + 0.005, inner), (x1, shelves[0] - PANEL - 0.008, 0.34),
            "#8ecbe0", 0.45, "#4f8ea6", "#c5e4ee", "upper door", inset=0.005, room=0.16,
        )
        for name, x0, x1 in (("left", -0.385, -0.005), ("right", 0.005, 0.385))
    ]  # fmt: skip
    rooms = zip(("lower shelf", "middle shelf", "upper shelf"), shelves, (*shelves[1:], tall - 0.01), strict=True)
    parts = (
        door(
            "upper door", "fridge door", (-half, split - 0.02, front), (half, tall, face), coat, "right", 0.25, handle,
            trim=[note],
        ),
        door("lower door", "freezer door", (-half, foot, front), (half, split - 0.03, face), coat, "right", 0.7, handle),
        *(part for part, _ in made),
    )  # fmt: skip
    surfaces = (
        rest("freezer", (-side, foot + BOARD, face), (side, split - 0.05, 0.1), "lower door"),
        *(rest(n, (-side, y, face + recess), (side, y1 - PANEL, back - BOARD), "upper door") for n, y, y1 in rooms),
        *(bottom for _, bottom in made),
    )
    return Furniture(f"{colour} fridge", "fridge", (2 * half, tall, 0.8), model, parts=parts, surfaces=surfaces)


def small_fridge(colour: str = "white") -> Furniture:
    """A fridge as high as a table: one door, one shelf."""
    coat, handle = FRIDGES[colour]
    half, face, tall, shelf = 0.3, -0.24, 0.86, 0.5
    model = [
        *carcass(coat, (-half, 0.04, face), (half, tall, 0.3), "#e4f1f7", (shelf,), recess=0.05),
        board(SHADE, (-half + 0.02, 0, face + 0.03), (half - 0.02, 0.04, 0.28)),
    ]
    parts = (door("door", "fridge door", (-half, 0.05, face - 0.04), (half, tall, face), coat, "right", 0.7, handle),)
    surfaces = (
        rest("top", (-half, tall, face), (half, tall + TOP_ROOM, 0.3), margin=0.03),
        rest("bottom", (-half + BOARD, 0.07, face), (half - BOARD, shelf - PANEL, 0.27), "door"),
        rest("shelf", (-half + BOARD, shelf, face + 0.05), (half - BOARD, tall - BOARD, 0.27), "door"),
    )
    return Furniture(f"small {colour} fridge", "fridge", (2 * half, tall, 0.62), model, parts=parts, surfaces=surfaces)


def _tray(name: str, kind: str, low: Vector, high: Vector, colour: str, slide: float, behind: str) -> tuple[Part, Surface]:
    """A rack of bright wire that slides out, `colour` in its meshes; `high` ends the free space above it."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    wire, middle = "#eef2f4", (x0 + x1) / 2
    across, along = Pattern(2, colour, (0.06, 0.06, 0), (0.78, 0.78)), Pattern(2, colour, (0, 0.03, 0.06), (0.78, 0.6))

    def build(is_open: bool) -> list[Primitive]:
        parts = [
            box(wire, (middle, y0 + 0.0075, z0), (x1 - x0, z1 - z0, 0.015), tilt=90, pattern=across),  # seen from above
            board(wire, (x0, y0 + 0.015, z0), (x1, y0 + 0.09, z0 + 0.02), replace(along, every=(0.06, 0.03, 0))),
            *[board(wire, (x, y0 + 0.015, z0 + 0.02), (x + 0.015, y0 + 0.07, z1), along) for x in (x0, x1 - 0.015)],
        ]
        return moved(parts, (0, 0, -slide)) if is_open else parts

    space = rest("", (x0 + 0.015, y0 + 0.015, z0 + 0.02), (x1 - 0.015, y1, z0 + slide - 0.05))
    surface = Surface(name, space.at, space.size, space.room, name, moves=True)
    return Part(name, kind, both(build), (0, 0, -slide), behind), surface


def dishwasher(colour: str = "steel") -> Furniture:
    """A dishwasher with a flap door, two racks inside."""
    half, face = DEEP / 2, FRONT + 0.03
    steel, dark, mesh = DISHWASHERS[colour], "#2b3036", "#55626e"
    trays = [
        _tray(f"{name} tray", "dishwasher tray", (-0.27, y0, -0.26), (0.27, y1, 0.25), mesh, 0.45, "door")
        for name, y0, y1 in (("lower", 0.18, 0.52), ("upper", 0.53, UNDER))
    ]
    low, high, buttons = UNDER - 0.15, UNDER - 0.105, Pattern(2, "#f2f5f7", (0.05, 0, 0), (0.6, 1.0))
    panel = [
        board(dark, (-half + 0.02, UNDER - 0.17, FRONT - 0.006), (half - 0.02, UNDER - 0.02, FRONT + 0.01)),
        board("#5fd4f5", (-half + 0.05, low, FRONT - 0.011), (-half + 0.2, high, FRONT)),
        board(dark, (half - 0.3, low + 0.005, FRONT - 0.011), (half - 0.05, high - 0.005, FRONT), buttons),
    ]
    model = [
        *carcass(steel, (-half, KICK, face), (half, UNDER, half), "#dde3e8", top=False),
        plinth(DEEP, face),
        worktop("#4b525b", DEEP),
    ]
    parts = (
        flap(
            "door", "dishwasher door", (-half + 0.005, KICK + 0.01, FRONT), (half - 0.005, UNDER - 0.01, face),
            steel, "#eef2f5", trim=panel,
        ),
        *(part for part, _ in trays),
    )  # fmt: skip
    surfaces = (top_of(DEEP), *(surface for _, surface in trays))
    name = named(colour, "steel", "dishwasher")
    return Furniture(name, "dishwasher", (DEEP, HIGH, DEEP), model, parts=parts, surfaces=surfaces)


def _burner(name: str, x: float, z: float) -> Switch:
    def build(is_on: bool) -> list[Primitive]:
        ring, wide, inner = ("#ff4a14", 0.29, 0.18) if is_on else ("#7b828b", 0.24, 0.17)
        return [
            frustum(ring, (x, HIGH, z), (wide, 0.012, wide)),
            frustum("#1c1d20", (x, HIGH, z), (inner, 0.014, inner)),
        ]

    return Switch(name, "burner", both(build))


def stove(colour: str = "white") -> Furniture:
    """A stove with four burners, knobs, and an oven with a dark window."""
    half, face, floor, ceiling = DEEP / 2, FRONT + 0.03, 0.28, 0.80
    white, black = STOVES[colour]
    knobs = grid(black, 0.14, 0.1, (0.4, 0.55))
    low, high = (-0.27, 0.43, -0.25), (0.27, ceiling - BOARD, 0.2)
    tray, shelf = _tray("oven tray", "oven tray", low, high, "#3a3e44", 0.4, "oven door")
    glass = board("#1e2a33", (-0.22, floor + 0.08, FRONT - 0.008), (0.22, ceiling - 0.14, FRONT + 0.01))
    rows, sides = {"front": -0.155, "back": 0.145}, {"left": -0.16, "right": 0.16}
    spots = {f"{row} {side} burner": (sides[side], rows[row]) for row in rows for side in sides}
    model = [
        *carcass(white, (-half, floor, face), (half, ceiling, half), "#43474d"),
        board(white, (-half, 0.04, FRONT), (half, floor, half)),
        board(white, (-half, ceiling + 0.01, FRONT), (half, UNDER, half)),
        board(white, (-half + 0.02, ceiling + 0.02, FRONT - 0.006), (half - 0.02, UNDER - 0.01, FRONT), knobs),
        board(black, (-half, UNDER, -half), (half, HIGH, half)),
        board(white, (-half, HIGH, half - 0.03), (half, 1.15, half)),
    ]
    parts = (
        flap(
            "oven door", "oven door", (-half + 0.01, floor + 0.01, FRONT), (half - 0.01, ceiling, face),
            white, black, trim=[glass],
        ),
        tray,
    )  # fmt: skip
    surfaces = (
        *(Surface(f"on {name}", (x, HIGH + 0.016, z), (0.28, 0.28), TOP_ROOM) for name, (x, z) in spots.items()),
        shelf,
    )
    switches = tuple(_burner(name, x, z) for name, (x, z) in spots.items())
    size = (DEEP, 1.15, DEEP)
    return Furniture(named(colour, "white", "stove"), "stove", size, model, parts, switches, surfaces)


def hood(colour: str = "steel") -> Furniture:
    """A hood with a chimney, on the wall above a stove."""
    rim, cone, chimney = HOODS[colour]
    model = [
        box(rim, (0, 1.55, 0), (0.65, 0.07, 0.5)),
        box(cone, (0, 1.62, 0), (0.62, 0.25, 0.48), taper=(0.45, 0.5)),
        box(chimney, (0, 1.86, 0.06), (0.28, 0.44, 0.24)),
    ]
    return Furniture(named(colour, "steel", "hood"), "hood", (0.65, 2.3, 0.5), model, solid=False)


def microwave(colour: str = "white") -> Furniture:
    """A microwave with a dark window in its door and buttons at its right."""
    left, split, half, tall = -0.3, 0.15, 0.21, 0.35
    face = -half + GRIP + 0.025
    buttons = Pattern(2, "#dfe6ea", (0.045, 0.05, 0), (0.62, 0.6))
    glass = board("#22303a", (left + 0.06, 0.07, face - 0.031), (split - 0.1, tall - 0.06, face - 0.01))
    model = [
        *carcass(SMALL[colour], (left, 0, face), (split, tall, half), "#cfd6da"),
        board("#3a4149", (split, 0.005, face - 0.02), (0.3, tall - 0.005, half - 0.01)),
        board("#3a4149", (split + 0.004, 0.03, face - 0.024), (0.296, tall - 0.1, face - 0.02), buttons),
        board("#41e07a", (split + 0.02, tall - 0.08, face - 0.027), (0.28, tall - 0.03, face)),
    ]
    parts = (door(
        "door", "microwave door", (left, 0.004, face - 0.025), (split - 0.004, tall - 0.004, face),
        "#f4f5f5" if colour == "white" else SMALL[colour], "left", 0.5, "#59626b", trim=[glass],
    ),)  # fmt: skip
    surfaces = (rest("inside", (left + BOARD, BOARD, face), (split - BOARD, tall - BOARD, half - BOARD), "door"),)
    name = named(colour, "white", "microwave")
    return Furniture(name, "microwave", (0.6, tall, 2 * half), model, parts=parts, surfaces=surfaces)


def toaster(colour: str = "red") -> Furniture:
    """A toaster with two slices of toast in its slots."""
    model = [
        box("#2b2d30", (0, 0, 0), (0.4, 0.03, 0.24)),
        box(SMALL[colour], (0, 0.03, 0), (0.38, 0.2, 0.24), taper=(0.92, 0.8)),
        *[box("#d99a4e", (0, 0.19, z), (0.24, 0.14, 0.035)) for z in (-0.045, 0.045)],
        box("#2b2d30", (0.19, 0.13, 0), (0.04, 0.03, 0.06)),
    ]
    return Furniture(named(colour, "red", "toaster"), "toaster", (0.42, 0.34, 0.26), model)


def coffee_maker() -> Furniture:
    """A black coffee maker with a glass jug of coffee."""
    model = [
        box("#26292d", (0, 0, 0), (0.29, 0.04, 0.29)),
        box("#26292d", (0, 0.03, 0.1), (0.29, 0.24, 0.09)),
        box("#3b4046", (0, 0.26, 0.0), (0.3, 0.09, 0.29)),
        frustum("#5a2f14", (0, 0.045, -0.04), (0.2, 0.13, 0.19)),
        frustum("#c9dde6", (0, 0.175, -0.04), (0.19, 0.06, 0.18), top=0.8),
        box("#ff4a3a", (0.08, 0.29, -0.145), (0.05, 0.03, 0.008)),
    ]
    return Furniture("coffee maker", "coffee maker", (0.3, 0.35, 0.3), model)


def espresso_machine(colour: str = "steel") -> Furniture:
    """A machine for espresso: a round gauge, a black handle that sticks out and a small white cup under it."""
    coat = SMALL[colour]
    model = [
        box("#2b2d30", (0, 0, 0), (0.34, 0.05, 0.3)),
        box(coat, (0, 0.05, 0.08), (0.34, 0.22, 0.14)),
        box(coat, (0, 0.24, 0), (0.36, 0.1, 0.3)),
        rod("#2b2d30", (0, 0.24, -0.04), (0, 0.2, -0.04), 0.1),
        rod("#2b2d30", (0, 0.215, -0.04), (-0.14, 0.215, -0.15), 0.03),
        frustum("#ffffff", (0, 0.05, -0.05), (0.06, 0.06, 0.06), top=1.25),
        rod("#ffffff", (0.1, 0.29, -0.145), (0.1, 0.29, -0.156), 0.07),
    ]
    return Furniture(f"{colour} espresso machine", "coffee maker", (0.36, 0.35, 0.34), model)


def mixer(colour: str = "blue") -> Furniture:
    """A stand mixer: a heavy head over a steel bowl."""
    coat = SMALL[colour]
    model = [
        box(coat, (0, 0, 0), (0.38, 0.04, 0.22)),
        box(coat, (0.13, 0.03, 0), (0.1, 0.23, 0.12)),
        ellipsoid(coat, (0, 0.275, 0), (0.4, 0.14, 0.15)),
        frustum("#c3ccd4", (-0.07, 0.04, 0), (0.12, 0.14, 0.12), top=1.6),
        rod("#8b929b", (-0.07, 0.25, 0), (-0.07, 0.12, 0), 0.04),
    ]
    return Furniture(f"{colour} mixer", "mixer", (0.4, 0.35, 0.22), model)


def oven_tower(colour: str = "steel") -> Furniture:
    """A tall cabinet with an oven at the height of the hands, a cupboard above it and a drawer below."""
    half, face, tall, floor, ceiling = 0.32, -0.28, 1.95, 0.75, 1.25
    coat, dark = "#e9e6dd", DISHWASHERS[colour]
    tray, shelf = _tray(
        "oven tray", "oven tray", (-0.26, 0.85, -0.24), (0.26, ceiling - BOARD, 0.2), "#3a3e44", 0.4, "oven door"
    )
    tub, bottom = drawer("drawer", "drawer", (-half + 0.005, 0.32, face - 0.02), (half - 0.005, 0.74, 0.25), coat)
    model = [
        *carcass(coat, (-half, 0.08, face), (half, tall, 0.3), "#43474d", (floor, ceiling)),
        board(coat, (-half + 0.005, 0.09, face - 0.02), (half - 0.005, 0.31, face)),
        board("#2b2d31", (-half + 0.01, ceiling - 0.1, face - 0.02), (half - 0.01, ceiling, face)),
        board("#5fd4f5", (-0.08, ceiling - 0.075, face - 0.026), (0.08, ceiling - 0.03, face)),
        board(SHADE, (-half + 0.02, 0, face + 0.05), (half - 0.02, 0.08, 0.28)),
    ]
    low, high = (-half + 0.01, floor + 0.01, face - 0.02), (half - 0.01, ceiling - 0.105, face)
    glass = board("#1e2a33", (-0.22, floor + 0.06, face - 0.028), (0.22, ceiling - 0.2, face - 0.01))
    parts = (
        flap("oven door", "oven door", low, high, dark, trim=[glass]),
        tray,
        door(
            "door",
            "oven tower door",
            (-half + 0.005, ceiling + 0.01, face - 0.02),
            (half - 0.005, tall - 0.005, face),
            coat,
            "left",
            0.2,
        ),
        tub,
    )
    space = rest("cupboard", (-half + BOARD, ceiling, face + 0.02), (half - BOARD, 1.6, 0.27), "door")
    return Furniture(
        f"{colour} oven tower", "oven tower", (2 * half, tall, 0.66), model, parts, surfaces=(shelf, space, bottom)
    )


def pieces() -> tuple[Furniture, ...]:
    """One of each kind and variant."""
    return (
        *(fridge(colour) for colour in ("white", "steel", "red")),
        dishwasher(),
        stove(),
        hood(),
        microwave(),
        toaster(),
        coffee_maker(),
    )


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        *(fridge(colour) for colour in ("black", "mint")),
        *(small_fridge(colour) for colour in ("white", "black")),
        *(dishwasher(colour) for colour in ("white", "black")),
        *(stove(colour) for colour in ("steel", "red")),
        hood("black"),
        microwave("black"),
        *(toaster(colour) for colour in ("steel", "blue")),
        espresso_machine(),
        mixer(),
        mixer("red"),
        *(oven_tower(colour) for colour in ("steel", "black")),
    )
