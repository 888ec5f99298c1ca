"""Houses as arrays: constant data, shared by all worlds, first dimension the house; and the models to draw them.

`Estate` holds what the kernels read about houses, `State` what they read and change about worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH, FLOOR, WALLS, House
from sightline.chai.house.ground import is_flat
from sightline.chai.house.items import ITEMS
from sightline.chai.house.plan import Piece
from sightline.chai.house.shell import ceilings, enclosures, floors
from sightline.chai.house.things import Furniture, Part, Switch
from sightline.geometry.types import Array
from sightline.render import Library
from sightline.render.primitives import Primitive
from sightline.render.scene import Packed, pack

NOTHING = -1
CEILING = "ceiling"
STARTS = ("fixed_start", "piece_surfaces")


class Estate(NamedTuple):
    """Arrays (H, ...) over houses; R rooms, D doors, F fixed things, P parts, T switches, S surfaces, K pieces."""

    free: Array  # (H, Z, X) whether the agent can stand there
    rooms: Array  # (H, Z, X) the room there, -1 outside
    doors: Array  # (H, D, 4) the two ends of the opening: x, z, x, z
    door_rooms: Array  # (H, D, 2), -1 for padding
    door_ways: Array  # (H, D, D) length of the shortest path from door to door
    fixed_start: Array  # (H, R + 1) the first fixed thing of each room
    fixed_models: Array  # (H, F, 2) closed or off, open or on
    fixed_state: Array  # (H, F) 0 constant, k + 1 part k, -k - 1 switch k
    fixed_behind: Array  # (H, F) the part that hides it while closed, or -1
    fixed_ids: Array  # (H, F)
    fixed_places: Array  # (H, F, 4) x, y, z, turn
    fixed_circles: Array  # (H, 3, F) x, z and radius of a circle around both models, seen from above
    part_behind: Array  # (H, P) the part that must be open first, or -1
    part_surface: Array  # (H, P) the surface that moves with it, or -1
    part_shift: Array  # (H, P, 3) how far that surface moves when it opens
    part_piece: Array  # (H, P)
    switch_piece: Array  # (H, T)
    piece_floor: Array  # (H, K) whether items put on it lie on the floor: a rug
    piece_surfaces: Array  # (H, K + 1) the first surface of each piece
    surface_box: Array  # (H, S, 6) x0, z0, x1, z1, its height, free height above it
    surface_part: Array  # (H, S) the part that must be open, or -1
    surface_moves: Array  # (H, S)
    surface_room: Array  # (H, S)
    surface_holder: Array  # (H, S) the number of its receptacle
    surface_taken: Array  # (H, S, W, 4) boxes that other pieces occupy
    solid: Array  # (H, B, 4) boxes that block items put on the floor
    rugs: Array  # (H, G, 5) boxes x0, z0, x1, z1 of rugs, and their thickness


class State(NamedTuple):
    """Arrays (N, ...) over worlds."""

    house: Array  # (N,) index into the estate
    open: Array  # (N, P)
    on: Array  # (N, T)
    kind: Array  # (N, I) model of each item, -1 for no item
    size: Array  # (N, I, 3)
    surface: Array  # (N, I) the surface it stands on, or HELD or ON_FLOOR
    place: Array  # (N, I, 4) x, y, z, turn, with all parts closed
    room: Array  # (N, I)
    held: Array  # (N,) an item, or -1


HELD, ON_FLOOR = -1, -2


def empty_state(estate: Estate, count: int, items: int) -> State:
    """The state of `count` worlds in the first house, everything closed and off, without items."""
    parts, switches = estate.part_behind.shape[1], estate.switch_piece.shape[1]
    items = max(items, 1)
    return State(
        house=np.zeros(count, np.int64), open=np.zeros((count, parts), np.uint8), on=np.zeros((count, switches), np.uint8),
        kind=np.full((count, items), NOTHING, np.int32), size=np.zeros((count, items, 3)),
        surface=np.full((count, items), ON_FLOOR, np.int32), place=np.zeros((count, items, 4)),
        room=np.full((count, items), -1, np.int32), held=np.full(count, NOTHING, np.int64),
    )  # fmt: skip


@lru_cache(maxsize=16)
def library_of(houses: tuple[House, ...]) -> Library:
    """All models that these houses can show. Items come first, so an item's model is its index in ITEMS."""
    models: dict[str, Sequence[Primitive] | Packed] = dict(_packed_items())
    for h, house in enumerate(houses):
        for name, build in (("floor", floors), ("walls", enclosures), (CEILING, ceilings)):
            models |= {_key(name, h, room): shell for room, shell in enumerate(build(house.plan))}
        for piece in house.plan.pieces:
            thing = piece.thing
            if _key(thing.name) not in models:
                models |= _packed_furniture(thing)
    return Library(models)


