"""One evaluation from end to end, worked by hand."""

import pytest
from evaluation.small import LANI, MIDDLE, paragraph, runner, segment

from sightline.errors import InputError
from sightline.evaluation.evaluate import evaluate, prepare

PARAGRAPHS = [paragraph(name, segment(MIDDLE, (25.0, 28.0)), segment(MIDDLE, (25.0, 35.0))) for name in "abc"]


def test_an_evaluation_compares_every_method_with_one() -> None:
    trial = prepare(PARAGRAPHS, PARAGRAPHS[:1], "results", "stop,most-frequent", 5, runner())
    assert len(trial.examples) == 5 and len(trial.beside["written"]) == 2 and trial.steps == 2 * 7
    outcome = evaluate(trial)
    others = [r for sets in outcome.beside.values() for r in sets.values()]
    assert trial.steps == sum(map(len, [*outcome.results.values(), *others]))
    assert outcome.reference == "stop" and outcome.differences.keys() == {"most-frequent"}
    moved = outcome.scores["most-frequent"]["SD"] - outcome.scores["stop"]["SD"]
    assert outcome.differences["most-frequent"]["SD"]["value"] == pytest.approx(moved)


def test_the_papers_method_is_the_reference_where_it_runs() -> None:
    trial = prepare(PARAGRAPHS[:1], [], "results", "stop,paper", 1, runner())
    assert evaluate(trial).reference == "paper"


def test_whole_paragraphs_are_completed() -> None:
    assert len(prepare(PARAGRAPHS, [], "paragraphs", "stop", 3, runner()).examples) == 4


def test_what_cannot_be_evaluated_is_said_before_anything_runs() -> None:
    with pytest.raises(InputError, match="no instructions"):
        prepare([], [], "results", "stop", None, runner())
    unmarked = [paragraph("a", segment(MIDDLE, (25.0, 28.0), phenomena=None))]
    with pytest.raises(InputError, match="marked with their phenomena"):
        prepare(unmarked, [], "phenomena", "center", None, runner())


def test_tables_have_what_they_are_about() -> None:
    calibration = evaluate(prepare(PARAGRAPHS, [], "calibration", "center", None, runner()))
    assert calibration.scores["center"]["calibration"]["all"]["n"] == 0  # it does not say how sure it is
    phenomena = evaluate(prepare(PARAGRAPHS, [], "phenomena", "center", None, runner()))
    assert phenomena.scores["center"]["phenomena"]["all"]["n"] == 6 and LANI.near == 5.0
