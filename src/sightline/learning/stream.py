"""Fresh training data without end, made by processes of our own while the device learns.

    python -m sightline.learning.stream SETTINGS FIRST EVERY      a worker: every n-th chunk to stdout, pickled

A chunk is made of the paragraphs of its number alone, and batches are cut from the chunks in order: the same data comes
with any number of workers, and a run that is resumed sees what it would have seen.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread
from typing import IO, Any

import numpy as np
import torch

from sightline.agent.sight import look_around
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.language import Vocabulary
from sightline.language.spelling import spell
from sightline.learning.data import Batch
from sightline.learning.pack import Pack
from sightline.render.draw import cores

AHEAD = 3  # batches that are ready before they are asked for


@dataclass(frozen=True)
class StreamConfig:
    """What a stream is made of."""

    chunks: int = 1500  # of an epoch
    paragraphs: int = 24  # of a chunk
    joined: float = 0.25  # how many pairs of instructions also come as one long instruction
    varied: float = 0.5  # how many instructions are said in words that the grammar has not
    fields: int = 0  # 0: every paragraph is new; otherwise as many come again and again
    seed: int = 0
    vocabulary: str = ""  # a file, for models that read words as numbers of a vocabulary; others read their spelling


def make_chunk(config: StreamConfig, number: int, vocabulary: Vocabulary | None) -> Pack:
    """The chunk of a number."""
    first = number * config.paragraphs
    indices = np.arange(first, first + config.paragraphs)
    if config.fields:
        rounds, places = np.divmod(indices, config.fields)
        orders = {r: np.random.default_rng([config.seed, r]).permutation(config.fields) for r in set(rounds.tolist())}
        indices = np.array([orders[r][k] for r, k in zip(rounds.tolist(), places.tolist(), strict=True)])
    paragraphs = [stream_paragraph(corpus_kind("lani"), config.seed, int(k)) for k in indices]
    read = spell if vocabulary is None else vocabulary.ids
    return Pack.of(paragraphs, read, Random(f"{config.seed}/{number}"), config.joined, config.varied)


class Stream:
    """Batches for one device. A context: its workers end with it."""

    def __init__(self, config: StreamConfig, batch: int, device: torch.device, workers: int | None = None):
        self.config, self.batch, self.device = config, batch, device
        self.workers = workers or max(1, cores() - 1)
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *why: object) -> None:
        for process in self._processes:
            process.kill()
            process.communicate()
        self._processes = []

    def batches(self, epoch: int) -> Iterator[tuple[Batch, float]]:
        """The batches of an epoch, drawn, each with the share of the epoch that is done after it."""
        if not self._processes:
            self._chunks = self._all_chunks(epoch * self.config.chunks)
        ready: Queue[Any] = Queue(AHEAD)
        Thread(target=self._prepare, args=(ready,), daemon=True).start()
        while (found := ready.get()) is not None:
            if isinstance(found, Exception):
                raise found
            batch, share, drawn = found
            if drawn is not None:
                here = torch.cuda.current_stream(self.device)
                here.wait_event(drawn)
                for tensor in batch.tensors():
                    tensor.record_stream(here)
            yield batch, share

    def _prepare(self, ready: Queue[Any]) -> None:
        """Cut an epoch's chunks into batches, send them to the device and draw them there, beside what it is learning."""
        try:
            side = torch.cuda.Stream(self.device) if self.device.type == "cuda" else None
            with torch.cuda.stream(side) if side is not None else nullcontext():
                for pack, share in self._cut():
                    batch = self._draw(pack)
                    ready.put((batch, share, None if side is None else side.record_event()))
            ready.put(None)
        except Exception as error:  # it is raised where the batches are asked for
            ready.put(error)

    def _cut(self) -> Iterator[tuple[Pack, float]]:
        waiting: Pack | None = None
        for n in range(self.config.chunks):
            chunk = next(self._chunks)
            waiting = chunk if waiting is None else waiting + chunk
            if len(waiting) >= self.batch or n == self.config.chunks - 1:
                cuts = range(0, len(waiting) - self.batch + 1, self.batch)
                for first in cuts:
                    yield waiting.part(first, first + self.batch), (n + 1) / self.config.chunks
                rest = waiting.part(len(cuts) * self.batch, len(waiting))
                waiting = rest.without_unused() if len(rest) else None

    def _draw(self, pack: Pack) -> Batch:
        pictures, things = look_around(pack.scenes(), pack.starts, self.device, things=True)
        longest = int(pack.lengths.max())
        words, lengths, classes, named = (
            torch.from_numpy(np.ascontiguousarray(part)).to(self.device)
            for part in (pack.words[:, :longest], pack.lengths, pack.classes, pack.named)
        )
        assert things is not None
        return Batch(pictures, words.long(), lengths, classes, things, named)

    def _all_chunks(self, first: int) -> Iterator[Pack]:
        """All chunks from a number on, each from the worker whose turn it is."""
        settings = json.dumps(asdict(self.config))
        command = [sys.executable, "-m", "sightline.learning.stream", settings]
        self._processes = [
            subprocess.Popen([*command, str(first + n), str(self.workers)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            for n in range(self.workers)
        ]
        made: list[Queue[Pack | None]] = [Queue(2) for _ in self._processes]
        for process, queue in zip(self._processes, made, strict=True):
            assert process.stdout is not None
            Thread(target=_receive, args=(process.stdout, queue), daemon=True).start()
        for n in count():
            chunk = made[n % self.workers].get()
            if chunk is None:
                raise RuntimeError("a worker of the stream ended early")
            yield chunk


def _receive(pipe: IO[bytes], queue: Queue[Pack | None]) -> None:
    """Chunks of one worker into a queue, until the worker is gone."""
    try:
        while True:
            queue.put(pickle.load(pipe))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        queue.put(None)


def _work(settings: str, first: int, every: int) -> None:
    config = StreamConfig(**json.loads(settings))
    vocabulary = Vocabulary.read(Path(config.vocabulary)) if config.vocabulary else None
    for number in count(first, every):
        pickle.dump(make_chunk(config, number, vocabulary), sys.stdout.buffer, protocol=5)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    torch.set_num_threads(1)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        _work(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
