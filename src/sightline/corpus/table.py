"""A table of sentences as people save it (CSV): encoding, separator, columns, and rows by their spreadsheet numbers."""

from __future__ import annotations

import csv
import difflib
import io
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sightline.checks import LARGEST_SEED, path_words, shown
from sightline.errors import FileError, FileFormatError, InputError
from sightline.files import read_limited

REQUIRED = ("words", "goal")
COLUMNS = ("world", "seed", "house", "start", "words", "goal", "split")
SAME_AS = {"scene": "house"}  # another name of a column
IGNORED = ("picture", "notes")  # for the people who fill in a table
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
MOST_ROWS = 1_000_000
LONGEST_CELL = 2_000  # characters; a longer one is a quotation mark that was not closed
TEMPLATE = "`sightline corpus template` writes a table to fill in"
_WORKBOOKS = {b"PK\x03\x04": "a workbook (such as .xlsx or .ods)", b"\xd0\xcf\x11\xe0": "an old Excel workbook"}
_NUMBER = re.compile(r"[-+]?\d{1,12}(?:[.,]\d{1,12})?", re.ASCII)
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n")  # Excel's own first line


class Row(NamedTuple):
    """A row that is not empty."""

    number: int  # as spreadsheets count: the row with the names of the columns is mostly 1
    cells: dict[str, str]  # by column, without spaces around them; columns that the table lacks are empty


class Mistake(NamedTuple):
    """What is wrong with a cell, or with a row if the column is empty."""

    row: int
    column: str
    sentence: str

    def __str__(self) -> str:
        return f"row {self.row}{', ' if self.column else ''}{self.column}: {self.sentence}"


@dataclass
class SentenceTable:
    """A table that was read. Its rows are missing where the columns are wrong."""

    path: Path
    rows: list[Row] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)

    def note(self, row: int, column: str, sentence: str) -> None:
        """Add a mistake."""
        self.mistakes.append(Mistake(row, column, sentence))


def read_table(path: str | os.PathLike[str]) -> SentenceTable:
    """The rows of a table; InputError if it cannot be read at all, and mistakes where some of it cannot."""
    table = SentenceTable(Path(path))
    text = _text(table.path)
    first = 1
    separator = ""
    if match := _SEPARATOR_LINE.match(text):
        text, separator, first = text[match.end() :], match[1], 2
    separator = separator or _separator(text)
    lines = _lines(table, text, separator, first)
    header = next(((number, cells) for number, cells in lines if any(cells)), None)
    if header is None:
        return table
    columns = _columns(table, *header)
    for number, cells in lines if columns else ():
        if len(table.rows) == MOST_ROWS:
            raise FileFormatError(f"{path_words(path)}: has more than {MOST_ROWS:,} rows; split it into several tables.")
        if any(cells):
            _add(table, columns, number, cells)
    return table


