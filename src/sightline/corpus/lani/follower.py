"""The follower: walks a reference path with the agent's own actions, like a person, and ends somewhat off its end.

It looks a short distance ahead along the path, turns when the path is off to a side and steps when it is not. Its gaze
drifts (a slow random offset), and sometimes it turns once too often. The path is bent at its end towards this follower's
idea of the end: the intended place plus a scatter of SCATTER per axis.
"""

from __future__ import annotations

import math
from random import Random

import numpy as np
from numba import njit

from sightline.corpus.lani.terrain import OPTIONS, STANDING, Point, Pose, Terrain, bend, least_gap
from sightline.corpus.records import REPLAY_TOLERANCE, Paragraph
from sightline.geometry.types import Floats
from sightline.lani.dynamics import FORWARD, STRIDE, TURN, TURN_LEFT, TURN_RIGHT, forward

SCATTER = 2.0  # standard deviation per axis of people's ends around the intended place
STEP_SCATTER = 0.25  # the part of it that the step length alone contributes
MOST_ACTIONS = 90  # actions
LETTERS = "FRL"
ORIGINAL_STRIDE = 1.0  # the original demonstrations were recorded with shorter steps than the paper's 1.5


def scatter_end(random: Random, terrain: Terrain, path: Floats) -> Floats | None:
    """The path bent to end scattered around its end, where the agent can stand; None if no direction is free.

    An occupied place is replaced by one at the same distance in another direction, which keeps the scatter's size.
    """
    size = math.sqrt(SCATTER**2 - STEP_SCATTER**2) * math.sqrt(-2 * math.log(1 - random.random()))
    end = path[-1].tolist()
    for _ in range(12):
        angle = 2 * math.pi * random.random()
        x, z = size * math.sin(angle), size * math.cos(angle)
        spot = np.array([[end[0] + x, end[1] + z]])
        if spot.min() >= 1.0 and spot.max() <= 49.0 and least_gap(spot, terrain.bodies) > STANDING:
            bent: Floats = bend(path, x, z, True)
            if least_gap(bent[len(bent) // 3 :], terrain.bodies) > 0.2:
                return bent
    return None


def follow(random: Random, terrain: Terrain, at: Pose, path: Floats) -> tuple[str, Floats] | None:
    """Actions that walk a path, and the poses (T + 1, 3) they lead through; None if the follower gets lost."""
    draws = np.array([random.random() for _ in range(2 * MOST_ACTIONS)])
    actions, poses = _walk(np.array(at), path, terrain.bodies, draws)
    missed = math.dist(poses[-1, :2], path[-1])
    if len(actions) >= MOST_ACTIONS or missed > 1.2:
        return None
    return "".join([LETTERS[a] for a in actions.tolist()]), poses


def replay(terrain: Terrain, at: Pose, actions: str) -> Floats:
    """The poses (T + 1, 3) that actions lead through."""
    return _replay(
        np.array(at, dtype=np.float64), np.array([LETTERS.index(a) for a in actions], dtype=np.int64), terrain.bodies
    )


def path_length(paragraph: Paragraph, k: int) -> float:
    """Length of instruction k's demonstration, in units."""
    segment, stride = paragraph.segments[k], STRIDE
    if paragraph.source == "human":
        x, z, _ = replay(Terrain(paragraph.scene), segment.start, segment.actions)[-1].tolist()
        stride = STRIDE if math.dist((x, z), segment.end) < REPLAY_TOLERANCE else ORIGINAL_STRIDE
    return segment.actions.count("F") * stride


def trace(poses: Floats) -> list[Point]:
    """The places of poses without consecutive duplicates."""
    places: list[Point] = []
    for x, z, _ in poses.tolist():
        if not places or places[-1] != (x, z):
            places.append((x, z))
    return places


@njit(**OPTIONS)
def _walk(pose, path, bodies, draws):  # type: ignore[no-untyped-def]
    x, z, heading = pose[0], pose[1], pose[2]
    poses = np.empty((MOST_ACTIONS + 1, 3))
    poses[0, 0], poses[0, 1], poses[0, 2] = x, z, heading
    actions = np.empty(MOST_ACTIONS, np.int64)
    last = len(path) - 1
    reached, wander, taken = 0, 0.0, 0
    while taken < MOST_ACTIONS:
        nearest = 1e9  # the agent's progress along the path; the search never goes back, nor far ahead
        for n in range(reached, min(reached + 5, last + 1)):
            d = (path[n, 0] - x) ** 2 + (path[n, 1] - z) ** 2
            if d < nearest - 1e-12:
                nearest, reached = d, n
        left = math.sqrt((path[last, 0] - x) ** 2 + (path[last, 1] - z) ** 2)
        closing = reached >= last - 2
        wander = 0.9 * wander + 0.5 * (draws[2 * taken] - 0.5)
        aim = min(reached + 3, last)
        ax, az = path[aim, 0], path[aim, 1]
        if not closing:  # the gaze drifts to the side of the path
            dx, dz = path[aim, 0] - path[aim - 1, 0], path[aim, 1] - path[aim - 1, 1]
            size = math.sqrt(dx * dx + dz * dz) + 1e-9
            ax, az = ax + wander * dz / size, az - wander * dx / size
        off = (math.degrees(math.atan2(ax - x, az - z)) - heading + 180.0) % 360.0 - 180.0
        if closing:
            ahead = round(off / TURN) * TURN  # the heading of the next step, after these turns
            angle = math.radians(heading + ahead)
            then = math.sqrt(
                (path[last, 0] - x - STRIDE * math.sin(angle)) ** 2 + (path[last, 1] - z - STRIDE * math.cos(angle)) ** 2
            )
            if then >= left - 0.05:
                break
        slack = TURN / 2 + 4.0
        if abs(off) > slack or (not closing and abs(off) > 2.0 and draws[2 * taken + 1] > 0.98):
            action = TURN_RIGHT if off > 0 else TURN_LEFT
            heading = (heading + (TURN if off > 0 else -TURN)) % 360.0
        else:
            action = FORWARD
            x, z, _, _ = forward(x, z, heading, bodies, len(bodies))
        actions[taken] = action
        taken += 1
        poses[taken, 0], poses[taken, 1], poses[taken, 2] = x, z, heading
    return actions[:taken], poses[: taken + 1]


@njit(**OPTIONS)
def _replay(pose, actions, bodies):  # type: ignore[no-untyped-def]
    poses = np.empty((len(actions) + 1, 3))
    x, z, heading = pose[0], pose[1], pose[2]
    poses[0, 0], poses[0, 1], poses[0, 2] = x, z, heading
    for n in range(len(actions)):
        if actions[n] == FORWARD:
            x, z, _, _ = forward(x, z, heading, bodies, len(bodies))
        else:
            heading = (heading + (TURN if actions[n] == TURN_RIGHT else -TURN)) % 360.0
        poses[n + 1, 0], poses[n + 1, 1], poses[n + 1, 2] = x, z, heading
    return poses
