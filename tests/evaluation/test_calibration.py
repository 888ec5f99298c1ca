"""Calibration worked by hand: what was said against what was right."""

import numpy as np
import pytest

from sightline.evaluation.calibration import calibration_error, calibration_scores
from sightline.evaluation.scores import Result


def result(sure: float | None, distance: float | None, unseen: bool = False) -> Result:
    return Result("a", 0, "go .", None, None, None, distance, sure, unseen, ())


def test_said_and_right_are_means_in_percent() -> None:
    results = [result(0.9, 5.0), result(0.5, 5.1), result(0.1, 1.0, unseen=True), result(0.3, 9.0, unseen=True)]
    scores = calibration_scores(results, {"written": results[:1]}, near=5.0)
    assert scores["all"]["n"] == 4 and scores["all"]["said"] == pytest.approx(45) and scores["all"]["right"] == 50
    assert scores["unseen"]["n"] == 2 and scores["unseen"]["said"] == pytest.approx(20) and scores["unseen"]["right"] == 50
    assert scores["written"]["right"] == 100  # a goal exactly as far as `near` is right
    # In groups of one: |0.1 - 1|, |0.3 - 0|, |0.5 - 0|, |0.9 - 1| over four.
    assert scores["all"]["ECE"] == pytest.approx(100 * (0.9 + 0.3 + 0.5 + 0.1) / 4)


def test_who_does_not_say_how_sure_it_is_has_no_score() -> None:
    nothing = {"n": 0, "said": None, "right": None, "ECE": None}
    assert calibration_scores([result(None, 3.0), result(0.5, None)], {}, 5.0)["all"] == nothing
    assert calibration_scores([result(None, 3.0), result(0.5, 3.0)], {}, 5.0)["all"]["n"] == 1


def test_the_error_is_taken_over_ten_groups_of_equal_size() -> None:
    # Twenty examples, two in each group: both as sure as the group's number says, one of them right.
    sure = np.repeat(np.arange(10) / 10, 2)
    right = np.tile([True, False], 10)
    assert calibration_error(sure, right) == pytest.approx(np.abs(np.arange(10) / 10 - 0.5).mean())
    shuffled = np.random.default_rng(0).permutation(20)
    assert calibration_error(sure[shuffled], right[shuffled]) == pytest.approx(np.abs(np.arange(10) / 10 - 0.5).mean())


def test_errors_within_a_group_cancel_and_larger_groups_count_more() -> None:
    assert calibration_error(np.full(30, 0.5), np.tile([True, False], 15)) == pytest.approx(1 / 5, abs=0.2)
    # Eleven examples: the first group has two, the others one.
    sure, right = np.zeros(11), np.array([True, True, *[False] * 9])
    assert calibration_error(sure, right) == pytest.approx(2 / 11)


def test_who_is_always_right_about_itself_has_no_error() -> None:
    assert calibration_error(np.array([1.0] * 5 + [0.0] * 5), np.array([True] * 5 + [False] * 5)) == 0.0
