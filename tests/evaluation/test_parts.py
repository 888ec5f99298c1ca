"""An evaluation made in shards has the tables of one process, digit by digit."""

import json
from pathlib import Path

import pytest
from commands import run

from sightline.corpus.build import generate_corpus
from sightline.corpus.kind import corpus_kind
from sightline.evaluation import evaluate
from sightline.evaluation.scores import Result, TypesRead, WayScore, result_from_json, write_results


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora") / "small"
    generate_corpus(corpus_kind("lani"), folder, 40, 0, 1)
    return folder


@pytest.mark.parametrize(
    ("table", "methods"),
    [("results", "stop,random-walk,paper-oracle-goals"), ("paragraphs", "random-walk,stop"), ("way", "stop")],
)
def test_shards_give_the_table_of_one_process(
    corpus: Path, tmp_path: Path, table: str, methods: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluate, "BLOCK", 5)  # several blocks of a few instructions
    words = ["--corpus", str(corpus), "--methods", methods, "--table", table, "--limit", "14"]
    one = run("evaluate", *words, "--json", "--examples", str(tmp_path / "one.jsonl")).stdout
    for number in (1, 2, 3):
        run("evaluate", *words, "--shard", f"{number}/3", "--out", str(tmp_path / f"p{number}"))
    parts = [str(tmp_path / f"p{number}") for number in (2, 3, 1)]
    assert run("evaluate", "merge", *parts, "--json", "--examples", str(tmp_path / "all.jsonl")).stdout == one
    assert (tmp_path / "all.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()
    assert json.loads(one)["n"] >= 14
    assert "missing" in run("evaluate", "merge", *parts[:2], expect=2).stderr
    assert "twice" in run("evaluate", "merge", *parts, parts[0], expect=2).stderr


def test_shards_take_a_part_and_a_corpus(corpus: Path, tmp_path: Path) -> None:
    words = ["evaluate", "--corpus", str(corpus), "--methods", "stop", "--shard", "1/2"]
    assert "--out" in run(*words, expect=2).stderr
    assert "merge" in run(*words, "--out", str(tmp_path / "p"), "--json", expect=2).stderr
    for one in (
        ["--table", "abilities"], ["--table", "items"], ["--table", "search"], ["--table", "talk"],
        ["--methods", "openai:m"], ["--record", str(tmp_path / "log.jsonl.gz")],
    ):  # fmt: skip
        for divided in (["--shard", "1/2", "--out", str(tmp_path / "p")], ["--engine", "ray"]):
            assert "one process" in run("evaluate", *one, *divided, expect=2).stderr
    assert "--engine" in run(*words, "--engine", "ray", "--out", str(tmp_path / "p"), expect=2).stderr


def test_results_are_read_back_as_they_were(tmp_path: Path) -> None:
    results = [
        Result("a", 0, "go .", (1.5, 0.1 + 0.2), {"stop_distance": 1 / 3}, (1.0, 2.0, 3.0), 0.7, None, True, ("x",)),
        Result("a", 1, "é", None, None, None, None, 1e-17, False, None, True, WayScore(True, 0.5, None), 2, True,
               TypesRead(True, False)),
    ]  # fmt: skip
    results[0].metrics["stop_distance"] = 2.0  # type: ignore[index]
    results[1] = Result(**{**results[1].__dict__, "metrics": {"stop_distance": 0.1}})
    with (tmp_path / "r").open("w") as file:
        write_results(file, "m", "dev", results)
    assert [result_from_json(json.loads(line)) for line in (tmp_path / "r").read_text().splitlines()] == results
