"""A planner to any place and any deed that the house allows, with the agent's own five actions.

It walks the shortest path. For a deed it looks from the poses around the object, nearest on foot first, with the agent's
own camera, until the interaction with some cell would do exactly that deed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, islice, repeat

import numpy as np

from sightline.chai.dynamics import FORWARD, INTERACT, STOP, STRIDE, TURN, spot
from sightline.chai.episode import Deed, Episode
from sightline.chai.hands import CLOSE, OPEN, PUT, REACH, SWITCH_OFF, SWITCH_ON, has_room
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, FLOOR, WALLS
from sightline.chai.house.routes import rooms_at
from sightline.chai.reach import standing_places
from sightline.chai.route.aiming import DeedSearch, aims
from sightline.chai.route.ways import Ways, poses_around
from sightline.chai.world import ChaiWorld
from sightline.errors import InputError
from sightline.geometry import CELLS
from sightline.geometry.types import Array, Floats
from sightline.world import INTERACTION, NAVIGATION, Goal

CELLS_PER_CALL = (1, 2, 4, 8, 16)  # cells tried per call: the first usually works
WELL_INSIDE = 3  # neighbouring cells with the same effect: the cell is well inside
CELLS_TRIED = 3  # cells of a view that are tried exactly
BEYOND_DOORWAY = 2 * STRIDE  # metres beyond a doorway: the agent has gone through


def plan_deed(world: ChaiWorld, deed: Deed, n: int = 0) -> list[int] | None:
    """The actions that walk to a pose for a deed and do it; None if the deed is impossible now.

    Parts that hide the object must be open already, and an item to put must be held.
    """
    targets = _targets(world, n, deed)
    if not _is_possible(world, n, deed):
        return None
    ways = Ways(world, n)
    poses = _poses(world, ways.cost, targets)
    numbers = np.array(_pointed_at(world, n, deed))
    search = DeedSearch(world.houses, world.state, n, world.camera, np.array(deed), numbers)
    to_try = aims(search, poses)
    for count in chain(CELLS_PER_CALL, repeat(CELLS_PER_CALL[-1])):
        candidates = list(islice(to_try, count))
        if not candidates:
            return None
        chosen, cells = np.array(candidates).T
        _, deeds = world.foresee([n] * len(candidates), poses[chosen], cells)
        for (k, cell), right in zip(candidates, (deeds == deed).all(axis=1), strict=True):
            if right:
                return [*ways.to_pose(*poses[k]), INTERACT + cell]
    return None


def plan_put(world: ChaiWorld, surfaces: Sequence[int], n: int = 0) -> list[int] | None:
    """The actions that walk to a pose and put the held item on one of these surfaces; None if none works.

    plan_deed puts an item on any surface of a receptacle; this one chooses the surface: the basin and not the rack beside
    it. Of the known good stands (see reach), it takes the nearest that works.
    """
    state, house, estate = world.state, world.episodes[n].house, world.houses.estate
    h, item = int(state.house[n]), int(state.held[n])
    ways = Ways(world, n)
    poses = np.concatenate([standing_places(house)[surface] for surface in surfaces])
    spots = [(*spot(x, z), round(heading / TURN) % 4) for x, z, heading in poses.tolist()]
    costs = np.array([ways.cost[s] for s in spots])
    reached = np.flatnonzero(costs >= 0)
    poses = poses[reached[np.argsort(costs[reached], kind="stable")]]
    piece = int(np.searchsorted(estate.piece_surfaces[h], surfaces[0], side="right")) - 1
    owners = np.concatenate([[FIRST_PIECE + piece], FIRST_PART + np.flatnonzero(estate.part_piece[h] == piece)])
    viewer = world.viewer()
    for pose in poses:
        here = pose[None]
        seen = viewer.gaze(np.array([n]), here)
        numbers = np.where(np.isin(seen.numbers, owners), seen.numbers, WALLS)
        deeds = viewer.try_out(np.array([n]), here, seen._replace(numbers=numbers)).deeds
        right = (deeds[0, :, 0] == PUT) & np.isin(deeds[0, :, 2], surfaces)
        for cell in _best_cells(right.reshape(CELLS, CELLS)):
            refused, deed = world.foresee([n], here, np.array([cell]))
            if not refused[0] and deed[0, 0] == PUT and deed[0, 1] == FIRST_ITEM + item:
                return [*ways.to_pose(*pose), INTERACT + cell]
    return None


def _best_cells(right: Array) -> list[int]:
    """Up to CELLS_TRIED cells that do the deed, those first whose neighbours do it too."""
    padded = np.pad(right.astype(np.int64), 1)
    around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    scores = np.where(right, 1 + around, 0).ravel()
    sure = np.flatnonzero(scores >= min(WELL_INSIDE, int(scores.max(initial=0)) or 1))
    return [int(sure[k * len(sure) // (CELLS_TRIED + 1)]) for k in range(1, CELLS_TRIED + 1)] if len(sure) else []


def _is_possible(world: ChaiWorld, n: int, deed: Deed) -> bool:
    """Whether hands, parts and switches allow a deed and nothing hides the object, for any pose."""
    verb, number, holder = deed
    estate, state, h = world.houses.estate, world.state, world.state.house[n]
    if verb == PUT:
        item = int(number - FIRST_ITEM)
        surfaces = np.flatnonzero(estate.surface_holder[h] == holder).tolist()
        return state.held[n] == item and any(has_room(estate, state, n, item, surface) for surface in surfaces)
    if state.held[n] >= 0:
        return False
    if verb in (OPEN, CLOSE):
        right = FIRST_PART <= number < FIRST_SWITCH and state.open[n, number - FIRST_PART] == (verb == CLOSE)
    elif verb in (SWITCH_ON, SWITCH_OFF):
        right = FIRST_SWITCH <= number < FIRST_ITEM and state.on[n, number - FIRST_SWITCH] == (verb == SWITCH_OFF)
    else:
        right = number >= FIRST_ITEM
    return right and not needed_first(world, number, n)


def _pointed_at(world: ChaiWorld, n: int, deed: Deed) -> list[int]:
    """The numbers to point at for a deed: the object itself, or for putting the receptacle and its parts."""
    verb, number, holder = deed
    if verb != PUT or holder >= FIRST_PART:
        return [holder if verb == PUT else number]
    house = world.episodes[n].house
    return [m for m in house.names if m > 0 and house.piece_of(m) == holder - FIRST_PIECE]


def _targets(world: ChaiWorld, n: int, deed: Deed) -> Floats:
    """(K, 3) points around which a deed can be done."""
    verb, number, holder = deed
    estate, state, h = world.houses.estate, world.state, world.state.house[n]
    if verb == PUT:
        if holder == FLOOR:
            raise InputError("The planner puts things on furniture, not on the floor.")
        boxes = estate.surface_box[h][estate.surface_holder[h] == holder]
        shift = np.zeros(3)
        if FIRST_PART <= holder < FIRST_SWITCH:
            shift = estate.part_shift[h, holder - FIRST_PART] * state.open[n, holder - FIRST_PART]
        middle = np.stack([(boxes[:, 0] + boxes[:, 2]) / 2, boxes[:, 4], (boxes[:, 1] + boxes[:, 3]) / 2], axis=1)
        return middle + shift
    if number >= FIRST_ITEM:
        item = number - FIRST_ITEM
        if item >= len(world.episodes[n].stock.items):
            raise InputError(f"This variant of {world.episodes[n].house.title} has no item with the number {number}.")
        at = state.place[n, item, :3].copy()
        at[1] += state.size[n, item, 1] / 2
        surface = state.surface[n, item]
        if surface >= 0 and estate.surface_moves[h, surface]:
            part = estate.surface_part[h, surface]
            at += estate.part_shift[h, part] * state.open[n, part]
        return at[None]
    slots = np.flatnonzero(estate.fixed_ids[h] == number)
    if not len(slots):
        raise InputError(f"{world.episodes[n].house.title} has no thing with the number {number}.")
    slot = int(slots[0])
    now = estate.fixed_state[h, slot]
    which = int(state.open[n, now - 1] if now > 0 else state.on[n, -now - 1] if now < 0 else 0)
    x, y, z, turn = estate.fixed_places[h, slot]
    sx, sy, sz, _ = world.houses.library.spheres[estate.fixed_models[h, slot, which]]
    s, c = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    return np.array([[x + c * sx + s * sz, y + sy, z + c * sz - s * sx]])


def _poses(world: ChaiWorld, cost: Array, targets: Floats) -> Floats:
    """(M, 3) poses from which one of the targets is in view and within reach, nearest on foot first."""
    camera = world.camera
    half, top, bottom = float(camera.u(camera.width)), float(camera.v(0)), float(camera.v(camera.height))
    rows, columns, quarters = poses_around(cost, targets, REACH, camera.eye, half, top, bottom).T
    nearest = np.argsort(cost[rows, columns, quarters], kind="stable")
    return np.stack([columns[nearest] * STRIDE, rows[nearest] * STRIDE, quarters[nearest] * TURN], axis=1)


def needed_first(world: ChaiWorld, number: int, n: int = 0) -> list[Deed]:
    """The parts to open, in order, before an object or its contents can be reached."""
    estate, state, h = world.houses.estate, world.state, world.state.house[n]
    if number >= FIRST_ITEM:
        surface = state.surface[n, number - FIRST_ITEM]
        part = estate.surface_part[h, surface] if surface >= 0 else -1
    elif FIRST_PART <= number < FIRST_SWITCH:
        part = estate.part_behind[h, number - FIRST_PART]
    else:
        part = -1
    chain = []
    while part >= 0:
        if state.open[n, part] == 0:
            chain.append((OPEN, int(FIRST_PART + part), 0))
        part = estate.part_behind[h, part]
    return chain[::-1]


def demonstrate(
    episode: Episode, deeds: Sequence[Deed], end: Sequence[float] | None = None, world: ChaiWorld | None = None
) -> tuple[list[int], tuple[Goal, ...]] | None:
    """Do these deeds in order, then go to `end`: the actions, Stop included, and the goals on the way.

    None if a deed is impossible. A given world of one is used, and is left in the final state.
    """
    world = ChaiWorld(horizon=10**9, threads=1) if world is None else world
    world.reset([episode])
    shown = perform(world, deeds, end)
    return shown and ([*shown[0], STOP], shown[1])


def perform(
    world: ChaiWorld, deeds: Sequence[Deed], end: Sequence[float] | None = None
) -> tuple[list[int], tuple[Goal, ...]] | None:
    """Do these deeds in a world of one from its present state, then go to `end` (x, z, optionally a heading).

    Returns the actions, without Stop, and the goals on the way; the last goal is the final place. The next call continues
    from there, as the instructions of a paragraph do. If a deed is impossible: None, and the world is unchanged.
    """
    before = world.memory()
    taken: list[int] = []
    goals: list[Goal] = []
    for deed in deeds:
        actions = plan_deed(world, deed)
        if actions is None:
            world.recall(before)
            return None
        thing = _targets(world, 0, deed)
        walk_noting_doors(world, actions[:-1], goals)
        x, z, heading = world.pose[0].tolist()
        look = thing[np.argmin((thing[:, 0] - x) ** 2 + (thing[:, 2] - z) ** 2)].tolist()
        spelled = world.episodes[0].spell(deed)
        goals.append(Goal(INTERACTION, (x, z, heading), (look[0], look[1], look[2]), spelled))
        if world.step(np.array(actions[-1:])).refused[0]:
            world.recall(before)
            return None
        taken += actions
    if end is not None:
        actions = Ways(world).to_place(*end)
        walk_noting_doors(world, actions, goals)
        taken += actions
    x, z = (float(v) for v in world.pose[0, :2])
    goals.append(Goal(NAVIGATION, (x, z)))
    return taken, tuple(goals)


def walk_noting_doors(world: ChaiWorld, actions: Sequence[int], goals: list[Goal]) -> Floats:
    """Walk in a world of one, and append a goal for each doorway passed; returns the poses (K + 1, 3)."""
    trace = world.walk(actions)
    rooms = rooms_at(world.houses.estate.rooms[world.state.house[0]], trace)
    goals += [doorway_goal(trace[k + 1].tolist()) for k in np.flatnonzero(rooms[1:] != rooms[:-1]).tolist()]
    return trace


def doorway_goal(pose: Sequence[float]) -> Goal:
    """The goal of an agent that has just gone through a doorway: BEYOND_DOORWAY metres behind it."""
    x, z, heading = pose
    x, z = x + BEYOND_DOORWAY * math.sin(math.radians(heading)), z + BEYOND_DOORWAY * math.cos(math.radians(heading))
    return Goal(NAVIGATION, (round(x, 3), round(z, 3)))


def everything(world: ChaiWorld, n: int = 0) -> dict[str, list[int]]:
    """Numbers of everything that an interaction can affect: parts, switches, items, and receptacles."""
    house = world.episodes[n].house
    estate, h = world.houses.estate, world.state.house[n]
    holders = estate.surface_holder[h, : len(house.surfaces)]
    return {
        "parts": [FIRST_PART + k for k in range(len(house.parts))],
        "switches": [FIRST_SWITCH + k for k in range(len(house.switches))],
        "items": [FIRST_ITEM + k for k in range(len(world.episodes[n].stock.items))],
        "receptacles": sorted({int(number) for number in holders if number >= FIRST_PIECE}),
    }


def walked_length(episode: Episode) -> float:
    """Length of an episode's demonstration: the shortest walk between its stands, and to the end."""
    world = ChaiWorld(horizon=10**9, threads=1)
    world.reset([replace(episode, before=())])
    steps = 0
    for x, z, *heading in [*(goal.stand for goal in episode.goals), episode.goal]:
        actions = Ways(world).to_place(x, z, heading[0] if heading else None)
        steps += actions.count(FORWARD)
        world.walk(actions)
    return STRIDE * steps
