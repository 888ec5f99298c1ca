"""A table of numbers in several forms: text for the terminal, Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.console import Console
from rich.table import Table as RichTable

Interval = tuple[float, float]
Cell = str | float | int | Interval | None


@dataclass(frozen=True)
class Column:
    """A column's heading, and how many digits its numbers have after the point."""

    name: str
    digits: int = 2
    interval: bool = False  # its cells are pairs: two columns in CSV
    words: bool = False  # its cells are words, not numbers


@dataclass
class Table:
    """Rows of numbers under headings, with a title and notes."""

    title: str
    columns: list[Column]
    rows: list[list[Cell]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def strings(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[_shown(cell, column) for cell, column in zip(row, self.columns, strict=True)] for row in self.rows]


def _shown(cell: Cell, column: Column) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, tuple):
        return f"{cell[0]:.{column.digits}f}–{cell[1]:.{column.digits}f}"
    return f"{cell:.{column.digits}f}" if isinstance(cell, float) else str(cell)


def as_text(table: Table, width: int = 160) -> str:
    """For the terminal."""
    drawn = RichTable(title=table.title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in table.columns:
        drawn.add_column(column.name, justify="left" if column.words else "right", no_wrap=column.words)
    for row in table.strings():
        drawn.add_row(*row)
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    console.print(drawn)
    for note in table.notes:
        console.print(note)
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in written.splitlines()) + "\n"


def as_markdown(table: Table) -> str:
    """For pages."""
    header = [column.name for column in table.columns]
    lines = [f"| {' | '.join(header)} |", f"|{''.join('---|' if column.words else '---:|' for column in table.columns)}"]
    lines += [f"| {' | '.join(row)} |" for row in table.strings()]
    return "\n\n".join([f"**{table.title}**", "\n".join(lines), *table.notes]) + "\n"


def as_latex(table: Table) -> str:
    """For papers: a table environment."""
    rows = [[_escaped(column.name) for column in table.columns], *([_escaped(c) for c in row] for row in table.strings())]
    lines = [" & ".join(row) + r" \\" for row in rows]
    caption = " ".join(_escaped(sentence) for sentence in (f"{table.title}.", *table.notes))
    sides = "".join("l" if column.words else "r" for column in table.columns)
    return "\n".join([
        r"\begin{table}[t]", r"\begin{center}", r"\footnotesize", rf"\begin{{tabular}}{{{sides}}}",
        r"\hline", lines[0], r"\hline", *lines[1:], r"\hline", r"\end{tabular}", r"\end{center}", rf"\caption{{{caption}}}",
        r"\end{table}", "",
    ])  # fmt: skip


def _escaped(text: str) -> str:
    for sign in "&%_#$":
        text = text.replace(sign, rf"\{sign}")
    return text.replace("<", "$<$").replace("≤", r"$\leq$").replace("–", "--")


def as_csv(table: Table) -> str:
    """For programs: numbers in full, an interval as two columns, nothing where there is no number."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([name for column in table.columns for name in _headings(column)])
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        writer.writerow([value for cell, column in cells for value in _values(cell, column)])
    return written.getvalue()


def _headings(column: Column) -> Sequence[str]:
    return [f"{column.name} low", f"{column.name} high"] if column.interval else [column.name]


def _values(cell: Cell, column: Column) -> Sequence[str | float]:
    if column.interval:
        return cell if isinstance(cell, tuple) else ["", ""]
    return ["" if cell is None or isinstance(cell, tuple) else cell]


FORMATS: dict[str, Callable[[Table], str]] = {
    "text": as_text, "markdown": as_markdown, "latex": as_latex, "csv": as_csv,
}  # fmt: skip
