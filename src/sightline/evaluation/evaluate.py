"""One evaluation: methods over the instructions of a split and over the written set, with scores and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from sightline.agent.agent import Agent
from sightline.agent.methods import AGENTS, is_bundled
from sightline.agent.readers import BEST, NONE, reader_of
from sightline.agent.talk import Talk
from sightline.corpus.build import UNSEEN
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import OwnScenes, Situation, corpus_kind
from sightline.corpus.pairs import WrittenPair
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.evaluation.abilities import COUNT, FEWER, SEARCHES, ability_scores, search_scores
from sightline.evaluation.calibration import calibration_scores
from sightline.evaluation.goal_types import choose_typers, run_types
from sightline.evaluation.items import PANORAMAS, item_scores
from sightline.evaluation.methods import CHECKPOINT, Runner, choose_methods
from sightline.evaluation.phenomena import phenomena_scores
from sightline.evaluation.reading import ReadTurn, pairs_of, read_turns, reading_scores
from sightline.evaluation.scores import (
    Result,
    differences,
    full_score,
    run_goals,
    run_paragraphs,
    run_single,
    run_ways,
    scores_in,
    usage_scores,
)
from sightline.evaluation.talk.converse import AnyTalk, TurnResult, Unread, hold
from sightline.evaluation.talk.dialogues import Dialogue, bundled, read_dialogues
from sightline.evaluation.talk.scores import talk_scores
from sightline.language.reading import Reader
from sightline.shards import Shard
from sightline.world import Kind, World

SIMPLEST = {"results": "stop", "navigation": "stop", "goals": "center"}  # the baselines of tables
Run = Callable[[Runner, str, Sequence[Example]], list[Result]]
Heard = Callable[[str, str, list[Result]], None]  # (method, set, results)
# The tables whose methods act, and how they run.
ACTING: dict[str, Run] = {"results": run_single, "paragraphs": run_paragraphs, "way": run_ways, "navigation": run_single}
CORPUS, WRITTEN = "corpus", "written"  # the sets of examples
SEVERAL_GOALS = ("navigation", "goal-types")  # tables about instructions with several goals
UNSEEN_LIMIT = 200  # instructions of unseen scenes beside those of a split
BLOCK = 64  # instructions that run together: batches decide last digits, so a shard is whole blocks
GROUP, LANES = 16, 32  # instructions that walk together, and groups that do so at once, for a model behind an address
REFERENCES = ("paper", CHECKPOINT, "best")  # others are compared with the first of these that ran


@dataclass
class Trial:
    """An evaluation to run: a table, the examples of a split, sets of others beside them, and the methods."""

    table: str
    examples: list[Example]
    beside: dict[str, list[Example]]  # `written`, and `unseen-houses` where there is such a set
    methods: list[str]
    runner: Runner
    situations: list[Situation] = field(default_factory=list)  # of --table abilities and search, which use no corpus
    panoramas: int = 0  # of --table items
    dialogues: list[Dialogue] = field(default_factory=list)  # of --table talk
    pairs: list[WrittenPair] = field(default_factory=list)  # of --table reading, whose methods are readers
    reader: str = BEST  # of --table talk, by name
    seed: int = 0
    scenes: OwnScenes = ()  # of --table items, instead of the bundled ones
    train: list[Example] = field(default_factory=list)  # what the baseline of --table goal-types counts in
    source: str = "generated"  # of the language
    folder: Path | None = None  # of the corpus

    @property
    def steps(self) -> int:
        """Examples over all methods, for the progress bar."""
        tried = sum(2 if situation.same_as else 1 for situation in self.situations)
        examples = len(self.examples) + sum(map(len, self.beside.values()))
        return len(self.methods) * (examples + tried + len(self.dialogues) + len(self.pairs))

    @property
    def count(self) -> int:
        """The instructions, situations, dialogues or panoramas that the table is about."""
        return len(self.examples) or len(self.situations) or len(self.dialogues) or len(self.pairs) or self.panoramas


@dataclass
class Answers:
    """The result of every example that was run."""

    results: dict[str, list[Result]]  # by method
    beside: dict[str, dict[str, list[Result]]]  # by method and set
    models: dict[str, dict[str, Any]]  # by method: what is known of models behind an address


@dataclass
class Evaluation:
    """The results, example by example and as scores."""

    results: dict[str, list[Result]]  # by method
    beside: dict[str, dict[str, list[Result]]]  # by method and set
    scores: dict[str, dict[str, Any]]  # by method: metrics, ci, unseen, and the sets beside
    reference: str
    differences: dict[str, dict[str, Any]]
    relative: dict[str, float] = field(default_factory=dict)  # the first score as a share of the table's simplest baseline's
    turns: dict[str, list[TurnResult]] = field(default_factory=dict)  # of --table talk, by method


def prepare(
    paragraphs: Sequence[Paragraph],
    written: Sequence[Paragraph],
    table: str,
    methods: str | Sequence[str],
    limit: int | None,
    runner: Runner,
    train: Sequence[Paragraph] = (),
    unseen: Sequence[Paragraph] = (),
) -> Trial:
    """Choose examples and methods; raise InputError before anything runs if that cannot be evaluated."""
    if table in SEVERAL_GOALS and not runner.kind.reaches:
        raise InputError(f"--table {table} is about instructions with several goals, which {runner.kind.title} lacks.")
    examples = examples_in(paragraphs, table, limit)
    beside = {"written": examples_in(written, table, limit)}
    if unseen:
        beside[UNSEEN] = examples_in(unseen, table, min(limit or UNSEEN_LIMIT, UNSEEN_LIMIT))
    if not examples:
        raise InputError("There is nothing to evaluate: the corpus has no instructions in this split.")
    if table == "phenomena" and any(example.segment.phenomena is None for example in examples):
        raise InputError(
            "--table phenomena needs a corpus whose instructions are marked with their phenomena; this one is not."
        )
    if table == "goal-types":
        taught = examples_of(train)
        return Trial(table, examples, beside, choose_typers(methods, runner, taught), runner, train=taught)
    if table == "way" and any(lacks_meaning(example) for example in examples):
        raise InputError(
            "--table way needs a corpus that says what its instructions mean and how they lead; this one does not."
        )
    chosen = choose_methods(methods, runner, examples, table in ACTING, table)
    return Trial(table, examples, beside, chosen, runner)


def examples_in(paragraphs: Sequence[Paragraph], table: str, limit: int | None) -> list[Example]:
    """The instructions that a table is about."""
    if table == "navigation":
        return [example for example in examples_of(paragraphs) if example.walks][:limit]
    return examples_of(paragraphs, limit, whole=table == "paragraphs")


def lacks_meaning(example: Example) -> bool:
    """Whether the meaning of an example is not recorded."""
    return corpus_kind(example.paragraph.world).judge_way is None or example.segment.meaning is None


def prepare_abilities(
    methods: str | Sequence[str], count: int | None, seed: int, runner: Runner, scenes: OwnScenes = (), reader: str = NONE
) -> Trial:
    """Situations of a world's behavioural checklist, in these scenes or in the bundled ones."""
    situations, acting = corpus_kind(runner.kind.name).abilities, runner.kind.reaches
    if situations is None:
        raise InputError(f"There is no checklist of abilities for {runner.kind.title}.")
    chosen = choose_methods(methods, runner, [], acting)
    runner.reader = reader_of(runner.kind, reader)
    runner.searches = acting  # people who give plain commands expect it
    count = (FEWER if acting else COUNT) if count is None else count
    return Trial("abilities", [], {}, chosen, runner, situations(count, seed, *([scenes] if scenes else [])))


