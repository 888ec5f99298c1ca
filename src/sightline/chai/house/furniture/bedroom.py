"""Furniture of bedrooms, guest rooms and hallways: beds, closets, desks, shelves, mirrors."""

from __future__ import annotations

from dataclasses import replace

from sightline.chai.house.furniture.boards import BOARD, board, carcass, door, drawer, flap, named, rest
from sightline.chai.house.furniture.living import CLOTH, OPEN, WOOD, hung
from sightline.chai.house.things import Furniture, Surface, Switch, both
from sightline.render.primitives import Pattern, Primitive, around, beam, box, ellipsoid, frustum, ring, rod

PILLOW, SHEET = "#fbfaf5", "#e9edf2"
FRAMES = {"golden": "#d9a520", "black": "#26282c", "white": "#fbfaf5", "wooden": "#a9713c"}


def _bed(name: str, width: float, drawers: tuple[str, ...], cloth: str, wood: str) -> Furniture:
    """A blanket folded back below the pillows, and drawers side by side in the foot end."""
    light, dark = WOOD[wood]
    cover, fold = CLOTH[cloth]
    half, length = width / 2, 2.1
    foot, head = -length / 2 + 0.02, length / 2
    each = (width - 2 * BOARD) / len(drawers)
    middles = [BOARD - half + (k + 0.5) * each for k in range(len(drawers))]
    between = [x + each / 2 for x in middles[:-1]]
    apart = each / 2 - 0.012
    made = [
        drawer(label, "bed drawer", (x - apart, 0.12, foot), (x + apart, 0.34, foot + 0.6), light)
        for label, x in zip(drawers, middles, strict=True)
    ]
    model = [
        *[board(dark, (x, 0.06, foot), (x + BOARD, 0.36, head - 0.06)) for x in (-half, half - BOARD)],
        board(dark, (BOARD - half, 0.07, foot + 0.61), (half - BOARD, 0.355, foot + 0.64)),
        *[board(dark, (x - 0.01, 0.1, foot + 0.005), (x + 0.01, 0.35, foot + 0.61)) for x in between],
        board("#3a2f26", (0.1 - half, 0, foot + 0.08), (half - 0.1, 0.105, head - 0.06)),
        board(dark, (-half, 0, head - 0.06), (half, 1.05, head)),
        board(SHEET, (0.03 - half, 0.36, foot + 0.03), (half - 0.03, 0.53, head - 0.06)),
        board(cover, (0.005 - half, 0.365, foot + 0.005), (half - 0.005, 0.56, 0.36)),
        board(fold, (-half, 0.37, 0.3), (half, 0.57, 0.5)),
        *[ellipsoid(PILLOW, (x, 0.58, 0.76), (min(0.66, each - 0.1), 0.2, 0.4)) for x in middles],
    ]
    cover_top = rest("blanket", (-half, 0.56, foot), (half, 0.56 + OPEN, 0.3), margin=0.06)
    parts, tubs = tuple(p for p, _ in made), tuple(t for _, t in made)
    return Furniture(name, "bed", (width, 1.05, length), model, parts, surfaces=(cover_top, *tubs))


def double_bed(cloth: str = "blue", wood: str = "oak") -> Furniture:
    """A wide bed with two pillows and two drawers in its foot end."""
    return _bed(f"{cloth} double bed", 1.7, ("left drawer", "right drawer"), cloth, wood)


def single_bed(cloth: str = "green", wood: str = "white") -> Furniture:
    """A narrow bed with one pillow and one drawer in its foot end."""
    return _bed(f"{cloth} single bed", 1.05, ("drawer",), cloth, wood)


