"""`sightline evaluate`: the tables of the paper, for trained methods, baselines and any checkpoint."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.corpus import located
from sightline.cli.options import JsonOption, WorldOption
from sightline.cli.output import columns_here, late_progress, print_json, write
from sightline.errors import InputError

if TYPE_CHECKING:
    from sightline.corpus.records import Paragraph
    from sightline.evaluation.evaluate import Evaluation


class Split(StrEnum):
    train = "train"
    dev = "dev"
    test = "test"


class TableName(StrEnum):
    results = "results"
    goals = "goals"
    phenomena = "phenomena"
    calibration = "calibration"
    paragraphs = "paragraphs"


class TableFormat(StrEnum):
    text = "text"
    markdown = "markdown"
    latex = "latex"
    csv = "csv"


def evaluate(
    world: WorldOption = "lani",
    split: Annotated[Split, typer.Option(help="Which part of the corpus.")] = Split.dev,
    limit: Annotated[
        int | None,
        typer.Option(help="Only the first N instructions; --table paragraphs completes the last paragraph.", min=1),
    ] = None,
    corpus: Annotated[
        Path, typer.Option(metavar="DIR", help="A corpus folder; or `standard` or `written`, which come along.")
    ] = Path("standard"),
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="A trained model, or an agent's folders `goal` and `actions`: method `checkpoint`."
        ),
    ] = None,
    methods: Annotated[
        str | None,
        typer.Option(
            metavar="A,B|all",
            help="Methods, separated by commas, or all that have weights. Default: all; with --checkpoint only that.",
        ),
    ] = None,
    table: Annotated[TableName, typer.Option(help="Which table.")] = TableName.results,
    format: Annotated[TableFormat, typer.Option(help="How to print it.")] = TableFormat.text,
    examples: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the result of every example, as JSON lines.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table here instead of printing it.")] = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    seed: Annotated[int, typer.Option(help="Of the random walk.", min=0)] = 0,
    json: JsonOption = False,
) -> None:
    """Run methods over a corpus and print a table of the paper with intervals, beside the paper's numbers.

    Tables: `results` (stop distance, task completion), `goals` (goal distance, accuracy), `phenomena` (goal distance by
    kind of language), `calibration` (how sure,
    and how often right), `paragraphs` (whole paragraphs). A goal map takes 20–90 ms on a CPU core.

    Example: `sightline evaluate --world lani --split dev --methods stop,paper --limit 200`
    """
    from sightline.corpus.files import read_corpus
    from sightline.corpus.lani.build import written_folder
    from sightline.evaluation.evaluate import evaluate as run_trial
    from sightline.evaluation.evaluate import prepare
    from sightline.evaluation.layout import FORMATS, as_text
    from sightline.evaluation.methods import Runner
    from sightline.evaluation.tables import as_json, table_of

    if checkpoint is not None and not checkpoint.is_dir():
        raise InputError(f"{checkpoint}: there is no such folder.")
    runner = Runner(device, seed, checkpoint)
    where = located(corpus)
    loaded, written = read_corpus(where), read_corpus(written_folder())
    paragraphs = _split(loaded.splits, split.value, where)
    wanted = methods or ("all" if checkpoint is None else "checkpoint")
    trial = prepare(paragraphs, written.splits["dev"], table.value, wanted, limit, runner)
    with late_progress(trial.steps, "instructions") as runner.tell:
        found = run_trial(trial)
    if examples is not None:
        _write_examples(found, split.value, examples)
    count = len(trial.examples)
    if json:
        print_json(as_json(found, world, split.value, table.value, count, seed))
    if json and out is None:
        return
    made = table_of(found, table.value, split.value, str(loaded.about.get("source")), count)
    if format is TableFormat.text:
        shown = as_text(made, columns_here() if out is None else 160)
    else:
        shown = FORMATS[format.value](made)
    if out is None:
        print(shown, end="")
    else:
        write(out, shown)


def _split(splits: dict[str, list[Paragraph]], split: str, where: Path) -> list[Paragraph]:
    if not splits.get(split):
        raise InputError(
            f"{where}: has no instructions in {split}.jsonl; there is {', '.join(s for s in splits if splits[s])}."
        )
    return splits[split]


def _write_examples(found: Evaluation, split: str, path: Path) -> None:
    import io

    from sightline.evaluation.scores import write_results

    lines = io.StringIO()
    for method, results in found.results.items():
        write_results(lines, method, split, results)
        write_results(lines, method, "written", found.written[method])
    write(path, lines.getvalue())
