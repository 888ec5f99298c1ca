"""Furniture of the living room: seats, tables, shelves, a television, a fireplace, a piano, an aquarium."""

from __future__ import annotations

from dataclasses import replace

from sightline.chai.house.furniture.boards import board, carcass, door, drawer, legs, named, rest
from sightline.chai.house.things import Furniture, Surface, Switch, both
from sightline.render.primitives import Pattern, Primitive, box, ellipsoid, frustum, grid, moved, rod, speckle

OPEN = 0.6  # free height above anything without a board over it
CLOTH = {  # name of a cloth: its light and its dark tone
    "red": ("#d8433b", "#a52a27"),
    "blue": ("#4a7fd0", "#2f559c"),
    "grey": ("#a9b0b8", "#7d858f"),
    "green": ("#4fa55c", "#33743f"),
    "yellow": ("#edb93a", "#b98a1e"),
    "beige": ("#e0cfae", "#b9a583"),
    "purple": ("#8a5cb8", "#5f3b86"),
    "teal": ("#2f9e9a", "#1f6f6c"),
    "orange": ("#e8803a", "#b35a1e"),
    "pink": ("#ee9ab8", "#c86a8c"),
    "brown": ("#8f5f3c", "#63402a"),
    "black": ("#45484e", "#2b2d31"),
}
QUARTERS = ((0, 1), (1, 0), (0, -1), (-1, 0))
WOOD = {  # name of a wood or a paint: its light and its dark tone
    "oak": ("#d19a58", "#a8733a"), "walnut": ("#8a5a35", "#633d22"), "white": ("#f1efe8", "#cfccc2"),
    "pine": ("#ecca8c", "#c99f5c"), "black": ("#4a4d53", "#2d2f33"), "grey": ("#a9b0b8", "#7d858f"),
}  # fmt: skip


def hung(piece: Furniture, above: float) -> Furniture:
    """A piece that hangs on a wall, lifted so that its lower edge is `above` the floor."""
    width, height, depth = piece.size
    surfaces = tuple(replace(s, at=(s.at[0], s.at[1] + above, s.at[2])) for s in piece.surfaces)
    return replace(
        piece, size=(width, height + above, depth), surfaces=surfaces, solid=False,
        model=moved(piece.model, (0, above, 0)),
    )  # fmt: skip


def _upholstered(name: str, noun: str, width: float, seats: int, cloth: str, height: float = 0.9) -> Furniture:
    """Round arms, a back, and as many cushions side by side as it has seats."""
    light, dark = CLOTH[cloth]
    inner = width - 0.48
    each = inner / seats
    middles = [(k + 0.5) * each - inner / 2 for k in range(seats)]
    arm = width / 2 - 0.13
    model = [
        box(dark, (0, 0.06, 0.015), (inner + 0.04, 0.3, 0.89)),
        box(dark, (0, 0.07, 0.37), (inner + 0.03, height - 0.07, 0.2)),
        *[box(dark, (s * arm, 0.05, 0), (0.22, 0.57, 0.93)) for s in (-1, 1)],
        *[rod(light, (s * arm, 0.62, -0.47), (s * arm, 0.62, 0.47), 0.26) for s in (-1, 1)],
        *[box(light, (x, 0.35, -0.1), (each - 0.02, 0.13, 0.73)) for x in middles],
        *[box(light, (x, 0.47, 0.18), (each - 0.03, height - 0.49, 0.14), tilt=8) for x in middles],
    ]
    seat = Surface("seat", (0, 0.48, -0.17), (inner - 0.1, 0.5), OPEN)
    return Furniture(name, noun, (width, height, 0.95), model, surfaces=(seat,))


def sofa(cloth: str = "red") -> Furniture:
    """A sofa for two with round arms and thick cushions."""
    return _upholstered(f"{cloth} sofa", "sofa", 2.1, 2, cloth)


