"""A field as a 3D scene: ground, lakes, the four sides of the fence, and the landmarks by name."""

from __future__ import annotations

from collections import Counter

import numpy as np

from sightline.geometry.types import Floats
from sightline.lani.landmarks import library
from sightline.lani.scene import Scene
from sightline.render import FIELD, WATER_CELLS, look
from sightline.render.primitives import box
from sightline.render.scene import pack
from sightline.show.gltf import Node
from sightline.show.meshes import Colour, Mesh, model_meshes

GRASS: Colour = tuple(round((a + b) / 2) for a, b in zip(look.GRASS_DARK, look.GRASS_LIGHT, strict=True))  # type: ignore[assignment]
WATER: Colour = tuple(map(round, look.WATER))  # type: ignore[assignment]
ABOVE_GRASS = 0.02  # height of the water, so that it is not hidden
BOARDS = 0.2  # thickness of the fence
UP = np.array([0.0, 1.0, 0.0])
CELL = FIELD / WATER_CELLS


def field_model(scene: Scene) -> Node:
    """The 3D scene of a field."""
    root = Node("field", children=[Node("ground", {GRASS: _sheets(np.array([[0.0, 0.0, FIELD, FIELD]]), 0.0)})])
    if scene.lakes:
        runs = np.array([(first, z, last + 1, z + 1) for z, first, last in scene.lakes]) * CELL
        root.children.append(Node("water", {WATER: _sheets(runs, ABOVE_GRASS)}))
    root.children += _fence()
    models, seen = library(), Counter[str]()
    often = Counter(placed.name for placed in scene.landmarks)
    for placed, number in zip(scene.landmarks, scene.models.tolist(), strict=True):
        seen[placed.name] += 1
        name = f"{placed.name} {seen[placed.name]}" if often[placed.name] > 1 else placed.name
        meshes = model_meshes(models.primitives[models.start[number] : models.start[number + 1]])
        root.children.append(Node(name, meshes, placed.name, (placed.x, 0.0, placed.z, 0.0), number + 1))
    return root


def _sheets(boxes: Floats, height: float) -> Mesh:
    """Level rectangles x0, z0, x1, z1 (K, 4) that face up."""
    corners = boxes[:, [0, 1, 0, 3, 2, 3, 2, 1]].reshape(-1, 2)  # four of each, from the south-west on, clockwise
    points = np.stack([corners[:, 0], np.full(len(corners), height), -corners[:, 1]], axis=1)
    first = 4 * np.arange(len(boxes))[:, None]
    triangles = np.concatenate([first + np.array(half) for half in ((0, 2, 1), (0, 3, 2))])
    return Mesh(points, np.tile(UP, (len(points), 1)), triangles)


def _fence() -> list[Node]:
    """The four sides; posts and boards are left out."""
    half, sides = FIELD / 2, ("north", "east", "south", "west")
    places = ((half, FIELD + BOARDS / 2), (FIELD + BOARDS / 2, half), (half, -BOARDS / 2), (-BOARDS / 2, half))
    nodes = []
    for k, (name, (x, z)) in enumerate(zip(sides, places, strict=True)):
        size = (FIELD, look.FENCE_HEIGHT, BOARDS) if k % 2 == 0 else (BOARDS, look.FENCE_HEIGHT, FIELD)
        colour = "#{:02x}{:02x}{:02x}".format(*map(round, look.FENCE[k]))
        meshes = model_meshes(pack([box(colour, (x, 0.0, z), size)]).primitives)
        nodes.append(Node(f"fence {name}", meshes, id=look.FENCE_IDS[k]))
    return nodes
