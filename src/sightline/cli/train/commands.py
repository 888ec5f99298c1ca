"""The commands of `sightline train`, one per learner."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from sightline.agent.look import device_of
from sightline.agent.methods import part_folder
from sightline.agent.pointer import POINTING_WORLD
from sightline.agent.readers import BEST, BUNDLED
from sightline.cli.options import MOST_PROCESSES, LeaveOut, Only, count_option, flag_option, path_option, with_options
from sightline.cli.train.lesson import STANDARD, TrainingTask, lesson_of, training
from sightline.corpus.kind import corpus_kind
from sightline.corpus.pairs import FOLDER as PAIRS
from sightline.engines import workers_on_ray
from sightline.errors import ArgumentError, FileFormatError
from sightline.fields import Json
from sightline.language.spelling import spell
from sightline.learning.bandit import BanditConfig, learn_actions
from sightline.learning.best_goal import IDEAS, Idea, Predictor, plan_best_goal, plan_pictures_goal
from sightline.learning.chunk import StreamConfig
from sightline.learning.details import DetailsTraining, learn_details
from sightline.learning.distributed import launched, own_device
from sightline.learning.goal import BestConfig, GoalConfig, learn_goals
from sightline.learning.goal_types import GoalTypesTraining, learn_goal_types
from sightline.learning.hogwild import learn_actions_by_workers
from sightline.learning.joint import JointConfig, learn_jointly
from sightline.learning.paraphrase import pair_lesson
from sightline.learning.picture_rows import PictureTable, read_table
from sightline.learning.reactive import ReactiveConfig, learn_reactive
from sightline.learning.rewriting import RewriterTraining, learn_rewriter, new_rewriter
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.details import Details, DetailsConfig, trunk_features
from sightline.models.goal_types import GoalTypes, GoalTypesConfig
from sightline.models.janner import Janner, JannerConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import begin_with, load_model
from sightline.models.rewriter import RewriterConfig
from sightline.options import options_of
from sightline.shards import digest
from sightline.world import Kind, import_world

app = typer.Typer(rich_markup_mode="markdown")
Goal = Annotated[GoalConfig, LeaveOut(("compiled", "things", "named", "way", "items", "wanted", "sight", "blend"))]
Bandit = Annotated[ReactiveConfig, LeaveOut(("gamma", "tau", "value"))]  # without a critic
Streamed = Annotated[TrainingTask, LeaveOut(("paragraphs", "tune_on", "navigation_only"))]
Trunked = Annotated[TrainingTask, LeaveOut(("corpus", "house", "paragraphs", "tune_on", "navigation_only"))]
Wordy = Annotated[TrainingTask, LeaveOut(("world", "corpus", "house", "paragraphs", "tune_on", "navigation_only"))]
_EXPLAINED = "; ".join(f"{idea}: {what}" for idea, what in IDEAS.items())
StreamEngine = StrEnum("StreamEngine", "ray")
FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="NAME|DIR", help="Start with the weights of this method or trained model."),
]


def _weights(kind: Kind, start: str | None, part: str) -> Path | None:
    """The folder of the weights that --from names."""
    return None if start is None else part_folder(kind, start, part)


@app.command()
@with_options(out=Path("runs/goal"))
def goal(task: TrainingTask, config: Goal, shape: LingUNetConfig, start: FromOption = None) -> None:
    """LingUNet: predicts the goal of an instruction from the panorama; supervised learning from demonstrations.

    Several GPUs or machines: `torchrun --nproc-per-node 2 -m sightline train goal ...` gives the same model in less time.
    """
    lesson = lesson_of(task)
    shape = replace(shape, vocabulary=len(lesson.vocabulary), ground=lesson.kind.view.first_ground_row)
    weights = _weights(lesson.kind, start, "goal")
    with training("goal", task, lesson.source, shape, config, begin=start) as run:
        model = LingUNet(shape)
        if weights is not None:
            begin_with(model, weights)
        learn_goals(model, lesson.train, lesson.tune, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/janner"))
def janner(task: TrainingTask, config: Goal) -> None:
    """The goal predictor of Janner et al. (2017), the paper's goal baseline; trained like `goal`, also with torchrun."""
    lesson = lesson_of(task)
    shape = JannerConfig(len(lesson.vocabulary), ground=lesson.kind.view.first_ground_row)
    with training("janner", task, lesson.source, shape, config) as run:
        learn_goals(Janner(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/best-goal"))
def best_goal(
    task: Streamed,
    config: BestConfig,
    data: StreamConfig,
    ours: Annotated[LookoutConfig, Only("--model lookout")],
    papers: Annotated[LingUNetConfig, Only("--model lingunet")],
    model: Annotated[
        Predictor, typer.Option(help="Model: ours (lookout), or the paper's (lingunet) on the same data.")
    ] = Predictor.lookout,
    without: Annotated[
        list[Idea] | None,
        typer.Option(metavar="IDEA", help=f"Idea to leave out (ablation); may be repeated. {_EXPLAINED}."),
    ] = None,
    workers: Annotated[
        int | None,
        count_option("Number of processes that generate data. Default: one per core, less one.", 1, MOST_PROCESSES),
    ] = None,
    engine: Annotated[
        StreamEngine | None,
        typer.Option(help="Generate data on every core of a Ray cluster. The data is the same. Default: this machine."),
    ] = None,
    pictures: Annotated[
        Path | None,
        path_option(
            metavar="DIR",
            help="Learn to point in your own pictures instead: a folder with pictures.csv or pictures.jsonl, whose rows are "
            "picture, words, x, y, split.",
        ),
    ] = None,
    start: FromOption = None,
) -> None:
    """Lookout, the goal predictor of our best agent, on data that is generated during training.

    The corpus provides the vocabulary and the tuning examples. With `--mix` below 1, the corpus also provides training
    examples: train on your own corpus with `--from best --corpus DIR --mix 0.8`. Several GPUs or machines: `torchrun`, as
    for `goal`; each process generates its own part of the data.

    With `--pictures DIR` it learns from your own pictures, without a world; `sightline point` then uses it. An epoch is one
    pass over the rows.
    """
    if config.blend < 1 and start is None:
        raise ArgumentError("--blend mixes in the weights that training started with: name them with --from.")
    spells = model is Predictor.lookout
    _refuse_changes(papers if spells else ours, f"is an option of --model {'lingunet' if spells else 'lookout'}")
    if pictures is not None:
        _refuse_changes(data, "is about generated data, which --pictures replaces")
        if without or workers is not None or engine is not None or task.house or task.corpus != STANDARD:
            raise ArgumentError(
                "--pictures needs neither corpora nor generated data: no --corpus, --house, --without, --workers, --engine."
            )
        return _learn_from_pictures(task, config, ours if spells else papers, read_table(pictures), start)
    if engine is not None and workers is not None:
        raise ArgumentError("--workers counts processes of this machine, --engine takes those of a cluster: leave out one.")
    elsewhere = None if engine is None else workers_on_ray()
    lesson = lesson_of(task, read=spell if spells else None)
    weights = _weights(lesson.kind, start, "goal")
    best = plan_best_goal(lesson, config, data, ours if spells else papers, without or (), weights)
    words = best.words()
    with (
        training("best-goal", task, lesson.source, best.shape, best.config, best.data, begin=start) as run,
        best.stream(workers, elsewhere) as stream,
    ):
        best.learn(stream, words, run)


def _learn_from_pictures(
    task: TrainingTask, config: BestConfig, shape: LookoutConfig | LingUNetConfig, table: PictureTable, start: str | None
) -> None:
    kind, device = import_world(POINTING_WORLD), own_device(device_of(task.device))
    best = plan_pictures_goal(table, config, shape, _weights(kind, start, "goal"), device)
    source: Json = {"pictures": table.fingerprint, "rows": len(best.train)}
    with training("best-goal", task, source, best.shape, best.config, begin=start) as run:
        best.learn(run)


def _refuse_changes(config: Any, reason: str) -> None:
    """Refuse options of a model that is not used."""
    changed = [name for name in options_of(type(config)) if getattr(config, name) != getattr(type(config), name)]
    if changed:
        raise ArgumentError(f"{changed[0]} {reason}.")


@app.command()
@with_options(out=Path("runs/actions"))
def actions(
    task: TrainingTask,
    config: BanditConfig,
    shape: ActionGeneratorConfig,
    hogwild: Annotated[
        int,
        count_option("Number of processes that share parameters (CPU); 0: one process with batches.", 0, MOST_PROCESSES),
    ] = 0,
    start: FromOption = None,
) -> None:
    """The action generator: how to reach a goal. A contextual bandit on immediate rewards, with true goals.

    With a smaller `--near` it stops closer to its goal; reduce it in steps, each `--from` the model before. `--hogwild N`
    uses worker processes as in the paper; the order of their updates is not reproducible.
    """
    if hogwild and launched()[1] > 1:
        raise ArgumentError("--hogwild starts processes of its own: start it without torchrun, or leave --hogwild out.")
    lesson = lesson_of(replace(task, device="cpu") if hogwild and task.device == "auto" else task)
    shape = replace(shape, actions=len(lesson.kind.actions), typed=lesson.kind.reaches)
    weights = _weights(lesson.kind, start, "actions")
    with training("actions", task, lesson.source, shape, config, hogwild=hogwild, begin=start) as run:
        model = ActionGenerator(shape)
        if weights is not None:
            begin_with(model, weights)
        if hogwild:
            learn_actions_by_workers(model, lesson.train, lesson.tune, config, run, hogwild)
        else:
            learn_actions(model, lesson.train, lesson.tune, config, run)


@app.command()
@with_options(out=Path("runs/goal-types"), world="chai")
def goal_types(
    task: TrainingTask,
    config: GoalTypesTraining,
    shape: GoalTypesConfig,
    spelling: Annotated[bool, flag_option(help="Represent words by their letters instead of by vocabulary ids.")] = False,
) -> None:
    """Predicts the goal types of an instruction, navigation or interaction, from its words alone.

    The corpus must list the goals of its instructions, as house corpora do.
    """
    lesson = lesson_of(task, read=spell if spelling else None)
    if all(segment.goals is None for paragraph in lesson.learning for segment in paragraph.segments):
        raise FileFormatError(f"{task.corpus}: its instructions have one goal each, so there are no goal types to learn.")
    shape = replace(shape, vocabulary=0 if spelling else len(lesson.vocabulary))
    train, tune = lesson.examples(lesson.learning), lesson.examples(lesson.tuning)
    with training("goal-types", task, lesson.source, shape, config) as run:
        learn_goal_types(GoalTypes(shape), train, tune, lesson.read, lesson.vocabulary, config, run, lesson.device)


@app.command()
@with_options(out=Path("runs/details"), world="chai")
def details(
    task: Trunked,
    config: DetailsTraining,
    shape: DetailsConfig,
    start: Annotated[
        str, typer.Option("--from", metavar="NAME|DIR", help="Method or goal predictor whose features it sees with.")
    ] = BEST,
) -> None:
    """Tells furniture and its parts apart, and what is open, by the features of a trained goal predictor and by depth.

    The goal predictor stays as it is: a CPU core learns this in 45 minutes, in houses that it never sees again. Copy the
    run's `best` into the folder of the goal predictor as `details`, and agents use it.
    """
    kind, make = import_world(task.world), corpus_kind(task.world).detailed
    if make is None:
        raise ArgumentError(f"{kind.title} has no furniture with parts; train details with --world chai.")
    folder = part_folder(kind, start, "goal")
    device = own_device(device_of(task.device))
    trunk = load_model(folder, str(device))
    if not isinstance(trunk, Lookout):
        raise ArgumentError(f"{folder}: details need the features of a lookout; train one with `train best-goal`.")
    shape = replace(shape, things=kind.things, parts=len(kind.part_names), features=trunk_features(trunk))
    source: Json = {"world": task.world, "trunk": digest(folder / "model.safetensors")}
    with training("details", task, source, shape, config) as run:
        learn_details(Details(shape), kind, trunk, make, config, run, device)


@app.command()
@with_options(out=Path("runs/reader"))
def reader(
    task: Wordy,
    config: RewriterTraining,
    shape: RewriterConfig,
    pairs: Annotated[
        Path,
        path_option(metavar="DIR", help="Folder with WORLD-train.jsonl and WORLD-dev.jsonl. Default: the bundled pairs."),
    ] = PAIRS,
    encoder: Annotated[
        Path | None,
        path_option(
            metavar="DIR", help="A published text encoder of BERT's layout to start with: model.safetensors and vocab.txt."
        ),
    ] = None,
    start: Annotated[
        Path | None,
        path_option(
            "--from", metavar="best|DIR", help="A trained reader to start with, bundled or yours; it keeps its sizes."
        ),
    ] = None,
) -> None:
    """The reader's rewriter: from what people type to plain lines, learned from written pairs. It needs no world and no GPU.

    `sightline follow --reader runs/reader/best` uses it. docs/talk.md has the format of the pairs.
    """
    lesson = pair_lesson(pairs)
    start = BUNDLED if start == Path(BEST) else start
    rewriting = new_rewriter(lesson, shape, encoder, start)
    begin = None if start is None and encoder is None else str(start or encoder)
    with training("reader", task, lesson.source, rewriting.model.config, config, begin=begin) as run:
        learn_rewriter(rewriting, lesson, config, run, device_of(task.device))


@app.command()
@with_options(out=Path("runs/misra17"))
def misra17(task: TrainingTask, config: Bandit) -> None:
    """Misra17, a baseline: maps the last five frames and the instruction to an action. Contextual bandit."""
    lesson = lesson_of(task)
    shape = Misra17Config(len(lesson.vocabulary), lesson.kind.action_count)
    with training("misra17", task, lesson.source, shape, config) as run:
        learn_reactive(Misra17(shape), lesson.train_whole, lesson.tune_whole, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/chaplot18"))
def chaplot18(task: TrainingTask, config: ReactiveConfig) -> None:
    """Chaplot18, a baseline: the instruction gates the visual features. Actor-critic with generalised advantages."""
    lesson = lesson_of(task)
    shape = Chaplot18Config(len(lesson.vocabulary), lesson.kind.action_count)
    with training("chaplot18", task, lesson.source, shape, config) as run:
        learn_reactive(Chaplot18(shape), lesson.train_whole, lesson.tune_whole, lesson.vocabulary, config, run)


@app.command()
@with_options(out=Path("runs/joint"))
def joint(task: TrainingTask, config: JointConfig, shape: LingUNetConfig, legs: ActionGeneratorConfig) -> None:
    """Ablation: LingUNet and the action generator, trained jointly from rewards.

    The run's folder `best/` holds both models, in `goal` and `actions`.
    """
    lesson = lesson_of(task)
    shape = replace(shape, vocabulary=len(lesson.vocabulary), ground=lesson.kind.view.first_ground_row)
    legs = replace(legs, actions=len(lesson.kind.actions), typed=lesson.kind.reaches)
    with training("joint", task, lesson.source, shape, legs, config) as run:
        learn_jointly(LingUNet(shape), ActionGenerator(legs), lesson.train, lesson.tune, lesson.vocabulary, config, run)
