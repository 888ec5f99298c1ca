"""`sightline evaluate`: the tables of the paper, for trained methods, baselines and any checkpoint."""

from __future__ import annotations

from enum import StrEnum
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
    path_option,
    seed_option,
    with_options,
)
from sightline.cli.output import columns_here, late_progress, new_file, print_json, say, write
from sightline.errors import ArgumentError, FileError, FileFormatError

if TYPE_CHECKING:
    from sightline.corpus.records import Paragraph
    from sightline.evaluation.evaluate import Evaluation


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
    goal_types = "goal-types"
    navigation = "navigation"


STANDARD = Path("standard")
SUFFIXES = {TableFormat.text: ".txt", TableFormat.markdown: ".md", TableFormat.latex: ".tex", TableFormat.csv: ".csv"}


@with_options()
def evaluate(
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
    format: Annotated[
        TableFormat | None, typer.Option(help="Format of the table. Default: by the suffix of --out, or text.")
    ] = None,
    examples: Annotated[
        Path | None, path_option(metavar="FILE", help="Also write the result of every example, as JSON lines.")
    ] = None,
    record: Annotated[
        Path | None,
        path_option(
            metavar="FILE", help="Also write a log, *.jsonl.gz: the actions of every episode, for `sightline verify`."
        ),
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
    seed: Annotated[int, seed_option("Seed of the random-walk baseline and of --table abilities, items and search.")] = 0,
    json: JsonOption = False,
    *,
    chat: Annotated[ChatConfig, Only(f"With {PREFIX}MODEL")],
) -> None:
    """Run methods on a corpus and print a table with confidence intervals, beside the paper's numbers.

    Tables: `results` (stop distance, task completion or manipulation accuracy), `goals` (goal distance, accuracy),
    `phenomena` (goal distance by linguistic phenomenon), `calibration` (confidence and accuracy), `paragraphs` (whole
    paragraphs), `way` (agreement of the path with the instruction), `abilities` (a checklist of plain commands in random
    situations), `talk` (dialogues: right turns, deeds nobody asked for, needless questions); in houses also `goal-types`
    (goal types predicted from the words), `navigation` (instructions without
    interactions), `items` (kinds of the items in view, by the model's own output) and `search` (finding what is out of view
    in another room). In houses, the tables of dev and test have columns of the first 200 instructions of unseen-houses,
    which is generated once (a few minutes). A goal map takes 20–90 ms on a CPU core. Your own agent: `--methods
    my_module:MyAgent`, a class with `act(world)` and, if it predicts goals, `locate(world)`. A model behind an address:
    `--methods openai:MODEL --base-url URL`, with its key in SIGHTLINE_API_KEY.

    Example: `sightline evaluate --world lani --split dev --methods stop,paper --limit 200`
    """
    from sightline.corpus.build import UNSEEN, corpus_folder, unseen_of
    from sightline.corpus.files import read_corpus
    from sightline.corpus.kind import corpus_kind
    from sightline.evaluation.evaluate import evaluate as run_trial
    from sightline.evaluation.evaluate import prepare, prepare_abilities, prepare_items, prepare_search, prepare_talk
    from sightline.evaluation.layout import FORMATS, as_text
    from sightline.evaluation.methods import Runner, check_names
    from sightline.evaluation.recording import check_log_name, run_recorded, trial_header
    from sightline.evaluation.tables import as_json, table_of
    from sightline.world import kind_of

    if format is None:
        format = next((f for f, suffix in SUFFIXES.items() if out is not None and out.suffix == suffix), TableFormat.text)
    target = None if out is None else new_file(out, f"{table.value}-{split.value}{SUFFIXES[format]}")
    if checkpoint is not None and not checkpoint.is_dir():
        raise FileError(f"{checkpoint}: there is no such folder.")
    kind, bundled = kind_of(world), corpus_kind(world)
    houses = named_scenes(world, house)
    runner = Runner(kind, device, seed, checkpoint, chat=chat)
    wanted = methods or ["all" if checkpoint is None else "checkpoint"]
    if table is not TableName.goal_types:
        check_names(wanted, runner)  # before a corpus is generated or read
    check_log_name(record, table.value)
    without_corpus = {
        TableName.abilities: prepare_abilities, TableName.items: prepare_items, TableName.search: prepare_search,
    }  # fmt: skip
    if table in without_corpus:
        if corpus != STANDARD or split not in (Split.dev, Split.unseen_houses) or examples is not None:
            raise ArgumentError(
                f"--table {table.value} uses no corpus: leave out --corpus and --examples; --split is dev or unseen-houses."
            )
        if split is Split.unseen_houses:
            if houses:
                raise ArgumentError("--split unseen-houses has its own houses: leave out --house.")
            houses = tuple(unseen_of(bundled).scenes())
        trial, source = without_corpus[table](wanted, limit, seed, runner, houses), "generated"
    elif table is TableName.talk:
        if corpus != STANDARD or split not in (Split.dev, Split.test):
            raise ArgumentError("--table talk has dialogues of its own, for dev and test: leave out --corpus.")
        trial, source = prepare_talk(wanted, split.value, limit, runner, reader), "written"
    else:
        is_unseen = split in (Split.unseen_houses, Split.unseen_commands)
        if is_unseen and corpus != STANDARD:
            raise ArgumentError(f"--split {split.value} is a corpus of its own: leave out --corpus.")
        has_columns = bundled.unseen is not None and corpus == STANDARD and split in (Split.dev, Split.test)
        corpus = Path(UNSEEN) if is_unseen else corpus
        where = corpus_folder(corpus, world, say=say, progress=late_progress)
        loaded = read_corpus(where)
        written = [] if bundled.written is None else read_corpus(bundled.written).splits.get(split.value, [])
        paragraphs, train = _split(loaded.splits, split.value, where), loaded.splits.get("train", [])
        if is_unseen and table is TableName.goal_types:
            train = read_corpus(corpus_folder(STANDARD, world, say=say, progress=late_progress)).splits["train"]
        unseen: list[Paragraph] = []
        if has_columns and record is None:
            unseen = read_corpus(corpus_folder(Path(UNSEEN), world, say=say, progress=late_progress)).splits[UNSEEN]
        trial = prepare(paragraphs, written, table.value, wanted, limit, runner, train, unseen)
        source = str(loaded.about.get("source"))
    try:
        with late_progress(trial.steps, "instructions") as runner.progress:
            if record is None:
                evaluation = run_trial(trial)
            else:
                header = trial_header(trial, split.value, limit, corpus, where, bundled.written)
                evaluation = run_recorded(trial, record, header)
                say(f"Written: {record}")
    finally:
        for model in runner.models:
            say(model.asker.summary())
            model.asker.close()
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
        for name, others in evaluation.beside[method].items():
            write_results(lines, method, name, others)
    write(path, lines.getvalue())
