"""Memory: what a model says of cells becomes things with places; later looks correct it."""

from __future__ import annotations

import numpy as np
import pytest

from sightline.agent import Look, Memory
from sightline.agent.predictor import Shown
from sightline.agent.wayfinding import points_of_cells
from sightline.chai.kind import KIND
from sightline.world import World

MUG, FRIDGE = KIND.items[0], KIND.first_thing + 35
CELLS = 32 * 192


@pytest.fixture
def world() -> World:
    world = KIND.make(threads=1)
    world.reset(KIND.anywhere(2, seed=4))
    return world


def look_at(world: World) -> Look:
    return Look(world, [0, 1], channels=("depth",))


def shown(cells: dict[int, tuple[int, float]]) -> Shown:
    """In the first world these cells show these classes, so likely; all others show walls."""
    classes, likely = np.zeros((2, CELLS), np.int64), np.ones((2, CELLS))
    for cell, (number, how_likely) in cells.items():
        classes[0, cell], likely[0, cell] = number, how_likely
    return Shown(classes, likely)


def test_a_thing_is_remembered_where_it_was_seen(world: World) -> None:
    memory, look = Memory(KIND, world), look_at(world)
    cell = 20 * 192 + 100
    memory.see(look, shown({cell: (MUG, 0.9)}))
    (mug,) = memory.things(0)
    assert mug.name == KIND.thing_names[MUG] and mug.is_item and mug.confidence == pytest.approx(0.9) and mug.moment == 1
    assert np.abs(np.array(mug.point) - points_of_cells(look, 0)[cell]).max() < 0.1
    assert mug.seen_from == tuple(world.pose[0]) and memory.things(1) == []


def test_what_is_unlikely_or_a_speck_of_furniture_is_not_remembered(world: World) -> None:
    memory = Memory(KIND, world)
    memory.see(look_at(world), shown({3000: (MUG, 0.2), 3500: (FRIDGE, 0.9)}))
    assert memory.things(0) == []


def test_cells_of_one_thing_are_one_sighting(world: World) -> None:
    memory, look = Memory(KIND, world), look_at(world)
    cells = {192 * row + column: (FRIDGE, 0.8) for row in range(20, 24) for column in range(90, 100)}
    memory.see(look, shown(cells))
    points = points_of_cells(look, 0)[list(cells)]
    sightings = memory.things(0)
    assert {thing.name for thing in sightings} == {KIND.thing_names[FRIDGE]}
    assert min(thing.low[0] for thing in sightings) <= points[:, 0].min() + 0.1
    assert len(sightings) < len(cells) / 2


def test_what_is_no_longer_there_is_forgotten_and_what_is_behind_the_agent_is_not(world: World) -> None:
    memory = Memory(KIND, world)
    memory.see(look_at(world), shown({20 * 192 + 100: (MUG, 0.9)}))
    memory.see(look_at(world), shown({20 * 192 + 101: (MUG, 0.6)}))  # a cell beside it is the same thing
    assert [thing.moment for thing in memory.things(0)][:1] == [2]
    memory.see(look_at(world), shown({}))
    assert memory.things(0) == []


def test_a_wall_in_between_hides_what_is_remembered(world: World) -> None:
    memory = Memory(KIND, world)
    memory.see(look_at(world), shown({20 * 192 + 100: (MUG, 0.9)}))
    world.reset(KIND.anywhere(2, seed=9))  # elsewhere: nothing of that place is in view
    memory.see(look_at(world), shown({}))
    hidden = memory.things(0)
    assert not hidden or hidden[0].moment == 1
