"""`sightline evaluate`: the tables of the paper, for trained methods, baselines and any checkpoint."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import MANY, SEED, WORLD, HousesOption, JsonOption, WorldOption, named_scenes
from sightline.cli.output import columns_here, late_progress, new_file, print_json, write
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
    way = "way"
    abilities = "abilities"
    items = "items"
    goal_types = "goal-types"
    navigation = "navigation"


class TableFormat(StrEnum):
    text = "text"
    markdown = "markdown"
    latex = "latex"
    csv = "csv"


SUFFIXES = {TableFormat.text: ".txt", TableFormat.markdown: ".md", TableFormat.latex: ".tex", TableFormat.csv: ".csv"}


def evaluate(
    world: WorldOption = WORLD,
    split: Annotated[Split, typer.Option(help="Which part of the corpus.")] = Split.dev,
    limit: Annotated[
        int | None,
        typer.Option(
            help="Only the first N instructions; --table paragraphs completes the last paragraph. Of --table abilities: N "
            "situations of each; of --table items: N panoramas. Default: all; 100; 500.",
            min=1,
            max=MANY,
        ),
    ] = None,
    corpus: Annotated[
        Path, typer.Option(metavar="DIR", help="A corpus folder; or `standard` or `written`, the bundled ones.")
    ] = Path("standard"),
    house: HousesOption = None,
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
    format: Annotated[
        TableFormat | None, typer.Option(help="How to print it. Default: text, or as the name of the --out file ends.")
    ] = None,
    examples: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the result of every example, as JSON lines.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR|FILE",
            help="Write the table into this folder, made if it does not exist, instead of printing it; or into this file, "
            "ending in .txt, .md, .tex or .csv.",
        ),
    ] = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    seed: Annotated[
        int, typer.Option(help="Seed of the random walk, and of --table abilities and items.", min=0, max=SEED)
    ] = 0,
    json: JsonOption = False,
) -> None:
    """Run methods over a corpus and print a table of the paper with intervals, beside the paper's numbers.

    Tables: `results` (stop distance, task completion or manipulation accuracy), `goals` (goal distance, accuracy),
    `phenomena` (goal distance by kind of language), `calibration` (how sure, and how often right), `paragraphs` (whole
    paragraphs), `way` (whether it goes as told), `abilities` (a checklist of plain commands in random situations); in houses
    also `goal-types` (which goals there are, from the words alone), `navigation` (instructions that ask for walking only)
    and `items` (whether the model tells the items in view apart). A goal map takes 20–90 ms on a CPU core. Your own agent:
    `--methods my_module:MyAgent`, a class with `act(world)` and, if it predicts goals, `locate(world)`.

    Example: `sightline evaluate --world lani --split dev --methods stop,paper --limit 200`
    """
    from sightline.corpus.build import corpus_folder
    from sightline.corpus.files import read_corpus
    from sightline.corpus.kind import corpus_kind
    from sightline.evaluation.evaluate import evaluate as run_trial
    from sightline.evaluation.evaluate import prepare, prepare_abilities, prepare_items
    from sightline.evaluation.layout import FORMATS, as_text
    from sightline.evaluation.methods import Runner, check_names
    from sightline.evaluation.tables import as_json, table_of
    from sightline.world import kind_of

    if format is None:
        format = next((f for f, suffix in SUFFIXES.items() if out is not None and out.suffix == suffix), TableFormat.text)
    target = None if out is None else new_file(out, f"{table.value}-{split.value}{SUFFIXES[format]}")
    if checkpoint is not None and not checkpoint.is_dir():
        raise InputError(f"{checkpoint}: there is no such folder.")
    kind, bundled = kind_of(world), corpus_kind(world)
    named_scenes(world, house)
    runner = Runner(kind, device, seed, checkpoint)
    wanted = methods or ("all" if checkpoint is None else "checkpoint")
    if table is not TableName.goal_types:
        check_names(wanted, runner)  # before a corpus is made or read
    if table in (TableName.abilities, TableName.items):
        if corpus != Path("standard") or split is not Split.dev or examples is not None:
            raise InputError(f"--table {table.value} is about no corpus: it takes no --corpus, --split or --examples.")
        prepare_it = prepare_abilities if table is TableName.abilities else prepare_items
        trial, source = prepare_it(wanted, limit, seed, runner), "generated"
    else:
        where = corpus_folder(corpus, world)
        loaded = read_corpus(where)
        written = [] if bundled.written is None else read_corpus(bundled.written).splits.get(split.value, [])
        asked, train = _split(loaded.splits, split.value, where), loaded.splits.get("train", [])
        trial = prepare(asked, written, table.value, wanted, limit, runner, train)
        source = str(loaded.about.get("source"))
    with late_progress(trial.steps, "instructions") as runner.progress:
        evaluation = run_trial(trial)
    if examples is not None:
        _write_examples(evaluation, split.value, examples)
    count = len(trial.examples) or len(trial.situations) or trial.panoramas
    if json:
        print_json(as_json(evaluation, world, split.value, table.value, count, seed))
    if json and target is None:
        return
    made = table_of(evaluation, kind, table.value, split.value, source, count)
    if format is TableFormat.text:
        text = as_text(made, columns_here() if target is None else 160)
    else:
        text = FORMATS[format.value](made)
    if target is None:
        print(text, end="")
    else:
        write(target, text)


def _split(splits: dict[str, list[Paragraph]], split: str, where: Path) -> list[Paragraph]:
    if not splits.get(split):
        raise InputError(
            f"{where}: has no instructions in {split}.jsonl; there is {', '.join(s for s in splits if splits[s])}."
        )
    return splits[split]


def _write_examples(evaluation: Evaluation, split: str, path: Path) -> None:
    import io

    from sightline.evaluation.scores import write_results

    lines = io.StringIO()
    for method, results in evaluation.results.items():
        write_results(lines, method, split, results)
        write_results(lines, method, "written", evaluation.written[method])
    write(path, lines.getvalue())
