"""A room while it is being furnished: what stands where, and what must stay free in front of it.

Whole millimetres, from the room's south-west corner. A wall has its own frame: `along` it from its west or south end, and
`out` from its inner face. Nothing may stand where a door leads, or where the agent must stand to use a piece: to look into
an open drawer near the floor it stands 1.6 m away (the view ends 43 degrees below the horizon).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np
from scipy import ndimage

from sightline.chai.house.generate.layout import THICK, Area, Box, Layout, Opening
from sightline.chai.house.ground import RADIUS, STEP, model_corners
from sightline.chai.house.plan import SIDES
from sightline.chai.house.things import Furniture
from sightline.geometry.types import Bools

HALF_WALL = THICK // 2
BODY = round(1000 * RADIUS)
EYE_HEIGHT, STEEPEST = 1575, 107  # mm; 100 times the distance over the height of the lowest visible point
ENTRY = 950  # mm in front of a doorway
BESIDE_DOOR = 130  # mm on both sides of a doorway: its frame
LOW_TOP = 1300  # mm: what is lower has room for something above it
LATTICE = round(1000 * STEP)
FRONTS = {"chair": 0, "desk chair": 0}  # mm: what stands at a table is used from any side
SPARE, NEAREST = 50, 900  # mm: more than is needed, and the least in front of what can be used
UNDER, BEFORE = 900, 1500  # mm: how deep may be what stands below a shelf on the wall, and how far it needs free floor


class Standing(NamedTuple):
    """A piece in its place."""

    thing: Furniture
    box: Box
    low: int  # its lowest and highest point
    high: int
    blocks: bool  # whether the agent bumps into it
    turn: int


@cache
def measures(thing: Furniture) -> tuple[int, int, int, int]:
    """Width, depth, lowest and highest point of a piece in millimetres."""
    low, high = (round(1000 * float(edge)) for edge in (model_corners(thing)[0][:, 1].min(), thing.size[1]))
    return round(1000 * thing.size[0]), round(1000 * thing.size[2]), max(low, 0), high


@cache
def free_front(thing: Furniture) -> int:
    """How much must be free in front of a piece, so that the agent sees all its surfaces, parts and switches."""
    if thing.noun in FRONTS:
        return FRONTS[thing.noun]
    shifts = {part.name: -part.shift[2] for part in thing.parts}
    points = []  # height, and distance in front of the middle
    for surface in thing.surfaces:
        out = -surface.at[2] + (shifts[surface.behind] if surface.moves else 0.0) - surface.size[1] / 2
        points.append((surface.at[1], out))
    for part in thing.parts:
        corners = np.concatenate([primitive.corners() for primitive in part.models[0]])
        points.append(((corners[:, 1].min() + corners[:, 1].max()) / 2, -float(corners[:, 2].min())))
    if not points and not thing.switches:
        return 0
    needed = max((_distance(height, out) for height, out in points), default=0)
    return max(-(-(needed - measures(thing)[1] // 2 + SPARE + BODY) // 50) * 50, NEAREST)


def _distance(height: float, out: float) -> int:
    """From where a point can be seen: the distance in front of a piece's middle."""
    return max(EYE_HEIGHT - round(1000 * height), 0) * STEEPEST // 100 + round(1000 * out)


