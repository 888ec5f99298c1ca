"""Everything that is wrong with a corpus folder, found in one pass, each with its file, line and field."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from sightline.corpus.files import lines_of, read_about
from sightline.corpus.form import check_line
from sightline.corpus.records import SPLITS, Paragraph
from sightline.errors import InputError
from sightline.language import Vocabulary


def count(folder: str | os.PathLike[str]) -> int:
    """How many lines the splits of a folder have, as far as they can be read."""
    lines = 0
    for split in SPLITS:
        try:
            with (Path(folder) / f"{split}.jsonl").open("rb") as file:
                lines += sum(1 for _ in file)
        except OSError:
            continue
    return lines


Check = Callable[[Paragraph], list[str]]  # of a paragraph that is well formed


def problems(
    folder: str | os.PathLike[str], deeper: Check | None = None, progress: Callable[[int], None] = lambda done: None
) -> Iterator[str]:
    """Sentences that say what is wrong; `deeper` looks at paragraphs whose form is right."""
    path = Path(folder)
    try:
        about = read_about(path)
    except InputError as error:
        yield str(error)
        return
    found = [split for split in SPLITS if (path / f"{split}.jsonl").exists()]
    if not found:
        yield f"{path}: has none of train.jsonl, dev.jsonl, test.jsonl."
    ids: dict[str, str] = {}
    scenes: dict[str, str] = {}
    known: set[str] = set()
    for split in found:
        file = path / f"{split}.jsonl"
        paragraphs = instructions = 0
        try:
            for number, line in enumerate(lines_of(file), 1):
                where = f"{file}, line {number}"
                paragraphs += 1
                progress(1)
                wrong = check_line(line)
                if wrong:
                    yield from (f"{where}: {sentence}" for sentence in wrong)
                    continue
                data = json.loads(line)
                instructions += len(data["segments"])
                if split == "train":
                    known.update(token for s in data["segments"] for token in s["tokens"])
                said = about.get("source")
                if data["source"] != said:
                    yield f"{where} ({data['id']}): 'source' is {data['source']!r}, but corpus.json says {said!r}."
                name, scene = data["id"], json.dumps(data["scene"], sort_keys=True)
                if name in ids:
                    yield f"{where} ({name}): has the id of {ids[name]}."
                if scene in scenes and not scenes[scene].startswith(str(file)):
                    yield f"{where} ({name}): has the scene of {scenes[scene]}, which is in another split."
                ids.setdefault(name, where)
                scenes.setdefault(scene, where)
                if deeper is not None:
                    yield from (f"{where} ({name}): {sentence}" for sentence in deeper(Paragraph.from_json(data)))
        except InputError as error:
            yield str(error)
            continue
        counted = {"paragraphs": paragraphs, "instructions": instructions}
        said = about.get("counts", {}).get(split) if isinstance(about.get("counts"), dict) else None
        if said != counted:
            yield f"{path / 'corpus.json'}: counts {split} as {said}, but the file has {counted}."
    for key in ("world", "source", "counts"):
        if key not in about:
            yield f"{path / 'corpus.json'}: key {key!r} is missing."
    try:
        vocabulary = Vocabulary.read(path / "vocabulary.txt")
    except InputError as error:
        yield str(error)
        return
    missing = sorted(token for token in known if token not in vocabulary)
    if missing:
        yield f"{path / 'vocabulary.txt'}: lacks {len(missing)} tokens of train.jsonl, such as {missing[0]!r}."
    extra = [token for token in vocabulary.tokens[1:] if token not in known] if "train" in found else []
    if extra:
        yield f"{path / 'vocabulary.txt'}: has {len(extra)} tokens that are not in train.jsonl, such as {extra[0]!r}."
