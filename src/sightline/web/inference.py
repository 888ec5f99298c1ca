"""Batched inference over the panoramas of all users, in a process of its own.

A caller submits pictures and words and waits; a thread takes all waiting calls of one model at once. New calls queue up
while it computes, so batches grow with the number of users and no caller waits for a batch to fill.

The models run in a separate process, where they do not compete with the request threads for Python's GIL: a model runs
some hundred short operations, and between any two of them its thread would wait for the GIL longer than they take.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from sightline.errors import UnavailableError
from sightline.geometry.types import Array
from sightline.models.goal_map import GoalModel
from sightline.models.precision import autocast
from sightline.models.pretrained import load_goal_model
from sightline.web.fairness import CLIENT
from sightline.web.problems import StoppedError
from sightline.workers import Workers

BATCH_LIMIT = 4  # panoramas per batch; larger ones are no faster on a CPU and add latency
PER_CELL = ("things", "items", "parts")  # outputs that are logits of many classes for every cell: sent in half precision
SIZES_KEPT = 100  # number of recent batches whose sizes are kept
Tensors = dict[str, Tensor]  # arguments or outputs of a model, by name
Arrays = dict[str, Array]  # the same, as they are sent to the process
Compute = Callable[[Path, Tensors], Tensors]  # (a model's folder, its arguments) to its outputs


class QueuedCall(NamedTuple):
    """A queued call of a model: its folder, keyword arguments, number of panoramas, and the future of its result."""

    model: Path
    arguments: Tensors
    size: int
    result: Future[Tensors]
    client: str  # the address for which it is computed

    @classmethod
    def of(cls, model: Path, arguments: Tensors) -> QueuedCall:
        """A new call. Missing panoramas raise here, not in the shared thread."""
        return cls(model, arguments, len(arguments["panorama"]), Future(), CLIENT.get())

    def joins(self, other: QueuedCall) -> bool:
        """Whether the two calls can share a batch."""
        return self.model == other.model and self.arguments.keys() == other.arguments.keys()


class SharedModel:
    """A goal predictor with the usual interface whose concurrent calls are computed in batches."""

    in_half = False  # not in this process; in the other one the model decides

    def __init__(self, model: GoalModel, folder: Path, inference: Inference):
        self.model, self.folder, self.inference = model, folder, inference

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)

    def __call__(
        self, panorama: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None = None,
        origins: Tensor | None = None, done: Tensor | None = None, showing: bool = False,
        shape: Tensor | None = None,
    ) -> Tensors:  # fmt: skip
        """Same as the model itself; blocks until its batch is computed."""
        all_showing = torch.ones(len(panorama), dtype=torch.bool) if showing else None
        optional = {"anywhere": anywhere, "origins": origins, "done": done, "showing": all_showing, "shape": shape}
        arguments = {"panorama": panorama, "words": words, "lengths": lengths}
        arguments |= {name: value for name, value in optional.items() if value is not None}
        return self.inference.call(QueuedCall.of(self.folder, arguments))

    def shown(self, panorama: Tensor, **shape: Tensor) -> Tensors:
        """Same as the model itself, if it is a ShowingModel: a call without words."""
        return self.inference.call(QueuedCall.of(self.folder, {"panorama": panorama, **shape}))


class Inference:
    """The thread that forms batches, and the process that computes them."""

    def __init__(self, process: ModelProcess | None = None) -> None:
        self.sizes: list[int] = []  # recent batch sizes, in panoramas
        self._process = process or ModelProcess()
        self._calls: SimpleQueue[QueuedCall | None] = SimpleQueue()
        self._open, self._lock = True, threading.Lock()  # refuses calls after close, when no thread would answer them
        self._thread = threading.Thread(target=self._serve, name="batches", daemon=True)
        self._thread.start()

    def call(self, call: QueuedCall) -> Tensors:
        """Submit a call and wait for its result."""
        with self._lock:
            if not self._open:
                raise StoppedError
            self._calls.put(call)
        return call.result.result()

    def close(self) -> None:
        """Stop the thread and the process; calls that still wait fail with StoppedError."""
        with self._lock:
            self._open = False
            self._calls.put(None)
        self._thread.join()
        self._process.close()

    def _serve(self) -> None:
        waiting: list[QueuedCall] = []
        served: dict[str, int] = {}  # by client, while any waits: the number of the batch that served it last
        while True:
            if not waiting:
                served.clear()
            while not waiting or not self._calls.empty():
                call = self._calls.get()
                if call is None:
                    for late in waiting:
                        late.result.set_exception(StoppedError())
                    return
                waiting.append(call)
            waiting = fair_order(waiting, served)
            batch = next_batch(waiting)
            served |= dict.fromkeys((call.client for call in batch), max(served.values(), default=0) + 1)
            waiting = [call for call in waiting if not any(call is taken for taken in batch)]
            self.sizes = [*self.sizes[1 - SIZES_KEPT :], sum(call.size for call in batch)]
            answer_batch(batch, self._process.call)


def fair_order(waiting: Sequence[QueuedCall], served: Mapping[str, int]) -> list[QueuedCall]:
    """Waiting calls in the order of service: every client's first before anyone's second, the longest unserved first."""
    earlier: Counter[str] = Counter()  # calls of a client before this one
    ranks: list[tuple[int, int]] = []
    for call in waiting:
        ranks.append((earlier[call.client], served.get(call.client, 0)))
        earlier[call.client] += 1
    return [waiting[k] for k in sorted(range(len(waiting)), key=ranks.__getitem__)]


def next_batch(waiting: Sequence[QueuedCall]) -> list[QueuedCall]:
    """The calls that can be computed together with the first one.

    Among several clients each has one call in it: whoever comes next does not wait for many of one client.
    """
    batch, size = [waiting[0]], waiting[0].size
    alone = len({call.client for call in waiting}) == 1
    for call in waiting[1:]:
        mine = alone or all(call.client != taken.client for taken in batch)
        if mine and call.joins(waiting[0]) and size + call.size <= BATCH_LIMIT:
            batch.append(call)
            size += call.size
    return batch


def answer_batch(batch: Sequence[QueuedCall], compute: Compute) -> None:
    """Compute a batch and answer its calls; an exception is raised in every caller."""
    try:
        parts = _padded([call.arguments for call in batch])
        outputs = compute(batch[0].model, {name: torch.cat([part[name] for part in parts]) for name in parts[0]})
        ends = accumulate(call.size for call in batch)
        results = [
            {name: value[end - call.size : end] for name, value in outputs.items()}
            for call, end in zip(batch, ends, strict=True)
        ]
    except BaseException as error:  # any exception: otherwise the callers would wait forever
        for call in batch:
            call.result.set_exception(error)
        return
    for call, result in zip(batch, results, strict=True):
        call.result.set_result(result)


def _padded(parts: Sequence[Tensors]) -> list[Tensors]:
    """Arguments with their words (B, L, ...), if they have any, padded with zeros to the same length."""
    if "words" not in parts[0]:
        return list(parts)
    longest = max(part["words"].shape[1] for part in parts)

    def pad(words: Tensor) -> Tensor:
        return functional.pad(words, (0, 0) * (words.ndim - 2) + (0, longest - words.shape[1]))

    return [part | {"words": pad(part["words"])} for part in parts]


class ModelProcess:
    """The process. Calls must come from one thread at a time."""

    def __init__(self) -> None:
        self._workers: Workers | None = None
        self._start()  # starts up while its first caller loads

    def _start(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(1, f"{__name__}:model_worker").__enter__()
        return self._workers

    def call(self, folder: Path, arguments: Tensors) -> Tensors:
        """The output of the model in a folder. If the process is killed, another one computes it."""
        panorama = (arguments["panorama"] * 255).round().to(torch.uint8)  # a quarter of the bytes; the colours stay exact
        request = folder, {name: value.numpy() for name, value in (arguments | {"panorama": panorama}).items()}
        try:
            (outputs,) = self._answer(request)
        except UnavailableError:
            (outputs,) = self._answer(request)
        return {name: torch.from_numpy(value) for name, value in outputs.items()}

    def _answer(self, request: tuple[Path, Arrays]) -> list[Arrays]:
        try:
            return self._start().all(request)
        except UnavailableError:  # the process was killed: the next request starts another
            self.close()
            raise

    def close(self) -> None:
        """Stop the process."""
        if self._workers is not None:
            self._workers.__exit__()
            self._workers = None


def model_worker(number: int) -> Callable[[tuple[Path, Arrays]], Arrays]:
    """The worker function of the process; it loads each model on first use."""
    torch.set_num_threads(1)  # the other cores draw pictures and answer requests
    models: dict[Path, Any] = {}

    @torch.inference_mode()
    def answer(request: tuple[Path, Arrays]) -> Arrays:
        folder, arrays = request
        if folder not in models:
            models[folder] = load_goal_model(folder)
            models[folder].to(memory_format=torch.channels_last)  # convolutions are faster then
        model, tensors = models[folder], {name: torch.from_numpy(value) for name, value in arrays.items()}
        tensors["panorama"] = tensors["panorama"].contiguous(memory_format=torch.channels_last).float() / 255
        options = {"showing": True} if tensors.pop("showing", None) is not None else {}
        with autocast(torch.device("cpu"), model.in_half, inference=True):
            outputs: Tensors = model(**tensors, **options) if "words" in tensors else model.shown(**tensors)
        return {name: (value.half() if name in PER_CELL else value.float()).numpy() for name, value in outputs.items()}

    return answer
