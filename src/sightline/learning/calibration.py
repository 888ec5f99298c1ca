"""Calibration of confidence: the probability that a goal is right, from the share of its map near it and the words' length.

Maps are as sure of long free sentences as of short plain ones, and more often wrong. Logistic regression (Platt scaling with
the length as a second input) on examples outside the training set corrects that.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from sightline.agent.choice import calibration_features
from sightline.geometry.types import Bools, Floats, Ints
from sightline.models.goal_map import AS_IT_IS

RIDGE = 1e-3  # keeps the weights finite where all goals are right


def fit_calibration(shares: Floats, words: Ints, right: Bools) -> tuple[float, float, float]:
    """What a model's `calibration` should be: shares (N,) of maps near their goals, numbers of words, and who was right."""
    features = calibration_features(shares, words)  # (N, 3)
    signs = np.where(right, 1.0, -1.0)
    before = np.array(AS_IT_IS)

    def loss(weights: Floats) -> tuple[float, Floats]:
        """Of logistic regression, and its slope."""
        margins = signs * (features @ weights)
        slope = -(signs * expit(-margins)) @ features + RIDGE * (weights - before)
        return float(np.logaddexp(0, -margins).sum() + RIDGE * ((weights - before) ** 2).sum() / 2), slope

    shares_of, longer, always = minimize(loss, before, jac=True, method="BFGS").x.tolist()
    return shares_of, longer, always
