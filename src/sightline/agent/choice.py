"""Reads a goal map: the most likely cell, as in the paper, or the place around which most of the map lies; confidence."""

from __future__ import annotations

import numpy as np

from sightline.geometry import View, distance
from sightline.geometry.types import Bools, Floats, Ints
from sightline.models.goal_map import GoalModel
from sightline.world import Kind

AREA_CELLS = 96  # the most likely cells, which hold nearly all of a map
POINTS = 5  # sampled in each cell
CHOSEN_AT_ONCE = 64  # examples at once
NO_PLACE = 0.65  # least probability of "no waypoint"; a missed waypoint costs more than a needless one, so this is above 0.5
GRASP = 0.25  # metres: what is this close to a point to reach for is mostly the same thing
LONG = 14  # words; longer instructions are misread more often than their maps say


def choose(kind: Kind, model: GoalModel, poses: Floats, probabilities: Floats) -> tuple[Ints, Floats]:
    """The class (N,) and the place (N, 2) that a model's goal maps (N, 32 * 192 + 1) stand for, seen from poses (N, 3)."""
    if model.readout == "cell":
        classes = probabilities.argmax(1)
        return classes, kind.view.goal_places(poses, classes)
    area = _likeliest_area if model.readout == "area" else _likeliest_rings
    chunks = [slice(first, first + CHOSEN_AT_ONCE) for first in range(0, len(poses), CHOSEN_AT_ONCE)]
    areas = [area(kind, poses[chunk], probabilities[chunk]) for chunk in chunks]
    return np.concatenate([classes for classes, _ in areas]), np.concatenate([places for _, places in areas])


def map_share(kind: Kind, model: GoalModel, poses: Floats, probabilities: Floats, places: Floats) -> Floats:
    """(N,) the share of each goal map that lies near a place (N, 2)."""
    if model.readout == "rings":
        near = [_near_rings(kind, pose, place) for pose, place in zip(poses, places, strict=True)]
        return np.array([share @ map_ for share, map_ in zip(near, probabilities, strict=True)])
    shares_near = np.zeros(len(poses))
    classes = np.arange(kind.view.grid.out_of_sight + 1)[None]
    for n, place in enumerate(places):
        points, shares = _points(kind.view, poses[n : n + 1], probabilities[n : n + 1], classes)
        shares_near[n] = shares[0] @ (distance(points[0], place) <= kind.near)
    return shares_near


def calibration_features(shares: Floats, words: Ints) -> Floats:
    """(N, 3) the inputs of the calibration: log-odds of the maps' shares, length of the words beyond LONG, and 1."""
    share = np.clip(shares, 1e-3, 1 - 1e-3)
    longer = np.maximum(np.log(np.maximum(words, 1) / LONG), 0.0)
    return np.stack([np.log(share / (1 - share)), longer, np.ones(len(share))], axis=1)


def calibrated(model: GoalModel, shares: Floats, words: Ints, reaching: Bools | None = None) -> Floats:
    """(N,) the calibrated probability that goals are right, from the share of the map near them and the number of words.

    Where `reaching` (N,) is true the goal is a thing, and right means that it is that thing.
    """
    features = calibration_features(shares, words)
    likely: Floats = _logistic(features @ np.array(model.calibration))
    if reaching is None or model.reach_calibration is None:
        return likely
    return np.where(reaching, _logistic(features @ np.array(model.reach_calibration)), likely)


def _logistic(values: Floats) -> Floats:
    return 0.5 + 0.5 * np.tanh(0.5 * values)  # SciPy's own takes longer to import than all else that an agent needs


def grasp(kind: Kind, model: GoalModel) -> float:
    """The distance within which a map's cells count for a point: one thing's, if the model is calibrated on things."""
    return kind.near if model.reach_calibration is None else GRASP


