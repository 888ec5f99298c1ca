"""Logs are replayed: what agrees is scored, everything else is refused with its episode and the reason."""

import gzip
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from evaluation import logs

from sightline.errors import ArgumentError, FileError, FileFormatError, InputError
from sightline.evaluation.replay import verify


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return logs.small_corpus(tmp_path_factory.mktemp("corpora") / "small")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Path:
    path = tmp_path_factory.mktemp("logs") / "run.jsonl.gz"
    logs.record(path, corpus=corpus, limit=None)
    return path


@pytest.mark.parametrize(
    ("world", "table", "methods"),
    [
        ("lani", "results", "stop,most-frequent,random-walk"),
        ("lani", "paragraphs", "random-walk"),
        ("chai", "results", "random-walk,best-oracle-goals"),
        ("chai", "paragraphs", "best-oracle-goals"),
        ("chai", "navigation", "random-walk"),
    ],
)
def test_a_replay_earns_the_same_scores(tmp_path: Path, world: str, table: str, methods: str) -> None:
    claimed = logs.record(tmp_path / "run.jsonl.gz", world, methods, table)
    verified = verify(tmp_path / "run.jsonl.gz")
    assert verified.evaluation.scores == claimed.scores and verified.evaluation.differences == claimed.differences
    assert verified.same_code and verified.episodes == sum(map(len, claimed.results.values()))


def test_equal_runs_give_equal_bytes(log: Path, corpus: Path, tmp_path: Path) -> None:
    logs.record(tmp_path / "again.jsonl.gz", corpus=corpus, limit=None)
    assert (tmp_path / "again.jsonl.gz").read_bytes() == log.read_bytes()


def test_the_verdict_does_not_depend_on_the_batch(log: Path, corpus: Path) -> None:
    one, many = verify(log, corpus, batch=1), verify(log, corpus, batch=1000)
    assert one.evaluation == many.evaluation


def test_one_changed_field_is_refused(log: Path, corpus: Path, tmp_path: Path) -> None:
    lines = logs.read(log)
    for seed in range(40):
        bad = logs.tampered(lines, Random(seed))
        with pytest.raises(InputError):
            verify(logs.write(tmp_path / "bad.jsonl.gz", bad), corpus)


@pytest.mark.parametrize(
    ("field", "value", "word"),
    [
        ("end", [1.0, 2.0, 3.0], "end"),
        ("metrics", {"stop_distance": 0.0, "completed": 1.0}, "metrics"),
        ("metrics", {"stop_distance": 0.0}, "metrics"),
        ("metrics", {}, "metrics"),
        ("actions", "FFF", "actions"),
        ("horizon", 41, "41"),
        ("stopped", True, "stop before"),
        ("id", "written-999", "comes next"),
        ("segment", 5, "comes next"),
        ("method", "stop", "comes next"),
        ("set", "written", "comes next"),
    ],
)
def test_a_claim_that_is_not_true_is_refused_with_its_episode(
    log: Path, corpus: Path, tmp_path: Path, field: str, value: Any, word: str
) -> None:
    lines = logs.read(log)
    number, line = next((k, line) for k, line in enumerate(lines) if line.get("method") == "most-frequent")
    lines[number] = line | {field: value}
    with pytest.raises(InputError, match=rf"{line['id']}(.|\n)*{word}|{word}(.|\n)*{line['id']}"):
        verify(logs.write(tmp_path / "bad.jsonl.gz", lines, sealed=True), corpus)


def test_episodes_cannot_be_left_out_or_repeated(log: Path, corpus: Path, tmp_path: Path) -> None:
    lines = logs.read(log)
    for bad in (lines[:2] + lines[3:], lines[:3] + lines[2:], lines[:-1], lines + lines[-1:], lines[:1], [], lines[1:]):
        with pytest.raises(InputError):
            verify(logs.write(tmp_path / "bad.jsonl.gz", bad, sealed=len(bad) > 1 and "sha256" in bad[-1]), corpus)


def test_scores_that_do_not_follow_are_refused(log: Path, corpus: Path, tmp_path: Path) -> None:
    lines = logs.read(log)
    lines[-1]["scores"]["stop"]["corpus"]["TC"] = 99.0
    with pytest.raises(InputError, match="scores"):
        verify(logs.write(tmp_path / "bad.jsonl.gz", lines, sealed=True), corpus)


