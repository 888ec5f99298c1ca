"""A process that makes every n-th chunk of a corpus and writes its paragraphs to stdout, one JSON object a line.

    python -m sightline.corpus.lani.worker SEED PARAGRAPHS CHUNK FIRST EVERY

Processes of our own, rather than multiprocessing's, neither import the caller's program again nor copy its threads.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import cycle

from sightline.corpus.files import Entry
from sightline.corpus.lani.generate import corpus_paragraph, split_of


def make(seed: int, indices: range) -> list[Entry]:
    """Some paragraphs of a corpus."""
    return [Entry.of(split_of(index), corpus_paragraph(seed, index)) for index in indices]


def chunks(paragraphs: int, size: int) -> list[range]:
    """The places of a corpus's paragraphs, in chunks."""
    return [range(first, min(first + size, paragraphs)) for first in range(0, paragraphs, size)]


def make_in_parallel(seed: int, paragraphs: int, size: int, workers: int) -> Iterator[list[Entry]]:
    """Every chunk of a corpus in order, each made by the next of some processes."""
    command = [sys.executable, "-m", "sightline.corpus.lani.worker", *map(str, (seed, paragraphs, size))]
    processes = [
        subprocess.Popen(
            [*command, str(n), str(workers)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        for n in range(workers)
    ]
    try:
        for chunk, process in zip(chunks(paragraphs, size), cycle(processes), strict=False):
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in chunk]
            if not lines[-1]:
                raise RuntimeError(f"a worker of the corpus ended early (exit code {process.wait()})")
            yield [Entry(**json.loads(line)) for line in lines]
    finally:
        for process in processes:
            process.terminate()
            process.communicate()


def _work(seed: int, paragraphs: int, size: int, first: int, every: int) -> None:
    for chunk in chunks(paragraphs, size)[first::every]:
        for entry in make(seed, chunk):
            print(json.dumps(asdict(entry)))


if __name__ == "__main__":
    try:
        _work(*map(int, sys.argv[1:]))
    except (KeyboardInterrupt, BrokenPipeError):  # whoever asked does not want the rest
        sys.stdout = None