def prepare_search(
    methods: str | Sequence[str], count: int | None, seed: int, runner: Runner, scenes: OwnScenes = (), reader: str = NONE
) -> Trial:
    """Situations in which a thing elsewhere must be found."""
    situations = corpus_kind(runner.kind.name).searches
    if situations is None:
        raise InputError(f"There is nothing to search for in {runner.kind.title}.")
    chosen = choose_methods(methods, runner, [], acting=True)
    runner.searches, runner.reader = True, reader_of(runner.kind, reader)
    return Trial("search", [], {}, chosen, runner, situations(SEARCHES if count is None else count, seed, scenes))


def prepare_items(
    methods: str | Sequence[str], count: int | None, seed: int, runner: Runner, scenes: OwnScenes = ()
) -> Trial:
    """Panoramas on which methods name items."""
    if not runner.kind.items:
        raise InputError(f"There are no items in {runner.kind.title} that a method could name.")
    names = choose_methods(methods, runner, [], acting=False)
    able = [name for name in names if runner.names_items(name)]
    if not able:
        raise InputError(f"--table items is about models that name items; {', '.join(names)} do not.")
    return Trial("items", [], {}, able, runner, panoramas=PANORAMAS if count is None else count, seed=seed, scenes=scenes)


def prepare_talk(methods: str | Sequence[str], split: str, limit: int | None, runner: Runner, reader: str = BEST) -> Trial:
    """The bundled dialogues of a world, and the agents that they are held with."""
    kind = runner.kind
    reader_of(kind, reader)  # raises InputError if there is none of this name
    dialogues = read_dialogues(bundled(kind.name, split), kind.name)[:limit]
    listed = [methods] if isinstance(methods, str) else methods
    names = [name.strip() for text in listed for name in text.split(",") if name.strip()]
    if names == ["all"]:
        names = [name for name in AGENTS if is_bundled(kind, name)]
    for name in names:
        if name != CHECKPOINT and name not in AGENTS:
            raise InputError(f"--table talk is about agents that people can talk to: {', '.join(AGENTS)}; not {name!r}.")
    return Trial("talk", [], {}, list(dict.fromkeys(names)), runner, dialogues=dialogues, reader=reader, source="written")


