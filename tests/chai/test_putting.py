"""Putting things on the surface that is meant, and the point that the hands reach for."""

import math

import numpy as np

from sightline.chai import EYE, ChaiWorld, Episode, load_house, plan_deed, stock_of
from sightline.chai.dynamics import INTERACT
from sightline.chai.hands import PICK_UP, REACH
from sightline.chai.house import FIRST_ITEM
from sightline.chai.pointing import pointed_at
from sightline.chai.putting import plan_put

COTTAGE = load_house(1)
STOCK = stock_of(COTTAGE, 5)
SINK = {surface.name: k for k, (owner, surface) in enumerate(COTTAGE.surfaces)
        if COTTAGE.plan.pieces[owner].thing.noun == "sink"}  # fmt: skip


def holding_something() -> ChaiWorld:
    """The agent in the kitchen, holding something small that stood in the open there."""
    world = ChaiWorld(horizon=10**9)
    world.reset([Episode(COTTAGE, STOCK, (11.0, 3.0, 180.0), ())])
    small = [
        k for k, item in enumerate(STOCK.items)
        if item.room == 1 and not COTTAGE.surfaces[item.surface][1].behind and world.state.size[0, k].max() < 0.2
    ]  # fmt: skip
    for action in plan_deed(world, (PICK_UP, FIRST_ITEM + small[0], 0)) or []:
        world.step([action])
    assert world.state.held[0] == small[0]
    return world


def test_things_are_put_on_the_surface_that_is_meant() -> None:
    for name in ("basin", "rack"):  # of the same piece: to a receptacle they are one
        world = holding_something()
        item = int(world.state.held[0])
        for action in plan_put(world, [SINK[name]]) or []:
            world.step([action])
        assert world.state.held[0] == -1 and world.state.surface[0, item] == SINK[name]


def test_what_is_shut_takes_nothing() -> None:
    world = holding_something()
    assert plan_put(world, [SINK["left bottom"]]) is None
    world.state.open[:] = 1
    assert plan_put(world, [SINK["left bottom"]]) is not None


def test_the_point_is_where_the_ray_ends_and_what_is_held_does_not_stop_it() -> None:
    world = holding_something()
    actions = plan_put(world, [SINK["basin"]])
    assert actions is not None
    for action in actions[:-1]:
        world.step([action])
    x, y, z = pointed_at(world, actions[-1] - INTERACT)
    at = world.pose[0]
    assert math.dist((at[0], EYE.eye, at[1]), (x, y, z)) <= REACH
    row, column = divmod(actions[-1] - INTERACT, 32)
    empty = ChaiWorld(horizon=10**9)
    empty.reset([Episode(COTTAGE, STOCK, tuple(at.tolist()), ())])
    seen = empty.locate(np.array([3]), np.array([row]), np.array([column])).point[0]
    assert np.allclose(seen, (x, y, z), atol=0.02)
