"""`sightline corpus`: make, check, look at, import and export corpora of instructions."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from sightline.cli.options import JsonOption, WorldOption
from sightline.cli.output import late_progress, print_json, save, say, write
from sightline.errors import InputError

if TYPE_CHECKING:
    from sightline.corpus.records import Paragraph

app = typer.Typer(help="Corpora of instructions: make, check, look at, import, export.", no_args_is_help=True)


class Format(StrEnum):
    ciff = "ciff"


class Source(StrEnum):
    human = "human"
    generated = "generated"
    written = "written"


FormatOption = Annotated[Format, typer.Option(help="ciff: the files of the original release.")]
CorpusArgument = Annotated[
    Path, typer.Argument(metavar="DIR", help="A corpus folder; or `standard` or `written` for the corpora that come along.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace the output folder if it is there.")]


def workers_here(workers: int) -> int:
    """As many workers as asked for, or one per core."""
    from sightline.render import cores

    return workers or cores()


@app.command()
def generate(
    out: Annotated[Path, typer.Option(help="The new corpus folder.")],
    world: WorldOption = "lani",
    paragraphs: Annotated[int, typer.Option(help="How many paragraphs; about 4.7 instructions each.", min=1)] = 6000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.", min=0)] = 0,
    workers: Annotated[int, typer.Option(help="Processes; 0 is one per core. They do not change the corpus.", min=0)] = 0,
    force: Force = False,
) -> None:
    """Make a corpus: fields, reference paths, demonstrations and generated language.

    Example: `sightline corpus generate --world lani --paragraphs 6000 --seed 0 --out lani-corpus`
    """
    from sightline.corpus.files import fingerprint
    from sightline.corpus.lani.build import generate_corpus

    with late_progress(paragraphs, "paragraphs") as done:
        generate_corpus(out, paragraphs, seed, workers_here(workers), force, done)
    say(f"{paragraphs:,} paragraphs, SHA-256 {fingerprint(out)}")
    print(out)


@app.command(name="import")
def import_(
    source: Annotated[Path, typer.Argument(metavar="SRC", help="Folder with the original files.")],
    target: Annotated[Path, typer.Argument(metavar="DST", help="The new corpus folder.")],
    format: FormatOption = Format.ciff,
    label: Annotated[
        Source | None,
        typer.Option(
            "--source", help="Where the language comes from. Default: what the files say, or human if they do not."
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Read files of the original release into a corpus folder.

    SRC holds train_annotations_6000.json, dev_..., test_... (or one annotation_results.json), and the configs and paths
    that they name.
    """
    from sightline.corpus.files import write_corpus
    from sightline.corpus.lani.ciff import CARD, import_ciff, source_of

    skipped: Counter[str] = Counter()
    found = label.value if label is not None else source_of(source)
    about = {"world": "lani", "source": found, "seed": None, "format": format.value}
    write_corpus(target, import_ciff(source, found, skipped), about, CARD.format(source=found), force)
    if skipped:
        say(f"Left out {skipped['invalid']} paragraphs that are marked invalid.")
    print(target)


@app.command()
def export(
    source: CorpusArgument,
    target: Annotated[Path, typer.Argument(metavar="DST", help="The new folder of original files.")],
    format: FormatOption = Format.ciff,
    force: Force = False,
) -> None:
    """Write a corpus folder as files of the original release."""
    from sightline.corpus.files import read_corpus
    from sightline.corpus.lani.ciff import export_ciff

    export_ciff(read_corpus(located(source)), target, force)
    print(target)


@app.command()
def validate(
    corpus: CorpusArgument,
    json: JsonOption = False,
) -> None:
    """Say everything that is wrong with a corpus folder, with file, line and field, in one pass.

    Of generated paragraphs it also checks that demonstrations replay, that the meanings of instructions are true of them,
    and that every landmark is named so that it cannot be taken for another. Exit code 2 when anything is wrong.
    """
    from sightline.corpus.check import count, problems
    from sightline.corpus.lani.check import check_paragraph

    corpus = located(corpus)
    if not corpus.is_dir():
        raise InputError(f"{corpus}: there is no such folder.")
    with late_progress(count(corpus), "paragraphs") as done:
        found = list(problems(corpus, check_paragraph, done))
    if json:
        print_json({"corpus": str(corpus), "problems": found})
    else:
        for sentence in found:
            print(sentence)
    if found:
        raise InputError(f"{corpus}: {len(found)} problem{'s' if len(found) > 1 else ''} found.")
    say(f"{corpus}: nothing is wrong.")