def test_a_consistent_rewrite_is_scored_as_what_it_did(log: Path, corpus: Path, tmp_path: Path) -> None:
    """Whoever replaces most-frequent's actions by stop's gets stop's scores."""
    lines = logs.read(log)
    actions = {(line["set"], line["id"], line["segment"]): line for line in lines[1:-1] if line["method"] == "stop"}
    for k, line in enumerate(lines[1:-1], 1):
        lines[k] = actions[line["set"], line["id"], line["segment"]] | {"method": line["method"]}
    lines[-1]["scores"]["most-frequent"] = lines[-1]["scores"]["stop"]
    scores = verify(logs.write(tmp_path / "new.jsonl.gz", lines, sealed=True), corpus).evaluation.scores
    assert scores["most-frequent"] == scores["stop"]


def test_a_log_of_another_version_is_one_sentence(log: Path, corpus: Path, tmp_path: Path) -> None:
    lines = logs.read(log)
    lines[0] = {"log": 1, "sightline": "0.0.1", "something": "else"}
    with pytest.raises(FileFormatError, match=r"0\.0\.1.*--any-version"):
        verify(logs.write(tmp_path / "old.jsonl.gz", lines), corpus)
    lines = logs.read(log)
    lines[0]["sightline"] = "0.0.1"
    old = logs.write(tmp_path / "old.jsonl.gz", lines, sealed=True)
    assert verify(old, corpus, any_version=True).evaluation.scores == verify(log, corpus).evaluation.scores
    lines[0]["log"] = 2
    with pytest.raises(FileFormatError, match="this version"):
        verify(logs.write(old, lines, sealed=True), corpus, any_version=True)


def test_another_corpus_is_refused(log: Path, corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="--corpus"):  # a log names no path that is opened
        verify(log)
    lines = logs.read(log)
    lines[0]["corpus"]["sha256"] = "0" * 64
    with pytest.raises(FileFormatError, match="another corpus"):
        verify(logs.write(tmp_path / "other.jsonl.gz", lines, sealed=True), corpus)
    lines[0]["world"] = "nowhere:KIND"  # data never imports code
    with pytest.raises(InputError, match="no world"):
        verify(logs.write(tmp_path / "other.jsonl.gz", lines, sealed=True), corpus)


@cache
def hostile() -> dict[str, bytes]:
    header = b'{"log":1,"sightline":"0.1.0"'
    return {
        "not gzip": b"hello",
        "empty": b"",
        "empty gzip": gzip.compress(b""),
        "a bomb": gzip.compress(bytes(30_000_000)),
        "a bomb of lines": gzip.compress(b"\n" * 30_000_000),
        "deep": gzip.compress(b"[" * 60_000 + b"\n"),
        "deep header": gzip.compress(header + b',"x":' + b'{"a":' * 9000 + b"1" + b"}" * 9001 + b"\n"),
        "a large number": gzip.compress(header + b',"seed":1' + b"0" * 400 + b"}\n"),
        "a larger number": gzip.compress(header + b',"seed":1' + b"0" * 9000 + b"}\n"),
        "not a number": gzip.compress(header + b',"seed":NaN}\n'),
        "no UTF-8": gzip.compress(b'{"log":1,"sightline":"\xff"}\n'),
        "half a surrogate": gzip.compress(b'{"log":1,"sightline":"\\ud800"}\n'),
        "a list": gzip.compress(b"[1, 2]\n"),
        "true": gzip.compress(b'{"log":true}\n'),
    }


@pytest.mark.parametrize("name", hostile())
def test_hostile_files_are_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "bad.jsonl.gz").write_bytes(hostile()[name])
    with pytest.raises(FileFormatError) as refused:
        verify(tmp_path / "bad.jsonl.gz")
    assert len(str(refused.value)) < 400 and "\n" not in str(refused.value)


def test_a_file_cut_off_or_missing_is_said(log: Path, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.jsonl.gz").write_bytes(log.read_bytes()[:-50])
    with pytest.raises(FileFormatError):
        verify(tmp_path / "cut.jsonl.gz", corpus)
    for path in (tmp_path / "none.jsonl.gz", tmp_path):
        with pytest.raises(FileError):
            verify(path)


def test_numbers_in_claims_must_be_numbers(log: Path, corpus: Path, tmp_path: Path) -> None:
    lines = logs.read(log)
    for value in (np.nan, np.inf, 10**400, True, "1.0", None, [1.0]):
        lines[1]["metrics"]["stop_distance"] = value
        with pytest.raises(InputError):
            verify(logs.write(tmp_path / "bad.jsonl.gz", lines, sealed=True), corpus)
