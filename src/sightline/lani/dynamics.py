"""How the agent moves: forward 1.5, turns of 15 degrees, sliding along landmarks, stopped by the fence.

A step is simulated in small pieces. A piece that would enter a landmark's body (a rounded rectangle, widened by the agent's
own radius) slides along its edge instead. At a grazing angle it slides in the direction the agent faces; at a steeper one,
around the body, at half speed or more. Otherwise an agent that heads straight for its goal would wait forever at a wall. A
piece that would leave the field ends at the fence, and so does the step. The part lost of its 1.5 units is the collision's
magnitude. A body that the agent already stands in does not block it, nor does the fence if the agent is closer to it than
it could have come.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from sightline.geometry.pose import MAX_HEADING
from sightline.render import FIELD as FIELD_SIDE

FORWARD, TURN_RIGHT, TURN_LEFT, STOP = 0, 1, 2, 3
STRIDE, TURN = 1.5, 15.0
PIECES = 5
RADIUS = 0.4  # of the agent's own body
GRAZE = 0.87  # cosine to the edge (30 degrees) from which the agent slides in the direction it faces
SIDESTEP = 0.5  # least share of a piece that it slides
FIELD = float(FIELD_SIDE)
OPTIONS = {"error_model": "numpy", "nogil": True}


@njit(**OPTIONS)
def gap(body, x, z):
    """Distance from a point to a body, negative inside."""
    ax, az = abs(x - body[0]) - body[2], abs(z - body[1]) - body[3]
    px, pz = max(ax, 0.0), max(az, 0.0)
    return math.sqrt(px * px + pz * pz) + min(max(ax, az), 0.0) - body[4]


@njit(cache=True, **OPTIONS)
def clearances(bodies, points):
    """(P,) distance from points (P, 2) to the nearest of the bodies (I, 5); infinite without bodies."""
    gaps = np.full(len(points), np.inf)
    for n in range(len(points)):
        for k in range(len(bodies)):
            gaps[n] = min(gaps[n], gap(bodies[k], points[n, 0], points[n, 1]))
    return gaps


@njit(**OPTIONS)
def _pushed(body, x, z):
    """The nearest point at the agent's radius from a body that (x, z) is too close to."""
    rx, rz = x - body[0], z - body[1]
    sx, sz = (1.0 if rx >= 0 else -1.0), (1.0 if rz >= 0 else -1.0)
    ax, az = abs(rx) - body[2], abs(rz) - body[3]
    reach = body[4] + RADIUS + 1e-6
    if ax > 0 and az > 0:  # beside a corner
        length = math.sqrt(ax * ax + az * az)
        return x + sx * ax * (reach / length - 1), z + sz * az * (reach / length - 1)
    if ax > az:
        return body[0] + sx * (body[2] + reach), z
    return x, body[1] + sz * (body[3] + reach)


@njit(**OPTIONS)
def _slid(body, x, z, dx, dz, piece):
    """The end of a piece of a step from (x, z) along (dx, dz) that slides along the edge of a body."""
    touch_x, touch_z = _pushed(body, x + piece * dx, z + piece * dz)
    nx, nz = touch_x - (x + piece * dx), touch_z - (z + piece * dz)
    length = math.sqrt(nx * nx + nz * nz) + 1e-12
    tx, tz = nz / length, -nx / length  # along the edge
    along = tx * dx + tz * dz
    rx, rz = x - body[0], z - body[1]
    around = (rz * dx - rx * dz) * (rz * tx - rx * tz)  # > 0 when (tx, tz) leads around the body's centre
    if (along if abs(along) > GRAZE else around) < 0:
        tx, tz = -tx, -tz
    share = max(abs(along), SIDESTEP) * piece
    x, z = x + share * tx, z + share * tz
    return _pushed(body, x, z) if gap(body, x, z) < RADIUS else (x, z)


