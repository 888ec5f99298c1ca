"""Putting the held item on one of some surfaces, from the places known to be good for that (see `reach`).

`planner.plan_deed` puts things on whatever surface of a receptacle comes first; this puts them on the one that is meant:
into the basin and not on the rack beside it, into the cupboard and not on top of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sightline.chai.dynamics import INTERACT, TURN, spot
from sightline.chai.gaze import gaze, try_out
from sightline.chai.hands import PUT
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, WALLS
from sightline.chai.planner import Ways
from sightline.chai.reach import standing_places
from sightline.chai.world import ChaiWorld
from sightline.geometry import CELLS
from sightline.geometry.types import Array

ENOUGH = 3  # neighbouring cells that do the same: a cell well inside
TRIED = 3  # cells of a view that are tried exactly


def plan_put(world: ChaiWorld, surfaces: Sequence[int], n: int = 0) -> list[int] | None:
    """The actions that walk to where what is held can be put on one of some surfaces, and put it there; None if none do.

    Of the places that are good for it, the nearest on foot that works is taken.
    """
    state, house, estate = world.state, world.episodes[n].house, world.houses.estate
    h, item = int(state.house[n]), int(state.held[n])
    known = Ways(world, n)
    poses = np.concatenate([standing_places(house)[surface] for surface in surfaces])
    spots = [(*spot(x, z), round(heading / TURN) % 4) for x, z, heading in poses.tolist()]
    costs = np.array([known.cost[s] for s in spots])
    reached = np.flatnonzero(costs >= 0)
    poses = poses[reached[np.argsort(costs[reached], kind="stable")]]
    piece = int(np.searchsorted(estate.piece_surfaces[h], surfaces[0], side="right")) - 1
    for pose in poses:
        here = pose[None]
        seen = gaze(world.houses, state, np.array([n]), here, world.camera)
        owners = _owners(world, h, piece)
        numbers = np.where(np.isin(seen.numbers, owners), seen.numbers, WALLS)
        _, deeds, _ = try_out(world.houses, state, np.array([n]), here, seen._replace(numbers=numbers))
        right = (deeds[0, :, 0] == PUT) & np.isin(deeds[0, :, 2], surfaces)
        for cell in _best_cells(right.reshape(CELLS, CELLS)):
            refused, deed = world.foresee([n], here, np.array([cell]))
            if not refused[0] and deed[0, 0] == PUT and deed[0, 1] == FIRST_ITEM + item:
                row, column = spot(pose[0], pose[1])
                return [*known.to(row, column, round(pose[2] / TURN) % 4), INTERACT + cell]
    return None


def _owners(world: ChaiWorld, h: int, piece: int) -> Array:
    """The numbers of a piece and of its parts."""
    parts = np.flatnonzero(world.houses.estate.part_piece[h] == piece)
    return np.concatenate([[FIRST_PIECE + piece], FIRST_PART + parts])


def _best_cells(right: Array) -> list[int]:
    """A few cells that do what is wanted, those first whose neighbours do it too."""
    padded = np.pad(right.astype(np.int64), 1)
    around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    scores = np.where(right, 1 + around, 0).ravel()
    sure = np.flatnonzero(scores >= min(ENOUGH, int(scores.max(initial=0)) or 1))
    return [int(sure[k * len(sure) // (TRIED + 1)]) for k in range(1, TRIED + 1)] if len(sure) else []
