"""Houses from files: what is in them by number and name, and the error for one that cannot be lived in."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from chai.houses import SMALL, named, part, small, written

from sightline.chai import HOUSES, load_house
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, all_houses, named_house
from sightline.chai.house.fingerprint import plan_fingerprint
from sightline.chai.kind import Scene
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
    ("old", "new", "message"),
    [
        ('name = "bedroom"\nkind', 'name = "attic"\nkind', "door 1: leads to .bedroom"),
        ("at 4.0 1.5", "at 1.5 4.5", "the white kitchen table and the .* overlap"),
        ('"round rug,', '"window with green curtains, north 2.0",\n    "round rug,',
         "the window with green curtains and the oak drawer counter overlap"),
        ('["kitchen", "bedroom"]', '["kitchen", "cellar"]', "door 1: leads to .cellar"),
        ('"oak nightstand, east 2.5"', '"oak nightstand, at 3.0 4.6, turn 180"',
         "bedroom: the drawer of the oak nightstand cannot be reached"),
        ('"stove, north 3.5"', '"stove, at 3.5 4.0, turn 180"', "kitchen: the .* of the stove cannot be reached"),
    ],
)  # fmt: skip
def test_a_house_that_cannot_be_lived_in_is_refused_with_the_place(old: str, new: str, message: str) -> None:
    assert old in SMALL
    path = written(SMALL.replace(old, new), "broken.toml")
    with pytest.raises(InputError, match=f"broken.toml.*{message}"):
        load_house(path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("items = 4", "items = -3", "items must be a whole number from 0 to 200, got -3"),
        ("items = 4", "itms = 4", "room 1: unknown key 'itms'"),
        ("size = [6.0, 5.0]", "size = [6.0, inf]", "size must be two numbers"),
        ("size = [6.0, 5.0]", "size = [6.0, 5000.0]", "outside the plan"),
        ("corner = [0.0, 0.0]", "corner = [-2.0, 0.0]", "outside the plan"),
        ("corner = [0.0, 0.0]", 'corner = "00"', "corner must be two numbers, got '00'"),
        ('walls = "#eeeeee"', 'walls = "beige"', "kitchen.: a colour is written '#rrggbb', got 'beige'"),
        ('"stove, north 3.5"', '"stoove, north 3.5"', "no furniture 'stoove'; is it 'stove'"),
        ('"stove, north 3.5"', '"stove, north nan"', "cannot read 'stove, north nan'"),
        ('"stove, north 3.5"', '"stove, at 3.5 3.0, flip 90"', "cannot read"),
        ('"stove, north 3.5"', '"stove, north 3.5, up 0.5"', "only what hangs on a wall"),
        ('"stove, north 3.5"', '"toaster, on oak drawer counter, 3 0"', "stands beside the oak drawer counter, not on it"),
        (
            'furniture = ["oak nightstand, east 2.5", "oak bookshelf, north 2.0"]',
            "furniture = 3",
            "furniture must be a list of texts",
        ),
        ("at = 2.5\n", 'at = 2.5\n[[door]]\nbetween = ["kitchen", "bedroom"]\nat = 2.8\n', "door 2: overlaps another door"),
        ('between = ["kitchen", "bedroom"]', 'between = "kitchen"', "door 1: needs between"),
        ("[[door]]", "[door]", "rooms and doors are tables"),
        ("at = 2.5", f"at = {'9' * 5001}", "line 29"),
        ("at = 2.5", f"at = {10**400}", "door 1: needs between"),
        ("at = 2.5", f"at = {'[' * 2000}", "line 29.*nested"),
        ("at = 2.5", "at =" + " [\n" * 2000, "line 2028.*nested"),
        ("corner = [0.0, 0.0]", f"corner = [{10**400}, 0]", "corner must be two numbers"),
        ("items = 4", f"items = 0x{'f' * 3900}", "items must be a whole number"),
        ('name = "bedroom"\nkind', 'name = "bed\\u0007room"\nkind', "room 2: its name"),
        ('name = "bedroom"\nkind', f'name = "{"bed" * 30}"\nkind', "room 2: its name"),
        ('name = "two rooms"', "name = 2", "its name"),
        ('"stove, north 3.5"', f'"{"s" * 3000}, north 3.5"', "no furniture"),
        ('"stove, north 3.5"', '"stove, north 1e400"', "cannot read"),
        ('"stove, north 3.5"', ", ".join(['"round rug, at 1 1"\n'] * 501), "at most 500"),
        ('"stove, north 3.5"', ", ".join(['"oak drawer counter, north 1"\n'] * 300), "parts; a house has at most 999"),
        ("items = 4", "items = 4\n#" + "-" * 200_000, "too long"),
    ],
)
def test_a_plan_is_read_strictly(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError, match=f"strict.toml.*{message}"):
        load_house(written(SMALL.replace(old, new, 1), "strict.toml"))


def test_a_file_that_has_changed_is_another_house(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(SMALL)
    first = load_house(path)
    assert load_house(str(path)) is first
    path.write_text(SMALL.replace("two rooms", "two other rooms"))
    assert load_house(path).plan.name == "two other rooms"
    assert len(repr(first)) < 100


def test_a_house_from_outside_is_named_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(SMALL)
    (tmp_path / "two.toml").write_text(SMALL)
    house = load_house(tmp_path / "one.toml")
    assert house is load_house(tmp_path / "two.toml") is load_house(house.name) is named_house(house.name)
    assert house.name == f"plan:{plan_fingerprint(SMALL)}" and house in all_houses() and str(tmp_path) not in repr(house)


def test_a_name_opens_no_file(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(SMALL)
    for name in (str(tmp_path / "house.toml"), "plan:0123456789abcdef", "", "../1"):
        with pytest.raises(InputError, match="--house"):
            named_house(name)


def test_another_process_knows_a_house_that_it_is_sent() -> None:
    scene = Scene.of(small(), 3)
    received = "import pickle, sys; scene = pickle.load(sys.stdin.buffer); print(scene.house, scene.load().plan.name)"
    child = subprocess.run([sys.executable, "-c", received], input=pickle.dumps(scene), capture_output=True, check=True)
    assert child.stdout.decode() == f"{small().name} two rooms\n"


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


@pytest.mark.parametrize("name", ["9" * 5000, "a\0b"])
def test_names_that_no_file_can_have_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot be read as a house plan"):
        load_house(name)


def test_parts_and_switches_belong_to_their_piece() -> None:
    house = load_house(2)
    numbers = [*range(FIRST_PART, FIRST_PART + len(house.parts)), *range(FIRST_SWITCH, FIRST_SWITCH + len(house.switches))]
    pieces = range(FIRST_PIECE, FIRST_PIECE + len(house.plan.pieces))
    assert sorted(part for piece in pieces for part in house.parts_of(piece)) == numbers
    assert all(house.piece_of(part) == piece - FIRST_PIECE for piece in pieces for part in house.parts_of(piece))
    assert house.parts_of(FIRST_PART) == house.parts_of(FIRST_ITEM) == ()
