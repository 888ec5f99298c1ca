"""Calibration: the confidence that a method states against how often its goals are right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sightline.evaluation.scores import Result
from sightline.geometry.types import Bools, Floats

GROUPS = 10


def calibration_scores(results: Sequence[Result], beside: dict[str, list[Result]], near: float) -> dict[str, dict[str, Any]]:
    """What is said and what is right, over all examples, those of unseen phrasing, and the sets `beside`.

    A goal is right when it is not farther than `near` from the true one.
    """
    parts = {"all": results, "unseen": [r for r in results if r.unseen_phrasing], **beside}
    return {name: _score(part, near) for name, part in parts.items()}


def _score(results: Sequence[Result], near: float) -> dict[str, Any]:
    stated = [r for r in results if r.confidence is not None and r.goal_distance is not None]
    if not stated:
        return {"n": 0, "said": None, "right": None, "ECE": None}
    sure = np.array([r.confidence for r in stated], dtype=np.float64)
    right = np.array([r.goal_distance for r in stated], dtype=np.float64) <= near
    return {
        "n": len(stated), "said": 100 * float(sure.mean()), "right": 100 * float(right.mean()),
        "ECE": 100 * calibration_error(sure, right),
    }  # fmt: skip


def calibration_error(sure: Floats, right: Bools) -> float:
    """Expected calibration error: mean difference of confidence and accuracy over groups of equal size."""
    order = np.argsort(sure, kind="stable")
    groups = [group for group in np.array_split(order, GROUPS) if len(group)]
    return float(sum(len(g) * abs(sure[g].mean() - right[g].mean()) for g in groups) / len(sure))
