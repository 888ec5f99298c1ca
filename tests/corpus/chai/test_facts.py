"""Facts of a house, for judges."""

from sightline.chai import Episode
from sightline.chai.hands import OPEN, PICK_UP, PUT
from sightline.chai.house import FIRST_ITEM, FIRST_PIECE, FLOOR, load_house
from sightline.chai.stock import stock_of
from sightline.chai.world import ChaiWorld
from sightline.corpus.chai.facts import HouseFacts

LEMON = "lemon"


def facts_of(house: int) -> HouseFacts:
    world = ChaiWorld(threads=1)
    loaded = load_house(house)
    world.reset([Episode(loaded, stock_of(loaded, 2), (13.2, 5.7, 180.0), ())])
    return HouseFacts(world)


def test_things_have_several_names_with_rooms_and_places() -> None:
    facts = facts_of(1)
    numbers = {name: number for number, name in facts.house.names.items()}
    door = facts.names(numbers["upper door of the steel fridge"])
    assert {"fridge", "fridge door", "upper door of fridge", "fridge door@kitchen"} <= door
    assert facts.gap("fridge@kitchen", (8.9, 0.5)) == 0 and facts.gap("fridge@bedroom", (8.9, 0.5)) is None
    assert facts.gap("nightstand@22.2,4.6", (22.2, 4.6)) == 0 and facts.room((8.9, 0.5)) == "kitchen"
    lemon = facts.gap(LEMON, (11.8, 0.4))
    assert lemon is not None and lemon < 1


def test_deeds_and_what_is_held() -> None:
    facts = facts_of(1)
    item = next(k for k, placed in enumerate(facts.stock.items) if placed.kind == LEMON)
    assert facts.held() == frozenset()
    facts.world.done[0] += [(PICK_UP, FIRST_ITEM + item, 0), (PUT, FIRST_ITEM + item, FLOOR), (OPEN, FIRST_PIECE, 0)]
    take, put, opened = facts.deeds()
    assert take.verb == "pick up" and LEMON in take.thing and not take.receptacle
    assert put.receptacle == {"floor"} and opened.verb == "open"
    facts.world.state.held[0] = item
    assert LEMON in facts.held()
