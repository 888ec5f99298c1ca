"""Poses from which the agent can see and reach everything in a house, with its own camera and turns of 90 degrees.

The search from all around takes half a second per house. For the bundled houses its result is in
house/plans/standing.json, which `write_known` rewrites; a test compares. In other houses the search begins where each piece
is best used when it stands alone. In generated houses that is enough for nearly every surface, because nothing stands in the
way there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice

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

DISTANCES_BACK = (0.5, 0.8, 1.1, 1.4, 1.7, 2.0)  # of candidate stands from a thing, in metres
DISTANCES_ASIDE = (0.0, 0.4, -0.4, 0.7, -0.7)
CLOSELY = (  # the same, so close together that no place is left out
    tuple(round(0.4 + 0.1 * k, 1) for k in range(18)), tuple(round(0.1 * k, 1) for k in range(-8, 9)),
)  # fmt: skip
COARSE = 16  # cells across a view, enough to find visible things
SAMPLE = 24  # cells of each view to try
SURFACES_PER_CALL = 64  # more take gigabytes in a large house
STORED = "standing.json"
PLACES_KEPT = 4  # for each surface
ALONE = 7.0  # metres: side of the room in which a piece is looked at alone
Pose = tuple[float, float, float]


def open_for(estate: Estate, state: State, worlds: Array, part: int) -> None:
    """Open a part of the first house, after the parts that hide it, in these worlds; -1 is no part."""
    while part >= 0:
        state.open[worlds, part] = 1
        part = estate.part_behind[0, part]


def check_reach(house: House) -> None:
    """Raise InputError, naming the thing, unless every part, switch and surface is visible within reach from some pose."""
    numbers = [FIRST_PART + k for k in range(len(house.parts))] + [FIRST_SWITCH + k for k in range(len(house.switches))]
    numbers = _out_of_reach(house, numbers, DISTANCES_BACK[2:5], DISTANCES_ASIDE[:2])  # most things are seen from there
    numbers = _out_of_reach(house, numbers, DISTANCES_BACK, DISTANCES_ASIDE)
    for number in _out_of_reach(house, numbers, *CLOSELY):
        room = house.plan.rooms[house.room_of(number)].name
        raise InputError(f"{house.title}, {room}: the {house.names[number]} cannot be reached from anywhere.")
    for (owner, surface), places in zip(house.surfaces, search_standing_places(house), strict=True):
        if not len(places):
            piece_name, room = house.names[FIRST_PIECE + owner], house.plan.rooms[house.plan.pieces[owner].room].name
            raise InputError(
                f"{house.title}, {room}: nothing can be put on the {surface.name} of the {piece_name} from anywhere."
            )


def _out_of_reach(house: House, numbers: list[int], backs: Sequence[float], asides: Sequence[float]) -> list[int]:
    """The parts and switches that are not visible within reach from any pose at these distances."""
    houses = Houses.of((house,))
    estate = houses.estate
    slot = {number: k for k, number in enumerate(estate.fixed_ids[0].tolist())}
    candidates, parts = [], []
    for number in numbers:
        piece = house.piece_of(number)
        x, _, z = house.outward(piece, tuple(houses.library.spheres[estate.fixed_models[0, slot[number], 0], :3].tolist()))
        candidates.append(_around(estate, x, z, [house.plan.pieces[piece].turn], backs, asides))
        parts.append(int(estate.part_behind[0, number - FIRST_PART]) if number < FIRST_SWITCH else -1)
    poses, index, state = _views_of(estate, candidates, parts)
    seen = Viewer(houses, state, EYE).gaze(np.arange(len(poses)), poses)
    cells = ((seen.numbers == np.array(numbers, np.int64)[index, None]) & (seen.distances < REACH)).sum(axis=1)
    return [number for k, number in enumerate(numbers) if cells[index == k].max(initial=0) < 2]


@lru_cache(maxsize=64)
def standing_places(house: House) -> tuple[Floats, ...]:
    """For every surface, poses (K, 3) from which an item can be put on it with its part open; best first."""
    if is_known(house):
        return tuple(np.array(poses, dtype=np.float64).reshape(-1, 3) for poses in _known()[house.fingerprint])
    if house.is_generated:
        return _search_missing(house, [np.array(poses).reshape(-1, 3) for poses in _likely(house)])
    return search_standing_places(house)


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


def find_standing_places(house: House) -> tuple[Floats, ...]:
    """`standing_places`, computed by looking from all around."""
    return tuple(poses[:PLACES_KEPT] for poses in _try_poses(house, _all_around(house)))


@lru_cache(maxsize=64)
def search_standing_places(house: House) -> tuple[Floats, ...]:
    """`standing_places`, computed by looking from likely poses, and from all around where none of these will do."""
    return _search_missing(house, _try_poses(house, _likely(house)))


def _search_missing(house: House, places: list[Floats]) -> tuple[Floats, ...]:
    """Places for surfaces, found by looking from all around for those that have none."""
    for distances in ((DISTANCES_BACK, DISTANCES_ASIDE), CLOSELY):
        missing = {s for s, poses in enumerate(places) if not len(poses)}
        if missing:
            around = [poses if s in missing else [] for s, poses in enumerate(_all_around(house, *distances))]
            places = [new if len(new) else old for old, new in zip(places, _try_poses(house, around), strict=True)]
    return tuple(poses[:PLACES_KEPT] for poses in places)


def _all_around(
    house: House, backs: Sequence[float] = DISTANCES_BACK, asides: Sequence[float] = DISTANCES_ASIDE
) -> list[list[Pose]]:  # fmt: skip
    """For every surface, the free poses around it."""
    estate = estate_of((house,))
    poses = []
    for s, (owner, _) in enumerate(house.surfaces):
        front, inside = house.plan.pieces[owner].turn, estate.surface_part[0, s] >= 0 and not estate.surface_moves[0, s]
        poses.append(_around(estate, *_middle(estate, s), [front] if inside else [0, 90, 180, 270], backs, asides))
    return poses


def _likely(house: House) -> list[list[Pose]]:
    """For every surface, the best of the free poses from which it is used when its piece stands alone."""
    first = {owner: s for s, (owner, _) in reversed(list(enumerate(house.surfaces)))}
    poses = []
    for s, (owner, _) in enumerate(house.surfaces):
        piece = house.plan.pieces[owner]
        alone = _used_alone(piece.thing, piece.at[1])[s - first[owner]]
        poses.append(list(islice(_free_poses(house, piece, alone), PLACES_KEPT)))
    return poses


def _free_poses(house: House, piece: Piece, relative: Sequence[Pose]) -> Iterator[Pose]:
    """Those of the poses relative to a piece where the agent can stand."""
    free = house.ground.reachable
    for dx, dz, turn in relative:
        x, z = piece.outward(dx, dz)
        i, j = round((piece.at[2] + z) / STRIDE), round((piece.at[0] + x) / STRIDE)
        if 0 <= i < free.shape[0] and 0 <= j < free.shape[1] and free[i, j]:
            yield round(j * STRIDE, 6), round(i * STRIDE, 6), (turn + piece.turn) % 360


@lru_cache(maxsize=1024)
def _used_alone(thing: Furniture, height: float) -> tuple[list[Pose], ...]:
    """For every surface of a piece alone in a room, poses relative to it from which an item can be put there; best first."""
    side, back = ALONE / 2, ALONE - WALL / 2 - thing.size[2] / 2
    room = Room("room", "hallway", (0.0, 0.0), (ALONE, ALONE), ("tiles", "#ffffff", "#ffffff"), "#ffffff", 0)
    middle = side if thing.solid and not height else round(back / STRIDE) * STRIDE  # what hangs has a wall behind it
    piece = Piece(thing, 0, (side, height, middle), 0)
    house = House(f"alone/{thing.name}", thing.name, Plan("", (room,), (), (piece,)), "")
    places = _try_poses(house, _all_around(house))
    return tuple([(x - side, z - middle, turn) for x, z, turn in poses.tolist()] for poses in places)


def _try_poses(house: House, candidates: Sequence[Sequence[Pose]]) -> list[Floats]:
    """For every surface, those of its candidate poses from which an item can be put on it, best first."""
    count = len(house.surfaces)
    groups = [range(k, min(k + SURFACES_PER_CALL, count)) for k in range(0, count, SURFACES_PER_CALL)]
    return [places for surfaces in groups for places in _try_some(house, surfaces, candidates)]


def _try_some(house: House, surfaces: range, candidates: Sequence[Sequence[Pose]]) -> list[Floats]:
    houses = Houses.of((house,))
    estate = houses.estate
    parts_before = [int(estate.surface_part[0, s]) for s in surfaces]
    poses, index, state = _views_of(estate, candidates[surfaces.start : surfaces.stop], parts_before)
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
        places.append(poses[here[np.argsort(-hits[here], kind="stable")]])
    return places


def _views_of(
    estate: Estate, candidates: Sequence[Sequence[Pose]], parts: Sequence[int]
) -> tuple[Floats, Array, State]:  # fmt: skip
    """Candidate poses of things (M, 3), the thing (M,) of each, and the state of M worlds in which its part is open."""
    poses = np.array([pose for views in candidates for pose in views]).reshape(-1, 3)
    index = np.repeat(np.arange(len(candidates)), [len(views) for views in candidates])
    state = empty_state(estate, len(poses), 1)
    for k, part in enumerate(parts):
        open_for(estate, state, np.flatnonzero(index == k), part)
    return poses, index, state


def _middle(estate: Estate, surface: int) -> tuple[float, float]:
    """The middle of a surface, pulled out if it moves."""
    x0, z0, x1, z1 = estate.surface_box[0, surface, :4].tolist()
    shift = estate.part_shift[0, estate.surface_part[0, surface]] if estate.surface_moves[0, surface] else np.zeros(3)
    return (x0 + x1) / 2 + float(shift[0]), (z0 + z1) / 2 + float(shift[2])


def _around(
    estate: Estate, x: float, z: float, headings: list[int], backs: Sequence[float] = DISTANCES_BACK,
    asides: Sequence[float] = DISTANCES_ASIDE,
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
