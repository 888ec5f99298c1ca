"""Signs: which furniture tells a room, as counted in generated houses."""

import json

from sightline.chai.house.generate import RESERVED
from sightline.corpus.chai.lexicon import ROOMS
from sightline.corpus.chai.signs import FILE, HOUSES, count_signs, room_signs


def test_the_table_is_what_the_generator_furnishes() -> None:
    table, few = json.loads(FILE.read_text(encoding="utf-8")), count_signs(HOUSES[:40])
    assert set(table["rooms"]) == set(ROOMS) == set(few["rooms"])
    share = few["pieces"]["fridge"]["kitchen"] / few["rooms"]["kitchen"]
    assert abs(share - table["pieces"]["fridge"]["kitchen"] / table["rooms"]["kitchen"]) < 0.05
    assert set(few["pieces"]) <= set(table["pieces"])


def test_no_house_that_is_kept_for_tests_was_counted() -> None:
    assert min(HOUSES) >= RESERVED


def test_every_kind_of_furniture_with_a_counted_noun_has_a_number_for_each_room() -> None:
    signs = room_signs()
    assert all(set(rooms) == set(ROOMS) and min(rooms.values()) > 0 for rooms in signs.values())
    assert max(signs["white fridge"], key=lambda room: signs["white fridge"][room]) == "kitchen"