@cache
def _packed_items() -> dict[str, Packed]:
    return {name: pack(item.model) for name, item in ITEMS.items()}


@lru_cache(maxsize=1024)
def _packed_furniture(thing: Furniture) -> dict[str, Packed]:
    """The models of a piece, its parts and its switches, by their names in libraries."""
    models = {_key(thing.name): pack(thing.model)}
    moving: tuple[Part | Switch, ...] = (*thing.parts, *thing.switches)
    for part in moving:
        for state, model in zip((False, True), part.models, strict=True):
            models[_key(thing.name, part.name, state)] = pack(model)
    return models


def _key(*words: object) -> str:
    """A name for a model that no item uses."""
    return "/".join(map(str, ("", *words)))


@lru_cache(maxsize=16)
def estate_of(houses: tuple[House, ...]) -> Estate:
    """The arrays of these houses."""
    library = library_of(houses)
    columns = zip(Estate._fields, *(_arrays(house, h, library) for h, house in enumerate(houses)), strict=True)
    return Estate(*(_stack(arrays, name in STARTS) for name, *arrays in columns))


def _stack(arrays: Sequence[Array], running: bool) -> Array:
    """Stack arrays of different lengths, padded with -1, False, or the end of a running start."""
    shape = np.maximum(np.max([a.shape for a in arrays], axis=0), 1)
    out = np.full((len(arrays), *shape), arrays[0].dtype != bool and -1, arrays[0].dtype)
    for k, a in enumerate(arrays):
        out[k][tuple(slice(n) for n in a.shape)] = a
        if running:
            out[k, len(a) :] = a[-1]
    return out


def _arrays(house: House, h: int, library: Library) -> list[Array]:
    plan, ground = house.plan, house.ground
    doors = []
    for door in plan.doorways:
        dx, dz = (door.width / 2, 0.0) if door.along == "x" else (0.0, door.width / 2)
        doors.append((door.at[0] - dx, door.at[1] - dz, door.at[0] + dx, door.at[1] + dz))
    fixed, starts = _fixed(house, h, library.index)
    surfaces = house.surfaces
    taken: list[list[tuple[float, float, float, float]]] = []
    boxes, moves = np.zeros((len(surfaces), 6)), np.zeros(len(surfaces), bool)
    hidden, holders = np.zeros(len(surfaces), np.int64), np.zeros(len(surfaces), np.int64)
    for k, (owner, surface) in enumerate(surfaces):
        piece = plan.pieces[owner]
        boxes[k] = *_box(piece, surface.at, surface.size), piece.at[1] + surface.at[1], surface.room
        hidden[k], moves[k] = house.part_of(owner, surface.behind), surface.moves
        holders[k] = FIRST_PART + hidden[k] if surface.moves else FIRST_PIECE + owner
        taken.append([p.footprint for p in plan.pieces if p.at[1] > 0 and _stands_on(p, boxes[k])])
    standing = np.zeros((len(surfaces), max(map(len, taken), default=0), 4))  # empty boxes are padding
    for k, occupied in enumerate(taken):
        for m, box in enumerate(occupied):
            standing[k, m] = box
    parts = house.parts
    carried = [next((s for s in range(len(surfaces)) if moves[s] and hidden[s] == k), -1) for k in range(len(parts))]
    shift = np.zeros((len(parts), 3))
    for k, (owner, part) in enumerate(parts):
        x, z = plan.pieces[owner].outward(part.shift[0], part.shift[2])
        shift[k] = x, part.shift[1], z
    owners = [owner for owner, _ in surfaces]
    return [
        ground.reachable, ground.rooms.astype(np.int64),
        np.array(doors, np.float64).reshape(-1, 4), np.array([d.rooms for d in plan.doorways], np.int64).reshape(-1, 2),
        ground.doorway_distances,
        starts, *fixed, _circles(fixed[0], fixed[-1], library.spheres),
        np.array([house.part_of(owner, part.behind) for owner, part in parts], np.int64),
        np.array(carried, np.int64), shift, np.array([owner for owner, _ in parts], np.int64),
        np.array([owner for owner, _ in house.switches], np.int64),
        np.array([is_flat(p) for p in plan.pieces], bool),
        np.searchsorted(owners, np.arange(len(plan.pieces) + 1)),
        boxes, hidden, moves, np.array([plan.pieces[owner].room for owner in owners], np.int64), holders, standing,
        np.array([p.footprint for p in plan.pieces if p.thing.solid and p.at[1] == 0], np.float64).reshape(-1, 4),
        np.array([(*p.footprint, p.thing.size[1]) for p in plan.pieces if is_flat(p)], np.float64).reshape(-1, 5),
    ]  # fmt: skip


