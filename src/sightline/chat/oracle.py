"""The right answers, for a mock server on this machine: what a perfect model would say to each question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sightline.agent.aim import Aim, Done, Point
from sightline.agent.pointing import FLOOR, Spot, point_behind, spot_of
from sightline.agent.wayfinding import points_behind
from sightline.chat.reading import DONE, LOOK, REACH, WALK
from sightline.geometry import CELLS, PANORAMA, Camera, bearing, distance
from sightline.geometry.types import Array, Floats
from sightline.world import Kind

Truth = Sequence[Sequence[Aim]]  # the true aims of every world, in order
AT_GOAL = 0.3  # of what is near: there is no need to go on
SAME_POINT = 0.25  # of what is near: what is seen at a spot is what was meant
LOWEST = 0.995  # of the height of a view: marks a place too near to be in the picture
ATTEMPTS = 5  # looks for one goal, then it is marked as it is


def _goal(kind: Kind, pose: Floats, goals: Sequence[Aim], done: Sequence[Done]) -> tuple[Aim, int] | None:
    """The goal to go for, and the looks that it has had; None when all is done."""
    if not kind.reaches:
        last = goals[-1]
        return None if distance(pose, last.stand[:2]) < AT_GOAL * kind.near else (last, len(done))
    left, looks = list(goals), 0
    for deed in done:
        if left and (deed.interaction if left[0].point is not None else _is_at((deed.x, deed.z), left[0], kind)):
            left.pop(0)
            looks = 0
        else:
            looks += 1
    while left and left[0].point is None and distance(pose, left[0].stand[:2]) < AT_GOAL * kind.near:
        left.pop(0)
    return (left[0], looks) if left else None


def _is_at(place: tuple[float, float], goal: Aim, kind: Kind) -> bool:
    return bool(distance(np.array(place), np.array(goal.stand[:2])) < AT_GOAL * kind.near)


def marking_of(
    kind: Kind, camera: Camera, pose: Floats, depth: Array, goals: Sequence[Aim], done: Sequence[Done], strip: bool
) -> dict[str, Any]:
    """Mark the goal, or a place from which it may be in sight; by depths (H, 6 W) of the panorama at a pose (3,)."""
    chosen = _goal(kind, pose, goals, done)
    if chosen is None:
        return {"answer": DONE, "view": None, "x": None, "y": None}
    goal, looks = chosen
    if goal.point is not None:
        spot = spot_of(camera, pose, goal.point)
        if spot is not None and (looks >= ATTEMPTS or _shows(kind, camera, pose, depth, spot, goal.point)):
            return _marking(REACH, spot, strip)
    place: Point = (goal.stand[0], 0.0, goal.stand[1])
    spot = spot_of(camera, pose, place)
    if spot is None or not _shows(kind, camera, pose, depth, spot, place):  # something hides it, or it is too near
        place = _nearest_ground(camera, pose, depth, place)
        spot = spot_of(camera, pose, place) or _below(pose, place)
    near = distance(np.array(goal.stand[:2]), np.array([place[0], place[2]])) < AT_GOAL * kind.near
    return _marking(WALK if goal.point is None and (near or looks >= ATTEMPTS) else LOOK, spot, strip)


def _shows(kind: Kind, camera: Camera, pose: Floats, depth: Array, spot: Spot, point: Point) -> bool:
    found = point_behind(camera, pose, depth, spot)
    near = SAME_POINT * kind.near * (1.0 if point[1] == 0 else 0.2)
    return found is not None and bool(np.linalg.norm(np.subtract(found, point)) < near)


def _nearest_ground(camera: Camera, pose: Floats, depth: Array, place: Point) -> Point:
    """The place in view on the ground that is nearest to another; that one if no ground is in view."""
    every = max(camera.height // 96, 1)
    rows, columns = (np.arange(every // 2, size, every) for size in depth.shape)
    points = points_behind(camera, pose, depth, rows, columns)
    ground = points[points[:, 1] < FLOOR * camera.eye]
    if not len(ground):
        return place
    x, _, z = ground[np.hypot(ground[:, 0] - place[0], ground[:, 2] - place[2]).argmin()].tolist()
    return x, 0.0, z


def _below(pose: Floats, place: Point) -> Spot:
    """A spot at the lower edge, in the direction of a place that is too near to be in the picture."""
    width = 360 / len(PANORAMA)
    turn = (float(bearing(pose, (place[0], place[2]))) - (PANORAMA[0] - width / 2)) % 360
    view = min(int(turn / width), len(PANORAMA) - 1)
    aside = np.radians(turn - view * width - width / 2)
    return Spot(view, float(0.5 + np.tan(aside) / (2 * np.tan(np.radians(width / 2)))), LOWEST)


def _marking(answer: str, spot: Spot, strip: bool) -> dict[str, Any]:
    x = (spot.view + spot.x) / len(PANORAMA) if strip else spot.x
    return {
        "answer": answer,
        "view": None if strip else spot.view + 1,
        "x": round(1000 * x, 2),
        "y": round(1000 * spot.y, 2),
    }


def actions_of(names: Sequence[str], demonstrated: Sequence[int], taken: int, every: int, interact: int | None) -> list[str]:
    """The next actions of a demonstration, then stop; an interaction comes first after a picture."""
    spelled: list[str] = []
    for action in demonstrated[taken : taken + every]:
        if interact is not None and action >= interact:
            if not spelled:
                row, column = divmod(action - interact, CELLS)
                spelled.append(f"interact {1000 * (column + 0.5) / CELLS:g} {1000 * (row + 0.5) / CELLS:g}")
            return spelled
        spelled.append(names[action])
    return spelled if len(spelled) == every else [*spelled, "stop"]


def naming_of(
    kind: Kind, pose: Floats, things: Sequence[Point], goals: Sequence[Aim], done: Sequence[Done]
) -> dict[str, Any]:
    """Name the goal by the thing in view that is nearest to it, or by bearing and distance."""
    chosen = _goal(kind, pose, goals, done)
    answer: dict[str, Any] = {"answer": DONE, "thing": None, "bearing": None, "distance": None}
    if chosen is None:
        return answer
    goal, looks = chosen
    if goal.point is not None and things:
        off = [float(np.linalg.norm(np.subtract(thing, goal.point))) for thing in things]
        if min(off) < SAME_POINT * kind.near or looks >= ATTEMPTS:
            return answer | {"answer": REACH, "thing": off.index(min(off)) + 1}
    place = np.array(goal.stand[:2])
    where = {"bearing": round(float(bearing(pose, place)), 1), "distance": round(float(distance(pose, place)), 2)}
    return answer | {"answer": WALK if goal.point is None else LOOK} | where
