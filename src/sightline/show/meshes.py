"""Triangles of primitives, for 3D files: the exact faces of polyhedra, and rings around solids of revolution.

Input is a model as the renderer packs it (render.scene); output is in glTF's frame: x east, y up, z south.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from sightline.geometry.types import Array, Floats, Ints
from sightline.render.scene import (
    AXES,
    CENTRE,
    COLOUR,
    HAS_QUADRIC,
    PLANE_COUNT,
    PLANES,
    QUADRIC,
    SECOND,
    UNIT,
)

AROUND = 32  # corners of a ring
BANDS = 16  # between the poles of an ellipsoid
TOLERANCE = 1e-4  # in the unit frame, whose numbers are float32
SOUTH = np.array([1.0, 1.0, -1.0])  # our z points north, and glTF is right-handed
Colour = tuple[int, int, int]


class Mesh(NamedTuple):
    """Triangles that face outwards."""

    points: Floats  # (V, 3)
    normals: Floats  # (V, 3) unit length
    triangles: Ints  # (T, 3)


def model_meshes(rows: Array) -> dict[Colour, Mesh]:
    """The meshes of a model (K, ROW), by colour. Patterns are left out: their first colour is kept."""
    parts: dict[Colour, list[Mesh]] = {}
    for row in np.asarray(rows, np.float64):
        red, green, blue = (round(value) for value in row[COLOUR:SECOND])
        parts.setdefault((red, green, blue), []).append(solid_mesh(row))
    return {colour: join(meshes) for colour, meshes in parts.items()}


def solid_mesh(row: Floats) -> Mesh:
    """The mesh of one packed primitive (ROW,)."""
    centre, axes = row[CENTRE:AXES], row[AXES:UNIT].reshape(3, 3).T  # columns are the half-axes
    planes = row[PLANES : PLANES + 4 * int(row[PLANE_COUNT])].reshape(-1, 4)  # n . p <= e in the model's frame
    unit = np.concatenate([planes[:, :3] @ axes, planes[:, 3:] - planes[:, :3] @ centre[:, None]], axis=1)
    unit /= np.abs(unit[:, :3]).max(axis=1, keepdims=True, initial=1e-12)
    faces = _revolution(row[QUADRIC:HAS_QUADRIC], unit) if row[HAS_QUADRIC] else _polyhedron(unit)
    normals = faces.normals @ np.linalg.inv(axes)  # normals transform by the inverse transpose
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return outward(Mesh((centre + faces.points @ axes.T) * SOUTH, normals * SOUTH, faces.triangles))


def join(meshes: list[Mesh]) -> Mesh:
    """Several meshes as one."""
    firsts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    triangles = [mesh.triangles + first for mesh, first in zip(meshes, firsts[:-1], strict=True)]
    return Mesh(
        np.concatenate([m.points for m in meshes]), np.concatenate([m.normals for m in meshes]), np.concatenate(triangles)
    )


def outward(mesh: Mesh) -> Mesh:
    """The same triangles, counter-clockwise seen from outside, without those that have no area."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    inside = np.einsum("td,td->t", across, mesh.normals[mesh.triangles].sum(axis=1)) < 0
    triangles = mesh.triangles.copy()
    triangles[inside] = triangles[inside][:, ::-1]
    return mesh._replace(triangles=triangles[np.linalg.norm(across, axis=1) > 1e-10])


def _polyhedron(planes: Floats) -> Mesh:
    """The solid between planes (K, 4) in the unit frame."""
    corners = []
    for three in combinations(planes, 3):
        normals = np.stack([plane[:3] for plane in three])
        if abs(np.linalg.det(normals)) > TOLERANCE:
            corner = np.linalg.solve(normals, np.array([plane[3] for plane in three]))
            if (planes[:, :3] @ corner <= planes[:, 3] + TOLERANCE).all():
                corners.append(corner)
    unique: Floats = np.unique(np.round(np.array(corners, np.float64), 4), axis=0)
    return join([_face(unique, plane) for plane in planes if (_on(unique, plane)).sum() >= 3])


def _on(corners: Floats, plane: Floats) -> Array:
    return np.abs(corners @ plane[:3] - plane[3]) < 10 * TOLERANCE


def _face(corners: Floats, plane: Floats) -> Mesh:
    """The face of a polyhedron in one of its planes: a fan of triangles."""
    ring = corners[_on(corners, plane)]
    normal = plane[:3] / np.linalg.norm(plane[:3])
    across = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    offsets = ring - ring.mean(axis=0)
    ring = ring[np.argsort(np.arctan2(offsets @ np.cross(normal, across), offsets @ across))]
    fan = np.array([(0, k, k + 1) for k in range(1, len(ring) - 1)], np.int64)
    return Mesh(ring, np.tile(normal, (len(ring), 1)), fan)


def _revolution(quadric: Floats, planes: Floats) -> Mesh:
    """The solid x^2 + z^2 + q2 y^2 + q1 y + q0 <= 0 between level planes: its side, and its flat ends."""
    q2, q1, q0 = quadric
    low = max([-1.0, *(-plane[3] for plane in planes if plane[1] < 0)])
    high = min([1.0, *(plane[3] for plane in planes if plane[1] > 0)])
    round_ = q2 > 0
    heights = -np.cos(np.linspace(np.arccos(-low), np.arccos(-high), BANDS + 1)) if round_ else np.array([low, high])
    radii = np.sqrt(np.maximum(-(q2 * heights**2 + q1 * heights + q0), 0.0))
    slopes = q2 * heights + q1 / 2 if round_ else np.full(2, max(-q2, 0.0) ** 0.5)
    angles = np.linspace(0, 2 * np.pi, AROUND + 1)  # the first corner again at the end: it keeps the mesh a plain grid
    c, s = np.cos(angles), np.sin(angles)
    rings = len(heights)
    points = np.stack([np.outer(radii, c), np.tile(heights[:, None], AROUND + 1), np.outer(radii, s)], -1).reshape(-1, 3)
    lengths = radii if round_ else np.ones(rings)
    normals = np.stack([np.outer(lengths, c), np.tile(slopes[:, None], AROUND + 1), np.outer(lengths, s)], -1).reshape(-1, 3)
    corner = np.arange((rings - 1) * (AROUND + 1)).reshape(rings - 1, AROUND + 1)[:, :-1].ravel()
    above = corner + AROUND + 1
    side = np.concatenate([np.stack([corner, corner + 1, above], 1), np.stack([corner + 1, above + 1, above], 1)])
    ends = [
        _face(points[k * (AROUND + 1) : (k + 1) * (AROUND + 1) - 1], np.array([0.0, sign, 0.0, sign * heights[k]]))
        for k, sign in ((0, -1.0), (rings - 1, 1.0))
        if radii[k] > TOLERANCE
    ]
    return join([Mesh(points, normals, side), *ends])
