"""Ways around everything."""

from sightline.corpus.lani.detours import way_around
from sightline.corpus.lani.terrain import STANDING, Terrain, least_gap, smooth
from sightline.lani import Placed, Scene


def test_a_row_of_bodies_is_walked_around() -> None:
    import numpy as np

    wall = Scene(tuple(Placed("Barrel", x, 25.0, 4.0) for x in (6.0, 12.0, 18.0, 24.0, 30.0, 36.0)))
    terrain = Terrain(wall)
    way = way_around(terrain, (20.0, 10.0), (20.0, 40.0))
    assert way is not None and way[-1] == (20.0, 40.0)
    path, _ = smooth(np.array([(20.0, 10.0), *way]), terrain.bodies)
    assert least_gap(path, terrain.bodies) > STANDING - 0.2


def test_a_straight_way_stays_straight() -> None:
    assert way_around(Terrain(Scene(())), (5.0, 5.0), (40.0, 40.0)) == [(40.0, 40.0)]
