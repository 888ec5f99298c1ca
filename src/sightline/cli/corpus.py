"""`sightline corpus`: generate, check, draw, import and export corpora of instructions."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from sightline.cli import sentences
from sightline.cli.options import (
    MOST_PROCESSES,
    WORLD,
    CorpusArgument,
    ForceOption,
    HousesOption,
    JsonOption,
    PictureOption,
    WorldOption,
    count_option,
    flag_option,
    named_scenes,
    named_world,
    path_argument,
    path_option,
    seed_option,
)
from sightline.cli.output import announce_compiling, check_folder, late_progress, new_file, print_json, save, say, write
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
    run_in_place,
    shard_option,
)
from sightline.errors import ArgumentError, FileError, FileFormatError, InputError
from sightline.fields import Json

if TYPE_CHECKING:
    from sightline.shards import Shard

app = typer.Typer(
    help="Corpora of instructions: generate, make from a table, check, draw, import, export.", no_args_is_help=True
)
app.command()(sentences.new)
app.command()(sentences.template)


Source = StrEnum("Source", "human generated written")


class UnseenSplit(StrEnum):
    unseen_houses = "unseen-houses"


FormatOption = Annotated[str, typer.Option(help="File format; ciff is that of the original releases.")]
OptionalWorldOption = Annotated[
    str | None,
    typer.Option(
        "--world",
        help="World: lani, chai, or module:KIND. Default: the one that the folder names (your own must be given), or lani.",
        callback=named_world,
    ),
]


@app.command()
def generate(
    out: Annotated[Path, path_option(metavar="DIR", help="The new corpus folder.")],
    world: WorldOption = WORLD,
    paragraphs: Annotated[
        int | None,
        count_option("Number of paragraphs. Default: as in the standard corpus (LANI 6,000, CHAI 1,596)."),
    ] = None,
    split: Annotated[
        UnseenSplit | None,
        typer.Option(help="CHAI: generate the split unseen-houses, which has houses and a size of its own, instead."),
    ] = None,
    seed: Annotated[int, seed_option("Seed; the same seed gives the same bytes.")] = 0,
    workers: Annotated[
        int, count_option("Number of processes; 0: one per core. The corpus does not depend on it.", 0, MOST_PROCESSES)
    ] = 0,
    house: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N|FILE",
            help="CHAI: use only this house, 1 to 5, seed:N or your own plan (TOML); may be repeated. Default: all five.",
        ),
    ] = None,
    shard: ShardOption = None,
    engine: EngineOption = None,
    shards: ShardsOption = 16,
    parts: PartsOption = None,
    force: ForceOption = False,
) -> None:
    """Generate a corpus: scenes, demonstrations and language.

    The same seed gives the same bytes, in one process, in shards or by an engine.

    Examples: `sightline corpus generate --world lani --paragraphs 6000 --seed 0 --out lani-corpus`;
    `sightline corpus generate --seed 1 --shard 3/64 --out part3`
    """
    from sightline.corpus.build import generate_corpus, generate_unseen, unseen_of
    from sightline.corpus.files import fingerprint
    from sightline.corpus.kind import corpus_kind
    from sightline.corpus.parts import merge_corpus
    from sightline.render import cores

    check_folder(out)
    kind = corpus_kind(world)
    check_shards(shard, engine)
    if split is not None:
        if paragraphs is not None or house or seed or shard is not None or engine is not None:
            raise ArgumentError(
                f"--split {split.value} has its own houses and size: leave out --paragraphs, --seed, --house, "
                "--shard and --engine."
            )
        with late_progress(unseen_of(kind).size, "houses") as done:
            generate_unseen(kind, out, workers or cores(), force, done)
        say(f"SHA-256 {fingerprint(out)}")
        print(out)
        return
    count = kind.standard.paragraphs if paragraphs is None else paragraphs
    scenes = named_scenes(world, house)
    if engine is not None:
        command = ["corpus", "generate", "--world", world, "--paragraphs", str(count), "--seed", str(seed), "--workers", "1"]
        command += house_words(house)
        with parts_by(engine, command, shards, parts or Path(f"{out}.parts")) as folders:
            merge_corpus(folders, out, force)
    else:
        total = count if shard is None else len(shard.share(count))
        with late_progress(total, "paragraphs") as done:
            generate_corpus(kind, out, count, seed, workers or cores(), force, done, scenes, shard)
    if shard is None:
        say(f"{count:,} paragraphs, SHA-256 {fingerprint(out)}")
    else:
        say(f"{total:,} paragraphs: shard {shard}.")
    print(out)


@app.command()
def merge(
    parts: PartsArgument,
    out: Annotated[Path, path_option(metavar="DIR", help="The new corpus folder.")],
    force: ForceOption = False,
) -> None:
    """Join the parts that `corpus generate --shard K/N` wrote: the bytes of a corpus made by one process.

    All N shards of one corpus must be there, each once, made by the same version.

    Example: `sightline corpus merge part1 part2 part3 --out all`
    """
    from sightline.corpus.files import fingerprint
    from sightline.corpus.parts import merge_corpus

    check_folder(out)
    count = merge_corpus(parts, out, force)
    say(f"{count:,} paragraphs, SHA-256 {fingerprint(out)}")
    print(out)


@app.command(name="import")
def import_(
    source: Annotated[Path, path_argument("Folder with the original files.", "SRC")],
    target: Annotated[Path, path_argument("The new corpus folder.", "DST")],
    world: WorldOption = WORLD,
    format: FormatOption = "ciff",
    label: Annotated[
        Source | None,
        typer.Option("--source", help="Origin of the language. Default: as the files say, or human."),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Convert files of the original release into a corpus folder.

    LANI: SRC holds train_annotations_6000.json, dev_..., test_... (or one annotation_results.json), and the configs and
    paths that they name. CHAI: house_all_vocab.txt, tokenized_house1_discrete_train.json and so on, and
    datapoint_type_house1.txt and so on.
    """
    from sightline.corpus.files import write_corpus
    from sightline.corpus.kind import format_of

    skipped: Counter[str] = Counter()
    files = format_of(world, format)
    origin = label.value if label is not None else files.source(source)
    about = {"world": world, "source": origin, "seed": None, "format": format}
    write_corpus(target, files.read(source, origin, skipped), about, files.card.format(source=origin), force)
    if skipped["invalid"]:
        say(f"Skipped {skipped['invalid']} paragraphs that are marked as invalid.")
    if skipped["untyped"]:
        say(f"{skipped['untyped']} instructions have no goal types in the files.")
    if files.on_import:
        say(files.on_import)
    print(target)


