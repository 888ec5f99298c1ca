"""`sightline house`, and what is said of houses that cannot be."""

from pathlib import Path
from unittest.mock import patch

import pytest
from commands import run

from sightline.chai.house import load_house, named_house
from sightline.chai.house.generate import generate_plan
from sightline.chai.house.plan import parse_plan
from sightline.errors import InputError


def test_it_writes_the_house_of_a_seed(tmp_path: Path) -> None:
    run("house", "generate", "--seed", "7", "--out", str(tmp_path / "house.toml"))
    assert (tmp_path / "house.toml").read_text() == generate_plan(7)


@pytest.mark.parametrize("words", [("--rooms", "9"), ("--rooms", "5-3"), ("--rooms", "many"), ("--seed", "-1")])
def test_what_cannot_be_generated(words: tuple[str, str], tmp_path: Path) -> None:
    told = run("house", "generate", *words, "--out", str(tmp_path / "house.toml"), expect=2).stderr
    assert words[1] in told and not (tmp_path / "house.toml").exists()


@pytest.mark.parametrize("seed", ["-1", "x", "99999999999999999999"])
def test_a_seed_out_of_range(seed: str, tmp_path: Path) -> None:
    assert "seed:NUMBER" in run("view", "chai", "--house", f"seed:{seed}", "--out", str(tmp_path), expect=2).stderr


def test_a_plan_with_a_mistake_names_room_and_piece(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(generate_plan(7).replace("furniture = [\n", 'furniture = [\n    "oak throne, north 1.0",\n', 1))
    told = run("view", "chai", "--house", str(file), "--out", str(tmp_path), expect=2).stderr
    assert "house.toml" in told and "throne" in told and parse_plan(generate_plan(7), "").rooms[0].name in told


def test_a_house_that_changed_since_a_record_was_made(tmp_path: Path) -> None:
    file, plan = tmp_path / "house.toml", generate_plan(7)
    file.write_text(plan)
    house = load_house(file)
    file.write_text(plan.replace("the house of", "our house of"))
    with patch.dict("sightline.chai.house._houses", clear=True):
        changed = load_house(file)
        with pytest.raises(InputError, match="changed") as told:
            named_house(house.name)
    assert house.name in str(told.value) and changed.name in str(told.value) and str(tmp_path) not in str(told.value)


def test_houses_that_nobody_learns_in(tmp_path: Path) -> None:
    words = ("--world", "chai", "--paragraphs", "1", "--out", str(tmp_path / "corpus"))
    assert "unseen-houses" in run("corpus", "generate", *words, "--house", "seed:900007", expect=2).stderr
    assert "--paragraphs" in run("corpus", "generate", *words, "--split", "unseen-houses", expect=2).stderr
    assert "--corpus" in run(
        "evaluate", "--world", "chai", "--split", "unseen-houses", "--corpus", "written", "--methods", "stop", expect=2
    ).stderr  # fmt: skip
    assert "unseen-houses" in run("evaluate", "--split", "unseen-houses", "--methods", "stop", expect=2).stderr
