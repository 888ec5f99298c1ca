"""`sightline point` and `train best-goal --pictures` as people type them."""

import json
from pathlib import Path

import pytest
from commands import run
from drawn_pictures import draw_plots
from PIL import Image


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with plots, and a model that learned from them for two epochs."""
    folder = tmp_path_factory.mktemp("own")
    draw_plots(folder / "plots", 3)
    words = ("train", "best-goal", "--pictures", "plots", "--model", "lingunet", "--epochs", "2", "--out", "mine", "--json")
    told = run(*words, cwd=folder)
    assert json.loads(told.stdout)["epochs"] == 2
    return folder


def test_a_picture_is_marked(trained: Path) -> None:
    done = run("point", "plots/plot000.png", "the red diamond", "--method", "mine", "--json", cwd=trained)
    told = json.loads(done.stdout)
    x, y = told["pixel"]
    width, height = told["size"]
    assert 0 <= x < width and 0 <= y < height and 0 <= told["sureness"] <= 1
    assert Image.open(trained / told["file"]).size == (2 * width, 2 * height)  # small pictures are enlarged
    plain = run("point", "plots/plot000.png", "the red diamond", "--method", "mine", "--out", "here.png", cwd=trained)
    assert plain.stdout == "here.png\n" and f"{x}, {y}" in plain.stderr


def test_a_folder_is_scored(trained: Path) -> None:
    told = json.loads(run("point", "plots", "--split", "train", "--method", "mine", "--json", cwd=trained).stdout)
    assert told["n"] == len((trained / "plots/pictures.csv").read_text().splitlines()) - 1 and 0 <= told["Acc"] <= 100
    assert "Acc" in run("point", "plots", "--split", "train", "--method", "mine", cwd=trained).stdout


def test_a_run_goes_on_and_refuses_other_pictures(trained: Path) -> None:
    words = ("train", "best-goal", "--model", "lingunet", "--epochs", "3", "--out", "mine", "--pictures")
    assert "going on after epoch 2" in run(*words, "plots", cwd=trained).stderr
    draw_plots(trained / "others", 2)
    assert "was started with another" in run(*words, "others", expect=2, cwd=trained).stderr


@pytest.mark.parametrize(
    ("words", "key"),
    [(("point", "plots/plot000.png"), "words"), (("point", "plots/plot000.png", " "), "words"),
     (("point", "plots", "the mug"), "folder"), (("point", "plots", "--split", "all"), "none of"),
     (("point", "plots", "--split", "dev"), "no rows"), (("point", "none.png", "the mug"), "no such file"),
     (("point", "plots/pictures.csv", "the mug"), "not a picture"), (("point", "mine"), "has no pictures"),
     (("point", "plots/plot000.png", "the mug", "--method", "nowhere"), "neither"),
     (("train", "best-goal", "--pictures", "mine"), "has no pictures"),
     (("train", "best-goal", "--pictures", "plots", "--chunks", "3"), "generated data"),
     (("train", "best-goal", "--pictures", "plots", "--corpus", "x"), "--corpus")],
)  # fmt: skip
def test_bad_input_is_one_sentence(trained: Path, words: tuple[str, ...], key: str) -> None:
    said = run(*words, expect=2, cwd=trained).stderr.strip()
    assert key in said and len(said.splitlines()) == 1
