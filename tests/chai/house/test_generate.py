"""Houses from seeds: the same for the same seed, no two alike, and right as hand-written ones must be."""

import pickle
from collections import Counter
from pathlib import Path

import pytest

from sightline.chai.house import generate_house, load_house, named_house
from sightline.chai.house.generate import FEWEST_ROOMS, MOST_ROOMS, generate_plan
from sightline.chai.house.ground import check_plan
from sightline.chai.house.plan import Plan, parse_plan
from sightline.chai.reach import check_reach
from sightline.errors import InputError

TEXTS = [generate_plan(seed) for seed in range(50)]
PLANS = [parse_plan(text, f"seed {seed}") for seed, text in enumerate(TEXTS)]


def test_a_seed_gives_one_house() -> None:
    assert generate_plan(7) == TEXTS[7] == generate_house(7).text
    assert generate_house(7) is load_house("seed:7") is named_house("seed:7")
    assert pickle.loads(pickle.dumps(generate_house(7))) is generate_house(7)


def test_no_two_are_alike() -> None:
    assert len({tuple((room.kind, room.corner, room.size) for room in plan.rooms) for plan in PLANS}) == len(PLANS)
    assert {len(plan.rooms) for plan in PLANS} == set(range(FEWEST_ROOMS, MOST_ROOMS + 1))
    assert any(door.width > 1 for plan in PLANS for door in plan.doorways)  # open kitchens
    assert any(Counter(room.kind for room in plan.rooms)["bathroom"] == 2 for plan in PLANS)
    assert len({room.walls for plan in PLANS for room in plan.rooms}) > 10
    assert len({piece.thing.name for plan in PLANS for piece in plan.pieces}) > 80


def test_it_is_a_plan_like_any_other(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(TEXTS[7], encoding="utf-8")
    house = load_house(file)  # which checks it, as every plan
    assert house.plan == generate_house(7).plan
    assert house.name.startswith("plan:")


@pytest.mark.parametrize("plan", PLANS[:20], ids=lambda plan: plan.name)
def test_pieces_stand_apart_and_doors_are_free(plan: Plan) -> None:
    check_plan(plan, plan.name)


@pytest.mark.parametrize("seed", range(200, 203))
def test_everything_can_be_reached(seed: int) -> None:
    check_reach(generate_house(seed))


def test_rooms_have_what_they_need() -> None:
    for plan in PLANS:
        for k, room in enumerate(plan.rooms):
            nouns = {piece.thing.noun for piece in plan.pieces if piece.room == k}
            needed = {
                "kitchen": {"sink", "stove", "fridge", "counter"}, "bedroom": {"bed"}, "guest room": {"bed"},
                "bathroom": {"toilet", "bathroom counter"},
            }  # fmt: skip
            assert needed.get(room.kind, set()) <= nouns
            assert nouns or room.kind == "hallway"


def test_a_sofa_faces_the_television() -> None:
    for plan in PLANS:
        for sofa in (piece for piece in plan.pieces if piece.thing.noun == "sofa"):
            screens = [p for p in plan.pieces if p.thing.noun == "television" and p.room == sofa.room]
            assert [(screen.turn - sofa.turn) % 360 for screen in screens] == [180]


@pytest.mark.parametrize("count", range(FEWEST_ROOMS, MOST_ROOMS + 1))
def test_it_has_the_rooms_that_were_asked_for(count: int) -> None:
    assert len(parse_plan(generate_plan(3, count), "").rooms) == count
    assert len(parse_plan(generate_plan(4, (FEWEST_ROOMS, count)), "").rooms) <= count


def test_houses_that_cannot_be() -> None:
    for rooms in (1, 9, (5, 3), (0, 4)):
        with pytest.raises(InputError, match="rooms"):
            generate_plan(1, rooms)
    for seed in (-1, 2**63):
        with pytest.raises(InputError, match="seed"):
            generate_plan(seed)
    for name in ("seed:", "seed:-1", "seed:07", "seed:x", "seed:99999999999999999999"):
        with pytest.raises(InputError, match="seed"):
            load_house(name)
