"""`sightline corpus`: make, check, look at, import and export corpora of instructions."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from sightline.cli.options import (
    MANY,
    PROCESSES,
    SEED,
    WORLD,
    HousesOption,
    JsonOption,
    PictureOption,
    WorldOption,
    named_scenes,
    named_world,
)
from sightline.cli.output import announce_compiling, check_folder, late_progress, new_file, print_json, save, say, write
from sightline.errors import InputError

app = typer.Typer(help="Corpora of instructions: make, check, look at, import, export.", no_args_is_help=True)


class Source(StrEnum):
    human = "human"
    generated = "generated"
    written = "written"


FormatOption = Annotated[str, typer.Option(help="ciff: the files of the original releases.")]
CorpusArgument = Annotated[
    Path, typer.Argument(metavar="DIR", help="A corpus folder; or `standard` or `written` for the bundled corpora.")
]
OfWorld = Annotated[
    str | None,
    typer.Option(
        "--world",
        help="lani, chai, or module:KIND. Default: the world of the folder (of your own world, name it), or lani.",
        callback=named_world,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the output folder if it exists.")]


@app.command()
def generate(
    out: Annotated[Path, typer.Option(metavar="DIR", help="The new corpus folder.")],
    world: WorldOption = WORLD,
    paragraphs: Annotated[
        int | None,
        typer.Option(help="How many paragraphs. Default: as the standard corpus (LANI 6,000, CHAI 1,596).", min=1, max=MANY),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.", min=0, max=SEED)] = 0,
    workers: Annotated[
        int, typer.Option(help="Number of processes; 0 is one per core. It does not change the corpus.", min=0, max=SEED)
    ] = 0,
    house: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N|FILE",
            help="CHAI: in this house, 1 to 5, seed:N or the plan of your own (TOML), instead of all five; may be repeated.",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Make a corpus: scenes, demonstrations and generated language.

    Example: `sightline corpus generate --world lani --paragraphs 6000 --seed 0 --out lani-corpus`
    """
    from sightline.corpus.build import generate_corpus
    from sightline.corpus.files import fingerprint
    from sightline.corpus.kind import corpus_kind
    from sightline.render import cores

    check_folder(out)
    kind = corpus_kind(world)
    count = kind.standard.paragraphs if paragraphs is None else paragraphs
    with late_progress(count, "paragraphs") as done:
        generate_corpus(kind, out, count, seed, workers or cores(), force, done, named_scenes(world, house))
    say(f"{count:,} paragraphs, SHA-256 {fingerprint(out)}")
    print(out)


