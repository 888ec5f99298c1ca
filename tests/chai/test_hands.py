"""What Interact does: pick up, put, open, close, switch; and what it refuses, with the reason."""

import numpy as np
import pytest
from chai.houses import FORK, MUG, furnished, named, on_floor, part, put, small, surface, things

from sightline.chai import ChaiWorld, Episode, Stock
from sightline.chai.dynamics import INTERACT
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, REACH, SWITCH_OFF, SWITCH_ON
from sightline.chai.house import FIRST_ITEM, FLOOR
from sightline.chai.house.arrays import HELD, ON_FLOOR
from sightline.chai.route.planner import plan_deed


def world_of(stock: Stock | None = None, start: tuple[float, float, float] = (2.5, 2.5, 0.0)) -> ChaiWorld:
    house, default = furnished()
    world = ChaiWorld(horizon=10**6)
    world.reset([Episode(house, stock or default, start, ())])
    return world


def do(world: ChaiWorld, verb: int, number: int, holder: int = 0) -> None:
    """Walk there and do it; it must work and be exactly that."""
    actions = plan_deed(world, (verb, number, holder))
    assert actions is not None, world.episodes[0].tell((verb, number, holder))
    for action in actions:
        done = world.step([action])
        assert not done.refused[0], world.refusals[done.refused[0]]
    assert world.done[0][-1] == (verb, number, holder)


