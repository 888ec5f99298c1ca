"""Scores of methods: a result for every example, and the metrics over them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import IO, Any, NamedTuple

import numpy as np

from sightline.chat.usage import Usage, total
from sightline.corpus.examples import Example
from sightline.corpus.kind import WayScore, corpus_kind
from sightline.evaluation.methods import Runner
from sightline.evaluation.outcome import ActionTrace, MethodOutcome
from sightline.evaluation.significance import interval, paired_difference
from sightline.fields import Json
from sightline.geometry.types import Bools, Floats
from sightline.world import Kind

LONGER = 1.3  # times the demonstration's actions that --table way allows


class TypesRead(NamedTuple):
    """Whether predicted goal types are right."""

    alike: bool  # as far as words can tell (agent.goal_typing.alike)
    exact: bool  # the literal sequence


@dataclass(frozen=True)
class Result:
    """The result of one example."""

    paragraph: str
    segment: int
    instruction: str
    end: tuple[float, float] | None  # where the agent ended; None when the method does not act
    metrics: dict[str, float] | None  # of the world then
    goal: tuple[float, ...] | None  # where the method saw the goal; None when it predicts none
    goal_distance: float | None
    confidence: float | None  # that the goal is right, as the method says
    unseen_phrasing: bool
    phenomena: tuple[str, ...] | None
    last: bool = False  # of its paragraph
    way: WayScore | None = None  # whether the trajectory is as the instruction said; only in --table way
    number: int = 0  # index of the goal within its instruction, in tables of goals
    complete: bool = False  # this and everything before it in its paragraph was done
    types: TypesRead | None = None  # whether its goal types are right; only in --table goal-types
    trace: ActionTrace | None = None  # the actions that led there; None when the method does not act
    usage: Usage | None = None  # what a model behind an address has cost


def results_of(examples: Sequence[Example], outcome: MethodOutcome) -> list[Result]:
    """An outcome, example by example."""
    return [_result(example, outcome, n) for n, example in enumerate(examples)]


def _result(example: Example, outcome: MethodOutcome, n: int) -> Result:
    segment = example.segment
    metrics = None if outcome.metrics is None else {name: float(values[n]) for name, values in outcome.metrics.items()}
    aim, confidence = None if outcome.aims is None else outcome.aims[n], outcome.confidence
    return Result(
        example.paragraph.id, example.index, segment.instruction, _place(outcome.pose, n), metrics,
        None if aim is None else aim.target, _number(outcome.goal_distance, n), _number(confidence, n),
        segment.unseen_phrasing, None if segment.phenomena is None else tuple(segment.phenomena), example.last,
        trace=None if outcome.traces is None else outcome.traces[n],
        usage=None if outcome.usage is None else outcome.usage[n],
    )  # fmt: skip


def judge_ways(results: Sequence[Result], examples: Sequence[Example], path: Floats) -> list[Result]:
    """Results with the verdict on the trajectories (T, N, 3)."""
    judge = corpus_kind(examples[0].paragraph.world).judge_way
    assert judge is not None  # otherwise there is no such table
    judged = []
    for n, (result, example) in enumerate(zip(results, examples, strict=True)):
        completed = bool(result.metrics and result.metrics["completed"])
        judged.append(replace(result, way=judge(example.paragraph, example.index, path[:, n, :2], completed)))
    return judged


def _place(places: Floats | None, n: int) -> tuple[float, float] | None:
    return None if places is None else (float(places[n, 0]), float(places[n, 1]))


def _number(values: Floats | None, n: int) -> float | None:
    return None if values is None else float(values[n])


def run_single(runner: Runner, method: str, examples: Sequence[Example]) -> list[Result]:
    """Each instruction on its own, from where its demonstration started."""
    if not examples:
        return []
    return results_of(examples, runner.run(method, runner.world(examples), examples))


def run_goals(runner: Runner, method: str, examples: Sequence[Example]) -> list[Result]:
    """What a method says of every goal of instructions, each from the demonstration's state before it."""
    stages, outcome = runner.predict(method, examples)
    return [replace(_result(stage.example, outcome, n), number=stage.done) for n, stage in enumerate(stages)]


