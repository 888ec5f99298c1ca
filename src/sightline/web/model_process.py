"""Goal predictors in a separate process, where they do not compete with the request threads for Python's GIL.

A model runs some hundred short operations, and between any two of them its thread waits for the GIL: with many users the
waiting takes longer than the operations.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from sightline.errors import InputError
from sightline.models.goal_map import GoalModel
from sightline.models.precision import autocast
from sightline.models.pretrained import load_model
from sightline.workers import Workers

Arrays = dict[str, np.ndarray[Any, Any]]  # tensors by name, as they are sent


class ModelProcess:
    """The process. Calls must come from one thread at a time."""

    def __init__(self) -> None:
        self._workers: Workers | None = None
        self._start()  # starts up while its first caller loads

    def _start(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(1, f"{__name__}:begin").__enter__()
        return self._workers

    def ask(self, folder: Path, given: dict[str, Tensor]) -> dict[str, Tensor]:
        """The output of the model in a folder."""
        request = folder, {name: value.numpy() for name, value in given.items()}
        try:
            (answers,) = self._start().all(request)
        except InputError:  # the process was killed: the next call starts another
            self.close()
            raise
        return {name: torch.from_numpy(value) for name, value in answers.items()}

    def close(self) -> None:
        """Stop the process."""
        if self._workers is not None:
            self._workers.__exit__()
            self._workers = None


class ModelElsewhere:
    """A goal predictor with the usual interface that computes in the process."""

    in_half = False  # not in this process; in the other one the model decides

    def __init__(self, model: GoalModel, folder: Path, process: ModelProcess):
        self.model, self.folder, self.process = model, folder, process

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)

    def __call__(self, **given: Tensor) -> dict[str, Tensor]:
        """Same as the model itself."""
        return self.process.ask(self.folder, given)


def begin(number: int) -> Callable[[tuple[Path, Arrays]], Arrays]:
    """The worker function of the process; it loads each model on first use."""
    torch.set_num_threads(1)  # the other cores draw pictures and answer requests
    models: dict[Path, Any] = {}

    @torch.inference_mode()
    def answer(request: tuple[Path, Arrays]) -> Arrays:
        folder, given = request
        if folder not in models:
            models[folder] = load_model(folder)
        model, tensors = models[folder], {name: torch.from_numpy(value) for name, value in given.items()}
        with autocast(torch.device("cpu"), model.in_half):
            outputs: dict[str, Tensor] = model(**tensors)
        return {name: value.numpy() for name, value in outputs.items()}

    return answer
