"""The leaderboard of Look: verified runs, the paper's numbers and people's, each marked as what it is."""

import json
from pathlib import Path

import pytest
from evaluation import logs

from sightline.errors import InputError
from sightline.web.leaderboard import Leaderboard


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs")
    logs.record(path / "good.jsonl.gz")
    lines = logs.read(path / "good.jsonl.gz")
    lines[1]["metrics"]["stop_distance"] = 0.0
    logs.write(path / "false.jsonl.gz", lines, sealed=True)
    study = {"study": "walkers", "world": "lani", "task": "act", "answers": 12, "metrics": {"TC": {"mean": 61.5}}}
    (path / "people.json").write_text(json.dumps(study))
    (path / "wrong.json").write_text("[]")
    return path


def test_runs_are_listed_once_they_are_verified(folder: Path) -> None:
    board = Leaderboard(folder)
    (waiting,) = board.tables()
    assert waiting.rows == [] and "good.jsonl.gz" in waiting.notes[-1]
    board.read()
    runs, study = board.tables()
    known = {row[0]: row for row in runs.rows}
    assert (
        "verified" in known["stop"][-1] and "paper" in known["paper (paper)"][-1] and "paper" in known["people (paper)"][-1]
    )
    assert next(row for row in study.rows if row[0] == "people")[1:4] == ["", "61.5", "12"]
    assert "oracle-goals" in runs.rows[-1][0]  # who is told the goals stands below all others
    completion = [float(row[2]) for row in runs.rows[:-1]]
    assert completion == sorted(completion, reverse=True)


def test_what_does_not_agree_is_refused_with_the_reason(folder: Path) -> None:
    board = Leaderboard(folder)
    board.read()
    notes = " ".join(board.tables()[0].notes)
    assert "false.jsonl.gz" in notes and "wrong.json" in notes and "Not verified yet" not in notes
    assert str(folder) not in notes  # pages name no folders of this machine


def test_a_folder_may_be_empty_but_not_missing(tmp_path: Path) -> None:
    assert Leaderboard(None).tables() == Leaderboard(tmp_path).tables() == []
    with pytest.raises(InputError):
        Leaderboard(tmp_path / "nowhere")
