"""What Interact does: it casts a ray through a cell of the view and acts on the first thing that the ray hits.

| the ray hits | with empty hands | holding an item |
|---|---|---|
| an item | it is picked up | the held one is put beside it |
| an openable part | it opens or closes | an open drawer or tray receives the item; anything else is refused |
| a switch | it goes on or off | the item is put on a surface of the switch's piece, if there is one there |
| furniture | refused | the item is put on the highest surface below the point, at the nearest free place |
| the floor, a rug | refused | the item is put on the floor there |
| walls, or more than REACH away | refused | refused |

Simplifying rules: the agent holds one item at a time. It cannot open or close a door while it holds an item. A door does
not close on a tray that is out. Items are axis-aligned, face the agent that put them down, stay inside their surface and do
not overlap. Putting an item down searches for a free place within NEARBY of the ray's hit point. It is refused if the item,
or another one, would then be out of view: nothing gets lost. The held item is drawn, but the ray ignores it.

REACH is measured from the eye. It is 2.4 m (the original has 2.0) so that the agent's level eyes (1.575 m, seeing down to
-43 degrees) have low drawers and the floor within reach: the nearest visible floor is 2.29 m from the eye.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from sightline.chai.dynamics import OVER
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, WALLS
from sightline.chai.house.arrays import HELD, ON_FLOOR
from sightline.chai.house.routes import OPTIONS, room_at

REACH = 2.4
NEARBY = 0.4
VERBS = ("", "pick up", "put", "open", "close", "switch on", "switch off")
PICK_UP, PUT, OPEN, CLOSE, SWITCH_ON, SWITCH_OFF = 1, 2, 3, 4, 5, 6
REFUSALS = (
    "",
    "the episode is over; reset this world before it can act again",
    f"that is too far away: the hands reach {REACH} m",
    "there is nothing here to take, open or switch",
    "the hands are full: put down what they hold first",
    "nothing can be put there",
    "there is no room for it there",
    "something behind it is still pulled out",
    "it would be out of sight there, or hide something else",
)
TOO_FAR, NOTHING_HERE, FULL, NO_SURFACE, NO_ROOM, PULLED_OUT, LOST = range(OVER + 1, len(REFUSALS))
STEP = 0.03  # of the search for a free place, in metres
CLEARANCE = 0.005  # between things
NO = (0, 0, 0, 0.0, 0.0)  # verb, object, surface, x, z: nothing happens


@njit(**OPTIONS)
def _shift(estate, state, n, surface):
    """How far a surface has moved with its part."""
    h = state.house[n]
    part = estate.surface_part[h, surface]
    if part >= 0 and estate.surface_moves[h, surface] and state.open[n, part] != 0:
        return estate.part_shift[h, part, 0], estate.part_shift[h, part, 2]
    return 0.0, 0.0


@njit(**OPTIONS)
def _surface_under(estate, state, n, piece, x, y, z):
    """The highest reachable surface of a piece below one of its points; -1 for none."""
    h = state.house[n]
    best, height = -1, -1.0
    for s in range(estate.piece_surfaces[h, piece], estate.piece_surfaces[h, piece + 1]):
        box, part = estate.surface_box[h, s], estate.surface_part[h, s]
        if part >= 0 and state.open[n, part] == 0:
            continue
        dx, dz = _shift(estate, state, n, s)
        inside = box[0] - 0.05 <= x - dx <= box[2] + 0.05 and box[1] - 0.05 <= z - dz <= box[3] + 0.05
        if inside and height < box[4] <= y + 0.03:
            best, height = s, box[4]
    return best


@njit(cache=True, **OPTIONS)
def obstacles(estate, state, n, item, surface):
    """(K, 4) boxes that other things occupy on a surface, with all parts closed."""
    h = state.house[n]
    fixed = estate.solid[h] if surface == ON_FLOOR else estate.surface_taken[h, surface]
    boxes = np.empty((len(fixed) + state.kind.shape[1], 4))
    count = 0
    for k in range(len(fixed)):
        if fixed[k, 0] < fixed[k, 2]:
            for a in range(4):
                boxes[count, a] = fixed[k, a]
            count += 1
    for other in range(state.kind.shape[1]):
        if other != item and state.kind[n, other] >= 0 and state.surface[n, other] == surface:
            width, depth = extent(state.size[n, other], state.place[n, other, 3])
            x, z = state.place[n, other, 0], state.place[n, other, 2]
            boxes[count, 0], boxes[count, 1], boxes[count, 2], boxes[count, 3] = x - width, z - depth, x + width, z + depth
            count += 1
    return boxes[:count]


@njit(cache=True, **OPTIONS)
def fits(boxes, x, z, half_x, half_z):
    """Whether a box around (x, z) overlaps none of the others."""
    for k in range(len(boxes)):
        apart = x + half_x <= boxes[k, 0] or x - half_x >= boxes[k, 2]
        if not (apart or z + half_z <= boxes[k, 1] or z - half_z >= boxes[k, 3]):
            return False
    return True


@njit(cache=True, **OPTIONS)
def extent(size, turn):
    """Half of a turned item's width along x and along z, plus clearance."""
    width, depth = size[0] / 2 + CLEARANCE, size[2] / 2 + CLEARANCE
    return (depth, width) if int(turn / 90 + 0.5) % 2 else (width, depth)


