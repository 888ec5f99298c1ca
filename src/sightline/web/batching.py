"""Batched inference over the panoramas of all users: one thread computes for all callers.

A caller submits pictures and words and waits; the thread takes all waiting calls of one model at once. New calls queue up
while it computes, so batches grow with the number of users and no caller waits for a batch to fill.
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

BATCH = 4  # panoramas per batch; larger ones are no faster on a CPU and add latency
LATELY = 100  # number of recent batches whose sizes are kept


class Look(NamedTuple):
    """A queued call of a model: keyword arguments, number of panoramas, and the future of its result."""

    model: GoalModel
    given: dict[str, Tensor]
    size: int
    answer: Future[dict[str, Tensor]]

    @classmethod
    def at(cls, model: GoalModel, given: dict[str, Tensor]) -> Look:
        """A new call. Missing panoramas raise here, not in the shared thread."""
        return cls(model, given, len(given["panorama"]), Future())

    def joins(self, other: Look) -> bool:
        """Whether the two calls can share a batch."""
        return self.model is other.model and self.given.keys() == other.given.keys()


class SharedModel:
    """A goal predictor with the usual interface whose concurrent calls are computed in batches."""

    def __init__(self, model: GoalModel, batches: Batches):
        self.model, self.batches = model, batches

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)

    def __call__(
        self, panorama: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None = None,
        origins: Tensor | None = None, done: Tensor | None = None,
    ) -> dict[str, Tensor]:  # fmt: skip
        """Same as the model itself; blocks until its batch is computed."""
        optional = {"anywhere": anywhere, "origins": origins, "done": done}
        given = {"panorama": panorama, "words": words, "lengths": lengths}
        given |= {name: value for name, value in optional.items() if value is not None}
        return self.batches.ask(Look.at(self.model, given))


class Batches:
    """The thread that computes batches."""

    def __init__(self) -> None:
        self.sizes: list[int] = []  # recent batch sizes, in panoramas
        self._looks: SimpleQueue[Look | None] = SimpleQueue()
        self._open, self._lock = True, threading.Lock()  # refuses calls after close, when no thread would answer them
        self._thread = threading.Thread(target=self._serve, name="batches", daemon=True)
        self._thread.start()

    def ask(self, look: Look) -> dict[str, Tensor]:
        """Submit a call and wait for its result."""
        with self._lock:
            if not self._open:
                raise StoppedError
            self._looks.put(look)
        return look.answer.result()

    def close(self) -> None:
        """Stop the thread; calls that still wait fail with StoppedError."""
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
    """The calls that can be computed together with the oldest one."""
    batch, size = [waiting[0]], waiting[0].size
    for look in waiting[1:]:
        if look.joins(waiting[0]) and size + look.size <= BATCH:
            batch.append(look)
            size += look.size
    return batch


@torch.no_grad()
def compute(batch: Sequence[Look]) -> None:
    """Compute a batch and answer its calls; an exception is raised in every caller."""
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
    except BaseException as error:  # any exception: otherwise the callers would wait forever
        for look in batch:
            look.answer.set_exception(error)
        return
    for look, answer in zip(batch, answers, strict=True):
        look.answer.set_result(answer)


def _lengthened(words: Tensor, length: int) -> Tensor:
    """Words (B, L, ...) padded with zeros to a length."""
    return functional.pad(words, (0, 0) * (words.ndim - 2) + (0, length - words.shape[1]))
