"""From a goal map to one place: the most likely cell, as in the paper, or the place around which most of the map lies."""

from __future__ import annotations

import numpy as np
from torch import nn

from sightline.agent.sight import GRID, goal_places
from sightline.geometry import distance
from sightline.geometry.types import Floats, Ints
from sightline.lani.reward import NEAR
from sightline.models.lookout import Lookout

CANDIDATES = 128  # the most likely cells; what lies beyond hardly counts
CHUNK = 256  # examples at once


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
    classes = np.arange(GRID.out_of_sight + 1)
    for n, (start, place) in enumerate(zip(starts, places, strict=True)):
        where = goal_places(np.broadcast_to(start, (len(classes), 3)), classes)  # out of sight means "where I stand"
        found[n] = probabilities[n] @ (distance(where, place) <= NEAR)
    return found


def _area(starts: Floats, probabilities: Floats) -> tuple[Ints, Floats]:
    """The middle of what lies within 5 units of a cell, for the cell around which most of the map does.

    Cells far away are wide, and a goal within 5 units is a right one: so this is right more often than the likeliest cell.
    """
    likely = np.argpartition(-probabilities, CANDIDATES, axis=1)[:, :CANDIDATES]  # (N, K)
    share = np.take_along_axis(probabilities, likely, 1)
    places = goal_places(np.repeat(starts, CANDIDATES, 0), likely.ravel()).reshape(*likely.shape, 2)
    close = distance(places[:, :, None], places[:, None]) <= NEAR  # (N, K, K)
    best = np.einsum("nkj,nj->nk", close, share).argmax(1)
    each = np.arange(len(starts))
    weight = close[each, best] * share
    return likely[each, best], np.einsum("nk,nkc->nc", weight, places) / weight.sum(1, keepdims=True)
