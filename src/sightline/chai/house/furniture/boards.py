"""Joinery: carcasses, drawers, doors, flaps and lids out of boards, from which furniture is built.

A space or a panel is given by two opposite corners, `low` (least x, y, z) and `high`; the front is the -z side, and left
and right are as seen from in front (left is -x). Wall-mounted furniture is modelled at its height above the floor, so
y = 0 is the floor below it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from sightline.chai.house.things import Part, Surface, Switch, Vector, both
from sightline.render.primitives import Pattern, Primitive, box, frustum, moved, rod

BOARD = 0.03  # thickness of a carcass board
PANEL = 0.02  # thickness of a drawer's front or of a door
GRIP = 0.02  # how far a handle stands out from its panel
STEEL = "#8b929b"
WATER = "#8fd0fb"


def board(colour: str, low: Vector, high: Vector, pattern: Pattern | None = None) -> Primitive:
    """A box between two opposite corners."""
    at = ((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2)
    return box(colour, at, (high[0] - low[0], high[1] - low[1], high[2] - low[2]), pattern=pattern)


def carcass(
    colour: str, low: Vector, high: Vector, inside: str = "", shelves: Iterable[float] = (), dividers: Iterable[float] = (),
    top: bool = True, bottom: bool = True, recess: float = 0.02,
) -> list[Primitive]:  # fmt: skip
    """A box of boards, open at its front: sides, back, bottom, top, shelves (y of their upper faces), dividers (x)."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    inner = inside or colour
    left, right, back = x0 + BOARD, x1 - BOARD, z1 - BOARD
    parts = [board(colour, low, (left, y1, z1)), board(colour, (right, y0, z0), high)]
    parts += [board(inner, (left, y0 + 0.005, back), (right, y1 - 0.005, z1))]
    if bottom:
        parts += [board(inner, (left, y0, z0 + 0.005), (right, y0 + BOARD, back))]
    if top:
        parts += [board(colour, (left, y1 - BOARD, z0 + 0.005), (right, y1, back))]
    parts += [board(inner, (left, y - PANEL, z0 + recess), (right, y, back)) for y in shelves]
    parts += [board(inner, (x - 0.01, y0 + BOARD, z0 + 0.01), (x + 0.01, y1 - BOARD, back)) for x in dividers]
    return parts


def legs(colour: str, x: float, z: float, high: float, thick: float) -> list[Primitive]:
    """Four square legs at (±x, ±z)."""
    return [box(colour, (sx * x, 0, sz * z), (thick, high, thick)) for sx in (-1, 1) for sz in (-1, 1)]


def named(colour: str, usual: str, noun: str) -> str:
    """'stove' in its usual colour, 'black stove' in another."""
    return noun if colour == usual else f"{colour} {noun}"


