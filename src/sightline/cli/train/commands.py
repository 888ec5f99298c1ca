"""The commands of `sightline train`, one for each learner."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from sightline.agent.methods import part_folder
from sightline.cli.options import PROCESSES
from sightline.cli.train.lesson import Task, lesson_of, training
from sightline.cli.train.options import LeaveOut, with_options
from sightline.errors import InputError
from sightline.language.spelling import spell
from sightline.learning.bandit import BanditConfig, learn_actions
from sightline.learning.best_goal import Idea, Predictor, plan_best_goal
from sightline.learning.chunk import StreamConfig
from sightline.learning.goal import BestConfig, GoalConfig, learn_goals
from sightline.learning.goal_types import GoalTypesTraining, learn_goal_types
from sightline.learning.hogwild import learn_actions_by_workers
from sightline.learning.joint import JointConfig, learn_jointly
from sightline.learning.reactive import ReactiveConfig, learn_reactive
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.goal_types import GoalTypes, GoalTypesConfig
from sightline.models.janner import Janner, JannerConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import LookoutConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import begin_with
from sightline.options import options_of

app = typer.Typer(rich_markup_mode="markdown")
Goal = Annotated[GoalConfig, LeaveOut(("compiled", "things", "named", "way", "items", "wanted", "sight", "blend"))]
Bandit = Annotated[ReactiveConfig, LeaveOut(("gamma", "tau", "value"))]  # without a critic
Streamed = Annotated[Task, LeaveOut(("paragraphs", "tune_on", "navigation_only"))]
FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="NAME|DIR", help="Begin with the weights of this method, or of a trained model."),
]


@app.command()
@with_options(out=Path("runs/goal"))
def goal(task: Task, config: Goal, shape: LingUNetConfig, begin: FromOption = None) -> None:
    """LingUNet: predicts the goal of an instruction from the panorama. Supervised by the goals of the demonstrations.

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
    """The goal predictor of Janner et al. (2017), the paper's goal baseline; trained like `goal`, torchrun included."""
    lesson = lesson_of(task, together=True)
    shape = JannerConfig(len(lesson.vocabulary), ground=lesson.kind.view.first_ground_row)
    with training("janner", task, lesson, shape, config) as run:
        learn_goals(Janner(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/best-goal"))
def best_goal(
    task: Streamed,
    config: BestConfig,
    data: StreamConfig,
    ours: LookoutConfig,
    papers: LingUNetConfig,
    model: Annotated[Predictor, typer.Option(help="Our model, or the paper's on the same data.")] = Predictor.lookout,
    without: Annotated[list[Idea] | None, typer.Option(help="Idea to leave out, for ablations; may be repeated.")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that make data. Default: one for each core but one.", min=1, max=PROCESSES)
    ] = None,
    begin: FromOption = None,
) -> None:
    """The goal predictor of our best agent: Lookout, on endless data that is generated during training.

    The corpus provides the tuning examples and the vocabulary. Training data is never part of any corpus, unless
    `--mix` sets a share of fresh data below 1: the rest are the training examples of the corpus. So train on your own
    corpus with `--from best --corpus DIR --mix 0.8`. Several GPUs or machines: `torchrun`, as for `goal`; each process
    generates its own part of the data.
    """
    if config.blend < 1 and begin is None:
        raise InputError("--blend is about the weights that a model began with: say which, --from NAME or DIR.")
    spells = model is Predictor.lookout
    _refuse_changes(papers if spells else ours, f"is an option of --model {'lingunet' if spells else 'lookout'}")
    lesson = lesson_of(task, together=True, read=spell if spells else None)
    before = None if begin is None else part_folder(lesson.kind, begin, "goal")
    best = plan_best_goal(lesson, config, data, ours if spells else papers, without or (), before)
    words = best.words()
    with (
        training("best-goal", task, lesson, best.shape, best.config, best.data, begin=begin) as run,
        best.stream(workers) as stream,
    ):
        best.learn(stream, words, run)


def _refuse_changes(config: Any, reason: str) -> None:
    """Refuse options of a model that is not used."""
    changed = [name for name in options_of(type(config)) if getattr(config, name) != getattr(type(config), name)]
    if changed:
        raise InputError(f"{changed[0]} {reason}.")


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
    """The action generator: how to reach a goal. A contextual bandit on immediate rewards, with gold goals.

    A `--near` smaller than usual makes it stop closer to its goal; train that in steps, `--from` a model with a larger
    value. `--hogwild N` uses worker processes as in the paper; the order of their updates is not reproducible.
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
    """Predicts the goal types of an instruction, navigation or interaction, from its words alone.

    The corpus must list the goals of its instructions, as house corpora do.
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
    """Misra17, a baseline: maps the last five frames and the instruction to an action. Contextual bandit."""
    lesson = lesson_of(task)
    shape = Misra17Config(len(lesson.vocabulary), lesson.kind.action_count)
    with training("misra17", task, lesson, shape, config) as run:
        learn_reactive(Misra17(shape), lesson.train_whole, lesson.tune_whole, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/chaplot18"))
def chaplot18(task: Task, config: ReactiveConfig) -> None:
    """Chaplot18, a baseline: the instruction gates the visual features. Actor-critic with generalised advantages."""
    lesson = lesson_of(task)
    shape = Chaplot18Config(len(lesson.vocabulary), lesson.kind.action_count)
    with training("chaplot18", task, lesson, shape, config) as run:
        learn_reactive(Chaplot18(shape), lesson.train_whole, lesson.tune_whole, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/joint"))
def joint(task: Task, config: JointConfig, shape: LingUNetConfig, legs: ActionGeneratorConfig) -> None:
    """The ablation: LingUNet and the action generator together, from rewards alone. `best` contains `goal` and `actions`."""
    lesson = lesson_of(task)
    shape = replace(shape, vocabulary=len(lesson.vocabulary), ground=lesson.kind.view.first_ground_row)
    legs = replace(legs, actions=len(lesson.kind.actions), typed=lesson.kind.reaches)
    with training("joint", task, lesson, shape, legs, config) as run:
        learn_jointly(LingUNet(shape), ActionGenerator(legs), lesson.train, lesson.tune, lesson.vocabulary, config, run)
