"""Panoramas of all users, looked at together: one thread computes what several wait for.

A caller hands in pictures and words and waits; the thread takes all that wait for the same model at once. While it computes,
the next ones gather, so batches grow with the number of users and no caller waits for a batch to fill.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from itertools import accumulate
from queue import SimpleQueue
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from sightline.models.goal_map import GoalModel
from sightline.models.precision import autocast
from sightline.web.problems import StoppedError

BATCH = 4  # panoramas at once; more are no faster on a CPU, and the first would wait for the last
LATELY = 100  # batches whose sizes are remembered


class Look(NamedTuple):
    """A call of a model that waits for its turn: arguments by name, how many panoramas, and where the answer goes."""

    model: GoalModel
    given: dict[str, Tensor]
    size: int
    answer: Future[dict[str, Tensor]]

    @classmethod
    def at(cls, model: GoalModel, given: dict[str, Tensor]) -> Look:
        """A new one; arguments without panoramas fail here, and not in the thread that others wait for."""
        return cls(model, given, len(given["panorama"]), Future())

    def joins(self, other: Look) -> bool:
        """Whether the two can be looked at together."""
        return self.model is other.model and self.given.keys() == other.given.keys()


class SharedModel:
    """A goal predictor that is called like any other, and computes together with all who call it at the same time."""

    def __init__(self, model: GoalModel, batches: Batches):
        self.model, self.batches = model, batches

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)

    def __call__(
        self, panorama: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None = None,
        origins: Tensor | None = None, done: Tensor | None = None,
    ) -> dict[str, Tensor]:  # fmt: skip
        """As the model itself would; waits for its turn."""
        optional = {"anywhere": anywhere, "origins": origins, "done": done}
        given = {"panorama": panorama, "words": words, "lengths": lengths}
        given |= {name: value for name, value in optional.items() if value is not None}
        return self.batches.ask(Look.at(self.model, given))


class Batches:
    """The thread that computes."""

    def __init__(self) -> None:
        self.sizes: list[int] = []  # how many panoramas were looked at together, lately
        self._looks: SimpleQueue[Look | None] = SimpleQueue()
        self._open, self._lock = True, threading.Lock()  # nothing is queued after the end, where nothing answers it
        self._thread = threading.Thread(target=self._serve, name="batches", daemon=True)
        self._thread.start()

    def ask(self, look: Look) -> dict[str, Tensor]:
        """Wait for an answer."""
        with self._lock:
            if not self._open:
                raise StoppedError
            self._looks.put(look)
        return look.answer.result()

    def close(self) -> None:
        """End; calls that still wait fail with StoppedError."""
        with self._lock:
            self._open = False
            self._looks.put(None)
        self._thread.join()

    def _serve(self) -> None:
        waiting: list[Look] = []
        while True:
            while not waiting or not self._looks.empty():
                look = self._looks.get()
                if look is None:
                    for late in waiting:
                        late.answer.set_exception(StoppedError())
                    return
                waiting.append(look)
            batch = next_batch(waiting)
            waiting = [look for look in waiting if not any(look is taken for taken in batch)]
            self.sizes = [*self.sizes[1 - LATELY :], sum(look.size for look in batch)]
            compute(batch)


def next_batch(waiting: Sequence[Look]) -> list[Look]:
    """Those that can be computed together with the first, which has waited longest."""
    batch, size = [waiting[0]], waiting[0].size
    for look in waiting[1:]:
        if look.joins(waiting[0]) and size + look.size <= BATCH:
            batch.append(look)
            size += look.size
    return batch


@torch.no_grad()
def compute(batch: Sequence[Look]) -> None:
    """Look at all panoramas of a batch at once, and answer; what fails is raised in every caller that waits."""
    try:
        model, longest = batch[0].model, max(look.given["words"].shape[1] for look in batch)
        parts = [look.given | {"words": _lengthened(look.given["words"], longest)} for look in batch]
        given = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
        with autocast(given["panorama"].device, model.in_half):
            outputs = model(**given)
        ends = accumulate(look.size for look in batch)
        answers = [
            {name: value[end - look.size : end] for name, value in outputs.items()}
            for look, end in zip(batch, ends, strict=True)
        ]
    except BaseException as error:  # of any kind: the callers would wait for ever
        for look in batch:
            look.answer.set_exception(error)
        return
    for look, answer in zip(batch, answers, strict=True):
        look.answer.set_result(answer)


def _lengthened(words: Tensor, length: int) -> Tensor:
    """Words (B, L, ...) with nothing after them, up to a length."""
    return functional.pad(words, (0, 0) * (words.ndim - 2) + (0, length - words.shape[1]))
