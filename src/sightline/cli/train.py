"""`sightline train`: teach each model on a corpus, in pieces if need be; a run goes on where it was cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.cli.corpus import located
from sightline.cli.options import JsonOption, World, WorldOption
from sightline.cli.output import folder, print_json, say
from sightline.errors import InputError

if TYPE_CHECKING:
    import torch

    from sightline.language import Vocabulary
    from sightline.learning.data import Examples
    from sightline.learning.run import Run
    from sightline.models.pretrained import Reader

app = typer.Typer(
    help="Teach the models. The same command again goes on where it was cut off: `--minutes` cuts long runs into pieces.",
    no_args_is_help=True,
)


@dataclass(frozen=True)
class _Field:
    """A config's default for an option, read when a command is asked for: torch would slow down all the others."""

    config: str
    name: str

    def __call__(self) -> Any:
        module, _, kind = self.config.rpartition(".")
        return getattr(getattr(import_module(f"sightline.{module}"), kind), self.name)

    def __str__(self) -> str:
        return str(self())

    def __bool__(self) -> bool:
        return bool(self())


class _Defaults:
    """The fields of a config dataclass as defaults of options."""

    def __init__(self, config: str):
        self._config = config

    def __getattr__(self, name: str) -> Any:
        return _Field(self._config, name)


BEST, STREAM = _Defaults("learning.goal.BestConfig"), _Defaults("learning.stream.StreamConfig")
GOAL, BANDIT = _Defaults("learning.goal.GoalConfig"), _Defaults("learning.bandit.BanditConfig")
REACTIVE, JOINT = _Defaults("learning.reactive.ReactiveConfig"), _Defaults("learning.joint.JointConfig")
LINGUNET = _Defaults("models.lingunet.LingUNetConfig")

CorpusOption = Annotated[Path, typer.Option(metavar="DIR", help="A corpus folder; `standard` is the one that comes along.")]
OutOption = Annotated[Path, typer.Option(metavar="DIR", help="Folder of the run: checkpoint, logs, and `best`, the model.")]
EpochsOption = Annotated[int, typer.Option(help="Times through the training examples.", min=1)]
BatchOption = Annotated[int, typer.Option(help="Examples for each update.", min=1)]
WorldsOption = Annotated[int, typer.Option("--batch", help="Worlds that run side by side.", min=1)]
RateOption = Annotated[float, typer.Option(help="Of Adam.", min=0, max=1)]
FullOption = Annotated[bool, typer.Option("--full-precision", help="Not in bfloat16 where the hardware computes in it.")]
EntropyOption = Annotated[float, typer.Option(help="Weight of the policy's entropy: how much it is made to explore.", min=0)]
SeedOption = Annotated[int, typer.Option(help="Of weights, batches and draws.", min=0)]
MinutesOption = Annotated[
    float | None, typer.Option(help="Begin no epoch that would end after this time. Default: no limit.", min=0)
]
DeviceOption = Annotated[str, typer.Option(help="auto (a GPU where there is one), cpu or cuda.")]
ParagraphsOption = Annotated[int | None, typer.Option(help="Learn from the first N paragraphs only.", metavar="N", min=1)]
DepthOption = Annotated[int, typer.Option(help="Levels of LingUNet, m in the paper.", min=1, max=5)]
SplitOption = Annotated[
    bool, typer.Option("--split-text/--unsplit-text", help="Each level reads its own slice of the text, or all of it.")
]
DropoutOption = Annotated[float, typer.Option(help="Share of LingUNet's deepest features left out.", min=0, max=0.99)]
NoLanguageOption = Annotated[bool, typer.Option("--no-language", help="The ablation: every instruction reads alike.")]
STANDARD = Path("standard")