@app.command()
def show(
    corpus: CorpusArgument,
    which: Annotated[str, typer.Argument(metavar="N", help="A paragraph: its place in the corpus from 0, or its id.")],
    out: Annotated[Path, typer.Option(help="Folder for the picture; made if it is not there.")] = Path("pictures"),
    segment: Annotated[
        int, typer.Option(help="Only this instruction (from 1), as its writer sees it: no words.", min=0)
    ] = 0,
    without_path: Annotated[bool, typer.Option("--without-path", help="With --segment: as its reader sees it.")] = False,
) -> None:
    """Draw a paragraph: the map with reference path and demonstration, the instructions in the same colours.

    Example: `sightline corpus show lani-corpus 12`
    """
    from sightline.show.paragraph import paragraph_picture, segment_picture

    if without_path and not segment:
        raise InputError("--without-path goes with --segment: it shows one instruction as its reader sees it.")
    paragraph = find(located(corpus), which)
    picture = segment_picture(paragraph, segment - 1, not without_path) if segment else paragraph_picture(paragraph)
    for k, s in enumerate(paragraph.segments, 1):
        if not segment or (without_path and segment == k):  # a writer must not see the words
            say(f"{k}. {s.instruction}")
    name = f"{corpus.name}-{paragraph.id}" + (f"-{segment}{'-reader' if without_path else '-writer'}" if segment else "")
    print(save(picture, out / f"{name}.png"))


def find(corpus: Path, which: str) -> Paragraph:
    """A paragraph of a corpus folder: its place from 0, or its id."""
    from sightline.corpus.files import read_corpus

    paragraphs = sorted(read_corpus(corpus).paragraphs(), key=lambda p: p.id)
    for paragraph in paragraphs:
        if paragraph.id == which:
            return paragraph
    if not which.isdigit() or int(which) >= len(paragraphs):
        raise InputError(
            f"{corpus}: has paragraphs 0 to {len(paragraphs) - 1}, or ids such as {paragraphs[0].id}; got {which!r}."
        )
    return paragraphs[int(which)]


@app.command()
def stats(
    corpus: CorpusArgument = Path("standard"),
    world: WorldOption = "lani",
    json: JsonOption = False,
    page: Annotated[Path | None, typer.Option(help="Also write the statistics as a Markdown page.")] = None,
    workers: Annotated[int, typer.Option(help="Processes for making the standard corpus; 0 is one per core.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Of the random walk.", min=0)] = 0,
) -> None:
    """Print what a corpus is like beside the paper's: sizes, phenomena, baselines, ceiling, other corpora.

    Without DIR it is the standard corpus (6,000 paragraphs), made in the user's cache folder when it is first asked for.
    """
    from sightline.cli.pages import stats_page, stats_text
    from sightline.corpus.files import read_corpus
    from sightline.corpus.statistics import statistics
    from sightline.evaluation.baselines import baselines, ceiling, readers

    where = located(corpus, workers)
    with Console(stderr=True).status("Reading, and running the baselines"):
        loaded = read_corpus(where)
        scored = "dev" if loaded.splits.get("dev") else "all of it (there is no dev)"
        dev = loaded.splits.get("dev") or list(loaded.paragraphs())
        found: dict[str, Any] = {
            **statistics(list(loaded.paragraphs())),
            "baselines": baselines(dev, seed),
            "ceiling": ceiling(dev),
            "readers": readers(dev),
        }
    if page is not None:
        write(page, stats_page(found, loaded, scored))
    if json:
        print_json(found)
        return
    print(stats_text(found, where, scored))


def located(corpus: Path, workers: int = 0) -> Path:
    """The folder of a corpus that was asked for by path or by name; ./standard is a folder, standard a name."""
    from sightline.corpus.lani.build import written_folder

    if str(corpus) not in ("standard", "written"):
        return corpus
    return written_folder() if str(corpus) == "written" else standard_corpus(workers)


def standard_corpus(workers: int = 0) -> Path:
    """The standard corpus's folder, made with a progress bar if it is not there."""
    from sightline.corpus.lani.build import is_on_record, make_standard, standard, standard_folder

    if not standard_folder().exists():
        say(f"Making the standard corpus in {standard_folder()} (20 to 60 seconds, once).")
    with late_progress(standard()["paragraphs"], "paragraphs") as done:
        where = make_standard(workers_here(workers), done)
    if not is_on_record(where):
        say("Note: this is not the corpus on record (another SHA-256); its generator or grammar was changed.")
    return where
