"""What words name: kinds of items, noun by noun, and the classes of other things."""

import numpy as np
import pytest
from agent.scripts import LANI
from houses import CHAI

from sightline.agent.named import Named, NamedKinds, named_parts
from sightline.agent.readers import lexicon_of
from sightline.agent.relations import BESIDE, LEFT, ON, RIGHT
from sightline.geometry.types import Floats


@pytest.fixture(scope="module")
def naming() -> NamedKinds:
    return NamedKinds(CHAI, lexicon_of(CHAI))


def items(naming: NamedKinds, words: str) -> list[set[str]]:
    return [{CHAI.thing_names[CHAI.items[k]] for k in kinds} for kinds in naming(words).items]


def things(naming: NamedKinds, words: str) -> set[str]:
    return {CHAI.thing_names[number] for number in naming(words).things}


def likely(**shares: float) -> Floats:
    """(K,) by the names of kinds, with _ for a space."""
    by_kind = np.zeros(len(CHAI.items))
    for name, share in shares.items():
        by_kind[CHAI.items.index(CHAI.thing_names.index(name.replace("_", " ")))] = share
    return by_kind


def test_a_noun_means_every_kind_that_it_fits_and_an_adjective_chooses_among_them(naming: NamedKinds) -> None:
    (mugs,) = items(naming, "Take the mug.")
    assert {"red mug", "blue mug"} <= mugs and things(naming, "Take the mug.") == set()
    assert items(naming, "Take the red mug.") == [{"red mug"}]


def test_things_that_are_no_items_are_named_apart(naming: NamedKinds) -> None:
    words = "take the plum from the desk"
    assert items(naming, words) == [{"plum"}]
    assert "oak desk" in things(naming, words) and not any("plum" in name for name in things(naming, words))


def test_furniture_that_the_lexicon_cannot_tell_may_be_anything(naming: NamedKinds) -> None:
    assert things(naming, "open the left door of the cabinet next to the stove") == set()
    assert "walnut display cabinet" in things(naming, "open the left door of the display cabinet")


def test_a_polite_request_names_no_can(naming: NamedKinds) -> None:
    assert items(naming, "Can you take the plum?") == [{"plum"}]


def test_all_kinds_of_a_noun_count_as_much_as_the_model_wants_any_of_them(naming: NamedKinds) -> None:
    wants = likely(red_mug=0.3, blue_mug=0.1, plum=0.1, apple=0.5)
    counts = naming.wanted("put the plum in the mug", wants)
    assert counts @ likely(red_mug=1) == counts @ likely(white_mug=1) == pytest.approx(0.8)
    assert counts @ likely(plum=1) == pytest.approx(0.2) and counts @ likely(apple=1) == 0


@pytest.mark.parametrize(
    ("words", "item", "noun"),
    [
        ("take the plum next to the mug", "plum", ""),
        ("close the drawer of the nightstand between the arc lamp and the bed", "", "nightstand"),
        ("put the plum in the washer left of the dryer", "plum", "washer"),
        ("open the left door of the closet on the right side of the window", "", "closet"),
    ],
)
def test_what_only_says_where_something_is_is_not_meant(naming: NamedKinds, words: str, item: str, noun: str) -> None:
    assert items(naming, words) == ([{item}] if item else []) and naming(words).noun == noun


def test_a_vague_word_is_no_obstacle_where_it_only_says_where_something_is(naming: NamedKinds) -> None:
    assert "stove" in things(naming, "turn on the stove next to the cabinet")


def test_nouns_that_the_model_does_not_understand_count_alike(naming: NamedKinds) -> None:
    assert naming.wanted("take the plum", likely(apple=1.0)) @ likely(plum=1) == 1


def test_where_nothing_is_named_the_model_decides(naming: NamedKinds) -> None:
    wants = likely(apple=1.0)
    assert naming.wanted("take it", wants) is wants
    assert NamedKinds(LANI, None)("go to the tree") == Named()


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("open the left door of the closet", {"left door"}),
        ("take the plate out of the right half of the cupboard", {"right door"}),
        ("open the upper side of the larder", {"upper door"}),
        ("shut the bottom right drawer", {"bottom right drawer"}),
        (
            "open the top drawer of the chest of drawers",
            {"top drawer", "top left drawer", "top right drawer", "upper drawer"},
        ),
        ("turn on the rear left burner", {"back left burner"}),
        ("close the lid of the toilet", {"lid"}),
        ("open the cupboard on the left side of the stove", set()),
        ("open the chest of drawers", set()),
        ("go through the door to the kitchen", set()),
        ("put the fork from the left drawer in the right drawer", set()),
    ],
)
def test_the_part_that_words_name(words: str, parts: set[str]) -> None:
    assert {CHAI.part_names[number] for number in named_parts(words, CHAI.part_names)} == parts


def test_a_place_of_furniture_is_a_name_for_it(naming: NamedKinds) -> None:
    assert "steel stove" in things(naming, "open the oven") and "white fridge" in things(naming, "open the freezer")
    assert {"washbasin", "white vanity"} <= things(naming, "turn on the tap at the bathroom sink")


@pytest.mark.parametrize(
    ("words", "room"),
    [
        ("open the dresser in the guest room", "guest room"),
        ("close the kitchen cupboard", ""),
        ("open the closet next to the door to the bathroom", ""),
        ("take the cup in the kitchen to the table in the living room", ""),
    ],
)
def test_the_room_that_words_say(naming: NamedKinds, words: str, room: str) -> None:
    assert naming(words).room == room


@pytest.mark.parametrize(
    ("words", "anchors"),
    [
        ("open the cupboard to the left of the stove", [(LEFT, "steel stove")]),
        ("open the closet right of the wing chair", [(RIGHT, "teal wing chair")]),
        ("open the counter with the mixer on it", [(ON, "red mixer")]),
        ("open the counter that the mixer is on", [(ON, "red mixer")]),
        ("open the cabinet between the fridge and the dishwasher", [(BESIDE, "white fridge"), (BESIDE, "white dishwasher")]),
        ("open the fridge", []),
    ],
)
def test_what_says_where_a_thing_is(naming: NamedKinds, words: str, anchors: list[tuple[str, str]]) -> None:
    found = naming(words).anchors
    assert [anchor.relation for anchor in found] == [relation for relation, _ in anchors]
    assert all(kind in anchor.kinds for anchor, (_, kind) in zip(found, anchors, strict=True))


@pytest.mark.parametrize(
    ("words", "deed"),
    [("open the fridge", "open"), ("turn the tap off", "switch"), ("open the fridge and take the milk", ""), ("go on", "")],
)
def test_the_only_deed_that_is_asked_for(naming: NamedKinds, words: str, deed: str) -> None:
    assert naming(words).deed == deed
