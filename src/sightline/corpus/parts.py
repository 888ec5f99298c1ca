"""Corpora made in parts: each shard writes its paragraphs, and the merge has the bytes of a corpus made by one process."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from sightline.corpus.files import Entry, lines_of, write_corpus
from sightline.corpus.records import SPLITS
from sightline.errors import FileFormatError
from sightline.fields import Json
from sightline.shards import Shard, merge_order, new_part

CORPUS = "a corpus"  # what such parts are parts of


def write_part(target: Path, shard: Shard, entries: Iterable[Entry], about: Json, card: str, version: str, paragraphs: int,
               force: bool) -> None:  # fmt: skip
    """Write the paragraphs of one shard of a corpus of so many; `version` names everything that they are made from."""
    job = {"what": CORPUS, "version": version, "about": about, "paragraphs": paragraphs, "card": card}
    with new_part(target, shard, job, force) as folder, ExitStack() as files:
        lines: dict[str, IO[str]] = {}
        for entry in entries:
            if entry.split not in lines:
                file = (folder / f"{entry.split}.jsonl").open("w", encoding="utf-8", newline="\n")
                lines[entry.split] = files.enter_context(file)
            lines[entry.split].write(entry.line)
        files.close()  # before the digests are taken


def merge_corpus(parts: Sequence[Path], target: Path, force: bool = False) -> int:
    """Write the corpus that parts make together; returns the number of paragraphs."""
    job, folders = merge_order(parts, CORPUS)
    written: Counter[str] = Counter()
    write_corpus(target, _entries(folders, written, job["paragraphs"]), job["about"], job["card"], force)
    return written.total()


def _entries(folders: Sequence[Path], written: Counter[str], expected: int) -> Iterator[Entry]:
    for folder in folders:
        for split in SPLITS:
            if not (folder / f"{split}.jsonl").exists():
                continue
            for line in lines_of(folder / f"{split}.jsonl"):
                written[split] += 1
                yield Entry(split, line, [segment["tokens"] for segment in json.loads(line)["segments"]])
    if written.total() != expected:
        raise FileFormatError(f"The parts have {written.total():,} paragraphs, but their corpus has {expected:,}.")
