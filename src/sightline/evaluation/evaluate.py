"""One evaluation: methods over the instructions of a split and over the written set, with scores and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import Situation, corpus_kind
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.evaluation.abilities import COUNT, ability_scores
from sightline.evaluation.calibration import calibration_scores
from sightline.evaluation.goal_types import choose_typers, run_types
from sightline.evaluation.items import PANORAMAS, item_scores
from sightline.evaluation.methods import CHECKPOINT, Runner, choose_methods
from sightline.evaluation.phenomena import phenomena_scores
from sightline.evaluation.scores import (
    Result,
    differences,
    full_score,
    run_goals,
    run_paragraphs,
    run_single,
    run_ways,
    scores_in,
)
from sightline.shards import Shard
from sightline.world import Kind

SIMPLEST = {"results": "stop", "navigation": "stop", "goals": "center"}  # the baselines of tables
ACTING = ("results", "paragraphs", "way", "navigation")
SEVERAL_GOALS = ("navigation", "goal-types")  # tables about instructions with several goals
BLOCK = 64  # instructions that run together; batches decide last digits, so a shard is whole blocks
REFERENCES = ("paper", CHECKPOINT, "best")  # others are compared with the first of these that ran


@dataclass
class Trial:
    """An evaluation to run: a table, the examples of a split and of the written set, and the methods."""

    table: str
    examples: list[Example]
    written: list[Example]
    methods: list[str]
    runner: Runner
    situations: list[Situation] = field(default_factory=list)  # of --table abilities, which uses no corpus
    panoramas: int = 0  # of --table items
    seed: int = 0
    train: list[Example] = field(default_factory=list)  # what the baseline of --table goal-types counts in
    source: str = "generated"  # of the language

    @property
    def steps(self) -> int:
        """Examples over all methods, for the progress bar."""
        tried = sum(2 if situation.same_as else 1 for situation in self.situations)
        return len(self.methods) * (len(self.examples) + len(self.written) + tried)

    @property
    def count(self) -> int:
        """The instructions, situations or panoramas that the table is about."""
        return len(self.examples) or len(self.situations) or self.panoramas


@dataclass
class Answers:
    """The result of every example that was run, by method."""

    results: dict[str, list[Result]] = field(default_factory=dict)
    written: dict[str, list[Result]] = field(default_factory=dict)


@dataclass
class Evaluation:
    """The results, example by example and as scores."""

    results: dict[str, list[Result]]  # by method
    written: dict[str, list[Result]]
    scores: dict[str, dict[str, Any]]  # by method: metrics, ci, unseen, written
    reference: str
    differences: dict[str, dict[str, Any]]
    relative: dict[str, float] = field(default_factory=dict)  # the first score as a share of the table's simplest baseline's


def prepare(
    paragraphs: Sequence[Paragraph],
    written: Sequence[Paragraph],
    table: str,
    methods: str,
    limit: int | None,
    runner: Runner,
    train: Sequence[Paragraph] = (),
) -> Trial:
    """Choose examples and methods; raise InputError before anything runs if that cannot be evaluated."""
    if table in SEVERAL_GOALS and not runner.kind.reaches:
        raise InputError(f"--table {table} is about instructions with several goals, which {runner.kind.title} lacks.")
    examples, written_examples = (_chosen(source, table, limit) for source in (paragraphs, written))
    if not examples:
        raise InputError("There is nothing to evaluate: the corpus has no instructions in this split.")
    if table == "phenomena" and any(example.segment.phenomena is None for example in examples):
        raise InputError(
            "--table phenomena needs a corpus whose instructions are marked with their phenomena; this one is not."
        )
    if table == "goal-types":
        taught = examples_of(train)
        return Trial(table, examples, written_examples, choose_typers(methods, runner, taught), runner, train=taught)
    if table == "way" and any(lacks_meaning(example) for example in examples):
        raise InputError(
            "--table way needs a corpus that says what its instructions mean and how they lead; this one does not."
        )
    chosen = choose_methods(methods, runner, examples, table in ACTING, table)
    return Trial(table, examples, written_examples, chosen, runner)


def _chosen(paragraphs: Sequence[Paragraph], table: str, limit: int | None) -> list[Example]:
    """The instructions that a table is about."""
    if table == "navigation":
        return [example for example in examples_of(paragraphs) if example.walks][:limit]
    return examples_of(paragraphs, limit, whole=table == "paragraphs")


def lacks_meaning(example: Example) -> bool:
    """Whether the meaning of an example is not recorded."""
    return corpus_kind(example.paragraph.world).judge_way is None or example.segment.meaning is None


def prepare_abilities(methods: str, count: int | None, seed: int, runner: Runner) -> Trial:
    """Situations of a world's behavioural checklist."""
    situations = corpus_kind(runner.kind.name).abilities
    if situations is None:
        raise InputError(f"There is no checklist of abilities for {runner.kind.title}.")
    chosen = choose_methods(methods, runner, [], acting=runner.kind.reaches)
    return Trial("abilities", [], [], chosen, runner, situations(COUNT if count is None else count, seed))


