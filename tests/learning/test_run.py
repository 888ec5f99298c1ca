"""A run in a folder: checkpoints, logs, progress, a limit on time, and a clear word when numbers go wrong."""

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from lessons import CPU, log_of
from torch import nn

from sightline.errors import InputError
from sightline.learning.run import Run, check_loss, check_weights


def kept_run(folder: Path, settings: dict[str, Any]) -> Run:
    run = Run(folder, settings)
    for _ in run.epochs(1, 0):
        run.finish_epoch({"model": nn.Linear(2, 2)}, 1.0, lambda: None)
    return run


@pytest.mark.parametrize(
    ("spoil", "settings", "says"),
    [
        (lambda f: None, {"batch": 8, "seed": 1}, "was started with another batch; use another --out"),
        (lambda f: None, {"batch": 8, "seed": 2}, "was started with another batch, seed;"),
        (lambda f: None, {"seed": 1}, "was started with another batch;"),
        (lambda f: f.write_bytes(b"junk"), {"batch": 4, "seed": 1}, "cannot be read as a checkpoint"),
        (lambda f: f.write_bytes(f.read_bytes()[:300]), {"batch": 4, "seed": 1}, "cannot be read as a checkpoint"),
        (lambda f: torch.save([1], f), {"batch": 4, "seed": 1}, "cannot be read as a checkpoint"),
        (lambda f: torch.save({"settings": {}, "parts": {}}, f), {}, "cannot be read as a checkpoint"),
    ],
)
def test_another_checkpoint_is_refused(
    spoil: Callable[[Path], object], settings: dict[str, Any], says: str, tmp_path: Path
) -> None:
    spoil(kept_run(tmp_path, {"batch": 4, "seed": 1, "epochs": 5}).checkpoint)
    with pytest.raises(InputError, match=says):
        Run(tmp_path, settings).resume({"model": nn.Linear(2, 2)}, CPU)


def test_more_epochs_may_be_asked_for_later(tmp_path: Path) -> None:
    first = kept_run(tmp_path, {"batch": 4, "epochs": 1})
    said: list[str] = []
    later = Run(tmp_path, {"batch": 4, "epochs": 9}, say=said.append)
    later.resume({"model": nn.Linear(2, 2)}, CPU)
    assert later.epoch == 1 and later.best == 1.0 and later.seconds == first.seconds > 0
    assert said == [f"{tmp_path}: going on after epoch 1."]


def test_a_run_that_is_killed_between_model_and_checkpoint_keeps_its_model_again(tmp_path: Path) -> None:
    kept: list[int] = []
    run = Run(tmp_path, {})
    for epoch in run.epochs(2, 0):
        run.finish_epoch({"model": nn.Linear(2, 2)}, 2.0 - epoch, lambda epoch=epoch: kept.append(epoch))
        if epoch == 0:
            first = run.checkpoint.read_bytes()
    run.checkpoint.write_bytes(first)  # as if the second one had not been written
    again = Run(tmp_path, {})
    again.resume({"model": nn.Linear(2, 2)}, CPU)
    for epoch in again.epochs(2, 0):
        again.finish_epoch({"model": nn.Linear(2, 2)}, 2.0 - epoch, lambda epoch=epoch: kept.append(epoch))
    assert kept == [0, 1, 1]


def test_only_a_better_model_is_kept(tmp_path: Path) -> None:
    kept: list[int] = []
    run = Run(tmp_path, {})
    scores = [3.0, 4.0, 3.0, 2.0]
    for epoch in run.epochs(4, 0):
        run.finish_epoch({"model": nn.Linear(2, 2)}, scores[epoch], lambda epoch=epoch: kept.append(epoch), loss=epoch)
    assert kept == [0, 3] and run.best == 2.0
    assert log_of(run) == [{"epoch": k + 1, "score": scores[k], "loss": k} for k in range(4)]


def test_minutes_are_a_limit(tmp_path: Path) -> None:
    assert list(Run(tmp_path, {}, minutes=0).epochs(5, 0)) == []
    run = Run(tmp_path, {}, minutes=10)
    assert run.deadline == pytest.approx(time.monotonic() + 600, abs=5)
    for _ in run.epochs(5, 0):
        run.epoch += 1
        run.deadline -= 4 * 60  # as if time had passed
    assert run.epoch == 3


def test_no_epoch_begins_that_would_end_too_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("sightline.learning.run.time.monotonic", lambda: now[0])
    run = Run(tmp_path, {}, minutes=1)
    for _ in run.epochs(9, 0):
        now[0] += (10, 24, 5)[run.epoch]
        run.epoch += 1
    assert run.epoch == 3  # at 39 s another one of 24 s would end after 60


def test_time_counts_over_all_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("sightline.learning.run.time.monotonic", lambda: now[0])
    run = Run(tmp_path, {})
    for _ in run.epochs(2, 0):
        now[0] += 7
        run.finish_epoch({"model": nn.Linear(2, 2)}, 1.0, lambda: None)
    assert run.seconds == 14


def test_random_numbers_belong_to_seed_and_epoch(tmp_path: Path) -> None:
    drawn = {}
    for seed in (0, 1):
        run = Run(tmp_path, {})
        for epoch in run.epochs(2, seed):
            drawn[seed, epoch] = float(torch.rand(()))
            run.epoch += 1
    assert len(set(drawn.values())) == 4
    run.epoch = 1
    next(run.epochs(2, 0))
    assert float(torch.rand(())) == drawn[0, 1]


