"""House plans: five houses that hold together, what a plan says in words, and the errors for broken ones."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from sightline.chai.house import load_house
from sightline.chai.house.ground import RADIUS, STEP, Ground, check_plan, walls
from sightline.chai.house.plan import DOOR, WALL, Plan, parse_plan
from sightline.errors import InputError

TWO = """
name = "two rooms"
[[room]]
name = "kitchen"
kind = "kitchen"
corner = [0.0, 0.0]
size = [5.0, 4.0]
floor = ["tiles", "#ffffff", "#dddddd"]
walls = "#eeeeee"
items = 3
furniture = [
    "oak drawer counter, north 1.0",
    "microwave, on oak drawer counter, 0.2 0",
    "pine kitchen table, at 2.5 1.5, turn 90",
]
[[room]]
name = "bedroom"
kind = "bedroom"
corner = [5.0, 0.0]
size = [4.0, 4.0]
floor = ["planks", "#bb8855", "#aa7744"]
walls = "#eeeeee"
[[door]]
between = ["kitchen", "bedroom"]
at = 2.0
"""


@cache
def house(number: int) -> tuple[Plan, Ground]:
    found = load_house(number)
    return found.plan, found.ground


@pytest.mark.parametrize("number", range(1, 6))
def test_a_house_holds_together(number: int) -> None:
    plan, ground = house(number)
    check_plan(plan, f"house {number}")
    assert ground.reachable.sum() == ground.free.sum()  # nowhere is walled in
    kinds = sorted(room.kind for room in plan.rooms)
    four = ["bathroom", "bedroom", "kitchen", "living room"]
    assert kinds == (four if number <= 3 else sorted([*four, "guest room", "hallway"]))


@pytest.mark.parametrize("number", range(1, 6))
def test_rooms_have_as_much_to_do_as_the_originals(number: int) -> None:
    plan, _ = house(number)
    wanted = {"kitchen": 75, "living room": 20, "bedroom": 24, "bathroom": 20, "guest room": 14, "hallway": 0}
    for k, room in enumerate(plan.rooms):
        pieces = [piece.thing for piece in plan.pieces if piece.room == k]
        things = room.items + sum(len(piece.parts) + len(piece.switches) for piece in pieces)
        assert abs(things - wanted[room.kind]) <= 6, (room.name, things)


def test_words_become_places() -> None:
    plan = parse_plan(TWO, "two")
    counter, oven, table = plan.pieces
    assert counter.at == pytest.approx((1.0, 0.0, 4.0 - WALL / 2 - 0.325)) and counter.turn == 0
    assert oven.at == pytest.approx((1.2, 0.95, counter.at[2]))
    assert table.at == pytest.approx((2.5, 0.0, 1.5))
    width, _, depth = table.thing.size
    assert table.footprint == pytest.approx((2.5 - depth / 2, 1.5 - width / 2, 2.5 + depth / 2, 1.5 + width / 2))
    assert plan.doorways[0].at == (5.0, 2.0) and plan.doorways[0].along == "z"


def test_a_piece_turns_clockwise() -> None:
    piece = parse_plan(TWO, "two").pieces[2]
    assert piece.turn == 90
    assert piece.outward(0, -1) == (-1, 0)  # its front looks west


def test_walls_leave_the_doorway_open() -> None:
    plan = parse_plan(TWO, "two")
    for _, (x0, z0, x1, z1) in walls(plan):
        assert not (x0 <= 5.0 <= x1 and z0 < 2.0 < z1)
        assert min(x1 - x0, z1 - z0) == pytest.approx(WALL / 2)
    along = sum(z1 - z0 for room, (x0, z0, x1, z1) in walls(plan) if room == 0 and x1 == 5.0 and x0 == 5.0 - WALL / 2)
    assert along == pytest.approx(4.0 - DOOR)


def test_the_agent_stands_clear_of_walls_and_furniture() -> None:
    ground = Ground(parse_plan(TWO, "two"))
    free = np.argwhere(ground.free) * STEP  # z, x
    assert free[:, 0].min() >= WALL / 2 + RADIUS - 1e-6
    counter = ground.plan.pieces[0].footprint
    for z, x in free:
        gap = np.hypot(max(counter[0] - x, 0, x - counter[2]), max(counter[1] - z, 0, z - counter[3]))
        assert gap >= RADIUS - 1e-6
    assert ground.free[20, 50] and ground.reachable[20, 80]


BROKEN: list[tuple[Callable[[str], str], str]] = [
    (lambda t: t.replace('"kitchen", "bedroom"', '"kitchen", "cellar"'), "door 1: leads to .cellar"),
    (lambda t: t.replace("corner = [5.0, 0.0]", "corner = [4.0, 0.0]"), "the bedroom and the kitchen overlap"),
    (lambda t: t.replace("corner = [5.0, 0.0]", "corner = [7.0, 0.0]"), "have no common wall"),
    (lambda t: t.replace("at = 2.0", "at = 3.9"), "does not fit into the common wall"),
    (
        lambda t: t.replace("oak drawer counter, north 1.0", "oak throne, north 1.0"),
        "kitchen: there is no furniture 'oak throne'",
    ),
    (lambda t: t.replace("north 1.0", "upstairs 1.0"), "cannot read"),
    (lambda t: t.replace("on oak drawer counter", "on white fridge"), "does not come before it"),
    (lambda t: t.replace("north 1.0", "north 0.3"), "the oak drawer counter does not stand inside the room"),
    (lambda t: t.replace("at 2.5 1.5, turn 90", "at 1.4 3.4"), "the pine kitchen table and the oak drawer counter overlap"),
    (lambda t: t.replace("at 2.5 1.5, turn 90", "at 4.4 2.0, turn 90"), "the pine kitchen table stands in the doorway"),
    (lambda t: t.split("[[door]]")[0], "cannot be reached; it has no door"),
    (lambda t: t.replace('kind = "bedroom"', 'kind = "attic"'), "kind 'attic'"),
    (lambda t: t.replace('"planks"', '"lava"'), "a floor is one of"),
    (lambda t: t.replace("size = [4.0, 4.0]\n", ""), "room 2: has no size"),
    (lambda t: 'name = "nothing"', "has no rooms"),
    (lambda t: "name = ", "is not TOML"),
]


@pytest.mark.parametrize(("broken", "message"), BROKEN, ids=[message for _, message in BROKEN])
def test_a_broken_plan_is_refused_with_its_place(broken: Callable[[str], str], message: str) -> None:
    with pytest.raises(InputError, match=f"two.*{message}"):
        check_plan(parse_plan(broken(TWO), "two"), "two")


def test_there_are_five_houses() -> None:
    with pytest.raises(InputError, match="there are 1 to 5"):
        load_house(6)