class Interior:
    """A room while it is being furnished. Methods that find no place return False or None and change nothing."""

    def __init__(self, layout: Layout, number: int, random: Random):
        area = layout.areas[number]
        self.area, self.random = area, random
        self.width, self.depth = area.width, area.depth
        self.standing: list[Standing] = []
        self.rugs: list[Box] = []
        self.free: list[Box] = []  # where nothing may stand
        self.frames: list[Box] = []  # doorways, where nothing may hang
        self.entries: list[tuple[int, int]] = []  # a place in front of every doorway
        self.to_use: list[Box] = []  # in front of pieces: the agent must get there
        self.lines: list[str] = []
        for door in layout.doors:
            if number in door.rooms:
                self._add_door(door)
        self.inner = [_beside(area, other) for k, other in enumerate(layout.areas) if k != number]  # where no window can be

    def _add_door(self, door: Opening) -> None:
        if door.axis == 0:
            side, along = "north" if door.line == self.area.z + self.depth else "south", door.at - self.area.x
        else:
            side, along = "east" if door.line == self.area.x + self.width else "west", door.at - self.area.z
        half = door.width // 2
        self.free.append(self.at_wall(side, along, 2 * half + 100, ENTRY))
        self.frames.append(self.at_wall(side, along, 2 * (half + BESIDE_DOOR), 700))
        self.entries.append(self.point(side, along, 400))

    def length(self, side: str) -> int:
        """Length of a wall, between the middles of the walls at its ends."""
        return self.width if side in ("north", "south") else self.depth

    def across(self, side: str) -> int:
        """Free length from a wall to the opposite one."""
        return (self.depth if side in ("north", "south") else self.width) - THICK

    def point(self, side: str, along: int, out: int) -> tuple[int, int]:
        """A place in a wall's frame as x and z."""
        inner = HALF_WALL + out
        return {
            "north": (along, self.depth - inner), "south": (along, inner),
            "east": (self.width - inner, along), "west": (inner, along),
        }[side]  # fmt: skip

    def at_wall(self, side: str, along: int, width: int, deep: int, out: int = 0) -> Box:
        """A box of this width along a wall, from `out` to `out + deep` in front of it."""
        (x0, z0), (x1, z1) = self.point(side, along - width // 2, out), self.point(side, along + width // 2, out + deep)
        return min(x0, x1), min(z0, z1), max(x0, x1), max(z0, z1)

    def framed(self, side: str, box: Box) -> tuple[int, int, int, int]:
        """A box in a wall's frame: along from and to, out from and to."""
        x0, z0, x1, z1 = box
        if side == "north":
            return x0, x1, self.depth - HALF_WALL - z1, self.depth - HALF_WALL - z0
        if side == "south":
            return x0, x1, z0 - HALF_WALL, z1 - HALF_WALL
        if side == "east":
            return z0, z1, self.width - HALF_WALL - x1, self.width - HALF_WALL - x0
        return z0, z1, x0 - HALF_WALL, x1 - HALF_WALL

    def spans(self, thing: Furniture, side: str, front: int | None = None, up: int = 0) -> list[tuple[int, int]]:
        """Where along a wall the middle of a piece may be: from, to."""
        width, deep, low, high = measures(thing)
        front = free_front(thing) if front is None else front
        front, hung = front if thing.solid else 0, not thing.solid and bool(thing.surfaces)
        half = -(-width // 2)
        blocked: list[tuple[int, int]] = []
        if front + deep > self.across(side):
            return []
        for other in self.standing:
            a0, a1, out0, out1 = self.framed(side, other.box)
            meets = out0 < deep and low + up < other.high and other.low < high + up
            below = hung and other.blocks and (out1 > UNDER or other.high > LOW_TOP) and out0 < BEFORE
            if meets or below or (other.blocks and out0 < deep + front and out1 > 0 and front):
                blocked.append((a0 - half, a1 + half))
        zones = [*self.frames, *(self.free if thing.solid else ()), *(self.inner if thing.noun == "window" else ())]
        for zone in zones:
            a0, a1, out0, out1 = self.framed(side, zone)
            if out0 < deep and out1 > 0:
                blocked.append((a0 - half, a1 + half))
        spans, at = [], HALF_WALL + half
        for a0, a1 in [*sorted(blocked), (self.length(side) - HALF_WALL - half, 10**9)]:
            if a0 >= at:
                spans.append((at, min(a0, self.length(side) - HALF_WALL - half)))
            at = max(at, a1)
        return [span for span in spans if span[1] >= span[0]]

    def against(self, thing: Furniture, side: str, along: int, front: int | None = None, up: int = 0) -> None:
        """Put a piece against a wall; `spans` says where it may."""
        width, deep, low, high = measures(thing)
        box = self.at_wall(side, along, width, deep)
        solid = thing.solid
        self.standing.append(Standing(thing, box, low + up, high + up, solid, SIDES[side]))
        front = free_front(thing) if front is None else front
        if solid and front:
            self.free.append(self.at_wall(side, along, width, front, deep))
            self.to_use.append(self.at_wall(side, along, width, min(front, 500), deep + max(front - 650, 0)))
        elif not solid and thing.surfaces:
            self.free.append(self.at_wall(side, along, width, BEFORE - UNDER, UNDER))
            self.to_use.append(self.free[-1])
        self.lines.append(f"{thing.name}, {side} {metres(along)}" + (f", up {metres(up)}" if up else ""))

    def anywhere(
        self, thing: Furniture | None, sides: Sequence[str] = tuple(SIDES), how: str = "any", up: int = 0
    ) -> str | None:  # fmt: skip
        """Put a piece against one of these walls: `any` place, in a `corner`, or in the `middle` of a free span."""
        if thing is None:
            return None
        places = [(side, *span) for side in sides for span in self.spans(thing, side, up=up)]
        if not places:
            return None
        if how == "middle":
            side, low, high = max(places, key=lambda place: place[2] - place[1])
            along = (low + high) // 2
        else:
            side, low, high = self.random.choice(places)
            along = self.random.choice((low, high)) if how == "corner" else self.random.randint(low, high)
        rounded = along // 50 * 50
        self.against(thing, side, rounded if low <= rounded <= high else along, up=up)
        return side

    def fits(self, box: Box, low: int, high: int, blocks: bool = True, among: Sequence[Box] = ()) -> bool:
        """Whether a box is free, and (if it blocks the way) leaves free what must be; `among` is not minded."""
        if not self._holds(box):
            return False
        if any(low < other.high and other.low < high and meet(box, other.box) for other in self.standing):
            return False
        return not blocks or not any(meet(box, zone) for zone in self.free if zone not in among)

    def put(self, thing: Furniture, x: int, z: int, turn: int, among: Sequence[Box] = ()) -> bool:
        """Put a piece on the floor, its middle at x, z; a rug lies under the others."""
        box, high = self.box_of(thing, x, z, turn), measures(thing)[3]
        if thing.solid and self.fits(box, 0, high, True, among):
            self.standing.append(Standing(thing, box, 0, high, True, turn % 360))
        elif not thing.solid and self._holds(box) and not any(meet(box, rug) for rug in self.rugs):
            self.rugs.append(box)
        else:
            return False
        self.lines.append(f"{thing.name}, at {metres(x)} {metres(z)}" + (f", turn {turn % 360}" if turn % 360 else ""))
        return True

    def _holds(self, box: Box) -> bool:
        """Whether a box lies between the walls."""
        x0, z0, x1, z1 = box
        return min(x0, z0) >= HALF_WALL and x1 <= self.width - HALF_WALL and z1 <= self.depth - HALF_WALL

    def box_of(self, thing: Furniture, x: int, z: int, turn: int) -> Box:
        """The footprint of a piece."""
        width, deep = measures(thing)[:2]
        if turn % 180:
            width, deep = deep, width
        return x - width // 2, z - deep // 2, x + width - width // 2, z + deep - deep // 2

    def on(self, thing: Furniture | None, aside: int = 0, behind: int = 0) -> None:
        """Put a piece on the one that was put last, if there is room above it."""
        if thing is None:
            return
        below = self.standing[-1]
        turn = below.turn
        x, z = (below.box[0] + below.box[2]) // 2, (below.box[1] + below.box[3]) // 2
        dx, dz = {0: (aside, behind), 90: (behind, -aside), 180: (-aside, -behind), 270: (-behind, aside)}[turn]
        box, low = self.box_of(thing, x + dx, z + dz, turn), measures(below.thing)[3]
        if self.fits(box, low, low + measures(thing)[3], blocks=False):
            self.standing.append(Standing(thing, box, low, low + measures(thing)[3], False, turn))
            shift = f", {metres(aside)} {metres(behind)}" if aside or behind else ""
            self.lines.append(f"{thing.name}, on {below.thing.name}{shift}")

    def is_walkable(self) -> bool:
        """Whether one gets from every doorway to every other, and to every place from where a piece is used."""
        rows, columns = self.depth // LATTICE + 1, self.width // LATTICE + 1
        z, x = np.arange(rows)[:, None] * LATTICE, np.arange(columns)[None, :] * LATTICE
        free = np.zeros((rows, columns), bool)
        edge = HALF_WALL + BODY
        free[(z >= edge) & (z <= self.depth - edge) & (x >= edge) & (x <= self.width - edge)] = True
        for piece in self.standing:
            if piece.blocks:
                x0, z0, x1, z1 = piece.box
                gap_x, gap_z = np.maximum(np.maximum(x0 - x, x - x1), 0), np.maximum(np.maximum(z0 - z, z - z1), 0)
                free &= gap_x * gap_x + gap_z * gap_z >= BODY * BODY
        patches, _ = ndimage.label(free)
        main = {int(patches[z // LATTICE, x // LATTICE]) for x, z in self.entries}
        if len(main) > 1 or 0 in main:
            return False
        reached = patches == (main.pop() if main else 1)
        return all(_reaches(reached, box) for box in self.to_use)


def _beside(area: Area, other: Area) -> Box:
    """Another room as a box in this room's frame, so much larger that it meets the walls that both have."""
    x0, z0, x1, z1 = other.box
    return x0 - area.x - THICK, z0 - area.z - THICK, x1 - area.x + THICK, z1 - area.z + THICK


def _reaches(reached: Bools, box: Box) -> bool:
    """Whether the agent can stand somewhere in a box."""
    x0, z0, x1, z1 = (value // LATTICE for value in box)
    return bool(reached[z0 : z1 + 1, x0 : x1 + 1].any())


def meet(a: Box, b: Box) -> bool:
    """Whether two boxes overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def metres(length: int) -> str:
    """1200 as '1.2'."""
    return f"{length / 1000:.3f}".rstrip("0").removesuffix(".") if length % 1000 else f"{length // 1000}.0"
