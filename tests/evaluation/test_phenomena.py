"""Goal distance with and without each phenomenon, worked by hand."""

import pytest

from sightline.evaluation.phenomena import phenomena_scores
from sightline.evaluation.scores import Result


def result(segment: int, distance: float, *phenomena: str) -> Result:
    return Result("a", segment, "go .", None, None, (0.0, 0.0), distance, None, False, phenomena)


def test_phenomena_compare_instructions_with_and_without() -> None:
    marked = [result(0, 1.0, "coreference"), result(1, 2.0, "coreference"), result(1, 4.0, "coreference")]
    results = [*marked, result(2, 8.0), result(3, 10.0)]  # the second has two goals, 3 off in the mean
    scores = phenomena_scores(results)["all"]["coreference"]
    assert (scores["present"], scores["absent"], scores["n"]) == (2.0, 9.0, 2)
    # t = 7 / sqrt(2) with two degrees of freedom
    assert scores["p"] == pytest.approx(0.0385, abs=1e-3)
    assert phenomena_scores(results)["sample"]["comparatives"] == {"present": None, "absent": 5.5, "p": None, "n": 0}


def test_the_sample_has_two_hundred() -> None:
    scores = phenomena_scores([result(k, float(k)) for k in range(300)])
    assert scores["sample"]["n"] == 200 and scores["all"]["n"] == 300
