"""Metrics worked by hand: SD, TC, Dist, Acc, and the scores of paragraphs."""

import io
import json
from collections.abc import Sequence

import numpy as np
import pytest

from sightline.corpus.records import Paragraph, Segment
from sightline.evaluation.examples import Example, examples_of
from sightline.evaluation.methods import Outcome, Runner
from sightline.evaluation.phenomena import phenomena_scores
from sightline.evaluation.scores import Result, full_score, results_of, run_paragraphs, run_single, score, write_results
from sightline.lani import Scene


def segment(start: tuple[float, float, float], end: tuple[float, float], unseen: bool = False) -> Segment:
    return Segment("go on .", ["go", "on", "."], start, end, "F", unseen_phrasing=unseen, phenomena=[])


def examples(ends: Sequence[tuple[float, float]], unseen: Sequence[int] = ()) -> list[Example]:
    """Instructions that start in the middle of an empty field, looking north."""
    segments = [segment((25.0, 25.0, 0.0), end, k in unseen) for k, end in enumerate(ends)]
    return examples_of([Paragraph("a", Scene(()), segments)])


# From the middle: 3 away, exactly 5 away, 13 away.
THREE = examples([(25.0, 28.0), (28.0, 29.0), (30.0, 37.0)], unseen=[0, 2])


def test_stop_distance_is_a_mean_and_completion_is_closer_than_five() -> None:
    found = score(run_single(Runner(), "stop", THREE), "results")
    assert found["SD"] == pytest.approx(7.0) and found["TC"] == pytest.approx(100 / 3)
    assert found["n"] == 3 and found["ci"].keys() == {"SD", "TC"}


def test_goal_accuracy_counts_a_distance_of_five() -> None:
    here = np.full((3, 2), 25.0)
    found = score(results_of(THREE, Outcome(goal=here)), "goals")
    assert found["Dist"] == pytest.approx(7.0) and found["Acc"] == pytest.approx(200 / 3)


def test_unseen_phrasing_and_the_written_set_stand_beside_the_score() -> None:
    results = run_single(Runner(), "stop", THREE)
    found = full_score(results, results[:1], "results")
    assert list(found) == ["SD", "TC", "ci", "unseen", "written"]
    assert found["unseen"]["SD"] == pytest.approx(8.0) and found["unseen"]["n"] == 2
    assert found["written"]["SD"] == pytest.approx(3.0) and found["written"]["TC"] == 100.0
    assert full_score(results[1:2], [], "results")["unseen"] == {"ci": {}, "n": 0}


def test_a_paragraph_goes_on_from_wherever_the_agent_is() -> None:
    # Forward until the fence at z = 49.6. The second instruction of the first paragraph starts there, not where its
    # demonstration started (10, 10), and stays there. The second paragraph misses once, and then comes close.
    paragraphs = [
        Paragraph("a", Scene(()), [segment((25.0, 5.0, 0.0), (25.0, 48.0)), segment((10.0, 10.0, 0.0), (25.0, 49.0))]),
        Paragraph("b", Scene(()), [segment((5.0, 5.0, 0.0), (5.0, 5.0)), segment((5.0, 5.0, 180.0), (6.0, 49.0))]),
        Paragraph("c", Scene(()), [segment((5.0, 5.0, 0.0), (5.0, 49.0)), segment((5.0, 5.0, 0.0), (5.0, 20.0))]),
    ]
    results = run_paragraphs(Runner(), "most-frequent", examples_of(paragraphs))
    assert [r.distance for r in results] == pytest.approx([1.6, 0.6, 44.6, (1 + 0.6**2) ** 0.5, 0.6, 29.6], abs=0.01)
    found = score(results, "paragraphs")
    assert found["segments"] == pytest.approx(400 / 6) and found["paragraphs"] == pytest.approx(200 / 3)
    alone = run_single(Runner(), "most-frequent", examples_of(paragraphs))
    assert alone[1].distance == pytest.approx((15**2 + 0.6**2) ** 0.5, abs=0.01)


def test_phenomena_compare_instructions_with_and_without() -> None:
    def result(distance: float, *phenomena: str) -> Result:
        return Result("a", 0, "go .", None, None, (0.0, 0.0), distance, None, False, phenomena)

    results = [result(1.0, "coreference"), result(3.0, "coreference"), result(8.0), result(10.0)]
    found = phenomena_scores(results)["all"]["coreference"]
    assert (found["present"], found["absent"], found["n"]) == (2.0, 9.0, 2)
    # t = 7 / sqrt(2) with two degrees of freedom
    assert found["p"] == pytest.approx(0.0385, abs=1e-3)
    assert phenomena_scores(results)["sample"]["comparatives"] == {"present": None, "absent": 5.5, "p": None, "n": 0}


def test_results_are_written_one_line_each() -> None:
    file = io.StringIO()
    write_results(file, "stop", "dev", run_single(Runner(), "stop", THREE))
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert len(lines) == 3 and lines[0]["distance"] == 3.0 and lines[0]["end"] == [25.0, 25.0]
    assert lines[2]["segment"] == 2 and lines[2]["unseen_phrasing"] and lines[2]["goal"] is None


def test_a_limit_takes_the_first_instructions_or_whole_paragraphs() -> None:
    paragraphs = [Paragraph(name, Scene(()), [segment((5.0, 5.0, 0.0), (6.0, 6.0))] * 3) for name in "ab"]
    assert [(e.paragraph, e.segment) for e in examples_of(paragraphs, 4)] == [("a", 0), ("a", 1), ("a", 2), ("b", 0)]
    assert len(examples_of(paragraphs, 4, whole=True)) == 6 and len(examples_of(paragraphs, 3, whole=True)) == 3
    assert [e.last for e in examples_of(paragraphs)] == [False, False, True] * 2
