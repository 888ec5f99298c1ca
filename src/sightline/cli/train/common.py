"""What all `sightline train` commands share: options, the lesson that a corpus gives, a run that shows its progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.cli.output import folder, print_json, say
from sightline.corpus.build import corpus_folder
from sightline.errors import InputError

if TYPE_CHECKING:
    import torch

    from sightline.corpus.records import Paragraph
    from sightline.language import Vocabulary
    from sightline.learning.data import Examples
    from sightline.learning.run import Run
    from sightline.models.pretrained import Reader


@dataclass(frozen=True)
class Field:
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


class Defaults:
    """The fields of a config dataclass as defaults of options."""

    def __init__(self, config: str):
        self._config = config

    def __getattr__(self, name: str) -> Any:
        return Field(self._config, name)


BEST, STREAM = Defaults("learning.goal.BestConfig"), Defaults("learning.stream.StreamConfig")
GOAL, BANDIT = Defaults("learning.goal.GoalConfig"), Defaults("learning.bandit.BanditConfig")
REACTIVE, JOINT = Defaults("learning.reactive.ReactiveConfig"), Defaults("learning.joint.JointConfig")
LINGUNET = Defaults("models.lingunet.LingUNetConfig")

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


@dataclass
class Lesson:
    """What is learned from: the training paragraphs of a corpus, those for tuning set apart; examples when asked for."""

    learning: Sequence[Paragraph]
    tuning: Sequence[Paragraph]
    vocabulary: Vocabulary
    source: dict[str, Any]  # which corpus, and how much of it
    device: torch.device
    read: Reader

    @cached_property
    def train(self) -> Examples:
        return self._examples(self.learning)

    @cached_property
    def tune(self) -> Examples:
        return self._examples(self.tuning)

    def _examples(self, paragraphs: Sequence[Paragraph]) -> Examples:
        from sightline.learning.data import Examples

        return Examples.of(paragraphs, self.read, self.device)


def lesson_of(
    corpus: Path, paragraphs: int | None, device: str, together: bool = False, read: Reader | None = None
) -> Lesson:
    """A corpus as a model reads it, by its vocabulary or otherwise; `together` where several processes may learn."""
    from sightline.corpus.files import fingerprint, read_corpus
    from sightline.learning.data import split_for_tuning

    where_to = _device(device, together)
    where = corpus_folder(corpus, "lani")
    loaded = read_corpus(where)
    if not loaded.splits.get("train"):
        raise InputError(f"{where}: has no training examples (train.jsonl is missing or empty).")
    train, tune = split_for_tuning(loaded.splits["train"][:paragraphs])
    source = {"corpus": fingerprint(where), "paragraphs": len(train)}
    return Lesson(train, tune, loaded.vocabulary, source, where_to, read or loaded.vocabulary.ids)


def _device(name: str, together: bool) -> torch.device:
    from sightline.agent.sight import device_of
    from sightline.learning.distributed import launched, own_device

    if launched()[1] > 1 and not together:
        raise InputError("torchrun is for `train goal` and `train janner`; start this one without it.")
    return own_device(device_of(name))


@contextmanager
def training(
    method: str, out: Path, seed: int, minutes: float | None, lesson: Lesson, json: bool, *configs: Any, **more: Any
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
