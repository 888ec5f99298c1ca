"""Scores that characterise a corpus: blind baselines, and the best that any reader could reach."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sightline.agent.aim import Aim
from sightline.corpus.examples import examples_of
from sightline.corpus.records import Paragraph
from sightline.evaluation.methods import Runner
from sightline.evaluation.outcome import MethodOutcome
from sightline.evaluation.scores import Result, results_of, run_goals, run_single, scores_in, values_of
from sightline.world import Kind, kind_of

BASELINES = {"stop": "results", "random-walk": "results", "most-frequent": "results", "center": "goals"}  # and their tables


def baselines(paragraphs: Sequence[Paragraph], seed: int = 0) -> dict[str, dict[str, float]]:
    """The scores of stop, random-walk and most-frequent; Dist and Acc of center."""
    examples, runner = examples_of(paragraphs), Runner(_kind(paragraphs), seed=seed)
    run = {"goals": run_goals, "results": run_single}
    return {name: _scores(run[table](runner, name, examples), table, runner.kind) for name, table in BASELINES.items()}


def ceiling(paragraphs: Sequence[Paragraph]) -> dict[str, float] | None:
    """Dist and Acc of what the instructions mean against where the demonstrations ended; None without meanings."""
    return _against_ends(paragraphs, "intended")


def readers(paragraphs: Sequence[Paragraph]) -> dict[str, float] | None:
    """Dist and Acc of where readers of a written corpus would have ended; None if it has no readers."""
    return _against_ends(paragraphs, "read")


def _kind(paragraphs: Sequence[Paragraph]) -> Kind:
    return kind_of(paragraphs[0].world)


def _against_ends(paragraphs: Sequence[Paragraph], key: str) -> dict[str, float] | None:
    places = [getattr(segment, key) for p in paragraphs for segment in p.segments]
    if not places or None in places:
        return None
    examples, kind = examples_of(paragraphs), _kind(paragraphs)
    goals = np.array(places)
    aims = [Aim((x, z)) for x, z in goals.tolist()]
    outcome = MethodOutcome(aims=aims, goal_distance=Runner(kind).world(examples).distances(goals))
    return _scores(results_of(examples, outcome), "goals", kind)


def _scores(results: Sequence[Result], table: str, kind: Kind) -> dict[str, float]:
    return {score.name: float(values_of(results, score)[0].mean()) for score in scores_in(table, kind)}
