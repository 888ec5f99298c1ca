"""Scores of methods: a result for every example, and the metrics over them (INTERFACES, "Metrics")."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import IO, Any

import numpy as np

from sightline.evaluation.examples import Example
from sightline.evaluation.methods import Outcome, Runner
from sightline.evaluation.significance import interval, paired_difference
from sightline.geometry import distance
from sightline.geometry.types import Bools, Floats
from sightline.lani.reward import NEAR


@dataclass(frozen=True)
class Result:
    """What became of one example."""

    paragraph: str
    segment: int
    instruction: str
    end: tuple[float, float] | None  # where the agent ended; None when the method does not act
    distance: float | None  # from there to the end of the demonstration
    goal: tuple[float, float] | None  # where the method saw the goal; None when it predicts none
    goal_distance: float | None
    sure: float | None  # how likely the method says that goal is right
    unseen_phrasing: bool
    phenomena: tuple[str, ...] | None
    last: bool = False  # of its paragraph


def results_of(examples: Sequence[Example], outcome: Outcome) -> list[Result]:
    """An outcome, example by example."""
    ends = np.array([example.episode.goal for example in examples])
    stopped, walked = _places(outcome.pose, ends)
    goals, missed = _places(outcome.goal, ends)
    return [
        Result(
            e.paragraph, e.segment, e.episode.instruction, stopped[n], walked[n], goals[n], missed[n],
            None if outcome.sure is None else float(outcome.sure[n]), e.unseen_phrasing, e.phenomena, e.last,
        )
        for n, e in enumerate(examples)
    ]  # fmt: skip


def _places(found: Floats | None, ends: Floats) -> tuple[Sequence[Any], Sequence[Any]]:
    """Places as pairs and their distances to ends (N, 2); None for each where there are no places."""
    if found is None:
        return [None] * len(ends), [None] * len(ends)
    return [(x, z) for x, z in found[:, :2].tolist()], distance(found, ends).tolist()


def run_single(runner: Runner, method: str, examples: Sequence[Example]) -> list[Result]:
    """Each instruction on its own, from where its demonstration started."""
    return results_of(examples, runner.run(method, examples))


def run_paragraphs(runner: Runner, method: str, examples: Sequence[Example]) -> list[Result]:
    """Whole paragraphs: each instruction from wherever the agent is then. All first segments at once, then all second."""
    found: dict[tuple[str, int], Result] = {}
    standing: dict[str, tuple[float, float, float]] = {}  # by paragraph
    for k in range(1 + max(example.segment for example in examples)):
        turn = [example for example in examples if example.segment == k]
        if k:
            turn = [replace(e, episode=replace(e.episode, start=standing[e.paragraph])) for e in turn]
        outcome = runner.run(method, turn)
        assert outcome.pose is not None  # only methods that act are asked
        for example, result, pose in zip(turn, results_of(turn, outcome), outcome.pose.tolist(), strict=True):
            found[example.paragraph, k] = result
            standing[example.paragraph] = (pose[0], pose[1], pose[2])
    return [found[example.paragraph, example.segment] for example in examples]


# Each table's metrics, and what of a result they are computed from.
METRICS: dict[str, dict[str, str]] = {
    "results": {"SD": "distance", "TC": "distance"},
    "goals": {"Dist": "goal_distance", "Acc": "goal_distance"},
    "phenomena": {"Dist": "goal_distance"},
    "calibration": {"Acc": "goal_distance"},
    "paragraphs": {"segments": "distance", "paragraphs": "distance"},
}


def values_of(results: Sequence[Result], table: str, metric: str) -> tuple[Floats, Bools]:
    """A metric's value (N,) for every result, and (N,) whether it counts; its score is the mean of those that do."""
    d = np.array([getattr(result, METRICS[table][metric]) for result in results], dtype=np.float64)
    if metric in ("SD", "Dist"):
        return d, np.full(len(d), True)
    near = d <= NEAR if metric == "Acc" else d < NEAR
    counted = [result.last or metric != "paragraphs" for result in results]
    return np.where(near, 100.0, 0.0), np.array(counted, dtype=bool)


def score(results: Sequence[Result], table: str) -> dict[str, Any]:
    """Every metric of a table with its interval, and how many instructions it is over."""
    found: dict[str, Any] = {}
    intervals: dict[str, list[float]] = {}
    for metric in METRICS[table]:
        values, counted = values_of(results, table, metric)
        if not counted.any():
            continue
        groups = [result.paragraph for result, counts in zip(results, counted, strict=True) if counts]
        found[metric] = float(values[counted].mean())
        intervals[metric] = list(interval(values[counted], groups))
    return {**found, "ci": intervals, "n": len(results)}


def full_score(results: Sequence[Result], written: Sequence[Result], table: str) -> dict[str, Any]:
    """The score of a method, and beside it those of unseen phrasing and of the written set."""
    whole = score(results, table)
    del whole["n"]  # the same for every method
    unseen = [result for result in results if result.unseen_phrasing]
    return {**whole, "unseen": score(unseen, table), "written": score(written, table)}


def differences(found: dict[str, list[Result]], reference: str, table: str) -> dict[str, dict[str, Any]]:
    """Each method less the reference, on the same examples and resamples: value, interval, p."""
    compared: dict[str, dict[str, Any]] = {}
    for method, results in found.items():
        if method == reference:
            continue
        compared[method] = {}
        for metric in METRICS[table]:
            values, counted = values_of(results, table, metric)
            others, _ = values_of(found[reference], table, metric)
            groups = [result.paragraph for result, counts in zip(results, counted, strict=True) if counts]
            d = paired_difference(values[counted], others[counted], groups)
            compared[method][metric] = {"value": d.value, "ci": [d.low, d.high], "p": d.p}
    return compared


def write_results(file: IO[str], method: str, corpus: str, results: Sequence[Result]) -> None:
    """Results as JSON lines."""
    for result in results:
        line = {"method": method, "set": corpus, **asdict(result)}
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
