"""`sightline train`: what it prints, and what it says to bad input."""

import json
from pathlib import Path

import pytest
import torch
from commands import run
from sightline.corpus.lani.build import generate_corpus
from typer.testing import CliRunner

from sightline.cli import app
from sightline.errors import InputError

COMMANDS = ("goal", "janner", "actions", "misra17", "chaplot18", "joint")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("here")
    generate_corpus(folder / "corpus", 6, 11, 1)
    generate_corpus(folder / "empty", 6, 11, 1)
    (folder / "empty" / "train.jsonl").write_text("")
    return folder


@pytest.fixture
def here(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(made)
    return made


def train(*words: str) -> tuple[str, str]:
    """stdout and stderr of a command in this process; bad input is raised."""
    done = CliRunner().invoke(app, ["train", *words], env={"COLUMNS": "120", "NO_COLOR": "1"})
    if isinstance(done.exception, InputError):
        raise done.exception
    return done.stdout, done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_the_defaults_of_the_config(command: str) -> None:
    told = " ".join(train(command, "--help")[0].split())
    assert "[default: 20]" in told and f"runs/{command}" in told
    assert ("[default: sampled]" in told) == (command == "actions")
    assert ("[default: split-text]" in told) == (command == "goal")


def test_a_run_reports_goes_on_and_refuses_other_settings(here: Path) -> None:
    words = ("actions", "--corpus", "corpus", "--device", "cpu", "--batch", "8", "--out", "runs/a")
    out, told = train(*words, "--epochs", "1")
    assert out == "runs/a/best\n"
    assert "Best of 1 epochs is 1" in told and "going on" not in told
    out, told = train(*words, "--epochs", "2", "--json")
    found = json.loads(out)
    assert found["epochs"] == 2 and found["folder"] == "runs/a/best" and set(found["tune"]) == {"tune_SD", "tune_TC"}
    assert "runs/a: going on after epoch 1." in told
    for other in (("--entropy", "0.2"), ("--no-rnn",), ("--exact",), ("--seed", "1"), ("--paragraphs", "2")):
        with pytest.raises(InputError, match="was started with another"):
            train(*words, *other)
    (here / "runs/a/checkpoint.pt").write_bytes(b"junk")
    with pytest.raises(InputError, match="cannot be read as a checkpoint"):
        train(*words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--corpus", "nowhere"), "nowhere: there is no such folder"),
        (("--corpus", "written"), "has no training examples"),
        (("--corpus", "empty"), "has no training examples"),
        (("--corpus", "corpus", "--minutes", "0", "--out", "runs/b"), "no time for an epoch"),
        (("--corpus", "corpus", "--out", "corpus/README.md"), "cannot be used as a folder"),
        pytest.param(
            ("--device", "cuda"), "finds no GPU", marks=pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU")
        ),
    ],
)  # fmt: skip
def test_bad_input_ends_in_one_sentence(words: tuple[str, ...], told: str, here: Path) -> None:
    with pytest.raises(InputError, match=told):
        train("actions", *words)


def test_torchrun_is_refused_where_it_would_not_help(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORLD_SIZE", "2")
    with pytest.raises(InputError, match="torchrun is for `train goal`"):
        train("actions", "--corpus", "corpus")


def test_the_command_line_gives_exit_code_2(tmp_path: Path) -> None:
    assert "no such folder" in run("train", "joint", "--corpus", "nowhere", cwd=tmp_path, expect=2).stderr
    assert list(tmp_path.iterdir()) == []
