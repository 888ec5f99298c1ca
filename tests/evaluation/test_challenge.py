"""Challenges: the commitment comes first, the episodes follow from it and from public randomness."""

import json
from pathlib import Path

import pytest
from evaluation import logs
from typer.testing import CliRunner

from sightline.cli import app
from sightline.corpus.splits import SEEDS, STREAMS
from sightline.errors import ArgumentError, FileFormatError, InputError
from sightline.evaluation.challenge import FIRST_SEED, commit, draw_paragraphs, paragraphs_hash
from sightline.evaluation.methods import Runner
from sightline.evaluation.replay import verify
from sightline.evaluation.replay_parts import write_part
from sightline.shards import Shard
from sightline.world import kind_of


def called(*words: object) -> str:
    done = CliRunner().invoke(app, ["challenge", *map(str, words)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("challenge")
    called("new", path / "a.json", "--methods", "stop", "--paragraphs", "2")
    called("run", path / "a.json", "--randomness", "Rain in spring", "--record", path / "a.jsonl.gz")
    return path


def test_a_challenge_is_run_and_verified(folder: Path) -> None:
    told = called("verify", folder / "a.json", folder / "a.jsonl.gz", "--json")
    found = json.loads(told)
    assert list(found["results"]) == ["stop"] and found["split"] == "challenge"
    committed = json.loads((folder / "a.json").read_text())
    assert found["verified"]["header"]["challenge"]["commitment"] == committed["commitment"]


def test_a_challenge_is_verified_in_parts(folder: Path, tmp_path: Path) -> None:
    files = folder / "a.json", folder / "a.jsonl.gz"
    parts = [tmp_path / str(k) for k in (1, 2)]
    for k, part in enumerate(parts, 1):
        called("verify", *files, "--shard", f"{k}/2", "--out", part)
    assert called("merge", *files, *parts, "--json") == called("verify", *files, "--json")
    lines = logs.read(files[1])
    lines[1]["end"][0] += 1.0
    other = logs.write(tmp_path / "other.jsonl.gz", lines, sealed=True)
    for log, given, word in (
        (files[1], parts[:1], "missing"),
        (files[1], [*parts, parts[0]], "named twice"),
        (other, parts, "another log"),
    ):
        with pytest.raises(InputError, match=word):
            called("merge", files[0], log, *given)
    with pytest.raises(InputError, match="--out"):
        called("verify", *files, "--shard", "1/2")


def test_a_shard_refuses_what_its_episodes_do_not_lead_to(folder: Path, tmp_path: Path) -> None:
    lines = logs.read(folder / "a.jsonl.gz")
    lines[1]["end"][0] += 1.0
    log = logs.write(tmp_path / "bad.jsonl.gz", lines, sealed=True)
    with pytest.raises(InputError, match="end"):
        write_part(tmp_path / "1", Shard(1, 2), log)
    assert not (tmp_path / "1").exists()


def test_episodes_depend_on_the_commitment_and_on_the_randomness() -> None:
    runner = Runner(kind_of("lani"))
    one, other = commit(runner, ["stop"], 2), commit(runner, ["most-frequent"], 2)
    drawn = {paragraphs_hash(draw_paragraphs(c, text)) for c in (one, other) for text in ("a", "b")}
    assert len(drawn) == 4 and paragraphs_hash(draw_paragraphs(one, "a")) in drawn


def test_no_corpus_and_no_training_has_the_seeds_of_a_challenge() -> None:
    assert FIRST_SEED > STREAMS * (1 + SEEDS)


@pytest.mark.parametrize("key", ["code", "methods", "seed", "world", "sightline"])
def test_a_log_of_something_else_than_was_committed_to_is_refused(folder: Path, tmp_path: Path, key: str) -> None:
    lines = logs.read(folder / "a.jsonl.gz")
    wrong = {"code": "0" * 64, "methods": {"stop": {"weights": {}}}, "seed": 7, "world": "chai", "sightline": "0.0.1"}
    lines[0][key] = wrong[key]
    with pytest.raises(InputError):
        verify(logs.write(tmp_path / "bad.jsonl.gz", lines, sealed=True), any_version=True)


def test_other_randomness_draws_other_episodes(folder: Path, tmp_path: Path) -> None:
    lines = logs.read(folder / "a.jsonl.gz")
    lines[0]["challenge"]["randomness"] = "Snow in spring"
    with pytest.raises(FileFormatError, match="other instructions"):
        verify(logs.write(tmp_path / "bad.jsonl.gz", lines, sealed=True))


def test_bad_input_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="exists"):
        called("new", folder / "a.json", "--methods", "stop")
    with pytest.raises(ArgumentError, match="--randomness"):
        called("run", folder / "a.json", "--record", tmp_path / "b.jsonl.gz")
    with pytest.raises(ArgumentError, match="commits to"):
        called("run", folder / "a.json", "--methods", "best", "--randomness", "x", "--record", tmp_path / "b.jsonl.gz")
    content = json.loads((folder / "a.json").read_text())
    content["commitment"]["methods"] = {"os:path": {}}
    (tmp_path / "b.json").write_text(json.dumps(content))
    with pytest.raises(FileFormatError, match="changed"):
        called("run", tmp_path / "b.json", "--randomness", "x", "--record", tmp_path / "b.jsonl.gz")
    called("new", tmp_path / "c.json", "--methods", "stop", "--paragraphs", "3")
    with pytest.raises(InputError, match="another one"):
        called("verify", tmp_path / "c.json", folder / "a.jsonl.gz")