@njit(**OPTIONS)
def forward(x, z, heading, bodies, count):
    """The end of a step forward, its distance from the start, and the part lost: x, z, moved, lost."""
    radians = math.radians(heading)
    dx, dz = math.sin(radians), math.cos(radians)
    start_x, start_z = x, z
    near = np.empty(count, np.int64)  # bodies that this step can touch
    nearby = 0
    for k in range(count):
        reach = bodies[k, 2] + bodies[k, 3] + bodies[k, 4] + RADIUS + STRIDE
        if (x - bodies[k, 0]) ** 2 + (z - bodies[k, 1]) ** 2 < reach * reach and gap(bodies[k], x, z) > RADIUS - 1e-3:
            near[nearby] = k
            nearby += 1
    piece = STRIDE / PIECES
    low, high = RADIUS, FIELD - RADIUS
    least, most = min(low, x, z), max(high, x, z)
    for _ in range(PIECES):
        share = 1.0  # of the piece that fits before the fence
        if dx > 0:
            share = min(share, (high - x) / (dx * piece))
        elif dx < 0:
            share = min(share, (low - x) / (dx * piece))
        if dz > 0:
            share = min(share, (high - z) / (dz * piece))
        elif dz < 0:
            share = min(share, (low - z) / (dz * piece))
        share = max(share, 0.0)
        next_x, next_z = x + share * piece * dx, z + share * piece * dz
        for k in range(nearby):
            if gap(bodies[near[k]], next_x, next_z) < RADIUS:
                next_x, next_z = _slid(bodies[near[k]], x, z, dx, dz, share * piece)
                break
        free = least - 1e-9 <= next_x <= most + 1e-9 and least - 1e-9 <= next_z <= most + 1e-9
        for k in range(nearby):
            free = free and gap(bodies[near[k]], next_x, next_z) >= RADIUS - 1e-9
        if not free:  # from one body into another or into the fence: no way through
            break
        x, z = next_x, next_z
        if share < 1:
            break
    ahead = (x - start_x) * dx + (z - start_z) * dz
    moved = math.sqrt((x - start_x) ** 2 + (z - start_z) ** 2)
    return x, z, moved, max(STRIDE - ahead, 0.0) if ahead < STRIDE - 1e-9 else 0.0


@njit(**OPTIONS)
def lies_inside(pose):
    """Whether a pose is valid for an agent; False for NaN and infinity."""
    return -1e-6 <= pose[0] <= FIELD + 1e-6 and -1e-6 <= pose[1] <= FIELD + 1e-6 and abs(pose[2]) <= MAX_HEADING


@njit(cache=True, **OPTIONS)
def first_outside(poses):
    """The first invalid pose of poses (N, 3); -1 if there is none."""
    for n in range(len(poses)):
        if not lies_inside(poses[n]):
            return n
    return -1


@njit(cache=True, **OPTIONS)
def distances(places, goals, lengths):
    """Fill lengths (N,) with the distances from places (N, 2 or more) to goals (N, 2); the first not finite, or -1."""
    for n in range(len(goals)):
        lengths[n] = math.hypot(goals[n, 0] - places[n, 0], goals[n, 1] - places[n, 1])
    for n in range(len(goals)):
        if not lengths[n] < np.inf:
            return n
    return -1


@njit(cache=True, **OPTIONS)
def advance(poses, actions, taken, over, horizon, bodies, counts, moved, lost, stopped, refused):
    """Move every world once, in place, and fill the last four arrays (N,). Finished worlds refuse.

    If an action or a pose is invalid, nothing moves and the index of the first such world is returned; otherwise -1.
    """
    for n in range(len(actions)):
        if actions[n] < 0 or actions[n] > STOP or not lies_inside(poses[n]):
            return n
    for n in range(len(poses)):
        moved[n] = lost[n] = 0.0
        stopped[n], refused[n] = False, over[n]
        if over[n]:
            continue
        if actions[n] == FORWARD:
            x, z, length, missed = forward(poses[n, 0], poses[n, 1], poses[n, 2], bodies[n], counts[n])
            poses[n, 0], poses[n, 1], moved[n], lost[n] = x, z, length, missed
        elif actions[n] == TURN_RIGHT:
            poses[n, 2] = (poses[n, 2] + TURN) % 360.0
        elif actions[n] == TURN_LEFT:
            poses[n, 2] = (poses[n, 2] - TURN) % 360.0
        else:
            stopped[n] = True
        taken[n] += not stopped[n]
        over[n] = stopped[n] or taken[n] >= horizon[n]
    return -1