def point_at(world: ChaiWorld, number: int) -> int:
    """The action that interacts with the middle of what a thing shows."""
    seen = world.observe(("segmentation",))["segmentation"][0]
    rows, columns = np.nonzero(seen == number)
    middle = np.argmin((rows - np.median(rows)) ** 2 + (columns - np.median(columns)) ** 2)
    return INTERACT + 32 * int(rows[middle] // 4) + int(columns[middle] // 4)


def refusal(world: ChaiWorld, action: int) -> str:
    before = world.save()
    reason = world.refusals[world.step([action]).refused[0]]
    assert all("agent" in line or "episode" in line for line in world.differences(before))  # nothing else changed
    return reason


def visible(world: ChaiWorld, number: int) -> bool:
    return bool((world.observe(("segmentation",))["segmentation"][0] == number).any())


def test_an_item_is_picked_up_and_put_down_elsewhere() -> None:
    world, house = world_of(), small()
    do(world, PICK_UP, MUG)
    assert world.state.held[0] == 0 and world.state.surface[0, 0] == HELD
    assert visible(world, MUG)  # in the hands
    stove = named(house, "stove")
    do(world, PUT, MUG, stove)
    assert world.state.held[0] == -1
    x, y, z, _ = world.state.place[0, 0]
    x0, z0, x1, z1 = house.plan.pieces[stove - 1].footprint
    assert x0 < x < x1 and z0 < z < z1 and y == pytest.approx(0.966)


def test_what_is_held_does_not_hide_what_is_behind_it_from_the_hands() -> None:
    world = world_of()
    do(world, PICK_UP, MUG)
    seen = world.observe(("segmentation",))["segmentation"][0]
    rows, columns = np.nonzero(seen == MUG)
    cell = 32 * int(rows[0] // 4) + int(columns[0] // 4)
    _, deeds = world.foresee([0], cells=np.array([cell]))
    assert deeds[0, 1] in (0, MUG) and deeds[0, 0] != PICK_UP


def test_a_drawer_hides_moves_and_shows_what_is_in_it() -> None:
    world, house = world_of(), small()
    drawer = part(house, "top left drawer", "oak drawer counter")
    at = world.state.place[0, 1, :3].copy()
    do(world, OPEN, drawer)
    world.pose[0] = 0.8, 3.3, 0.0  # in front of it
    assert visible(world, FORK)
    places = world._scenes.places[0][world._scenes.ids[0] == FORK]
    assert places[0, 2] < at[2] - 0.3  # it came out to the south
    np.testing.assert_array_equal(world.state.place[0, 1, :3], at)  # where it lies in the drawer is the same
    do(world, CLOSE, drawer)
    world.pose[0] = 0.8, 3.3, 0.0
    assert not visible(world, FORK)


def test_into_an_open_drawer_and_along_with_it() -> None:
    world, house = world_of(), small()
    drawer = part(house, "bottom left drawer", "oak drawer counter")
    do(world, OPEN, drawer)
    do(world, PICK_UP, MUG)
    do(world, PUT, MUG, drawer)
    do(world, CLOSE, drawer)
    assert not visible(world, MUG)
    do(world, OPEN, drawer)
    do(world, PICK_UP, MUG)


def test_full_hands_open_nothing() -> None:
    world, house = world_of(), small()
    do(world, PICK_UP, MUG)
    drawer = part(house, "top left drawer", "oak drawer counter")
    assert plan_deed(world, (OPEN, drawer, 0)) is None
    world.pose[0] = 1.0, 3.4, 0.0
    assert "hands are full" in refusal(world, point_at(world, drawer))


def test_a_door_does_not_close_on_a_tray_that_is_out() -> None:
    world, house = world_of(), small()
    door, tray = part(house, "door", "dishwasher"), part(house, "lower tray", "dishwasher")
    assert plan_deed(world, (OPEN, tray, 0)) is None  # behind the closed door
    do(world, OPEN, door)
    do(world, OPEN, tray)
    assert plan_deed(world, (CLOSE, door, 0)) is None
    assert "still pulled out" in refusal(world, point_at(world, door))
    do(world, CLOSE, tray)
    do(world, CLOSE, door)


def test_switches_go_on_and_off() -> None:
    world, house = world_of(), small()
    burner = named(house, "burner of the stove")
    do(world, SWITCH_ON, burner)
    do(world, SWITCH_OFF, burner)


def test_far_things_walls_and_furniture_are_refused() -> None:
    world, house = world_of(start=(4.4, 4.6, 180.0)), small()
    assert "too far away" in refusal(world, point_at(world, MUG))
    world.pose[0] = 2.5, 0.4, 180.0
    assert "nothing here to take" in refusal(world, INTERACT + 32 * 5 + 16)  # the wall
    world.pose[0] = 4.0, 2.4, 180.0
    assert "nothing here to take" in refusal(world, point_at(world, named(house, "white kitchen table")))
    do(world, PICK_UP, MUG)
    world.pose[0] = 2.5, 0.4, 180.0
    assert "nothing can be put there" in refusal(world, INTERACT + 32 * 5 + 16)


def test_things_are_put_on_the_floor_and_on_rugs_and_picked_up_again() -> None:
    world, house = world_of(), small()
    do(world, PICK_UP, MUG)
    world.pose[0] = 1.5, 3.2, 180.0  # looks at the rug
    actions = [INTERACT + 32 * 30 + 16]
    assert not world.step(actions).refused[0]
    assert world.done[0][-1] == (PUT, MUG, FLOOR)
    assert world.state.surface[0, 0] == ON_FLOOR and world.state.place[0, 0, 1] == pytest.approx(0.02)  # on the rug
    do(world, PICK_UP, MUG)
    do(world, PUT, MUG, named(house, "white kitchen table"))


def test_a_thin_thing_lies_on_the_rug_and_is_not_lost() -> None:
    world = world_of(things(on_floor("phone", 3.0, 3.0)))
    do(world, PICK_UP, FIRST_ITEM)
    world.pose[0] = 1.5, 3.2, 180.0  # looks at the rug
    assert not world.step([INTERACT + 32 * 30 + 16]).refused[0]
    assert visible(world, FIRST_ITEM)
    do(world, PICK_UP, FIRST_ITEM)


def test_nothing_is_put_where_it_hides_another_thing() -> None:
    house = small()
    shelf = surface(house, "oak bookshelf", "upper shelf")
    world = world_of(things(put(house, "keys", shelf, z=0.05), on_floor("cereal box", 7.0, 1.0, 1)), (8.0, 2.0, 0.0))
    do(world, PICK_UP, FIRST_ITEM + 1)
    world.pose[0] = 8.0, 3.4, 0.0
    assert visible(world, FIRST_ITEM)
    before, (_, deeds) = world.save(), world.foresee()
    refusals = []
    for cell in np.flatnonzero(deeds[0, ..., 0] == PUT):  # wherever it might be put
        refusals.append(world.refusals[world.step([INTERACT + int(cell)]).refused[0]])
        assert visible(world, FIRST_ITEM) and visible(world, FIRST_ITEM + 1)
        world.restore(before)
    assert any("out of sight" in reason for reason in refusals) and "" in refusals


def test_a_thing_is_put_beside_another_and_never_into_it() -> None:
    house = small()
    table = surface(house, "white kitchen table", "top")
    mug = furnished()[1].items[0]
    stock = things(mug, on_floor("wooden bowl", 2.5, 1.2))
    world = world_of(stock)
    do(world, PICK_UP, FIRST_ITEM + 1)
    world.pose[0] = 4.0, 2.4, 180.0
    assert not world.step([point_at(world, FIRST_ITEM)]).refused[0]  # at the mug
    assert world.state.surface[0].tolist() == [table, table]
    gap = np.abs(world.state.place[0, 0, [0, 2]] - world.state.place[0, 1, [0, 2]])
    sizes = (world.state.size[0, 0, [0, 2]] + world.state.size[0, 1, [0, 2]]) / 2
    assert (gap >= sizes - 0.03).any()


def test_there_is_an_end_to_what_fits() -> None:
    house = small()
    nightstand = named(house, "oak nightstand")
    cushions = [on_floor("purple cushion", 6.5 + 0.5 * k, 4.0, 1) for k in range(2)]
    world = world_of(things(*cushions), (7.5, 2.5, 90.0))
    do(world, PICK_UP, FIRST_ITEM)
    do(world, PUT, FIRST_ITEM, nightstand)
    do(world, PICK_UP, FIRST_ITEM + 1)
    assert plan_deed(world, (PUT, FIRST_ITEM + 1, nightstand)) is None


def test_reach_is_a_length_from_the_eye() -> None:
    assert np.hypot(1.575, 1.575 / 0.947) < REACH < 2.5  # the nearest floor that can be seen is within it