def prepare_items(methods: str, count: int | None, seed: int, runner: Runner) -> Trial:
    """Panoramas on which methods name items."""
    if not runner.kind.items:
        raise InputError(f"There are no items in {runner.kind.title} that a method could name.")
    names = choose_methods(methods, runner, [], acting=False)
    able = [name for name in names if runner.names_items(name)]
    if not able:
        raise InputError(f"--table items is about models that name items; {', '.join(names)} do not.")
    return Trial("items", [], [], able, runner, panoramas=PANORAMAS if count is None else count, seed=seed)


def evaluate(trial: Trial) -> Evaluation:
    """Run every method over every example."""
    if trial.table == "items":
        named = {
            method: {"items": item_scores(trial.runner.predictor(method), trial.panoramas, trial.seed)}
            for method in trial.methods
        }
        return Evaluation({}, {}, named, trial.methods[0], {})
    if trial.table == "abilities":
        scores = {method: ability_scores(trial.runner, method, trial.situations) for method in trial.methods}
        return Evaluation({}, {}, scores, trial.methods[0], {})
    return score_answers(run_methods(trial), trial.table, trial.runner.kind)


def run_methods(trial: Trial, shard: Shard | None = None) -> Answers:
    """Run every method over every example, or over those of a shard; block by block, so that shards change nothing."""
    run, answers = _runner_for(trial), Answers({method: [] for method in trial.methods}, {m: [] for m in trial.methods})
    whole = trial.table == "paragraphs"
    blocks = [(answers.results, block) for block in _blocks(trial.examples, whole)]
    blocks += [(answers.written, block) for block in _blocks(trial.written, whole)]
    share = range(len(blocks)) if shard is None else shard.share(len(blocks))
    for method in trial.methods:
        for results, block in (blocks[k] for k in share):
            results[method] += run(trial.runner, method, block)
    return answers


def _blocks(examples: Sequence[Example], whole: bool) -> list[list[Example]]:
    """Examples in groups of 64; `whole` keeps paragraphs together."""
    units = [list(unit) for _, unit in groupby(examples, lambda e: e.paragraph.id if whole else e.key)]
    blocks: list[list[Example]] = []
    for unit in units:
        if not blocks or len(blocks[-1]) >= BLOCK:
            blocks.append([])
        blocks[-1] += unit
    return blocks


def score_answers(answers: Answers, table: str, kind: Kind) -> Evaluation:
    """The scores of a table, from the result of every example."""
    results, written, scores = answers.results, answers.written, {}
    for method in results:
        scores[method] = full_score(results[method], written[method], table, kind)
        if table == "phenomena":
            scores[method]["phenomena"] = phenomena_scores(results[method])
        if table == "calibration":
            scores[method]["calibration"] = calibration_scores(results[method], written[method], kind.near)
    reference = next((name for name in REFERENCES if name in results), next(iter(results)))
    compared = differences(results, reference, table, kind)
    return Evaluation(results, written, scores, reference, compared, _relative(scores, table, kind))


def _runner_for(trial: Trial) -> Callable[[Runner, str, Sequence[Example]], list[Result]]:
    """The function that runs methods for a table."""
    if trial.table == "goal-types":
        return partial(run_types, train=trial.train)
    acting = {"paragraphs": run_paragraphs, "way": run_ways}
    return acting.get(trial.table, run_single if trial.table in ACTING else run_goals)


def _relative(scores: dict[str, dict[str, Any]], table: str, kind: Kind) -> dict[str, float]:
    """The first score of each method divided by the simplest baseline's, if that ran."""
    simplest, first = SIMPLEST.get(table, ""), scores_in(table, kind)[0].name
    if simplest not in scores or not scores[simplest][first]:
        return {}
    return {method: measured[first] / scores[simplest][first] for method, measured in scores.items()}
