"""Baselines without learning."""

import numpy as np
import pytest

from sightline.agent.rollout import run
from sightline.agent.scripted import center, most_frequent, random_walk, stop
from sightline.errors import InputError
from sightline.lani import Episode, Scene
from sightline.world import World, kind_of

LANI = kind_of("lani")


def world_of(count: int, name: str = "lani", horizon: int = 5) -> World:
    kind = kind_of(name)
    world = kind.make(horizon=horizon)
    world.reset((kind.anywhere(8, 3) * count)[:count])
    return world


def test_stop_stops_and_most_frequent_walks_on() -> None:
    world = world_of(3)
    assert run(world, stop).shape == (2, 3, 3) and world.stopped.all() and (world.taken == 0).all()
    world = world_of(3)
    path = run(world, most_frequent)
    assert path.shape == (6, 3, 3) and (path[-1] == world.pose).all()
    assert not world.stopped.any() and (world.taken == 5).all()


def test_a_world_that_is_never_over_is_told_and_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    world = world_of(2)
    monkeypatch.setattr(world, "step", lambda actions: None)
    with pytest.raises(InputError, match="After 6 steps"):
        run(world, most_frequent)


def test_a_random_walk_takes_every_action_equally_often() -> None:
    world = world_of(2000, horizon=3)
    policy = random_walk(world, 1)
    first = policy(world)
    assert np.bincount(first, minlength=4) == pytest.approx([500] * 4, abs=80)
    assert (policy(world) == first).all()  # nothing was done yet
    world.step(first)
    second = policy(world)
    assert (second != first).mean() == pytest.approx(9 / 16, abs=0.05)  # one in four has stopped and waits
    assert (random_walk(world_of(2000, horizon=3), 2)(world_of(2000)) != first).any()


def test_in_a_house_it_reaches_for_any_cell() -> None:
    world = world_of(400, "chai")
    actions = random_walk(world, 0)(world)
    reaching = actions[actions >= 4]
    assert len(reaching) == pytest.approx(80, abs=30) and reaching.max() < 4 + 1024 and len(set(reaching.tolist())) > 50
    assert set(actions[actions < 4].tolist()) == {0, 1, 2, 3}


def test_center_is_fifteen_units_straight_ahead() -> None:
    world = LANI.make()
    world.reset([Episode(Scene(()), (25.0, 5.0, 0.0), (0.0, 0.0)), Episode(Scene(()), (5.0, 25.0, 90.0), (0.0, 0.0))])
    ahead = 2.5 / (3**-0.5) * 16 / 4.5  # row 20 of the grid
    np.testing.assert_allclose(center(LANI, world), [[25.0, 5 + ahead], [5 + ahead, 25.0]], atol=0.4)
