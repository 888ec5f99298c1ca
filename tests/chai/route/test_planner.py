"""The planner does everything that a house declares, with the agent's own five actions."""

import math

import numpy as np
import pytest
from chai.houses import FORK, MUG, furnished, part, put, things

from sightline.chai import EYE, HOUSES, ChaiWorld, Episode, demonstrate, load_house, perform, plan_deed, stock_of
from sightline.chai.dynamics import INTERACT, STOP
from sightline.chai.episode import Deed, deed_of
from sightline.chai.generate import anywhere
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, REACH, SWITCH_OFF, SWITCH_ON
from sightline.chai.house import FIRST_ITEM, FIRST_PART
from sightline.chai.route.planner import everything, needed_first, plan_put
from sightline.chai.route.ways import Ways
from sightline.errors import InputError
from sightline.world import INTERACTION, NAVIGATION


class Butler:
    """Does one manipulation after the other in one world, and keeps a list of what could not be done."""

    def __init__(self, world: ChaiWorld):
        self.world, self.failed = world, list[str]()

    def do(self, *deed: int) -> bool:
        verb, number, holder = (*deed, 0)[:3]
        wanted: Deed = (verb, number, holder)
        actions = plan_deed(self.world, wanted)
        for action in actions or ():
            self.world.step([action])
        if actions is None or self.world.done[0][-1:] != [wanted]:
            self.failed.append(self.world.episodes[0].tell(wanted))
            return False
        return True


WHOLE = 1  # the house in which everything is done: the smallest that has all kinds of parts and switches


def test_one_house_has_all_kinds_of_parts_and_switches() -> None:
    kinds = {number: _kinds(number) for number in HOUSES}
    assert kinds[WHOLE] == set().union(*kinds.values())


def _kinds(number: int) -> set[str]:
    house = load_house(number)
    return {part.kind for _, part in house.parts} | {switch.kind for _, switch in house.switches}


def test_everything_opens_switches_and_can_be_carried() -> None:
    house = load_house(WHOLE)
    world = ChaiWorld(horizon=10**9)
    world.reset([Episode(house, stock_of(house, 0), anywhere(house, np.random.default_rng(0)), ())])
    butler, found = Butler(world), everything(world)
    assert len(found["items"]) == sum(room.items for room in house.plan.rooms)
    for number_of_part in found["parts"]:
        before = needed_first(world, number_of_part)
        for deed in before:
            butler.do(*deed)
        butler.do(OPEN, number_of_part)
        butler.do(CLOSE, number_of_part)
        for _, first, _ in reversed(before):
            butler.do(CLOSE, first)
    for switch in found["switches"]:
        butler.do(SWITCH_ON, switch)
        butler.do(SWITCH_OFF, switch)
    for item in found["items"]:
        home = int(world.houses.estate.surface_holder[0, world.state.surface[0, item - FIRST_ITEM]])
        before = needed_first(world, item)
        for deed in before:
            butler.do(*deed)
        if butler.do(PICK_UP, item):
            butler.do(PUT, item, home)
        for _, first, _ in reversed(before):
            butler.do(CLOSE, first)
    assert butler.failed == []
    assert not world.state.open.any() and not world.state.on.any() and world.state.held[0] == -1


def test_something_can_be_put_on_every_receptacle() -> None:
    house = load_house(WHOLE)
    first = next(k for k, (_, s) in enumerate(house.surfaces) if not s.behind)
    world = ChaiWorld(horizon=10**9)
    world.reset([Episode(house, things(put(house, "orange", first)), anywhere(house, np.random.default_rng(1)), ())])
    butler, orange = Butler(world), FIRST_ITEM
    home = int(world.houses.estate.surface_holder[0, first])
    for receptacle in everything(world)["receptacles"]:
        inside = (
            [*needed_first(world, receptacle), (OPEN, receptacle, 0)] if receptacle > 1000 else _doors(world, receptacle)
        )
        for deed in inside:
            butler.do(*deed)
        for put_on in (receptacle, home):
            if butler.do(PICK_UP, orange):
                butler.do(PUT, orange, put_on)
        for _, number_of_part, _ in reversed(inside):
            butler.do(CLOSE, number_of_part)
    assert butler.failed == []


def _doors(world: ChaiWorld, piece: int) -> list[Deed]:
    """The doors in front of what a piece holds, if all of that is behind doors."""
    house = world.episodes[0].house
    planes = [s for owner, s in house.surfaces if owner == piece - 1 and not s.moves]
    if not planes or any(not s.behind for s in planes):
        return []
    return [(OPEN, FIRST_PART + house.part_of(piece - 1, planes[0].behind), 0)]


