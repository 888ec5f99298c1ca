"""Poses from which the agent can see and reach everything in a house, with its own camera and turns of 90 degrees.

The search takes half a second per house. For the bundled houses its result is in house/plans/standing.json, which
`write_known` rewrites; a test compares.
"""

from __future__ import annotations

import json
import math
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.dynamics import STRIDE
from sightline.chai.hands import PUT, REACH
from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH, HOUSES, PLANS, WALLS, House, load_house
from sightline.chai.house.arrays import HELD, Estate, State, empty_state
from sightline.chai.sight.gaze import EYE, Houses, Seen, Viewer
from sightline.errors import InputError
from sightline.geometry.types import Array, Floats

DISTANCES_BACK = (0.5, 0.8, 1.1, 1.4, 1.7, 2.0)  # of candidate stands from a thing, in metres
DISTANCES_ASIDE = (0.0, 0.4, -0.4, 0.7, -0.7)
COARSE = 16  # cells across a view, enough to find visible things
SAMPLE = 24  # cells of each view to try
SURFACES_PER_CALL = 64  # more take gigabytes in a large house
STORED = "standing.json"
PLACES_KEPT = 4  # for each surface
Pose = tuple[float, float, float]


def open_for(estate: Estate, state: State, worlds: Array, part: int) -> None:
    """Open a part of the first house, after the parts that hide it, in these worlds; -1 is no part."""
    while part >= 0:
        state.open[worlds, part] = 1
        part = estate.part_behind[0, part]


def check_reach(house: House) -> None:
    """Raise InputError, naming the thing, unless every part, switch and surface is visible within reach from some pose."""
    houses = Houses.of((house,))
    estate = houses.estate
    numbers = [FIRST_PART + k for k in range(len(house.parts))] + [FIRST_SWITCH + k for k in range(len(house.switches))]
    behind = [*estate.part_behind[0, : len(house.parts)].tolist(), *[-1] * len(house.switches)]
    slot = {number: k for k, number in enumerate(estate.fixed_ids[0].tolist())}
    things = []
    for number, part in zip(numbers, behind, strict=True):
        piece = house.piece_of(number)
        x, _, z = house.outward(piece, tuple(houses.library.spheres[estate.fixed_models[0, slot[number], 0], :3].tolist()))
        things.append(_Thing(x, z, [house.plan.pieces[piece].turn], part))
    poses, index, state = _views_of(estate, things)
    seen = Viewer(houses, state, EYE).gaze(np.arange(len(poses)), poses)
    cells = ((seen.numbers == np.array(numbers, np.int64)[index, None]) & (seen.distances < REACH)).sum(axis=1)
    for k, number in enumerate(numbers):
        if cells[index == k].max(initial=0) < 2:
            room = house.plan.rooms[house.room_of(number)].name
            raise InputError(f"{house.title}, {room}: the {house.names[number]} cannot be reached from anywhere.")
    for (owner, surface), places in zip(house.surfaces, find_standing_places(house), strict=True):
        if not len(places):
            piece_name, room = house.names[FIRST_PIECE + owner], house.plan.rooms[house.plan.pieces[owner].room].name
            raise InputError(
                f"{house.title}, {room}: nothing can be put on the {surface.name} of the {piece_name} from anywhere."
            )


@lru_cache(maxsize=64)
def standing_places(house: House) -> tuple[Floats, ...]:
    """For every surface, poses (K, 3) from which an item can be put on it with its part open; best first."""
    if is_known(house):
        return tuple(np.array(poses, dtype=np.float64).reshape(-1, 3) for poses in _known()[house.fingerprint])
    return find_standing_places(house)


def is_known(house: House) -> bool:
    """Whether a house is bundled and unchanged since everything in it was found to be within reach."""
    return house.fingerprint in _known()


@cache
def _known() -> dict[str, list[list[Pose]]]:
    """The standing places of the bundled houses, by fingerprint."""
    stored: dict[str, list[list[Pose]]] = json.loads((PLANS / STORED).read_text(encoding="utf-8"))
    return stored


def write_known() -> None:
    """Recompute standing.json."""
    known = {}
    for house in map(load_house, HOUSES):
        check_reach(house)
        known[house.fingerprint] = [poses.tolist() for poses in find_standing_places(house)]
    text = json.dumps(known).replace("]], ", "]],\n") + "\n"
    (PLANS / STORED).write_text(text, encoding="utf-8")


