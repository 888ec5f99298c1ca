"""What is shown of a world is its present state, in a size for people."""

import numpy as np
from show_scenes import CHAI, EPISODE, LANI

from sightline.show.sighting import panorama_of


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