def long_sofa(cloth: str = "brown") -> Furniture:
    """A sofa for three."""
    return _upholstered(f"long {cloth} sofa", "sofa", 2.7, 3, cloth, 0.95)


def armchair(cloth: str = "green") -> Furniture:
    """A soft chair with round arms and one thick cushion."""
    return _upholstered(f"{cloth} armchair", "armchair", 1.1, 1, cloth, 1.0)


def corner_sofa(cloth: str = "grey") -> Furniture:
    """An L-shaped sofa whose short side comes forward on the left."""
    light, dark = CLOTH[cloth]
    model = [
        box(dark, (0, 0.05, 0.48), (2.68, 0.3, 0.92)),
        box(dark, (-0.875, 0.055, -0.46), (0.93, 0.29, 0.96)),
        box(dark, (0, 0.06, 0.84), (2.7, 0.84, 0.21)),
        box(dark, (-1.24, 0.06, -0.105), (0.21, 0.82, 1.68)),
        box(dark, (1.23, 0.06, 0.37), (0.23, 0.6, 0.74)),
        *[box(light, (x, 0.34, 0.36), (0.74, 0.14, 0.74)) for x in (-0.03, 0.73)],
        *[box(light, (-0.76, 0.34, z), (0.72, 0.14, 0.83)) for z in (-0.53, 0.32)],
        *[box(light, (x, 0.475, 0.57), (0.72, 0.4, 0.14), tilt=8) for x in (-0.03, 0.73)],
        *[box(light, (-1.0, 0.475, z), (0.14, 0.38, 0.72), lean=-8) for z in (-0.51, 0.25)],
    ]
    seats = (
        Surface("long side", (0.35, 0.48, 0.25), (1.4, 0.4), OPEN),
        Surface("short side", (-0.66, 0.48, -0.5), (0.44, 0.76), OPEN),
    )
    return Furniture(f"{cloth} corner sofa", "sofa", (2.7, 0.9, 1.9), model, surfaces=seats)


def coffee_table(wood: str = "walnut") -> Furniture:
    """A low table with a thick top and a board near the floor."""
    light, dark = WOOD[wood]
    model = [
        box(light, (0, 0.37, 0), (1.1, 0.05, 0.6)),
        box(light, (0, 0.1, 0), (0.96, 0.03, 0.46)),
        *legs(dark, 0.48, 0.23, 0.375, 0.07),
    ]
    top = Surface("top", (0, 0.42, 0), (1.04, 0.54), OPEN)
    return Furniture(f"{wood} coffee table", "coffee table", (1.1, 0.42, 0.6), model, surfaces=(top,))


def dining_table(wood: str = "oak") -> Furniture:
    """A big table on four square legs."""
    light, dark = WOOD[wood]
    model = [
        box(light, (0, 0.8, 0), (1.8, 0.05, 1.0)),
        box(dark, (0, 0.71, 0), (1.62, 0.095, 0.82)),
        *legs(dark, 0.8, 0.4, 0.78, 0.1),
    ]
    top = Surface("top", (0, 0.85, 0), (1.72, 0.92), OPEN)
    return Furniture(f"{wood} dining table", "dining table", (1.8, 0.85, 1.0), model, surfaces=(top,))


def dining_chair(wood: str = "oak", cloth: str = "red") -> Furniture:
    """A wooden chair with a padded seat and two slats in its back."""
    light, dark = WOOD[wood]
    model = [
        *[box(dark, (x, 0, -0.215), (0.06, 0.46, 0.06)) for x in (-0.215, 0.215)],
        *[box(dark, (x, 0, 0.22), (0.06, 1.05, 0.06)) for x in (-0.215, 0.215)],
        box(CLOTH[cloth][0], (0, 0.45, -0.01), (0.5, 0.07, 0.48)),
        *[box(light, (0, y, 0.22), (0.38, 0.13, 0.035)) for y in (0.66, 0.88)],
    ]
    seat = Surface("seat", (0, 0.52, -0.04), (0.4, 0.36), OPEN)
    return Furniture(f"{wood} dining chair", "chair", (0.5, 1.05, 0.5), model, surfaces=(seat,))


