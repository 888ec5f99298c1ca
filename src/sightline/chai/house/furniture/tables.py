"""Round tables, side tables, a console and a dressing table; `wood` is a name in WOOD."""

from __future__ import annotations

from sightline.chai.house.furniture.boards import board, drawer, legs, rest
from sightline.chai.house.furniture.living import OPEN, WOOD
from sightline.chai.house.things import Furniture
from sightline.render.primitives import box, frustum, stripes

ROUND = {  # noun: diameter, height
    "side table": (0.5, 0.58), "coffee table": (0.95, 0.42), "dining table": (1.25, 0.8), "table": (1.0, 0.76),
}  # fmt: skip


def round_table(noun: str = "side table", wood: str = "oak") -> Furniture:
    """A round top on one foot: a side table, a coffee table, a dining table or a (kitchen) table."""
    (wide, high), (light, dark) = ROUND[noun], WOOD[wood]
    model = [
        frustum(light, (0, high - 0.04, 0), (wide, 0.04, wide)),
        frustum(dark, (0, 0.03, 0), (0.12 * wide + 0.02, high - 0.06, 0.12 * wide + 0.02)),
        frustum(dark, (0, 0, 0), (0.6 * wide, 0.04, 0.6 * wide), top=0.8),
    ]
    half = 0.34 * wide
    top = rest("top", (-half, high, -half), (half, high + OPEN, half), margin=0)
    name = f"round {wood} {'kitchen ' * (noun == 'table')}{noun}"
    return Furniture(name, noun, (wide, high, wide), model, surfaces=(top,))


def glass_table() -> Furniture:
    """A coffee table with a pale glass top on a black frame."""
    black = "#232529"
    model = [
        box("#a6d5e2", (0, 0.38, 0), (1.1, 0.03, 0.65)),
        *[box(black, (0, 0.35, z), (1.06, 0.03, 0.04)) for z in (-0.29, 0.29)],
        *legs(black, 0.51, 0.29, 0.36, 0.04),
    ]
    top = rest("top", (-0.55, 0.41, -0.325), (0.55, 0.41 + OPEN, 0.325), margin=0.03)
    return Furniture("glass coffee table", "coffee table", (1.1, 0.41, 0.65), model, surfaces=(top,))


def nesting_tables(wood: str = "white") -> Furniture:
    """A square side table with a basket-weave board below its top."""
    light, dark = WOOD[wood]
    model = [
        box(light, (0, 0.54, 0), (0.5, 0.04, 0.5)),
        box(dark, (0, 0.18, 0), (0.42, 0.03, 0.42), pattern=stripes(light, 0.05, "x")),
        *legs(dark, 0.22, 0.22, 0.54, 0.04),
    ]
    surfaces = (
        rest("top", (-0.25, 0.58, -0.25), (0.25, 0.58 + OPEN, 0.25)),
        rest("lower board", (-0.2, 0.21, -0.2), (0.2, 0.52, 0.2)),
    )
    return Furniture(f"square {wood} side table", "side table", (0.5, 0.58, 0.5), model, surfaces=surfaces)


def console_table(wood: str = "walnut") -> Furniture:
    """A narrow table for a hallway with a drawer under its top and a board near the floor."""
    light, dark = WOOD[wood]
    part, tub = drawer("drawer", "drawer", (-0.25, 0.62, -0.15), (0.25, 0.8, 0.145), light, 0.28)
    model = [
        box(light, (0, 0.8, 0), (1.1, 0.04, 0.34)),
        box(light, (0, 0.16, 0), (1.0, 0.03, 0.28)),
        *[board(dark, (x, 0.62, -0.14), (x + 0.25, 0.8, 0.15)) for x in (-0.52, 0.27)],
        board(dark, (-0.27, 0.6, -0.14), (0.27, 0.62, 0.15)),
        *legs(dark, 0.5, 0.13, 0.8, 0.05),
    ]
    surfaces = (
        rest("top", (-0.55, 0.84, -0.17), (0.55, 0.84 + OPEN, 0.17)),
        rest("lower board", (-0.46, 0.19, -0.14), (0.46, 0.58, 0.12)),
        tub,
    )
    return Furniture(f"{wood} console table", "console table", (1.1, 0.84, 0.34), model, (part,), surfaces=surfaces)


def dressing_table(wood: str = "white") -> Furniture:
    """A small table with two drawers and a round-topped mirror at its back."""
    light, dark = WOOD[wood]
    made = [
        drawer(f"{name} drawer", "drawer", (x, 0.56, -0.22), (x + 0.47, 0.74, 0.2), light, 0.4)
        for name, x in (("left", -0.475), ("right", 0.005))
    ]
    model = [
        box(light, (0, 0.745, 0), (1.0, 0.035, 0.48)),
        board(dark, (-0.49, 0.54, -0.2), (0.49, 0.556, 0.22)),
        board(dark, (-0.49, 0.55, 0.2), (0.49, 0.75, 0.23)),
        *[board(dark, (x, 0.55, -0.2), (x + 0.012, 0.75, 0.22)) for x in (-0.495, 0.483)],
        *legs(dark, 0.46, 0.2, 0.745, 0.05),
        box(dark, (0, 0.78, 0.21), (0.6, 0.66, 0.03)),
        box("#c6c9cc", (0, 0.83, 0.192), (0.52, 0.56, 0.012)),
        box("#f4f5f5", (-0.1, 0.95, 0.187), (0.08, 0.36, 0.012), lean=20),
    ]
    parts, tubs = tuple(p for p, _ in made), tuple(t for _, t in made)
    top = rest("top", (-0.5, 0.78, -0.24), (0.5, 0.78 + OPEN, 0.17))
    return Furniture(f"{wood} dressing table", "dressing table", (1.0, 1.45, 0.48), model, parts, surfaces=(top, *tubs))


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        *(round_table("side table", wood) for wood in ("oak", "black")),
        *(round_table("coffee table", wood) for wood in ("pine", "black")),
        *(round_table("dining table", wood) for wood in ("walnut", "white")),
        *(round_table("table", wood) for wood in ("pine", "grey")),
        *(nesting_tables(wood) for wood in ("white", "walnut")),
        *(console_table(wood) for wood in ("walnut", "white")),
        *(dressing_table(wood) for wood in ("white", "oak")),
        glass_table(),
    )
