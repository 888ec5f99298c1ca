"""Bathroom furniture and fittings."""

from __future__ import annotations

from sightline.chai.house.furniture.boards import (
    BOARD,
    GRIP,
    PANEL,
    basin,
    board,
    carcass,
    door,
    drawer,
    hinged,
    lid,
    named,
    rest,
    tap,
)
from sightline.chai.house.things import Furniture, Switch, both
from sightline.render.primitives import Primitive, around, box, checker, frustum, ring, rod, stripes

WHITE, CHROME, MIRROR = "#f4f5f3", "#9aa4ae", "#c6c9cc"
FRONTS = {  # the bundled houses have the first three
    "white": "#e9ece9", "walnut": "#8a5a34", "teal": "#3f9a98", "grey": "#8f979e", "oak": "#d0a062",
}  # fmt: skip
WICKER = {"brown": ("#c9985a", "#9a6a35", "#8a5a2b"), "grey": ("#aab1b8", "#848c94", "#6a727a")}  # light, dark, lid
MATS = {
    "blue": ("#3f7fd0", "#cfe2f7"),
    "pink": ("#e07a9a", "#fbe3ea"),
    "green": ("#5f9f6a", "#dcefdc"),
    "grey": ("#7d858f", "#e3e7eb"),
}
INSIDE = "#98a5a6"  # of a cabinet, darker than any wall
ROOM = 0.35  # free height above surfaces that are open upwards


def vanity(colour: str = "white") -> Furniture:
    """A washstand: a white basin with a tap over two wide drawers."""
    wide, high, deep, rim, under = 1.3, 0.95, 0.62, 0.79, 0.3
    front, half, floor = -deep / 2 + GRIP, wide / 2, 0.82
    hole, coat, handle = (-0.30, 0.30, -0.25, 0.16), FRONTS[colour], "#4c545c" if colour == "white" else "#e4e8ea"
    made = [
        drawer(
            f"{name} drawer", "bathroom drawer", (x0, under + 0.005, front), (x1, rim - 0.02, deep / 2 - 0.05), coat,
            handle=handle,
        )
        for name, x0, x1 in (("left", -half + 0.005, -0.005), ("right", 0.005, half - 0.005))
    ]  # fmt: skip
    ends = (("left", -half, hole[0]), ("right", hole[1], half))
    model = [
        *carcass(coat, (-half, under, front + PANEL), (half, rim, deep / 2), INSIDE, dividers=(0.0,), top=False),
        *[board("#5b636b", (x - 0.02, 0, -0.2), (x + 0.02, under, 0.28)) for x in (-half + 0.06, half - 0.06)],
        *basin(WHITE, (-half, rim, -deep / 2), (half, high, deep / 2), hole, floor, "#c9dbe4"),
    ]
    surfaces = (
        rest("basin", (hole[0], floor, hole[2] + 0.07), (hole[1], floor + 0.3, hole[3])),
        *(rest(f"{n} end", (x0, high, -deep / 2), (x1, high + ROOM, deep / 2)) for n, x0, x1 in ends),
        *(bottom for _, bottom in made),
    )
    parts = tuple(part for part, _ in made)
    switches = (tap("tap", (0, high, 0.23), floor),)
    return Furniture(
        f"{colour} vanity",
        "bathroom counter",
        (wide, high + 0.25, deep),
        model,
        parts=parts,
        switches=switches,
        surfaces=surfaces,
    )


def cabinet(colour: str = "white") -> Furniture:
    """A bathroom cabinet on the wall: its left door is a mirror, its right door is painted."""
    half, hung, top, face, coat = 0.45, 1.31, 1.95, -0.2 + GRIP + PANEL, FRONTS[colour]
    shelf, side, back = (hung + top + PANEL) / 2, half - BOARD, 0.2 - BOARD
    low, high = (-half + 0.005, hung + 0.005, face - PANEL), (half - 0.005, top - 0.005, face)
    glass = board(MIRROR, (low[0] + 0.04, hung + 0.05, low[2] - 0.006), (-0.1, top - 0.05, face - 0.01))
    surfaces = []
    for name, y0, y1 in (("bottom", hung + BOARD, shelf - PANEL), ("shelf", shelf, top - BOARD)):
        surfaces += [
            rest(f"left {name}", (-side, y0, face), (-0.01, y1, back), "left door"),
            rest(f"right {name}", (0.01, y0, face), (side, y1, back), "right door"),
        ]
    kind, handle = "bathroom cabinet door", "#5d666e" if colour == "white" else "#e4e8ea"
    model = carcass(coat, (-half, hung, face), (half, top, 0.2), INSIDE, (shelf,), (0.0,), recess=0.01)
    parts = (
        door("left door", kind, low, (-0.005, high[1], face), coat, "left", 0.3, handle, trim=[glass]),
        door("right door", kind, (0.005, low[1], low[2]), high, coat, "right", 0.3, handle),
    )
    return Furniture(
        f"{colour} bathroom cabinet",
        "bathroom cabinet",
        (2 * half, top, 0.4),
        model,
        parts=parts,
        surfaces=tuple(surfaces),
        solid=False,
    )


