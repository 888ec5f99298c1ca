"""Corpus folders: {train,dev,test}.jsonl, corpus.json, vocabulary.txt, README.md; written whole or not at all."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sightline.corpus.form import check_line
from sightline.corpus.records import SPLITS, Paragraph
from sightline.errors import InputError
from sightline.json_files import read_json
from sightline.language import Vocabulary

VERSION = 1  # of the folder's layout


@dataclass
class Corpus:
    """A corpus folder in memory."""

    about: dict[str, Any]  # corpus.json
    splits: dict[str, list[Paragraph]]
    vocabulary: Vocabulary

    def paragraphs(self) -> Iterator[Paragraph]:
        for split in self.splits.values():
            yield from split


def read_corpus(folder: str | os.PathLike[str]) -> Corpus:
    """A corpus folder; the first thing that is wrong with it is an InputError (`corpus validate` lists everything)."""
    path = Path(folder)
    about = read_about(path)
    collecting = gc.isenabled()
    gc.disable()  # a million small objects and no garbage: looking for it would take longer than reading
    try:
        splits = _read_splits(path)
    finally:
        if collecting:
            gc.enable()
    if not splits:
        raise InputError(f"{path}: has none of train.jsonl, dev.jsonl, test.jsonl.")
    return Corpus(about, splits, Vocabulary.read(path / "vocabulary.txt"))


def _read_splits(path: Path) -> dict[str, list[Paragraph]]:
    splits: dict[str, list[Paragraph]] = {}
    for split in SPLITS:
        file = path / f"{split}.jsonl"
        if not file.exists():
            continue
        splits[split] = paragraphs = []
        for number, line in enumerate(lines_of(file), 1):
            try:
                paragraphs.append(Paragraph.from_json(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError):
                found = check_line(line) or ["is not a paragraph"]
                raise InputError(f"{file}, line {number}: {found[0]}") from None
    return splits


def read_about(path: Path) -> dict[str, Any]:
    """The corpus.json of a folder."""
    if not path.is_dir():
        raise InputError(f"{path}: there is no such folder.")
    file = path / "corpus.json"
    about = read_json(file, missing=f"{path}: is not a corpus folder (it has no corpus.json).")
    if not isinstance(about, dict):
        raise InputError(f"{file}: is not a JSON object.")
    return about


def lines_of(file: Path) -> Iterator[str]:
    """The lines of a text file."""
    try:
        with file.open(encoding="utf-8") as lines:
            yield from lines
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not UTF-8 ({error.reason} at byte {error.start} of a block).") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror}).") from None


@contextmanager
def new_folder(target: Path, force: bool, ours: str = "corpus.json") -> Iterator[Path]:
    """A folder to write into that gets its final name only when everything is written; it vanishes on any failure.

    An existing folder is refused, or replaced in the end with `force` if it is empty or has the entry `ours`.
    """
    if target.exists() and not force:
        raise InputError(f"{target}: exists already; --force replaces it.")
    if target.exists() and (not target.is_dir() or (any(target.iterdir()) and not (target / ours).exists())):
        raise InputError(f"{target}: does not look like what would be written there, so it is not replaced.")
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        partial.mkdir(parents=True)
        yield partial
        if target.exists():
            old = target.with_name(f".{target.name}.{os.getpid()}.old")
            target.rename(old)
            partial.rename(target)
            shutil.rmtree(old)
        else:
            partial.rename(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


@dataclass
class Entry:
    """A paragraph on its way into a folder: one line of JSON, and the tokens of its instructions."""

    split: str
    line: str
    tokens: list[list[str]]

    @classmethod
    def of(cls, split: str, paragraph: Paragraph) -> Entry:
        line = json.dumps(paragraph.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"
        return cls(split, line, [segment.tokens for segment in paragraph.segments])


def write_corpus(target: Path, entries: Iterable[Entry], about: dict[str, Any], card: str, force: bool = False) -> None:
    """Stream paragraphs into a new corpus folder."""
    with new_folder(target, force) as partial, ExitStack() as files:
        counts: dict[str, dict[str, int]] = {}
        lines: dict[str, IO[str]] = {}
        tokens: dict[str, Counter[str]] = {}
        for entry in entries:
            split = entry.split
            if split not in counts:
                counts[split] = {"paragraphs": 0, "instructions": 0}
                lines[split] = files.enter_context((partial / f"{split}.jsonl").open("w", encoding="utf-8", newline="\n"))
            lines[split].write(entry.line)
            counts[split]["paragraphs"] += 1
            counts[split]["instructions"] += len(entry.tokens)
            for instruction in entry.tokens:
                tokens.setdefault(split, Counter()).update(instruction)
        if not counts:
            raise InputError(f"{target}: there are no paragraphs to write.")
        files.close()
        known = tokens["train"] if "train" in tokens else sum(tokens.values(), Counter())
        Vocabulary.of(known).write(partial / "vocabulary.txt")
        facts = {**about, "version": VERSION, "counts": {split: counts[split] for split in SPLITS if split in counts}}
        (partial / "corpus.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
        (partial / "README.md").write_text(card, encoding="utf-8")


def fingerprint(folder: Path) -> str:
    """SHA-256 over the records, the vocabulary and corpus.json of a folder."""
    digest = hashlib.sha256()
    for name in (*(f"{split}.jsonl" for split in SPLITS), "vocabulary.txt", "corpus.json"):
        if (folder / name).exists():
            digest.update(f"{name}\n".encode() + (folder / name).read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where things are kept that can be made again: SIGHTLINE_CACHE, or the system's place for it."""
    if "SIGHTLINE_CACHE" in os.environ:
        return Path(os.environ["SIGHTLINE_CACHE"])
    if os.name == "nt" and "LOCALAPPDATA" in os.environ:
        return Path(os.environ["LOCALAPPDATA"]) / "sightline"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sightline"
