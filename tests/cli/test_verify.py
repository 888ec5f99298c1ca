"""`sightline evaluate --record` and `sightline verify` as people type them."""

import json
from pathlib import Path

import pytest
from evaluation import logs
from typer.testing import CliRunner

from sightline.cli import app
from sightline.errors import ArgumentError, InputError

AGENT = '''
import numpy as np

class Northward:
    """Walks nine steps and stops."""

    def act(self, world):
        return np.where(world.taken < 9, 0, 3)
'''


def called(*words: object) -> str:
    done = CliRunner().invoke(app, [*map(str, words)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return logs.small_corpus(tmp_path_factory.mktemp("corpora") / "small")


def test_verify_prints_the_table_of_the_evaluation(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    (tmp_path / "northward.py").write_text(AGENT)
    monkeypatch.syspath_prepend(tmp_path)
    log, words = tmp_path / "new" / "run.jsonl.gz", ["--corpus", corpus, "--json"]
    told = json.loads(called("evaluate", "--methods", "stop,northward:Northward", "--limit", 2, "--record", log, *words))
    found = json.loads(called("verify", log, *words))
    known = found.pop("verified")
    assert found == told and known["episodes"] == 2 * (2 + 2)
    assert len(known["header"]["methods"]["northward:Northward"]["source"]) == 64
    assert "northward:Northward" in called("verify", log, "--corpus", corpus)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--record", "run.json"], "jsonl.gz"),
        (["--record", "run.jsonl.gz", "--table", "goals", "--methods", "center"], "goals"),
    ],
)
def test_what_cannot_be_recorded_is_said_before_anything_runs(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArgumentError, match=says):
        called("evaluate", "--corpus", corpus, *words)
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_agree_is_one_sentence(corpus: Path, tmp_path: Path) -> None:
    logs.record(tmp_path / "run.jsonl.gz", corpus=corpus, limit=None)
    lines = logs.read(tmp_path / "run.jsonl.gz")
    lines[2]["end"][0] += 1.0
    with pytest.raises(InputError, match=lines[2]["id"]):
        called("verify", logs.write(tmp_path / "bad.jsonl.gz", lines), "--corpus", corpus)
