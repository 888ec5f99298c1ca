"""Tables: what stands in them, and the paper's numbers beside it."""

from dataclasses import replace

import pytest
from evaluation.small import LANI, MIDDLE, paragraph, runner, segment

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.errors import InputError
from sightline.evaluation.evaluate import Evaluation, evaluate, prepare
from sightline.evaluation.tables import as_json, table_of

# 3, 5, 13 and 7 away; the third and the fourth in other words than training has.
PARAGRAPHS = [
    paragraph(
        "a", segment(MIDDLE, (25.0, 28.0), intended=(25.0, 29.0), phenomena=["coreference"]),
        segment(MIDDLE, (28.0, 29.0), intended=(28.0, 29.0)),
    ),
    paragraph(
        "b", segment(MIDDLE, (30.0, 37.0), intended=(30.0, 37.0), unseen_phrasing=True, phenomena=["coreference"]),
        segment(MIDDLE, (25.0, 32.0), intended=(25.0, 40.0), unseen_phrasing=True),
    ),
]  # fmt: skip


def evaluation(table: str, methods: str) -> Evaluation:
    return evaluate(prepare(PARAGRAPHS, PARAGRAPHS[:1], table, methods, None, runner()))


def cells(table: str, methods: str, split: str = "dev", row: int = 0) -> dict[str, object]:
    """A row of a table by the names of its columns."""
    made = table_of(evaluation(table, methods), LANI, table, split, "generated", 4)
    assert all(len(r) == len(made.columns) for r in made.rows)
    return dict(zip([column.name for column in made.columns], made.rows[row], strict=True))


def test_results_have_scores_intervals_p_values_and_their_parts() -> None:
    row = cells("results", "stop,most-frequent")
    assert row["method"] == "stop" and row["SD"] == 7.0 and row["TC"] == 25.0 and row["p SD"] is None
    assert row["unseen SD"] == 10.0 and row["unseen TC"] == 0.0 and row["written SD"] == 4.0 and row["written TC"] == 50.0
    low, high = row["SD 95 %"]  # type: ignore[misc]
    assert low == 4.0 and high == 10.0  # of two paragraphs, with means 4 and 10
    other = cells("results", "stop,most-frequent", row=1)
    assert other["method"] == "most-frequent" and 0 < other["p SD"] <= 1  # type: ignore[operator]


def test_results_stand_beside_the_papers_of_the_same_split() -> None:
    for split, paper in (("dev", (15.37, 8.20)), ("test", (15.18, 8.29))):
        row = cells("results", "stop", split)
        assert (row["paper SD"], row["paper TC"]) == paper
    assert "paper SD" not in cells("results", "stop", "train")
    row = cells("goals", "center,ceiling", row=1)
    assert row["method"] == "ceiling" and row["paper Dist"] is None  # the paper has none
    assert cells("goals", "center")["paper Dist"] == 12.0 and row["Dist"] == pytest.approx((1 + 0 + 0 + 8) / 4)
    assert row["Acc"] == 75.0


def test_every_number_of_the_paper_is_as_printed_there() -> None:
    dev, test, goals = (LANI.paper[key] for key in (("results", "dev"), ("results", "test"), ("goals", "dev")))
    assert dev == {
        "stop": (15.37, 8.20), "random-walk": (14.80, 9.66), "most-frequent": (19.31, 2.94), "misra17": (10.54, 22.9),
        "chaplot18": (9.05, 31.0), "paper": (8.65, 35.72), "paper-no-rnn": (9.21, 31.30),
        "paper-no-language": (10.65, 23.02), "paper-joint": (11.54, 21.76), "paper-oracle-goals": (2.13, 94.60),
    }  # fmt: skip
    assert test == {
        "stop": (15.18, 8.29), "random-walk": (14.63, 9.76), "most-frequent": (19.14, 3.15), "misra17": (10.23, 23.2),
        "chaplot18": (8.78, 31.9), "paper": (8.43, 36.9),
    }  # fmt: skip
    assert goals == {"center": (12.0, 19.51), "janner": (9.61, 30.26), "paper": (8.67, 35.83)}
    assert LANI.paper_phenomena == {
        "spatial_relations": (8.75, 10.09, 0.262), "location_conjunction": (10.19, 9.05, 0.327),
        "temporal_coordination": (11.38, 8.24, 0.015), "trajectory_constraints": (9.56, 8.99, 0.607),
        "coreference": (12.88, 8.59, 0.016), "comparatives": (10.22, 9.25, 0.906),
    }  # fmt: skip


def test_digits_are_two_for_distances_and_one_for_shares() -> None:
    made = table_of(evaluation("results", "stop,random-walk"), LANI, "results", "dev", "generated", 4)
    digits = {column.name: column.digits for column in made.columns if not column.words}
    assert digits["SD"] == digits["SD 95 %"] == digits["paper SD"] == 2 and digits["TC"] == digits["unseen TC"] == 1
    assert digits["p SD"] == 3 and {c.name for c in made.columns if c.interval} == {"SD 95 %", "TC 95 %"}
    alone = table_of(evaluation("results", "stop"), LANI, "results", "dev", "generated", 4)
    assert "p SD" not in [column.name for column in alone.columns]  # there is nothing to compare it with
    goals = table_of(evaluation("goals", "center"), LANI, "goals", "dev", "generated", 4)
    assert {c.name: c.digits for c in goals.columns}["Dist"] == 2 and {c.name: c.digits for c in goals.columns}["Acc"] == 1


