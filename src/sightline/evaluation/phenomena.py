"""Which language is hard: goal distance with and without each phenomenon (paper, table "linguistic-results")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sightline.corpus.records import PHENOMENA
from sightline.evaluation.scores import Result
from sightline.evaluation.significance import contrast, fixed_sample


def phenomena_scores(results: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """`sample` (200 fixed instructions) and `all`: for each phenomenon present, absent, p and n."""
    sample = [results[k] for k in fixed_sample(len(results))]
    return {"sample": _contrasts(sample), "all": _contrasts(results)}


def _contrasts(results: Sequence[Result]) -> dict[str, Any]:
    missed = np.array([result.goal_distance for result in results], dtype=np.float64)
    contrasts: dict[str, Any] = {"n": len(results)}
    for name in PHENOMENA:
        present = np.array([name in (result.phenomena or ()) for result in results], dtype=bool)
        contrasts[name] = contrast(missed, present)._asdict()
    return contrasts
