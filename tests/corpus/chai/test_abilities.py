"""The checklist in houses: commands of their ability, in arrangements of their own."""

import pytest

from sightline.chai.house import FIRST_ITEM, generate_house
from sightline.corpus.chai.abilities import FIRST, GROUPS, ITEMS, OTHERS, searches, situations
from sightline.corpus.kind import Situation
from sightline.corpus.records import Segment
from sightline.corpus.splits import STREAMS

STEPS = {
    "take": ("take",), "go to a room": ("enter",), "go to furniture": ("go",), "open": ("open",), "close": ("close",),
    "put": ("bring",),
}  # fmt: skip


@pytest.fixture(scope="module")
def some() -> list[Situation]:
    return situations(1, 3)


def segment_of(situation: Situation) -> Segment:
    return situation.paragraph.segments[situation.segment_index]


def steps_of(situation: Situation) -> list[str]:
    return [step["do"] for step in (segment_of(situation).meaning or {})["steps"]]


def test_situations_are_commands_of_their_ability(some: list[Situation]) -> None:
    by_name = {situation.ability: situation for situation in some}
    assert len(by_name) == len(some) > 10 and set(by_name) <= {*ITEMS, *OTHERS}
    for name, situation in by_name.items():
        expected = STEPS.get(name.split(":")[0])
        assert expected is None or tuple(steps_of(situation)) == expected
        assert situation.group == GROUPS[name]
        assert FIRST <= situation.paragraph.scene.variant < STREAMS
    assert steps_of(by_name["take, put, close"])[-3:] == ["take", "put", "close"]
    assert "then" in segment_of(by_name["two errands, then"]).tokens


def test_they_depend_on_the_seed_alone(some: list[Situation]) -> None:
    assert [segment_of(s).instruction for s in situations(1, 3)] == [segment_of(s).instruction for s in some]


def test_what_is_searched_for_is_only_named_and_in_another_room() -> None:
    house = generate_house(3)
    (situation,) = searches(1, 0, (house,))
    assert situation.paragraph.scene.house == "seed:3" and steps_of(situation) == ["take"]
    names = (segment_of(situation).meaning or {})["named"]
    assert [name["of"] >= FIRST_ITEM for name in names] == [True] and "place" not in names[0]
    x, z, _ = segment_of(situation).start
    assert house.plan.room_of(x, z) != house.plan.room_of(*segment_of(situation).end)
