"""Pictures of one world for canvases as JPEG: the view, the panorama, the map, and a walk as a film.

In a film the agent steps in real time, and frames interpolate between its steps.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from sightline.fields import Json
from sightline.geometry import wrap
from sightline.geometry.types import Array, Floats
from sightline.show.maps import Map
from sightline.world import Kind, SavedState, World

JPEG_QUALITY = 85
NO_PLACES = np.zeros((0, 2))


def jpeg(picture: Image.Image | Array) -> bytes:
    """A picture as JPEG bytes."""
    image = picture if isinstance(picture, Image.Image) else Image.fromarray(picture)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=JPEG_QUALITY)
    return file.getvalue()


def map_geometry(ground: Map) -> Json:
    """Where a map is in the world: x of its left edge, z of its upper edge, pixels per unit; size of the agent's arrow."""
    return {"west": ground.west, "north": ground.north, "per_unit": ground.per_unit, "arrow": ground.arrow}


class Screen:
    """Draws the agent's view in a size for people, also from poses between two steps."""

    def __init__(self, kind: Kind, side: int):
        self.kind, self.camera = kind, replace(kind.view.camera, width=side, height=side)
        self.world = kind.make(camera=self.camera, threads=1)

    def show(self, state: SavedState) -> None:
        """Draw this saved state from now on."""
        self.world.restore(state)

    def view(self, pose: ArrayLike | None = None, goal: ArrayLike | None = None, way: Floats = NO_PLACES) -> Image.Image:
        """The view from the state's pose or another one, with the goal and the waypoints marked."""
        from sightline.show.animation import mark_view  # slow import of models: pages must be served before it

        if pose is not None:
            self.world.pose[0] = pose
        picture = Image.fromarray(np.ascontiguousarray(self.world.observe()["rgb"][0]))
        mark_view(picture, self.camera, self.world.pose[0], goal, way)
        return picture


class Frame(NamedTuple):
    """A moment of a walk."""

    pose: Floats  # (3,)
    steps: list[Floats]  # poses after the steps since the last frame
    goal: Floats | None  # a place (2,) or a point (3,)
    picture: bytes
    last: bool

    def facts(self) -> Json:
        """Its metadata, which is sent before its picture."""
        facts: Json = {"pose": np.round(self.pose, 3).tolist()}
        if self.steps:
            facts["steps"] = np.round(self.steps, 3).tolist()
        if self.goal is not None:
            facts["goal"] = np.round(self.goal[[0, -1]], 2).tolist()  # without the height
        return facts


class Film:
    """A filmed walk. Each step is taken when its time has come, not before."""

    def __init__(
        self, world: World, walk: Iterator[Floats], screen: Screen, speed: float, goal: Callable[[], Floats | None],
        way: Floats = NO_PLACES,
    ):  # fmt: skip
        self.world, self.walk, self.screen, self.speed, self.goal, self.way = world, walk, screen, speed, goal, way
        self.path: list[Floats] = [world.pose[0].copy()]
        self.over = False
        screen.show(world.save())

    def frame(self, seconds: float) -> Frame:
        """The frame at a number of seconds after the beginning."""
        when, before = self.speed * seconds, len(self.path)
        while not self.over and len(self.path) - 1 < when:
            pose = next(self.walk, None)
            self.over = pose is None
            if pose is not None:
                self.path.append(pose)
        last = self.over and when >= len(self.path) - 1
        if len(self.path) > before:
            self.screen.show(self.world.save())
        pose, goal = pose_at(self.path, when), self.goal()
        picture = self.screen.view(pose, goal, self.way)
        return Frame(pose, self.path[before:], goal, jpeg(picture), last)

    def finish(self) -> None:
        """Take the remaining steps without drawing them."""
        self.path += list(self.walk)
        self.over = True


def pose_at(path: list[Floats], when: float) -> Floats:
    """The pose (3,) interpolated between two steps of a path; it turns the shorter way."""
    k = min(int(when), len(path) - 1)
    here, there = path[k], path[min(k + 1, len(path) - 1)]
    change = there - here
    change[2] = wrap(change[2])
    pose: Floats = here + min(when - k, 1.0) * change
    return pose
