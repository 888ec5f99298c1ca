"""The fingerprint of a corpus's geometry: what agents get that neither look nor read, and the best any reader could do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sightline.corpus.records import Paragraph
from sightline.evaluation.examples import Example, examples_of
from sightline.evaluation.methods import Outcome, Runner
from sightline.evaluation.scores import METRICS, results_of, values_of

BASELINES = {"stop": "results", "random-walk": "results", "most-frequent": "results", "center": "goals"}  # and their tables


def baselines(paragraphs: Sequence[Paragraph], seed: int = 0) -> dict[str, dict[str, float]]:
    """Stop distance and task completion of stop, random-walk and most-frequent; Dist and Acc of center."""
    examples, runner = examples_of(paragraphs), Runner(seed=seed)
    return {name: _scores(examples, runner.run(name, examples), table) for name, table in BASELINES.items()}


def ceiling(paragraphs: Sequence[Paragraph]) -> dict[str, float] | None:
    """Dist and Acc of what the instructions mean against where the demonstrations ended; None without meanings."""
    return _against_ends(paragraphs, "intended")


def readers(paragraphs: Sequence[Paragraph]) -> dict[str, float] | None:
    """Dist and Acc of where readers of a written corpus would have ended; None if nobody has read it."""
    return _against_ends(paragraphs, "read")


def _against_ends(paragraphs: Sequence[Paragraph], key: str) -> dict[str, float] | None:
    places = [getattr(segment, key) for p in paragraphs for segment in p.segments]
    if not places or None in places:
        return None
    return _scores(examples_of(paragraphs), Outcome(goal=np.array(places)), "goals")


def _scores(examples: Sequence[Example], outcome: Outcome, table: str) -> dict[str, float]:
    results = results_of(examples, outcome)
    return {metric: float(values_of(results, table, metric)[0].mean()) for metric in METRICS[table]}
