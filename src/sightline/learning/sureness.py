"""Honest sureness: how likely goals are right, given how much of the map lies near them and how long the sentences are.

A map is as sure of a long free sentence as of a short plain one, and more often wrong. Logistic regression (Platt scaling,
with the length beside it) on examples that were not learned from puts that right.
"""

from __future__ import annotations

import numpy as np

from sightline.agent.choice import sureness_features
from sightline.geometry.types import Bools, Floats, Ints

RIDGE = 1e-3  # keeps the weights finite where all goals are right
ROUNDS = 50


def fit_sureness(shares: Floats, words: Ints, right: Bools) -> tuple[float, float, float]:
    """What a model's `calibration` should be: shares (N,) of maps near their goals, numbers of words, and who was right."""
    features = sureness_features(shares, words)  # (N, 3)
    weights = np.array([1.0, 0.0, 0.0])
    for _ in range(ROUNDS):  # Newton's method
        likely = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (likely - right) + RIDGE * (weights - [1.0, 0.0, 0.0])
        curve = (features * (likely * (1 - likely))[:, None]).T @ features + RIDGE * np.eye(3)
        weights = weights - np.linalg.solve(curve, slope)
    shares_of, longer, always = weights.tolist()
    return shares_of, longer, always
