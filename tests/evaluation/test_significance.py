"""Intervals, paired differences and t-tests on made-up data."""

import numpy as np
import pytest

from sightline.evaluation.significance import contrast, fixed_sample, interval, paired_difference, resampled_means

RNG = np.random.default_rng(5)
GROUPS = [f"p{k // 4}" for k in range(400)]  # 100 paragraphs of four instructions


def test_an_interval_is_about_two_standard_errors_of_paragraph_means() -> None:
    means = RNG.normal(10, 2, 100)
    low, high = interval(np.repeat(means, 4), GROUPS)  # within a paragraph all are alike: 100 numbers, not 400
    assert low < means.mean() < high
    assert (high - low) / 2 == pytest.approx(1.96 * means.std() / 10, rel=0.15)
    assert interval(np.full(400, 3.0), GROUPS) == (3.0, 3.0)


def test_intervals_do_not_change_from_run_to_run() -> None:
    values = RNG.normal(size=400)
    assert interval(values, GROUPS) == interval(values.copy(), list(GROUPS))


def test_resamples_are_those_of_a_fixed_seed() -> None:
    paragraphs = [str(k // 2) for k in range(40)]
    assert interval(np.sqrt(np.arange(40.0)), paragraphs) == pytest.approx((3.473081475, 4.802407506), abs=1e-8)


def test_means_are_over_instructions_not_over_paragraphs() -> None:
    # Two paragraphs, one of three instructions (0) and one of a single one (8): a resample is one of 0, 2, 8.
    assert set(resampled_means([0, 0, 0, 8], ["a", "a", "a", "b"])) == {0.0, 2.0, 8.0}


def test_pairing_finds_what_separate_intervals_hide() -> None:
    hard = np.repeat(RNG.normal(10, 5, 100), 4)
    one, other = hard + RNG.normal(0, 0.5, 400), hard + 0.4 + RNG.normal(0, 0.5, 400)
    assert interval(one, GROUPS)[1] > interval(other, GROUPS)[0]
    found = paired_difference(one, other, GROUPS)
    assert found.value == pytest.approx(-0.4, abs=0.1) and found.high < 0 and found.p == pytest.approx(2 / 1001)


def test_equal_methods_do_not_differ() -> None:
    values = RNG.normal(size=400)
    assert paired_difference(values, values, GROUPS) == (0.0, 0.0, 0.0, 1.0)
    assert paired_difference(values, RNG.permutation(values), GROUPS).p > 0.05


def test_a_contrast_is_a_t_test() -> None:
    # Means 2 and 6, pooled variance 1, three each: t = -4 / sqrt(2 / 3) = -4.90 with four degrees of freedom.
    values, present = np.array([1.0, 2.0, 3.0, 5.0, 6.0, 7.0]), np.array([True] * 3 + [False] * 3)
    found = contrast(values, present)
    assert (found.present, found.absent, found.n) == (2.0, 6.0, 3) and found.p == pytest.approx(0.00805, abs=1e-4)
    assert contrast(values, np.arange(6) == 0).p is None


def test_the_sample_is_always_the_same() -> None:
    sample = fixed_sample(4000)
    assert len(set(sample)) == 200 and (np.diff(sample) > 0).all() and (sample == fixed_sample(4000)).all()
    assert fixed_sample(7).tolist() == list(range(7))
