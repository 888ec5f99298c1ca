"""`sightline bench`: what it prints, and what it says to bad input."""

import json
from pathlib import Path

import pytest
from commands import run

from sightline.cli.bench import training


@pytest.mark.parametrize(
    "command", ["", "render", "steps", "environments", "corpus", "training", "stream", "remote", "serve", "peers"]
)
def test_every_command_explains_itself(command: str) -> None:
    told = run("bench", *([command] if command else []), "--help").stdout
    assert "Usage" in told and len(told) > 200


def test_render_and_steps_print_the_keys_they_promise() -> None:
    told = json.loads(run("bench", "render", "--seconds", "0.1", "--batch", "8", "--size", "32", "--json").stdout)
    assert {"frames_per_s", "frames_per_s_per_core", "panorama_ms"} <= set(told)
    assert min(told["frames_per_s"], told["frames_per_s_per_core"], told["panorama_ms"]) > 0
    assert told["machine"]["versions"]["numpy"]
    assert json.loads(run("bench", "steps", "--seconds", "0.1", "--batch", "16", "--json").stdout)["steps_per_s"] > 0


def test_houses_are_measured_alike() -> None:
    words = ("--seconds", "0.1", "--batch", "8", "--json")
    lani, chai = (json.loads(run("bench", "render", "--size", "32", *words, *w).stdout) for w in ((), ("--world", "chai")))
    assert lani.keys() == chai.keys() and chai["world"] == "chai" and chai["frames_per_s"] > 0
    lani, chai = (json.loads(run("bench", "steps", *words, *w).stdout) for w in ((), ("--world", "chai")))
    assert lani.keys() == chai.keys() and chai["steps_per_s"] > 0
    plans = json.loads(run("bench", "plans", "--seconds", "0.1", "--json").stdout)
    assert plans["plan_ms"] > 0 and plans["impossible"] == 0


def test_environments_prints_the_keys_it_promises() -> None:
    for world in ("lani", "chai"):
        told = json.loads(run("bench", "environments", "--world", world, "--seconds", "0.1", "--json").stdout)
        assert min(told[key] for key in ("reset_ms", "reset_ms_95", "moves_per_s", "actions_per_s")) > 0
        assert (told["first_in_a_house_ms"] is None) == (world == "lani")
    assert "lani and chai" in run("bench", "environments", "--world", "tiny_world:KIND", expect=2).stderr


def test_peers_measures_what_is_there() -> None:
    told = json.loads(run("bench", "peers", "--seconds", "0.1", "--rounds", "1", "--json").stdout)
    assert set(told["peers"]) == set(told["ratios"]) == {"vizdoom", "miniworld"}
    assert told["ours"] > 0
    assert told["ours_vector"] > 0


def test_training_prints_the_keys_it_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "EXAMPLES", 2)
    told = json.loads(run("bench", "training", "--device", "cpu", "--seconds", "0.1", "--json").stdout)
    assert (
        min(told[key] for key in ("panoramas_per_s", "episodes_per_s", "goal_map_ms", "action_step_ms", "best_goal_map_ms"))
        > 0
    )
    assert told["device"] == "cpu" and told["machine"]["cores"] > 0


def test_stream_prints_the_keys_it_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.learning.stream.AHEAD", 1)  # as many updates are left aside before each measurement
    words = ("--device", "cpu", "--batch", "1", "--workers", "1", "--seconds", "0.1", "--json")
    told = json.loads(run("bench", "stream", *words).stdout)
    assert min(told[key] for key in ("in_memory_per_s", "fresh_per_s", "share", "made_per_s")) > 0
    assert told["batch"] == 1 and told["workers"] == 1


def test_remote_prints_the_keys_it_promises() -> None:
    told = json.loads(run("bench", "remote", "--seconds", "0.1", "--batch", "2", "--json").stdout)
    assert min(told[key] for key in ("steps_per_s", "call_ms", "pictures_per_s")) > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--size", "0"], "width"),
        (["--size", "16384", "--batch", "2000"], "memory"),
        (["--batch", "1000000000"], "batch"),
        (["--device", "tpu", "--batch", "2"], "tpu"),
        (["--device", "cuda", "--batch", "2"], "GPU"),
    ],
)
def test_bad_input_ends_in_one_sentence_and_exit_code_2(words: list[str], told: str, tmp_path: Path) -> None:
    done = run("bench", "render", *words, cwd=tmp_path, expect=2)
    assert told in done.stderr
    assert done.stdout == ""
