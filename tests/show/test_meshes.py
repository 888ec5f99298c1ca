"""Meshes of primitives: closed, facing outwards, as large as the solid."""

import math

import numpy as np
import pytest

from sightline.chai.house import all_houses
from sightline.chai.house.arrays import library_of
from sightline.lani.landmarks import library
from sightline.render.primitives import Primitive, beam, box, dome, ellipsoid, frustum, rod, wedge
from sightline.render.scene import pack
from sightline.show.meshes import Mesh, model_meshes, solid_mesh


def volume(mesh: Mesh) -> float:
    """By the divergence theorem: right only for a closed surface that faces outwards."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    return float(np.einsum("td,td->t", a, np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize(
    ("solid", "expected"),
    [
        (box("#ff0000", (1, 2, 3), (2, 3, 4), turn=30, tilt=20), 24.0),
        (box("#ff0000", (0, 0, 0), (2, 3, 4), taper=(0, 0)), 8.0),  # a pyramid
        (box("#ff0000", (0, 0, 0), (2, 3, 4), taper=(0, 1)), 12.0),  # a roof
        (wedge("#ff0000", (0, 0, 5), (2, 3, 4), lean=10), 12.0),
        (frustum("#ff0000", (0, 1, 0), (2, 3, 2)), 3 * math.pi),
        (frustum("#ff0000", (0, 1, 0), (2, 3, 2), top=0), math.pi),
        (frustum("#ff0000", (0, 1, 0), (2, 3, 2), top=2), 7 * math.pi),
        (ellipsoid("#ff0000", (0, 1, 0), (2, 4, 6), turn=40), 8 * math.pi),
        (dome("#ff0000", (0, 1, 0), (2, 1, 2)), 2 / 3 * math.pi),
        (rod("#ff0000", (0, 0, 0), (1, 2, 2), 0.5), 3 * math.pi / 16),
        (beam("#ff0000", (0, 0, 0), (1, 2, 2), 0.5, 0.25), 0.375),
    ],
)
def test_a_mesh_has_the_volume_of_its_solid(solid: Primitive, expected: float) -> None:
    mesh = solid_mesh(pack([solid]).primitives[0].astype(np.float64))
    assert volume(mesh) == pytest.approx(expected, rel=0.02)
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0)
    corners, points = solid.corners() * [1, 1, -1], mesh.points  # z points south
    assert (points >= corners.min(0) - 1e-4).all() and (points <= corners.max(0) + 1e-4).all()


@pytest.mark.parametrize("models", [library(), library_of(tuple(all_houses()))], ids=["landmarks", "houses"])
def test_every_model_has_closed_meshes(models) -> None:  # type: ignore[no-untyped-def]
    for row in models.primitives:
        assert volume(solid_mesh(row.astype(np.float64))) > 0


def test_colours_are_kept_apart() -> None:
    parts = [
        box("#ff0000", (0, 0, 0), (1, 1, 1)),
        box("#00ff00", (2, 0, 0), (1, 1, 1)),
        box("#ff0000", (4, 0, 0), (1, 1, 1)),
    ]
    meshes = model_meshes(pack(parts).primitives)
    assert {colour: volume(mesh) for colour, mesh in meshes.items()} == pytest.approx({(255, 0, 0): 2.0, (0, 255, 0): 1.0})
