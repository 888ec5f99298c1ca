"""`sightline evaluate`: the tables of the paper, for trained methods, baselines and any checkpoint."""

from __future__ import annotations

from dataclasses import dataclass
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
    named_world,
    path_option,
    seed_option,
)
from sightline.cli.output import columns_here, late_progress, new_file, print_json, say, write
from sightline.cli.shards import EngineOption, PartsArgument, PartsOption, ShardOption, ShardsOption, check_shards, parts_by
from sightline.errors import ArgumentError

if TYPE_CHECKING:
    from sightline.evaluation.report import TableReport, TableRequest


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
    goal_types = "goal-types"
    navigation = "navigation"


SUFFIXES = {TableFormat.text: ".txt", TableFormat.markdown: ".md", TableFormat.latex: ".tex", TableFormat.csv: ".csv"}
FormatOption = Annotated[
    TableFormat | None, typer.Option(help="Format of the table. Default: by the suffix of --out, or text.")
]
ExamplesOption = Annotated[
    Path | None, path_option(metavar="FILE", help="Also write the result of every example, as JSON lines.")
]
TableOutOption = Annotated[
    Path | None,
    path_option(
        metavar="DIR|FILE",
        help="Write the table into this folder, made if needed, or into a .txt, .md, .tex or .csv file. Default: print.",
    ),
]
app = typer.Typer(invoke_without_command=True)


@app.callback()
def evaluate(
    context: typer.Context,
    world: WorldOption = WORLD,
    split: Annotated[Split, typer.Option(help="Split of the corpus.")] = Split.dev,
    limit: Annotated[
        int | None,
        count_option(
            "Use the first N instructions (--table paragraphs completes the last paragraph). Default: all. With --table "
            "abilities: N situations per ability. Default: 100. With --table items: N panoramas. Default: 500."
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
    format: FormatOption = None,
    examples: ExamplesOption = None,
    out: TableOutOption = None,
    device: Annotated[str, typer.Option(help="Device: auto (a GPU if there is one), cpu or cuda.")] = "cpu",
    seed: Annotated[int, seed_option("Seed of the random-walk baseline and of --table abilities and items.")] = 0,
    shard: ShardOption = None,
    engine: EngineOption = None,
    shards: ShardsOption = 16,
    parts: PartsOption = None,
    json: JsonOption = False,
) -> None:
    """Run methods on a corpus and print a table with confidence intervals, beside the paper's numbers.

    Tables: `results` (stop distance, task completion or manipulation accuracy), `goals` (goal distance, accuracy),
    `phenomena` (goal distance by linguistic phenomenon), `calibration` (confidence and accuracy), `paragraphs` (whole
    paragraphs), `way` (agreement of the path with the instruction), `abilities` (a checklist of plain commands in random
    situations); in houses also `goal-types` (goal types predicted from the words), `navigation` (instructions without
    interactions) and `items` (kinds of the items in view, by the model's own output). A goal map takes 20–90 ms on a CPU
    core. Your own agent: `--methods my_module:MyAgent`, a class with `act(world)` and, if it predicts goals,
    `locate(world)`.

    Example: `sightline evaluate --world lani --split dev --methods stop,paper --limit 200`
    """
    if context.invoked_subcommand is not None:
        return
    from sightline.evaluation.parts import merge_evaluation, write_part
    from sightline.evaluation.report import TableRequest, report_on, trial_of

    check_shards(shard, engine)
    named_scenes(world, house)
    request = TableRequest(
        world, table.value, split.value, corpus, methods or "", limit, seed, device, checkpoint
    )  # fmt: skip
    if shard is not None:
        if out is None or json or format is not None or examples is not None:
            raise ArgumentError("--shard takes --out PART; --json, --format and --examples go with `evaluate merge`.")
        trial = trial_of(request)
        with late_progress(trial.steps // shard.count, "instructions") as trial.runner.progress:
            write_part(out, shard, request, trial)
        say(f"Shard {shard} of {trial.count:,} instructions.")
        print(out)
        return
    output = _Output(format, examples, out, json)
    output.check(request)
    if engine is not None:
        folder = parts or (Path("evaluate.parts") if out is None else Path(f"{out}.parts"))
        with parts_by(engine, _command(request, house), shards, folder) as folders:
            output.show(merge_evaluation(folders))
        return
    trial = trial_of(request)
    with late_progress(trial.steps, "instructions") as progress:
        report = report_on(request, trial, progress)
    output.show(report)


@app.command()
def merge(
    parts: PartsArgument,
    world: Annotated[
        str | None, typer.Option(metavar="MODULE:KIND", help="World of your own that the parts name.", callback=named_world)
    ] = None,
    format: FormatOption = None,
    examples: ExamplesOption = None,
    out: TableOutOption = None,
    json: JsonOption = False,
) -> None:
    """Join the parts that `evaluate --shard K/N --out PART` wrote, and print the table of one process.

    All N shards of one evaluation must be there, each once, made by the same version with the same weights.

    Example: `sightline evaluate merge part1 part2 part3`
    """
    from sightline.evaluation.parts import merge_evaluation

    _Output(format, examples, out, json).show(merge_evaluation(parts))


@dataclass(frozen=True)
class _Output:
    """How a table is printed or written."""

    format: TableFormat | None
    examples: Path | None
    out: Path | None
    json: bool

    def check(self, request: TableRequest) -> None:
        """Refuse a bad --out before the work."""
        self._target(request)
        if self.examples is not None and request.table in (TableName.abilities, TableName.items):
            raise ArgumentError(f"--table {request.table} uses no corpus: leave out --corpus, --split and --examples.")

    def show(self, report: TableReport) -> None:
        from sightline.evaluation.layout import FORMATS, as_text

        target = self._target(report.request)
        if self.examples is not None:
            _write_examples(report, self.examples)
        if self.json:
            print_json(report.json())
        if self.json and target is None:
            return
        if self._format is TableFormat.text:
            text = as_text(report.table, columns_here() if target is None else 160)
        else:
            text = FORMATS[self._format.value](report.table)
        if target is None:
            print(text, end="")
        else:
            write(target, text)

    @property
    def _format(self) -> TableFormat:
        by_suffix = (f for f, suffix in SUFFIXES.items() if self.out is not None and self.out.suffix == suffix)
        return self.format or next(by_suffix, TableFormat.text)

    def _target(self, request: TableRequest) -> Path | None:
        name = f"{request.table}-{request.split}{SUFFIXES[self._format]}"
        return None if self.out is None else new_file(self.out, name)


def _command(request: TableRequest, house: list[str] | None) -> list[str]:
    """The command that does a shard of a request, wherever it runs."""

    def absolute(path: Path) -> str:
        return str(path.resolve()) if path.is_dir() else str(path)

    words = ["evaluate", "--world", request.world, "--split", request.split, "--table", request.table]
    words += ["--corpus", absolute(request.corpus), "--device", request.device, "--seed", str(request.seed)]
    words += ["--limit", str(request.limit)] if request.limit is not None else []
    words += ["--methods", request.methods] if request.methods else []
    words += ["--checkpoint", absolute(request.checkpoint)] if request.checkpoint is not None else []
    return words + [word for name in house or [] for word in ("--house", str(Path(name).resolve()))]


def _write_examples(report: TableReport, path: Path) -> None:
    import io

    from sightline.evaluation.evaluate import Answers
    from sightline.evaluation.parts import write_answers

    lines = io.StringIO()
    write_answers(lines, Answers(report.evaluation.results, report.evaluation.written), report.request.split)
    write(path, lines.getvalue())
