"""A table on request: which methods on which instructions, and the report that commands, programs and notebooks show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sightline.agent.readers import BEST, NONE, RULES
from sightline.chat.config import ChatConfig
from sightline.corpus.build import UNSEEN, corpus_folder, unseen_of
from sightline.corpus.files import Corpus, read_corpus
from sightline.corpus.kind import OwnScenes, corpus_kind
from sightline.corpus.records import UNSEEN_SPLITS, Paragraph
from sightline.errors import ArgumentError, FileError, FileFormatError
from sightline.evaluation.evaluate import (
    Evaluation,
    Trial,
    evaluate,
    prepare,
    prepare_abilities,
    prepare_items,
    prepare_reading,
    prepare_search,
    prepare_talk,
)
from sightline.evaluation.layout import Table, as_markdown, as_text
from sightline.evaluation.methods import CHECKPOINT, Runner, check_names
from sightline.evaluation.recording import check_log_name, run_recorded, trial_header
from sightline.evaluation.tables import as_json, table_of
from sightline.world import Kind, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDARD = Path("standard")
WITHOUT_CORPUS = {"abilities": prepare_abilities, "items": prepare_items, "search": prepare_search}  # generated situations
TALK, READING = "talk", "reading"  # the tables of dialogues and of readers
READ = ("abilities", "search", TALK, READING)  # tables of what somebody reads before the seer


@dataclass(frozen=True)
class TableRequest:
    """What a table is asked about."""

    world: str
    table: str = "results"
    split: str = "dev"
    corpus: Path = STANDARD
    methods: Sequence[str] = ()  # each one or several, separated by commas; empty: all, or only the checkpoint
    limit: int | None = None
    seed: int = 0
    device: str = "cpu"
    checkpoint: Path | None = None
    scenes: OwnScenes = ()  # the user's houses
    record: Path | None = None  # log of the actions
    chat: ChatConfig | None = None  # of models behind an address
    reader: str | None = None  # of the words; None: as the table has it, rules for talk, none for others

    @property
    def place(self) -> Path:
        """The corpus by path or name; splits of unseen scenes are in one of their own."""
        return Path(UNSEEN) if self.split in UNSEEN_SPLITS else self.corpus


@dataclass(frozen=True)
class TableReport:
    """An evaluation and the table that it makes."""

    evaluation: Evaluation
    request: TableRequest
    source: str  # of the language
    count: int  # instructions, situations, dialogues or panoramas

    @property
    def kind(self) -> Kind:
        """The world."""
        return kind_of(self.request.world)

    @property
    def scores(self) -> dict[str, dict[str, Any]]:
        """By method: metrics, `ci`, `unseen`, `written`."""
        return self.evaluation.scores

    @cached_property
    def table(self) -> Table:
        """The table."""
        request = self.request
        return table_of(self.evaluation, self.kind, request.table, request.split, self.source, self.count)

    def json(self) -> dict[str, Any]:
        """What `sightline evaluate --json` prints."""
        request = self.request
        world, split, table, seed = request.world, request.split, request.table, request.seed
        return as_json(self.evaluation, world, split, table, self.count, seed, self.source)

    def __str__(self) -> str:
        return as_text(self.table, 160)

    def _repr_markdown_(self) -> str:
        return as_markdown(self.table)


def trial_of(
    request: TableRequest, own: Mapping[str, type] | None = None, find: Callable[..., Path] = corpus_folder
) -> Trial:
    """Read what a request needs; raise InputError before anything runs if it cannot be evaluated.

    `own`: agent classes by name. `find`: the folder of a corpus, by its path or name and its world.
    """
    if request.checkpoint is not None and not request.checkpoint.is_dir():
        raise FileError(f"{request.checkpoint}: there is no such folder.")
    bundled, table = corpus_kind(request.world), request.table
    runner = Runner(
        kind_of(request.world), request.device, request.seed, request.checkpoint, chat=request.chat, own=own
    )  # fmt: skip
    wanted = list(request.methods) or ["all" if request.checkpoint is None else CHECKPOINT]
    if table != "goal-types":
        check_names(wanted, runner)  # before a corpus is generated or read
    check_log_name(request.record, table)
    if request.reader not in (None, NONE) and table not in READ:
        raise ArgumentError(
            f"--reader goes with --table {', '.join(READ)}; in --table {table} nobody reads before the seer."
        )
    if request.reader not in (None, NONE) and table not in (TALK, READING) and not runner.kind.reaches:
        raise ArgumentError(
            f"--reader goes with --table talk in {runner.kind.title}: its instructions are followed as a whole."
        )
    if table in WITHOUT_CORPUS:
        options = {"reader": request.reader or NONE} if table in READ else {}
        return WITHOUT_CORPUS[table](wanted, request.limit, request.seed, runner, _scenes(request), **options)
    if table == TALK:
        if request.corpus != STANDARD or request.split not in ("dev", "test"):
            raise ArgumentError("--table talk has dialogues of its own, for dev and test: leave out --corpus.")
        return prepare_talk(wanted, request.split, request.limit, runner, request.reader or BEST)
    if table == READING:
        if request.corpus != STANDARD or request.methods:
            raise ArgumentError("--table reading compares readers on written pairs: leave out --corpus and --methods.")
        return prepare_reading(request.split, request.limit, runner, request.reader or f"{BEST},{RULES}")
    is_unseen = request.split in UNSEEN_SPLITS
    if is_unseen and request.corpus != STANDARD:
        raise ArgumentError(f"--split {request.split} is a corpus of its own: leave out --corpus.")
    folder = find(request.place, request.world)
    corpus = read_corpus(folder)
    written = [] if bundled.written is None else read_corpus(bundled.written).splits.get(request.split, [])
    paragraphs, train = _split(corpus, request.split, folder), corpus.splits.get("train", [])
    if is_unseen and table == "goal-types":
        train = read_corpus(find(STANDARD, request.world)).splits["train"]
    unseen: list[Paragraph] = []
    beside = request.corpus == STANDARD and request.split in ("dev", "test") and request.record is None
    if bundled.unseen is not None and beside:
        unseen = read_corpus(find(Path(UNSEEN), request.world)).splits[UNSEEN]
    trial = prepare(paragraphs, written, table, wanted, request.limit, runner, train, unseen)
    trial.source, trial.folder = str(corpus.about.get("source")), folder
    return trial


def _scenes(request: TableRequest) -> OwnScenes:
    """The scenes of a table of generated situations."""
    if request.corpus != STANDARD or request.split not in ("dev", UNSEEN):
        raise ArgumentError(
            f"--table {request.table} uses no corpus: leave out --corpus and --examples; --split is dev or {UNSEEN}."
        )
    if request.split != UNSEEN:
        return request.scenes
    if request.scenes:
        raise ArgumentError(f"--split {UNSEEN} has its own houses: leave out --house.")
    return tuple(unseen_of(corpus_kind(request.world)).scenes())


def _split(corpus: Corpus, split: str, where: Path) -> Sequence[Paragraph]:
    if not corpus.splits.get(split):
        there = [name for name in corpus.splits if corpus.splits[name]]
        instead = f"; it has {', '.join(there)}: use --split {there[0]}" if there else ""
        raise FileFormatError(f"{where}: has no instructions in {split}{instead}.")
    return corpus.splits[split]


@contextmanager
def asking(trial: Trial, say: Callable[[str], None] = lambda sentence: None) -> Iterator[None]:
    """A trial that may ask models behind an address; in the end it says what they cost, and closes them."""
    try:
        yield
    finally:
        for model in trial.runner.models:
            say(model.asker.summary())
            model.asker.close()


def report_on(request: TableRequest, trial: Trial) -> TableReport:
    """Run the trial of a request, and record it if the request says so."""
    if request.record is None:
        evaluation = evaluate(trial)
    else:
        assert trial.folder is not None  # tables of what agents do have a corpus
        written = corpus_kind(request.world).written
        header = trial_header(trial, request.split, request.limit, request.place, trial.folder, written)
        evaluation = run_recorded(trial, request.record, header)
    return TableReport(evaluation, request, trial.source, trial.count)


def table_from_json(record: dict[str, Any]) -> Table:
    """The table of what `sightline evaluate --json` has printed."""
    compared = dict(record["differences"])
    reference, relative = compared.pop("reference"), dict(record.get("relative", {}))
    relative.pop("to", None)
    evaluation = Evaluation({}, {}, record["results"], reference, compared, relative)
    kind, table, split = kind_of(record["world"]), record["table"], record["split"]
    return table_of(evaluation, kind, table, split, record["source"], record["n"], record.get("goals", 0))
