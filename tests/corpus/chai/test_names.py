"""Names: clear to a reader who stands there, short where that is enough, with words that refer back."""

from random import Random

import pytest

from sightline.chai import load_house, stock_of
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE
from sightline.corpus.chai.descriptions import ItemName, PieceName, clear_names, near_rivals, open_pieces, plain_nouns
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.item_names import ItemNamer
from sightline.corpus.chai.places import places_of
from sightline.corpus.chai.words import grammar
from sightline.corpus.grammar import Speaker

COTTAGE = load_house(1)
KITCHEN = (11.0, 3.0, 180.0)


def household() -> Household:
    return Household(COTTAGE, stock_of(COTTAGE, 5), KITCHEN)


def namer(home: Household, seed: int = 0) -> ItemNamer:
    speaker = Speaker(grammar(), Random(seed))
    made = ItemNamer(home, speaker)
    made.begin()
    return made


def number(name: str) -> int:
    return next(n for n, called in COTTAGE.names.items() if called == name)


def test_clear_names_fit_one_piece_of_the_room() -> None:
    for piece in range(len(COTTAGE.plan.pieces)):
        for name in clear_names(COTTAGE, piece):
            assert name.fits(COTTAGE, piece)
    fridge = number("steel fridge") - FIRST_PIECE
    assert "fridge" in plain_nouns(COTTAGE, fridge)
    cabinets = [k for k, piece in enumerate(COTTAGE.plan.pieces) if piece.thing.noun == "wall cabinet"]
    assert all(PieceName("cabinet") not in clear_names(COTTAGE, k) for k in cabinets)
    assert any(name.relation and name.relation.how == "left" for k in cabinets for name in clear_names(COTTAGE, k))


def test_names_survive_being_written_down() -> None:
    for name in clear_names(COTTAGE, number("dishwasher") - FIRST_PIECE):
        assert PieceName.from_json(name.to_json()) == name
    item = ItemName("mug", "red", (3005, 3006))
    assert ItemName.from_json(item.to_json()) == item


def test_what_is_open_is_called_by_its_noun_alone() -> None:
    home = household()
    place = next(p for p in places_of(COTTAGE) if p.kind == "wall cabinet")
    closed = {namer(home, seed).place(place) for seed in range(20)}
    assert all("side" in said or "half" in said or "part" in said for said in closed)
    home.state.open[0, place.part] = 1
    assert open_pieces(home) == {place.piece}
    said = {namer(home, seed).place(place) for seed in range(20)}
    assert any(len(name.split()) == 2 for name in said)  # "the cabinet"


def test_what_one_stands_at_is_called_by_its_noun_alone() -> None:
    home = household()
    piece = next(k for k, p in enumerate(COTTAGE.plan.pieces) if p.thing.noun == "wall cabinet")
    x, _, z = COTTAGE.plan.pieces[piece].at
    home.world.pose[0] = (round(x, 1), round(z + 0.9, 1), 180.0)
    assert piece in near_rivals(home, piece) and len(near_rivals(home, piece)) < 12
    home.world.pose[0] = KITCHEN
    assert len(near_rivals(home, piece)) > 20


def test_items_in_closed_places_do_not_count_and_those_in_sight_do() -> None:
    home = household()
    forks = [item for item in home.items() if home.kind_of(item) == "fork"]
    mugs = [item for item in home.items() if home.kind_of(item).endswith("mug") and not home.is_in_sight(item)]
    assert mugs
    name = ItemName("mug")
    in_sight = [item for item in home.items() if home.is_in_sight(item) and name.fits(home, item)]
    assert set(name.rivals(home, mugs[0], None)) >= set(in_sight)
    home.state.open[:] = 1
    assert len(name.rivals(home, mugs[0], None)) >= len(in_sight) and all(home.is_in_sight(item) for item in forks)


def test_it_is_what_was_named_last() -> None:
    home = household()
    said = set()
    for seed in range(60):
        one = namer(home, seed)
        one.speaker.tags = set()
        one.piece(number("steel fridge"))
        again = one.part(
            next(FIRST_PART + k for k, (_, part) in enumerate(COTTAGE.parts) if part.kind == "fridge door"), False
        )
        said.add(again)
        assert (again == "it") == ("coreference" in one.speaker.tags)
    assert "it" in said and len(said) > 2


@pytest.mark.parametrize("seed", range(3))
def test_lists_of_items_name_each_once(seed: int) -> None:
    home = household()
    seen = [item for item in home.items() if home.is_in_sight(item) and home.room_of(item) == home.room]
    kinds = {home.kind_of(item): item for item in seen}
    items = list(kinds.values())[:3]
    said = namer(home, seed).items(items)
    assert " and " in said and said.count("the ") >= 3 and min(items) >= FIRST_ITEM
