"""Calibration of confidence: the probability that a goal is right, from the goal map's mass near it and the word count.

Goal maps are as confident on long free sentences as on short plain ones, and more often wrong. Logistic regression (Platt
scaling with the length as a second input) on examples outside the training set corrects that.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from sightline.agent.choice import calibration_features
from sightline.geometry.types import Bools, Floats, Ints
from sightline.models.goal_map import AS_IT_IS

RIDGE = 1e-3  # keeps the weights finite if all goals are right


def fit_calibration(shares: Floats, words: Ints, right: Bools) -> tuple[float, float, float]:
    """Fit a model's `calibration` to shares of maps near their goals, word counts, and whether goals are right, all (N,)."""
    features = calibration_features(shares, words)  # (N, 3)
    signs = np.where(right, 1.0, -1.0)
    before = np.array(AS_IT_IS)

    def loss(weights: Floats) -> tuple[float, Floats]:
        """The loss of logistic regression, and its gradient."""
        margins = signs * (features @ weights)
        slope = -(signs * expit(-margins)) @ features + RIDGE * (weights - before)
        return float(np.logaddexp(0, -margins).sum() + RIDGE * ((weights - before) ** 2).sum() / 2), slope

    shares_of, longer, always = minimize(loss, before, jac=True, method="BFGS").x.tolist()
    return shares_of, longer, always
