"""What is shown of a world is its present state, in a size for people."""

import numpy as np
import pytest
from show_scenes import CHAI, EPISODE, LANI

from sightline.agent import Aim
from sightline.geometry.types import Floats
from sightline.show.sighting import Sighting, panorama_of

POSE = np.array([2.0, 2.0, 0.0])


def test_a_panorama_shows_the_world_that_is_asked_for_where_it_is_now() -> None:
    world = LANI.make()
    world.reset([EPISODE, EPISODE])
    before = panorama_of(LANI, world, 1, 128)
    world.step([3, 0])
    world.step([3, 1])
    np.testing.assert_array_equal(panorama_of(LANI, world, 0, 128), before)
    now = panorama_of(LANI, world, 1, 128)
    np.testing.assert_array_equal(now, world.panorama()["rgb"][1])
    assert (now != before).any()


def test_what_was_opened_is_open() -> None:
    world = CHAI.make()
    world.reset([CHAI.generate(0)])
    closed = panorama_of(CHAI, world, 0, 64)
    world.state.open[:] = 1  # type: ignore[attr-defined]
    assert (panorama_of(CHAI, world, 0, 64) != closed).any()


def probabilities(aim: Aim) -> Floats:
    return Sighting(CHAI, POSE, "", np.zeros((64, 384, 3), np.uint8), aim).probabilities


def test_every_kind_of_map_is_drawn_over_cells() -> None:
    cells, place = CHAI.view.grid.out_of_sight, (2.0, 5.0)
    whole = np.full(cells + 1, 1 / (cells + 1))
    np.testing.assert_array_equal(probabilities(Aim(place, map=whole)), whole)
    of_cells = probabilities(Aim(place, map=np.full(cells, 0.9 / cells)))
    assert of_cells[-1] == pytest.approx(0.1) and of_cells.sum() == pytest.approx(1)
    rings = np.zeros(CHAI.view.rings.count)
    rings[CHAI.view.rings.classes(POSE[None], np.array([place]))] = 1.0
    on_ground = probabilities(Aim(place, map=rings))
    row, column = CHAI.view.grid.in_panorama(POSE, place, 0.0)
    peak = divmod(int(on_ground.argmax()), CHAI.view.grid.columns)
    assert on_ground.sum() == pytest.approx(1) and peak == pytest.approx((int(row), int(column)), abs=2)
    for nothing in (None, np.empty(0)):  # a person has named it, or a story holds no map of it
        assert not probabilities(Aim(place, map=nothing)).any()
