"""The same table in every form."""

import csv
import io

from sightline.evaluation.layout import FORMATS, Column, Table, as_csv, as_latex, as_markdown, as_text

SMALL = Table(
    "Shares in %", [Column("method", words=True), Column("TC", 1), Column("TC 95 %", 1, interval=True), Column("p", 3)],
    [["a_b", 12.345, (10.0, 14.06), 0.0123], ["c", 1.0, None, None], ["d", 3, (1.0, 2.0), 0.5]], ["A note."],
)  # fmt: skip


def test_csv_keeps_numbers_whole_and_splits_intervals() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(SMALL))))
    assert rows == [
        ["method", "TC", "TC 95 % low", "TC 95 % high", "p"],
        ["a_b", "12.345", "10.0", "14.06", "0.0123"],
        ["c", "1.0", "", "", ""],
        ["d", "3", "1.0", "2.0", "0.5"],
    ]


def test_markdown_shows_rounded_numbers() -> None:
    lines = as_markdown(SMALL).splitlines()
    assert (
        lines[0] == "**Shares in %**" and lines[2] == "| method | TC | TC 95 % | p |" and lines[3] == "|---|---:|---:|---:|"
    )
    assert lines[4] == "| a_b | 12.3 | 10.0–14.1 | 0.012 |" and lines[5] == "| c | 1.0 | - | - |"
    assert lines[6] == "| d | 3 | 1.0–2.0 | 0.500 |" and lines[-1] == "A note."


def test_latex_escapes_and_aligns() -> None:
    latex = as_latex(SMALL)
    assert r"a\_b & 12.3 & 10.0--14.1 & 0.012 \\" in latex and r"TC 95 \%" in latex and "{lrrr}" in latex
    assert latex.index(r"method & TC") < latex.index(r"a\_b") and r"\caption{Shares in \%. A note.}" in latex
    assert r"$<$ 5 \& $\leq$ 5" in as_latex(Table("< 5 & ≤ 5", [Column("a")]))


def test_text_fits_the_width() -> None:
    text = as_text(SMALL)
    assert "Shares in %" in text and "10.0–14.1" in text and text.splitlines()[-1] == "A note."
    assert max(map(len, as_text(SMALL, 30).splitlines())) <= 30 and not any(line.endswith(" ") for line in text.splitlines())


def test_digits_are_two_unless_a_column_says_otherwise() -> None:
    assert Table("t", [Column("a")], [[1.0]]).strings() == [["1.00"]]
    assert set(FORMATS) == {"text", "markdown", "latex", "csv"}