def prepare_reading(split: str, limit: int | None, runner: Runner, readers: str) -> Trial:
    """The written pairs of a world, and the readers that read them, separated by commas."""
    names = [name.strip() for name in readers.split(",") if name.strip()]
    for name in names:
        if reader_of(runner.kind, name) is None:
            raise InputError(f"--table reading is about readers; {name} reads nothing.")
    return Trial("reading", [], {}, names, runner, pairs=pairs_of(runner.kind, split, limit), source="written")


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


def _read(trial: Trial, reader: str) -> list[ReadTurn]:
    turns = []
    for turn in read_turns(trial.runner.kind, reader, trial.pairs):
        turns.append(turn)
        trial.runner.progress(1)
    return turns


def evaluate(trial: Trial, heard: Heard = lambda method, part, results: None) -> Evaluation:
    """Run every method over every example; `heard` gets the results of each method and set as they come."""
    if trial.table == "talk":
        return _converse(trial)
    if trial.table == "reading":
        scores = {name: reading_scores(_read(trial, name)) for name in trial.methods}
        return Evaluation({}, {}, scores, trial.methods[0], {})
    if trial.table == "items":
        named = {
            method: {"items": item_scores(trial.runner.predictor(method), trial.panoramas, trial.seed, trial.scenes)}
            for method in trial.methods
        }
        return Evaluation({}, {}, named, trial.methods[0], {})
    if trial.table in ("abilities", "search"):
        score = ability_scores if trial.table == "abilities" else search_scores
        scores = {method: score(trial.runner, method, trial.situations) for method in trial.methods}
        for method in trial.methods:
            if (model := trial.runner.model(method)) is not None:
                scores[method]["model"] = asdict(model.info)
        return Evaluation({}, {}, scores, trial.methods[0], {})
    answers = run_methods(trial, heard=heard)
    return score_all(answers.results, answers.beside, trial.table, trial.runner.kind, answers.models)


