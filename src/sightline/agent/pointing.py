"""Pointing: from a spot of the panorama to an aim in the world, and back.

Whoever points (a person, or a model behind an address) names a spot of one of the six views. The depth of that pixel says
what lies behind it, as in the paper's ray casting; no scene is needed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sightline.agent.aim import Aim, Point
from sightline.geometry import PANORAMA, Camera, direction
from sightline.geometry.types import Array, Floats
from sightline.world import Kind

FLOOR = 0.02  # of the eye's height: what lies lower is ground
ROOM = 1.5  # times the radius of a body: how far before a thing an agent stops that walks to it
NEAREST = 1e-3  # depth: what is not before the eye is in no view


class Spot(NamedTuple):
    """A spot of the panorama."""

    view: int  # 0 to 5, as in PANORAMA
    x: float  # 0 to 1 from the left edge of the view
    y: float  # 0 to 1 from its upper edge


def point_behind(camera: Camera, pose: Floats, depth: Array, spot: Spot) -> Point | None:
    """The point x, y, z behind a spot, by depths (H, 6 W) of the panorama at a pose (3,); None for the sky."""
    row, column = min(spot.y, 1.0) * camera.height, min(spot.x, 1.0) * camera.width
    pixel = min(int(row), camera.height - 1), spot.view * camera.width + min(int(column), camera.width - 1)
    away = float(depth[pixel])
    if not math.isfinite(away):
        return None
    rise = float(camera.v(row))
    if rise < 0 and camera.eye + away * float(camera.v(pixel[0] + 0.5)) < FLOOR * camera.eye:
        away = -camera.eye / rise  # exact on the ground, where a row of pixels is deep
    ahead = direction(pose[2] + PANORAMA[spot.view])
    right = np.array([ahead[1], -ahead[0]])
    x, z = (pose[:2] + away * (ahead + float(camera.u(column)) * right)).tolist()
    return x, max(camera.eye + away * rise, 0.0), z


def spot_of(camera: Camera, pose: Floats, point: Point) -> Spot | None:
    """Where the panorama at a pose (3,) shows a point, whether or not something hides it; None if no view reaches it."""
    for view, turn in enumerate(PANORAMA):
        turned = np.array([pose[0], pose[1], pose[2] + turn])
        row, column, depth = camera.project(turned, (point[0], point[2]), point[1])
        x, y = float(column) / camera.width, float(row) / camera.height
        if depth > NEAREST and 0 <= x < 1 and 0 <= y < 1:
            return Spot(view, x, y)
    return None


def aim_at(kind: Kind, camera: Camera, pose: Floats, point: Point, reaching: bool) -> Aim:
    """The aim of an agent at a pose (3,) that was shown a point: to reach for it, or to walk there.

    Who walks to a thing stops before it: only its near side was seen.
    """
    x, y, z = point
    if reaching:
        return Aim((x, z), point, marked=True)
    place = np.array([x, z])
    if y > FLOOR * camera.eye and kind.gait is not None:
        away = place - pose[:2]
        length = float(np.hypot(*away))
        place = place - away * min(ROOM * kind.gait.radius / max(length, NEAREST), 1.0)
    east, north = np.clip(place, *kind.view.bounds).tolist()
    return Aim((east, north), marked=True)