def run_ways(runner: Runner, method: str, examples: Sequence[Example]) -> list[Result]:
    """Each instruction on its own, with a longer horizon, and whether its trajectory is as the instruction said."""
    if not examples:
        return []
    world = runner.world(examples)
    demonstrated = [len(runner.kind.read_actions(example.segment.actions)) for example in examples]
    world.horizon = np.maximum(world.horizon, np.ceil(LONGER * np.array(demonstrated)).astype(np.int64))
    outcome = runner.run(method, world, examples)
    assert outcome.path is not None  # only methods that act are in such a table
    return judge_ways(results_of(examples, outcome), examples, outcome.path)


def run_paragraphs(runner: Runner, method: str, examples: Sequence[Example]) -> list[Result]:
    """Whole paragraphs: each instruction starts in the world that the ones before it left. All first ones run together."""
    results: dict[tuple[str, int], Result] = {}
    turn = [example for example in examples if example.index == 0]
    world = runner.world(turn) if turn else None
    while world is not None and turn:
        outcome = runner.run(method, world, turn, fresh=turn[0].index == 0)
        results |= {e.key: result for e, result in zip(turn, results_of(turn, outcome), strict=True)}
        going_on = [n for n, example in enumerate(turn) if not example.last]
        turn = [Example(turn[n].paragraph, turn[n].index + 1) for n in going_on]
        if turn:
            world.restore(world.save(going_on))
            world.proceed([example.episode for example in turn])
    return _with_completeness([results[example.key] for example in examples])


def _with_completeness(results: Sequence[Result]) -> list[Result]:
    """Results of whole paragraphs, in order, each with whether everything so far was done."""
    done: dict[str, bool] = {}
    whole = []
    for result in results:
        completed = bool(result.metrics and result.metrics["completed"])
        done[result.paragraph] = done.get(result.paragraph, True) and completed
        whole.append(replace(result, complete=done[result.paragraph]))
    return whole


class Score(NamedTuple):
    """A column of a table: the mean of a value over the results that count."""

    name: str
    value: Callable[[Result], float]
    digits: int = 1
    counts: Callable[[Result], bool] = lambda result: True


def scores_in(table: str, kind: Kind) -> list[Score]:
    """The scores of a table."""
    goal_distance = Score("Dist", lambda r: _known(r.goal_distance), 2)
    goal_right = Score("Acc", lambda r: 100.0 * (_known(r.goal_distance) <= kind.near))
    completed = _metric("completed", True)
    measured = [Score(m.name, _metric(m.key, m.percent), m.digits) for m in kind.metrics]
    last = Score("paragraphs", completed, counts=lambda r: r.last)
    everything = Score("paragraphs", lambda r: 100.0 * r.complete, counts=lambda r: r.last)
    return {
        "results": measured,
        "navigation": measured[:1],
        "goals": [goal_distance, goal_right],
        "goal-types": [Score("types", lambda r: 100.0 * _read(r).alike), Score("exact", lambda r: 100.0 * _read(r).exact)],
        "phenomena": [goal_distance],
        "calibration": [goal_right],
        "way": [
            Score("way", _way_percent, counts=_has_way),
            Score(
                "constrained", _way_percent, counts=lambda r: _has_way(r) and "trajectory_constraints" in (r.phenomena or ())
            ),
            Score("nDTW", lambda r: _way_score(r).ndtw or 0.0, 3, counts=lambda r: _way_score(r).ndtw is not None),
            Score("SDTW", lambda r: _way_score(r).sdtw or 0.0, 3, counts=lambda r: _way_score(r).ndtw is not None),
            Score("TC", completed),
        ],
        "paragraphs": [
            *(measured if kind.reaches else ()),
            Score("segments", completed),
            everything if kind.reaches else last,
        ],
    }[table]


def _read(result: Result) -> TypesRead:
    assert result.types is not None  # only methods that read types are in such a table
    return result.types


def _has_way(result: Result) -> bool:
    """Whether the meaning of its instruction is known."""
    return result.way is not None and result.way.is_true is not None


def _way_percent(result: Result) -> float:
    return 100.0 * bool(_way_score(result).is_true)