@app.command()
def export(
    source: CorpusArgument,
    target: Annotated[Path, path_argument("The new folder.", "DST")],
    world: OptionalWorldOption = None,
    house: HousesOption = None,
    format: Annotated[
        str,
        typer.Option(
            help="ciff (files of the original release), parquet (a row per instruction), lerobot (LeRobotDataset v3: drawn "
            "demonstrations), or minari (episodes of the environments). All but ciff need the extra `export`."
        ),
    ] = "ciff",
    workers: Annotated[
        int, count_option("Number of processes; 0: one per core. The bytes do not depend on it.", 0, MOST_PROCESSES)
    ] = 0,
    shard: Annotated[
        Any,
        shard_option(
            "Write only shard K of N of the files, for machines that share a disk; after all N, the same command without "
            "--shard finishes the export."
        ),
    ] = None,
    engine: EngineOption = None,
    shards: ShardsOption = 16,
    force: ForceOption = False,
) -> None:
    """Write a corpus for other libraries, or as files of the original release.

    Formats other than ciff are streamed through DST.partial. If the command is cut off, even by kill -9, repeat it: it goes
    on where it was, and gives the same bytes. --engine needs a disk that all machines share.

    Examples: `sightline corpus export standard lani-table --format parquet`;
    `sightline corpus export standard lani-robot --format lerobot`
    """
    from sightline.corpus.files import read_corpus
    from sightline.corpus.kind import corpus_kind
    from sightline.exports import FORMATS
    from sightline.world import kind_of

    check_shards(shard, engine)
    folder, name = find_corpus(source, world)
    named_scenes(name, house)
    original = corpus_kind(name).formats if kind_of(name).corpus else {}
    if format in FORMATS:
        if engine is not None:
            command = ["corpus", "export", folder_word(source), str(target.resolve()), "--format", format, "--workers", "1"]
            command += [*([] if world is None else ["--world", world]), *house_words(house), *(["--force"] if force else [])]
            run_in_place(engine, command, shards)
        _export_pieces(format, folder, target, workers, force, shard, str(source))
    elif format not in original:
        known = ", ".join([*original, *FORMATS])
        raise ArgumentError(f"There is no format {format!r} of {name}; the formats are: {known}.")
    elif shard is not None or engine is not None:
        raise ArgumentError(f"--shard and --engine are for {', '.join(FORMATS)}; {format} is written at once.")
    else:
        files = original[format]
        files.write(read_corpus(folder), target, force)
        if files.on_export:
            say(files.on_export)
    print(target)


