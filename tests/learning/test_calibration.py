from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from sightline.agent.choice import LONG, calibrated, calibration_features
from sightline.learning.calibration import fit_calibration
from sightline.models.goal_map import AS_IT_IS


def model(*weights: float) -> Any:
    return cast(Any, SimpleNamespace(calibration=weights))


def test_a_map_that_is_taken_at_its_word_is_not_changed() -> None:
    shares = np.array([0.02, 0.5, 0.9])
    np.testing.assert_allclose(calibrated(model(*AS_IT_IS), shares, np.array([3, 30, 90])), shares)


def test_only_what_is_longer_than_usual_counts_as_long() -> None:
    features = calibration_features(np.full(3, 0.5), np.array([1, LONG, LONG * 4]))
    np.testing.assert_allclose(features, [[0, 0, 1], [0, 0, 1], [0, np.log(4), 1]], atol=1e-12)
    short, long = calibrated(model(1.0, -1.0, 0.0), np.array([0.8, 0.8]), np.array([5, LONG * 4]))
    assert short == pytest.approx(0.8) and long == pytest.approx(0.5)  # odds of 4 to 1, divided by 4


def test_weights_that_made_the_data_are_found_again() -> None:
    rng = np.random.default_rng(0)
    shares, words = rng.uniform(0.02, 0.98, 20_000), rng.integers(1, 80, 20_000)
    true = (0.6, -1.5, 0.3)
    right = rng.random(20_000) < calibrated(model(*true), shares, words)
    assert fit_calibration(shares, words, right) == pytest.approx(true, abs=0.1)


def test_goals_that_are_all_right_leave_finite_weights() -> None:
    weights = fit_calibration(np.full(50, 0.9), np.full(50, 8), np.ones(50, bool))
    assert np.isfinite(weights).all()
    assert 0.9 < calibrated(model(*weights), np.array([0.9]), np.array([8]))[0] <= 1
