"""A world outside the package goes through corpus, training, evaluation and figures with the ordinary commands."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from commands import run

from sightline.world import kind_of

TOY = "toy_world:KIND"
SOURCE = Path(__file__).parents[1] / "docs" / "toy_world.py"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of the user's with the toy world in it, and a corpus of it."""
    folder = tmp_path_factory.mktemp("toy")
    shutil.copy(SOURCE, folder)
    path, modules = [*sys.path], set(sys.modules)
    made = run("corpus", "generate", "--world", TOY, "--paragraphs", "40", "--workers", "2", "--out", "toys", cwd=folder)
    assert made.stdout.strip() == "toys"
    yield folder
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if name == "toy_world":
            del sys.modules[name]


def test_its_corpus_is_sound(here: Path) -> None:
    assert "nothing is wrong" in run("corpus", "validate", "toys", cwd=here).stderr
    told = json.loads(run("corpus", "stats", "toys", "--world", TOY, "--json", cwd=here).stdout)
    assert told["paragraphs"] == 40 and told["instructions"] == 80 and told["baselines"]["stop"]["TC"] < 60
    first = json.loads((here / "toys" / "train.jsonl").read_text().splitlines()[0])
    assert first["world"] == TOY and set(first["scene"]["pillars"][0]) == {"colour", "x", "z"}


def test_bad_records_are_refused_by_its_own_description(here: Path) -> None:
    shutil.copytree(here / "toys", here / "spoiled")
    file = here / "spoiled" / "dev.jsonl"
    file.write_text(file.read_text().replace('"colour":"red"', '"colour":"puce"', 1))
    says = run("evaluate", "--world", TOY, "--corpus", "spoiled", "--methods", "stop", cwd=here, expect=2).stderr
    assert "dev.jsonl, line" in says and "colour" in says and "puce" in says


def test_agents_are_trained_and_evaluated_in_it(here: Path) -> None:
    words = ("--world", TOY, "--corpus", "toys", "--epochs", "1", "--device", "cpu", "--json")
    goal = json.loads(run("train", "goal", *words, "--batch", "16", "--out", "toy/goal", cwd=here).stdout)
    actions = json.loads(run("train", "actions", *words, "--batch", "32", "--out", "toy/actions", cwd=here).stdout)
    assert goal["epochs"] == actions["epochs"] == 1 and set(actions["tune"]) == {"tune_SD", "tune_TC"}
    told = json.loads(
        run("evaluate", "--world", TOY, "--corpus", "toys", "--checkpoint", "toy",
            "--methods", "checkpoint,stop,random-walk", "--json", cwd=here).stdout
    )  # fmt: skip
    assert told["world"] == TOY and set(told["results"]) == {"checkpoint", "stop", "random-walk"}
    assert all(np.isfinite(scores["SD"]) for scores in told["results"].values())
    table = run(
        "evaluate", "--world", TOY, "--corpus", "toys", "--table", "paragraphs", "--methods", "stop", cwd=here
    ).stdout
    assert table.lstrip().startswith("Toy dev (generated language)")
    picture = run(
        "figure", "goal", "--world", TOY, "--corpus", "toys", "--method", "toy", "--paragraph", "3", cwd=here
    ).stdout
    assert (here / picture.strip()).stat().st_size > 10_000


def test_the_best_model_learns_from_its_stream(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.learning.best_goal.SAID", 20)  # paragraphs whose words are listed: 500 take seconds
    words = (
        "--chunks",
        "1",
        "--chunk-paragraphs",
        "4",
        "--epochs",
        "1",
        "--batch",
        "4",
        "--workers",
        "1",
        "--out",
        "toy/best",
        "--device",
        "cpu",
    )
    told = json.loads(run("train", "best-goal", "--world", TOY, "--corpus", "toys", *words, "--json", cwd=here).stdout)
    assert told["epochs"] == 1 and np.isfinite(told["tune"]["Dist"])


def test_it_is_measured_as_any_world(here: Path) -> None:
    told = json.loads(run("bench", "steps", "--world", TOY, "--seconds", "0.1", "--batch", "8", "--json", cwd=here).stdout)
    assert told["steps_per_s"] > 0 and told["world"] == TOY


def test_it_is_a_world(here: Path) -> None:
    kind = kind_of(TOY)  # was imported by the commands
    world = kind.make()
    world.reset([kind.generate(seed) for seed in range(3)])
    world.step([0, 1, 3])
    other = kind.make()
    other.restore(world.save([0, 2]))
    np.testing.assert_array_equal(other.pose, world.pose[[0, 2]])
    world.reset([kind.generate(9)], where=[1])
    np.testing.assert_array_equal(other.pose, world.pose[[0, 2]])
    assert world.taken.tolist() == [1, 0, 0] and world.stopped.tolist() == [False, False, True]
