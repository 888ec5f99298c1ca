"""Shared by all `sightline train` commands: the common options, the lesson of a corpus, and a run with progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import torch

from sightline.agent.look import device_of
from sightline.cli.options import WORLD, HousesOption, JsonOption, WorldOption, named_scenes, path_option
from sightline.cli.output import late_progress, new_folder, print_json, say
from sightline.corpus.build import corpus_folder
from sightline.corpus.files import fingerprint, read_corpus
from sightline.corpus.kind import corpus_kind
from sightline.errors import ArgumentError, FileFormatError, InputError
from sightline.fields import Json
from sightline.files import only_one
from sightline.learning.data import split_for_tuning
from sightline.learning.distributed import launched, own_device
from sightline.learning.lesson import Lesson
from sightline.learning.run import Progress, Run
from sightline.learning.tracking import NOTHING, TENSORBOARD
from sightline.models.pretrained import TokenEncoder, read_config
from sightline.options import option
from sightline.world import import_world

STANDARD, RUNS = Path("standard"), Path("runs")
PROGRESS_EVERY = 20.0  # seconds between progress lines without a terminal


Tuning = StrEnum("Tuning", "train dev")  # the source of the tuning examples


@dataclass(frozen=True)
class TrainingTask:
    """The options of every command."""

    world: WorldOption = WORLD
    corpus: Annotated[
        Path, path_option(metavar="DIR", help="Corpus folder; `standard` is the generated one that results use.")
    ] = STANDARD
    house: HousesOption = None
    out: Annotated[
        Path, path_option(metavar="DIR", help="Folder of the run: checkpoint, logs, and the model in `best`.")
    ] = RUNS
    minutes: float | None = option(None, "Start no epoch that would end after this time. Default: no limit.", min=0)
    device: str = option("auto", "Device: auto (a GPU if there is one), cpu or cuda.")
    paragraphs: int | None = option(None, "Use only the first N training paragraphs. Default: all.", min=1, metavar="N")
    tune_on: Tuning = option(
        Tuning.train, "Choose the epoch on a held-out part of train, or on dev, as the paper does in houses."
    )
    navigation_only: bool = option(False, "Use only instructions without interactions.", flags="--navigation-only")
    track: str = option(
        TENSORBOARD,
        "Where measures go beside log.jsonl: tensorboard, none, wandb, trackio, or any module with init, log and finish.",
        metavar="NAME",
    )
    json: JsonOption = False


def lesson_of(task: TrainingTask, read: TokenEncoder | None = None) -> Lesson:
    """The lesson of a corpus, tokenized with its vocabulary or by `read`."""
    kind = import_world(task.world)
    scenes = named_scenes(task.world, task.house)
    device = own_device(device_of(task.device))
    where = corpus_folder(task.corpus, task.world, say=say, progress=late_progress)
    corpus = read_corpus(where)
    if not corpus.splits.get("train"):
        raise FileFormatError(f"{where}: has no training examples (train.jsonl is missing or empty).")
    paragraphs = corpus.splits["train"][: task.paragraphs]
    other = next((p.world for p in paragraphs if p.world != task.world), None)
    if other is not None:
        raise ArgumentError(f"{where}: is a corpus of {other}, not of {task.world}; use --world {other}.")
    unseen = corpus_kind(task.world).unseen
    if unseen is not None and any(unseen.holds(paragraph.scene) for paragraph in paragraphs):
        raise ArgumentError(f"{where}: is about houses that are kept for --split unseen-houses; nobody learns in them.")
    train, tune = (paragraphs, corpus.splits.get("dev", [])) if task.tune_on is Tuning.dev else split_for_tuning(paragraphs)
    if not tune:
        raise FileFormatError(f"{where}: has no dev.jsonl to tune on; leave out --tune-on dev.")
    source = {"world": task.world, "corpus": fingerprint(where), "paragraphs": len(train)}
    source |= {"tune_on": "dev"} if task.tune_on is Tuning.dev else {}
    source |= {"navigation_only": True} if task.navigation_only else {}
    source |= {"houses": [scene.name for scene in scenes]} if scenes else {}
    read = read or corpus.vocabulary.ids
    return Lesson(kind, train, tune, corpus.vocabulary, source, device, read, scenes, task.navigation_only)


@contextmanager
def training(method: str, task: TrainingTask, source: Json, *configs: Any, **more: Any) -> Iterator[Run]:
    """A run with progress and a final report; `source` is its data. It seeds torch, so create models inside."""
    settings: Json = {"method": method, **source, **more}
    for config in configs:
        for name, value in asdict(config).items():
            settings[f"{type(config).__name__}.{name}" if name in settings else name] = value
    leads = launched()[0] == 0
    torch.manual_seed(settings["seed"])
    folder = new_folder(task.out)
    lock = only_one(folder / ".lock", f"{folder}: another training is running there; use another --out.")
    with lock if leads else nullcontext(), _progress(leads) as progress:
        track = task.track if leads else NOTHING
        run = Run(folder, settings, task.minutes, say if leads else lambda sentence: None, progress, track)
        try:
            yield run
        finally:
            run.close()
    if leads:
        _report(method, run, task.json)


@contextmanager
def _progress(leads: bool) -> Iterator[Progress]:
    """Progress on stderr: a bar on a terminal, otherwise lines."""
    if not leads:
        yield lambda what, share: None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("preparing", total=1.0)
            yield lambda what, share: bar.update(task, description=what, completed=share)
    else:
        lines = _Lines()
        yield lines
        lines.flush()


class _Lines:
    """Prints a progress line at most every PROGRESS_EVERY seconds, and the last one at the end."""

    def __init__(self) -> None:
        self.printed, self.line = time.monotonic(), ""

    def __call__(self, what: str, share: float) -> None:
        self.line = f"{share:4.0%} {what}"
        if time.monotonic() - self.printed >= PROGRESS_EVERY:
            self.flush()

    def flush(self) -> None:
        if self.line:
            say(self.line)
        self.printed, self.line = time.monotonic(), ""


def _report(method: str, run: Run, json: bool) -> None:
    best = run.folder / "best"
    if run.epoch == 0:
        raise InputError(f"{run.folder}: there was no time for one epoch; use more --minutes.")
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