@njit(**OPTIONS)
def _place(estate, state, n, item, surface, x, z, turn):
    """The free place on a surface nearest to (x, z): whether there is one, and its coordinates."""
    h = state.house[n]
    half_x, half_z = extent(state.size[n, item], turn)
    if surface == ON_FLOOR:
        x0, z0, x1, z1 = x - NEARBY, z - NEARBY, x + NEARBY, z + NEARBY
    else:
        box = estate.surface_box[h, surface]
        x0, z0, x1, z1 = box[0] + half_x, box[1] + half_z, box[2] - half_x, box[3] - half_z
        if x0 > x1 + 1e-9 or z0 > z1 + 1e-9 or state.size[n, item, 1] > box[5]:
            return False, 0.0, 0.0
    near_x, near_z = min(max(x, x0), x1), min(max(z, z0), z1)
    if (near_x - x) ** 2 + (near_z - z) ** 2 > NEARBY * NEARBY:
        return False, 0.0, 0.0
    boxes, rooms, floor = obstacles(estate, state, n, item, surface), estate.rooms[h], surface == ON_FLOOR
    if fits(boxes, near_x, near_z, half_x, half_z) and not (floor and not _on_floor(rooms, near_x, near_z, half_x, half_z)):
        return True, near_x, near_z
    placed, best, best_x, best_z = False, NEARBY * NEARBY, 0.0, 0.0
    steps = int(NEARBY / STEP)
    left, right = int(min((near_x - x0) / STEP + 1, steps)), int(min((x1 - near_x) / STEP + 1, steps))
    down, up = int(min((near_z - z0) / STEP + 1, steps)), int(min((z1 - near_z) / STEP + 1, steps))
    for i in range(-down, up + 1):
        for j in range(-left, right + 1):
            cx, cz = near_x + j * STEP, near_z + i * STEP
            gap = (cx - x) ** 2 + (cz - z) ** 2
            if gap >= best or cx < x0 or cx > x1 or cz < z0 or cz > z1 or not fits(boxes, cx, cz, half_x, half_z):
                continue
            if not floor or _on_floor(rooms, cx, cz, half_x, half_z):
                placed, best, best_x, best_z = True, gap, cx, cz
    return placed, best_x, best_z


@njit(cache=True, **OPTIONS)
def has_room(estate, state, n, item, surface):
    """Whether an accessible surface has a free place for an item, in either of two orientations.

    Any item on a surface can be pushed left and forward until it touches something, so only such places are tried.
    """
    h, tiny = state.house[n], 1e-9
    box, part = estate.surface_box[h, surface], estate.surface_part[h, surface]
    if (part >= 0 and state.open[n, part] == 0) or state.size[n, item, 1] > box[5]:
        return False
    boxes = obstacles(estate, state, n, item, surface)
    for turn in (0.0, 90.0):
        half_x, half_z = extent(state.size[n, item], turn)
        for i in range(-1, len(boxes)):
            x = (box[0] if i < 0 else boxes[i, 2] + tiny) + half_x
            if x < box[0] + half_x or x > box[2] - half_x + 2 * tiny:
                continue
            for k in range(-1, len(boxes)):
                z = (box[1] if k < 0 else boxes[k, 3] + tiny) + half_z
                inside = box[1] + half_z <= z <= box[3] - half_z + 2 * tiny
                if inside and fits(boxes, x, z, half_x, half_z):
                    return True
    return False


@njit(**OPTIONS)
def _on_floor(rooms, x, z, half_x, half_z):
    """Whether a box on the floor lies inside one room."""
    room = room_at(rooms, x, z)
    margin = 0.06  # half of a wall
    for sx in (-1.0, 1.0):
        for sz in (-1.0, 1.0):
            if room_at(rooms, x + sx * (half_x + margin), z + sz * (half_z + margin)) != room:
                return False
    return room >= 0


@njit(**OPTIONS)
def _rug_under(rugs, x, z, half_x, half_z):
    """Height of the floor under a box: that of the thickest rug it touches."""
    height = 0.0
    for k in range(len(rugs)):
        beside = x + half_x <= rugs[k, 0] or x - half_x >= rugs[k, 2] or z + half_z <= rugs[k, 1] or z - half_z >= rugs[k, 3]
        if rugs[k, 0] < rugs[k, 2] and not beside:
            height = max(height, rugs[k, 4])
    return height


