"""Results for Look: tables of the shipped pages of results, of `sightline evaluate --json`, and single examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import sightline
from sightline.errors import InputError
from sightline.files import read_limited
from sightline.web.bodies import Json


class ResultTable(NamedTuple):
    """A table as text for display."""

    source: str
    section: str
    title: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str]


class Results(NamedTuple):
    """All known results of methods."""

    tables: list[ResultTable]
    examples: list[Json]  # lines of `sightline evaluate --examples`


def shipped_pages() -> list[Path]:
    """The pages of results in the package; in a checkout they are in docs."""
    package = Path(sightline.__file__).parent
    folders = (package / "web" / "shipped_results", package.parents[1] / "docs" / "results")
    return sorted(next((folder for folder in folders if folder.is_dir()), package).glob("*.md"))


def read_results(files: Sequence[Path]) -> Results:
    """The tables and single examples in files."""
    tables: list[ResultTable] = []
    examples: list[Json] = []
    for file in files:
        try:
            text = read_limited(file).decode()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{file}: cannot be read ({error}).") from None
        if file.suffix == ".md":
            tables += markdown_tables(text, file.stem)
            continue
        try:
            whole = json.loads(text)
        except ValueError:
            examples += _lines(text, file)
        else:
            tables.append(json_table(whole, file))
    return Results(tables, examples)


def _lines(text: str, file: Path) -> Iterator[Json]:
    for number, line in enumerate(text.splitlines(), 1):
        try:
            record = json.loads(line)
            _ = record["method"], record["paragraph"], int(record["segment"])
        except (ValueError, TypeError, KeyError):
            wanted = "neither an object of `sightline evaluate --json` nor lines of `--examples`"
            raise InputError(f"{file}: line {number} is {wanted}.") from None
        yield record


def json_table(printed: Json, file: Path) -> ResultTable:
    """The JSON of `sightline evaluate --json` as a table of its scalar numbers."""
    try:
        results = {str(method): dict(scores) for method, scores in printed["results"].items()}
        names = list(dict.fromkeys(key for scores in results.values() for key in scores if _is_number(scores[key])))
        rows = [[method, *(_cell(scores.get(name)) for name in names)] for method, scores in results.items()]
        title = f"{printed['world']} {printed['split']}, {printed['n']:,} instructions: {printed.get('table', 'results')}"
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(f"{file}: is not the output of `sightline evaluate --json`.") from None
    return ResultTable(file.stem, "", title, ["method", *names], rows, [])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else "-" if value is None else str(value)


def markdown_tables(text: str, source: str) -> Iterator[ResultTable]:
    """The tables of a Markdown page, with their section heading, their title in bold, and the notes after them."""
    section, title = "", ""
    table: ResultTable | None = None
    for block in re.split(r"\n\s*\n", text):
        lines = block.strip().splitlines()
        first = lines[0] if lines else ""
        if first.startswith("#"):
            table, section, title = None, first.lstrip("# "), ""
        elif first.startswith("**") and lines[-1].endswith("**"):
            table, title = None, " ".join(lines).strip("*")
        elif first.startswith("|"):
            columns, _, *rows = (
                [re.sub(r"\*\*|`", "", cell).strip() for cell in line.strip("|").split("|")] for line in lines
            )
            table = ResultTable(source, section, title, columns, rows, [])
            yield table
            title = ""
        elif table is not None and first and first[0] not in "`!-<":
            table.notes.append(" ".join(lines))