def low_bed(cloth: str = "teal", wood: str = "walnut") -> Furniture:
    """A wide bed close to the floor with two pillows and a padded head, without drawers."""
    light, dark = CLOTH[cloth]
    model = [
        board(WOOD[wood][1], (-0.85, 0.06, -1.05), (0.85, 0.22, 1.0)),
        board("#3a2f26", (-0.7, 0, -0.9), (0.7, 0.06, 0.9)),
        board(SHEET, (-0.8, 0.22, -1.0), (0.8, 0.4, 0.92)),
        board(light, (-0.82, 0.225, -1.02), (0.82, 0.43, 0.3)),
        board(PILLOW, (-0.825, 0.23, 0.24), (0.825, 0.44, 0.42)),
        *[ellipsoid(dark, (x, 0.47, 0.68), (0.66, 0.18, 0.38)) for x in (-0.4, 0.4)],
        *[board(light, (x - 0.41, 0.2, 0.95), (x + 0.41, 0.95, 1.05)) for x in (-0.42, 0.42)],
    ]
    cover = rest("blanket", (-0.82, 0.43, -1.02), (0.82, 0.43 + OPEN, 0.24), margin=0.05)
    return Furniture(f"{cloth} low bed", "bed", (1.7, 0.95, 2.1), model, surfaces=(cover,))


def nightstand(wood: str = "oak") -> Furniture:
    """A small cabinet with a drawer over an open compartment."""
    light, dark = WOOD[wood]
    part, tub = drawer("drawer", "nightstand drawer", (-0.265, 0.405, -0.23), (0.265, 0.615, 0.215), light, 0.44)
    low, high = (-0.3, 0.05, -0.23), (0.3, 0.65, 0.25)
    model = [*carcass(dark, low, high, shelves=(0.4,)), box("#4a3828", (0, 0, 0.01), (0.5, 0.055, 0.4))]
    surfaces = (
        rest("top", (-0.3, 0.65, -0.23), (0.3, 0.65 + OPEN, 0.25)),
        rest("compartment", (-0.27, 0.08, -0.215), (0.27, 0.38, 0.1)),
        tub,
    )
    return Furniture(f"{wood} nightstand", "nightstand", (0.6, 0.65, 0.5), model, (part,), surfaces=surfaces)


def closet(wood: str = "white") -> Furniture:
    """A tall closet: shelves behind its left door, clothes on a rail behind the right one, two drawers below the doors."""
    light, dark = WOOD[wood]
    left, left_tub = drawer("left drawer", "closet drawer", (-0.565, 0.165, -0.28), (-0.005, 0.39, 0.22), light)
    right, right_tub = drawer("right drawer", "closet drawer", (0.005, 0.165, -0.28), (0.565, 0.39, 0.22), light)
    doors = (
        door("left door", "closet door", (-0.565, 0.425, -0.28), (-0.004, 1.965, -0.26), light, "left", 0.4),
        door("right door", "closet door", (0.004, 0.425, -0.28), (0.565, 1.965, -0.26), light, "right", 0.4),
    )
    shelves = {"lower shelf": 0.42, "middle shelf": 0.84, "upper shelf": 1.26}
    clothes = (("#d8433b", 0.14, 0.72), ("#3f6fc4", 0.27, 0.6), ("#edb93a", 0.4, 0.66))
    model = [
        *carcass(dark, (-0.6, 0.13, -0.28), (0.6, 2.0, 0.3), "#b59a78", (0.42,), (0.0,), recess=0.025),
        *[board("#c9ae8a", (-0.57, y - 0.02, -0.25), (-0.01, y, 0.27)) for y in (0.84, 1.26)],
        rod("#8b929b", (0.01, 1.84, 0), (0.57, 1.84, 0), 0.04),
        *[box(colour, (x, 1.8 - long, 0), (0.1, long, 0.44), taper=(0.7, 0.75)) for colour, x, long in clothes],
        box("#55483a", (0, 0, 0.015), (1.1, 0.135, 0.5)),
    ]
    rooms = zip(shelves, shelves.values(), (0.4, 0.4, 0.7), strict=True)
    surfaces = (
        *(rest(name, (-0.57, y, -0.25), (-0.01, y + room, 0.27), "left door") for name, y, room in rooms),
        rest("floor", (0.01, 0.42, -0.25), (0.57, 0.42 + OPEN, 0.27), "right door"),
        left_tub,
        right_tub,
    )
    return Furniture(f"{wood} closet", "closet", (1.2, 2.0, 0.6), model, (*doors, left, right), surfaces=surfaces)