def television_stand(wood: str = "walnut") -> Furniture:
    """A low cabinet with a drawer at each end and an open compartment between; a television fits between its top's ends."""
    light, dark = WOOD[wood]
    left, left_tub = drawer("left drawer", "drawer", (-0.765, 0.235, -0.23), (-0.285, 0.465, 0.215), light, 0.44)
    right, right_tub = drawer("right drawer", "drawer", (0.285, 0.235, -0.23), (0.765, 0.465, 0.215), light, 0.44)
    low, high = (-0.8, 0.2, -0.23), (0.8, 0.5, 0.25)
    legs = [box("#3a2a1f", (x, 0, 0), (0.08, 0.205, 0.4)) for x in (-0.68, 0.68)]
    model = [*carcass(dark, low, high, dividers=(-0.27, 0.27)), *legs]
    surfaces = (
        rest("left end", (-0.795, 0.5, -0.225), (-0.515, 0.5 + OPEN, 0.245), margin=0.005),
        rest("right end", (0.515, 0.5, -0.225), (0.795, 0.5 + OPEN, 0.245), margin=0.005),
        rest("middle compartment", (-0.26, 0.23, -0.225), (0.26, 0.47, 0.09)),
        left_tub,
        right_tub,
    )
    name = f"{wood} television stand"
    return Furniture(name, "television stand", (1.6, 0.5, 0.5), model, (left, right), surfaces=surfaces)


def bookshelf(wood: str = "oak") -> Furniture:
    """A tall open case with four boards."""
    light, dark = WOOD[wood]
    shelves = {
        "bottom shelf": (0.14, 0.38),
        "lower shelf": (0.54, 0.38),
        "upper shelf": (0.94, 0.38),
        "top shelf": (1.34, 0.43),
    }
    levels = [y for y, _ in shelves.values()]
    case = carcass(light, (-0.6, 0, -0.175), (0.6, 1.8, 0.175), dark, levels, bottom=False)
    model = [*case, board(light, (-0.57, 0, -0.145), (0.57, 0.12, -0.125))]
    surfaces = tuple(
        rest(name, (-0.57, y, -0.155), (0.57, y + room, 0.145), margin=0.01) for name, (y, room) in shelves.items()
    )
    return Furniture(f"{wood} bookshelf", "bookshelf", (1.2, 1.8, 0.35), model, surfaces=surfaces)


def sideboard(wood: str = "white") -> Furniture:
    """A low cabinet with two drawers side by side over two doors."""
    light, dark = WOOD[wood]
    left, left_tub = drawer("left drawer", "drawer", (-0.665, 0.61, -0.23), (-0.015, 0.815, 0.215), light, 0.44)
    right, right_tub = drawer("right drawer", "drawer", (0.015, 0.61, -0.23), (0.665, 0.815, 0.215), light, 0.44)
    doors = (
        door("left door", "sideboard door", (-0.665, 0.115, -0.23), (-0.005, 0.575, -0.21), light, "left", 0.7),
        door("right door", "sideboard door", (0.005, 0.115, -0.23), (0.665, 0.575, -0.21), light, "right", 0.7),
    )
    low, high = (-0.7, 0.08, -0.23), (0.7, 0.85, 0.25)
    model = [*carcass(dark, low, high, shelves=(0.6,), dividers=(0.0,)), box("#6a5a48", (0, 0, 0.01), (1.28, 0.085, 0.4))]
    surfaces = (
        rest("top", (-0.7, 0.85, -0.23), (0.7, 0.85 + OPEN, 0.25)),
        rest("left compartment", (-0.67, 0.11, -0.205), (-0.01, 0.58, 0.22), "left door"),
        rest("right compartment", (0.01, 0.11, -0.205), (0.67, 0.58, 0.22), "right door"),
        left_tub,
        right_tub,
    )
    parts = (*doors, left, right)
    return Furniture(f"{wood} sideboard", "sideboard", (1.4, 0.85, 0.5), model, parts, surfaces=surfaces)


