"""Cabinets, chests and shelves: a case of columns, each of drawers, doors and open compartments one above the other.

`cabinet` builds all of them; the functions below it say what a piece is made of. `wood` is a name in WOOD.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.chai.house.furniture.boards import BOARD, GRIP, PANEL, STEEL, board, carcass, door, drawer, legs, rest
from sightline.chai.house.furniture.living import OPEN, WOOD
from sightline.chai.house.things import Furniture, Part, Surface, Vector
from sightline.render.primitives import Pattern, Primitive, beam, box, rod

HEIGHTS = ((), ("",), ("lower", "upper"), ("bottom", "middle", "top"), ("bottom", "lower", "upper", "top"))
SIDES = ((), ("",), ("left", "right"), ("left", "middle", "right"))
OVERHEAD = 1.3  # nothing is put on top of a cabinet that is as high
GLASS, INSIDE = "#a9d3e6", "#a88d6b"


class Cell(NamedTuple):
    """A drawer, a door or an open compartment of a column."""

    what: str  # "drawer", "door" or "open"
    share: float = 1.0  # of the column's height
    shelves: int = 0  # boards behind a door


def cabinet(
    name: str, noun: str, size: Vector, wood: str, columns: Sequence[Sequence[Cell]],
    kinds: tuple[str, str] = ("drawer", ""), foot: float = 0.08, on_legs: bool = False, glass: bool = False,
    inside: str = INSIDE,
) -> Furniture:  # fmt: skip
    """A case of equally wide columns of cells, from left to right and from below; `kinds` are those of drawers and doors."""
    (width, height, depth), (light, dark) = size, WOOD[wood]
    half, front, back = width / 2, -depth / 2 + GRIP, depth / 2 - BOARD
    each = (width - 2 * BOARD) / len(columns)
    edges = [-half + BOARD + k * each for k in range(len(columns) + 1)]
    model = carcass(dark, (-half, foot, front), (half, height, depth / 2), inside, dividers=edges[1:-1])
    model += legs(dark, half - 0.05, depth / 2 - 0.06, foot + 0.005, 0.05) if on_legs else [
        board("#3a2f26", (-half + 0.05, 0, front + 0.04), (half - 0.05, foot + 0.005, back))
    ]  # fmt: skip
    parts: list[Part] = []
    surfaces: list[Surface] = []
    if height < OVERHEAD:
        surfaces.append(rest("top", (-half, height, front), (half, height + OPEN, depth / 2)))
    for cells, side, x0, x1 in zip(columns, SIDES[len(columns)], edges, edges[1:], strict=False):
        left, right = x0 + 0.01 * (x0 != edges[0]), x1 - 0.01 * (x1 != edges[-1])
        tall = (height - foot - 2 * BOARD - PANEL * (len(cells) - 1)) / sum(cell.share for cell in cells)
        y, seen = (
            foot + BOARD,
            {what: iter(HEIGHTS[sum(c.what == what for c in cells)]) for what in ("drawer", "door", "open")},
        )
        for k, cell in enumerate(cells):
            low, high = (left, y, front), (right, y + tall * cell.share, back)
            place = " ".join(filter(None, (next(seen[cell.what]), side)))
            made, rests, boards = _fill(cell, place, low, high, (light, inside), kinds, glass)
            parts, surfaces, model = parts + made, surfaces + rests, model + boards
            y = high[1] + PANEL
            if k < len(cells) - 1:
                model.append(board(dark, (left, high[1], front + 0.005), (right, y, back)))
    return Furniture(name, noun, size, model, tuple(parts), surfaces=tuple(surfaces))


def _fill(
    cell: Cell, place: str, low: Vector, high: Vector, colours: tuple[str, str], kinds: tuple[str, str], glass: bool
) -> tuple[list[Part], list[Surface], list[Primitive]]:  # fmt: skip
    """The part, the surfaces and the boards of a cell between two corners."""
    (x0, y0, front), (x1, y1, back), (light, inside) = low, high, colours
    ends = (x0 + 0.004, y0 + 0.004, front), (x1 - 0.004, y1 - 0.004)
    if cell.what == "drawer":
        slide = min(0.45, back - front - 0.01)
        part, tub = drawer(f"{place} drawer".strip(), kinds[0], ends[0], (*ends[1], back - 0.005), light, slide)
        return [part], [tub], []
    levels = [y0 + k * (y1 - y0) / (cell.shelves + 1) for k in range(cell.shelves + 1)]
    boards = [board(inside, (x0, y - PANEL, front + 0.04), (x1, y, back)) for y in levels[1:]]
    named = [f"{place} {'bottom' if k == 0 else 'shelf' if k == 1 else 'high shelf'}".strip() for k in range(len(levels))]
    parts, behind = [], ""
    if cell.what == "door":
        hinge, behind = "right" if place.endswith("right") else "left", f"{place} door".strip()
        grip = 0.8 if y1 < 0.9 else 0.5 if y0 < 0.9 else 0.3
        pane = [board(GLASS, (x0 + 0.05, y0 + 0.06, front - 0.004), (x1 - 0.05, y1 - 0.06, front))] * glass
        parts = [door(behind, kinds[1], ends[0], (*ends[1], front + PANEL), light, hinge, grip, STEEL, trim=pane)]
    tops = [*(y - PANEL for y in levels[1:]), y1]
    surfaces = [
        rest(name, (x0, y, front + 0.03), (x1, top, back), behind, 0.015)
        for name, y, top in zip(named, levels, tops, strict=True)
    ]
    return parts, surfaces, boards


def wide_closet(wood: str = "oak") -> Furniture:
    """A closet of three doors, shelves behind each."""
    columns = [(Cell("door", shelves=2),)] * 3
    return cabinet(f"wide {wood} closet", "closet", (1.8, 2.05, 0.6), wood, columns, ("drawer", "closet door"))


def wardrobe(wood: str = "pine") -> Furniture:
    """A wardrobe with two doors over one wide drawer each."""
    columns = [(Cell("drawer", 0.3), Cell("door", 1.7, 2))] * 2
    return cabinet(
        f"{wood} wardrobe", "closet", (1.1, 1.95, 0.58), wood, columns, ("closet drawer", "closet door"), 0.12, True
    )


def tall_dresser(wood: str = "oak") -> Furniture:
    """A narrow chest of four drawers on legs."""
    return cabinet(
        f"tall {wood} dresser", "chest of drawers", (0.6, 1.2, 0.48), wood, [(Cell("drawer"),) * 4], foot=0.15, on_legs=True
    )


def wide_dresser(wood: str = "white") -> Furniture:
    """A low chest of six drawers in two columns."""
    return cabinet(f"wide {wood} dresser", "chest of drawers", (1.4, 0.85, 0.5), wood, [(Cell("drawer"),) * 3] * 2)


def display_cabinet(wood: str = "walnut") -> Furniture:
    """A cabinet with two glass doors over two drawers."""
    columns = [(Cell("drawer", 0.35), Cell("door", 1.3, 2))] * 2
    return cabinet(
        f"{wood} display cabinet", "display cabinet", (1.1, 1.75, 0.45), wood, columns, ("drawer", "display cabinet door"),
        0.12, on_legs=True, glass=True, inside="#e8dcc4",
    )  # fmt: skip


def media_bench(wood: str = "black") -> Furniture:
    """A long low television stand with a door at each end and an open compartment between."""
    columns = [(Cell("door"),), (Cell("open"),), (Cell("door"),)]
    return cabinet(
        f"{wood} media bench", "television stand", (1.9, 0.55, 0.5), wood, columns, ("drawer", "sideboard door"), 0.12, True
    )


def pantry(wood: str = "white") -> Furniture:
    """A tall narrow cupboard with an upper and a lower door."""
    columns = [(Cell("door", 1.0, 1), Cell("door", 1.0, 1))]
    return cabinet(f"{wood} pantry", "pantry", (0.65, 1.95, 0.55), wood, columns, ("drawer", "pantry door"))


def hall_cabinet(wood: str = "grey") -> Furniture:
    """A cabinet of the height of a table: a drawer over a door, twice."""
    columns = [(Cell("door", 1.0), Cell("drawer", 0.4))] * 2
    return cabinet(
        f"{wood} hall cabinet", "sideboard", (1.0, 0.9, 0.42), wood, columns, ("drawer", "sideboard door"), 0.1, True
    )


def bathroom_tower(wood: str = "white") -> Furniture:
    """A narrow tower for towels: a drawer, an open compartment and a door above."""
    columns = [(Cell("drawer", 0.35), Cell("open", 0.45), Cell("door", 0.9, 1))]
    return cabinet(
        f"{wood} bathroom tower",
        "bathroom tower",
        (0.5, 1.8, 0.4),
        wood,
        columns,
        ("bathroom drawer", "bathroom cabinet door"),
    )


def cube_shelf(wood: str = "white") -> Furniture:
    """An open shelf of nine cubes, as high as a table."""
    return cabinet(f"{wood} cube shelf", "bookshelf", (1.15, 1.15, 0.38), wood, [(Cell("open"),) * 3] * 3, foot=0.02)


def narrow_bookcase(wood: str = "walnut") -> Furniture:
    """A narrow open case of four compartments."""
    return cabinet(f"narrow {wood} bookcase", "bookshelf", (0.6, 1.8, 0.34), wood, [(Cell("open"),) * 4])


def low_bookcase(wood: str = "pine") -> Furniture:
    """A low open case, two compartments high and two wide."""
    return cabinet(f"low {wood} bookcase", "bookshelf", (1.1, 0.8, 0.34), wood, [(Cell("open"),) * 2] * 2)


def bedside_chest(wood: str = "pine") -> Furniture:
    """A nightstand of two drawers on legs."""
    columns = [(Cell("drawer"),) * 2]
    return cabinet(
        f"{wood} bedside chest", "nightstand", (0.48, 0.6, 0.45), wood, columns, ("nightstand drawer", ""), 0.15, True
    )


def ladder_shelf(wood: str = "oak") -> Furniture:
    """Four boards, each deeper than the one above, between two leaning rails."""
    light, dark = WOOD[wood]
    levels = {
        "bottom board": (0.25, 0.42),
        "lower board": (0.65, 0.36),
        "upper board": (1.05, 0.3),
        "top board": (1.45, 0.24),
    }
    model = [
        *[board(light, (-0.38, y - 0.025, 0.22 - deep), (0.38, y, 0.22)) for y, deep in levels.values()],
        *[beam(dark, (x, 0, -0.21), (x, 1.75, 0.19), 0.04, 0.05) for x in (-0.4, 0.4)],
        *[box(dark, (x, 0, 0.2), (0.04, 1.75, 0.04)) for x in (-0.4, 0.4)],
    ]
    surfaces = [rest(n, (-0.37, y, 0.2 - deep), (0.37, y + 0.35, 0.2), margin=0.01) for n, (y, deep) in levels.items()]
    return Furniture(f"{wood} ladder shelf", "bookshelf", (0.85, 1.78, 0.48), model, surfaces=tuple(surfaces))


def shoe_rack(wood: str = "black") -> Furniture:
    """Two rows of bars for shoes under a wooden board."""
    light, dark = WOOD[wood]
    bars = Pattern(2, "#4a4f55", (0, 0, 0.06), (1.0, 0.5))
    model = [
        board(light, (-0.45, 0.57, -0.16), (0.45, 0.6, 0.16)),
        *[board("#c9ced4", (-0.42, y - 0.015, -0.15), (0.42, y, 0.15), bars) for y in (0.12, 0.35)],
        *[board(dark, (x - 0.02, 0, -0.16), (x + 0.02, 0.57, 0.16)) for x in (-0.43, 0.43)],
    ]
    surfaces = (
        rest("top", (-0.45, 0.6, -0.16), (0.45, 0.6 + OPEN, 0.16), margin=0.01),
        rest("upper row", (-0.41, 0.35, -0.15), (0.41, 0.55, 0.15), margin=0.005),
        rest("lower row", (-0.41, 0.12, -0.15), (0.41, 0.33, 0.15), margin=0.005),
    )
    return Furniture(f"{wood} shoe rack", "shoe rack", (0.9, 0.6, 0.34), model, surfaces=surfaces)


def kitchen_cart(wood: str = "pine") -> Furniture:
    """A trolley of three trays on wheels, a steel handle at its right."""
    light, dark = WOOD[wood]
    model = [
        *[board(light, (-0.34, y - 0.03, -0.22), (0.34, y, 0.22)) for y in (0.2, 0.52, 0.85)],
        *legs(dark, 0.31, 0.19, 0.82, 0.045),
        *[rod("#2b2d31", (x, 0.035, z - 0.012), (x, 0.035, z + 0.012), 0.07) for x in (-0.31, 0.31) for z in (-0.19, 0.19)],
        rod(STEEL, (0.4, 0.8, -0.2), (0.4, 0.8, 0.2), 0.03),
        *[rod(STEEL, (0.33, 0.8, z), (0.41, 0.8, z), 0.025) for z in (-0.19, 0.19)],
    ]
    rows = {"top": (0.85, 0.5), "middle tray": (0.52, 0.28), "bottom tray": (0.2, 0.28)}
    surfaces = tuple(rest(n, (-0.34, y, -0.22), (0.34, y + room, 0.22), margin=0.045) for n, (y, room) in rows.items())
    return Furniture(f"{wood} kitchen cart", "kitchen cart", (0.84, 0.85, 0.46), model, surfaces=surfaces)


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    made = {
        wide_closet: ("oak", "white", "black"), wardrobe: ("pine", "grey"), tall_dresser: ("oak", "black"),
        wide_dresser: ("white", "pine"), display_cabinet: ("walnut", "white"), media_bench: ("black", "oak"),
        pantry: ("white", "pine"), hall_cabinet: ("grey", "oak"), bathroom_tower: ("white", "oak"),
        cube_shelf: ("white", "black"), narrow_bookcase: ("walnut", "white"), low_bookcase: ("pine", "grey"),
        bedside_chest: ("pine", "black"), ladder_shelf: ("oak", "black"), shoe_rack: ("black", "pine"),
        kitchen_cart: ("pine", "white"),
    }  # fmt: skip
    return tuple(make(wood) for make, woods in made.items() for wood in woods)