def chest_of_drawers(wood: str = "walnut") -> Furniture:
    """A chest of four wide drawers."""
    light, dark = WOOD[wood]
    names = ("bottom drawer", "lower drawer", "upper drawer", "top drawer")
    made = [
        drawer(name, "drawer", (-0.445, 0.145 + 0.21 * k, -0.23), (0.445, 0.345 + 0.21 * k, 0.215), light, 0.44)
        for k, name in enumerate(names)
    ]
    low, high = (-0.48, 0.11, -0.23), (0.48, 1.015, 0.25)
    model = [*carcass(dark, low, high), box("#3a2a1f", (0, 0, 0.01), (0.88, 0.115, 0.4))]
    top = rest("top", (-0.48, 1.015, -0.23), (0.48, 1.015 + OPEN, 0.25))
    parts, tubs = tuple(p for p, _ in made), tuple(t for _, t in made)
    return Furniture(f"{wood} chest of drawers", "chest of drawers", (0.96, 1.015, 0.5), model, parts, surfaces=(top, *tubs))


def desk(wood: str = "oak", computer: bool = False) -> Furniture:
    """A desk with a drawer below its right end; the left of a computer desk's top is left for the computer."""
    light, dark = WOOD[wood]
    part, tub = drawer("drawer", "desk drawer", (0.17, 0.55, -0.3), (0.645, 0.76, 0.25), light)
    model = [
        board(light, (-0.7, 0.77, -0.325), (0.7, 0.82, 0.325)),
        *[board(dark, (x, 0, -0.3), (x + 0.04, 0.775, 0.3)) for x in (-0.69, 0.65)],
        board(dark, (-0.66, 0.4, 0.26), (0.66, 0.772, 0.29)),
        board(dark, (0.135, 0.52, -0.295), (0.165, 0.773, 0.265)),
        board(dark, (0.14, 0.515, -0.29), (0.66, 0.54, 0.265)),
    ]
    left = 0.32 if computer else -0.7
    top = rest("top", (left, 0.82, -0.325), (0.7, 0.82 + OPEN, 0.325), margin=0.03)
    name = f"{wood} computer desk" if computer else f"{wood} desk"
    return Furniture(name, "desk", (1.4, 0.82, 0.65), model, (part,), surfaces=(top, tub))


def desk_chair(cloth: str = "red") -> Furniture:
    """An office chair on a star of five feet, with a padded back."""
    padding, black = CLOTH[cloth][0], "#2b2d31"
    model = [
        *ring(5, lambda h: rod(black, (0, 0.1, 0), around(h, 0.29, 0.035), 0.06, top=0.8)),
        frustum(black, (0, 0.06, 0), (0.07, 0.4, 0.07)),
        box(padding, (0, 0.45, -0.02), (0.54, 0.1, 0.52)),
        beam(black, (0, 0.46, 0.2), (0, 0.8, 0.27), 0.1, 0.04),
        box(padding, (0, 0.64, 0.24), (0.5, 0.46, 0.08), taper=(0.85, 1)),
    ]
    seat = Surface("seat", (0, 0.55, -0.05), (0.44, 0.4), OPEN)
    return Furniture(f"{cloth} desk chair", "desk chair", (0.62, 1.1, 0.64), model, surfaces=(seat,))


def computer() -> Furniture:
    """A monitor on a flat case behind a dark keyboard and a mouse; the screen is dark, or blue with a white window."""
    black, x = "#1d1f23", -0.14
    keys = Pattern(2, "#6b727c", (0.04, 0.036, 0), (0.78, 0.7))
    model = [
        box("#3b3e44", (x, 0, 0.1), (0.46, 0.08, 0.28)),
        box("#2a2c31", (x, 0.08, 0.15), (0.09, 0.06, 0.06)),
        box(black, (x, 0.13, 0.13), (0.7, 0.42, 0.05)),
        box(black, (x, 0.012, -0.23), (0.6, 0.18, 0.024), tilt=90, pattern=keys),
        box("#4f6f9c", (0.33, 0, -0.14), (0.24, 0.006, 0.2)),
        ellipsoid("#e3e7eb", (0.33, 0.02, -0.14), (0.08, 0.04, 0.13)),
    ]

    def screen(on: bool) -> list[Primitive]:
        if not on:
            return [
                box("#444a54", (x, 0.16, 0.104), (0.64, 0.36, 0.012)),
                box("#6a707a", (x + 0.17, 0.025, -0.042), (0.05, 0.03, 0.012)),
            ]
        return [
            box("#2f8bff", (x, 0.16, 0.104), (0.64, 0.36, 0.012)),
            box("#fdfdfd", (x + 0.08, 0.22, 0.096), (0.36, 0.23, 0.01)),
            box("#ffb300", (x - 0.22, 0.4, 0.096), (0.08, 0.08, 0.01)),
            box("#4dff6a", (x + 0.17, 0.025, -0.042), (0.05, 0.03, 0.012)),
        ]

    switch = Switch("screen", "computer", both(screen))
    return Furniture("computer", "computer", (0.98, 0.55, 0.5), model, switches=(switch,), solid=False)