def toilet(cover: str = "white") -> Furniture:
    """A white toilet with a tank and a lid of some colour; blue water shows when its lid is up."""
    seat, hinge, tone = 0.5, 0.17, {"white": "#dfe6e8", "black": "#3a3d42", "wooden": "#b07a40"}[cover]
    closed = [
        frustum(tone, (0, seat + 0.002, -0.13), (0.45, 0.035, 0.58), top=0.94),
        box(tone, (0, seat + 0.002, 0.11), (0.36, 0.03, 0.12)),
    ]
    model = [
        frustum(WHITE, (0, 0, -0.06), (0.28, 0.3, 0.38), top=1.1),
        frustum(WHITE, (0, 0.24, -0.13), (0.32, 0.26, 0.42), top=1.36),
        frustum("#3f7f9f", (0, 0.46, -0.13), (0.30, 0.046, 0.42)),
        box(WHITE, (0, 0.3, 0.18), (0.34, 0.2, 0.22)),
        box(WHITE, (0, 0.45, 0.31), (0.52, 0.46, 0.2)),
        box("#e3e9ea", (0, 0.91, 0.31), (0.56, 0.05, 0.22)),
        box(CHROME, (-0.16, 0.78, 0.2), (0.1, 0.04, 0.04)),
    ]
    parts = (hinged("lid", "toilet lid", closed, (0, seat + 0.03, hinge), tilt=88),)
    surfaces = (rest("tank", (-0.28, 0.96, 0.2), (0.28, 0.96 + ROOM, 0.42), margin=0.01),)
    name = "toilet" if cover == "white" else f"toilet with a {cover} lid"
    return Furniture(name, "toilet", (0.56, 0.96, 0.84), model, parts=parts, surfaces=surfaces)


def bathtub(colour: str = "white") -> Furniture:
    """A long bathtub, white or boarded in wood, with a tap at its left end."""
    coat, planks = (WHITE, None) if colour == "white" else ("#b98443", stripes("#9a6a35", 0.12, "x"))
    half, deep, rim, floor = 0.9, 0.42, 0.6, 0.33
    hole = (-half + 0.22, half - 0.09, -deep + 0.08, deep - 0.08)
    model = [
        *basin(coat, (-half, 0.06, -deep), (half, rim, deep), hole, floor, "#b9dbe8", planks),
        board("#6c757d", (-half + 0.04, 0, -deep + 0.04), (half - 0.04, 0.06, deep - 0.04)),
    ]
    switches = (tap("tap", (-half + 0.12, rim, 0), floor, turn=-90),)
    surfaces = (rest("bottom", (hole[0] + 0.14, floor, hole[2] + 0.16), (hole[1], floor + 0.6, hole[3])),)
    size = (2 * half, rim + 0.25, 2 * deep)
    return Furniture(named(colour, "white", "bathtub"), "bathtub", size, model, switches=switches, surfaces=surfaces)


def washbasin() -> Furniture:
    """A small white basin on a column, with a tap."""
    half, deep, high, floor, hole = 0.32, 0.25, 0.88, 0.76, (-0.24, 0.24, -0.18, 0.12)
    model = [
        *basin(WHITE, (-half, 0.72, -deep), (half, high, deep), hole, floor, "#c9dbe4"),
        frustum(WHITE, (0, 0, 0.06), (0.3, 0.73, 0.28), top=0.75),
    ]
    surfaces = (rest("basin", (hole[0], floor, hole[2] + 0.05), (hole[1], floor + 0.3, hole[3])),)
    switches = (tap("tap", (0, high, 0.18), floor),)
    return Furniture(
        "washbasin", "washbasin", (2 * half, high + 0.25, 2 * deep), model, switches=switches, surfaces=surfaces
    )