def test_progress_names_the_epoch_and_what_was_measured(tmp_path: Path) -> None:
    shown: list[tuple[str, float]] = []
    run = Run(tmp_path, {}, progress=lambda what, share: shown.append((what, share)))
    for _ in run.epochs(4, 0):
        run.show(0.5, loss=1.234)
        run.finish_epoch({"model": nn.Linear(2, 2)}, 1.0, lambda: None, loss=1.2, tune_SD=8.0)
        break
    assert shown == [("epoch 1/4, loss 1.23", 0.125), ("epoch 1/4, loss 1.20, SD 8.00", 0.25)]


def test_tensorboard_has_the_numbers_by_epoch(tmp_path: Path) -> None:
    board = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    run = kept_run(tmp_path, {})
    run.log(epoch=2, score=5, note="words are left out")
    events = board.EventAccumulator(str(tmp_path / "tensorboard"))
    events.Reload()
    assert events.Tags()["scalars"] == ["score"]
    assert [(event.step, event.value) for event in events.Scalars("score")] == [(1, 1.0), (2, 5.0)]


def test_the_last_update_of_an_epoch_is_checked_too(tmp_path: Path) -> None:
    model, run = nn.Linear(2, 2), Run(tmp_path, {})
    check_weights(model, run)
    check_loss(1e9, run)
    nn.init.constant_(model.bias, math.inf)
    with pytest.raises(InputError, match=r"a weight became infinite .* in epoch 1; there is no checkpoint yet"):
        run.finish_epoch({"model": model}, 1.0, lambda: None)
    assert list(tmp_path.iterdir()) == []
    run.epoch = 4
    with pytest.raises(InputError, match="the loss became nan in epoch 5; the checkpoint of epoch 4 is kept"):
        check_loss(math.nan, run)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda kept: kept["parts"].update(model={}), "does not hold what is being trained"),
        (lambda kept: kept["parts"]["model"]["weight"].fill_(math.nan), "weight has numbers that are infinite"),
        (lambda kept: kept["parts"]["model"].update(weight=torch.zeros(7)), "does not hold what is being trained"),
        (lambda kept: kept.update(epoch=-1), "cannot be read as a checkpoint"),
        (lambda kept: kept.update(seconds=-1.0), "cannot be read as a checkpoint"),
        (lambda kept: kept.update(seconds=math.inf), "cannot be read as a checkpoint"),
        (lambda kept: kept.update(best=math.nan), "cannot be read as a checkpoint"),
        (lambda kept: kept.update(settings=[1]), "cannot be read as a checkpoint"),
    ],
)
def test_a_checkpoint_of_something_else_is_one_sentence(
    spoil: Callable[[dict[str, Any]], object], says: str, tmp_path: Path
) -> None:
    file = kept_run(tmp_path, {}).checkpoint
    kept = torch.load(file, weights_only=True)
    spoil(kept)
    torch.save(kept, file)
    with pytest.raises(InputError, match=says) as told:
        Run(tmp_path, {}).resume({"model": nn.Linear(2, 2)}, CPU)
    assert "\n" not in str(told.value)


def test_a_checkpoint_may_have_taken_no_time(tmp_path: Path) -> None:
    file = kept_run(tmp_path, {}).checkpoint
    torch.save({**torch.load(file, weights_only=True), "seconds": 0.0}, file)
    later = Run(tmp_path, {})
    later.resume({"model": nn.Linear(2, 2)}, CPU)
    assert later.seconds == 0.0 and later.epoch == 1


def test_an_optimizer_that_remembers_other_shapes_is_refused(tmp_path: Path) -> None:
    model = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    parts = {"model": model, "optimizer": optimizer}
    run = Run(tmp_path, {})
    for _ in run.epochs(1, 0):
        run.finish_epoch(parts, 1.0, lambda: None)
    kept = torch.load(run.checkpoint, weights_only=True)
    kept["parts"]["optimizer"]["state"][0]["exp_avg"] = torch.zeros(7)
    torch.save(kept, run.checkpoint)
    with pytest.raises(InputError, match=r"the optimizer's exp_avg has the shape \[7\], not \[2, 2\]"):
        Run(tmp_path, {}).resume(parts, CPU)


@pytest.mark.parametrize("full", ["checkpoint", "log"])
def test_a_full_disk_is_one_sentence_and_the_last_checkpoint_stays(
    full: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = kept_run(tmp_path, {})
    before = run.checkpoint.read_bytes()

    def fail(*_: Any, **__: Any) -> None:
        if full == "log":
            raise OSError(28, "No space left on device")
        raise RuntimeError("PytorchStreamWriter failed writing file data/1: file write failed\nmore")

    if full == "log":
        monkeypatch.setattr(run, "_log", fail)
    else:
        monkeypatch.setattr(torch, "save", fail)
    run.epoch = 0
    with pytest.raises(InputError, match=r"cannot be written \((is the disk full\?|No space).*\)\.$"):
        run.finish_epoch({"model": nn.Linear(2, 2)}, 1.0, lambda: None)
    assert run.checkpoint.read_bytes() == before
    assert not list(tmp_path.glob(".*"))


def test_a_model_that_was_there_before_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "best").mkdir()
    for about, theirs in (('{"about": {"epoch": 7}}', True), ("[]", True), ('{"about": {"epoch": 1}}', False)):
        (tmp_path / "best" / "config.json").write_text(about)
        run = Run(tmp_path, {})
        if theirs:
            with pytest.raises(InputError, match="would be replaced"):
                run.resume({}, CPU)
        else:
            run.resume({}, CPU)  # a first epoch that was cut off before its checkpoint