def wall_shelf(wood: str = "walnut", above: float = 1.05) -> Furniture:
    """One board on two brackets."""
    light, dark = WOOD[wood]
    model = [
        board(light, (-0.5, 0.16, -0.15), (0.5, 0.2, 0.15)),
        *[board(dark, (x - 0.02, 0, 0.12), (x + 0.02, 0.165, 0.15)) for x in (-0.36, 0.36)],
        *[beam(dark, (x, 0.03, 0.125), (x, 0.16, -0.08), 0.035, 0.03) for x in (-0.36, 0.36)],
    ]
    top = rest("top", (-0.5, 0.2, -0.15), (0.5, 0.2 + OPEN, 0.15), margin=0.01)
    return hung(Furniture(f"{wood} wall shelf", "wall shelf", (1.0, 0.2, 0.3), model, surfaces=(top,)), above)


def coat_rack() -> Furniture:
    """A pole on a round foot with four hooks, a blue coat with shoulders and sleeves in front, a brown hat on top."""
    wood, cloth, seam, z = "#7b4a28", "#3a66c2", Pattern(2, "#1f3f86", (1, 1, 0), (0.025, 1.0)), -0.14
    model = [
        frustum(wood, (0, 0, 0), (0.5, 0.05, 0.5), top=0.85),
        frustum(wood, (0, 0.04, 0), (0.06, 1.62, 0.06)),
        *ring(4, lambda h: rod(wood, around(h, 0.01, 1.46), around(h, 0.22, 1.56), 0.035), 45),
        box(cloth, (0, 0.6, z), (0.36, 0.72, 0.18), taper=(0.86, 0.8), pattern=seam),
        box(cloth, (0, 1.31, z), (0.4, 0.17, 0.15), taper=(0.3, 0.6)),
        *[beam("#2d529f", (0.165 * s, 1.38, z), (0.235 * s, 0.82, z), 0.12, 0.09) for s in (-1, 1)],
        frustum("#6a3d1c", (0, 1.6, 0), (0.42, 0.025, 0.42)),
        frustum("#8a5428", (0, 1.62, 0), (0.25, 0.14, 0.23), top=0.82, pattern=Pattern(2, "#2b1a0f", (0, 1, 0), (1, 0.03))),
    ]
    return Furniture("coat rack", "coat rack", (0.6, 1.76, 0.6), model)


def coat_hooks(wood: str = "oak", above: float = 1.4) -> Furniture:
    """A board with five steel hooks, a red scarf and a grey cap on two of them."""
    light, dark = WOOD[wood]
    model = [
        box(light, (0, 0.2, 0.05), (0.9, 0.14, 0.03)),
        *[rod("#4a4f55", (x, 0.25, 0.04), (x, 0.27, -0.06), 0.03) for x in (-0.36, -0.18, 0, 0.18, 0.36)],
        box("#d8433b", (-0.18, 0, -0.03), (0.12, 0.28, 0.04)),
        ellipsoid("#7d858f", (0.18, 0.2, -0.03), (0.2, 0.16, 0.1)),
        box(dark, (0, 0.33, 0.04), (0.9, 0.025, 0.06)),
    ]
    return hung(Furniture(f"{wood} coat hooks", "coat hooks", (0.92, 0.36, 0.16), model), above)


