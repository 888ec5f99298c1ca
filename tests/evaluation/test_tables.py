"""Tables: what stands in them, and the same table in every form."""

import csv
import io

import pytest

from sightline.corpus.lani.generate import corpus_paragraph
from sightline.evaluation.evaluate import Evaluation, evaluate, prepare
from sightline.evaluation.layout import Column, Table, as_csv, as_latex, as_markdown, as_text
from sightline.evaluation.methods import Runner
from sightline.evaluation.tables import as_json, table_of

SMALL = Table(
    "Shares in %", [Column("method", words=True), Column("TC", 1), Column("TC 95 %", 1, interval=True), Column("p", 3)],
    [["a_b", 12.345, (10.0, 14.06), 0.0123], ["c", 1.0, None, None]], ["A note."],
)  # fmt: skip


def evaluation(table: str, methods: str) -> Evaluation:
    paragraphs = [corpus_paragraph(0, k) for k in range(8)]
    return evaluate(prepare(paragraphs, paragraphs[:2], table, methods, None, Runner()))


def test_csv_keeps_numbers_whole_and_splits_intervals() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(SMALL))))
    assert rows == [
        ["method", "TC", "TC 95 % low", "TC 95 % high", "p"],
        ["a_b", "12.345", "10.0", "14.06", "0.0123"],
        ["c", "1.0", "", "", ""],
    ]


def test_markdown_latex_and_text_show_rounded_numbers() -> None:
    assert "| a_b | 12.3 | 10.0–14.1 | 0.012 |" in as_markdown(SMALL) and "|---|---:|---:|---:|" in as_markdown(SMALL)
    latex = as_latex(SMALL)
    assert r"a\_b & 12.3 & 10.0--14.1 & 0.012 \\" in latex and r"TC 95 \%" in latex and "{lrrr}" in latex
    text = as_text(SMALL)
    assert "Shares in %" in text and "10.0–14.1" in text and text.splitlines()[-1] == "A note."


def test_results_stand_beside_the_papers_of_the_same_split() -> None:
    found = evaluation("results", "stop,most-frequent")
    for split, paper in (("dev", [15.37, 8.20]), ("test", [15.18, 8.29])):
        table = table_of(found, "results", split, "generated", 37)
        assert table.rows[0][0] == "stop" and table.rows[0][-2:] == paper
        assert len({len(row) for row in [*table.rows, table.columns]}) == 1
    assert not any("paper" in column.name for column in table_of(found, "results", "train", "generated", 37).columns)


@pytest.mark.parametrize(("table", "methods"), [("goals", "center,ceiling"), ("paragraphs", "stop,random-walk")])
def test_other_tables_have_a_row_for_each_method(table: str, methods: str) -> None:
    made = table_of(evaluation(table, methods), table, "dev", "generated", 37)
    assert ",".join(str(row[0]) for row in made.rows) == methods
    assert all(len(row) == len(made.columns) for row in made.rows)


def test_phenomena_have_a_row_for_each_kind_of_language() -> None:
    found = evaluation("phenomena", "ceiling")
    made = table_of(found, "phenomena", "dev", "generated", 37)
    assert len(made.rows) == 6 and made.rows[0][:2] == ["ceiling", "spatial relations"]
    assert all(len(row) == len(made.columns) for row in made.rows)
    assert made.rows[0][2] == found.scores["ceiling"]["phenomena"]["sample"]["spatial_relations"]["n"]


def test_json_has_the_agreed_shape() -> None:
    found = as_json(evaluation("results", "stop,random-walk"), "lani", "dev", "results", 37, 0)
    assert {key: found[key] for key in ("world", "split", "n", "seed")} == {
        "world": "lani",
        "split": "dev",
        "n": 37,
        "seed": 0,
    }
    for scores in found["results"].values():
        assert set(scores) == {"SD", "TC", "ci", "unseen", "written"}
        low, high = scores["ci"]["SD"]
        assert low <= scores["SD"] <= high and scores["written"].keys() >= {"SD", "TC"}
    assert found["differences"]["reference"] == "stop" and 0 < found["differences"]["random-walk"]["SD"]["p"] <= 1
