"""How sure scores are: bootstrap intervals over paragraphs, paired differences between methods, and t-tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sightline.geometry.types import Bools, Floats, Ints

RESAMPLES = 1000
SEED = 2018  # fixed: the same examples always give the same intervals
SAMPLE = 200  # instructions in the paper's analysis of phenomena


class Difference(NamedTuple):
    """One method's mean less another's."""

    value: float
    low: float
    high: float
    p: float  # two-sided


class Contrast(NamedTuple):
    """Means with and without something."""

    present: float | None
    absent: float | None
    p: float | None  # of a two-sided t-test; None where a side has too few
    n: int  # how many have it


def resampled_means(values: ArrayLike, groups: Sequence[str]) -> Floats:
    """(1000,) means of values (N,) over resampled groups; the same groups in each call, so that methods are paired."""
    _, which = np.unique(np.asarray(groups), return_inverse=True)  # (N,) number of each value's group
    size = np.bincount(which)  # (G,)
    total = np.bincount(which, weights=np.asarray(values, dtype=np.float64))
    count = len(size)
    drawn = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), RESAMPLES)  # (1000, G)
    return (drawn @ total) / (drawn @ size)


def interval(values: ArrayLike, groups: Sequence[str]) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean."""
    low, high = np.percentile(resampled_means(values, groups), (2.5, 97.5))
    return float(low), float(high)


def paired_difference(values: ArrayLike, others: ArrayLike, groups: Sequence[str]) -> Difference:
    """Mean of values less mean of others on the same examples, with interval and p-value."""
    differences = np.asarray(values, dtype=np.float64) - np.asarray(others, dtype=np.float64)
    means = resampled_means(differences, groups)
    low, high = np.percentile(means, (2.5, 97.5))
    # One is added because the sample itself is a resample too: p is never exactly zero.
    tail = min((means <= 0).sum(), (means >= 0).sum())
    p = min(1.0, 2 * (1 + tail) / (1 + RESAMPLES))
    return Difference(float(differences.mean()), float(low), float(high), float(p))


def fixed_sample(count: int) -> Ints:
    """Which of `count` instructions are in the sample of 200 (all of them if there are no more), in order."""
    if count <= SAMPLE:
        return np.arange(count)
    return np.sort(np.random.default_rng(SEED).choice(count, SAMPLE, replace=False))


def contrast(values: Floats, present: Bools) -> Contrast:
    """Means of values (N,) where something is present and where not, and a two-sided t-test between them."""
    from scipy.stats import ttest_ind

    with_, without = values[present], values[~present]
    p = float(ttest_ind(with_, without).pvalue) if min(len(with_), len(without)) >= 2 else float("nan")
    return Contrast(_mean(with_), _mean(without), p if np.isfinite(p) else None, len(with_))


def _mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None
