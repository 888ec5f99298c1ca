"""Corpora for Look: the list of corpora, and search over their instructions.

Only searched fields are kept in memory; a paragraph is read from its line when it is opened.
"""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sightline.corpus.build import UNSEEN, standard_folder, unseen_folder
from sightline.corpus.files import lines_of, problems_of, read_about, world_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import ALL_SPLITS, Paragraph, paragraph_fields
from sightline.errors import InputError
from sightline.web.bodies import Json
from sightline.web.problems import RequestError
from sightline.world import KINDS

PAGE_SIZE = 40  # instructions per page
Verdicts = Mapping[tuple[str, int], Mapping[str, bool]]  # by paragraph and place: for each method, whether it was right


class InstructionRow(NamedTuple):
    """The searched fields of an instruction."""

    split: str
    paragraph: str
    place: int  # index in its paragraph, from 0
    instruction: str
    phenomena: tuple[str, ...]
    unseen_phrasing: bool
    line: int  # line number in its split's file, from 0

    @property
    def key(self) -> tuple[str, int]:
        """The key of its results."""
        return self.paragraph, self.place


@dataclass(frozen=True)
class Search:
    """The filters of a search."""

    text: str = ""  # words that must all occur
    split: str = ""
    phenomenon: str = ""
    method: str = ""
    right: bool | None = None  # whether the method's attempt was right


class Shelf:
    """One corpus."""

    def __init__(self, name: str, folder: Path):
        self.name, self.folder = name, folder
        self._rows: list[InstructionRow] | None = None
        self._reading = threading.Lock()

    def about(self) -> Json:
        """The facts of its corpus.json; records are not read."""
        about = read_about(self.folder)
        return {
            "name": self.name, "world": world_of(about, self.folder), "source": about.get("source"),
            "counts": about.get("counts", {}), "made": True,
        }  # fmt: skip

    @property
    def world(self) -> str:
        """The name of its world."""
        return world_of(read_about(self.folder), self.folder)

    def rows(self) -> list[InstructionRow]:
        """All instructions, read at the first call."""
        with self._reading:
            if self._rows is None:
                self._rows = [row for split in ALL_SPLITS for row in self._read(split)]
            return self._rows

    def _read(self, split: str) -> list[InstructionRow]:
        file = self.folder / f"{split}.jsonl"
        rows: list[InstructionRow] = []
        for number, line in enumerate(lines_of(file) if file.exists() else ()):
            record = _decoded(line, file, number)
            for place, segment in enumerate(record["segments"]):
                phenomena = tuple(segment.get("phenomena") or ())
                unseen = bool(segment.get("unseen_phrasing"))
                rows.append(InstructionRow(split, record["id"], place, segment["instruction"], phenomena, unseen, number))
        return rows

    def search(self, search: Search, verdicts: Verdicts) -> list[InstructionRow]:
        """The instructions that match, in order."""
        words = search.text.lower().split()
        return [row for row in self.rows() if _fits(row, search, words, verdicts)]

    def paragraph(self, name: str) -> tuple[str, Paragraph]:
        """A paragraph by its id, with its split."""
        row = next((row for row in self.rows() if row.paragraph == name), None)
        if row is None:
            raise RequestError(404, f"There is no paragraph {name[:80]!r} in {self.name}.")
        file, fields = self.folder / f"{row.split}.jsonl", paragraph_fields(self.world)
        line = next(line for number, line in enumerate(lines_of(file)) if number == row.line)
        for sentence in problems_of(line, fields):
            raise InputError(f"{self.name}, {row.split}, line {row.line + 1}{sentence}")
        return row.split, Paragraph.from_json(json.loads(line))


def _decoded(line: str, file: Path, number: int) -> Json:
    try:
        record: Json = json.loads(line)
        _ = record["id"], [segment["instruction"] for segment in record["segments"]]
    except (ValueError, TypeError, KeyError):
        raise InputError(
            f"{file.name}, line {number + 1}: is not a paragraph; `sightline corpus validate` says why."
        ) from None
    return record


def _fits(row: InstructionRow, search: Search, words: Sequence[str], verdicts: Verdicts) -> bool:
    if search.split and row.split != search.split:
        return False
    if search.phenomenon and search.phenomenon not in row.phenomena:
        return False
    if search.right is not None and search.method:
        return verdicts.get(row.key, {}).get(search.method) is search.right and _has_words(row, words)
    return _has_words(row, words)


def _has_words(row: InstructionRow, words: Sequence[str]) -> bool:
    text = row.instruction.lower() if words else ""
    return all(word in text for word in words)


def shelves(folders: Mapping[str, Path]) -> dict[str, Shelf | None]:
    """All corpora by name: bundled ones (None: one that is not generated yet) and the server's named folders."""
    named: dict[str, Shelf | None] = {}
    for world in KINDS:
        kind = corpus_kind(world)
        folder = standard_folder(kind)
        named[f"{world} standard"] = Shelf(f"{world} standard", folder) if folder.exists() else None
        if kind.unseen is not None:
            folder = unseen_folder(kind)
            named[f"{world} {UNSEEN}"] = Shelf(f"{world} {UNSEEN}", folder) if folder.exists() else None
        if kind.written is not None:
            named[f"{world} written"] = Shelf(f"{world} written", kind.written)
    for name, folder in folders.items():
        read_about(folder)  # raises unless the folder is a corpus
        named[name] = Shelf(name, folder)
    return named


def verdicts_in(lines: Sequence[Json], near: float) -> Verdicts:
    """Whether methods were right, per instruction, from lines of `sightline evaluate --examples`."""
    verdicts: dict[tuple[str, int], dict[str, bool]] = defaultdict(dict)
    for line in lines:
        metrics: dict[str, float] | None = line.get("metrics")
        off: float | None = line.get("goal_distance")
        if metrics is not None or off is not None:
            right = bool(metrics["completed"]) if metrics is not None else off is not None and off <= near
            verdicts[str(line["paragraph"]), int(line["segment"])][str(line["method"])] = right
    return verdicts
