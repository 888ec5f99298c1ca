"""A table on request: which methods on which instructions, and the report that commands, programs and notebooks show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sightline.corpus.build import corpus_folder
from sightline.corpus.files import Corpus, read_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph
from sightline.errors import ArgumentError, FileError, FileFormatError
from sightline.evaluation.evaluate import Evaluation, Trial, evaluate, prepare, prepare_abilities, prepare_items
from sightline.evaluation.layout import Table, as_markdown, as_text
from sightline.evaluation.methods import CHECKPOINT, Runner, check_names
from sightline.evaluation.tables import as_json, table_of
from sightline.world import Kind, kind_of

WITHOUT_CORPUS = ("abilities", "items")  # tables of generated situations


@dataclass(frozen=True)
class TableRequest:
    """What a table is asked about."""

    world: str
    table: str = "results"
    split: str = "dev"
    corpus: Path = Path("standard")
    methods: str = ""  # separated by commas, or all that have weights; empty: all, or only the checkpoint
    limit: int | None = None
    seed: int = 0
    device: str = "cpu"
    checkpoint: Path | None = None


@dataclass(frozen=True)
class TableReport:
    """An evaluation and the table that it makes."""

    evaluation: Evaluation
    request: TableRequest
    source: str  # of the language
    count: int  # instructions, situations or panoramas

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


def trial_of(request: TableRequest, own: Mapping[str, type] | None = None) -> Trial:
    """Read what a request needs; raise InputError before anything runs if it cannot be evaluated."""
    if request.checkpoint is not None and not request.checkpoint.is_dir():
        raise FileError(f"{request.checkpoint}: there is no such folder.")
    bundled = corpus_kind(request.world)
    runner = Runner(kind_of(request.world), request.device, request.seed, request.checkpoint, own=own)
    wanted = request.methods or ("all" if request.checkpoint is None else CHECKPOINT)
    if request.table != "goal-types":
        check_names(wanted, runner)  # before a corpus is generated or read
    if request.table in WITHOUT_CORPUS:
        if request.corpus != Path("standard") or request.split != "dev":
            raise ArgumentError(f"--table {request.table} uses no corpus: leave out --corpus, --split and --examples.")
        choose = prepare_abilities if request.table == "abilities" else prepare_items
        return choose(wanted, request.limit, request.seed, runner)
    where = corpus_folder(request.corpus, request.world)
    corpus = read_corpus(where)
    written = [] if bundled.written is None else read_corpus(bundled.written).splits.get(request.split, [])
    paragraphs, train = _split(corpus, request.split, where), corpus.splits.get("train", [])
    trial = prepare(paragraphs, written, request.table, wanted, request.limit, runner, train)
    trial.source = str(corpus.about.get("source"))
    return trial


def _split(corpus: Corpus, split: str, where: Path) -> Sequence[Paragraph]:
    if not corpus.splits.get(split):
        there = ", ".join(name for name in corpus.splits if corpus.splits[name])
        raise FileFormatError(f"{where}: has no instructions in {split}.jsonl; there is {there}.")
    return corpus.splits[split]


def report_on(request: TableRequest, trial: Trial, progress: Callable[[int], None] = lambda done: None) -> TableReport:
    """Run the trial of a request; `progress` hears how many more examples are done."""
    trial.runner.progress = progress
    return TableReport(evaluate(trial), request, trial.source, trial.count)


def table_from_json(record: dict[str, Any]) -> Table:
    """The table of what `sightline evaluate --json` has printed."""
    compared = dict(record["differences"])
    reference, relative = compared.pop("reference"), dict(record.get("relative", {}))
    relative.pop("to", None)
    evaluation = Evaluation({}, {}, record["results"], reference, compared, relative)
    return table_of(evaluation, kind_of(record["world"]), record["table"], record["split"], record["source"], record["n"])