def television(wide: float = 1.0) -> Furniture:
    """A flat black television on a foot; its screen is dark, or shows a green field under a blue sky."""
    high = 0.6 + 0.5 * (wide - 1)
    model = [
        box("#24262a", (0, 0, 0), (0.5, 0.03, 0.22)),
        box("#24262a", (0, 0.025, 0.02), (0.12, 0.1, 0.05)),
        box("#17181b", (0, 0.1, 0), (wide, high, 0.06)),
    ]
    glass = (wide - 0.06, high - 0.06, 0.012)

    def screen(on: bool) -> list[Primitive]:
        if not on:
            return [box("#3a3f48", (0, 0.13, -0.031), glass)]
        return [
            box("#54c3ff", (0, 0.13, -0.031), glass),
            box("#55d04a", (0, 0.13, -0.039), (glass[0], 0.2, 0.01)),
            rod("#ffe92e", (0.24, 0.53, -0.03), (0.24, 0.53, -0.043), 0.18),
        ]

    switch = Switch("screen", "television", both(screen))
    name = f"{'large ' * (wide > 1)}television"
    return Furniture(name, "television", (wide, high + 0.1, 0.22), model, switches=(switch,), solid=False)


def fireplace(colour: str = "red") -> Furniture:
    """A brick fireplace with burning logs and a stone shelf over it."""
    bricks = grid({"red": "#b4472f", "grey": "#858c93"}[colour], 0.26, 0.11, (0.88, 0.82))
    mortar, stone = "#dcc9b4", "#e6e1d6"
    model = [
        *[box(mortar, (s * 0.575, 0.06, 0.02), (0.4, 1.08, 0.42), pattern=bricks) for s in (-1, 1)],
        box(mortar, (0, 0.76, 0.025), (0.8, 0.38, 0.4), pattern=bricks),
        box("#2a2320", (0, 0.05, 0.2), (0.8, 0.75, 0.04)),
        box("#8b857c", (0, 0, 0), (1.6, 0.06, 0.5)),
        box(stone, (0, 1.13, 0), (1.6, 0.07, 0.5)),
        *[rod("#6e4526", (-0.28, y, z), (0.28, y, z), 0.12) for y, z in ((0.12, -0.06), (0.12, 0.09), (0.22, 0.02))],
        *[
            frustum(colour, (x, 0.2, z), (wide, high, wide), top=0.05)
            for colour, x, z, wide, high in (
                ("#ff6a1a", -0.14, 0.04, 0.22, 0.36),
                ("#ff8a1f", 0.13, 0.05, 0.22, 0.44),
                ("#ffd83a", 0, -0.03, 0.18, 0.32),
            )
        ],
    ]
    mantel = Surface("mantel", (0, 1.2, 0), (1.5, 0.42), OPEN)
    return Furniture(named(colour, "red", "fireplace"), "fireplace", (1.6, 1.2, 0.5), model, surfaces=(mantel,))


