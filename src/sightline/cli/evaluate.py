"""`sightline evaluate`: the tables of the paper, for trained methods, baselines and any checkpoint."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import (
    WORLD,
    HousesOption,
    JsonOption,
    WorldOption,
    count_option,
    named_scenes,
    path_option,
    seed_option,
)
from sightline.cli.output import columns_here, late_progress, new_file, print_json, write
from sightline.errors import ArgumentError, FileError, FileFormatError

if TYPE_CHECKING:
    from sightline.corpus.records import Paragraph
    from sightline.evaluation.evaluate import Evaluation


Split = StrEnum("Split", "train dev test")
TableFormat = StrEnum("TableFormat", "text markdown latex csv")


class TableName(StrEnum):
    results = "results"
    goals = "goals"
    phenomena = "phenomena"
    calibration = "calibration"
    paragraphs = "paragraphs"
    way = "way"
    abilities = "abilities"
    items = "items"
    talk = "talk"
    goal_types = "goal-types"
    navigation = "navigation"


SUFFIXES = {TableFormat.text: ".txt", TableFormat.markdown: ".md", TableFormat.latex: ".tex", TableFormat.csv: ".csv"}


def evaluate(
    world: WorldOption = WORLD,
    split: Annotated[Split, typer.Option(help="Split of the corpus.")] = Split.dev,
    limit: Annotated[
        int | None,
        count_option(
            "Use the first N instructions (--table paragraphs completes the last paragraph). Default: all. With --table "
            "abilities: N situations per ability. Default: 100. With --table items: N panoramas. Default: 500. With --table "
            "talk: the first N dialogues."
        ),
    ] = None,
    corpus: Annotated[Path, path_option(metavar="DIR", help="Corpus folder, or `standard` or `written` (bundled).")] = Path(
        "standard"
    ),
    house: HousesOption = None,
    checkpoint: Annotated[
        Path | None,
        path_option(
            metavar="DIR",
            help="Trained model, or folder with an agent's `goal` and `actions`; it appears in the table as `checkpoint`.",
        ),
    ] = None,
    methods: Annotated[
        str | None,
        typer.Option(
            metavar="A,B|all",
            help="Methods, separated by commas, or all that have weights. Default: all, or only that of --checkpoint.",
        ),
    ] = None,
    table: Annotated[TableName, typer.Option(help="Table to print; see above.")] = TableName.results,
    format: Annotated[
        TableFormat | None, typer.Option(help="Format of the table. Default: by the suffix of --out, or text.")
    ] = None,
    examples: Annotated[
        Path | None, path_option(metavar="FILE", help="Also write the result of every example, as JSON lines.")
    ] = None,
    out: Annotated[
        Path | None,
        path_option(
            metavar="DIR|FILE",
            help="Write the table into this folder, made if needed, or into a .txt, .md, .tex or .csv file. Default: print.",
        ),
    ] = None,
    reader: Annotated[
        str,
        typer.Option(
            metavar="NAME|none", help="With --table talk: reader of the words; none: the agent follows them as they are."
        ),
    ] = "rules",
    device: Annotated[str, typer.Option(help="Device: auto (a GPU if there is one), cpu or cuda.")] = "cpu",
    seed: Annotated[int, seed_option("Seed of the random-walk baseline and of --table abilities and items.")] = 0,
    json: JsonOption = False,
) -> None:
    """Run methods on a corpus and print a table with confidence intervals, beside the paper's numbers.

    Tables: `results` (stop distance, task completion or manipulation accuracy), `goals` (goal distance, accuracy),
    `phenomena` (goal distance by linguistic phenomenon), `calibration` (confidence and accuracy), `paragraphs` (whole
    paragraphs), `way` (agreement of the path with the instruction), `abilities` (a checklist of plain commands in
    random situations), `talk` (dialogues: right turns, deeds nobody asked for, needless questions; --json lists the
    turns that failed, --examples writes all); in houses also `goal-types` (goal types predicted from the words),
    `navigation` (instructions without interactions) and `items` (kinds of the items in view, by the model's own
    output). A goal map takes 20–90 ms on a CPU core. Your own agent: `--methods my_module:MyAgent`, a class with
    `act(world)` and, if it predicts goals, `locate(world)`.

    Example: `sightline evaluate --world lani --split dev --methods stop,paper --limit 200`
    """
    from sightline.corpus.build import corpus_folder
    from sightline.corpus.files import read_corpus
    from sightline.corpus.kind import corpus_kind
    from sightline.evaluation.evaluate import evaluate as run_trial
    from sightline.evaluation.evaluate import prepare, prepare_abilities, prepare_items, prepare_talk
    from sightline.evaluation.layout import FORMATS, as_text
    from sightline.evaluation.methods import Runner, check_names
    from sightline.evaluation.tables import as_json, table_of
    from sightline.world import kind_of

    if format is None:
        format = next((f for f, suffix in SUFFIXES.items() if out is not None and out.suffix == suffix), TableFormat.text)
    target = None if out is None else new_file(out, f"{table.value}-{split.value}{SUFFIXES[format]}")
    if checkpoint is not None and not checkpoint.is_dir():
        raise FileError(f"{checkpoint}: there is no such folder.")
    kind, bundled = kind_of(world), corpus_kind(world)
    named_scenes(world, house)
    runner = Runner(kind, device, seed, checkpoint)
    wanted = methods or ("all" if checkpoint is None else "checkpoint")
    if table is not TableName.goal_types:
        check_names(wanted, runner)  # before a corpus is generated or read
    if table in (TableName.abilities, TableName.items):
        if corpus != Path("standard") or split is not Split.dev or examples is not None:
            raise ArgumentError(f"--table {table.value} uses no corpus: leave out --corpus, --split and --examples.")
        prepare_it = prepare_abilities if table is TableName.abilities else prepare_items
        trial, source = prepare_it(wanted, limit, seed, runner), "generated"
    elif table is TableName.talk:
        if corpus != Path("standard") or split is Split.train:
            raise ArgumentError("--table talk has dialogues of its own, for dev and test: leave out --corpus.")
        trial, source = prepare_talk(wanted, split.value, limit, runner, reader), "written"
    else:
        where = corpus_folder(corpus, world)
        loaded = read_corpus(where)
        written = [] if bundled.written is None else read_corpus(bundled.written).splits.get(split.value, [])
        paragraphs, train = _split(loaded.splits, split.value, where), loaded.splits.get("train", [])
        trial = prepare(paragraphs, written, table.value, wanted, limit, runner, train)
        source = str(loaded.about.get("source"))
    with late_progress(trial.steps, "instructions") as runner.progress:
        evaluation = run_trial(trial)
    if examples is not None:
        _write_examples(evaluation, split.value, examples)
    count = len(trial.examples) or len(trial.situations) or len(trial.dialogues) or trial.panoramas
    if json:
        print_json(as_json(evaluation, world, split.value, table.value, count, seed))
    if json and target is None:
        return
    results = table_of(evaluation, kind, table.value, split.value, source, count)
    if format is TableFormat.text:
        text = as_text(results, columns_here() if target is None else 160)
    else:
        text = FORMATS[format.value](results)
    if target is None:
        print(text, end="")
    else:
        write(target, text)


def _split(splits: dict[str, list[Paragraph]], split: str, where: Path) -> list[Paragraph]:
    if not splits.get(split):
        raise FileFormatError(
            f"{where}: has no instructions in {split}.jsonl; there is {', '.join(s for s in splits if splits[s])}."
        )
    return splits[split]


def _write_examples(evaluation: Evaluation, split: str, path: Path) -> None:
    import io

    from sightline.evaluation.scores import write_results
    from sightline.evaluation.talk.converse import write_turns

    lines = io.StringIO()
    for method, turns in evaluation.turns.items():
        write_turns(lines, method, turns)
    for method, results in evaluation.results.items():
        write_results(lines, method, split, results)
        write_results(lines, method, "written", evaluation.written[method])
    write(path, lines.getvalue())