@app.command()
def goal(
    world: WorldOption = World.lani,
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/goal"),
    epochs: EpochsOption = GOAL.epochs,
    batch: BatchOption = GOAL.batch,
    learning_rate: RateOption = GOAL.learning_rate,
    seed: SeedOption = GOAL.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    depth: DepthOption = LINGUNET.depth,
    split_text: SplitOption = LINGUNET.split_text,
    dropout: DropoutOption = LINGUNET.dropout,
    no_language: NoLanguageOption = False,
    full_precision: FullOption = False,
    json: JsonOption = False,
) -> None:
    """LingUNet: where an instruction leads, from the panorama. Supervised, with the goals of the demonstrations.

    Several GPUs or machines: `torchrun --nproc-per-node 2 -m sightline train goal ...` learns the same in less time.
    """
    from sightline.learning.goal import GoalConfig, learn_goals
    from sightline.models.lingunet import LingUNet, LingUNetConfig

    lesson = _lesson(corpus, paragraphs, device, together=True)
    config = GoalConfig(epochs, batch, learning_rate, seed, half=not full_precision)
    shape = LingUNetConfig(
        len(lesson.vocabulary), depth=depth, split_text=split_text, dropout=dropout, language=not no_language
    )
    with _training("goal", out, seed, minutes, lesson, json, shape, config) as (run, progress):
        learn_goals(LingUNet(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress)


@app.command()
def janner(
    world: WorldOption = World.lani,
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/janner"),
    epochs: EpochsOption = GOAL.epochs,
    batch: BatchOption = GOAL.batch,
    learning_rate: RateOption = GOAL.learning_rate,
    seed: SeedOption = GOAL.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    json: JsonOption = False,
) -> None:
    """The goal predictor after Janner et al. (2017), the paper's goal baseline; learned as `goal` is, torchrun included."""
    from sightline.learning.goal import GoalConfig, learn_goals
    from sightline.models.janner import Janner, JannerConfig

    lesson = _lesson(corpus, paragraphs, device, together=True)
    config, shape = GoalConfig(epochs, batch, learning_rate, seed), JannerConfig(len(lesson.vocabulary))
    with _training("janner", out, seed, minutes, lesson, json, shape, config) as (run, progress):
        learn_goals(Janner(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress)


class Eyes(StrEnum):
    """Goal predictors that can learn from fresh data."""

    lookout = "lookout"
    lingunet = "lingunet"


class Idea(StrEnum):
    """What makes the best goal predictor better, each of which an ablation leaves out."""

    fresh = "fresh"  # data without end: instead, as many fields as the corpus has
    words = "words"  # attention to every word: instead, one vector for the sentence
    places = "places"  # attention of places to places
    things = "things"  # learning what each cell shows
    named = "named"  # learning which of it is named
    spelling = "spelling"  # words by their letters
    joined = "joined"  # two instructions in one
    varied = "varied"  # words that the grammar has not


@app.command()
def best_goal(
    world: WorldOption = World.lani,
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/best-goal"),
    model: Annotated[Eyes, typer.Option(help="Our model, or the paper's on the same data.")] = Eyes.lookout,
    without: Annotated[list[Idea] | None, typer.Option(help="An idea to leave out, for ablations; may be repeated.")] = None,
    epochs: EpochsOption = BEST.epochs,
    chunks: Annotated[int, typer.Option(help="Of 24 fresh paragraphs, for one epoch.", min=1)] = STREAM.chunks,
    batch: BatchOption = BEST.batch,
    learning_rate: RateOption = BEST.learning_rate,
    seed: SeedOption = BEST.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    workers: Annotated[
        int | None, typer.Option(help="Processes that make data. Default: one for each core but one.", min=1)
    ] = None,
    json: JsonOption = False,
) -> None:
    """The goal predictor of our best agent: Lookout, on data without end that is made while it learns.

    The corpus gives the examples for tuning, and its vocabulary; what is learned from is never part of any corpus.
    """
    from sightline.language.spelling import spell
    from sightline.learning.goal import BestConfig, learn_goals
    from sightline.learning.stream import Stream, StreamConfig
    from sightline.models.lingunet import LingUNet, LingUNetConfig
    from sightline.models.lookout import Lookout, LookoutConfig

    left_out = set(without or ())
    ours = model is Eyes.lookout
    lesson = _lesson(corpus, None, device, read=spell if ours else None)
    config = BestConfig(
        epochs, batch, learning_rate, seed, things=0.0 if Idea.things in left_out else BestConfig.things,
        named=0.0 if Idea.named in left_out else BestConfig.named,
    )  # fmt: skip
    data = StreamConfig(
        chunks, seed=seed, joined=0.0 if Idea.joined in left_out else StreamConfig.joined,
        varied=0.0 if Idea.varied in left_out else StreamConfig.varied,
        fields=lesson.source["paragraphs"] if Idea.fresh in left_out else 0,
        vocabulary="" if ours else str((located(corpus) / "vocabulary.txt").resolve()),
    )  # fmt: skip
    shape = LookoutConfig(
        spelling=Idea.spelling not in left_out, attend_to_words=Idea.words not in left_out,
        attend_to_places=Idea.places not in left_out,
    ) if ours else LingUNetConfig(len(lesson.vocabulary))  # fmt: skip
    with (
        _training("best-goal", out, seed, minutes, lesson, json, shape, config, data) as (run, progress),
        Stream(data, batch, lesson.tune.device, workers) as stream,
    ):
        made = Lookout(shape) if isinstance(shape, LookoutConfig) else LingUNet(shape)
        learn_goals(made, stream, lesson.tune, lesson.vocabulary, config, run, progress)


@app.command()
def actions(
    world: WorldOption = World.lani,
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/actions"),
    epochs: EpochsOption = BANDIT.epochs,
    batch: BatchOption = BANDIT.batch,
    learning_rate: RateOption = BANDIT.learning_rate,
    seed: SeedOption = BANDIT.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    exact: Annotated[
        bool, typer.Option("--exact/--sampled", help="The expectation over all actions, or one drawn as in the paper.")
    ] = BANDIT.exact,
    no_rnn: Annotated[bool, typer.Option("--no-rnn", help="The ablation without memory.")] = False,
    reckoning: Annotated[
        bool, typer.Option("--reckoning", help="Know where the goal is when it is not in view, as our best agent does.")
    ] = False,
    entropy: EntropyOption = BANDIT.entropy,
    near: Annotated[float, typer.Option(help="How close to the goal a stop must be to be rewarded.", min=0.5)] = BANDIT.near,
    hogwild: Annotated[
        int, typer.Option(metavar="N", help="N processes that share parameters (CPU); 0: one, with batches.", min=0)
    ] = 0,
    json: JsonOption = False,
) -> None:
    """The action generator: how to get to a goal. A contextual bandit on immediate rewards, with gold goals.

    `--hogwild N` is the paper's way with worker processes; how their updates mix is not the same twice.
    """
    from sightline.learning.bandit import BanditConfig, learn_actions
    from sightline.learning.hogwild import learn_actions_by_workers
    from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig

    lesson = _lesson(corpus, paragraphs, "cpu" if hogwild and device == "auto" else device)
    config = BanditConfig(epochs, batch, learning_rate, entropy, exact, seed=seed, near=near)
    shape = ActionGeneratorConfig(recurrent=not no_rnn, reckoning=reckoning)
    with _training("actions", out, seed, minutes, lesson, json, shape, config, hogwild=hogwild) as (run, progress):
        model = ActionGenerator(shape)
        if hogwild:
            learn_actions_by_workers(model, lesson.train, lesson.tune, config, run, hogwild, progress)
        else:
            learn_actions(model, lesson.train, lesson.tune, config, run, progress)


@app.command()
def misra17(
    world: WorldOption = World.lani,
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/misra17"),
    epochs: EpochsOption = REACTIVE.epochs,
    worlds: WorldsOption = REACTIVE.worlds,
    learning_rate: RateOption = REACTIVE.learning_rate,
    seed: SeedOption = REACTIVE.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    entropy: EntropyOption = REACTIVE.entropy,
    json: JsonOption = False,
) -> None:
    """Misra17, a baseline: from the last five frames and the instruction to an action. Contextual bandit."""
    from sightline.learning.reactive import ReactiveConfig, learn_reactive
    from sightline.models.misra17 import Misra17, Misra17Config

    lesson = _lesson(corpus, paragraphs, device)
    config = ReactiveConfig(epochs, worlds, learning_rate=learning_rate, entropy=entropy, seed=seed)
    shape = Misra17Config(len(lesson.vocabulary))
    with _training("misra17", out, seed, minutes, lesson, json, shape, config) as (run, progress):
        learn_reactive(Misra17(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress)


@app.command()
def chaplot18(
    world: WorldOption = World.lani,
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/chaplot18"),
    epochs: EpochsOption = REACTIVE.epochs,
    worlds: WorldsOption = REACTIVE.worlds,
    learning_rate: RateOption = REACTIVE.learning_rate,
    seed: SeedOption = REACTIVE.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    entropy: EntropyOption = REACTIVE.entropy,
    json: JsonOption = False,
) -> None:
    """Chaplot18, a baseline: the instruction gates what is seen. Actor-critic with generalised advantages."""
    from sightline.learning.reactive import ReactiveConfig, learn_reactive
    from sightline.models.chaplot18 import Chaplot18, Chaplot18Config

    lesson = _lesson(corpus, paragraphs, device)
    config = ReactiveConfig(epochs, worlds, learning_rate=learning_rate, entropy=entropy, seed=seed)
    shape = Chaplot18Config(len(lesson.vocabulary))
    with _training("chaplot18", out, seed, minutes, lesson, json, shape, config) as (run, progress):
        learn_reactive(Chaplot18(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress)


@app.command()
def joint(
    world: WorldOption = World.lani,
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/joint"),
    epochs: EpochsOption = JOINT.epochs,
    batch: BatchOption = JOINT.batch,
    learning_rate: RateOption = JOINT.learning_rate,
    seed: SeedOption = JOINT.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    entropy: EntropyOption = JOINT.entropy,
    json: JsonOption = False,
) -> None:
    """The ablation: LingUNet and the action generator together, from rewards alone. `best` has `goal` and `actions`."""
    from sightline.learning.joint import JointConfig, learn_jointly
    from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
    from sightline.models.lingunet import LingUNet, LingUNetConfig

    lesson = _lesson(corpus, paragraphs, device)
    config = JointConfig(epochs, batch, learning_rate, entropy, seed=seed)
    shape, legs = LingUNetConfig(len(lesson.vocabulary)), ActionGeneratorConfig()
    with _training("joint", out, seed, minutes, lesson, json, shape, legs, config) as (run, progress):
        learn_jointly(
            LingUNet(shape), ActionGenerator(legs), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress
        )


@dataclass
class _Lesson:
    """What is learned from: the training examples of a corpus, those for tuning set apart."""

    train: Examples
    tune: Examples
    vocabulary: Vocabulary
    source: dict[str, Any]  # which corpus, and how much of it


def _lesson(
    corpus: Path, paragraphs: int | None, device: str, together: bool = False, read: Reader | None = None
) -> _Lesson:
    """A corpus as a model reads it, by its vocabulary or otherwise; `together` where several processes may learn."""
    from sightline.corpus.files import fingerprint, read_corpus
    from sightline.learning.data import Examples, split_for_tuning

    where_to = _device(device, together)
    where = located(corpus)
    loaded = read_corpus(where)
    if not loaded.splits.get("train"):
        raise InputError(f"{where}: has no training examples (train.jsonl is missing or empty).")
    train, tune = split_for_tuning(loaded.splits["train"][:paragraphs])
    source = {"corpus": fingerprint(where), "paragraphs": len(train)}
    read = read or loaded.vocabulary.ids
    return _Lesson(Examples.of(train, read, where_to), Examples.of(tune, read, where_to), loaded.vocabulary, source)


def _device(name: str, together: bool) -> torch.device:
    from sightline.agent.sight import device_of
    from sightline.learning.distributed import launched, own_device

    if launched()[1] > 1 and not together:
        raise InputError("torchrun is for `train goal` and `train janner`; start this one without it.")
    return own_device(device_of(name))


@contextmanager
def _training(
    method: str, out: Path, seed: int, minutes: float | None, lesson: _Lesson, json: bool, *configs: Any, **more: Any
) -> Iterator[tuple[Run, Callable[[str, float], None]]]:
    """A run that shows its progress, and reports what it has learned; weights are drawn from the seed inside."""
    import torch

    from sightline.learning.distributed import launched
    from sightline.learning.run import Run

    settings: dict[str, Any] = {"method": method, **lesson.source, **more}
    for config in configs:
        settings |= asdict(config)
    leads = launched()[0] == 0
    run = Run(folder(out), settings, minutes, say if leads else lambda sentence: None)
    torch.manual_seed(seed)
    with _bar(leads) as progress:
        yield run, progress
    if leads:
        _report(method, run, json)


@contextmanager
def _bar(shown: bool) -> Iterator[Callable[[str, float], None]]:
    """A progress bar on stderr that is told what is going on and which share of everything is done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not shown) as bar:
        task = bar.add_task("getting ready", total=1.0)
        yield lambda what, share: bar.update(task, description=what, completed=share)


def _report(method: str, run: Run, json: bool) -> None:
    from sightline.models.pretrained import read_config

    best = run.folder / "best"
    if run.epoch == 0:
        raise InputError(f"{run.folder}: there was no time for an epoch; give it more --minutes.")
    about = read_config(best / "goal" if method == "joint" else best)["about"]
    if json:
        print_json(
            {"method": method, "folder": str(best), "epoch": about["epoch"], "tune": about["tune"], "epochs": run.epoch,
             "minutes": round(run.seconds / 60, 2)}
        )  # fmt: skip
        return
    scores = ", ".join(f"{name.removeprefix('tune_')} {value:.2f}" for name, value in about["tune"].items())
    say(f"Best of {run.epoch} epochs is {about['epoch']}, on tuning examples {scores}; {run.seconds / 60:.1f} minutes.")
    print(best)
