"""Scenarios: those of the package hold together, and what is wrong with one is said with file and line."""

import pytest

from sightline.corpus.chai.scenarios import Where, houses_for, read_groups, read_scenarios, scenarios
from sightline.errors import InputError

GROUPS = {"fruit": ("apple", "plum")}
TEXT = """\
snack
    > You are hungry. Fruit would be nice.
    first visit window in kitchen
    3 * bring 1-2 $fruit, banana from kitchen to coffee table, sofa in living room  # a comment
    last switch on television in living room
"""


def test_there_are_enough_scenarios_and_houses_for_each() -> None:
    assert len(scenarios()) >= 36
    assert len({scenario.text for scenario in scenarios()}) == len(scenarios())
    assert all(houses_for(scenario.name) for scenario in scenarios())


def test_a_scenario_is_read() -> None:
    (scenario,) = read_scenarios("a.txt", TEXT, GROUPS)
    assert scenario.name == "snack" and scenario.text == "You are hungry. Fruit would be nice."
    (errand,) = scenario.middle
    assert (errand.verb, errand.items, errand.count, errand.weight) == ("bring", ("apple", "plum", "banana"), (1, 2), 3.0)
    assert errand.origin == Where((), ("kitchen",)) and errand.where == Where(("coffee table", "sofa"), ("living room",))
    assert errand.source == "a.txt, line 4"
    assert [e.verb for e in scenario.first] == ["visit"] and [e.verb for e in scenario.last] == ["switch on"]
    assert errand.where.allows("sofa", "living room") and not errand.where.allows("sofa", "kitchen")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("banana", "bananna", "a.txt, line 4: there is no item 'bananna'; is it 'banana'?"),
        ("$fruit", "$fruits", "a.txt, line 4: there is no group of items 'fruits'; is it 'fruit'?"),
        ("sofa in", "sofas in", "a.txt, line 4: there is no place, piece of furniture or room 'sofas'; is it 'sofa'?"),
        ("living room  #", "cellar #", "a.txt, line 4: there is no room 'cellar'"),
        ("television", "radio", "a.txt, line 5: there is no place, piece of furniture or room 'radio'."),
        ("3 * bring", "3 * fetch", "a.txt, line 4: an errand begins with bring, look into, open,"),
        ("1-2", "3-2", "a.txt, line 4: an errand brings 1 or more items"),
        (" to coffee table, sofa in living room", "", "a.txt, line 4: must be 'bring 1-2 ITEMS from WHERE to WHERE'"),
        (" Fruit would be nice.", "", "a.txt, line 1: the situation of 'snack' has 1 sentences, not 2 to 5."),
        ("snack", "a snack", "a.txt, line 1: a scenario's name is made of letters, digits and dashes"),
        ("    last", "    > More words.\n    last", "a.txt, line 5: the situation"),
        ("3 * bring", "first bring", "a.txt, line 1: 'snack' has no errands but those that come first or last."),
        ("window in kitchen", "aquarium in kitchen", "a.txt, line 3: no house has such a place in such a room."),
        ("window in kitchen", "aquarium", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(old: str, new: str, says: str) -> None:
    text = TEXT.replace(old, new)
    assert text != TEXT
    if not says:
        read_scenarios("a.txt", text, GROUPS)
        return
    with pytest.raises(InputError) as error:
        read_scenarios("a.txt", text, GROUPS)
    assert str(error.value).startswith(says)


def test_a_scenario_that_no_house_can_satisfy() -> None:
    text = TEXT.replace("visit window in kitchen", "visit aquarium").replace("switch on television", "visit piano")
    with pytest.raises(InputError, match=r"^a.txt, line 1: no house can satisfy all errands of 'snack'\.$"):
        read_scenarios("a.txt", text, GROUPS)


def test_a_line_that_belongs_to_nothing() -> None:
    with pytest.raises(InputError, match=r"^a.txt, line 1: a line without a scenario"):
        read_scenarios("a.txt", "    > Hello.", GROUPS)


def test_groups_are_made_of_kinds_and_groups() -> None:
    groups = read_groups("kinds.txt", "fruit: apple, plum\nfood: $fruit, bread loaf\n")
    assert groups["food"] == ("apple", "plum", "bread loaf")
    for text, says in (
        ("fruit apple", "kinds.txt, line 1: must be 'name: kind, kind, $group'"),
        ("fruit: apple\nfruit: plum", "kinds.txt, line 2: the group 'fruit' comes twice."),
        ("fruit: aple", "kinds.txt, line 1: there is no item 'aple'; is it 'apple'?"),
    ):
        with pytest.raises(InputError) as error:
            read_groups("kinds.txt", text)
        assert str(error.value).startswith(says)
