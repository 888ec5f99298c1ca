"""Visibility: the things of the agent's room, and of other rooms through the doorways.

A doorway lets through a wedge of directions; a second doorway narrows it. Rooms are rectangles, so this is exact for the
floor plan. A model is kept if the circle around it meets a wedge of its room. Things that a closed part hides are left out.
For a single view, the view itself is the first wedge, so things outside it are left out too.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from sightline.chai.dynamics import spot, stands
from sightline.chai.house import FIRST_ITEM
from sightline.chai.house.arrays import HELD, ON_FLOOR
from sightline.chai.house.routes import OPTIONS
from sightline.geometry.camera import FARTHEST as FARTHEST_CAMERA

FARTHEST = float(FARTHEST_CAMERA)
MAX_WEDGES = 8  # at once
EVERYWHERE = math.inf
HAND = HELD_AHEAD, HELD_RIGHT, HELD_BELOW = 0.45, 0.1, 0.3  # position of a held item's top relative to the eye


class ViewExtent(NamedTuple):
    """The extent of a view."""

    eye: float  # its height
    half: float = 0.0  # half width of the view over depth; 0: all around
    reach: float = EVERYWHERE  # things farther away may be left out
    held: bool = True  # whether the held item is visible


@njit(**OPTIONS)
def _clockwise(ax, az, bx, bz):
    """Positive if b points to the right of a."""
    return az * bx - ax * bz


@njit(**OPTIONS)
def _wedges(doors, door_rooms, room, pose, half, rooms, wedges):
    """Fill rooms (W,) and wedges (W, 4): left and right direction, zero for all around. Returns the count."""
    x, z, heading = pose[0], pose[1], math.radians(pose[2])
    rooms[0] = room
    wedges[0, 0] = wedges[0, 1] = wedges[0, 2] = wedges[0, 3] = 0.0
    if half > 0:
        long = math.sqrt(1 + half * half)
        s, c = math.sin(heading) / long, math.cos(heading) / long
        wedges[0, 0], wedges[0, 1], wedges[0, 2], wedges[0, 3] = s - half * c, c + half * s, s + half * c, c - half * s
    came = np.full(MAX_WEDGES, -1)  # the door that a wedge came through
    count, k = 1, 0
    while k < count:
        here = rooms[k]
        left_x, left_z, right_x, right_z = wedges[k, 0], wedges[k, 1], wedges[k, 2], wedges[k, 3]
        for d in range(len(doors)):
            one, two = door_rooms[d, 0], door_rooms[d, 1]
            if (one != here and two != here) or d == came[k] or count == MAX_WEDGES:
                continue
            ax, az, bx, bz = doors[d, 0] - x, doors[d, 1] - z, doors[d, 2] - x, doors[d, 3] - z
            side = _clockwise(ax, az, bx, bz)
            if abs(side) < 0.05 * math.hypot(bx - ax, bz - az):  # the eye is in the doorway itself
                middle = math.hypot(ax + bx, az + bz) / 2
                if middle > math.hypot(bx - ax, bz - az) / 2:
                    continue  # the doorway is seen edge-on
                lx = lz = rx = rz = 0.0
            else:
                if side < 0:
                    ax, az, bx, bz = bx, bz, ax, az
                if _clockwise(left_x, left_z, ax, az) < 0 and _clockwise(left_x, left_z, bx, bz) < 0:
                    continue  # to the left of the wedge
                if _clockwise(ax, az, right_x, right_z) < 0 and _clockwise(bx, bz, right_x, right_z) < 0:
                    continue
                a, b = math.hypot(ax, az), math.hypot(bx, bz)
                lx, lz, rx, rz = ax / a, az / a, bx / b, bz / b
            if left_x != 0 or left_z != 0:
                if lx == 0 and lz == 0:
                    lx, lz, rx, rz = left_x, left_z, right_x, right_z
                if _clockwise(lx, lz, left_x, left_z) > 0:
                    lx, lz = left_x, left_z
                if _clockwise(right_x, right_z, rx, rz) > 0:
                    rx, rz = right_x, right_z
                if _clockwise(lx, lz, rx, rz) <= 0:
                    continue
            rooms[count] = two if one == here else one
            wedges[count, 0], wedges[count, 1], wedges[count, 2], wedges[count, 3] = lx, lz, rx, rz
            came[count] = d
            count += 1
        k += 1
    return count


@njit(**OPTIONS)
def _meets(lx, lz, rx, rz, x, z, radius, reach):
    """Whether a circle around (x, z), relative to the eye, is within reach and meets a wedge."""
    left, right = _clockwise(lx, lz, x, z), _clockwise(x, z, rx, rz)
    return (left > -radius) & (right > -radius) & (x * x + z * z < (reach + radius) ** 2)


@njit(**OPTIONS)
def is_sound(estate, state, n, known):
    """Whether the state of world n is valid: parts and switches are 0 or 1, items have known models and places."""
    right = True
    for k in range(state.open.shape[1]):
        right &= state.open[n, k] <= 1
    for k in range(state.on.shape[1]):
        right &= state.on[n, k] <= 1
    surfaces, rooms = estate.surface_part.shape[1], estate.fixed_start.shape[1] - 1
    for item in range(state.kind.shape[1]):
        if state.kind[n, item] < 0:
            continue
        right &= state.kind[n, item] < known and ON_FLOOR <= state.surface[n, item] < surfaces
        right &= -1 <= state.room[n, item] < rooms
        for a in range(4):
            right &= abs(state.place[n, item, a]) <= FARTHEST
        for a in range(3):
            right &= 0.0 <= state.size[n, item, a] <= FARTHEST
    item = state.held[n]
    right &= -1 <= item < state.kind.shape[1]
    if right and item >= 0:
        right &= state.kind[n, item] >= 0 and state.surface[n, item] == HELD
    return right


@njit(cache=True, **OPTIONS)
def first_unsound(estate, state, worlds, poses, known):
    """The first row of poses (M, 3) in worlds (M,) with an invalid state or pose, or -1."""
    for row in range(len(worlds)):
        n = worlds[row]
        if not (0 <= n < len(state.house) and stands(estate.free, state.house[n], poses[row])):
            return row
        if not is_sound(estate, state, n, known):
            return row
    return -1


@njit(cache=True, **OPTIONS)
def arrange(estate, state, worlds, poses, extent, spheres, sound, models, places, ids, begin, end):
    """Fill rows begin..end of models, places, ids with what worlds[row] shows from poses[row]; returns the largest count.

    A `sound` state is not checked again. For an invalid world or pose it returns -1 - row.
    """
    rooms, wedges = np.empty(MAX_WEDGES, np.int64), np.empty((MAX_WEDGES, 4))
    widest = 0
    for row in range(begin, end):
        n = worlds[row]
        if not (0 <= n < len(state.house) and stands(estate.free, state.house[n], poses[row])):
            return -1 - row
        h = state.house[n]
        i, j = spot(poses[row, 0], poses[row, 1])
        if estate.rooms[h, i, j] < 0 or not (sound or is_sound(estate, state, n, len(spheres))):
            return -1 - row
        seen = _wedges(estate.doors[h], estate.door_rooms[h], estate.rooms[h, i, j], poses[row], extent.half, rooms, wedges)
        view, out = (rooms[:seen], wedges[:seen], extent.reach), (models[row], places[row], ids[row])
        count = _add_fixed(estate, state, n, poses[row], view, out)
        count = _add_items(estate, state, n, poses[row], view, spheres, out, count)
        if extent.held and state.held[n] >= 0:
            _add_held(state, n, poses[row], extent.eye, out, count)
            count += 1
        for k in range(count, models.shape[1]):
            if models[row, k] < 0:
                break  # the rest is empty already
            models[row, k] = -1
        widest = max(widest, count)
    return widest


@njit(**OPTIONS)
def _add_fixed(estate, state, n, pose, view, out):
    """Write the fixed things to the start of a row; returns their count."""
    (rooms, wedges, reach), (models, places, ids) = view, out
    h, x, z = state.house[n], pose[0], pose[1]
    across, along, radii = estate.fixed_circles[h, 0], estate.fixed_circles[h, 1], estate.fixed_circles[h, 2]
    met = np.zeros(len(radii), np.bool_)
    for k in range(len(rooms)):
        lx, lz, rx, rz = wedges[k, 0], wedges[k, 1], wedges[k, 2], wedges[k, 3]
        for f in range(estate.fixed_start[h, rooms[k]], estate.fixed_start[h, rooms[k] + 1]):
            met[f] |= _meets(lx, lz, rx, rz, across[f] - x, along[f] - z, radii[f], reach)
    count = 0
    for k in range(len(rooms)):
        for f in range(estate.fixed_start[h, rooms[k]], estate.fixed_start[h, rooms[k] + 1]):
            if not met[f]:
                continue
            met[f] = False  # each thing once, even if several doorways show its room
            part, now, which = estate.fixed_behind[h, f], estate.fixed_state[h, f], 0
            if part >= 0 and state.open[n, part] == 0:
                continue
            if now > 0:
                which = state.open[n, now - 1]
            elif now < 0:
                which = state.on[n, -now - 1]
            models[count], ids[count] = estate.fixed_models[h, f, which], estate.fixed_ids[h, f]
            for a in range(4):
                places[count, a] = estate.fixed_places[h, f, a]
            count += 1
    return count


@njit(**OPTIONS)
def _add_items(estate, state, n, pose, view, spheres, out, count):
    """Append the items to a row with `count` models; returns the new count."""
    (rooms, wedges, reach), (models, places, ids) = view, out
    h = state.house[n]
    for item in range(state.kind.shape[1]):
        for k in range(len(rooms)):
            if rooms[k] != state.room[n, item]:
                continue
            model, surface = state.kind[n, item], state.surface[n, item]
            if model < 0 or surface == HELD:
                break
            px, py, pz = state.place[n, item, 0], state.place[n, item, 1], state.place[n, item, 2]
            if surface != ON_FLOOR:
                part = estate.surface_part[h, surface]
                if part >= 0:
                    if state.open[n, part] == 0:
                        break
                    if estate.surface_moves[h, surface]:
                        px += estate.part_shift[h, part, 0]
                        py += estate.part_shift[h, part, 1]
                        pz += estate.part_shift[h, part, 2]
            lx, lz, rx, rz = wedges[k, 0], wedges[k, 1], wedges[k, 2], wedges[k, 3]
            if _meets(lx, lz, rx, rz, px - pose[0], pz - pose[1], spheres[model, 3] + 0.3, reach):
                models[count], ids[count] = model, FIRST_ITEM + item
                places[count, 0], places[count, 1], places[count, 2] = px, py, pz
                places[count, 3] = state.place[n, item, 3]
                count += 1
                break
    return count


@njit(**OPTIONS)
def _add_held(state, n, pose, eye, out, at):
    """Append the held item to a row with `at` models."""
    models, places, ids = out
    item, heading = state.held[n], math.radians(pose[2])
    s, c = math.sin(heading), math.cos(heading)
    models[at], ids[at] = state.kind[n, item], FIRST_ITEM + item
    places[at, 0] = pose[0] + HELD_AHEAD * s + HELD_RIGHT * c
    places[at, 1] = eye - HELD_BELOW - state.size[n, item, 1]
    places[at, 2] = pose[1] + HELD_AHEAD * c - HELD_RIGHT * s
    places[at, 3] = pose[2]
