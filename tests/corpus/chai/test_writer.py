"""What a reader noticed once in generated paragraphs, and should not again."""

import re

import pytest
from corpus.chai.made import PARAGRAPHS, SEGMENTS

from sightline.chai import load_house
from sightline.chai.house import HOUSES
from sightline.corpus.chai.choosing import COOKWARE, only_way, rooms_between
from sightline.corpus.chai.descriptions import anchor_nouns
from sightline.corpus.chai.generate import scenarios_by_name
from sightline.corpus.chai.scenarios import Scenario
from sightline.corpus.chai.words import furniture_words


def plain(text: str) -> str:
    return re.sub(r"[^a-z ]", "", text.lower())


def test_who_was_sent_to_a_place_is_not_told_its_name_again() -> None:
    for segment in SEGMENTS:
        steps = (segment.meaning or {})["steps"]
        if [step["do"] for step in steps] == ["go", "put"] and steps[0]["of"][0] == steps[1]["to"]:
            names = [name for name in (segment.meaning or {})["named"] if name["of"] == steps[0]["of"][0]]
            assert len(names) == 1, segment.instruction


def test_a_piece_keeps_its_noun_through_a_paragraph() -> None:
    own = furniture_words()
    for paragraph in PARAGRAPHS:
        house, nouns = paragraph.scene.load(), {}
        for segment in paragraph.segments:
            for name in (segment.meaning or {})["named"]:
                if name["of"] <= len(house.plan.pieces):
                    thing = house.plan.pieces[name["of"] - 1].thing.name
                    if name["as"] in own[thing].nouns and not {"oven", "freezer"} & set(name["as"].split()):
                        nouns.setdefault(name["of"], set()).add(name["as"])
        changed = {house.names[number]: said for number, said in nouns.items() if len(said) > 1}
        assert not {k: v for k, v in changed.items() if not k.endswith(("counter", "vanity"))}, paragraph.id


def test_what_is_opened_only_to_be_closed_is_looked_into() -> None:
    looks = [s for s in SEGMENTS if [x["do"] for x in (s.meaning or {})["steps"]] == ["open", "close"]]
    assert looks
    for segment in looks:
        assert re.search(r"look|check|see|peek", plain(segment.instruction)), segment.instruction
        assert re.search(r"clos|shut", plain(segment.instruction)), segment.instruction


def test_the_only_way_is_one_without_which_there_is_none() -> None:
    for number in HOUSES:
        house = load_house(number)
        rooms = range(len(house.plan.rooms))
        for a in rooms:
            for b in rooms:
                between = only_way(house, a, b)
                if between >= 0:
                    assert rooms_between(house, a, b) == (between, b)


def test_no_anchor_repeats_the_word_it_is_to_explain() -> None:
    for number in HOUSES:
        house = load_house(number)
        for piece in range(len(house.plan.pieces)):
            assert not any("tv" in noun or "television" in noun for noun in anchor_nouns(house, piece, "tv stand"))


@pytest.mark.parametrize("name", ["soup-for-lunch", "pancake-contest", "tea-for-aunt-rose", "burger-night"])
def test_nothing_is_cooked_without_a_pot(name: str) -> None:
    scenario: Scenario = scenarios_by_name()[name]
    assert any(errand.must and set(errand.items) <= set(COOKWARE) for errand in scenario.first)
