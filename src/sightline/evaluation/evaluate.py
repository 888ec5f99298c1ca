"""One evaluation: methods over the instructions of a split and over the written set, with scores and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sightline.corpus.examples import Example, examples_of
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.evaluation.calibration import calibration_scores
from sightline.evaluation.methods import CHECKPOINT, Runner, choose_methods
from sightline.evaluation.phenomena import phenomena_scores
from sightline.evaluation.scores import Result, differences, full_score, run_paragraphs, run_single

REFERENCES = ("paper", CHECKPOINT, "best")  # the first of these that ran is what others are compared with


@dataclass
class Trial:
    """What an evaluation is about: a table, the examples of a split and of the written set, and methods to try."""

    table: str
    examples: list[Example]
    written: list[Example]
    methods: list[str]
    runner: Runner

    @property
    def steps(self) -> int:
        """How many examples all methods together will see."""
        return len(self.methods) * (len(self.examples) + len(self.written))


@dataclass
class Evaluation:
    """What came out, example by example and as scores."""

    results: dict[str, list[Result]]  # by method
    written: dict[str, list[Result]]
    scores: dict[str, dict[str, Any]]  # by method: metrics, ci, unseen, written
    reference: str
    differences: dict[str, dict[str, Any]]


def prepare(
    paragraphs: Sequence[Paragraph],
    written: Sequence[Paragraph],
    table: str,
    methods: str,
    limit: int | None,
    runner: Runner,
) -> Trial:
    """Choose examples and methods; what cannot be evaluated is an InputError before anything runs."""
    whole = table == "paragraphs"
    examples, written_examples = (examples_of(some, limit, whole) for some in (paragraphs, written))
    if not examples:
        raise InputError("There is nothing to evaluate: the corpus has no instructions in this split.")
    if table == "phenomena" and any(example.segment.phenomena is None for example in examples):
        raise InputError(
            "--table phenomena needs a corpus whose instructions are marked with their phenomena; this one is not."
        )
    acting = table in ("results", "paragraphs")
    return Trial(table, examples, written_examples, choose_methods(methods, runner, examples, acting), runner)


def evaluate(trial: Trial) -> Evaluation:
    """Run every method over every example."""
    run, kind = run_paragraphs if trial.table == "paragraphs" else run_single, trial.runner.kind
    results: dict[str, list[Result]] = {}
    written: dict[str, list[Result]] = {}
    scores: dict[str, dict[str, Any]] = {}
    for method in trial.methods:
        results[method] = run(trial.runner, method, trial.examples)
        written[method] = run(trial.runner, method, trial.written)
        scores[method] = full_score(results[method], written[method], trial.table, kind)
        if trial.table == "phenomena":
            scores[method]["phenomena"] = phenomena_scores(results[method])
        if trial.table == "calibration":
            scores[method]["calibration"] = calibration_scores(results[method], written[method], kind.near)
    reference = next((name for name in REFERENCES if name in results), trial.methods[0])
    return Evaluation(results, written, scores, reference, differences(results, reference, trial.table, kind))
