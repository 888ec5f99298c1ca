"""From a goal map to one place: the most likely cell, as in the paper, or the place around which most of the map lies."""

from __future__ import annotations

import numpy as np
from torch import nn

from sightline.agent.sight import BOUNDS, GRID, goal_places
from sightline.geometry import distance
from sightline.geometry.types import Floats, Ints
from sightline.lani.reward import NEAR
from sightline.models.lingunet import COLUMNS
from sightline.models.lookout import Lookout

CANDIDATES = 96  # the most likely cells; what lies beyond hardly counts
PARTS = 5  # points that stand for a cell
CHUNK = 64  # examples at once


def choose(model: nn.Module, starts: Floats, probabilities: Floats) -> tuple[Ints, Floats]:
    """The class (N,) and the place (N, 2) that a model's goal maps (N, 32 * 192 + 1) stand for, seen from starts (N, 3)."""
    if not isinstance(model, Lookout):
        classes = probabilities.argmax(1)
        return classes, goal_places(starts, classes)
    parts = [
        _area(starts[first : first + CHUNK], probabilities[first : first + CHUNK]) for first in range(0, len(starts), CHUNK)
    ]
    return np.concatenate([classes for classes, _ in parts]), np.concatenate([places for _, places in parts])


def sureness(starts: Floats, probabilities: Floats, places: Floats) -> Floats:
    """(N,) the share of each goal map that lies within 5 units of a place (N, 2): how likely a goal there is right."""
    found = np.zeros(len(starts))
    classes = np.arange(GRID.out_of_sight + 1)[None]
    for n, place in enumerate(places):
        points, shares = _points(starts[n : n + 1], probabilities[n : n + 1], classes)
        found[n] = shares[0] @ (distance(points[0], place) <= NEAR)
    return found


def _points(starts: Floats, probabilities: Floats, classes: Ints) -> tuple[Floats, Floats]:
    """Where (N, K * PARTS, 2) goals of some classes (N, K) may be, and how likely (N, K * PARTS) each of these points is.

    Within a cell the map is taken to change evenly towards the cells above and below; out of sight is where the agent is.
    """
    unseen = classes == GRID.out_of_sight
    row, column = np.where(unseen, -1, classes // COLUMNS), np.where(unseen, -1, classes % COLUMNS)
    points, rows = GRID.spread(starts[:, None], row, column, BOUNDS, PARTS)  # (N, K, PARTS, 2), (N, K, PARTS)
    cells = np.pad(probabilities[:, :-1].reshape(-1, GRID.cells, COLUMNS), ((0, 0), (1, 1), (0, 0)))
    each = np.arange(len(starts))[:, None]
    above, here, below = (cells[each, row + 1 + k, column][..., None] for k in (-1, 0, 1))
    up = rows - row[..., None] - 0.5  # from the middle of the cell, downwards
    likely = np.where(up < 0, here + (above - here) * -up, here + (below - here) * up)  # for a height in the picture
    weights = likely * GRID.coarse.v(rows) ** 2 + 1e-15  # which a length on the ground far away has less of
    shares = np.take_along_axis(probabilities, classes, 1)[..., None] * weights / weights.sum(2, keepdims=True)
    return points.reshape(len(starts), -1, 2), shares.reshape(len(starts), -1)


def _area(starts: Floats, probabilities: Floats) -> tuple[Ints, Floats]:
    """The middle of what lies within 5 units of a point, for the point around which most of the map does.

    Cells far away are deep, and a goal within 5 units is a right one: so this is right more often than the likeliest cell.
    """
    each = np.arange(len(starts))
    likely = np.argpartition(-probabilities, CANDIDATES, axis=1)[:, :CANDIDATES]  # (N, K)
    points, shares = _points(starts, probabilities, likely)
    close = distance(points[:, :, None], points[:, None]) <= NEAR  # (N, K * PARTS, K * PARTS)
    best = (close @ shares[..., None])[..., 0].argmax(1)
    weight = close[each, best] * shares
    return likely[each, best // PARTS], np.einsum("nk,nkc->nc", weight, points) / weight.sum(1, keepdims=True)
