"""Kitchen furniture: counters, cabinets, tables and chairs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sightline.chai.house.furniture.boards import (
    BOARD,
    GRIP,
    PANEL,
    basin,
    board,
    carcass,
    door,
    drawer,
    legs,
    lid,
    named,
    rest,
    tap,
)
from sightline.chai.house.things import Furniture, Part, Surface, Vector
from sightline.render.primitives import Primitive, box, stripes

WIDE, HIGH, DEEP = 1.2, 0.95, 0.65  # a counter
FRONT = -DEEP / 2 + GRIP  # of doors and drawers: their handles end flush with the worktop
FACE = FRONT + PANEL  # of the carcass
KICK, UNDER = 0.10, HIGH - 0.04  # heights of the plinth and of the worktop's lower side
TOP_ROOM = 0.35  # above worktops: wall cabinets hang there
HUNG, CEILED = 1.31, 1.95  # a wall cabinet's lower and upper side
SHADE, INSIDE = "#34373c", "#a99676"  # a plinth; the back and the boards inside a carcass, darker than any wall


@dataclass(frozen=True)
class KitchenColours:
    """Colours of a fitted kitchen."""

    front: str
    worktop: str
    handle: str


STYLES = {  # the bundled houses have the first STANDARD_STYLES
    "oak": KitchenColours("#cf9350", "#4b525b", "#3b342d"),
    "white": KitchenColours("#eeece4", "#a8703a", "#5d646c"),
    "blue": KitchenColours("#3d72b8", "#e6e1d6", "#e9edf0"),
    "green": KitchenColours("#6da463", "#d9c7a3", "#2f4a2b"),
    "red": KitchenColours("#b8342f", "#c9ccd0", "#f0f0ee"),
    "grey": KitchenColours("#9aa1a8", "#f1efe8", "#2f3237"),
    "black": KitchenColours("#3a3d42", "#c8924b", "#c9ced4"),
    "walnut": KitchenColours("#7d5233", "#e6e1d6", "#e2c48a"),
    "yellow": KitchenColours("#e8c14a", "#7b5534", "#5d646c"),
}
STANDARD_STYLES = 5
PAINT = {  # of tables and chairs: tops and seats, legs
    "pine": ("#e0ad63", "#b17b3b"), "red": ("#cf3a34", "#8f2723"), "blue": ("#4580c2", "#2d5788"),
    "green": ("#5fae6a", "#3b7a46"), "white": ("#f0eee8", "#b9bdc1"), "black": ("#3a3d42", "#26282c"),
}  # fmt: skip
TABLES = {  # top, legs
    "pine": ("#dba860", "#b98443"), "white": ("#f0eee8", "#a7adb3"), "dark": ("#7a4a2a", "#5a3520"),
    "grey": ("#a4abb2", "#6d747b"), "green": ("#7fb98a", "#f0eee8"),
}  # fmt: skip
BINS = {"green": ("#2f9e5b", "#1f6b3e"), "red": ("#cf3a34", "#8f2723"), "steel": ("#b4bdc6", "#34373c")}  # body, lid


def _body(
    style: KitchenColours, high: float = UNDER, shelves: tuple[float, ...] = (), recess: float = 0.02
) -> list[Primitive]:
    """Carcass of a counter, divided in its middle, on a plinth."""
    low, top = (-WIDE / 2, KICK, FACE), (WIDE / 2, high, DEEP / 2)
    return [*carcass(style.front, low, top, INSIDE, shelves, (0.0,), top=False, recess=recess), plinth(WIDE, FACE)]


def plinth(width: float, face: float) -> Primitive:
    """The dark board that a carcass stands on, behind its front."""
    return board(SHADE, (-width / 2 + 0.01, 0, face + 0.05), (width / 2 - 0.01, KICK, DEEP / 2 - 0.01))


def worktop(colour: str, width: float) -> Primitive:
    """The board on top of a counter."""
    return board(colour, (-width / 2, UNDER, -DEEP / 2), (width / 2, HIGH, DEEP / 2))


def top_of(width: float) -> Surface:
    """The surface of a worktop."""
    return rest("top", (-width / 2, HIGH, -DEEP / 2), (width / 2, HIGH + TOP_ROOM, DEEP / 2), margin=0.03)


def counter(drawers: int = 3, colour: str = "oak") -> Furniture:
    """A counter with two columns of drawers."""
    style = STYLES[colour]
    heights = ("bottom", "middle", "top") if drawers == 3 else ("bottom", "top") if drawers == 2 else ("",)
    pitch = (UNDER - KICK - 0.005) / drawers
    made = []
    for side, x0, x1 in (("left", -WIDE / 2 + 0.005, -0.005), ("right", 0.005, WIDE / 2 - 0.005)):
        for k, height in enumerate(heights):
            low, high = (x0, KICK + 0.005 + k * pitch, FRONT), (x1, KICK - 0.005 + (k + 1) * pitch, DEEP / 2 - 0.05)
            name = f"{height} {side} drawer".strip()
            made.append(drawer(name, "drawer", low, high, style.front, handle=style.handle))
    model = [*_body(style), worktop(style.worktop, WIDE)]
    parts = tuple(part for part, _ in made)
    surfaces = (top_of(WIDE), *(bottom for _, bottom in made))
    name = f"{colour} drawer counter" if drawers == 3 else f"{colour} counter with {2 * drawers} drawers"
    return Furniture(name, "counter", (WIDE, HIGH, DEEP), model, parts=parts, surfaces=surfaces)


def _cupboard_doors(style: KitchenColours, top: float) -> tuple[Part, Part]:
    """Two doors side by side below a worktop."""
    left = door(
        "left door", "cupboard door", (-WIDE / 2 + 0.005, KICK + 0.005, FRONT), (-0.005, top - 0.01, FACE),
        style.front, "left", 0.8, style.handle,
    )  # fmt: skip
    right = door(
        "right door", "cupboard door", (0.005, KICK + 0.005, FRONT), (WIDE / 2 - 0.005, top - 0.01, FACE),
        style.front, "right", 0.8, style.handle,
    )  # fmt: skip
    return left, right


def _halves(name: str, low: Vector, high: Vector) -> list[Surface]:
    """Two surfaces, behind the left door and behind the right door of a cupboard that is divided at x = 0."""
    return [
        rest(f"left {name}", low, (-0.01, high[1], high[2]), "left door"),
        rest(f"right {name}", (0.01, low[1], low[2]), high, "right door"),
    ]


def cupboard(colour: str = "oak") -> Furniture:
    """A counter with two doors, a narrow shelf inside."""
    style, shelf, recess = STYLES[colour], 0.53, 0.2
    side, back, floor = WIDE / 2 - BOARD, DEEP / 2 - BOARD, KICK + BOARD
    model = [*_body(style, UNDER, (shelf,), recess), worktop(style.worktop, WIDE)]
    surfaces = (
        top_of(WIDE),
        *_halves("bottom", (-side, floor, FACE), (side, shelf - PANEL, back)),
        *_halves("shelf", (-side, shelf, FACE + recess), (side, UNDER, back)),
    )
    parts = _cupboard_doors(style, UNDER)
    return Furniture(f"{colour} cupboard counter", "counter", (WIDE, HIGH, DEEP), model, parts=parts, surfaces=surfaces)


def sink(colour: str = "oak") -> Furniture:
    """A steel sink with a basin, a draining rack and a tap, over two cupboard doors."""
    style, rim, floor = STYLES[colour], HIGH - 0.18, HIGH - 0.15
    hole, steel = (-0.50, 0.06, -0.23, 0.17), "#c3ccd5"
    side, back = WIDE / 2 - BOARD, DEEP / 2 - BOARD
    model = [
        *_body(style, rim),
        *basin(steel, (-WIDE / 2, rim, -DEEP / 2), (WIDE / 2, HIGH, DEEP / 2), hole, floor, "#8e99a5"),
        board("#dfe5ea", (0.12, HIGH, -0.27), (0.57, HIGH + 0.01, 0.27), stripes("#8f9aa6", 0.03, "x")),
    ]
    surfaces = (
        rest("basin", (hole[0], floor, hole[2] + 0.07), (hole[1], floor + 0.3, hole[3])),
        rest("rack", (0.12, HIGH + 0.01, -0.27), (0.57, HIGH + 0.01 + TOP_ROOM, 0.27)),
        *_halves("bottom", (-side, KICK + BOARD, FACE), (side, rim, back)),
    )
    parts = _cupboard_doors(style, rim)
    switches = (tap("tap", (-0.22, HIGH, 0.25), floor),)
    return Furniture(
        f"{colour} sink counter", "sink", (WIDE, HIGH + 0.25, DEEP), model, parts=parts, switches=switches, surfaces=surfaces
    )


def corner(colour: str = "oak") -> Furniture:
    """A square counter that fills a corner."""
    style, half = STYLES[colour], DEEP / 2
    model = [
        board(style.front, (-half, KICK, FRONT), (half, UNDER, half)),
        plinth(DEEP, FACE),
        worktop(style.worktop, DEEP),
    ]
    return Furniture(f"{colour} corner counter", "counter", (DEEP, HIGH, DEEP), model, surfaces=(top_of(DEEP),))


def wall_cabinet(colour: str = "oak") -> Furniture:
    """A cabinet on the wall with two doors, a shelf inside."""
    style, half, face = STYLES[colour], WIDE / 2, -0.2 + GRIP + PANEL
    shelf, side = (HUNG + CEILED + PANEL) / 2, half - BOARD
    ends = (("left", -half + 0.005, -0.005), ("right", 0.005, half - 0.005))
    model = carcass(style.front, (-half, HUNG, face), (half, CEILED, 0.2), INSIDE, (shelf,), (0.0,), recess=0.01)
    parts = tuple(
        door(
            f"{name} door", "wall cabinet door", (x0, HUNG + 0.005, face - PANEL), (x1, CEILED - 0.005, face),
            style.front, name, 0.3, style.handle,
        )
        for name, x0, x1 in ends
    )  # fmt: skip
    surfaces = (
        *_halves("bottom", (-side, HUNG + BOARD, face), (side, shelf - PANEL, 0.2 - BOARD)),
        *_halves("shelf", (-side, shelf, face), (side, CEILED - BOARD, 0.2 - BOARD)),
    )
    return Furniture(
        f"{colour} wall cabinet", "wall cabinet", (WIDE, CEILED, 0.4), model, parts=parts, surfaces=surfaces, solid=False
    )


def table(colour: str = "pine") -> Furniture:
    """A kitchen table."""
    top, leg = TABLES[colour]
    model = [
        box(top, (0, 0.73, 0), (1.6, 0.05, 0.9)),
        box(leg, (0, 0.64, 0), (1.42, 0.09, 0.72)),
        *legs(leg, 0.72, 0.37, 0.73, 0.08),
    ]
    surfaces = (rest("top", (-0.8, 0.78, -0.45), (0.8, 0.78 + 0.6, 0.45), margin=0.04),)
    return Furniture(f"{colour} kitchen table", "table", (1.6, 0.78, 0.9), model, surfaces=surfaces)


def chair(colour: str = "pine") -> Furniture:
    """A kitchen chair with two slats in its back; it faces away from that back."""
    seat, leg = PAINT[colour]
    model = [
        box(seat, (0, 0.5, 0), (0.5, 0.05, 0.5)),
        *[box(leg, (x, 0, -0.21), (0.05, 0.5, 0.05)) for x in (-0.21, 0.21)],
        *[box(leg, (x, 0, 0.215), (0.05, 1.05, 0.05)) for x in (-0.21, 0.21)],
        *[box(seat, (0, y, 0.215), (0.38, 0.13, 0.03)) for y in (0.66, 0.88)],
    ]
    surfaces = (rest("seat", (-0.25, 0.55, -0.25), (0.25, 0.9, 0.19), margin=0.04),)
    return Furniture(f"{colour} kitchen chair", "chair", (0.5, 1.05, 0.5), model, surfaces=surfaces)


def bench() -> Furniture:
    """A long wooden bench without a back."""
    model = [
        box("#dba860", (0, 0.45, 0), (1.5, 0.05, 0.4), pattern=stripes("#c8924b", 0.13, "z")),
        *[box("#b98443", (x, 0, 0), (0.06, 0.45, 0.34)) for x in (-0.62, 0.62)],
        box("#b98443", (0, 0.28, 0), (1.2, 0.08, 0.04)),
    ]
    surfaces = (rest("seat", (-0.75, 0.5, -0.2), (0.75, 1.0, 0.2), margin=0.04),)
    return Furniture("kitchen bench", "bench", (1.5, 0.5, 0.4), model, surfaces=surfaces)


def shelf() -> Furniture:
    """Two open boards on the wall."""
    boards, posts, iron = (1.15, 1.5), (-0.42, 0.42), "#45494f"
    model = [
        *[board("#dba860", (-0.55, y - BOARD, -0.17), (0.55, y, 0.17)) for y in boards],
        *[board(iron, (x - 0.015, 1.0, 0.145), (x + 0.015, 1.55, 0.165)) for x in posts],
        *[board(iron, (x - 0.014, y - 0.06, -0.12), (x + 0.014, y - BOARD, 0.145)) for x in posts for y in boards],
    ]
    surfaces = (
        rest("lower board", (-0.55, boards[0], -0.17), (0.55, boards[1] - 0.06, 0.14)),
        rest("upper board", (-0.55, boards[1], -0.17), (0.55, boards[1] + TOP_ROOM, 0.14)),
    )
    return Furniture("kitchen shelf", "shelf", (1.1, 1.55, 0.34), model, surfaces=surfaces, solid=False)


def bin_(colour: str = "green") -> Furniture:
    """A bin with a dark lid, lined with a white bag that ends high."""
    (coat, cover), rim, bag, half, hole = BINS[colour], 0.66, 0.48, 0.25, (-0.21, 0.21, -0.2, 0.18)
    low, high = (-half + 0.01, bag - 0.01, -half + 0.03), (half - 0.01, rim, half - 0.05)
    model = [
        board(coat, (low[0], 0, low[2]), (high[0], low[1], high[2])),
        *basin(coat, low, high, hole, bag, "#e9edf0"),
    ]
    parts = (lid(
        "lid", "bin lid", (-half, rim + 0.004, -half + 0.02), (half, rim + 0.045, half - 0.045), cover,
        trim=[board("#e9edf0", (-0.07, rim + 0.015, -half), (0.07, rim + 0.04, -half + 0.02))],
    ),)  # fmt: skip
    surfaces = (rest("inside", (hole[0], bag, hole[2] + 0.07), (hole[1], rim, hole[3]), "lid"),)
    return Furniture(named(colour, "green", "bin"), "bin", (2 * half, 0.71, 2 * half), model, parts=parts, surfaces=surfaces)


def _fitted(styles: Iterable[str]) -> list[Furniture]:
    return [make(colour=colour) for colour in styles for make in (counter, cupboard, sink, corner, wall_cabinet)]


def pieces() -> tuple[Furniture, ...]:
    """One of each kind and variant."""
    return (
        *_fitted(tuple(STYLES)[:STANDARD_STYLES]),
        counter(2, "oak"),
        *(table(colour) for colour in ("pine", "white", "dark")),
        *(chair(colour) for colour in ("pine", "red", "blue")),
        bench(),
        shelf(),
        bin_(),
    )


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        *_fitted(tuple(STYLES)[STANDARD_STYLES:]),
        *(table(colour) for colour in ("grey", "green")),
        *(chair(colour) for colour in ("green", "white", "black")),
        *(bin_(colour) for colour in ("red", "steel")),
    )
