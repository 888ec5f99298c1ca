"""A sighting: one look around in a size for people, with the agent's predicted goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from sightline.agent.aim import Aim
from sightline.agent.look import enlarged, large_camera
from sightline.agent.memory import Sighted
from sightline.agent.pointing import Spot, point_behind
from sightline.geometry import FORWARD_VIEW, PANORAMA, GoalGrid, bearing
from sightline.geometry.types import Array, Floats
from sightline.world import Kind, World

VIEW_SIDE = 256  # pixels of one of the six views, for people; models see 128
CLEAR_DEPTH = 0.9  # share of the ground's depth at a place: anything nearer hides the ground


@dataclass(frozen=True, eq=False)
class Sighting:
    """One look around: pose, instruction, panorama, and the predicted aim."""

    kind: Kind
    pose: Floats  # (3,)
    instruction: str
    panorama: Array  # (side, 6 * side, 3) uint8
    aim: Aim
    true_goal: ArrayLike | None = None  # if known; a place or a point
    way: Floats = field(default_factory=lambda: np.zeros((0, 2)))  # (K, 2) waypoints before the goal, in order
    depth: Array | None = None  # (side, 6 * side) of the panorama

    @property
    def predicted(self) -> Floats:
        """(2,) on the ground, or (3,) of a thing to reach for: x, y, z."""
        return np.array(self.aim.target)

    @cached_property
    def probabilities(self) -> Floats:
        """(32 * 192 + 1,) the goal map on the panorama's cells; all zero if no model predicted one."""
        view, map_ = self.kind.view, self.aim.map
        count = view.grid.out_of_sight
        if map_ is None or not len(map_):
            return np.zeros(count + 1)
        if len(map_) == count + 1:
            return map_
        if len(map_) == count:  # without the class for out of sight
            return np.append(map_, 1 - map_.sum())
        return view.cells_of_rings((self.pose if self.aim.seen_from is None else self.aim.seen_from)[None], map_[None])[0]

    @property
    def side(self) -> int:
        """Pixels of one view."""
        return len(self.panorama)

    def spot(self, place: ArrayLike) -> tuple[float, float] | None:
        """(x, y) of a place or a point in the panorama, in pixels; None if it is out of view."""
        return in_pixels(self.kind, self.pose, place, self.side)

    def way_spot(self, place: ArrayLike) -> tuple[float, float, bool]:
        """(x, y) of the mark of a waypoint, and whether its ground is seen.

        A waypoint too near to be in the picture is marked at the lower edge, in its direction.
        """
        spot = self.spot(place)
        if spot is None:
            column = int(self.kind.view.rings.columns_of(bearing(self.pose, place)))
            return (column + 0.5) * self.side / self.kind.view.grid.cells, self.side - 0.5, False
        return *spot, not self._is_hidden(*spot)

    @property
    def is_goal_hidden(self) -> bool:
        """Whether the predicted goal is a place on the ground that something hides."""
        spot = self.spot(self.predicted) if len(self.predicted) == 2 else None
        return spot is not None and self._is_hidden(*spot)

    def _is_hidden(self, x: float, y: float) -> bool:
        """Whether something hides the ground at a spot below the horizon."""
        if self.depth is None:
            return False
        camera = large_camera(self.kind, self.side)
        return bool(self.depth[int(y), int(x)] < CLEAR_DEPTH * camera.eye / -camera.v(y))


def sighting_of(
    kind: Kind, world: World, aim: Aim, way: Floats, true_goal: ArrayLike | None = None, side: int = VIEW_SIDE, n: int = 0
) -> Sighting:
    """The current sighting of world n, with its agent's aim and the waypoints (K, 2) before it."""
    seen = look_around(kind, world, n, side)
    return Sighting(
        kind, world.pose[n].copy(), world.episodes[n].instruction, seen["rgb"], aim, true_goal, way, seen["depth"]
    )


def option_sighting(kind: Kind, world: World, things: Sequence[Sighted], side: int = VIEW_SIDE) -> Sighting:
    """The current sighting of the first world, at the first of the things that a question is about."""
    x, y, z = things[0].point
    return sighting_of(kind, world, Aim((x, z), (x, y, z)), np.zeros((0, 2)), None, side)


def panorama_of(kind: Kind, world: World, n: int = 0, side: int = VIEW_SIDE) -> Array:
    """(side, 6 * side, 3) the panorama of world n in its current state."""
    return look_around(kind, world, n, side, ("rgb",))["rgb"]


def look_around(
    kind: Kind, world: World, n: int = 0, side: int = VIEW_SIDE, channels: Sequence[str] = ("rgb", "depth")
) -> dict[str, Array]:
    """The channels (side, 6 * side, ...) of the panorama of world n in its current state."""
    return {name: np.asarray(seen[0]) for name, seen in enlarged(kind, world, [n], side).panorama(channels).items()}


def point_at(kind: Kind, world: World, x: float, y: float, n: int = 0, side: int = VIEW_SIDE) -> Floats | None:
    """(3,) the point at a spot of the panorama of world n, coordinates from 0 to 1; None for the sky.

    It is computed from the depth of a picture for people, so it matches what they see.
    """
    view, within = divmod(min(x, 1.0) * len(PANORAMA), 1.0)
    spot = Spot(int(view), within, y) if view < len(PANORAMA) else Spot(len(PANORAMA) - 1, 1.0, y)
    depth = look_around(kind, world, n, side, ("depth",))["depth"]
    point = point_behind(large_camera(kind, side), world.pose[n], depth, spot)
    return None if point is None else np.array(point)


def in_pixels(kind: Kind, pose: ArrayLike, place: ArrayLike, side: int = VIEW_SIDE) -> tuple[float, float] | None:
    """(x, y) of a place on the ground (2,) or a point (3,) in the panorama of a pose; None if it is out of view."""
    *ground, last = np.asarray(place, dtype=np.float64).tolist()
    x, height = (ground[0], 0.0) if len(ground) == 1 else ground
    row, column = GoalGrid(kind.view.camera, side).in_panorama(pose, (x, last), height)
    return None if row < 0 else (float(column) + 0.5, float(row) + 0.5)


def forward_column(side: int = VIEW_SIDE) -> float:
    """The column straight ahead, in pixels from the left."""
    return (FORWARD_VIEW + 0.5) * side
