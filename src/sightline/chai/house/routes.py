"""Path lengths through a house: straight to a doorway, from doorway to doorway, and straight to the goal."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

OPTIONS = {"error_model": "numpy", "nogil": True}  # of all kernels of houses


@njit(cache=True, **OPTIONS)
def room_at(rooms, x, z):
    """The room that a point lies in; -1 outside."""
    i, j = math.floor(z * 10 + 1e-6), math.floor(x * 10 + 1e-6)
    return rooms[i, j] if 0 <= i < rooms.shape[0] and 0 <= j < rooms.shape[1] else -1


@njit(cache=True, **OPTIONS)
def rooms_at(rooms, places):
    """(K,) the rooms that points (K, 2 or more) lie in."""
    there = np.empty(len(places), np.int64)
    for k in range(len(places)):
        there[k] = room_at(rooms, places[k, 0], places[k, 1])
    return there


@njit(**OPTIONS)
def route(estate, h, x, z, goal_x, goal_z):
    """Length of the shortest path from one point to another; infinite if there is none."""
    first, last = room_at(estate.rooms[h], x, z), room_at(estate.rooms[h], goal_x, goal_z)
    if first == last:
        return math.hypot(goal_x - x, goal_z - z)
    best = np.inf
    for i in range(estate.doors.shape[1]):
        if first < 0 or (estate.door_rooms[h, i, 0] != first and estate.door_rooms[h, i, 1] != first):
            continue
        ax, az = (estate.doors[h, i, 0] + estate.doors[h, i, 2]) / 2, (estate.doors[h, i, 1] + estate.doors[h, i, 3]) / 2
        for k in range(estate.doors.shape[1]):
            if last < 0 or (estate.door_rooms[h, k, 0] != last and estate.door_rooms[h, k, 1] != last):
                continue
            bx = (estate.doors[h, k, 0] + estate.doors[h, k, 2]) / 2
            bz = (estate.doors[h, k, 1] + estate.doors[h, k, 3]) / 2
            way = math.hypot(ax - x, az - z) + estate.door_ways[h, i, k] + math.hypot(goal_x - bx, goal_z - bz)
            best = min(best, way)
    return best


@njit(**OPTIONS)
def nearest_indoors(rooms, x, z):
    """The place in a room nearest to a point outside."""
    best, inside_x, inside_z = np.inf, x, z
    for i in range(rooms.shape[0]):
        for j in range(rooms.shape[1]):
            if rooms[i, j] >= 0:
                near_x, near_z = min(max(x, j / 10), j / 10 + 0.099), min(max(z, i / 10), i / 10 + 0.099)
                gap = (near_x - x) ** 2 + (near_z - z) ** 2
                if gap < best:
                    best, inside_x, inside_z = gap, near_x, near_z
    return inside_x, inside_z


@njit(cache=True, **OPTIONS)
def routes(estate, house, starts, goals):
    """(N,) path lengths from starts (N, 2) to goals (N, 2) in houses (N,); a start outside first goes straight indoors."""
    lengths = np.empty(len(starts))
    for n in range(len(starts)):
        finite = abs(starts[n, 0]) + abs(starts[n, 1]) + abs(goals[n, 0]) + abs(goals[n, 1]) < np.inf
        if not (finite and 0 <= house[n] < len(estate.rooms)):
            lengths[n] = np.nan
            continue
        x, z = starts[n, 0], starts[n, 1]
        if room_at(estate.rooms[house[n]], x, z) < 0:
            x, z = nearest_indoors(estate.rooms[house[n]], x, z)
        outside = math.hypot(starts[n, 0] - x, starts[n, 1] - z)
        lengths[n] = outside + route(estate, house[n], x, z, goals[n, 0], goals[n, 1])
    return lengths
