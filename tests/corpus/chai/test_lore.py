"""How furniture stands, checked by hand in the cottage (house 1), whose plan says so in metres."""

from sightline.chai import load_house
from sightline.corpus.chai.lore import Relation, relations

COTTAGE = load_house(1)
PIECES = [(COTTAGE.plan.rooms[piece.room].name, piece.thing.name) for piece in COTTAGE.plan.pieces]


def piece(room: str, name: str, nth: int = 0) -> int:
    return [k for k, there in enumerate(PIECES) if there == (room, name)][nth]


def test_left_and_right_are_those_of_a_person_who_faces_the_furniture() -> None:
    fridge, bin_, dishwasher = (piece("kitchen", name) for name in ("steel fridge", "bin", "dishwasher"))
    found = relations(COTTAGE)[fridge]  # along the south wall from west to east: bin, fridge, dishwasher; one looks south
    assert {Relation("left", (bin_,)), Relation("right", (dishwasher,)), Relation("beside", (bin_,))} <= found
    assert Relation("between", (dishwasher, bin_)) in found and Relation("right", (bin_,)) not in found
    nightstands = [piece("bedroom", "oak nightstand", nth) for nth in (0, 1)]  # south and north of a bed at the east wall
    bed = piece("bedroom", "blue double bed")
    assert Relation("right", (bed,)) in relations(COTTAGE)[nightstands[0]]
    assert Relation("left", (bed,)) in relations(COTTAGE)[nightstands[1]]


def test_above_below_on_and_in_front() -> None:
    hood, stove = piece("kitchen", "hood"), piece("kitchen", "stove")
    assert Relation("above", (stove,)) in relations(COTTAGE)[hood]
    assert Relation("below", (hood,)) in relations(COTTAGE)[stove]
    microwave, counter = piece("kitchen", "microwave"), piece("kitchen", "oak counter with 4 drawers")
    assert Relation("on", (counter,)) in relations(COTTAGE)[microwave]
    assert Relation("with", (microwave,)) in relations(COTTAGE)[counter]
    table, sofa = piece("living room", "walnut coffee table"), piece("living room", "red sofa")
    assert Relation("front", (sofa,)) in relations(COTTAGE)[table]
    assert Relation("front", (table,)) not in relations(COTTAGE)[sofa]


def test_corners_and_doors() -> None:
    assert Relation("corner") in relations(COTTAGE)[piece("living room", "potted plant")]
    assert Relation("corner") not in relations(COTTAGE)[piece("living room", "red sofa")]
    country = load_house(4)
    living_room = [room.name for room in country.plan.rooms].index("living room")
    by_its_door = [k for k, found in enumerate(relations(country)) if Relation("door", (living_room,)) in found]
    assert [country.plan.pieces[k].thing.name for k in by_its_door] == ["coat rack"]


def test_nothing_is_related_to_what_is_in_another_room() -> None:
    for house in map(load_house, (2, 5)):
        for k, found in enumerate(relations(house)):
            others = [other for r in found if r.how != "door" for other in r.of]
            assert {house.plan.pieces[other].room for other in others} <= {house.plan.pieces[k].room}
