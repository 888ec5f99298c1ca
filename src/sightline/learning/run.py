"""A training run in a folder: checkpoints for exact resumption, logs for people and programs, a time limit."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import torch
from torch import nn

from sightline.errors import InputError
from sightline.files import read_json, replacing
from sightline.learning.tracking import TENSORBOARD, Tracker, tracker_of

Progress = Callable[[str, float], None]  # description, and finished share of the run


class Run:
    """The state of a training between epochs and between processes.

    A run is a sequence of epochs. Everything random in an epoch is drawn from (seed, epoch), so a run that was cut off
    and resumed goes on exactly as one that was not.
    """

    def __init__(
        self, folder: Path, settings: dict[str, Any], minutes: float | None = None,
        say: Callable[[str], None] = lambda sentence: None, progress: Progress = lambda what, share: None,
        track: str = TENSORBOARD,
    ):  # fmt: skip
        """`track`: where measures go beside the log (sightline.learning.tracking)."""
        self.folder, self.settings, self.say, self.progress = folder, settings, say, progress
        self.deadline = math.inf if minutes is None else time.monotonic() + 60 * minutes
        self.epoch, self.total = 0, 1  # finished epochs, and all epochs
        self.seconds = 0.0  # of training, over all pieces
        self.best = math.inf
        self._began = time.monotonic()
        self._track = track
        self._tracker: Tracker | None = None if track == TENSORBOARD else tracker_of(track, folder, settings)
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def resume(self, parts: dict[str, Any], device: torch.device) -> None:
        """Resume from the checkpoint if there is one; it must have the same settings."""
        if not self.checkpoint.exists():
            self._spare_model()
            return
        try:
            kept = torch.load(self.checkpoint, map_location=device, weights_only=True)
            settings, states = dict(kept["settings"]), [(part, kept["parts"][name]) for name, part in parts.items()]
            epoch, seconds, best = int(kept["epoch"]), float(kept["seconds"]), float(kept["best"])
            if epoch < 0 or not 0 <= seconds < math.inf or math.isnan(best):
                raise ValueError
        except Exception as error:  # a broken file can raise anything in torch's unpickler
            raise InputError(f"{self.checkpoint}: cannot be read as a checkpoint ({type(error).__name__}).") from None
        changed = {k for k in {*settings, *self.settings} if self.settings.get(k) != settings.get(k)} - {"epochs"}
        if changed:
            names = ", ".join(sorted(changed))
            raise InputError(f"{self.folder}: was started with another {names}; use another --out or the same settings.")
        try:
            for part, state in states:
                part.load_state_dict(state)
                _check_part(part)
        except (RuntimeError, ValueError, TypeError, LookupError, AttributeError) as error:
            reason = str(error).splitlines()[-1].strip() if str(error) else type(error).__name__
            raise InputError(f"{self.checkpoint}: does not hold what is being trained ({reason}).") from None
        self.epoch, self.seconds, self.best = epoch, seconds, best
        self.say(f"{self.folder}: going on after epoch {self.epoch}.")

    def _spare_model(self) -> None:
        """Refuse to overwrite a model without a checkpoint, except after an interrupted first epoch."""
        for file in (self.folder / "best").glob("**/config.json"):
            config = read_json(file)
            about = config.get("about") if isinstance(config, dict) else None
            if not isinstance(about, dict) or about.get("epoch") != 1:
                raise InputError(
                    f"{self.folder}: has a model in {file.parent} that would be replaced, and no checkpoint to go on from; "
                    f"use another --out."
                )

    def epochs(self, total: int, seed: int) -> Iterator[int]:
        """The epochs that are left, each with its own random seed."""
        self.total = total
        longest = 0.0
        while self.epoch < total and time.monotonic() + longest < self.deadline:
            torch.manual_seed(seed * 100_003 + self.epoch)
            self._began = start = time.monotonic()
            yield self.epoch
            longest = max(longest, time.monotonic() - start)

    def show(self, share: float, **facts: float) -> None:
        """Report the finished share of this epoch, and its measures so far."""
        self.progress(_line(self.epoch + 1, self.total, facts), (self.epoch + share) / self.total)

    def finish_epoch(self, parts: dict[str, Any], score: float, keep: Callable[[], None], **facts: Any) -> None:
        """Log an epoch and save its state; `keep` the model if its score (lower is better) is the best so far.

        The checkpoint comes last: a run that is killed earlier repeats the epoch and saves its best model again.
        """
        check_weights(parts["model"], self)
        if score < self.best:
            keep()
        self.best = min(self.best, score)
        self.epoch += 1
        self.seconds += time.monotonic() - self._began
        self.log(epoch=self.epoch, score=score, **facts)
        kept = {
            "parts": {name: part.state_dict() for name, part in parts.items()}, "settings": self.settings,
            "epoch": self.epoch, "seconds": self.seconds, "best": self.best,
        }  # fmt: skip
        with replacing(self.checkpoint) as partial:
            try:
                torch.save(kept, partial)
            except RuntimeError as error:  # torch raises this when the disk is full
                raise OSError(f"is the disk full? torch says: {str(error).splitlines()[0]}") from None
        self.progress(_line(self.epoch, self.total, facts), self.epoch / self.total)

    def log(self, **facts: Any) -> None:
        """Write a line of log.jsonl, and tell the tracker."""
        try:
            self._log(facts)
        except OSError as error:
            raise InputError(f"{self.folder}: the log cannot be written ({error.strerror or error}).") from None

    def _log(self, facts: dict[str, Any]) -> None:
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"time": round(time.time(), 1), **facts}) + "\n")
        if self._tracker is None:  # TensorBoard makes a file, which a run without an epoch does not need
            self._tracker = tracker_of(self._track, self.folder, self.settings)
        measures = {name: value for name, value in facts.items() if isinstance(value, int | float) and name != "epoch"}
        self._tracker.log(measures, facts.get("epoch", 0))

    def close(self) -> None:
        """Tell the tracker that nothing more comes."""
        if self._tracker is not None:
            self._tracker.finish()


def _check_part(part: Any) -> None:
    """Check loaded state: finite weights, and an optimizer state of matching shapes."""
    if isinstance(part, nn.Module):
        for name, parameter in part.named_parameters():
            if not parameter.isfinite().all():
                raise ValueError(f"{name} has numbers that are infinite or not a number")
    if isinstance(part, torch.optim.Optimizer):
        for weight, memory in part.state.items():
            for name, value in memory.items():
                if isinstance(value, torch.Tensor) and value.dim() and value.shape != weight.shape:
                    raise ValueError(f"the optimizer's {name} has the shape {list(value.shape)}, not {list(weight.shape)}")
                if not torch.as_tensor(value).isfinite().all():
                    raise ValueError(f"the optimizer's {name} is infinite or not a number")


def _line(epoch: int, total: int, facts: dict[str, float]) -> str:
    measured = [f"{name.removeprefix('tune_')} {value:.2f}" for name, value in facts.items()]
    return ", ".join([f"epoch {epoch}/{total}", *measured])


def check_loss(loss: float, run: Run) -> None:
    """Stop a run whose loss is not finite; its last checkpoint stays."""
    if not math.isfinite(loss):
        _stop(run, f"the loss became {loss}")


def check_weights(model: nn.Module, run: Run) -> None:
    """Stop a run whose weights are not finite, before they are saved in a checkpoint."""
    if not all(bool(weight.isfinite().all()) for weight in model.parameters()):
        _stop(run, "a weight became infinite or not a number")


def _stop(run: Run, reason: str) -> NoReturn:
    kept = f"the checkpoint of epoch {run.epoch} is kept" if run.epoch else "there is no checkpoint yet"
    raise InputError(f"{run.folder}: {reason} in epoch {run.epoch + 1}; {kept}. Try a lower --learning-rate.")