def _way_score(result: Result) -> WayScore:
    return result.way or WayScore(None, None, None)


def _known(value: float | None) -> float:
    assert value is not None  # only methods that predict goals are in such a table
    return value


def _metric(key: str, percent: bool) -> Callable[[Result], float]:
    def value(result: Result) -> float:
        assert result.metrics is not None  # only methods that act are in such a table
        return 100.0 * result.metrics[key] if percent else result.metrics[key]

    return value


def values_of(results: Sequence[Result], score: Score) -> tuple[Floats, Bools]:
    """A score's value (N,) for every result, and (N,) whether it counts."""
    values = np.array([score.value(result) for result in results], dtype=np.float64)
    return values, np.array([score.counts(result) for result in results], dtype=bool)


def score_results(results: Sequence[Result], table: str, kind: Kind) -> dict[str, Any]:
    """Every score of a table with its interval, and how many instructions it is over."""
    means: dict[str, Any] = {}
    intervals: dict[str, list[float]] = {}
    for score in scores_in(table, kind):
        values, counted = values_of(results, score)
        if not counted.any():
            continue
        groups = [result.paragraph for result, counts in zip(results, counted, strict=True) if counts]
        means[score.name] = float(values[counted].mean())
        intervals[score.name] = list(interval(values[counted], groups))
    return {**means, "ci": intervals, "n": len(results)}


def usage_scores(results: Sequence[Result]) -> dict[str, float]:
    """What a model behind an address has cost: means over instructions, and how many of its answers were no use."""
    costs = [result.usage for result in results if result.usage is not None]
    if not costs:
        return {}
    everything, each = total(costs), 1 / len({(result.paragraph, result.segment) for result in results})
    return {
        "calls": each * everything.calls, "tokens_in": each * everything.tokens_in,
        "tokens_out": each * everything.tokens_out, "cost": each * everything.cost, "seconds": each * everything.seconds,
        "malformed": everything.malformed, "failed": everything.failed,
    }  # fmt: skip


def full_score(results: Sequence[Result], beside: dict[str, list[Result]], table: str, kind: Kind) -> dict[str, Any]:
    """The score of a method, and beside it those of unseen phrasing, of the written set and of unseen scenes."""
    overall = score_results(results, table, kind)
    del overall["n"]  # the same for every method
    parts = {"unseen": [result for result in results if result.unseen_phrasing], **beside}
    return {**overall, **{name: score_results(part, table, kind) for name, part in parts.items()}}


def differences(results: dict[str, list[Result]], reference: str, table: str, kind: Kind) -> dict[str, dict[str, Any]]:
    """Each method less the reference, on the same examples and resamples: value, interval, p."""
    compared: dict[str, dict[str, Any]] = {}
    for method in results:
        if method == reference:
            continue
        compared[method] = {}
        for score in scores_in(table, kind):
            values, counted = values_of(results[method], score)
            others, _ = values_of(results[reference], score)
            if not counted.any():
                continue
            groups = [result.paragraph for result, counts in zip(results[method], counted, strict=True) if counts]
            d = paired_difference(values[counted], others[counted], groups)
            compared[method][score.name] = {"value": d.value, "ci": [d.low, d.high], "p": d.p}
    return compared


def result_from_json(record: Json) -> Result:
    """A result as `write_results` has written it."""
    names = {field.name for field in fields(Result)}
    values: Json = {name: tuple(v) if isinstance(v, list) else v for name, v in record.items() if name in names}
    for name, kind in (("way", WayScore), ("types", TypesRead)):
        values[name] = None if values[name] is None else kind(*values[name])
    values["usage"] = None if values["usage"] is None else Usage(**values["usage"])
    return Result(**values)


def write_results(file: IO[str], method: str, corpus: str, results: Sequence[Result]) -> None:
    """Results as JSON lines."""
    for result in results:
        distance = None if result.metrics is None else result.metrics["stop_distance"]
        line = {"method": method, "set": corpus, **asdict(replace(result, trace=None)), "distance": distance}
        del line["trace"]  # a log has it (evaluation.action_log)
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
