"""Corpus folders: {train,dev,test}.jsonl, corpus.json, vocabulary.txt, README.md; written atomically."""

from __future__ import annotations

import gc
import hashlib
import json
import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

from sightline.checks import LARGEST_SEED
from sightline.corpus.records import ALL_SPLITS, SOURCES, Paragraph, paragraph_fields
from sightline.errors import InputError
from sightline.fields import Field, Json, Number, Object, OneOf, short
from sightline.files import new_folder, read_json
from sightline.language import Vocabulary

try:
    from orjson import loads as decode  # three times as fast; json decides about what orjson refuses
except ImportError:  # machines with only the training dependencies
    decode = json.loads  # type: ignore[assignment]

VERSION = 1  # of the folder's layout
LONGEST_NAME = 200  # characters in the name or address of a world
ABOUT: dict[str, Field] = {"source": OneOf(SOURCES), "seed": Number(0, LARGEST_SEED, whole=True)}  # keys of corpus.json
BLOCK = 32  # lines per read: small enough for the processor's cache, large enough for batch checks


@dataclass
class Corpus:
    """A corpus folder in memory."""

    about: Json  # corpus.json
    splits: dict[str, list[Paragraph]]
    vocabulary: Vocabulary

    def paragraphs(self) -> Iterator[Paragraph]:
        for split in self.splits.values():
            yield from split


def read_corpus(folder: str | os.PathLike[str]) -> Corpus:
    """A corpus folder; the first error raises InputError (`corpus validate` lists all)."""
    path = Path(folder)
    about = read_about(path)
    fields = paragraph_fields(world_of(about, path))
    splits: dict[str, list[Paragraph]] = {}
    collecting = gc.isenabled()
    gc.disable()  # a million small objects and no garbage: collecting would take longer than reading
    try:
        for split in ALL_SPLITS:
            if (path / f"{split}.jsonl").exists():
                splits[split] = list(read_split(path / f"{split}.jsonl", fields))
    finally:
        gc.freeze()
        gc.unfreeze()  # all of it counts as old now, so the next collection does not scan it
        if collecting:
            gc.enable()
    if not splits:
        raise InputError(f"{path}: has none of train.jsonl, dev.jsonl, test.jsonl.")
    if wrong := missing_split(path, about, splits):
        raise InputError(wrong)
    for split, paragraphs in splits.items():
        if wrong := miscount(path, about, split, count_paragraphs(paragraphs)):
            raise InputError(wrong)
    _check_ids(path, splits)
    return Corpus(about, splits, Vocabulary.read(path / "vocabulary.txt"))


def read_split(file: Path, fields: Object) -> Iterator[Paragraph]:
    """Stream the paragraphs of a file; the first error raises InputError."""
    lines = lines_of(file)
    number = 1
    while block := list(islice(lines, BLOCK)):
        try:
            records = list(map(decode, block))
            right = fields.fits(records)
        except (ValueError, RecursionError):
            right = False
        if not right:  # or the fast check was wrong
            for k, line in enumerate(block, number):
                for sentence in problems_of(line, fields):
                    raise InputError(f"{file}, line {k}{sentence}")
            records = list(map(json.loads, block))
        yield from map(Paragraph.from_json, records)
        number += len(block)


def problems_of(line: str, fields: Object) -> Iterator[str]:
    """Errors of the record in a line, to be printed after the line's number."""
    try:
        record = json.loads(line)
    except RecursionError:
        yield ": is not JSON that can be read (it is nested too deeply)."
        return
    except ValueError as error:
        yield f": is not JSON ({error})."
        return
    name = record.get("id") if isinstance(record, dict) else None
    named = f" ({name})" if isinstance(name, str) and not any(fields.required["id"].wrong(name, "id")) else ""
    yield from (f"{named}: {sentence}" for sentence in fields.wrong(record, ""))


def world_of(about: Json, path: Path) -> str:
    """The world in a folder's corpus.json."""
    world = about.get("world")
    if not isinstance(world, str) or len(world) > LONGEST_NAME:
        what = "key 'world' is missing" if world is None else f"'world' is {short(world)}, not the name of a world"
        raise InputError(f"{path / 'corpus.json'}: {what}.")
    return world


def count_paragraphs(paragraphs: list[Paragraph]) -> dict[str, int]:
    """The counts of a split for corpus.json."""
    return {"paragraphs": len(paragraphs), "instructions": sum(len(p.segments) for p in paragraphs)}


def miscount(path: Path, about: Json, split: str, counts: dict[str, int]) -> str:
    """A sentence if a split's size differs from corpus.json; otherwise empty."""
    recorded = about["counts"].get(split) if isinstance(about.get("counts"), dict) else None
    return (
        ""
        if recorded == counts
        else f"{path / 'corpus.json'}: counts {split} as {short(recorded)}, but the file has {short(counts)}."
    )


def missing_split(path: Path, about: Json, splits: Collection[str]) -> str:
    """A sentence about a split that corpus.json counts but that is missing; otherwise empty."""
    recorded = about["counts"] if isinstance(about.get("counts"), dict) else {}
    missing = next((split for split in recorded if split not in splits), None)
    return "" if missing is None else f"{path / 'corpus.json'}: counts {short(missing)}, but there is no such split here."