def test_ways_are_shortest() -> None:
    house, stock = furnished()
    world = ChaiWorld()
    world.reset([Episode(house, stock, (2.0, 2.5, 0.0), ())])
    ways = Ways(world)
    assert ways.to_place(2.0, 3.0) == [0] * 5
    assert ways.to_place(2.5, 2.5) == [1] + [0] * 5
    assert sorted(ways.to_place(2.0, 2.0)) == [0] * 5 + [1, 1] or sorted(ways.to_place(2.0, 2.0)) == [0] * 5 + [2, 2]
    assert ways.to_place(2.0, 2.5, 90.0) == [1]
    with pytest.raises(InputError, match="no way"):
        ways.to(0, 0, 0)


def test_a_demonstration_names_the_goals_on_the_way() -> None:
    house, stock = furnished()
    episode = Episode(house, stock, (8.0, 1.0, 0.0), ())  # in the bedroom
    drawer = part(house, "top left drawer", "oak drawer counter")
    shown = demonstrate(episode, [(OPEN, drawer, 0), (PICK_UP, FORK, 0)], (8.0, 1.0))
    assert shown is not None
    actions, goals = shown
    assert [goal.kind for goal in goals] == [NAVIGATION, INTERACTION, INTERACTION, NAVIGATION, NAVIGATION]
    assert [house.plan.room_of(*goals[k].stand) for k in (0, 3)] == [0, 1] and goals[-1].stand == pytest.approx((8.0, 1.0))
    assert goals[1].deed == ("open", f"top left drawer of the oak drawer counter {drawer}", "")
    assert deed_of(goals[2]) == (PICK_UP, FORK, 0) and goals[2].stand[2] in (0.0, 90.0, 180.0, 270.0)
    assert actions[-1] == STOP and sum(action >= INTERACT for action in actions) == 2
    world = ChaiWorld()
    world.reset([Episode(house, stock, episode.start, goals)])
    earned = 0.0
    for action in actions:
        earned += world.rewards_of([action])[0]
        world.step([action])
    assert world.metrics()["completed"][0] and world.pursuit.next[0] == len(goals) - 1
    assert earned > 0


def test_what_cannot_be_done_is_said() -> None:
    house, stock = furnished()
    world = ChaiWorld()
    world.reset([Episode(house, stock, (2.0, 2.5, 0.0), ())])
    assert plan_deed(world, (PICK_UP, FIRST_ITEM + 1, 0)) is None  # the fork is in a closed drawer
    assert demonstrate(Episode(house, stock, (2.0, 2.5, 0.0), ()), [(PICK_UP, FIRST_ITEM + 1, 0)]) is None
    assert [deed[0] for deed in needed_first(world, FIRST_ITEM + 1)] == [OPEN]
    with pytest.raises(InputError, match="not on the floor"):
        plan_deed(world, (PUT, MUG, -1))


def test_a_paragraph_goes_on_where_the_instruction_before_has_ended() -> None:
    house, stock = furnished()
    start, drawer = (8.0, 1.0, 0.0), part(house, "top left drawer", "oak drawer counter")
    world, again = ChaiWorld(horizon=10**9), ChaiWorld(horizon=10**9)
    for one in (world, again):
        one.reset([Episode(house, stock, start, ())])
    errands = [([(OPEN, drawer, 0)], None), ([(PICK_UP, FORK, 0)], (8.0, 1.0, 90.0)), ([], (2.0, 2.5))]
    for deeds, end in errands:
        shown = perform(world, deeds, end)
        assert shown is not None and STOP not in shown[0]
        for action in shown[0]:
            again.step([action])
        assert again.differences(world.save()) == []
        assert shown[1][-1].stand == pytest.approx(world.pose[0, :2])
    assert world.done == again.done == [[(OPEN, drawer, 0), (PICK_UP, FORK, 0)]] and world.pose[0, 2] % 90 == 0


def test_what_cannot_be_done_to_the_end_is_not_begun() -> None:
    house, stock = furnished()
    world = ChaiWorld(horizon=10**9)
    world.reset([Episode(house, stock, (2.0, 2.5, 0.0), ())])
    before, drawer = world.save(), part(house, "top left drawer", "oak drawer counter")
    assert perform(world, [(OPEN, drawer, 0), (PICK_UP, FORK, 0), (PICK_UP, MUG, 0)]) is None  # the hands are full
    assert world.differences(before) == [] and world.done == [[]]


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
    x, y, z = world.pointed_at(actions[-1] - INTERACT)
    at = world.pose[0]
    assert math.dist((at[0], EYE.eye, at[1]), (x, y, z)) <= REACH
    row, column = divmod(actions[-1] - INTERACT, 32)
    empty = ChaiWorld(horizon=10**9)
    empty.reset([Episode(COTTAGE, STOCK, tuple(at.tolist()), ())])
    seen = empty.locate(np.array([3]), np.array([row]), np.array([column])).point[0]
    assert np.allclose(seen, (x, y, z), atol=0.02)
