"""What an agent saw when it looked around, in a size for people, and where it believes that the goal is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from sightline.agent.aim import Aim
from sightline.geometry import FORWARD_VIEW, PANORAMA, Camera, GoalGrid, bearing, direction
from sightline.geometry.types import Array, Floats
from sightline.world import Kind, World

SIDE = 256  # pixels of one of the six views, for people; models see 128
CLEAR = 0.9  # of the depth of the ground at a place: what is nearer than that hides it


@dataclass(frozen=True, eq=False)
class Sighting:
    """One look around: from where, what was said, what was seen, and what was made of it."""

    kind: Kind
    pose: Floats  # (3,)
    instruction: str
    panorama: Array  # (side, 6 * side, 3) uint8
    aim: Aim
    true_goal: ArrayLike | None = None  # where somebody knows the goal to be, in the same way
    way: Floats = field(default_factory=lambda: np.zeros((0, 2)))  # (K, 2) places to pass before the goal, in order
    depth: Array | None = None  # (side, 6 * side) of the panorama

    @property
    def predicted(self) -> Floats:
        """(2,) on the ground, or (3,) of a thing to reach for: x, y, z."""
        return np.array(self.aim.target)

    @cached_property
    def probabilities(self) -> Floats:
        """(32 * 192 + 1,) the goal map as it is drawn on the panorama; all zero if no model drew one."""
        view, map_ = self.kind.view, self.aim.map
        count = view.grid.out_of_sight
        if map_ is None or not len(map_):
            return np.zeros(count + 1)
        if len(map_) == count + 1:
            return map_
        if len(map_) == count:  # of the cells alone
            return np.append(map_, 1 - map_.sum())
        return view.cells_of_rings((self.pose if self.aim.seen_from is None else self.aim.seen_from)[None], map_[None])[0]

    @property
    def side(self) -> int:
        """Pixels of one view."""
        return len(self.panorama)

    def spot(self, place: ArrayLike) -> tuple[float, float] | None:
        """(x, y) of a place or a point in the panorama, in pixels; None where it cannot be seen from here."""
        return in_pixels(self.kind, self.pose, place, self.side)

    def way_spot(self, place: ArrayLike) -> tuple[float, float, bool]:
        """(x, y) where a place on the way is marked, and whether its ground is seen.

        What is too near to be in the picture is marked at its lower edge, in its own direction.
        """
        spot = self.spot(place)
        if spot is None:
            column = int(self.kind.view.rings.columns_of(bearing(self.pose, place)))
            return (column + 0.5) * self.side / self.kind.view.grid.cells, self.side - 0.5, False
        return *spot, not self._is_hidden(*spot)

    def _is_hidden(self, x: float, y: float) -> bool:
        """Whether something stands before the ground at a spot below the horizon."""
        if self.depth is None:
            return False
        camera = large_camera(self.kind, self.side)
        return bool(self.depth[int(y), int(x)] < CLEAR * camera.eye / -camera.v(y))


def sighting_of(
    kind: Kind, world: World, aim: Aim, way: Floats, true_goal: ArrayLike | None = None, side: int = SIDE, n: int = 0
) -> Sighting:
    """What world n shows now, with the aim of its agent and the waypoints (K, 2) before it."""
    seen = look_around(kind, world, n, side)
    return Sighting(
        kind, world.pose[n].copy(), world.episodes[n].instruction, seen["rgb"], aim, true_goal, way, seen["depth"]
    )


def large_camera(kind: Kind, side: int) -> Camera:
    """A world's camera with as many pixels as people want."""
    return replace(kind.view.camera, width=side, height=side)


def panorama_of(kind: Kind, world: World, n: int = 0, side: int = SIDE) -> Array:
    """(side, 6 * side, 3) what is around the agent of world n, in the state that this world is in."""
    return look_around(kind, world, n, side, ("rgb",))["rgb"]


def look_around(
    kind: Kind, world: World, n: int = 0, side: int = SIDE, channels: Sequence[str] = ("rgb", "depth")
) -> dict[str, Array]:
    """The channels (side, 6 * side, ...) of what is around the agent of world n, in the state that this world is in."""
    larger = kind.make(camera=large_camera(kind, side), threads=world.threads)
    larger.restore(world.save([n]))
    return {name: np.asarray(seen[0]) for name, seen in larger.panorama(channels).items()}


def point_at(kind: Kind, world: World, x: float, y: float, n: int = 0, side: int = SIDE) -> Floats | None:
    """(3,) what lies behind a spot of the panorama of world n, both from 0 to 1; None behind the sky.

    It is read from the depth of a picture, so that it is what people see there.
    """
    camera = large_camera(kind, side)
    row, column = min(int(y * side), side - 1), min(int(x * len(PANORAMA) * side), len(PANORAMA) * side - 1)
    depth = float(look_around(kind, world, n, side, ("depth",))["depth"][row, column])
    if not math.isfinite(depth):
        return None
    view, within = divmod(column, side)
    ahead = direction(world.pose[n, 2] + PANORAMA[view])
    right = np.array([ahead[1], -ahead[0]])
    east, north = world.pose[n, :2] + depth * (ahead + float(camera.u(within + 0.5)) * right)
    return np.array([east, camera.eye + depth * float(camera.v(row + 0.5)), north])


def in_pixels(kind: Kind, pose: ArrayLike, place: ArrayLike, side: int = SIDE) -> tuple[float, float] | None:
    """(x, y) of a place on the ground (2,) or a point (3,) in the panorama of a pose; None where it cannot be seen."""
    *ground, last = np.asarray(place, dtype=np.float64).tolist()
    x, height = (ground[0], 0.0) if len(ground) == 1 else ground
    row, column = GoalGrid(kind.view.camera, side).in_panorama(pose, (x, last), height)
    return None if row < 0 else (float(column) + 0.5, float(row) + 0.5)


def forward_column(side: int = SIDE) -> float:
    """Where straight ahead is, in pixels from the left."""
    return (FORWARD_VIEW + 0.5) * side
