"""Goal distance with and without each linguistic phenomenon (paper, table "linguistic-results")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sightline.corpus.records import PHENOMENA
from sightline.evaluation.scores import Result
from sightline.evaluation.significance import contrast, fixed_sample


def phenomena_scores(results: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """`sample` (200 fixed instructions) and `all`: for each phenomenon present, absent, p and n.

    Of an instruction with several goals the mean distance counts.
    """
    instructions = [_mean(some) for some in _by_instruction(results)]
    sample = [instructions[k] for k in fixed_sample(len(instructions))]
    return {"sample": _contrasts(sample), "all": _contrasts(instructions)}


def _by_instruction(results: Sequence[Result]) -> list[list[Result]]:
    groups: dict[tuple[str, int], list[Result]] = {}
    for result in results:
        groups.setdefault((result.paragraph, result.segment), []).append(result)
    return list(groups.values())


def _mean(results: Sequence[Result]) -> Result:
    missed = [result.goal_distance for result in results if result.goal_distance is not None]
    return replace(results[0], goal_distance=float(np.mean(missed)))


def _contrasts(results: Sequence[Result]) -> dict[str, Any]:
    missed = np.array([result.goal_distance for result in results], dtype=np.float64)
    contrasts: dict[str, Any] = {"n": len(results)}
    for name in PHENOMENA:
        present = np.array([name in (result.phenomena or ()) for result in results], dtype=bool)
        contrasts[name] = contrast(missed, present)._asdict()
    return contrasts
