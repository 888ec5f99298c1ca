"""Legs without a seer: baselines without learning."""

import numpy as np
import pytest

from sightline.agent.aim import Aim
from sightline.agent.journey import Journey
from sightline.agent.look import Look
from sightline.agent.scripted import CENTER_CELL, PolicyLegs, most_frequent, random_walk, stop
from sightline.agent.seers import aims_at_cells
from sightline.errors import InputError
from sightline.geometry.types import Floats
from sightline.lani import Episode, Scene
from sightline.world import Step, World, kind_of

LANI, CHAI = kind_of("lani"), kind_of("chai")


def world_of(count: int, name: str = "lani", horizon: int = 5) -> World:
    kind = kind_of(name)
    world = kind.make(horizon=horizon)
    world.reset((kind.anywhere(8, 3) * count)[:count])
    return world


def run(world: World, policy: object) -> Floats:
    return Journey(LANI, world, None, PolicyLegs(world, policy)).finish()  # type: ignore[arg-type]


def test_stop_stops_and_most_frequent_walks_on() -> None:
    world = world_of(3)
    assert run(world, stop).shape == (2, 3, 3) and world.stopped.all() and (world.taken == 0).all()
    world = world_of(3)
    path = run(world, most_frequent)
    assert path.shape == (6, 3, 3) and (path[-1] == world.pose).all()
    assert not world.stopped.any() and (world.taken == 5).all()


def test_a_world_that_is_never_over_is_reported_and_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    world = world_of(2)
    monkeypatch.setattr(world, "step", lambda actions: None)
    with pytest.raises(InputError, match="After 6 steps"):
        run(world, most_frequent)


def test_a_policy_has_no_aims_and_sees_for_itself() -> None:
    world = world_of(2)
    legs = PolicyLegs(world, lambda world: world.taken + 1)
    assert legs.act([None, None]).tolist() == [1, 1] and legs.channels == () and legs.horizon(world).tolist() == [5, 5]
    assert legs.set_out(0, Aim((1.0, 1.0)), 0, np.zeros(2)) is None
    legs.see(Look(world, [0]))
    assert legs.after(np.zeros(2, int), world.pose, Step(*[np.zeros(2)] * 4)) == {}


def test_a_random_walk_takes_every_action_equally_often() -> None:
    world = world_of(2000, horizon=3)
    policy = random_walk(LANI, world, 1)
    first = policy(world)
    assert np.bincount(first, minlength=4) == pytest.approx([500] * 4, abs=80)
    assert (policy(world) == first).all()  # nothing was done yet
    world.step(first)
    second = policy(world)
    assert (second != first).mean() == pytest.approx(9 / 16, abs=0.05)  # one in four has stopped and waits
    assert (random_walk(LANI, world_of(2000, horizon=3), 2)(world_of(2000)) != first).any()


def test_a_random_walk_has_an_action_for_every_step_up_to_the_longest_horizon() -> None:
    world = world_of(2)
    world.horizon = np.array([5, 9])
    policy = random_walk(LANI, world)
    world.taken = np.array([5, 9])  # the last one, after the horizon, is asked for but refused
    assert policy(world).shape == (2,)
    assert (random_walk(LANI, world)(world) == policy(world)).all()  # the seed is 0 unless another is given
    assert (random_walk(LANI, world, 0)(world) == policy(world)).all()
    world.taken = np.array([0, 10])
    with pytest.raises(IndexError):
        policy(world)


def test_in_a_house_it_reaches_for_any_cell() -> None:
    world = world_of(400, "chai")
    actions = random_walk(CHAI, world, 0)(world)
    reaching = actions[actions >= 4]
    assert len(reaching) == pytest.approx(80, abs=30) and reaching.max() < 4 + 1024 and len(set(reaching.tolist())) > 50
    assert reaching.max() > 4 + 900 and set(actions[actions < 4].tolist()) == {0, 1, 2, 3}


def test_center_is_fifteen_units_straight_ahead() -> None:
    world = LANI.make()
    world.reset([Episode(Scene(()), (25.0, 5.0, 0.0), (0.0, 0.0)), Episode(Scene(()), (5.0, 25.0, 90.0), (0.0, 0.0))])
    row, column = CENTER_CELL
    aims = aims_at_cells(LANI, Look(world, [0, 1]), np.full(2, row * 192 + column), np.zeros(2, bool))
    ahead = 2.5 / (3**-0.5) * 16 / 4.5  # row 20 of the grid
    np.testing.assert_allclose([aim.stand for aim in aims], [[25.0, 5 + ahead], [5 + ahead, 25.0]], atol=0.4)
