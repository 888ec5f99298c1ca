"""Pictures of one world for canvases as JPEG: the view, the panorama, the map."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from sightline.geometry.types import Array, Floats
from sightline.show.animation import mark_view
from sightline.show.sighting import large_camera, panorama_of
from sightline.world import Kind, World

QUALITY = 85
NOWHERE = np.zeros((0, 2))


def jpeg(picture: Image.Image | Array, quality: int = QUALITY) -> bytes:
    """A picture as JPEG bytes."""
    image = picture if isinstance(picture, Image.Image) else Image.fromarray(picture)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return file.getvalue()


class Screen:
    """Draws the agent's view in a size for people, also from poses between two steps."""

    def __init__(self, kind: Kind, side: int):
        self.kind, self.camera = kind, large_camera(kind, side)
        self.world = kind.make(camera=self.camera, threads=1)

    def show(self, state: dict[str, Any]) -> None:
        """Draw this saved state from now on."""
        self.world.restore(state)

    def view(self, pose: ArrayLike | None = None, goal: ArrayLike | None = None, way: Floats = NOWHERE) -> Image.Image:
        """The view from the state's pose or another one, with the goal and the waypoints marked."""
        if pose is not None:
            self.world.pose[0] = pose
        picture = Image.fromarray(np.ascontiguousarray(self.world.observe()["rgb"][0]))
        mark_view(picture, self.camera, self.world.pose[0], goal, way)
        return picture


def panorama(kind: Kind, world: World, side: int) -> Image.Image:
    """The panorama around the agent."""
    return Image.fromarray(panorama_of(kind, world, side=side))