def _check_ids(path: Path, splits: dict[str, list[Paragraph]]) -> None:
    """Raise InputError if two paragraphs have the same id."""
    names = [paragraph.id for paragraphs in splits.values() for paragraph in paragraphs]
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise InputError(f"{path}: has two paragraphs with the id {short(twice)}.")


def read_about(path: Path) -> Json:
    """The corpus.json of a folder."""
    file = existing_folder(path) / "corpus.json"
    about = read_json(file, missing=f"{path}: is not a corpus folder (it has no corpus.json).")
    if not isinstance(about, dict):
        raise InputError(f"{file}: is not a JSON object.")
    version = about.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise InputError(f"{file}: is of version {short(version)}; this Sightline reads version {VERSION}.")
    for key, kind in ABOUT.items():
        for sentence in kind.wrong(about[key], key) if about.get(key) is not None else ():
            raise InputError(f"{file}: {sentence}")
    return about


def existing_folder(path: str | os.PathLike[str]) -> Path:
    """A folder to read; InputError if it does not exist."""
    if not Path(path).is_dir():
        raise InputError(f"{path}: there is no such folder.")
    return Path(path)


def require_keys(record: object, keys: Iterable[str], where: str) -> Json:
    """A decoded object that has these keys; `where` is its location, for errors."""
    if not isinstance(record, dict):
        raise InputError(f"{where}: is {short(record)}, not an object.")
    for key in keys:
        if key not in record:
            raise InputError(f"{where}: key {key!r} is missing.")
    return record


def lines_of(file: Path) -> Iterator[str]:
    """The lines of a text file."""
    try:
        with file.open(encoding="utf-8") as lines:
            yield from lines
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not UTF-8 ({error.reason} at byte {error.start} of a block).") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror}).") from None


@dataclass
class Entry:
    """A paragraph to be written: one line of JSON, and the tokens of its instructions."""

    split: str
    line: str
    tokens: list[list[str]]

    @classmethod
    def of(cls, split: str, paragraph: Paragraph) -> Entry:
        line = json.dumps(paragraph.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"
        return cls(split, line, [segment.tokens for segment in paragraph.segments])

    @classmethod
    def checked(cls, split: str, paragraph: Paragraph, where: str) -> Entry:
        """A paragraph from another file format; `where` is its location, for errors."""
        entry = cls.of(split, paragraph)
        for sentence in problems_of(entry.line, paragraph_fields(paragraph.world)):
            raise InputError(f"{where}{sentence}")
        return entry


def source_in(records: Iterable[object]) -> str:
    """The source in files of another format that we exported; original ones have none, and are human."""
    known = [*SOURCES]
    return next((str(r["source"]) for r in records if isinstance(r, dict) and r.get("source") in known), "human")


def write_corpus(target: Path, entries: Iterable[Entry], about: Json, card: str, force: bool = False) -> None:
    """Stream paragraphs into a new corpus folder."""
    with new_folder(target, force, "corpus.json") as partial:
        fill_corpus(partial, entries, about, card)


def fill_corpus(folder: Path, entries: Iterable[Entry], about: Json, card: str) -> None:
    """Stream paragraphs into an empty folder."""
    counts: dict[str, dict[str, int]] = {}
    lines: dict[str, IO[str]] = {}
    tokens: dict[str, Counter[str]] = {}
    with ExitStack() as files:
        for entry in entries:
            split = entry.split
            if split not in counts:
                counts[split] = {"paragraphs": 0, "instructions": 0}
                lines[split] = files.enter_context((folder / f"{split}.jsonl").open("w", encoding="utf-8", newline="\n"))
            lines[split].write(entry.line)
            counts[split]["paragraphs"] += 1
            counts[split]["instructions"] += len(entry.tokens)
            for instruction in entry.tokens:
                tokens.setdefault(split, Counter()).update(instruction)
    if not counts:
        raise InputError("There are no paragraphs to write.")
    known = tokens["train"] if "train" in tokens else sum(tokens.values(), Counter())
    Vocabulary.of(known).write(folder / "vocabulary.txt")
    facts = {**about, "version": VERSION, "counts": {split: counts[split] for split in ALL_SPLITS if split in counts}}
    (folder / "corpus.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(card, encoding="utf-8")


def fingerprint(folder: Path) -> str:
    """SHA-256 over the records, the vocabulary and corpus.json of a folder."""
    digest = hashlib.sha256()
    for name in (*(f"{split}.jsonl" for split in ALL_SPLITS), "vocabulary.txt", "corpus.json"):
        if (folder / name).exists():
            digest.update(f"{name}\n".encode() + (folder / name).read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """The folder for files that can be regenerated: SIGHTLINE_CACHE, or the system's cache folder."""
    if "SIGHTLINE_CACHE" in os.environ:
        return Path(os.environ["SIGHTLINE_CACHE"])
    if os.name == "nt" and "LOCALAPPDATA" in os.environ:
        return Path(os.environ["LOCALAPPDATA"]) / "sightline"
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sightline"
    except RuntimeError:
        raise InputError("There is no home folder for the cache; set SIGHTLINE_CACHE to a folder.") from None