def _points(view: View, poses: Floats, probabilities: Floats, classes: Ints) -> tuple[Floats, Floats]:
    """Where (N, K * POINTS, 2) goals of some classes (N, K) may be, and how likely (N, K * POINTS) each of these points is.

    Within a cell the map is taken to change evenly towards the cells above and below; out of sight is where the agent is.
    """
    grid = view.grid
    row, column = view.cells(classes)
    points, rows = grid.spread(poses[:, None], row, column, view.bounds, POINTS)  # (N, K, POINTS, 2), (N, K, POINTS)
    cells = np.pad(probabilities[:, :-1].reshape(-1, grid.cells, grid.columns), ((0, 0), (1, 1), (0, 0)))
    each = np.arange(len(poses))[:, None]
    above, here, below = (cells[each, row + 1 + k, column][..., None] for k in (-1, 0, 1))
    down = rows - row[..., None] - 0.5  # from the middle of the cell
    likely = np.where(down < 0, here + (above - here) * -down, here + (below - here) * down)
    # weight by image height per metre of ground, which shrinks with distance
    weights = likely * grid.coarse.v(rows) ** 2 + 1e-15
    shares = np.take_along_axis(probabilities, classes, 1)[..., None] * weights / weights.sum(2, keepdims=True)
    return points.reshape(len(poses), -1, 2), shares.reshape(len(poses), -1)


def _likeliest_area(kind: Kind, poses: Floats, probabilities: Floats) -> tuple[Ints, Floats]:
    """The class and place of the area with most probability (see `_middle`), instead of the likeliest cell.

    Far cells cover much ground, and any answer within `near` counts, so this is right more often.
    """
    likely = np.argpartition(-probabilities, AREA_CELLS, axis=1)[:, :AREA_CELLS]  # (N, K)
    points, shares = _points(kind.view, poses, probabilities, likely)
    return _middle(kind.near, likely, points, shares)


def _middle(near: float, classes: Ints, points: Floats, shares: Floats) -> tuple[Ints, Floats]:
    """Find the point with most probability within `near`; return its class and the weighted mean of the points there."""
    each = np.arange(len(classes))
    x, z = points[..., 0], points[..., 1]
    apart = (x[:, :, None] - x[:, None]) ** 2 + (z[:, :, None] - z[:, None]) ** 2  # half of the time is spent here
    close = apart <= near**2  # (N, K * POINTS, K * POINTS)
    best = (close @ shares[..., None])[..., 0].argmax(1)
    weight = close[each, best] * shares
    return classes[each, best // POINTS], np.einsum("nk,nkc->nc", weight, points) / weight.sum(1, keepdims=True)


def choose_ways(kind: Kind, model: GoalModel, poses: Floats, probabilities: Floats) -> list[Floats]:
    """The waypoints (K, 2) of each of N maps (N, P, 28 * 192 + 1) that are likely enough, in order."""
    ways: list[list[Floats]] = [[] for _ in poses]
    going = np.ones(len(poses), bool)  # the first waypoint that is missing ends the list
    for place in range(probabilities.shape[1]):
        going &= probabilities[:, place, -1] < NO_PLACE
        here = np.flatnonzero(going)
        if len(here):
            _, places = choose(kind, model, poses[here], probabilities[here, place, :-1])
            for n, spot in zip(here, places, strict=True):
                ways[n].append(spot)
    return [np.array(way).reshape(-1, 2) for way in ways]


def _near_rings(kind: Kind, pose: Floats, place: Floats) -> Floats:
    """(28 * 192,) the share of each class of the rings that lies near a place."""
    points = kind.view.rings.points(pose[None], kind.view.bounds, POINTS)[0]
    return (distance(points, place) <= kind.near).mean(1)


def _likeliest_rings(kind: Kind, poses: Floats, probabilities: Floats) -> tuple[Ints, Floats]:
    """The same for maps (N, 28 * 192) over bearings and rings."""
    each = np.arange(len(poses))
    here = probabilities[:, : kind.view.grid.columns]  # the first ring is one place, whatever the bearing: one candidate
    probabilities = probabilities.copy()
    probabilities[:, : kind.view.grid.columns] = 0.0
    probabilities[each, here.argmax(1)] = here.sum(1)
    likely = np.argpartition(-probabilities, AREA_CELLS, axis=1)[:, :AREA_CELLS]  # (N, K)
    points = kind.view.rings.points(poses, kind.view.bounds, POINTS)[each[:, None], likely]  # (N, K, POINTS, 2)
    shares = np.repeat(np.take_along_axis(probabilities, likely, 1) / POINTS, POINTS, 1)
    return _middle(kind.near, likely, points.reshape(len(poses), -1, 2), shares)