def _export_pieces(
    format: str, folder: Path, target: Path, workers: int, force: bool, shard: Shard | None, corpus: str
) -> None:
    """Export a corpus in a format that is written in pieces."""
    from sightline.corpus.build import NAMES
    from sightline.corpus.check import count_lines
    from sightline.exports.export import export_corpus, export_format
    from sightline.render import cores

    if export_format(format).drawn:
        announce_compiling()
    with late_progress(count_lines(folder), "paragraphs") as done:
        contents = export_corpus(
            format, folder, target, workers or cores(), force, shard, done, corpus if corpus in NAMES else ""
        )
    if shard is not None:
        say(f"Shard {shard} is written; the same command without --shard finishes the export.")
        return
    left_out = contents.instructions - contents.episodes
    say(f"{contents.episodes:,} instructions, {contents.frames:,} actions.")
    if left_out:
        say(f"Left out: {left_out:,} instructions without a demonstration that can be drawn.")


@app.command()
def validate(
    corpus: CorpusArgument,
    world: OptionalWorldOption = None,
    house: HousesOption = None,
    json: JsonOption = False,
) -> None:
    """List all errors of a corpus folder, with file, line and field.

    In generated paragraphs it also checks that demonstrations replay, that the meanings of instructions are true, and
    that every name refers to exactly one object. Exit code 2 if there is an error.
    """
    from sightline.corpus.check import count_lines, problems

    folder, name = find_corpus(corpus, world, readable=False)
    named_scenes(name, house)
    with late_progress(count_lines(folder), "paragraphs") as done:
        sentences = list(problems(folder, done))
    if json:
        print_json({"corpus": str(folder), "problems": sentences})
    else:
        for sentence in sentences:
            print(sentence)
    if sentences:
        raise FileFormatError(f"{folder}: {len(sentences)} problem{'s' if len(sentences) > 1 else ''} found.")
    say(f"{folder}: nothing is wrong.")