@njit(**OPTIONS)
def decide(estate, state, n, number, x, y, z, heading):
    """The effect of Interact on the thing `number` within reach: (refused, (verb, object, surface, x, z))."""
    h, item = state.house[n], state.held[n]
    if number >= FIRST_ITEM:
        if item < 0:
            return 0, (PICK_UP, number, 0, 0.0, 0.0)
        surface = state.surface[n, number - FIRST_ITEM]
    elif number >= FIRST_SWITCH:
        switch = number - FIRST_SWITCH
        if item < 0:
            return 0, (SWITCH_OFF if state.on[n, switch] else SWITCH_ON, number, 0, 0.0, 0.0)
        surface = _surface_under(estate, state, n, estate.switch_piece[h, switch], x, y, z)
    elif number >= FIRST_PART:
        part = number - FIRST_PART
        if item < 0:
            if state.open[n, part] == 0:
                return 0, (OPEN, number, 0, 0.0, 0.0)
            for other in range(estate.part_behind.shape[1]):
                if estate.part_behind[h, other] == part and state.open[n, other] != 0:
                    return PULLED_OUT, NO
            return 0, (CLOSE, number, 0, 0.0, 0.0)
        if state.open[n, part] == 0 or estate.part_surface[h, part] < 0:
            return FULL, NO
        surface = estate.part_surface[h, part]
    elif number >= FIRST_PIECE and not estate.piece_floor[h, number - FIRST_PIECE]:
        if item < 0:
            return NOTHING_HERE, NO
        surface = _surface_under(estate, state, n, number - FIRST_PIECE, x, y, z)
    else:  # the floor, or a rug on it
        if item < 0:
            return NOTHING_HERE, NO
        surface = ON_FLOOR
    if surface == -1:
        return NO_SURFACE, NO
    dx, dz = (0.0, 0.0) if surface == ON_FLOOR else _shift(estate, state, n, surface)
    placed, px, pz = _place(estate, state, n, item, surface, x - dx, z - dz, heading)
    if not placed:
        return NO_ROOM, NO
    return 0, (PUT, FIRST_ITEM + item, surface, px, pz)


@njit(cache=True, **OPTIONS)
def foresee(estate, state, worlds, poses, numbers, points, distances, refused, deeds, spots):
    """Effects of Interact on what the rays (M, C) of these worlds hit: fills refused (M, C) and the rest as `decide`.

    deeds (M, C, 3): verb, object, surface; spots (M, C, 2): the place on the surface.
    """
    for m in range(len(worlds)):
        full = state.held[worlds[m]] >= 0
        for c in range(numbers.shape[1]):
            x, y, z = points[m, c, 0], points[m, c, 1], points[m, c, 2]
            if distances[m, c] > REACH:
                reason, deed = TOO_FAR, NO
            elif numbers[m, c] == WALLS:
                reason, deed = NO_SURFACE if full else NOTHING_HERE, NO
            else:
                reason, deed = decide(estate, state, worlds[m], numbers[m, c], x, y, z, poses[m, 2])
            refused[m, c] = reason
            deeds[m, c, 0], deeds[m, c, 1], deeds[m, c, 2], spots[m, c, 0], spots[m, c, 1] = deed


@njit(cache=True, **OPTIONS)
def act(estate, state, worlds, poses, deeds, spots):
    """Carry out the foreseen effect of one ray (M,) in each of these worlds; verb 0 does nothing."""
    for m in range(len(worlds)):
        n, verb, number, surface = worlds[m], deeds[m, 0], deeds[m, 1], deeds[m, 2]
        if verb == PICK_UP:
            state.surface[n, number - FIRST_ITEM] = HELD
            state.held[n] = number - FIRST_ITEM
        elif verb == PUT:
            item, h = number - FIRST_ITEM, state.house[n]
            state.surface[n, item] = surface
            state.place[n, item, 0], state.place[n, item, 2], state.place[n, item, 3] = spots[m, 0], spots[m, 1], poses[m, 2]
            state.held[n] = -1
            if surface == ON_FLOOR:
                half_x, half_z = extent(state.size[n, item], poses[m, 2])
                state.place[n, item, 1] = _rug_under(estate.rugs[h], spots[m, 0], spots[m, 1], half_x, half_z)
                state.room[n, item] = room_at(estate.rooms[h], spots[m, 0], spots[m, 1])
            else:
                state.place[n, item, 1] = estate.surface_box[h, surface, 4]
                state.room[n, item] = estate.surface_room[h, surface]
        elif verb in (OPEN, CLOSE):
            state.open[n, number - FIRST_PART] = 1 if verb == OPEN else 0
        elif verb in (SWITCH_ON, SWITCH_OFF):
            state.on[n, number - FIRST_SWITCH] = 1 if verb == SWITCH_ON else 0
