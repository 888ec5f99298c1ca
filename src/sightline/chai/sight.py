"""What can be seen from where the agent stands: the things of its room, and of other rooms through the doorways.

A doorway lets through a wedge of directions; a wedge that meets a second doorway is narrowed by it. Rooms are rectangles,
so that is exact for the floor plan; a model is kept when the circle around it meets a wedge of its room. What a closed
part hides is left out.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from sightline.chai.dynamics import OPTIONS, spot, stands
from sightline.chai.estate import HELD, ON_FLOOR
from sightline.chai.house import FIRST_ITEM
from sightline.geometry.camera import FARTHEST as FARTHEST_CAMERA

FARTHEST = float(FARTHEST_CAMERA)
WEDGES = 8  # seen at once at most: from no place are there more ways to look
HELD_AHEAD, HELD_BELOW, HELD_RIGHT = 0.45, 0.3, 0.1  # where a held item's top is, seen from the eye


@njit(**OPTIONS)
def _clockwise(ax, az, bx, bz):
    """Positive when b points to the right of a."""
    return az * bx - ax * bz


@njit(**OPTIONS)
def _wedges(doors, door_rooms, room, x, z, wedges):
    """Fill wedges (WEDGES, 5) with room, left and right direction (zero: all around); how many there are."""
    wedges[0, 0] = room
    for a in range(1, 5):
        wedges[0, a] = 0.0
    came = np.full(WEDGES, -1)  # the door through which a wedge came
    count, k = 1, 0
    while k < count:
        here = int(wedges[k, 0])
        for d in range(len(doors)):
            one, two = door_rooms[d, 0], door_rooms[d, 1]
            if (one != here and two != here) or d == came[k] or count == WEDGES:
                continue
            ax, az, bx, bz = doors[d, 0] - x, doors[d, 1] - z, doors[d, 2] - x, doors[d, 3] - z
            side = _clockwise(ax, az, bx, bz)
            if abs(side) < 0.05 * math.hypot(bx - ax, bz - az):  # in the doorway itself
                middle = math.hypot(ax + bx, az + bz) / 2
                if middle > math.hypot(bx - ax, bz - az) / 2:
                    continue  # seen edge on
                lx = lz = rx = rz = 0.0
            else:
                if side < 0:
                    ax, az, bx, bz = bx, bz, ax, az
                a, b = math.hypot(ax, az), math.hypot(bx, bz)
                lx, lz, rx, rz = ax / a, az / a, bx / b, bz / b
            if wedges[k, 1] != 0 or wedges[k, 2] != 0:
                if lx == 0 and lz == 0:
                    lx, lz, rx, rz = wedges[k, 1], wedges[k, 2], wedges[k, 3], wedges[k, 4]
                if _clockwise(lx, lz, wedges[k, 1], wedges[k, 2]) > 0:
                    lx, lz = wedges[k, 1], wedges[k, 2]
                if _clockwise(wedges[k, 3], wedges[k, 4], rx, rz) > 0:
                    rx, rz = wedges[k, 3], wedges[k, 4]
                if _clockwise(lx, lz, rx, rz) <= 0:
                    continue
            wedges[count, 0] = two if one == here else one
            wedges[count, 1], wedges[count, 2], wedges[count, 3], wedges[count, 4] = lx, lz, rx, rz
            came[count] = d
            count += 1
        k += 1
    return count


@njit(**OPTIONS)
def _met(wedges, count, room, x, z, radius):
    """Whether a circle around (x, z), seen from the eye, meets a wedge of its room."""
    for k in range(count):
        if int(wedges[k, 0]) == room:
            if wedges[k, 1] == 0 and wedges[k, 2] == 0:
                return True
            if (
                _clockwise(wedges[k, 1], wedges[k, 2], x, z) > -radius
                and _clockwise(x, z, wedges[k, 3], wedges[k, 4]) > -radius
            ):
                return True
    return False


@njit(**OPTIONS)
def is_sound(estate, state, n, known):
    """Whether what changes in world n can be looked up: switches and parts on or off, items known and somewhere."""
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
    """The first row of poses (M, 3) in worlds (M,) that cannot be looked at, or -1."""
    for row in range(len(worlds)):
        n = worlds[row]
        if not (0 <= n < len(state.house) and stands(estate.free, state.house[n], poses[row])):
            return row
        if not is_sound(estate, state, n, known):
            return row
    return -1


@njit(cache=True, **OPTIONS)
def arrange(estate, state, worlds, poses, eye, spheres, held, sound, models, places, ids, begin, end):
    """Fill rows begin..end of models, places, ids with what worlds[row] shows from poses[row]; the widest row's count.

    With `held` the item in the agent's hands is among them. A state that is known to be `sound` is not looked over again.
    When a world or a pose cannot be looked at: -1 - its row.
    """
    wedges = np.empty((WEDGES, 5))
    widest = 0
    for row in range(begin, end):
        n = worlds[row]
        if not (0 <= n < len(state.house) and stands(estate.free, state.house[n], poses[row])):
            return -1 - row
        h = state.house[n]
        x, z = poses[row, 0], poses[row, 1]
        i, j = spot(x, z)
        if estate.rooms[h, i, j] < 0 or not (sound or is_sound(estate, state, n, len(spheres))):
            return -1 - row
        seen = _wedges(estate.doors[h], estate.door_rooms[h], estate.rooms[h, i, j], x, z, wedges)
        count = 0
        for k in range(seen):
            room = int(wedges[k, 0])
            double = False
            for other in range(k):
                double = double or int(wedges[other, 0]) == room
            if double:
                continue
            for f in range(estate.fixed_start[h, room], estate.fixed_start[h, room + 1]):
                part = estate.fixed_behind[h, f]
                if part >= 0 and state.open[n, part] == 0:
                    continue
                now, which = estate.fixed_state[h, f], 0
                if now > 0:
                    which = state.open[n, now - 1]
                elif now < 0:
                    which = state.on[n, -now - 1]
                model = estate.fixed_models[h, f, which]
                place = estate.fixed_places[h, f]
                turn = math.radians(place[3])
                st, ct = math.sin(turn), math.cos(turn)
                sx, sz = spheres[model, 0], spheres[model, 2]
                at_x, at_z = place[0] + ct * sx + st * sz - x, place[2] + ct * sz - st * sx - z
                if _met(wedges, seen, room, at_x, at_z, spheres[model, 3]):
                    models[row, count], ids[row, count] = model, estate.fixed_ids[h, f]
                    for a in range(4):
                        places[row, count, a] = place[a]
                    count += 1
        for item in range(state.kind.shape[1]):
            model, surface = state.kind[n, item], state.surface[n, item]
            if model < 0 or surface == HELD:
                continue
            px, py, pz = state.place[n, item, 0], state.place[n, item, 1], state.place[n, item, 2]
            if surface != ON_FLOOR:
                part = estate.surface_part[h, surface]
                if part >= 0:
                    if state.open[n, part] == 0:
                        continue
                    if estate.surface_moves[h, surface]:
                        px, py, pz = (
                            px + estate.part_shift[h, part, 0],
                            py + estate.part_shift[h, part, 1],
                            pz + estate.part_shift[h, part, 2],
                        )
            if _met(wedges, seen, state.room[n, item], px - x, pz - z, spheres[model, 3] + 0.3):
                models[row, count], ids[row, count] = model, FIRST_ITEM + item
                places[row, count, 0], places[row, count, 1], places[row, count, 2] = px, py, pz
                places[row, count, 3] = state.place[n, item, 3]
                count += 1
        item = state.held[n]
        if held and item >= 0:
            heading = math.radians(poses[row, 2])
            s, c = math.sin(heading), math.cos(heading)
            models[row, count], ids[row, count] = state.kind[n, item], FIRST_ITEM + item
            places[row, count, 0] = x + HELD_AHEAD * s + HELD_RIGHT * c
            places[row, count, 1] = eye - HELD_BELOW - state.size[n, item, 1]
            places[row, count, 2] = z + HELD_AHEAD * c - HELD_RIGHT * s
            places[row, count, 3] = poses[row, 2]
            count += 1
        for k in range(count, models.shape[1]):
            if models[row, k] < 0:
                break  # nothing was here before
            models[row, k] = -1
        widest = max(widest, count)
    return widest