@app.command(name="import")
def import_(
    source: Annotated[Path, typer.Argument(metavar="SRC", help="Folder with the original files.")],
    target: Annotated[Path, typer.Argument(metavar="DST", help="The new corpus folder.")],
    world: WorldOption = WORLD,
    format: FormatOption = "ciff",
    label: Annotated[
        Source | None,
        typer.Option(
            "--source", help="Where the language comes from. Default: what the files say, or human if they do not."
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Read files of the original release into a corpus folder.

    LANI: SRC holds train_annotations_6000.json, dev_..., test_... (or one annotation_results.json), and the configs and
    paths that they name. CHAI: house_all_vocab.txt, tokenized_house1_discrete_train.json and so on, and
    datapoint_type_house1.txt and so on.
    """
    from sightline.corpus.files import write_corpus
    from sightline.corpus.kind import format_of

    skipped: Counter[str] = Counter()
    files = format_of(world, format)
    told = label.value if label is not None else files.source(source)
    about = {"world": world, "source": told, "seed": None, "format": format}
    write_corpus(target, files.read(source, told, skipped), about, files.card.format(source=told), force)
    if skipped["invalid"]:
        say(f"Left out {skipped['invalid']} paragraphs that are marked invalid.")
    if skipped["untyped"]:
        say(f"Of {skipped['untyped']} instructions the files do not say which goals they have.")
    if files.on_import:
        say(files.on_import)
    print(target)


@app.command()
def export(
    source: CorpusArgument,
    target: Annotated[Path, typer.Argument(metavar="DST", help="The new folder of original files.")],
    world: OfWorld = None,
    house: HousesOption = None,
    format: FormatOption = "ciff",
    force: Force = False,
) -> None:
    """Write a corpus folder as files of the original release."""
    from sightline.corpus.files import read_corpus
    from sightline.corpus.kind import format_of

    folder, name = find_corpus(source, world)
    named_scenes(name, house)
    files = format_of(name, format)
    files.write(read_corpus(folder), target, force)
    if files.on_export:
        say(files.on_export)
    print(target)


@app.command()
def validate(
    corpus: CorpusArgument,
    world: OfWorld = None,
    house: HousesOption = None,
    json: JsonOption = False,
) -> None:
    """List everything that is wrong with a corpus folder, with file, line and field, in one pass.

    For generated paragraphs it also checks that demonstrations replay, that the meanings of instructions are true of
    them, and that no name of a thing could mean another one. Exit code 2 when anything is wrong.
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
        raise InputError(f"{folder}: {len(sentences)} problem{'s' if len(sentences) > 1 else ''} found.")
    say(f"{folder}: nothing is wrong.")


@app.command()
def show(
    corpus: CorpusArgument,
    which: Annotated[str, typer.Argument(metavar="N", help="A paragraph: its place in the corpus from 0, or its id.")],
    world: OfWorld = None,
    house: HousesOption = None,
    out: PictureOption = Path("pictures"),
    segment: Annotated[
        int, typer.Option(help="Only this instruction (from 1), as its writer sees it: no words.", min=0, max=MANY)
    ] = 0,
    without_path: Annotated[bool, typer.Option("--without-path", help="With --segment: as its reader sees it.")] = False,
) -> None:
    """Draw a paragraph: the map with demonstration and numbered stops, the instructions in the same colours.

    Where an agent reaches for things, the sheet also has what it saw then, with the cell that it reached for in a frame.

    Example: `sightline corpus show lani-corpus 12`
    """
    from sightline.corpus.choose import find_paragraph
    from sightline.show.paragraph import paragraph_picture, segment_picture

    if without_path and not segment:
        raise InputError("--without-path goes with --segment: it shows one instruction as its reader sees it.")
    new_file(out, "paragraph.png")  # refused before anything is computed
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
    world: OfWorld = None,
    house: HousesOption = None,
    json: JsonOption = False,
    page: Annotated[Path | None, typer.Option(help="Also write the statistics as a Markdown page.")] = None,
    workers: Annotated[
        int, typer.Option(help="Number of processes that make the standard corpus; 0 is one per core.", min=0, max=PROCESSES)
    ] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the random walk.", min=0, max=SEED)] = 0,
) -> None:
    """Print what a corpus is like beside the paper's: sizes, phenomena, baselines, ceiling, other corpora.

    Without DIR it is the standard corpus (LANI 6,000 paragraphs, CHAI 1,596), made in the cache folder the first time.
    """
    from sightline.cli.pages import stats_page, stats_text
    from sightline.corpus.files import read_corpus
    from sightline.corpus.statistics import statistics
    from sightline.evaluation.baselines import baselines, ceiling, readers

    folder, name = find_corpus(corpus, world, workers)
    named_scenes(name, house)
    with Console(stderr=True).status("Reading, and running the baselines"):
        loaded = read_corpus(folder)
        scored = "dev" if loaded.splits.get("dev") else "all of it (there is no dev)"
        dev = loaded.splits.get("dev") or list(loaded.paragraphs())
        placed = all(segment.placed for paragraph in dev for segment in paragraph.segments)
        numbers: dict[str, Any] = {
            **statistics(list(loaded.paragraphs())),
            "baselines": baselines(dev, seed) if placed else {},  # nobody can be sent into scenes that are not ours
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
    """The folder of a corpus and its world; the standard corpus is made, with a progress bar, if it does not exist.

    Unless the folder must be `readable`, one that does not say its world is returned as well, for someone to check.
    """
    from sightline.corpus.build import corpus_folder
    from sightline.corpus.files import read_about, world_of

    folder = corpus_folder(corpus, world or WORLD, workers, say, late_progress)
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder.")
    try:
        name = world_of(read_about(folder), folder)
    except InputError:
        if readable:
            raise
        return folder, world or WORLD
    if world is not None and world != name:
        raise InputError(f"{folder}: is a corpus of {name}, not of {world}.")
    return folder, name