@lru_cache(maxsize=64)
def find_standing_places(house: House) -> tuple[Floats, ...]:
    """`standing_places`, computed by looking from all around."""
    count = len(house.surfaces)
    groups = [range(k, min(k + SURFACES_PER_CALL, count)) for k in range(0, count, SURFACES_PER_CALL)]
    return tuple(places for surfaces in groups for places in _find_places(house, surfaces))


def _find_places(house: House, surfaces: range) -> list[Floats]:
    houses = Houses.of((house,))
    estate = houses.estate
    things = []
    for s in surfaces:
        part, inside = int(estate.surface_part[0, s]), not estate.surface_moves[0, s]
        front = house.plan.pieces[house.surfaces[s][0]].turn
        things.append(_Thing(*_middle(estate, s), [front] if part >= 0 and inside else [0, 90, 180, 270], part))
    poses, index, state = _views_of(estate, things)
    state.kind[:, 0], state.size[:, 0] = 0, 0.06  # a small item in the hands
    state.surface[:, 0], state.held[:] = HELD, 0
    viewer, worlds = Viewer(houses, state, EYE), np.arange(len(poses))
    seen = viewer.gaze(worlds, poses, COARSE)
    piece = np.array([house.surfaces[s][0] for s in surfaces], np.int64)[index, None]
    part_piece = np.append(estate.part_piece[0], -1)
    parts = np.clip(seen.numbers - FIRST_PART, -1, len(part_piece) - 1)
    its_own = (seen.numbers == FIRST_PIECE + piece) | (part_piece[parts] == piece)
    ranks = np.where(its_own, np.random.default_rng(0).permutation(its_own.shape[1]), -1)
    sample = np.argpartition(ranks, -SAMPLE, axis=1)[:, -SAMPLE:]  # cells of each view, those that show the piece first
    numbers, distances = (
        np.take_along_axis(a, sample, axis=1) for a in (np.where(its_own, seen.numbers, WALLS), seen.distances)
    )
    points = np.take_along_axis(seen.points, sample[..., None], axis=1)
    deeds = viewer.try_out(worlds, poses, Seen(numbers, points, distances)).deeds
    put = (deeds[..., 0] == PUT) & (deeds[..., 2] == surfaces.start + index[:, None])
    hits = put.mean(axis=1) * its_own.sum(axis=1)
    places = []
    for k in range(len(surfaces)):
        here = np.flatnonzero((index == k) & (hits > 0))
        places.append(poses[here[np.argsort(-hits[here], kind="stable")[:PLACES_KEPT]]])
    return places


class _Thing(NamedTuple):
    """A thing of the first house to look at."""

    x: float
    z: float
    headings: list[int]  # to look in
    part: int  # to open before, or -1


def _views_of(estate: Estate, things: list[_Thing]) -> tuple[Floats, Array, State]:
    """Poses (M, 3) around things, the thing (M,) of each, and the state of M worlds in which its part is open."""
    around = [_around(estate, thing.x, thing.z, thing.headings) for thing in things]
    poses = np.array([pose for views in around for pose in views]).reshape(-1, 3)
    index = np.repeat(np.arange(len(things)), [len(views) for views in around])
    state = empty_state(estate, len(poses), 1)
    for k, thing in enumerate(things):
        open_for(estate, state, np.flatnonzero(index == k), thing.part)
    return poses, index, state


def _middle(estate: Estate, surface: int) -> tuple[float, float]:
    """The middle of a surface, pulled out if it moves."""
    x0, z0, x1, z1 = estate.surface_box[0, surface, :4].tolist()
    shift = estate.part_shift[0, estate.surface_part[0, surface]] if estate.surface_moves[0, surface] else np.zeros(3)
    return (x0 + x1) / 2 + float(shift[0]), (z0 + z1) / 2 + float(shift[2])


def _around(estate: Estate, x: float, z: float, headings: list[int]) -> list[Pose]:
    """Free poses around a point of the first house that face it."""
    poses = []
    for heading in headings:
        dx, dz = math.sin(math.radians(heading)), math.cos(math.radians(heading))
        for back in DISTANCES_BACK:
            for aside in DISTANCES_ASIDE:
                i = round((z - back * dz - aside * dx) / STRIDE)
                j = round((x - back * dx + aside * dz) / STRIDE)
                if 0 <= i < estate.free.shape[1] and 0 <= j < estate.free.shape[2] and estate.free[0, i, j]:
                    poses.append((round(j * STRIDE, 6), round(i * STRIDE, 6), float(heading)))
    return poses
