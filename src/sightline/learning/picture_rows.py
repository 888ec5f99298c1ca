"""A table of pictures: rows of a picture, words, the pixel that they mean, and a split.

The table is `pictures.csv` or `pictures.jsonl` in a folder and names picture files of that folder. Its cells are text and
numbers, never code.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from sightline.errors import FileError, FileFormatError
from sightline.fields import is_unicode, short
from sightline.files import read_limited
from sightline.pictures import Picture, read_picture

TABLES = ("pictures.csv", "pictures.jsonl")
COLUMNS = ("picture", "words", "x", "y", "split")
SPLITS = ("train", "dev", "test")
WORDS_LIMIT = 4000  # characters of an instruction
LARGEST_SIDE = 1024  # pixels of a picture in memory: models see 768 at most


class PictureRow(NamedTuple):
    """A row of the table, checked."""

    picture: str  # name of the file
    words: str
    x: float  # 0 to 1 of the picture's width
    y: float  # 0 to 1 of its height
    split: str


@dataclass(frozen=True)
class PictureTable:
    """The rows of a folder, and its pictures, made smaller."""

    folder: Path
    rows: tuple[PictureRow, ...]
    pictures: dict[str, Picture]
    fingerprint: str  # SHA-256 of the table and all pictures

    def split(self, name: str) -> list[PictureRow]:
        """The rows of a split."""
        return [row for row in self.rows if row.split == name]


def read_table(folder: Path) -> PictureTable:
    """Read and check a table and its pictures; the error names the first wrong row and counts the others."""
    file = next((folder / name for name in TABLES if (folder / name).is_file()), None)
    if file is None:
        raise FileError(f"{folder}: has no {' or '.join(TABLES)}, the table of its pictures.")
    digest = hashlib.sha256()
    pictures: dict[str, tuple[Picture, tuple[int, int]]] = {}
    rows: list[PictureRow] = []
    mistakes: list[str] = []
    for number, cells in _records(file):
        try:
            rows.append(_row(cells, folder, pictures))
        except FileError as error:
            mistakes.append(f"{file}, row {number}: {error}")
    if mistakes:
        more = len(mistakes) - 1
        raise FileFormatError(mistakes[0] + (f" {more} more row{'s' * (more > 1)} cannot be used." if more else ""))
    if not rows:
        raise FileFormatError(f"{file}: has no rows.")
    digest.update(read_limited(file))
    for name in pictures:
        digest.update(hashlib.sha256((folder / name).read_bytes()).digest())
    return PictureTable(folder, tuple(rows), {name: picture for name, (picture, _) in pictures.items()}, digest.hexdigest())


def _records(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a table with their numbers; the first row of a CSV file names the columns."""
    try:
        text = read_limited(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileFormatError(f"{file}: is not UTF-8 ({error.reason} at byte {error.start}).") from None
    except OSError as error:
        raise FileError(f"{file}: cannot be read ({error.strerror}).") from None
    if file.suffix == ".jsonl":
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield number, _object(line, file, number)
        return
    try:
        reader = csv.DictReader(StringIO(text, newline=""), strict=True)
        missing = [name for name in COLUMNS[:-1] if name not in (reader.fieldnames or ())]
        if missing:
            raise FileFormatError(f"{file}: has no column {missing[0]}; its columns are {', '.join(COLUMNS)}.")
        for number, cells in enumerate(reader, 2):
            yield number, cells
    except csv.Error as error:
        raise FileFormatError(f"{file}: is not CSV ({error}).") from None


def _object(line: str, file: Path, number: int) -> dict[str, Any]:
    try:
        cells = json.loads(line)
    except (ValueError, RecursionError):
        raise FileFormatError(f"{file}, row {number}: is not JSON.") from None
    if not isinstance(cells, dict):
        raise FileFormatError(f"{file}, row {number}: is not an object with {', '.join(COLUMNS)}.")
    return cells


def _row(cells: dict[str, Any], folder: Path, pictures: dict[str, tuple[Picture, tuple[int, int]]]) -> PictureRow:
    """A checked row; reads its picture if it is a new one."""
    name, words, split = cells.get("picture"), cells.get("words"), cells.get("split") or "train"
    if not isinstance(name, str) or not name.strip():
        raise FileFormatError("names no picture.")
    if not isinstance(words, str) or not words.strip():
        raise FileFormatError("has no words.")
    if not is_unicode(words):
        raise FileFormatError("has words that are not valid Unicode.")
    if len(words) > WORDS_LIMIT:
        raise FileFormatError(f"has more than {WORDS_LIMIT:,} characters of words.")
    if split not in SPLITS:
        raise FileFormatError(f"the split {short(split)} is none of {', '.join(SPLITS)}.")
    if name not in pictures:
        pictures[name] = _small(read_picture(_inside(folder, name)))
    _, (width, height) = pictures[name]
    x, y = _number(cells.get("x"), "x", width), _number(cells.get("y"), "y", height)
    return PictureRow(name, words.strip(), (x + 0.5) / width, (y + 0.5) / height, split)


def _inside(folder: Path, name: str) -> Path:
    """The file of a picture, which must be in the folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name or "\\" in name or not is_unicode(name):
        raise FileFormatError(f"the picture {short(name)} is not a file of the folder.")
    file = folder / path
    if not file.resolve().is_relative_to(folder.resolve()):
        raise FileFormatError(f"the picture {short(name)} is a link to a file outside the folder.")
    return file


def _small(picture: Picture) -> tuple[Picture, tuple[int, int]]:
    """A picture in a size to keep in memory, and its own size."""
    size = picture.size
    picture.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
    return picture, size


def _number(value: Any, name: str, size: int) -> float:
    """A coordinate of a pixel, less than `size`."""
    try:
        plain = type(value) in (int, float) or (isinstance(value, str) and value.isascii() and "_" not in value)
        number = float(value) if plain else float("nan")
    except (ValueError, OverflowError):
        number = float("nan")
    if not 0 <= number < size:
        raise FileFormatError(f"{name} is {short(value)}, where the picture has pixels 0 to {size - 1}.")
    return number


def split_rows(table: PictureTable) -> tuple[list[PictureRow], list[PictureRow]]:
    """Rows to learn from, and those that choose the epoch: `dev`, or a tenth of the pictures of `train`, the last ones."""
    train, dev = table.split("train"), table.split("dev")
    if not train:
        raise FileFormatError(f"{table.folder}: has no rows of the split train.")
    if dev:
        return train, dev
    names = list(dict.fromkeys(row.picture for row in train))
    held = set(names[len(names) - max(1, len(names) // 10) :]) if len(names) > 1 else set()
    return [row for row in train if row.picture not in held], _or_all([r for r in train if r.picture in held], train)


def _or_all(rows: list[PictureRow], every: Sequence[PictureRow]) -> list[PictureRow]:
    return rows or list(every)
