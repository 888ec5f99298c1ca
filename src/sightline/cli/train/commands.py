"""The commands of `sightline train`, one for each learner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from sightline.agent.methods import part_folder
from sightline.cli.options import PROCESSES
from sightline.cli.train.lesson import Lesson, Task, lesson_of, training
from sightline.cli.train.options import LeaveOut, with_options
from sightline.corpus.kind import CorpusKind, corpus_kind
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import stream_paragraph
from sightline.errors import InputError
from sightline.geometry.rings import RINGS
from sightline.language import Vocabulary
from sightline.language.spelling import spell
from sightline.learning.bandit import BanditConfig, learn_actions
from sightline.learning.chunk import WAY, Maker, StreamConfig, wordings_of
from sightline.learning.distributed import launched
from sightline.learning.goal import BestConfig, GoalConfig, learn_goals
from sightline.learning.goal_types import GoalTypesTraining, learn_goal_types
from sightline.learning.hogwild import learn_actions_by_workers
from sightline.learning.joint import JointConfig, learn_jointly
from sightline.learning.reactive import ReactiveConfig, learn_reactive
from sightline.learning.staged import Staged
from sightline.learning.stream import Stream
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.goal_types import GoalTypes, GoalTypesConfig
from sightline.models.janner import Janner, JannerConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import begin_with
from sightline.options import options_of

app = typer.Typer(rich_markup_mode="markdown")
Goal = Annotated[GoalConfig, LeaveOut(("compiled", "things", "named", "way", "blend"))]
Bandit = Annotated[ReactiveConfig, LeaveOut(("gamma", "tau", "value"))]  # without a critic
Streamed = Annotated[Task, LeaveOut(("paragraphs", "tune_on", "navigation_only"))]
FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="NAME|DIR", help="Begin with the weights of this method, or of a trained model."),
]


@app.command()
@with_options(out=Path("runs/goal"))
def goal(task: Task, config: Goal, shape: LingUNetConfig, begin: FromOption = None) -> None:
    """LingUNet: where an instruction leads, from the panorama. Supervised, with the goals of the demonstrations.

    Several GPUs or machines: `torchrun --nproc-per-node 2 -m sightline train goal ...` learns the same in less time.
    """
    lesson = lesson_of(task, together=True)
    shape = replace(shape, vocabulary=len(lesson.vocabulary), ground=lesson.kind.view.first_ground_row)
    before = None if begin is None else part_folder(lesson.kind, begin, "goal")
    with training("goal", task, lesson, shape, config, begin=begin) as run:
        model = LingUNet(shape)
        if before is not None:
            begin_with(model, before)
        learn_goals(model, lesson.train, lesson.tune, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/janner"))
def janner(task: Task, config: Goal) -> None:
    """The goal predictor after Janner et al. (2017), the paper's goal baseline; learned as `goal` is, torchrun included."""
    lesson = lesson_of(task, together=True)
    shape = JannerConfig(len(lesson.vocabulary), ground=lesson.kind.view.first_ground_row)
    with training("janner", task, lesson, shape, config) as run:
        learn_goals(Janner(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run)


STAGED = 40  # paragraphs of a corpus, and as many fresh ones, to tune on where each of their goals is an example
SAID, SAID_IN_TURN = 500, 80  # paragraphs of a stream that say which words it has; those of several goals take longer
FRESH = 80  # paragraphs of another stream that a run with a mixed one is tuned on too


class Eyes(StrEnum):
    """Goal predictors that can learn from fresh data."""

    lookout = "lookout"
    lingunet = "lingunet"


class Idea(StrEnum):
    """What makes the best goal predictor better, each of which an ablation leaves out."""

    fresh = "fresh"  # data without end: instead, as many paragraphs as the corpus has
    words = "words"  # attention to every word: instead, one vector for the sentence
    places = "places"  # attention of places to places
    things = "things"  # learning what each cell shows
    named = "named"  # learning which of it is named
    spelling = "spelling"  # words by their letters
    joined = "joined"  # two instructions in one
    varied = "varied"  # words the grammar lacks
    rings = "rings"  # goals by bearing and distance: instead, by cells of the panorama
    plain = "plain"  # plain commands from anywhere
    way = "way"  # places to pass on the way
    again = "again"  # looking around again from somewhere on the way


# What an idea that is left out changes in the configs of the stream, the learner and the model.
WITHOUT: dict[Idea, dict[str, Any]] = {
    Idea.words: {"attend_to_words": False}, Idea.places: {"attend_to_places": False}, Idea.things: {"things": 0.0},
    Idea.named: {"named": 0.0}, Idea.spelling: {"spelling": False}, Idea.joined: {"joined": 0.0},
    Idea.varied: {"varied": 0.0}, Idea.plain: {"plain": 0.0}, Idea.way: {"way": 0.0},
    Idea.again: {"again": 0.0},
}  # fmt: skip


@app.command()
@with_options(out=Path("runs/best-goal"))
def best_goal(
    task: Streamed,
    config: BestConfig,
    data: StreamConfig,
    ours: LookoutConfig,
    papers: LingUNetConfig,
    model: Annotated[Eyes, typer.Option(help="Our model, or the paper's on the same data.")] = Eyes.lookout,
    without: Annotated[list[Idea] | None, typer.Option(help="Idea to leave out, for ablations; may be repeated.")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that make data. Default: one for each core but one.", min=1, max=PROCESSES)
    ] = None,
    begin: FromOption = None,
) -> None:
    """The goal predictor of our best agent: Lookout, on data without end that is made while it learns.

    The corpus gives the examples for tuning, and its vocabulary; what is learned from is never part of any corpus, unless
    `--mix` says which share of it is fresh: the rest are the training examples of the corpus. So a corpus of your own is
    learned by `--from best --corpus DIR --mix 0.8`. Several GPUs or machines: `torchrun`, as for `goal`; each process
    makes its own part of the data.
    """
    if config.blend < 1 and begin is None:
        raise InputError("--blend is about the weights that a model began with: say which, --from NAME or DIR.")
    unread, reads = (papers, "lingunet") if model is Eyes.lookout else (ours, "lookout")
    _refuse_changes(unread, f"is an option of --model {reads}")
    lesson = lesson_of(task, together=True, read=spell if model is Eyes.lookout else None)
    data = replace(data, seed=config.seed)
    if Idea.fresh in (without or ()):
        data = replace(data, distinct=lesson.source["paragraphs"])
    for idea in without or ():
        config, data, ours = (_changed(each, WITHOUT.get(idea, {})) for each in (config, data, ours))
    kind = lesson.kind
    rings = model is Eyes.lookout and Idea.rings not in (without or ())
    in_turn = rings and kind.reaches
    passes = WAY if rings and config.way and not in_turn else 0
    ours = replace(
        ours, ground=kind.view.first_ground_row, things=kind.things, rings=RINGS if rings else 0, passes=passes,
        interacts=in_turn,
    )  # fmt: skip
    data, lesson.rings = replace(data, rings=rings, stages=in_turn), rings
    papers = replace(papers, ground=kind.view.first_ground_row, vocabulary=len(lesson.vocabulary))
    shape, vocabulary = (ours, None) if model is Eyes.lookout else (papers, lesson.vocabulary)
    before = None if begin is None else part_folder(kind, begin, "goal")
    rank, size = launched()
    mixed: Sequence[Paragraph] = lesson.learning if data.mix < 1 else ()
    if in_turn:
        lesson.tuning = lesson.tuning[:STAGED]
    if mixed:  # the epoch is chosen by both: the corpus, and what streams never use
        lesson.tuning = [*lesson.tuning, *_fresh(lesson, data, min(FRESH, STAGED) if in_turn else FRESH)]
    words = lesson.vocabulary
    if model is Eyes.lookout:  # which reads any word: these are those that people are told it knows
        words = words.joined(_words(corpus_kind(kind.name, lesson.scenes), data, SAID_IN_TURN if in_turn else SAID))
        words = words if before is None else words.joined(Vocabulary.read(before / "vocabulary.txt"))
    with (
        training("best-goal", task, lesson, shape, config, data, begin=begin) as run,
        Stream(data, kind, config.batch, lesson.device, workers, vocabulary, rank, size, mixed, lesson.scenes) as stream,
    ):
        made = Lookout(ours) if model is Eyes.lookout else LingUNet(papers)
        began = None if before is None else begin_with(made, before)
        tune = Staged(kind, lesson.tuning, data, lesson.device) if in_turn else lesson.tune_whole
        learn_goals(made, stream, tune, words, config, run, began)


def _fresh(lesson: Lesson, data: StreamConfig, count: int) -> list[Paragraph]:
    """Paragraphs of a stream that nobody learns from, and plain commands in their scenes."""
    corpus = corpus_kind(lesson.kind.name, lesson.scenes)
    fresh = [stream_paragraph(corpus, data.seed + 1, k) for k in range(count)]
    return fresh + Maker(data, lesson.kind.name).commands(fresh, Random(f"{data.seed}/fresh"))


def _words(corpus: CorpusKind, data: StreamConfig, said: int) -> Vocabulary:
    """The words of a stream, as far as its first paragraphs have them."""
    random = Random(f"{data.seed}/words")
    wordings = [w for k in range(said) for w in wordings_of(stream_paragraph(corpus, data.seed, k), corpus, random, data)]
    return Vocabulary.of(token for wording in wordings for token in wording.tokens)


def _refuse_changes(config: Any, reason: str) -> None:
    """Options of a model that is not used must be left alone."""
    changed = [name for name in options_of(type(config)) if getattr(config, name) != getattr(type(config), name)]
    if changed:
        raise InputError(f"{changed[0]} {reason}.")


def _changed(config: Any, changes: dict[str, Any]) -> Any:
    """A config with those of the changes that are about its options."""
    return replace(config, **{name: value for name, value in changes.items() if name in options_of(type(config))})


@app.command()
@with_options(out=Path("runs/actions"))
def actions(
    task: Task,
    config: BanditConfig,
    shape: ActionGeneratorConfig,
    hogwild: Annotated[
        int,
        typer.Option(
            metavar="N", help="N processes that share parameters (CPU); 0: one, with batches.", min=0, max=PROCESSES
        ),
    ] = 0,
    begin: FromOption = None,
) -> None:
    """The action generator: how to get to a goal. A contextual bandit on immediate rewards, with gold goals.

    `--near` smaller than usual makes it stop closer to its goal; that is learned more surely step by step, `--from` a model
    that was trained with a larger one. `--hogwild N` is the paper's way with worker processes; how their updates mix is
    not the same twice.
    """
    lesson = lesson_of(replace(task, device="cpu") if hogwild and task.device == "auto" else task)
    shape = replace(shape, actions=len(lesson.kind.actions), typed=lesson.kind.reaches)
    before = None if begin is None else part_folder(lesson.kind, begin, "actions")
    with training("actions", task, lesson, shape, config, hogwild=hogwild, begin=begin) as run:
        model = ActionGenerator(shape)
        if before is not None:
            begin_with(model, before)
        if hogwild:
            learn_actions_by_workers(model, lesson.train, lesson.tune, config, run, hogwild)
        else:
            learn_actions(model, lesson.train, lesson.tune, config, run)


@app.command()
@with_options(out=Path("runs/goal-types"), world="chai")
def goal_types(
    task: Task,
    config: GoalTypesTraining,
    shape: GoalTypesConfig,
    spelling: Annotated[bool, typer.Option(help="Read words by their letters, or by their number.")] = False,
) -> None:
    """Which goals an instruction has, navigations and interactions, from its words alone.

    The corpus must say the goals of its instructions, as those of houses do.
    """
    lesson = lesson_of(task, read=spell if spelling else None)
    if all(segment.goals is None for paragraph in lesson.learning for segment in paragraph.segments):
        raise InputError(f"{task.corpus}: its instructions have one goal each, so there is nothing to learn about types.")
    shape = replace(shape, vocabulary=0 if spelling else len(lesson.vocabulary))
    train, tune = lesson.examples(lesson.learning), lesson.examples(lesson.tuning)
    with training("goal-types", task, lesson, shape, config) as run:
        learn_goal_types(GoalTypes(shape), train, tune, lesson.read, lesson.vocabulary, config, run, lesson.device)


@app.command()
@with_options(out=Path("runs/misra17"))
def misra17(task: Task, config: Bandit) -> None:
    """Misra17, a baseline: from the last five frames and the instruction to an action. Contextual bandit."""
    lesson = lesson_of(task)
    shape = Misra17Config(len(lesson.vocabulary), lesson.kind.action_count)
    with training("misra17", task, lesson, shape, config) as run:
        learn_reactive(Misra17(shape), lesson.train_whole, lesson.tune_whole, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/chaplot18"))
def chaplot18(task: Task, config: ReactiveConfig) -> None:
    """Chaplot18, a baseline: the instruction gates what is seen. Actor-critic with generalised advantages."""
    lesson = lesson_of(task)
    shape = Chaplot18Config(len(lesson.vocabulary), lesson.kind.action_count)
    with training("chaplot18", task, lesson, shape, config) as run:
        learn_reactive(Chaplot18(shape), lesson.train_whole, lesson.tune_whole, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/joint"))
def joint(task: Task, config: JointConfig, shape: LingUNetConfig, legs: ActionGeneratorConfig) -> None:
    """The ablation: LingUNet and the action generator together, from rewards alone. `best` has `goal` and `actions`."""
    lesson = lesson_of(task)
    shape = replace(shape, vocabulary=len(lesson.vocabulary), ground=lesson.kind.view.first_ground_row)
    legs = replace(legs, actions=len(lesson.kind.actions), typed=lesson.kind.reaches)
    with training("joint", task, lesson, shape, legs, config) as run:
        learn_jointly(LingUNet(shape), ActionGenerator(legs), lesson.train, lesson.tune, lesson.vocabulary, config, run)
