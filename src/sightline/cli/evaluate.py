"""`sightline evaluate`: the tables of the paper, for trained methods, baselines and any checkpoint."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.chat.config import PREFIX, ChatConfig
from sightline.cli.options import (
    WORLD,
    JsonOption,
    Only,
    WorldOption,
    count_option,
    named_scenes,
    named_world,
    path_option,
    seed_option,
    with_options,
)
from sightline.cli.output import columns_here, late_progress, new_file, print_json, say, write
from sightline.cli.shards import (
    EngineOption,
    PartsArgument,
    PartsOption,
    ShardOption,
    ShardsOption,
    check_shards,
    folder_word,
    house_words,
    parts_by,
)
from sightline.errors import ArgumentError

if TYPE_CHECKING:
    from sightline.evaluation.report import TableReport, TableRequest


class Split(StrEnum):
    train = "train"
    dev = "dev"
    test = "test"
    unseen_houses = "unseen-houses"
    unseen_commands = "unseen-commands"


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
    search = "search"
    talk = "talk"
    reading = "reading"
    goal_types = "goal-types"
    navigation = "navigation"


STANDARD = Path("standard")
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
@with_options()
def evaluate(
    context: typer.Context,
    world: WorldOption = WORLD,
    split: Annotated[
        Split,
        typer.Option(
            help="Split of the corpus. CHAI also has unseen-houses, 2,000 instructions in 200 houses that nobody learns in, "
            "and unseen-commands, 1,000 plain commands there."
        ),
    ] = Split.dev,
    limit: Annotated[
        int | None,
        count_option(
            "Use the first N instructions (--table paragraphs completes the last paragraph). Default: all. With --table "
            "abilities: N situations per ability. Default: 100, in houses 25. With --table items: N panoramas. Default: "
            "500. With --table search: N things. Default: 100. With --table talk: the first N dialogues."
        ),
    ] = None,
    corpus: Annotated[Path, path_option(metavar="DIR", help="Corpus folder, or `standard` or `written`.")] = STANDARD,
    house: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N|FILE",
            help="CHAI: your own house (TOML) that the corpus uses, since records contain only its fingerprint; with "
            "--table abilities, items and search the house to be in, also 1 to 5 or seed:N. May be repeated.",
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        path_option(
            metavar="DIR",
            help="Trained model, or folder with an agent's `goal` and `actions`; it appears in the table as `checkpoint`.",
        ),
    ] = None,
    methods: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B|all",
            help="Methods, separated by commas, or all that have weights; may be repeated. `openai:MODEL` is a model behind "
            "an address (docs/models.md). Default: all, or only that of --checkpoint.",
        ),
    ] = None,
    table: Annotated[TableName, typer.Option(help="Table to print; see above.")] = TableName.results,
    format: FormatOption = None,
    examples: ExamplesOption = None,
    record: Annotated[
        Path | None,
        path_option(
            metavar="FILE", help="Also write a log, *.jsonl.gz: the actions of every episode, for `sightline verify`."
        ),
    ] = None,
    out: TableOutOption = None,
    reader: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|DIR|none",
            help="Reader of the words, which splits them into steps: best, rules, a folder of `train reader`, or none (the "
            "agent follows the words as they are). Default: best with --table talk, none with abilities and search.",
        ),
    ] = None,
    device: Annotated[str, typer.Option(help="Device: auto (a GPU if there is one), cpu or cuda.")] = "cpu",
    seed: Annotated[int, seed_option("Seed of the random-walk baseline and of --table abilities, items and search.")] = 0,
    shard: ShardOption = None,
    engine: EngineOption = None,
    shards: ShardsOption = 16,
    parts: PartsOption = None,
    json: JsonOption = False,
    *,
    chat: Annotated[ChatConfig, Only(f"With {PREFIX}MODEL")],
) -> None:
    """Run methods on a corpus and print a table with confidence intervals, beside the paper's numbers.

    Tables: `results` (stop distance, task completion or manipulation accuracy), `goals` (goal distance, accuracy),
    `phenomena` (goal distance by linguistic phenomenon), `calibration` (confidence and accuracy), `paragraphs` (whole
    paragraphs), `way` (agreement of the path with the instruction), `abilities` (a checklist of plain commands in random
    situations), `talk` (dialogues: right turns, deeds nobody asked for, needless questions), `reading` (how much of what
    people typed a reader understands); in houses also `goal-types` (goal types predicted from the words), `navigation`
    (instructions without interactions), `items` (kinds of the items in view, by the model's own output) and `search`
    (finding what is out of view in another room). In houses, the tables of dev and test have columns of the first 200
    instructions of unseen-houses, which is generated once (a few minutes). A goal map takes 20–90 ms on a CPU core. Your
    own agent: `--methods my_module:MyAgent`, a class with `act(world)` and, if it predicts goals, `locate(world)`. A model
    behind an address: `--methods openai:MODEL --base-url URL`, with its key in SIGHTLINE_API_KEY.

    Example: `sightline evaluate --world lani --split dev --methods stop,paper --limit 200`
    """
    if context.invoked_subcommand is not None:
        return
    from sightline.corpus.build import corpus_folder
    from sightline.evaluation.parts import check_divisible, merge_evaluation, write_part
    from sightline.evaluation.report import TableRequest, asking, report_on, trial_of

    check_shards(shard, engine)
    request = TableRequest(
        world, table.value, split.value, corpus, methods or (), limit, seed, device, checkpoint,
        named_scenes(world, house), record, chat, reader,
    )  # fmt: skip
    if shard is not None or engine is not None:
        check_divisible(request)
    if shard is not None and (out is None or json or format is not None or examples is not None):
        raise ArgumentError("--shard takes --out PART; --json, --format and --examples go with `evaluate merge`.")
    output = _Output(format, examples, None if shard is not None else out, json)
    output.check(request)
    if engine is not None:
        folder = parts or (Path("evaluate.parts") if out is None else Path(f"{out}.parts"))
        with parts_by(engine, _command(request, house), shards, folder) as folders:
            output.show(merge_evaluation(folders))
        return
    trial = trial_of(request, find=partial(corpus_folder, say=say, progress=late_progress))
    steps = trial.steps if shard is None else trial.steps // shard.count
    with asking(trial, say), late_progress(steps, "instructions") as trial.runner.progress:
        if shard is None:
            report = report_on(request, trial)
        else:
            assert out is not None  # checked above
            write_part(out, shard, request, trial)
    if shard is not None:
        say(f"Shard {shard} of {trial.count:,} instructions.")
        print(out)
        return
    if record is not None:
        say(f"Written: {record}")
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
        if self.examples is not None and request.table in (TableName.abilities, TableName.items, TableName.search):
            raise ArgumentError(f"--table {request.table} uses no corpus: leave out --corpus and --examples.")

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
    words = ["evaluate", "--world", request.world, "--split", request.split, "--table", request.table]
    words += ["--corpus", folder_word(request.corpus), "--device", request.device, "--seed", str(request.seed)]
    words += ["--limit", str(request.limit)] if request.limit is not None else []
    words += [word for name in request.methods for word in ("--methods", name)]
    words += ["--checkpoint", str(request.checkpoint.resolve())] if request.checkpoint is not None else []
    return words + house_words(house)


def _write_examples(report: TableReport, path: Path) -> None:
    import io

    from sightline.evaluation.parts import write_answers
    from sightline.evaluation.talk.converse import write_turns

    lines = io.StringIO()
    for method, turns in report.evaluation.turns.items():
        write_turns(lines, method, turns)
    write_answers(lines, report.evaluation.results, report.evaluation.beside, report.request.split)
    write(path, lines.getvalue())
