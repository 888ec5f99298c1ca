"""Places: what people speak of as one, and what has to be open."""

from chai.houses import more_things

from sightline.chai import load_house
from sightline.chai.house import FIRST_PART, FIRST_PIECE
from sightline.corpus.chai.places import chain_of, place_by_surface, places_of

COTTAGE = load_house(1)


def named(kind: str, room: str = "kitchen") -> list[str]:
    """What places of a kind a room has: their part or their piece."""
    found = [
        p
        for p in places_of(COTTAGE)
        if p.kind == kind and COTTAGE.plan.rooms[COTTAGE.plan.pieces[p.piece].room].name == room
    ]
    return [COTTAGE.names[place.number] for place in found]


def test_places_are_called_after_what_hides_them() -> None:
    assert named("fridge") == ["upper door of the steel fridge"]
    assert named("freezer") == ["lower door of the steel fridge"]
    assert named("dishwasher") == ["lower tray of the dishwasher", "upper tray of the dishwasher"]
    assert named("sink") == ["oak sink counter"] == named("rack")
    assert len(named("wall cabinet")) == 6 and len(named("drawer")) == 12
    assert named("basin", "bathroom") == ["walnut vanity"] == named("bathroom counter", "bathroom")


def test_every_surface_but_the_top_of_the_dishwasher_is_in_one_place() -> None:
    left_out = {s for s in range(len(COTTAGE.surfaces)) if s not in place_by_surface(COTTAGE)}
    assert [(COTTAGE.plan.pieces[COTTAGE.surfaces[s][0]].thing.name, COTTAGE.surfaces[s][1].name) for s in left_out] == [
        ("dishwasher", "top")
    ]


def test_a_top_is_not_called_after_what_is_inside() -> None:
    house = more_things()
    kinds = [(house.plan.pieces[place.piece].thing.noun, place.kind) for place in places_of(house)]
    for noun in ("washing machine", "fridge"):
        assert [kind for piece, kind in kinds if piece == noun] in ([f"{noun} top", noun], [noun, f"{noun} top"])


def test_a_chain_begins_with_the_outermost_part() -> None:
    tray = next(p for p in places_of(COTTAGE) if p.kind == "dishwasher")
    assert [COTTAGE.parts[part][1].name for part in chain_of(COTTAGE, tray.part)] == ["door", "lower tray"]
    assert chain_of(COTTAGE, -1) == [] and tray.number == FIRST_PART + tray.part
    table = next(p for p in places_of(COTTAGE) if p.kind == "table")
    assert table.number == table.holder == FIRST_PIECE + table.piece
