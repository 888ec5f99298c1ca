"""Poses from which the agent can see and reach everything in a house, with its own camera and turns of 90 degrees.

The search takes half a second per house. For the bundled houses its result is in house/plans/standing.json, which
`write_known` rewrites; a test compares.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.dynamics import STRIDE
from sightline.chai.hands import PUT, REACH
from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH, HOUSES, PLANS, WALLS, House, load_house
from sightline.chai.house.arrays import HELD, Estate, State, empty_state, estate_of
from sightline.chai.house.plan import WALL, Piece, Plan, Room
from sightline.chai.house.things import Furniture
from sightline.chai.sight.gaze import EYE, Houses, Seen, Viewer
from sightline.errors import InputError
from sightline.geometry.types import Array, Floats

BACK, ASIDE = (0.5, 0.8, 1.1, 1.4, 1.7, 2.0), (0.0, 0.4, -0.4, 0.7, -0.7)  # candidate stands, relative to a thing
COARSE = 16  # cells across a view, enough to find visible things
SAMPLE = 24  # cells of each view to try
KNOWN = "standing.json"
BEST = 4  # places kept for each surface
LIKELY = 4  # poses tried first for each surface
ALONE = 7.0  # metres: side of the room in which a piece is looked at alone
Pose = tuple[float, float, float]


class Thing(NamedTuple):
    """A part or switch of a house."""

    number: int
    owner: int  # its piece
    behind: int  # the part to open first, or -1


def open_for(estate: Estate, state: State, worlds: Array, part: int) -> None:
    """Open a part of the first house, after the parts that hide it, in these worlds; -1 is no part."""
    while part >= 0:
        state.open[worlds, part] = 1
        part = estate.part_behind[0, part]


def check_reach(house: House) -> None:
    """Raise InputError, naming the thing, unless every part, switch and surface is visible within reach from some pose."""
    estate = estate_of((house,))
    things = [Thing(FIRST_PART + k, owner, estate.part_behind[0, k]) for k, (owner, _) in enumerate(house.parts)]
    things += [Thing(FIRST_SWITCH + k, owner, -1) for k, (owner, _) in enumerate(house.switches)]
    for backs, asides in ((BACK[2:5], ASIDE[:2]), (BACK, ASIDE)):  # most things are seen from the usual places
        things = _out_of_reach(house, things, backs, asides)
    if things:
        number = things[0].number
        room = house.plan.rooms[house.room_of(number)].name
        raise InputError(f"{house.title}, {room}: the {house.names[number]} cannot be reached from anywhere.")
    for (owner, surface), places in zip(house.surfaces, likely_standing_places(house), strict=True):
        if not len(places):
            piece = house.names[FIRST_PIECE + owner]
            room = house.plan.rooms[house.plan.pieces[owner].room].name
            raise InputError(
                f"{house.title}, {room}: nothing can be put on the {surface.name} of the {piece} from anywhere."
            )


def _out_of_reach(house: House, things: list[Thing], backs: Sequence[float], asides: Sequence[float]) -> list[Thing]:
    """Those of the things that are not visible within reach from any pose at these distances before and beside them."""
    houses = Houses.of((house,))
    estate = houses.estate
    slot = {number: k for k, number in enumerate(estate.fixed_ids[0].tolist())}
    candidates = []
    for number, owner, _ in things:
        model = estate.fixed_models[0, slot[number], 0]
        x, _, z = house.outward(owner, tuple(houses.library.spheres[model, :3].tolist()))
        candidates.append(_around(estate, x, z, [house.plan.pieces[owner].turn], backs, asides))
    index = np.repeat(np.arange(len(things)), [len(poses) for poses in candidates])
    state = empty_state(estate, len(index), 1)
    for k, (_, _, part) in enumerate(things):
        open_for(estate, state, np.flatnonzero(index == k), part)
    numbers = np.array([number for number, _, _ in things], np.int64)[index]
    poses = np.array([pose for poses in candidates for pose in poses]).reshape(-1, 3)
    seen = Viewer(houses, state, EYE).gaze(np.arange(len(index)), poses)
    cells = ((seen.numbers == numbers[:, None]) & (seen.distances < REACH)).sum(axis=1)
    return [thing for k, thing in enumerate(things) if cells[index == k].max(initial=0) < 2]


@lru_cache(maxsize=64)
def standing_places(house: House) -> tuple[Floats, ...]:
    """For every surface, poses (K, 3) from which an item can be put on it with its part open; best first."""
    if is_known(house):
        return tuple(np.array(poses, dtype=np.float64).reshape(-1, 3) for poses in _known()[house.fingerprint])
    if house.is_generated:  # nothing stands in the way of the likely poses
        return tuple(np.array(poses).reshape(-1, 3) for poses in _likely(house))
    return likely_standing_places(house)


def is_known(house: House) -> bool:
    """Whether a house is bundled and unchanged since everything in it was found to be within reach."""
    return house.fingerprint in _known()


@cache
def _known() -> dict[str, list[list[Pose]]]:
    """The standing places of the bundled houses, by fingerprint."""
    stored: dict[str, list[list[Pose]]] = json.loads((PLANS / KNOWN).read_text(encoding="utf-8"))
    return stored


def write_known() -> None:
    """Recompute standing.json."""
    known = {}
    for house in map(load_house, HOUSES):
        check_reach(house)
        known[house.fingerprint] = [poses.tolist() for poses in find_standing_places(house)]
    text = json.dumps(known).replace("]], ", "]],\n") + "\n"
    (PLANS / KNOWN).write_text(text, encoding="utf-8")


def find_standing_places(house: House) -> tuple[Floats, ...]:
    """`standing_places`, computed by looking from all around."""
    return tuple(poses[:BEST] for poses in _try_poses(house, _all_around(house)))


@lru_cache(maxsize=64)
def likely_standing_places(house: House) -> tuple[Floats, ...]:
    """`find_standing_places` at a twentieth of its cost: from where each piece is best used alone, then from all around."""
    places = list(_try_poses(house, _likely(house)))
    missing = [s for s, poses in enumerate(places) if not len(poses)]
    if missing:
        around = _all_around(house)
        tried = _try_poses(house, [poses if s in missing else [] for s, poses in enumerate(around)])
        for s in missing:
            places[s] = tried[s]
    return tuple(poses[:BEST] for poses in places)


def _all_around(house: House) -> list[list[Pose]]:
    """For every surface, the free poses around it."""
    estate = estate_of((house,))
    poses = []
    for s, (owner, _) in enumerate(house.surfaces):
        front, inside = house.plan.pieces[owner].turn, estate.surface_part[0, s] >= 0 and not estate.surface_moves[0, s]
        poses.append(_around(estate, *_middle(estate, s), [front] if inside else [0, 90, 180, 270]))
    return poses


def _likely(house: House) -> list[list[Pose]]:
    """For every surface, the free poses among those from which it is best used when its piece stands alone."""
    free, poses = house.ground.reachable, []
    first = {owner: s for s, (owner, _) in reversed(list(enumerate(house.surfaces)))}
    for s, (owner, _) in enumerate(house.surfaces):
        piece, free_poses = house.plan.pieces[owner], []
        for dx, dz, turn in _used_alone(piece.thing, piece.at[1])[s - first[owner]]:
            x, z = piece.outward(dx, dz)
            i, j = round((piece.at[2] + z) / STRIDE), round((piece.at[0] + x) / STRIDE)
            if 0 <= i < free.shape[0] and 0 <= j < free.shape[1] and free[i, j]:
                free_poses.append((round(j * STRIDE, 6), round(i * STRIDE, 6), (turn + piece.turn) % 360))
                if len(free_poses) == LIKELY:
                    break
        poses.append(free_poses)
    return poses


@cache
def _used_alone(thing: Furniture, height: float) -> tuple[list[Pose], ...]:
    """For every surface of a piece alone in a room, poses relative to it from which an item can be put there; best first."""
    side, back = ALONE / 2, ALONE - WALL / 2 - thing.size[2] / 2
    room = Room("room", "hallway", (0.0, 0.0), (ALONE, ALONE), ("tiles", "#ffffff", "#ffffff"), "#ffffff", 0)
    middle = side if thing.solid and not height else round(back / STRIDE) * STRIDE  # what hangs has a wall behind it
    piece = Piece(thing, 0, (side, height, middle), 0)
    house = House(f"alone/{thing.name}", thing.name, Plan("", (room,), (), (piece,)), "")
    places = _try_poses(house, _all_around(house))
    return tuple([(x - side, z - middle, turn) for x, z, turn in poses.tolist()] for poses in places)


def _try_poses(house: House, candidates: Sequence[Sequence[Pose]]) -> tuple[Floats, ...]:
    """For every surface, those of its candidate poses from which an item can be put on it, best first."""
    houses = Houses.of((house,))
    estate = houses.estate
    poses = [pose for tried in candidates for pose in tried]
    index = np.repeat(np.arange(len(candidates)), [len(tried) for tried in candidates])
    at, worlds = np.array(poses).reshape(-1, 3), np.arange(len(poses))
    state = empty_state(estate, len(poses), 1)
    state.kind[:, 0], state.size[:, 0] = 0, 0.06  # a small item in the hands
    state.surface[:, 0], state.held[:] = HELD, 0
    for s in range(len(house.surfaces)):
        open_for(estate, state, np.flatnonzero(index == s), estate.surface_part[0, s])
    viewer = Viewer(houses, state, EYE)
    seen = viewer.gaze(worlds, at, COARSE)
    piece = np.array([owner for owner, _ in house.surfaces], np.int64)[index, None]
    part_piece = np.append(estate.part_piece[0], -1)
    part = np.clip(seen.numbers - FIRST_PART, -1, len(part_piece) - 1)
    its_own = (seen.numbers == FIRST_PIECE + piece) | (part_piece[part] == piece)
    lots = np.where(its_own, np.random.default_rng(0).permutation(its_own.shape[1]), -1)
    some = np.argpartition(lots, -SAMPLE, axis=1)[:, -SAMPLE:]  # cells of each view, those that show the piece first
    numbers, distances = (
        np.take_along_axis(a, some, axis=1) for a in (np.where(its_own, seen.numbers, WALLS), seen.distances)
    )
    points = np.take_along_axis(seen.points, some[..., None], axis=1)
    deeds = viewer.try_out(worlds, at, Seen(numbers, points, distances)).deeds
    hits = ((deeds[..., 0] == PUT) & (deeds[..., 2] == index[:, None])).mean(axis=1) * its_own.sum(axis=1)
    places = []
    for s in range(len(house.surfaces)):
        here = np.flatnonzero((index == s) & (hits > 0))
        places.append(at[here[np.argsort(-hits[here], kind="stable")]])
    return tuple(places)


def _middle(estate: Estate, surface: int) -> tuple[float, float]:
    """The middle of a surface, pulled out if it moves."""
    x0, z0, x1, z1 = estate.surface_box[0, surface, :4].tolist()
    shift = estate.part_shift[0, estate.surface_part[0, surface]] if estate.surface_moves[0, surface] else np.zeros(3)
    return (x0 + x1) / 2 + float(shift[0]), (z0 + z1) / 2 + float(shift[2])


def _around(
    estate: Estate, x: float, z: float, headings: list[int], backs: Sequence[float] = BACK, asides: Sequence[float] = ASIDE
) -> list[Pose]:  # fmt: skip
    """Free poses around a point of the first house that face it."""
    poses = []
    for heading in headings:
        dx, dz = math.sin(math.radians(heading)), math.cos(math.radians(heading))
        for back in backs:
            for aside in asides:
                i = round((z - back * dz - aside * dx) / STRIDE)
                j = round((x - back * dx + aside * dz) / STRIDE)
                if 0 <= i < estate.free.shape[1] and 0 <= j < estate.free.shape[2] and estate.free[0, i, j]:
                    poses.append((round(j * STRIDE, 6), round(i * STRIDE, 6), float(heading)))
    return poses
