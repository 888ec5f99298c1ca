"""Aims that need no goal predictor: a thing that was seen, a motion by direction and distance, a place that is known."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sightline.agent.aim import Aim
from sightline.agent.memory import Sighted
from sightline.geometry import heading_to
from sightline.geometry.pose import direction
from sightline.geometry.types import Floats
from sightline.language.reading.plan import CORNER, Move
from sightline.world import Kind

# As shares of what is near in a world: five units in fields, a metre in houses.
BEFORE_THING = 0.25  # where to stand, from the surface of a thing
FAR_MOVE, MOVE, LITTLE = 40.0, 2.0, 0.8  # "until the fence", "go north", "a bit further"
HOUSE_STEP, FIELD_STEP = 0.6, 1.5  # what people call a step
AROUND = 0.7  # from the surface of a thing that is circled
LAP = 8  # places on a circle
MARGIN = 0.04  # of the ground's width: how close to a fence an agent goes


def beside(kind: Kind, pose: Floats, thing: Sighted) -> Aim:
    """Where to stand to be at a thing."""
    at = np.array([thing.point[0], thing.point[2]])
    away = pose[:2] - at
    length = max(float(np.hypot(*away)), 1e-6)
    back = min(radius(thing) + BEFORE_THING * kind.near, length)
    x, z = (at + away / length * back).tolist()
    return Aim((x, z), None, thing.confidence, remembered=True, reason="as it sees it")


def radius(thing: Sighted) -> float:
    """Half the width of a thing, as far as it was seen."""
    return max(thing.high[0] - thing.low[0], thing.high[2] - thing.low[2]) / 2


def circling(kind: Kind, pose: Floats, thing: Sighted, times: int) -> tuple[Aim, ...]:
    """Places around a thing, the last of them where the first is."""
    at = np.array([thing.point[0], thing.point[2]])
    first = math.atan2(*(pose[:2] - at))
    away = radius(thing) + AROUND * kind.near
    low, high = kind.view.bounds
    angles = [first + 2 * math.pi * k / LAP for k in range(times * LAP + 1)]
    places = [np.clip(at + away * np.array([math.sin(a), math.cos(a)]), low + 0.5, high - 0.5).tolist() for a in angles]
    return tuple(Aim((x, z), remembered=True, waypoint=k < len(places) - 1) for k, (x, z) in enumerate(places))


def middle(kind: Kind) -> Aim:
    """The middle of the ground."""
    place = sum(kind.view.bounds) / 2
    return Aim((place, place), remembered=True, reason="as you said")


def moved(kind: Kind, pose: Floats, move: Move, thing: Sighted | None = None) -> Aim:
    """Where a motion leads: by direction and distance, or towards a thing."""
    low, high = kind.view.bounds
    margin = MARGIN * (high - low) if kind.gait is None else 0.0
    if move.until == CORNER:
        corner = [high - margin if slope > 0 else low + margin for slope in direction(move.heading).tolist()]
        return Aim((corner[0], corner[1]), remembered=True, reason="as you said")
    heading = move.heading if move.absolute else pose[2] + move.heading
    length = _length(kind, move)
    if thing is not None:
        at = np.array([thing.point[0], thing.point[2]])
        heading = heading_to(pose[:2], at) + (180.0 if move.away else 0.0)
        gap = max(float(np.hypot(*(at - pose[:2]))) - radius(thing), 0.0)
        length = move.share * gap if move.share is not None else length if move.away else min(length, gap)
    way = direction(heading)
    x, z = (pose[:2] + min(length, _room(pose, way, low + margin, high - margin)) * way).tolist()
    return Aim((x, z), remembered=True, reason="as you said")


def turned(kind: Kind, pose: Floats, move: Move, thing: Sighted | None = None) -> Aim:
    """A turn on the spot, by degrees, to a side of the compass, or to a thing."""
    heading = move.heading if move.absolute else float(pose[2]) + move.heading
    if thing is not None:
        heading = float(heading_to(pose[:2], np.array([thing.point[0], thing.point[2]])))
    if kind.gait is not None:
        heading = round(heading / kind.gait.turn) * kind.gait.turn
    return Aim((float(pose[0]), float(pose[1]), heading % 360), remembered=True, reason="as you said")


def _length(kind: Kind, move: Move) -> float:
    """How far a motion goes, as far as its words tell."""
    if move.distance is not None:
        return move.distance
    if move.steps is not None:
        return move.steps * (HOUSE_STEP if kind.gait is not None else FIELD_STEP)
    return (FAR_MOVE if move.until else MOVE if move.absolute else LITTLE) * kind.near


def _room(pose: Floats, way: Floats, low: float, high: float) -> float:
    """How far it is to the fence in some direction: agents stop before the fence, not beside it."""
    rooms: Sequence[float] = [
        (high - value) / slope if slope > 1e-9 else (low - value) / slope if slope < -1e-9 else np.inf
        for value, slope in zip(pose[:2].tolist(), way.tolist(), strict=True)
    ]
    return max(min(rooms), 0.0)
