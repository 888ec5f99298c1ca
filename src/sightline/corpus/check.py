"""Find all errors of a corpus folder in one pass, each with its file, line and field."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sightline.corpus.files import lines_of, miscount, missing_split, problems_of, read_about, world_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import ALL_SPLITS, Paragraph, paragraph_fields
from sightline.errors import InputError
from sightline.fields import Json
from sightline.language import Vocabulary
from sightline.world import kind_of


def count_lines(folder: str | os.PathLike[str]) -> int:
    """The number of lines in the splits of a folder; unreadable files are skipped."""
    lines = 0
    for split in ALL_SPLITS:
        try:
            with (Path(folder) / f"{split}.jsonl").open("rb") as file:
                lines += sum(1 for _ in file)
        except OSError:
            continue
    return lines


def problems(folder: str | os.PathLike[str], progress: Callable[[int], None] = lambda done: None) -> Iterator[str]:
    """Sentences that describe errors; well-formed paragraphs are also checked semantically."""
    path = Path(folder)
    try:
        about = read_about(path)
        world = world_of(about, path)
        paragraph_fields(world)  # raises for an unknown world
    except InputError as error:
        yield str(error)
        return
    splits = [split for split in ALL_SPLITS if (path / f"{split}.jsonl").exists()]
    if not splits:
        yield f"{path}: has none of train.jsonl, dev.jsonl, test.jsonl."
    folder_so_far = _Folder(world, about.get("source"))
    for split in splits:
        file = path / f"{split}.jsonl"
        counts = {"paragraphs": 0, "instructions": 0}
        try:
            for number, line in enumerate(lines_of(file), 1):
                counts["paragraphs"] += 1
                progress(1)
                wrong = [f"{file}, line {number}{sentence}" for sentence in problems_of(line, paragraph_fields(world))]
                yield from wrong
                if not wrong:
                    record = json.loads(line)
                    counts["instructions"] += len(record["segments"])
                    yield from folder_so_far.look_at(record, split, f"{file}, line {number}")
        except InputError as error:
            yield str(error)
            continue
        if wrong_count := miscount(path, about, split, counts):
            yield wrong_count
    if splits and (missing := missing_split(path, about, splits)):
        yield missing
    for key in ("source", "counts"):
        if key not in about:
            yield f"{path / 'corpus.json'}: key {key!r} is missing."
    yield from _check_vocabulary(path / "vocabulary.txt", folder_so_far.tokens, "train" in splits)


@dataclass
class _Folder:
    """The records of a folder seen so far."""

    world: str
    source: object  # according to corpus.json
    ids: dict[str, str] = field(default_factory=dict)  # and the location of each
    scenes: dict[str, tuple[str, str]] = field(default_factory=dict)  # as text: the split and the location
    tokens: set[str] = field(default_factory=set)  # of train

    def look_at(self, record: Json, split: str, where: str) -> Iterator[str]:
        """Errors of a well-formed record in relation to the others."""
        name, scene = record["id"], json.dumps(record["scene"], sort_keys=True)
        where_named = f"{where} ({name})"
        if split == "train":
            self.tokens.update(token for segment in record["segments"] for token in segment["tokens"])
        if record["source"] != self.source:
            yield f"{where_named}: 'source' is {record['source']!r}, but corpus.json says {self.source!r}."
        if self.ids.setdefault(name, where) != where:
            yield f"{where_named}: has the id of {self.ids[name]}."
        other, place = self.scenes.setdefault(scene, (split, where))
        if other != split:
            yield f"{where_named}: has the scene of {place}, which is in another split."
        if kind_of(self.world).corpus:
            wrong = corpus_kind(self.world).check(Paragraph.from_json(record))
            yield from (f"{where_named}: {sentence}" for sentence in wrong)


def _check_vocabulary(file: Path, known: set[str], complete: bool) -> Iterator[str]:
    """Whether a vocabulary has the tokens of train and, if there is a train split, no others."""
    try:
        vocabulary = Vocabulary.read(file)
    except InputError as error:
        yield str(error)
        return
    missing = sorted(token for token in known if token not in vocabulary)
    if missing:
        yield f"{file}: lacks {len(missing)} tokens of train.jsonl, such as {missing[0]!r}."
    extra = [token for token in vocabulary.tokens[1:] if token not in known] if complete else []
    if extra:
        yield f"{file}: has {len(extra)} tokens that are not in train.jsonl, such as {extra[0]!r}."
