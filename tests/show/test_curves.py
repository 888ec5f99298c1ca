"""Learning curves from the logs of training runs."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.show.curves import curves_picture, read_log, run_names


def test_curves_are_read_and_drawn(tmp_path: Path) -> None:
    for name, shift in (("a", 0.0), ("b", 1.0)):
        (tmp_path / name / "run").mkdir(parents=True)
        lines = [{"time": 1.0, "epoch": k, "score": 1.0, "loss": 3.0 / k + shift, "tune_dist": 9.0} for k in (1, 2, 2, 3)]
        lines.append({"time": 2.0, "note": "done"})
        (tmp_path / name / "run" / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    runs = [tmp_path / "a" / "run", tmp_path / "b" / "run" / "log.jsonl"]
    assert read_log(runs[0]) == {"loss": [(1, 3.0), (2, 1.5), (3, 1.0)], "tune_dist": [(1, 9.0), (2, 9.0), (3, 9.0)]}
    assert run_names(runs) == ["a/run", "b/run"]
    assert np.asarray(curves_picture(runs)).std() > 5
    assert run_names([tmp_path / "a"]) == ["a"]


@pytest.mark.parametrize(
    ("text", "told"), [("", "no epochs"), ('{"epoch": 1, "loss": 2}\nnot so\n', "line 2"), ("[1]", "line 1")]
)
def test_a_log_that_is_none_is_refused(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(text)
    with pytest.raises(InputError, match=told):
        read_log(tmp_path)


def test_without_matplotlib_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log.jsonl").write_text('{"epoch": 1, "loss": 2}\n')
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=r"pip install 'sightline\[train\]'"):
        curves_picture([tmp_path])
