"""The floor of a house: its walls, where the agent can stand, and the shortest paths between doorways."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from scipy import ndimage

from sightline.chai.house.plan import WALL, Doorway, Piece, Plan
from sightline.chai.house.things import Furniture, Part, Switch
from sightline.errors import InputError
from sightline.geometry.types import Array, Bools, Floats

STEP = 0.1  # length of the agent's step, and lattice spacing
RADIUS = 0.25  # of the agent's body
TOUCH = 0.012  # tolerance of overlap: pieces may touch, and models are this exact
Box = tuple[float, float, float, float]  # x0, z0, x1, z1


def walls(plan: Plan) -> list[tuple[int, Box]]:
    """The walls of every room, of half the wall thickness, cut at the doorways: (room, box)."""
    boxes: list[tuple[int, Box]] = []
    half = WALL / 2
    for number, room in enumerate(plan.rooms):
        (x0, z0), (width, depth) = room.corner, room.size
        x1, z1 = x0 + width, z0 + depth
        sides = (("x", x0, x1, z0, 1), ("x", x0, x1, z1, -1), ("z", z0, z1, x0, 1), ("z", z0, z1, x1, -1))
        for along, low, high, line, inward in sides:
            gaps = sorted(
                (door.at[0 if along == "x" else 1], door.width / 2)
                for door in plan.doorways
                if number in door.rooms and door.along == along and math.isclose(door.at[1 if along == "x" else 0], line)
            )
            begin = low
            for stop, after in [*((gap - wide, gap + wide) for gap, wide in gaps), (high, high)]:
                inner = sorted((line, line + inward * half))
                box = (begin, inner[0], stop, inner[1]) if along == "x" else (inner[0], begin, inner[1], stop)
                boxes.append((number, box))
                begin = after
    return boxes


def in_the_way(piece: Piece) -> bool:
    """Whether the agent bumps into a piece: it is solid, and stands on the floor."""
    return piece.thing.solid and piece.at[1] == 0.0


@dataclass(frozen=True)
class Ground:
    """Where the agent can stand: on a lattice of STEP, with its body clear of walls and furniture."""

    plan: Plan

    @cached_property
    def shape(self) -> tuple[int, int]:
        """Number of places along z and along x."""
        x = max(room.corner[0] + room.size[0] for room in self.plan.rooms)
        z = max(room.corner[1] + room.size[1] for room in self.plan.rooms)
        return round(z / STEP) + 1, round(x / STEP) + 1

    @cached_property
    def free(self) -> Bools:
        """(Z, X) whether the agent can stand at z = row * STEP, x = column * STEP."""
        z, x = np.arange(self.shape[0])[:, None] * STEP, np.arange(self.shape[1])[None, :] * STEP
        free = self.rooms >= 0
        boxes = [box for _, box in walls(self.plan)]
        boxes += [piece.footprint for piece in self.plan.pieces if in_the_way(piece)]
        for x0, z0, x1, z1 in boxes:
            rows, columns = (
                slice(max(math.floor((low - RADIUS) / STEP), 0), math.ceil((high + RADIUS) / STEP) + 1)
                for low, high in ((z0, z1), (x0, x1))
            )
            near_x, near_z = x[:, columns], z[rows]
            gap_x = np.maximum(np.maximum(x0 - near_x, near_x - x1), 0)
            gap_z = np.maximum(np.maximum(z0 - near_z, near_z - z1), 0)
            free[rows, columns] &= gap_x**2 + gap_z**2 >= RADIUS**2 - 1e-9
        return free

    @cached_property
    def rooms(self) -> Array:
        """(Z, X) the room of every place, -1 outside."""
        z, x = np.meshgrid(np.arange(self.shape[0]) * STEP, np.arange(self.shape[1]) * STEP, indexing="ij")
        rooms = np.full(self.shape, -1, np.int32)
        for k, room in enumerate(self.plan.rooms):
            (left, low), (width, depth) = room.corner, room.size
            rooms[(x >= left - 1e-9) & (x < left + width - 1e-9) & (z >= low - 1e-9) & (z < low + depth - 1e-9)] = k
        return rooms

    @cached_property
    def reachable(self) -> Bools:
        """(Z, X) the largest connected set of places."""
        patches, _ = ndimage.label(self.free)
        return (patches == np.bincount(patches[self.free], minlength=1).argmax()) & self.free

    @cached_property
    def doorway_distances(self) -> Floats:
        """(D, D) the shortest path from doorway to doorway, straight through each room."""
        doors = self.plan.doorways
        ways = np.full((len(doors), len(doors)), np.inf)
        for i, one in enumerate(doors):
            for k, two in enumerate(doors):
                if set(one.rooms) & set(two.rooms):
                    ways[i, k] = math.dist(one.at, two.at)
        for via in range(len(doors)):
            ways = np.minimum(ways, ways[:, via : via + 1] + ways[via])
        return ways


def check_plan(plan: Plan, where: str) -> None:
    """Raise InputError, naming the place, unless pieces lie in their rooms without overlap and all rooms are reachable."""
    for piece in plan.pieces:
        _check_inside(piece, plan, where)
    for k, piece in enumerate(plan.pieces):
        for other in plan.pieces[:k]:
            if piece.room == other.room and _overlap(piece, other):
                raise InputError(
                    f"{where}, {plan.rooms[piece.room].name}: the {piece.thing.name} and the {other.thing.name} overlap."
                )
    ground = Ground(plan)
    for door in plan.doorways:
        if not ground.free[round(door.at[1] / STEP), round(door.at[0] / STEP)]:
            names = " and the ".join(plan.rooms[room].name for room in door.rooms)
            raise InputError(f"{where}: the {_nearest(plan, door)} stands in the doorway between the {names}.")
    for k, room in enumerate(plan.rooms):
        if not (ground.reachable & (ground.rooms == k)).any():
            doors = [door for door in plan.doorways if k in door.rooms]
            why = f"the {_nearest(plan, doors[0], k)} may be in the way" if doors else "it has no door"
            raise InputError(f"{where}: the {room.name} cannot be reached; {why}.")


def _nearest(plan: Plan, door: Doorway, room: int = -1) -> str:
    """The solid piece nearest to a doorway, in a room or on both sides of it."""
    x, z = door.at
    pieces = [p for p in plan.pieces if p.thing.solid and (p.room == room or (room < 0 and p.room in door.rooms))]

    def gap(piece: Piece) -> float:
        x0, z0, x1, z1 = piece.footprint
        return math.hypot(max(x0 - x, x - x1, 0.0), max(z0 - z, z - z1, 0.0))

    return min(pieces, key=gap).thing.name if pieces else "wall"


def _check_inside(piece: Piece, plan: Plan, where: str) -> None:
    room = plan.rooms[piece.room]
    x0, z0, x1, z1 = piece.footprint
    left, low, right, high = room.inside
    if x0 < left - 1e-6 or z0 < low - 1e-6 or x1 > right + 1e-6 or z1 > high + 1e-6:
        raise InputError(f"{where}, {room.name}: the {piece.thing.name} does not stand inside the room.")


def _overlap(one: Piece, two: Piece) -> bool:
    """Whether two pieces overlap. Rugs may lie under everything but other rugs."""
    if is_flat(one) != is_flat(two):
        return False
    a, b = one.footprint, two.footprint
    if a[0] >= b[2] - TOUCH or b[0] >= a[2] - TOUCH or a[1] >= b[3] - TOUCH or b[1] >= a[3] - TOUCH:
        return False
    low, high = _boxes(one)
    other_low, other_high = _boxes(two)
    return bool(((low[:, None] < other_high - TOUCH) & (other_low < high[:, None] - TOUCH)).all(axis=-1).any())


def is_flat(piece: Piece) -> bool:
    """Whether a piece is a rug or a mat."""
    return not piece.thing.solid and piece.at[1] == 0 and piece.thing.size[1] < 0.1


def hangs(piece: Piece) -> bool:
    """Whether a piece hangs on a wall: a picture, a window, a cabinet."""
    return not piece.thing.solid and float(model_corners(piece.thing)[0][:, 1].min()) > 0.3


@cache
def model_corners(thing: Furniture) -> tuple[Floats, Floats]:
    """(K, 3) the lower and upper corners of a piece's primitives, with its parts closed."""
    moving: tuple[Part | Switch, ...] = (*thing.parts, *thing.switches)
    corners = np.stack([p.corners() for model in (thing.model, *(part.models[0] for part in moving)) for p in model])
    return corners.min(axis=1), corners.max(axis=1)


def _boxes(piece: Piece) -> tuple[Floats, Floats]:
    """The corners of `model_corners` in house coordinates."""
    ends = np.stack(model_corners(piece.thing))
    x, z = piece.outward(ends[..., 0], ends[..., 2])
    placed = np.stack([x, ends[..., 1], z], axis=-1) + piece.at
    return placed.min(axis=0), placed.max(axis=0)
