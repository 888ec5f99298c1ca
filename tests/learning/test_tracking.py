"""Trackers: a module with wandb's three calls hears every epoch; what is not one is refused before training."""

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from torch import nn

from sightline.errors import InputError
from sightline.learning.run import Run


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    heard: list[tuple[str, Any]] = []
    module = ModuleType("my_tracker")
    for name in ("init", "log", "finish"):
        setattr(module, name, lambda *values, _name=name, **named: heard.append((_name, (*values, named))))
    monkeypatch.setitem(sys.modules, "my_tracker", module)
    return heard


def test_a_module_with_three_calls_hears_a_run(tmp_path: Path, calls: list[tuple[str, Any]]) -> None:
    run = Run(tmp_path / "mine", {"seed": 3}, track="my_tracker")
    model = nn.Linear(1, 1)
    for _ in run.epochs(2, 3):
        run.finish_epoch({"model": model}, 0.5, lambda: None, loss=1.5)
    run.close()
    assert [name for name, _ in calls] == ["init", "log", "log", "finish"]
    started = calls[0][1][0]
    assert started["project"] == "sightline" and started["name"] == "mine" and started["config"] == {"seed": 3}
    assert calls[2][1] == ({"score": 0.5, "loss": 1.5}, {"step": 2})
    assert not (tmp_path / "mine" / "tensorboard").exists()
    assert len((tmp_path / "mine" / "log.jsonl").read_text().splitlines()) == 2


def test_nothing_is_tracked_without_a_tracker(tmp_path: Path) -> None:
    run = Run(tmp_path, {}, track="none")
    run.log(epoch=1, loss=2.0)
    run.close()
    assert json.loads((tmp_path / "log.jsonl").read_text())["loss"] == 2.0 and not (tmp_path / "tensorboard").exists()


@pytest.mark.parametrize(("name", "word"), [("no_such_module", "no such module"), ("json", "init, log, finish")])
def test_what_is_no_tracker_is_refused(tmp_path: Path, name: str, word: str) -> None:
    with pytest.raises(InputError, match=word):
        Run(tmp_path / "run", {}, track=name)