def shower(colour: str = "pale") -> Furniture:
    """A shower: a low tray between frames of glass, a tall pipe with a wide head at its back."""
    half, tall, low, floor, frame = 0.5, 2.1, 0.1, 0.115, {"pale": "#cfe9f2", "black": "#2f3237"}[colour]
    pipe, rose = (0.0, half - 0.08), (0.0, 1.93, 0.05)

    def water(is_on: bool) -> list[Primitive]:
        parts = [
            rod(CHROME, (pipe[0], 1.02, pipe[1]), (pipe[0], 2.0, pipe[1]), 0.05),
            rod(CHROME, (pipe[0], 1.98, pipe[1]), (rose[0], 1.96, rose[2]), 0.04),
            frustum("#6f7983", rose, (0.26, 0.04, 0.26), top=0.6),
            box("#d8402f", (pipe[0], 1.08, pipe[1] - 0.04), (0.16, 0.07, 0.06)),
        ]
        if is_on:
            jet = (0.022, rose[1] - floor, 0.022)
            parts += ring(
                5, lambda h: frustum("#b4dff8", (rose[0] + around(h, 0.085)[0], floor, rose[2] + around(h, 0.085)[2]), jet)
            )
            parts.append(frustum("#b4dff8", (rose[0], floor, rose[2]), (0.32, 0.006, 0.32)))
        return parts

    model = [
        board(WHITE, (-half, 0, -half), (half, low, half)),
        board("#a9c9d6", (-half + 0.05, low, -half + 0.05), (half - 0.05, floor, half - 0.05), checker("#c4dde6", 0.1)),
        *[board(frame, (x - 0.02, low, z - 0.02), (x + 0.02, tall, z + 0.02)) for x, z in _posts(half - 0.02)],
        board(frame, (-half + 0.04, tall - 0.05, -half), (half - 0.04, tall - 0.005, -half + 0.04)),
        board(frame, (-half, tall - 0.05, -half + 0.04), (-half + 0.04, tall - 0.005, half - 0.04)),
        board(frame, (-half + 0.04, low, -half), (half - 0.04, 0.3, -half + 0.03)),
        board(frame, (-half, low, -half + 0.04), (-half + 0.03, 0.9, half - 0.04)),
        board(WHITE, (0.12, 0.97, 0.16), (half - 0.02, 1.0, half - 0.01)),
    ]
    surfaces = (
        rest("tray", (-0.44, floor, -0.36), (0.44, 0.6, 0.2)),
        rest("corner shelf", (0.12, 1.0, 0.16), (half - 0.02, 1.0 + ROOM, half - 0.02), margin=0.01),
    )
    switches = (Switch("shower tap", "tap", both(water)),)
    return Furniture(
        named(colour, "pale", "shower"), "shower", (2 * half, tall, 2 * half), model, switches=switches, surfaces=surfaces
    )


def _posts(half: float) -> tuple[tuple[float, float], ...]:
    return (-half, -half), (half, -half), (-half, half)


def towel_rail() -> Furniture:
    """A rack of steel bars on the wall, a rail below it."""
    high, half = 1.25, 0.4
    model = [
        board("#7c8791", (-half, high - 0.025, -0.17), (half, high, 0.17), stripes("#dde4e9", 0.045, "z")),
        *[board(CHROME, (x - 0.015, 0.95, 0.13), (x + 0.015, high - 0.025, 0.165)) for x in (-half + 0.03, half - 0.03)],
        *[board(CHROME, (x - 0.015, 1.0, -0.02), (x + 0.015, 1.03, 0.13)) for x in (-half + 0.03, half - 0.03)],
        rod(CHROME, (-half + 0.01, 1.015, -0.02), (half - 0.01, 1.015, -0.02), 0.035),
    ]
    surfaces = (rest("rack", (-half, high, -0.17), (half, high + ROOM, 0.17)),)
    return Furniture("towel rail", "towel rail", (2 * half, high, 0.34), model, surfaces=surfaces, solid=False)


