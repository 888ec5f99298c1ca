"""Variants of a house: the same for the same seed, inside their places, apart, and where such things are kept."""

from collections import Counter
from zlib import crc32

import numpy as np
import pytest
from chai.houses import more_things, small

from sightline.chai import HOUSES, House, load_house, stock_of
from sightline.chai.hands import extent, fits, obstacles
from sightline.chai.house import FIRST_ITEM
from sightline.chai.house.arrays import empty_state, estate_of
from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS, STANDARD_ITEMS
from sightline.chai.stock import BASIN, HABITS, MOST_OF_KIND, ItemLayout, PlacedItem, _habits, footprint, half_extent


def test_habits_name_things_and_places_that_there_are() -> None:
    pieces = FURNITURE.values()
    places = {BASIN, *(piece.noun for piece in pieces), *(part.kind for piece in pieces for part in piece.parts)}
    for habits in HABITS.values():
        assert all(share > 0 for share, _, _ in habits)
        for _, where, what in habits:
            assert set(what) <= set(ITEMS)
            assert set(where) <= places
    used = {kind for habits in HABITS.values() for _, _, what in habits for kind in what}
    assert used == set(ITEMS)  # nothing was made in vain


def test_only_other_houses_hold_more_than_the_standard_items() -> None:
    standard = set(list(ITEMS)[:STANDARD_ITEMS])
    for number in HOUSES:
        assert _kinds_for(load_house(number)) <= standard
    assert _kinds_for(small()) - standard
    assert {item.kind for item in stock_of(more_things(), 0).items} - standard


def _kinds_for(house: House) -> set[str]:
    """The kinds of items that a house has places for."""
    habits = [habit for room in range(len(house.plan.rooms)) for habit in _habits(house, room)[0]]
    return {kind for what, surfaces in habits if surfaces for kind in what}


@pytest.mark.parametrize("number", HOUSES)
def test_items_stand_on_their_surface_inside_it_and_apart(number: int) -> None:
    house = load_house(number)
    estate = estate_of((house,))
    for seed in (0, 5):
        stock = stock_of(house, seed)
        assert Counter(item.room for item in stock.items) == {
            k: room.items for k, room in enumerate(house.plan.rooms) if room.items
        }
        state = empty_state(estate, 1, len(stock.items))
        stock.fill(state, 0)
        for k, item in enumerate(stock.items):
            x0, z0, x1, z1, y, height = estate.surface_box[0, item.surface]
            half_x, half_z = extent(state.size[0, k], item.turn)
            assert x0 <= item.x - half_x + 0.01 and item.x + half_x - 0.01 <= x1
            assert z0 <= item.z - half_z + 0.01 and item.z + half_z - 0.01 <= z1
            assert item.y == y and ITEMS[item.kind].size[1] <= height  # nothing floats, nothing pokes through a shelf
            assert fits(obstacles(estate, state, 0, k, item.surface), item.x, item.z, half_x, half_z)


def test_a_variant_depends_on_house_and_seed_only() -> None:
    house = load_house(2)
    first = stock_of(house, 3)
    stock_of.cache_clear()
    stock_of(load_house(1), 3)
    assert stock_of(house, 3) == first
    assert stock_of(house, 4) != first


def test_a_variant_is_the_same_on_every_machine() -> None:
    stock = stock_of(load_house(1), 0)
    assert stock.items[:2] == (
        PlacedItem("ball", 18, 4.246, 0.11, 0.298, 180.0, 0),
        PlacedItem("remote control", 19, 4.792, 0.64, 0.293, 180.0, 0),
    )
    where = [(item.kind, item.surface, item.x, item.z, item.turn) for item in stock.items]
    assert crc32(repr(where).encode()) == 1839451188


def test_few_items_of_a_kind() -> None:
    for number in HOUSES:
        kinds = Counter(item.kind for item in stock_of(load_house(number), 0).items)
        assert max(kinds.values()) > 1
        for kind, count in kinds.items():
            assert count <= MOST_OF_KIND.get(kind, 1), kind
    assert (MOST_OF_KIND["plate"], MOST_OF_KIND["fork"], MOST_OF_KIND["red book"], MOST_OF_KIND["blue towel"]) == (
        3,
        3,
        2,
        2,
    ) and "plum" not in MOST_OF_KIND


def test_most_items_face_the_front() -> None:
    askew = []
    for number in HOUSES:
        house = load_house(number)
        for item in stock_of(house, 0).items:
            front = house.plan.pieces[house.surfaces[item.surface][0]].turn
            askew.append(item.turn != front % 360)
    assert 0.1 < np.mean(askew) < 0.3


def test_half_of_a_kitchen_is_in_its_wall_cabinets() -> None:
    shares = []
    for number in HOUSES:
        house = load_house(number)
        kitchen = next(k for k, room in enumerate(house.plan.rooms) if room.kind == "kitchen")
        for seed in range(3):
            places = [house.surfaces[item.surface] for item in stock_of(house, seed).items if item.room == kitchen]
            shares.append(np.mean([house.plan.pieces[owner].thing.noun == "wall cabinet" for owner, _ in places]))
    assert 0.35 < np.mean(shares) < 0.65


def test_items_of_a_kind_are_numbered() -> None:
    stock = stock_of(load_house(1), 0)
    names = stock.names()
    assert len(set(names.values())) == len(names) == len(stock.items)
    mugs = [name for number, name in names.items() if stock.items[number - FIRST_ITEM].kind == "blue mug"]
    assert mugs in ([], ["blue mug"]) or mugs[0] == "blue mug 1"


HOUSE = load_house(1)


def test_an_item_takes_what_hands_would_give_it() -> None:
    for kind, item in ITEMS.items():
        for turn in (0.0, 90.0, 180.0, 270.0):
            assert half_extent(kind, turn) == extent(item.size, turn)


def test_one_item_may_hide_another() -> None:
    layout = ItemLayout(HOUSE, 3)
    surface = next(k for k, (_, s) in enumerate(HOUSE.surfaces) if not s.behind and s.name == "top" and s.room > 0.5)
    x0, z0, x1, z1, y, _ = layout.estate.surface_box[0, surface].tolist()
    x, z = (x0 + x1) / 2, (z0 + z1) / 2
    assert layout.has_room(surface, footprint("plum", x, z, 0.0))
    layout.put("plum", surface, (x, y, z, 0.0))
    assert layout.in_sight() and layout.kinds["plum"] == 1
    assert not layout.has_room(surface, footprint("apple", x + 0.01, z, 0.0))
    layout.put("bucket", surface, (x, y, z, 0.0))  # over the plum
    assert not layout.in_sight()
    layout.take_back()
    layout.take_back()
    assert len(layout) == 0 and layout.kinds["plum"] == 0 and layout.has_room(surface, footprint("plum", x, z, 0.0))