def _box(piece: Piece, at: tuple[float, float, float], size: tuple[float, float]) -> tuple[float, float, float, float]:
    """A rectangle, converted from a piece's frame to the house's."""
    (x, z), (width, depth) = piece.outward(at[0], at[2]), size
    if piece.turn % 180:
        width, depth = depth, width
    x, z = piece.at[0] + x, piece.at[2] + z
    return x - width / 2, z - depth / 2, x + width / 2, z + depth / 2


def _stands_on(piece: Piece, surface: Array) -> bool:
    a, b = piece.footprint, surface[:4]
    apart = a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
    return not apart and abs(piece.at[1] - float(surface[4])) < 0.03


def _fixed(house: House, h: int, index: dict[str, int]) -> tuple[list[Array], Array]:
    """Everything that is drawn at a fixed place, room by room: models, state, the part that hides it, number, place."""
    plan, rows, starts = house.plan, [], [0]
    for room in range(len(plan.rooms)):
        nowhere = (0.0, 0.0, 0.0, 0.0)
        for name, number in (("floor", FLOOR), ("walls", WALLS), (CEILING, WALLS)):
            model = index[_key(name, h, room)]
            rows.append(((model, model), 0, -1, number, nowhere))
        for k, piece in enumerate(plan.pieces):
            if piece.room != room:
                continue
            place, name = (*piece.at, float(piece.turn)), piece.thing.name
            body = index[_key(name)]
            rows.append(((body, body), 0, -1, FIRST_PIECE + k, place))
            for number, (owner, part) in enumerate(house.parts):
                if owner == k:
                    pair = (index[_key(name, part.name, False)], index[_key(name, part.name, True)])
                    rows.append((pair, number + 1, house.part_of(k, part.behind), FIRST_PART + number, place))
            for number, (owner, switch) in enumerate(house.switches):
                if owner == k:
                    pair = (index[_key(name, switch.name, False)], index[_key(name, switch.name, True)])
                    rows.append((pair, -number - 1, -1, FIRST_SWITCH + number, place))
        starts.append(len(rows))
    kinds = (np.int64, np.int64, np.int64, np.int64, np.float64)
    columns = [np.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
    return columns, np.array(starts, np.int64)


def _circles(models: Array, places: Array, spheres: Array) -> Array:
    """(3, F) x, z and radius of circles, seen from above, around both models (F, 2) at places (F, 4)."""
    turn = np.radians(places[:, 3:])
    s, c = np.sin(turn), np.cos(turn)
    x, _, z, radius = np.moveaxis(spheres[models].astype(np.float64), -1, 0)  # (F, 2) each
    apart = np.hypot(x[:, 1] - x[:, 0], z[:, 1] - z[:, 0])
    x, z, widest = x[:, :1], z[:, :1], np.maximum(radius[:, 0], apart + radius[:, 1])
    return np.stack([places[:, 0] + (c * x + s * z)[:, 0], places[:, 2] + (c * z - s * x)[:, 0], widest])
