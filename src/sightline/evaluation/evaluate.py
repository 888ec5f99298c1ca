"""One evaluation: methods over the instructions of a split and over the written set, with scores and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sightline.agent.agent import Agent
from sightline.agent.methods import AGENTS, is_bundled
from sightline.agent.readers import RULES, reader_of
from sightline.agent.talk import Talk
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
from sightline.evaluation.talk.converse import AnyTalk, TurnResult, Unread, hold
from sightline.evaluation.talk.dialogues import Dialogue, bundled, read_dialogues
from sightline.evaluation.talk.scores import talk_scores
from sightline.language.reading import Reader
from sightline.world import Kind, World

SIMPLEST = {"results": "stop", "navigation": "stop", "goals": "center"}  # the baselines of tables
ACTING = ("results", "paragraphs", "way", "navigation")
SEVERAL_GOALS = ("navigation", "goal-types")  # tables about instructions with several goals
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
    dialogues: list[Dialogue] = field(default_factory=list)  # of --table talk
    reader: str = RULES  # of --table talk, by name
    seed: int = 0
    train: list[Example] = field(default_factory=list)  # what the baseline of --table goal-types counts in

    @property
    def steps(self) -> int:
        """Examples over all methods, for the progress bar."""
        tried = sum(2 if situation.same_as else 1 for situation in self.situations)
        return len(self.methods) * (len(self.examples) + len(self.written) + tried + len(self.dialogues))


@dataclass
class Evaluation:
    """The results, example by example and as scores."""

    results: dict[str, list[Result]]  # by method
    written: dict[str, list[Result]]
    scores: dict[str, dict[str, Any]]  # by method: metrics, ci, unseen, written
    reference: str
    differences: dict[str, dict[str, Any]]
    relative: dict[str, float] = field(default_factory=dict)  # the first score as a share of the table's simplest baseline's
    turns: dict[str, list[TurnResult]] = field(default_factory=dict)  # of --table talk, by method


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


def prepare_talk(methods: str, split: str, limit: int | None, runner: Runner, reader: str = RULES) -> Trial:
    """The bundled dialogues of a world, and the agents that they are held with."""
    kind = runner.kind
    reader_of(kind, reader)  # raises InputError if there is none of this name
    dialogues = read_dialogues(bundled(kind.name, split), kind.name)[:limit]
    names = [name.strip() for name in methods.split(",") if name.strip()]
    if names == ["all"]:
        names = [name for name in AGENTS if is_bundled(kind, name)]
    for name in names:
        if name != CHECKPOINT and name not in AGENTS:
            raise InputError(f"--table talk is about agents that people can talk to: {', '.join(AGENTS)}; not {name!r}.")
    return Trial("talk", [], [], list(dict.fromkeys(names)), runner, dialogues=dialogues, reader=reader)


def _conversation(agent: Agent, reader: Reader | None, world: World) -> AnyTalk:
    return Unread(agent, world) if reader is None else Talk(agent, world, reader)


def _converse(trial: Trial) -> Evaluation:
    """Hold every dialogue with every agent."""
    runner, turns = trial.runner, dict[str, list[TurnResult]]()
    reader = reader_of(runner.kind, trial.reader)
    for method in trial.methods:
        folder = str(runner.checkpoint) if method == CHECKPOINT else method
        agent = Agent.from_pretrained(runner.kind.name, folder, str(runner.device))
        turns[method] = []
        for dialogue in trial.dialogues:
            turns[method] += hold(dialogue, runner.kind, partial(_conversation, agent, reader))
            runner.progress(1)
    scores = {method: {"reader": trial.reader, **talk_scores(results)} for method, results in turns.items()}
    return Evaluation({}, {}, scores, trial.methods[0], {}, turns=turns)


def evaluate(trial: Trial) -> Evaluation:
    """Run every method over every example."""
    if trial.table == "talk":
        return _converse(trial)
    if trial.table == "items":
        named = {
            method: {"items": item_scores(trial.runner.predictor(method), trial.panoramas, trial.seed)}
            for method in trial.methods
        }
        return Evaluation({}, {}, named, trial.methods[0], {})
    if trial.table == "abilities":
        scores = {method: ability_scores(trial.runner, method, trial.situations) for method in trial.methods}
        return Evaluation({}, {}, scores, trial.methods[0], {})
    kind = trial.runner.kind
    run = _runner_for(trial)
    results: dict[str, list[Result]] = {}
    written: dict[str, list[Result]] = {}
    scores = {}
    for method in trial.methods:
        results[method] = run(trial.runner, method, trial.examples)
        written[method] = run(trial.runner, method, trial.written)
        scores[method] = full_score(results[method], written[method], trial.table, kind)
        if trial.table == "phenomena":
            scores[method]["phenomena"] = phenomena_scores(results[method])
        if trial.table == "calibration":
            scores[method]["calibration"] = calibration_scores(results[method], written[method], kind.near)
    reference = next((name for name in REFERENCES if name in results), trial.methods[0])
    compared = differences(results, reference, trial.table, kind)
    return Evaluation(results, written, scores, reference, compared, _relative(scores, trial.table, kind))


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