def _text(path: Path) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark."""
    name = path_words(path)
    try:
        content = read_limited(path)
    except FileNotFoundError:
        raise FileError(f"{name}: there is no such file; {TEMPLATE}.") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{name}: cannot be read ({getattr(error, 'strerror', None) or error}).") from None
    for mark, kind in _WORKBOOKS.items():
        if content.startswith(mark):
            raise FileFormatError(f"{name}: is {kind}; save it as CSV (UTF-8) and give that file.")
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = content.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        what = "is not valid UTF-16" if marked else f"is not UTF-8 (byte 0x{content[error.start]:02X} in line {line})"
        raise FileFormatError(f"{name}: {what}; in a spreadsheet, save it as 'CSV UTF-8'.") from None
    if "\0" in text:
        raise FileFormatError(f"{name}: has NUL characters, so it is not a table in UTF-8; save it as 'CSV UTF-8'.")
    if not text.strip():
        raise FileFormatError(f"{name}: is empty; {TEMPLATE}.")
    return text


def _separator(text: str) -> str:
    """The separator with which the first line names the most columns."""
    line = text.lstrip("\r\n").splitlines()[0]

    def known(separator: str) -> int:
        return sum(name in (*COLUMNS, *SAME_AS, *IGNORED) for name in map(_plain, line.split(separator)))

    return max(SEPARATORS, key=known)


def _plain(name: str) -> str:
    """The name of a column without spaces and quotation marks around it, in small letters."""
    return name.strip().strip("\"'").strip().lower()


def _lines(table: SentenceTable, text: str, separator: str, first: int) -> Iterator[tuple[int, list[str]]]:
    """The rows as lists of cells, with their numbers; a wrong quotation mark ends them with a mistake."""
    number = first - 1
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True), first):
            yield number, [" ".join(cell.split()) for cell in cells]
    except csv.Error as error:
        wrong = f"its quotation marks are wrong ({error}); inside a cell in quotation marks, double them."
        table.note(number + 1, "", wrong)


def _columns(table: SentenceTable, number: int, names: list[str]) -> list[str]:
    """The column of each cell, empty for those to ignore; no columns if something is wrong with them."""
    given = [SAME_AS.get(name, name) for name in map(_plain, names)]
    wrong: list[str] = []
    if not set(given) & {*COLUMNS, *IGNORED}:
        wrong.append(f"has none of the columns {', '.join(COLUMNS)}; the first row names the columns ({TEMPLATE}).")
    else:
        for name in dict.fromkeys(given):
            if name and name not in COLUMNS and name not in IGNORED:
                wrong.append(f"there is no column {shown(name)}{is_it(name, COLUMNS)}; columns are {', '.join(COLUMNS)}.")
            if name and given.count(name) > 1:
                wrong.append(f"the column {name} is there {given.count(name)} times ('scene' and 'house' are one column).")
        wrong += [f"the column {name} is missing." for name in REQUIRED if name not in given]
    for sentence in wrong:
        table.note(number, "", sentence)
    return [] if wrong else given


def _add(table: SentenceTable, columns: list[str], number: int, cells: list[str]) -> None:
    """Add a row, or its mistakes."""
    if any(cells[len(columns) :]):
        wrong = f"has {len(cells)} cells, but there are {len(columns)} columns; put words with a comma into quotation marks."
        table.note(number, "", wrong)
        return
    named = dict.fromkeys(COLUMNS, "") | {n: c for n, c in zip(columns, cells, strict=False) if n in COLUMNS}
    long = [name for name, cell in named.items() if len(cell) > LONGEST_CELL]
    for name in long:
        wrong = f"has {len(named[name]):,} characters, at most {LONGEST_CELL:,} are allowed; is a quotation mark not closed?"
        table.note(number, name, wrong)
    if not long:
        table.rows.append(Row(number, named))


def is_it(word: str, names: Collection[str]) -> str:
    """A suggestion for an error message: " (is it 'words'?)", or nothing."""
    alike = difflib.get_close_matches(word[:100], names, 1)
    return f" (is it {alike[0]!r}?)" if alike else ""


def read_seed(text: str) -> int:
    """The number of a scene; spreadsheets may write 7 as 7.0."""
    whole = re.sub(r"[.,]0+$", "", text)
    if not re.fullmatch(r"\d{1,19}", whole, re.ASCII) or int(whole) > LARGEST_SEED:
        raise InputError(f"{shown(text)} is not the number of a scene; write a whole number from 0 on, such as 7.")
    return int(whole)


def read_numbers(text: str, count: int) -> tuple[float, ...] | None:
    """'12.5 8 30', '12.5, 8, 30' or '12,5 8 30' as numbers; None if it is something else."""
    words = text.strip("()[] ").split()
    if len(words) != count:
        words = text.strip("()[] ").replace(" ", "").split(",")
    words = [word.strip(",;") for word in words]
    if len(words) != count or not all(map(_NUMBER.fullmatch, words)):
        return None
    return tuple(float(word.replace(",", ".")) for word in words)


def read_pose(text: str) -> tuple[float, float, float]:
    """A start: x, z and heading."""
    numbers = read_numbers(text, 3)
    if numbers is None or max(map(abs, numbers)) > 1e6:
        raise InputError(f"{shown(text)} is not a pose; write x, z and heading with spaces between, such as 25 10.5 90.")
    x, z, heading = numbers
    return x, z, heading % 360