def towel_radiator() -> Furniture:
    """A white ladder of warm pipes on the wall with a yellow towel over it; more towels lie on its top."""
    half, low, high = 0.28, 0.55, 1.25
    model = [
        *[board(WHITE, (x - 0.02, low, 0.02), (x + 0.02, high, 0.07)) for x in (-half + 0.02, half - 0.02)],
        *[rod(WHITE, (-half + 0.02, y, 0.045), (half - 0.02, y, 0.045), 0.035) for y in (0.62, 0.74, 0.86, 0.98, 1.1)],
        board(WHITE, (-half, high - 0.02, -0.1), (half, high, 0.1)),
        board("#f0c648", (-0.14, 0.68, -0.002), (0.2, 1.0, 0.02), stripes("#fff3c9", 0.09)),
    ]
    surfaces = (rest("top", (-half, high, -0.1), (half, high + ROOM, 0.1), margin=0.01),)
    return Furniture("towel radiator", "towel rail", (2 * half, high, 0.22), model, surfaces=surfaces, solid=False)


def small_shelf() -> Furniture:
    """A pale glass board on two steel brackets on the wall."""
    high, half, brackets = 1.2, 0.35, (-0.25, 0.25)
    model = [
        board("#a5d8de", (-half, high - 0.03, -0.16), (half, high, 0.16)),
        *[board(CHROME, (x - 0.02, high - 0.07, -0.1), (x + 0.02, high - 0.03, 0.16)) for x in brackets],
        board(CHROME, (-half + 0.05, high - 0.12, 0.14), (half - 0.05, high - 0.07, 0.158)),
    ]
    surfaces = (rest("board", (-half, high, -0.16), (half, high + ROOM, 0.16)),)
    return Furniture("bathroom shelf", "shelf", (2 * half, high, 0.32), model, surfaces=surfaces, solid=False)


def laundry_basket(colour: str = "brown") -> Furniture:
    """A woven basket with a lid."""
    light, dark, cap = WICKER[colour]
    rim, floor, half, deep, wicker = 0.65, 0.48, 0.27, 0.28, checker(dark, 0.05)
    low, high, hole = (-half + 0.01, floor - 0.01, -deep + 0.02), (half - 0.01, rim, deep - 0.05), (-0.23, 0.23, -0.23, 0.2)

    cover = (-half, rim + 0.004, -deep), (half, rim + 0.045, deep - 0.045)
    walls = basin(light, low, high, hole, floor, "#e8ddc8", wicker)
    model = [board(light, (low[0], 0, low[2]), (high[0], low[1], high[2]), wicker), *walls]
    parts = (lid("lid", "basket lid", *cover, cap, pattern=wicker),)
    surfaces = (rest("inside", (hole[0], floor, hole[2] + 0.08), (hole[1], rim, hole[3]), "lid"),)
    name = named(colour, "brown", "laundry basket")
    return Furniture(name, "basket", (2 * half, 0.7, 2 * deep), model, parts=parts, surfaces=surfaces)


def mirror() -> Furniture:
    """A tall mirror on the wall in a wooden frame, a glint across its pale glass."""
    model = [
        board("#a9713c", (-0.35, 1.1, -0.02), (0.35, 2.0, 0.03)),
        board(MIRROR, (-0.3, 1.15, -0.026), (0.3, 1.95, 0.0)),
        box("#f4f5f5", (-0.09, 1.28, -0.015), (0.09, 0.5, 0.03), lean=25),
    ]
    return Furniture("bathroom mirror", "mirror", (0.7, 2.0, 0.06), model, solid=False)


def bath_mat(colour: str = "blue") -> Furniture:
    """A soft striped mat on the floor."""
    tones = MATS[colour]
    model = [
        box(tones[0], (0, 0, 0), (0.9, 0.015, 0.6)),
        box(tones[1], (0, 0.001, 0), (0.78, 0.018, 0.48), pattern=stripes(tones[0], 0.08, "x")),
    ]
    return Furniture(f"{colour} bath mat", "mat", (0.9, 0.02, 0.6), model, solid=False)


def pieces() -> tuple[Furniture, ...]:
    """One of each kind and variant."""
    return (
        *(vanity(colour) for colour in tuple(FRONTS)[:3]),
        *(cabinet(colour) for colour in tuple(FRONTS)[:3]),
        toilet(),
        bathtub(),
        shower(),
        towel_rail(),
        small_shelf(),
        laundry_basket(),
        mirror(),
        *(bath_mat(colour) for colour in ("blue", "pink")),
    )


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        *(vanity(colour) for colour in tuple(FRONTS)[3:]),
        *(cabinet(colour) for colour in tuple(FRONTS)[3:]),
        *(toilet(cover) for cover in ("black", "wooden")),
        bathtub("wooden"),
        washbasin(),
        shower("black"),
        towel_radiator(),
        laundry_basket("grey"),
        *(bath_mat(colour) for colour in ("green", "grey")),
    )