def shoe_cabinet(wood: str = "white") -> Furniture:
    """A flat cabinet whose upper front falls forward and shows two pairs of shoes."""
    light, dark = WOOD[wood]
    part = flap("flap", "shoe cabinet flap", (-0.415, 0.52, -0.155), (0.415, 0.96, -0.135), light)
    pairs = (("#c4302b", -0.28), ("#c4302b", -0.14), ("#2b2d31", 0.14), ("#2b2d31", 0.28))
    shoes = [ellipsoid(colour, (x, 0.55, -0.02), (0.11, 0.12, 0.24)) for colour, x in pairs]
    model = [
        *carcass(dark, (-0.45, 0.0, -0.155), (0.45, 1.0, 0.175), "#a88d6b", (0.5,)),
        board(light, (-0.415, 0.04, -0.155), (0.415, 0.475, -0.135)),
    ]
    closed, opened = part.models
    opens = replace(part, models=(closed, [*opened, *shoes]))
    top = rest("top", (-0.45, 1.0, -0.155), (0.45, 1.0 + OPEN, 0.175))
    return Furniture(f"{wood} shoe cabinet", "shoe cabinet", (0.9, 1.0, 0.35), model, (opens,), surfaces=(top,))


def mirror(above: float = 0.5, frame: str = "golden") -> Furniture:
    """A tall mirror in a frame, with two slanting gleams across its pale glass."""
    model = [
        box(FRAMES[frame], (0, 0, 0.01), (0.7, 1.3, 0.04)),
        box("#c6c9cc", (0, 0.06, -0.008), (0.58, 1.18, 0.012)),
        beam("#f4f5f5", (-0.2, 0.5, -0.012), (0.1, 1.1, -0.012), 0.012, 0.09),
        beam("#f4f5f5", (-0.08, 0.42, -0.012), (0.22, 1.02, -0.012), 0.012, 0.04),
    ]
    return hung(Furniture(named(frame, "golden", "mirror"), "mirror", (0.7, 1.3, 0.06), model), above)


def round_mirror(frame: str = "black", above: float = 1.05) -> Furniture:
    """A round mirror with a slanting gleam."""
    model = [
        rod(FRAMES[frame], (0, 0.35, 0.03), (0, 0.35, -0.01), 0.7),
        rod("#c6c9cc", (0, 0.35, 0.0), (0, 0.35, -0.016), 0.6),
        beam("#f4f5f5", (-0.12, 0.25, -0.016), (0.08, 0.55, -0.016), 0.012, 0.07),
    ]
    return hung(Furniture(f"round {frame} mirror", "mirror", (0.7, 0.7, 0.06), model), above)


def pieces() -> tuple[Furniture, ...]:
    """One of each kind and variant."""
    return (
        *(double_bed(cloth) for cloth in ("blue", "red")),
        *(single_bed(cloth) for cloth in ("green", "yellow")),
        *(nightstand(wood) for wood in ("oak", "white")),
        *(closet(wood) for wood in ("white", "oak")),
        *(chest_of_drawers(wood) for wood in ("walnut", "white")),
        desk(),
        desk("white", computer=True),
        desk_chair(),
        computer(),
        wall_shelf(),
        coat_rack(),
        shoe_cabinet(),
        mirror(),
    )


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        double_bed("green", "white"),
        double_bed("purple", "walnut"),
        double_bed("grey", "black"),
        single_bed("red", "oak"),
        single_bed("orange", "pine"),
        *(low_bed(cloth) for cloth in ("teal", "beige")),
        *(nightstand(wood) for wood in ("walnut", "grey")),
        *(closet(wood) for wood in ("walnut", "grey")),
        *(chest_of_drawers(wood) for wood in ("oak", "grey")),
        *(desk(wood) for wood in ("walnut", "white", "black")),
        desk("oak", computer=True),
        *(desk_chair(cloth) for cloth in ("black", "blue", "green")),
        *(wall_shelf(wood) for wood in ("oak", "white")),
        coat_hooks(),
        shoe_cabinet("oak"),
        mirror(frame="black"),
        *(round_mirror(frame) for frame in ("black", "wooden")),
    )