@app.command()
def show(
    corpus: CorpusArgument,
    which: Annotated[str, typer.Argument(metavar="N", help="Paragraph, by index (from 0) or id.")],
    world: OptionalWorldOption = None,
    house: HousesOption = None,
    out: PictureOption = Path("pictures"),
    segment: Annotated[
        int, count_option("Draw only this instruction (from 1), without words, as its writer sees it.", 0)
    ] = 0,
    without_path: Annotated[
        bool, flag_option("--without-path", help="With --segment: draw it as its reader sees it.")
    ] = False,
) -> None:
    """Draw a paragraph: a map with the demonstration and numbered stops, and the instructions in the same colours.

    For each interaction, the sheet also has the agent's view, with a frame around the cell.

    Example: `sightline corpus show lani-corpus 12`
    """
    from sightline.corpus.choose import find_paragraph
    from sightline.show.paragraph import paragraph_picture, segment_picture

    if without_path and not segment:
        raise ArgumentError("--without-path needs --segment: it draws one instruction as its reader sees it.")
    new_file(out, "paragraph.png")  # refuse a bad --out before the work
    announce_compiling()
    folder, name = find_corpus(corpus, world)
    named_scenes(name, house)
    paragraph = find_paragraph(folder, which)
    picture = segment_picture(paragraph, segment - 1, not without_path) if segment else paragraph_picture(paragraph)
    for k, s in enumerate(paragraph.segments, 1):
        if not segment or (without_path and segment == k):  # a writer must not see the words
            say(f"{k}. {s.instruction}")
    suffix = f"-{segment}{'-reader' if without_path else '-writer'}" if segment else ""
    print(save(picture, new_file(out, f"{corpus.name}-{paragraph.id}{suffix}.png")))


@app.command()
def stats(
    corpus: CorpusArgument = Path("standard"),
    world: OptionalWorldOption = None,
    house: HousesOption = None,
    json: JsonOption = False,
    page: Annotated[Path | None, path_option(help="Also write the statistics as a Markdown page.", metavar="FILE")] = None,
    workers: Annotated[
        int, count_option("Number of processes that generate the standard corpus; 0: one per core.", 0, MOST_PROCESSES)
    ] = 0,
    seed: Annotated[int, seed_option("Seed of the random-walk baseline.")] = 0,
) -> None:
    """Print statistics of a corpus beside the paper's: sizes, phenomena, baselines, ceiling, other corpora.

    DIR defaults to the standard corpus (LANI 6,000 paragraphs, CHAI 1,596), which is generated once into the cache folder.
    """
    from sightline.cli.pages import stats_page, stats_text
    from sightline.corpus.files import read_corpus
    from sightline.corpus.statistics import statistics
    from sightline.evaluation.baselines import baselines, ceiling, readers

    folder, name = find_corpus(corpus, world, workers)
    named_scenes(name, house)
    with Console(stderr=True).status("Reading the corpus and running the baselines"):
        loaded = read_corpus(folder)
        scored = "dev" if loaded.splits.get("dev") else "all paragraphs (there is no dev)"
        dev = loaded.splits.get("dev") or list(loaded.paragraphs())
        placed = all(segment.placed for paragraph in dev for segment in paragraph.segments)
        numbers: Json = {
            **statistics(list(loaded.paragraphs())),
            "baselines": baselines(dev, seed) if placed else {},  # baselines cannot run without scenes
            "ceiling": ceiling(dev),
            "readers": readers(dev),
        }
    if page is not None:
        write(page, stats_page(numbers, loaded, scored))
    if json:
        print_json(numbers)
        return
    print(stats_text(numbers, name, folder, scored))


def find_corpus(corpus: Path, world: str | None, workers: int = 0, readable: bool = True) -> tuple[Path, str]:
    """The folder of a corpus and its world; generates the standard corpus if needed.

    A folder that does not name its world is an error, unless `readable` is False.
    """
    from sightline.corpus.build import corpus_folder
    from sightline.corpus.files import read_about, world_of

    folder = corpus_folder(corpus, world or WORLD, workers, say, late_progress)
    if not folder.is_dir():
        raise FileError(f"{folder}: there is no such folder.")
    try:
        name = world_of(read_about(folder), folder)
    except InputError:
        if readable:
            raise
        return folder, world or WORLD
    if world is not None and world != name:
        raise ArgumentError(f"{folder}: is a corpus of {name}, not of {world}.")
    return folder, name