def rest(name: str, low: Vector, high: Vector, behind: str = "", margin: float = 0.02) -> Surface:
    """The surface at the bottom of a free space, `margin` away from the sides of that space."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    size = (x1 - x0 - 2 * margin, z1 - z0 - 2 * margin)
    return Surface(name, ((x0 + x1) / 2, y0, (z0 + z1) / 2), size, y1 - y0, behind)


def drawer(
    name: str, kind: str, low: Vector, high: Vector, colour: str, slide: float = 0.45, handle: str = STEEL,
    inside: str = "#e3d3b4", behind: str = "", pattern: Pattern | None = None, inset: float = BOARD + 0.005,
    room: float = 0.18,
) -> tuple[Part, Surface]:  # fmt: skip
    """A drawer that fills a space when closed, its front at the least z, and slides out by `slide`; and its bottom.

    Its bottom lies `room` below its upper edge, or higher if its front is too low for that. The part that slides out is a
    surface, except close behind the front, where nothing is visible from above. Its handle stands out by GRIP. Behind its
    front it is narrower by `inset` on both sides, so that its front may cover the sides of a carcass.
    """
    (x0, y0, z0), (x1, y1, z1) = low, high
    wall, floor, back = 0.015, max(y0 + BOARD, y1 - room), z0 + PANEL
    left, right = x0 + inset, x1 - inset
    middle, up, reach = (x0 + x1) / 2, y0 + 0.72 * (y1 - y0), min(0.16, 0.3 * (x1 - x0))
    tall = y1 - 0.3 * (y1 - floor)

    def build(is_open: bool) -> list[Primitive]:
        parts = [
            board(colour, low, (x1, y1, back), pattern),
            board(handle, (middle - reach, up - 0.015, z0 - GRIP), (middle + reach, up + 0.015, z0)),
        ]
        if is_open:
            parts += [
                board(inside, (left, floor - 0.018, back), (right, floor, z1)),
                board(inside, (left, floor, back), (left + wall, tall, z1)),
                board(inside, (right - wall, floor, back), (right, tall, z1)),
            ]
        return moved(parts, (0, 0, -slide)) if is_open else parts

    end = min(z1, back + slide + 0.04)
    tub = rest(f"{name} bottom", (left + wall, floor, back + 0.07), (right - wall, y1, end), name)
    return Part(name, kind, both(build), (0, 0, -slide), behind), replace(tub, moves=True)


def hinged(
    name: str, kind: str, closed: list[Primitive], pivot: Vector, turn: float = 0, tilt: float = 0, behind: str = ""
) -> Part:
    """A part that opens by turning about a vertical line (`turn`, clockwise from above) or a level one along x (`tilt`).

    A tilt of 90 lifts the side in front of the axis (-z) until it stands above it.
    """
    return Part(name, kind, (closed, swung(closed, pivot, turn, tilt)), behind=behind)


def swung(parts: Iterable[Primitive], pivot: Vector, turn: float = 0, tilt: float = 0) -> list[Primitive]:
    """Copies of primitives, tilted and then turned about a point."""
    (st, ct), (sx, cx) = ((math.sin(a), math.cos(a)) for a in map(math.radians, (turn, tilt)))
    rotation = np.array([[ct, 0, st], [0, 1, 0], [-st, 0, ct]]) @ np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    at = np.asarray(pivot, dtype=np.float64)
    return [replace(p, centre=at + rotation @ (p.centre - at), axes=rotation @ p.axes) for p in parts]


def door(
    name: str, kind: str, low: Vector, high: Vector, colour: str, hinge: str, grip: float = 0.5, handle: str = STEEL,
    swing: float = 80, behind: str = "", pattern: Pattern | None = None, trim: Iterable[Primitive] = (),
) -> Part:  # fmt: skip
    """A panel that swings about its "left" or "right" front edge, an upright handle `grip` of the way up its other side.

    It opens by less than 90 degrees, so that door and handle stay in front of their own piece.
    """
    (x0, y0, z0), (x1, y1, _) = low, high
    x = x1 - 0.05 if hinge == "left" else x0 + 0.05
    half, y = min(0.1, 0.25 * (y1 - y0)), y0 + grip * (y1 - y0)
    bar = board(handle, (x - 0.015, y - half, z0 - GRIP), (x + 0.015, y + half, z0))
    closed = [board(colour, low, high, pattern), bar, *trim]
    pivot = (x0, y0, z0) if hinge == "left" else (x1, y0, z0)
    return hinged(name, kind, closed, pivot, turn=swing if hinge == "left" else -swing, behind=behind)


def flap(
    name: str, kind: str, low: Vector, high: Vector, colour: str, handle: str = STEEL, behind: str = "",
    pattern: Pattern | None = None, trim: Iterable[Primitive] = (),
) -> Part:  # fmt: skip
    """A panel that falls forward about its lower front edge until it lies level, a long handle along its upper edge."""
    (x0, y0, z0), (x1, y1, _) = low, high
    inset = 0.12 * (x1 - x0)
    bar = board(handle, (x0 + inset, y1 - 0.07, z0 - GRIP), (x1 - inset, y1 - 0.04, z0))
    return hinged(name, kind, [board(colour, low, high, pattern), bar, *trim], (x0, y0, z0), tilt=-90, behind=behind)


def lid(
    name: str, kind: str, low: Vector, high: Vector, colour: str, swing: float = 85, behind: str = "",
    pattern: Pattern | None = None, trim: Iterable[Primitive] = (),
) -> Part:  # fmt: skip
    """A level panel that lifts about its lower back edge; open it stands behind that edge by its thickness."""
    closed = [board(colour, low, high, pattern), *trim]
    return hinged(name, kind, closed, (low[0], low[1], high[2]), tilt=swing, behind=behind)


def basin(
    colour: str, low: Vector, high: Vector, hole: tuple[float, float, float, float], floor: float, inside: str = "",
    pattern: Pattern | None = None,
) -> list[Primitive]:  # fmt: skip
    """A block with a rectangular hollow from x `hole[0]` to `hole[1]` and z `hole[2]` to `hole[3]`, down to `floor`."""
    (_, y0, z0), (_, y1, z1) = low, high
    left, right, front, back = hole
    return [
        board(colour, low, (left, y1, z1), pattern),
        board(colour, (right, y0, z0), high, pattern),
        board(colour, (left, y0, z0), (right, y1, front), pattern),
        board(colour, (left, y0, back), (right, y1, z1), pattern),
        board(inside or colour, (left, y0, front), (right, floor, back)),
    ]


def tap(name: str, at: Vector, floor: float, rise: float = 0.22, reach: float = 0.25, turn: float = 0) -> Switch:
    """A steel tap that stands at a point, its spout towards -z (turned clockwise); on, it lets water down to `floor`."""

    def build(is_on: bool) -> list[Primitive]:
        steel, end = "#aab3bd", (0.0, rise - 0.02, -reach)
        parts = [
            frustum(steel, (0, 0, 0), (0.07, rise + 0.015, 0.07), top=0.7),
            rod(steel, (0, rise, 0.015), end, 0.045),
            rod("#d8402f", (0, rise, 0), (0.09, rise + 0.012, 0), 0.03),
        ]
        if is_on:
            foot, drop = (0, floor - at[1], end[2] + 0.02), at[1] + end[1] - floor
            parts += [frustum(WATER, foot, (0.034, drop, 0.034)), frustum(WATER, foot, (0.16, 0.006, 0.16))]
        return moved(parts, at, turn)

    return Switch(name, "tap", both(build))
