"""Houses from files: what is in them by number and name, and what is said of one that cannot be lived in."""

import pickle

import pytest
from chai.houses import SMALL, named, part, small, written

from sightline.chai import HOUSES, load_house
from sightline.chai.house import FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.errors import InputError


def test_everything_has_a_number_and_a_name() -> None:
    house = small()
    assert house.names[FIRST_PIECE] == "oak drawer counter"
    assert house.names[part(house, "door", "dishwasher")] == "door of the dishwasher"
    assert house.room_of(named(house, "nightstand")) == 1
    assert house.room_of(named(house, "burner of the stove")) == 0
    with pytest.raises(InputError, match="no piece, part or switch 999"):
        house.room_of(999)


@pytest.mark.parametrize("number", HOUSES)
def test_names_are_unique_in_the_houses_that_come_along(number: int) -> None:
    names = load_house(number).names
    assert len(set(names.values())) == len(names)
    assert sum(FIRST_PART <= k < FIRST_SWITCH for k in names) >= 55


def test_a_house_is_loaded_once_and_survives_pickling() -> None:
    assert load_house(3) is load_house("3")
    assert pickle.loads(pickle.dumps(load_house(3))) is load_house(3)
    assert pickle.loads(pickle.dumps(small())) is small()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "bedroom"\nkind', 'name = "attic"\nkind', "door 1: leads to the bedroom, which this house does not have"),
        ("at 4.0 1.5", "at 1.5 4.5", "the white kitchen table and the .* overlap"),
        ('"round rug,', '"window with green curtains, north 2.0",\n    "round rug,',
         "the window with green curtains and the oak drawer counter overlap"),
        ('["kitchen", "bedroom"]', '["kitchen", "cellar"]', "door 1: leads to the cellar"),
        ('"oak nightstand, east 2.5"', '"oak nightstand, at 3.0 4.6, turn 180"',
         "bedroom: the drawer of the oak nightstand cannot be reached"),
        ('"stove, north 3.5"', '"stove, at 3.5 4.0, turn 180"', "kitchen: the .* of the stove cannot be reached"),
    ],
)  # fmt: skip
def test_a_house_that_cannot_be_lived_in_is_refused_with_the_place(old: str, new: str, said: str) -> None:
    assert old in SMALL
    path = written(SMALL.replace(old, new), "broken.toml")
    with pytest.raises(InputError, match=f"broken.toml.*{said}"):
        load_house(path)


def test_what_hangs_on_a_wall_may_hang_higher() -> None:
    higher = SMALL.replace('"round rug,', '"small window with green curtains, north 2.0, up 0.1",\n    "round rug,')
    window = load_house(written(higher, "higher.toml")).plan.pieces[3]
    assert window.thing.noun == "window" and window.at[1] == pytest.approx(0.1)


def test_files_that_are_no_plans_are_refused() -> None:
    with pytest.raises(InputError, match="there are 1 to 5"):
        load_house(6)
    with pytest.raises(InputError, match=r"nowhere.toml: cannot be read.*No such file"):
        load_house("nowhere.toml")
    path = written("", "bytes.toml")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        load_house(path)
