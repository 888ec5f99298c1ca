"""A model behind an address is recorded with what its results rest on, and its log is verified without asking anybody."""

from pathlib import Path

from evaluation import logs

from sightline.chat.config import ModelInfo
from sightline.errors import InputError
from sightline.evaluation.replay import verify

INFO = ModelInfo("small", "http://127.0.0.1:1/v1", "words", "0" * 64, 256, "strip", "auto", 1, 1, 100, True, False)


def test_a_log_names_a_model_and_asks_nobody(tmp_path: Path) -> None:
    corpus = logs.small_corpus(tmp_path / "small")
    logs.record(tmp_path / "run.jsonl.gz", methods="stop", corpus=corpus, limit=None)
    lines = logs.read(tmp_path / "run.jsonl.gz")
    lines[0]["methods"] = {"openai:small": {"model": vars(INFO)}}
    lines[-1]["scores"] = {"openai:small": lines[-1]["scores"]["stop"]}
    lines[1:-1] = [line | {"method": "openai:small"} for line in lines[1:-1]]
    verified = verify(logs.write(tmp_path / "model.jsonl.gz", lines, sealed=True), corpus)
    scores = verified.evaluation.scores["openai:small"]
    assert scores["model"]["privileged"] and "usage" not in scores  # a replay cannot see what it cost


def test_what_a_log_says_of_a_method_is_checked(tmp_path: Path) -> None:
    corpus = logs.small_corpus(tmp_path / "small")
    logs.record(tmp_path / "run.jsonl.gz", methods="stop", corpus=corpus, limit=None)
    lines = logs.read(tmp_path / "run.jsonl.gz")
    for bad in ([], {"model": {}}, {"weights": 3}, {"source": "x"}, {"more": 1}, {"model": vars(INFO) | {"every": 1.5}}):
        lines[0]["methods"] = {"stop": bad}
        try:
            verify(logs.write(tmp_path / "bad.jsonl.gz", lines, sealed=True), corpus)
        except InputError as error:
            assert "line 1" in str(error)
        else:
            raise AssertionError(bad)
