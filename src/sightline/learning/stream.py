"""Fresh training data without end, made by processes of our own and drawn while the device learns.

A chunk is made of the paragraphs of its number alone, and batches are cut from the chunks in order: the same data comes
with any number of workers, and a run that is resumed sees what it would have seen. Where several processes learn together
(torchrun), each takes every n-th chunk and an n-th of every batch.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, nullcontext
from itertools import count
from queue import Full, Queue
from threading import Event, Thread
from typing import Any

import numpy as np
import torch
from torch import Tensor

from sightline.agent.look import look_at_things, make_worlds
from sightline.corpus.kind import OwnScenes
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.language import Vocabulary
from sightline.learning.chunk import UNKNOWN, Chunk, StreamConfig
from sightline.learning.data import Batch
from sightline.render.draw import cores
from sightline.workers import Workers
from sightline.world import Kind, World

AHEAD = 3  # batches that are ready before they are asked for


class Stream:
    """Batches for one device. A context: its workers end with it."""

    def __init__(
        self, config: StreamConfig, kind: Kind, batch: int, device: torch.device, workers: int | None = None,
        vocabulary: Vocabulary | None = None, rank: int = 0, size: int = 1, mixed: Sequence[Paragraph] = (),
        scenes: OwnScenes = (),
    ):  # fmt: skip
        if config.chunks < size or batch < size:
            raise InputError(f"{size} processes need at least as many --chunks and examples of a --batch, one for each.")
        self.config, self.kind, self.device, self.vocabulary = config, kind, device, vocabulary
        self.rank, self.size, self.mixed, self.scenes = rank, size, mixed, scenes
        self.update_size = batch  # examples of an update, in all processes
        self.batch = batch * (rank + 1) // size - batch * rank // size  # of which these are this process's
        beside = int(os.environ.get("LOCAL_WORLD_SIZE", "1"))  # processes on this machine that have workers of their own
        self.count = workers or max(1, cores() // beside - 1)
        self._stack = ExitStack()
        self._workers: Workers | None = None
        self._chunks: Iterator[Chunk] = iter(())
        self._next = -1  # the epoch whose chunks come next
        self.ready: Queue[Any] = Queue(AHEAD)  # batches that are drawn
        self._preparing: Thread | None = None
        self._left = Event()  # nobody wants what remains of the epoch

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *why: object) -> None:
        self._left.set()
        self._stack.close()
        self._workers = None

    def batches(self, epoch: int) -> Iterator[tuple[Batch, float]]:
        """The batches of an epoch, drawn, each with the share of the epoch that is done after it."""
        if self._preparing is not None:
            self._preparing.join()
        if self._workers is None:
            setup = self.config, self.kind, self.vocabulary, self.mixed, self.scenes
            self._workers = self._stack.enter_context(Workers(self.count, "sightline.learning.chunk:begin", *setup))
        if self._next != epoch:  # otherwise the chunks of the epoch are being made already
            self._chunks = self._workers.map(n for later in count(epoch) for n in self.numbers(later))
        self._next = -1
        self.ready = ready = Queue[Any](AHEAD)
        self._left = left = Event()
        self._preparing = Thread(target=self._prepare, args=(epoch, ready, left), daemon=True)
        self._preparing.start()
        try:
            while (prepared := ready.get()) is not None:
                if isinstance(prepared, BaseException):
                    raise prepared
                batch, done, drawn = prepared
                if drawn is not None:
                    here = torch.cuda.current_stream(self.device)
                    here.wait_event(drawn)
                    for tensor in batch.tensors():
                        tensor.record_stream(here)
                yield batch, done
        finally:
            left.set()

    def numbers(self, epoch: int) -> range:
        """The chunks of an epoch that are this process's."""
        return range(epoch * self.config.chunks + self.rank, (epoch + 1) * self.config.chunks, self.size)

    def _prepare(self, epoch: int, ready: Queue[Any], left: Event) -> None:
        """Draw an epoch's chunks on the device, beside what it is learning, and cut them into batches."""
        try:
            side = torch.cuda.Stream(self.device) if self.device.type == "cuda" else None
            with torch.cuda.stream(side) if side is not None else nullcontext():
                for batch, done in self._cut(epoch):
                    if left.is_set():
                        return
                    _put(ready, (batch, done, None if side is None else side.record_event()), left)
            self._next = epoch + 1
            _put(ready, None, left)
        except BaseException as error:  # it is raised where the batches are asked for
            _put(ready, error, left)

    def _cut(self, epoch: int) -> Iterator[tuple[Batch, float]]:
        world = make_worlds(self.kind, self.device)
        waiting: list[Batch] = []  # drawn chunks
        numbers = self.numbers(epoch)
        for n, chunk in zip(range(len(numbers)), self._chunks, strict=False):
            world.restore(chunk.worlds)
            waiting.append(drawn(world, self.kind, chunk, self.device))
            while sum(map(len, waiting)) >= self.batch:
                batch, waiting = cut(waiting, self.batch)
                yield batch, (n + 1) / len(numbers)


def drawn(world: World, kind: Kind, chunk: Chunk, device: torch.device) -> Batch:
    """A chunk as its worlds look."""
    pictures, numbers, things = look_at_things(world, kind, device)
    named: Tensor | None = None
    if numbers is not None:
        which = torch.from_numpy(chunk.named).to(device)[:, :, None, None]
        named = ((numbers[:, None] == which) & (which > 0)).any(1).to(torch.int8)
        named = torch.where(which[:, 0] == UNKNOWN, -1, named)
    columns = {}
    for name in ("words", "lengths", "classes", "ways", "origins", "next", "points", "done"):
        part = getattr(chunk, name)
        columns[name] = torch.from_numpy(part).to(device, torch.float32 if part.dtype == np.float64 else torch.int64)
    return Batch(pictures=pictures, things=things, named=named, **columns)


def cut(waiting: list[Batch], size: int) -> tuple[Batch, list[Batch]]:
    """The first examples as one batch, and the rest."""
    parts: list[Batch] = []
    rest: list[Batch] = []
    for batch in waiting:
        take = min(size - sum(map(len, parts)), len(batch))
        if take:
            parts.append(_slice(batch, 0, take))
        if take < len(batch):
            rest.append(_slice(batch, take, len(batch)))
    return Batch(*(torch.cat(each) for each in zip(*(part.tensors() for part in parts), strict=True))), rest


def _slice(batch: Batch, first: int, last: int) -> Batch:
    return Batch(*(tensor[first:last] for tensor in batch.tensors()))


def _put(ready: Queue[Any], item: Any, left: Event) -> None:
    """Wait for a free place, unless nobody is there any more."""
    while not left.is_set():
        try:
            return ready.put(item, timeout=0.1)
        except Full:
            continue
