"""`sightline house`, and what is said of houses that cannot be."""

from pathlib import Path

import pytest
from commands import run

from sightline.chai.house.generate import generate_plan


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


def test_a_plan_that_cannot_be_walked_names_room_and_piece(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    walled = generate_plan(7).replace("furniture = [\n", 'furniture = [\n    "no such throne, north 1.0",\n', 1)
    file.write_text(walled)
    told = run("view", "chai", "--house", str(file), "--out", str(tmp_path), expect=2).stderr
    assert (
        "house.toml" in told and "throne" in told and any(room in told for room in ("kitchen", "living", "hallway", "bed"))
    )


def test_houses_that_nobody_learns_in(tmp_path: Path) -> None:
    words = ("--world", "chai", "--paragraphs", "1", "--out", str(tmp_path / "corpus"))
    assert "unseen-houses" in run("corpus", "generate", *words, "--house", "seed:900007", expect=2).stderr
    assert "--paragraphs" in run("corpus", "generate", *words, "--split", "unseen-houses", expect=2).stderr
    assert "--corpus" in run(
        "evaluate", "--world", "chai", "--split", "unseen-houses", "--corpus", "written", "--methods", "stop", expect=2
    ).stderr  # fmt: skip
    assert "unseen-houses" in run("evaluate", "--split", "unseen-houses", "--methods", "stop", expect=2).stderr