def run_methods(trial: Trial, shard: Shard | None = None, heard: Heard = lambda method, part, results: None) -> Answers:
    """Run every method over every example, or over those of a shard; block by block, so that shards change nothing."""
    run, whole = _runner_for(trial), trial.table == "paragraphs"
    sets = {CORPUS: trial.examples, **trial.beside}
    blocks = [(name, block) for name, examples in sets.items() for block in _blocks(examples, whole)]
    share = blocks if shard is None else [blocks[k] for k in shard.share(len(blocks))]
    answers = Answers({}, {method: {} for method in trial.methods}, {})
    for method in trial.methods:
        for name in sets:
            results = _spread(run, trial, method, [block for part, block in share if part == name])
            heard(method, name, results)
            if name == CORPUS:
                answers.results[method] = results
            else:
                answers.beside[method][name] = results
        if (model := trial.runner.model(method)) is not None:
            answers.models[method] = asdict(model.info)
    return answers


def _blocks(examples: Sequence[Example], whole: bool) -> list[list[Example]]:
    """Examples in groups of 64; `whole` keeps paragraphs together."""
    blocks: list[list[Example]] = []
    for _, unit in groupby(examples, lambda e: e.paragraph.id if whole else e.key):
        if not blocks or len(blocks[-1]) >= BLOCK:
            blocks.append([])
        blocks[-1] += unit
    return blocks


def score_all(
    results: dict[str, list[Result]], beside: dict[str, dict[str, list[Result]]], table: str, kind: Kind,
    models: Mapping[str, dict[str, Any]],
) -> Evaluation:  # fmt: skip
    """The scores of methods on a corpus and on the sets beside it; `models` are those behind an address."""
    scores = {}
    for method in results:
        scores[method] = full_score(results[method], beside[method], table, kind)
        if method in models:
            scores[method]["model"] = models[method]
        every = [*results[method], *(result for extra in beside[method].values() for result in extra)]
        if usage := usage_scores(every):
            scores[method]["usage"] = usage
        if table == "phenomena":
            scores[method]["phenomena"] = phenomena_scores(results[method])
        if table == "calibration":
            scores[method]["calibration"] = calibration_scores(results[method], beside[method], kind.near)
    ranked = {method: results[method] for method in results if not is_privileged(scores[method])}
    reference = next((name for name in REFERENCES if name in ranked), next(iter(ranked or results)))
    compared = differences(ranked, reference, table, kind)
    return Evaluation(results, beside, scores, reference, compared, _relative(scores, table, kind))


def is_privileged(scores: dict[str, Any]) -> bool:
    """Whether the method of some scores is told what no agent may know; it is not compared with others."""
    return bool(scores.get("model", {}).get("privileged"))


def _spread(run: Run, trial: Trial, method: str, blocks: Sequence[Sequence[Example]]) -> list[Result]:
    """Run a method; who waits for a model behind an address waits for several groups of whole paragraphs at once.

    Groups do not depend on how many are waited for, so neither do the results.
    """
    model = trial.runner.model(method)
    if model is None or trial.table not in ACTING or not blocks:
        return [result for block in blocks for result in run(trial.runner, method, block)]
    groups: list[list[Example]] = [[]]
    for example in chain.from_iterable(blocks):
        if len(groups[-1]) >= GROUP and groups[-1][-1].paragraph is not example.paragraph:
            groups.append([])
        groups[-1].append(example)
    with ThreadPoolExecutor(min(model.asker.config.concurrency, LANES)) as lanes:
        try:
            return [
                result for results in lanes.map(lambda group: run(trial.runner, method, group), groups) for result in results
            ]
        except InputError:
            raise  # the others stop when they ask next
        except BaseException:
            lanes.shutdown(wait=False, cancel_futures=True)
            model.asker.close()  # so that nobody waits for answers that nobody needs
            raise


def _runner_for(trial: Trial) -> Run:
    """The function that runs methods for a table."""
    if trial.table == "goal-types":
        return partial(run_types, train=trial.train)
    return ACTING.get(trial.table, run_goals)


def _relative(scores: dict[str, dict[str, Any]], table: str, kind: Kind) -> dict[str, float]:
    """The first score of each method divided by the simplest baseline's, if that ran."""
    simplest, first = SIMPLEST.get(table, ""), scores_in(table, kind)[0].name
    if simplest not in scores or not scores[simplest][first]:
        return {}
    return {method: measured[first] / scores[simplest][first] for method, measured in scores.items()}