def piano(wood: str = "black") -> Furniture:
    """An upright piano with white and black keys, a sheet of music and golden pedals."""
    black, edge = {"black": ("#2a2a2e", "#17171a"), "brown": ("#7d4e2d", "#5a3520")}[wood]
    model = [
        box(black, (0, 0, 0.16), (1.5, 1.16, 0.36)),
        box(edge, (0, 1.155, 0.15), (1.54, 0.045, 0.4)),
        box(edge, (0, 0.6, -0.18), (1.54, 0.1, 0.34)),
        *[box(edge, (s * 0.7, 0, -0.28), (0.09, 0.61, 0.09)) for s in (-1, 1)],
        *[box(edge, (s * 0.72, 0.69, -0.18), (0.09, 0.1, 0.33)) for s in (-1, 1)],
        box("#fbfaf2", (0, 0.69, -0.22), (1.34, 0.025, 0.22)),
        box("#fbfaf2", (0, 0.7, -0.16), (1.33, 0.03, 0.11), pattern=Pattern(2, "#111113", (0.096, 0, 0), (0.5, 1.1))),
        box("#fdfdf8", (0, 0.86, -0.045), (0.42, 0.26, 0.02), tilt=8),
        *[box("#e0b23a", (x, 0.05, -0.06), (0.05, 0.03, 0.12)) for x in (-0.08, 0.08)],
    ]
    top = Surface("top", (0, 1.2, 0.15), (1.44, 0.34), OPEN)
    return Furniture(named(wood, "black", "piano"), "piano", (1.54, 1.2, 0.72), model, surfaces=(top,))


def aquarium() -> Furniture:
    """A glass tank with fish, weeds and gravel, under a black lid, on a wooden stand."""
    black = "#202226"
    fish = (("#ff7a1a", -0.3, 0.92, -0.05), ("#ffd21f", 0.05, 1.06, 0.0), ("#e8364f", 0.32, 0.88, -0.08))
    model = [
        box("#7b4f2e", (0, 0, 0.005), (1.16, 0.62, 0.46), pattern=grid("#8f6039", 0.56, 0.54, (0.86, 0.86))),
        box(black, (0, 0.61, 0), (1.2, 0.05, 0.5)),
        box("#4db9e6", (0, 0.65, 0.22), (1.16, 0.54, 0.03)),
        *[box("#8fdcf5", (s * 0.575, 0.65, 0.01), (0.03, 0.54, 0.44)) for s in (-1, 1)],
        box("#d9b98a", (0, 0.65, -0.005), (1.12, 0.07, 0.42), pattern=speckle(0.5, 0.04)),
        box(black, (0, 1.18, 0), (1.2, 0.07, 0.5)),
        *[ellipsoid("#2fa03c", (x, 0.86, 0.1), (0.07, 0.36, 0.05), 0, 0, lean) for x, lean in ((-0.44, 8), (0.44, -8))],
        *[ellipsoid(colour, (x, y, z), (0.2, 0.11, 0.05)) for colour, x, y, z in fish],
        *[box(colour, (x + 0.12, y - 0.05, z), (0.07, 0.1, 0.02)) for colour, x, y, z in fish],
    ]
    return Furniture("aquarium", "aquarium", (1.2, 1.25, 0.5), model)


def pieces() -> tuple[Furniture, ...]:
    """One of each kind and variant."""
    return (
        *(sofa(cloth) for cloth in ("red", "blue")),
        corner_sofa(),
        *(armchair(cloth) for cloth in ("green", "yellow")),
        *(coffee_table(wood) for wood in ("walnut", "white")),
        television_stand(),
        television(),
        *(bookshelf(wood) for wood in ("oak", "white")),
        *(sideboard(wood) for wood in ("white", "oak")),
        dining_table(),
        dining_chair(),
        fireplace(),
        piano(),
        aquarium(),
    )


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        *(sofa(cloth) for cloth in ("grey", "green", "beige")),
        *(long_sofa(cloth) for cloth in ("brown", "teal")),
        *(corner_sofa(cloth) for cloth in ("blue", "beige")),
        *(armchair(cloth) for cloth in ("red", "grey", "brown")),
        *(coffee_table(wood) for wood in ("oak", "black")),
        *(television_stand(wood) for wood in ("white", "oak")),
        television(1.4),
        *(bookshelf(wood) for wood in ("walnut", "black")),
        *(sideboard(wood) for wood in ("walnut", "grey")),
        *(dining_table(wood) for wood in ("walnut", "white")),
        dining_chair("walnut", "beige"),
        dining_chair("white", "blue"),
        dining_chair("black", "yellow"),
        fireplace("grey"),
        piano("brown"),
    )