def test_titles_and_notes_say_what_is_in_a_table() -> None:
    made = table_of(evaluation("results", "stop,random-walk"), LANI, "results", "dev", "generated", 1234)
    assert made.title == (
        "LANI dev (generated language), 1,234 instructions: stop distance (SD) and task completion (TC, % closer than 5)"
    )
    assert made.notes[0] == "95 %: bootstrap over paragraphs, 1,000 resamples; p: difference to stop, on the same resamples."
    assert "the 2 of these instructions" in made.notes[1] and "written: 2 instructions" in made.notes[1]
    assert made.notes[2].startswith("paper:") and len(made.notes) == 4
    assert made.notes[3].startswith("SD relative to stop's: stop 1.00, random-walk ")
    alone = table_of(evaluation("paragraphs", "stop"), LANI, "paragraphs", "dev", "generated", 4)
    assert (
        alone.notes[0] == "95 %: bootstrap over paragraphs, 1,000 resamples." and "after the one before" in alone.notes[-1]
    )


def test_without_written_instructions_there_is_no_column_but_a_note() -> None:
    bare = evaluate(prepare(PARAGRAPHS, [], "results", "stop", None, runner()))
    made = table_of(bare, LANI, "results", "test", "generated", 4)
    assert not any("written" in column.name for column in made.columns) and len(made.rows[0]) == len(made.columns)
    assert "written:" not in made.notes[1] and "test" in made.notes[2]


def test_paragraphs_count_by_their_last_instruction() -> None:
    row = cells("paragraphs", "stop")
    assert row["segments"] == 25.0 and row["paragraphs"] == 0.0
    assert "paper segments" not in row


def test_phenomena_have_a_row_for_each_kind_of_language() -> None:
    made = table_of(evaluation("phenomena", "ceiling"), LANI, "phenomena", "dev", "generated", 4)
    names = [column.name for column in made.columns]
    assert len(made.rows) == 6 and made.rows[0][:2] == ["ceiling", "spatial relations"]
    row = dict(zip(names, made.rows[4], strict=True))
    assert row["phenomenon"] == "coreference" and (row["all n"], row["all present"], row["all absent"]) == (2, 0.5, 4.0)
    assert row["sample n"] == 2 and row["paper present"] is None  # the paper says it of its own method only
    assert {c.name: c.digits for c in made.columns}["all p"] == 3 and {c.name: c.digits for c in made.columns}["all n"] == 2
    assert made.notes[0] == "ceiling: mean Dist 2.25 overall, 4.00 unseen, 0.50 written."
    assert made.notes[1].startswith("sample: 4 fixed instructions")
    ours = evaluation("phenomena", "ceiling")
    named_paper = replace(ours, scores={"paper": ours.scores["ceiling"]})
    papers = table_of(named_paper, LANI, "phenomena", "dev", "generated", 4)
    assert dict(zip(names, papers.rows[4], strict=True))["paper present"] == 12.88


def test_calibration_has_rows_for_methods_that_say_how_sure_they_are() -> None:
    scores = {"calibration": {"all": {"n": 4, "said": 50.0, "right": 25.0, "ECE": 25.0}, "unseen": {"n": 0}}}
    said = replace(
        evaluation("calibration", "center"), scores={"ours": scores, "theirs": {"calibration": {"all": {"n": 0}}}}
    )
    made = table_of(said, LANI, "calibration", "dev", "generated", 4)
    assert made.rows == [["ours", "all", 4, 50.0, 25.0, 25.0]] and "within 5 units" in made.notes[0]
    assert [c.name for c in made.columns] == ["method", "examples", "n", "said", "right", "ECE"]
    assert {c.digits for c in made.columns if not c.words} == {1}


def test_json_has_the_agreed_shape() -> None:
    told = as_json(evaluation("results", "stop,random-walk"), "lani", "dev", "results", 4, 0)
    assert {key: told[key] for key in ("world", "split", "n", "seed", "table")} == {
        "world": "lani", "split": "dev", "n": 4, "seed": 0, "table": "results",
    }  # fmt: skip
    for scores in told["results"].values():
        assert set(scores) == {"SD", "TC", "ci", "unseen", "written"}
        low, high = scores["ci"]["SD"]
        assert low <= scores["SD"] <= high and scores["written"].keys() >= {"SD", "TC"}
    assert told["differences"]["reference"] == "stop" and 0 < told["differences"]["random-walk"]["SD"]["p"] <= 1


def test_ways_have_scores_and_say_little_beside_them() -> None:
    paragraphs = [corpus_paragraph(corpus_kind("lani"), 0, 14)]
    trial = prepare(paragraphs, PARAGRAPHS[:1], "way", "stop,most-frequent", None, runner())
    outcome = evaluate(trial)
    made = table_of(outcome, LANI, "way", "dev", "generated", len(trial.examples))
    names = [column.name for column in made.columns]
    assert all(len(row) == len(names) for row in made.rows)
    assert [name for name in names if " " not in name] == ["method", "way", "constrained", "nDTW", "SDTW", "TC"]
    assert "unseen way" in names and "unseen TC" not in names and "written way" not in names
    assert any(note.startswith("way:") for note in made.notes) and "goes the way it was told" in made.title
    told = as_json(outcome, "lani", "dev", "way", len(trial.examples), 0)
    scores = told["results"]["most-frequent"]
    assert scores.keys() == {"way", "constrained", "nDTW", "SDTW", "TC", "ci", "unseen", "written"}
    assert scores["ci"].keys() == scores.keys() - {"ci", "unseen", "written"} and 0 <= scores["nDTW"] <= 1


def test_a_table_of_ways_needs_meanings() -> None:
    with pytest.raises(InputError, match="says what its instructions mean"):
        prepare(PARAGRAPHS, [], "way", "stop", None, runner())
    with pytest.raises(InputError, match="only predicts goals"):
        prepare([corpus_paragraph(corpus_kind("lani"), 0, 14)], [], "way", "center", None, runner())
