"""Export a corpus: worker processes write its pieces, then this one the files about the whole."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import sightline
from sightline.corpus.files import read_about, world_of
from sightline.corpus.records import ALL_SPLITS
from sightline.errors import ArgumentError, FileError, UnavailableError
from sightline.exports import FORMATS
from sightline.exports.pieces import Contents, ExportPiece, read_pieces
from sightline.exports.unfinished import Unfinished, unfinished
from sightline.fields import Json
from sightline.shards import Shard, digest
from sightline.workers import Workers
from sightline.world import Kind, kind_of


class Export(NamedTuple):
    """A finished export, for the files about the whole."""

    kind: Kind
    source: Path  # the corpus folder
    corpus: str  # its name, `standard` for example, or the name of its folder
    folder: Path  # where the export is made
    job: Json
    contents: Contents


class ExportFormat(NamedTuple):
    """A format of another library."""

    title: str
    needs: tuple[str, ...]  # modules of the extra `export`
    paragraphs: int  # in a piece
    drawn: bool  # whether demonstrations are drawn
    write: Callable[[Path, Kind, ExportPiece], Json]  # write the files of a piece into a folder; returns its summary
    finish: Callable[[Export, Iterator[Json]], None]  # write the files about the whole; input: all summaries in order


def export_format(name: str) -> ExportFormat:
    """A format by name; UnavailableError if a package that it needs is not installed."""
    if name not in FORMATS:
        raise ArgumentError(f"There is no export format {name!r}; the formats are: {', '.join(FORMATS)}.")
    try:
        found = import_module(f"sightline.exports.{name}").FORMAT
        for module in found.needs:
            import_module(module)
    except ModuleNotFoundError as error:
        package = (error.name or name).partition(".")[0]
        raise UnavailableError(
            f"--format {name} needs {package}, which is not installed: pip install 'sightline[export]'."
        ) from None
    assert isinstance(found, ExportFormat)
    return found


def export_corpus(
    name: str,
    source: Path,
    target: Path,
    workers: int = 1,
    force: bool = False,
    shard: Shard | None = None,
    progress: Callable[[int], None] = lambda paragraphs: None,
    corpus: str = "",
) -> Contents:
    """Write the corpus folder `source` as `target` in a format. A repeated call goes on after the last one was cut off.

    With a shard, it writes only the pieces of that shard, and a call without one finishes the export.
    """
    form = export_format(name)
    world = world_of(read_about(source), source)
    files = [source / f"{split}.jsonl" for split in ALL_SPLITS if (source / f"{split}.jsonl").exists()]
    job: Json = {
        "format": name, "version": sightline.__version__, "world": world, "corpus": corpus or source.name,
        "sha256": {file.name: digest(file) for file in files},
    }  # fmt: skip
    contents = Contents()
    with unfinished(target, job, force, finish=shard is None) as place:
        pieces = _missing(read_pieces(source, form.paragraphs, form.drawn, contents), place, shard, progress)
        with closing(_write_all(name, kind_of(world), place, pieces, workers)) as finished:
            for paragraphs in finished:
                progress(paragraphs)
        if shard is None:
            export = Export(kind_of(world), source, corpus or source.name, place.folder, job, contents)
            form.finish(export, place.summaries())
    return contents


def _missing(
    pieces: Iterator[ExportPiece], place: Unfinished, shard: Shard | None, progress: Callable[[int], None]
) -> Iterator[ExportPiece]:
    """The pieces of a shard that are still to be written."""
    for piece in pieces:
        if shard is not None and piece.number % shard.count != shard.number - 1:
            continue
        if place.has(piece.number) or not piece.examples:
            progress(piece.paragraphs)
        else:
            yield piece


def _write_all(name: str, kind: Kind, place: Unfinished, pieces: Iterator[ExportPiece], workers: int) -> Generator[int]:
    """Write pieces; yields the number of paragraphs of each."""
    setup = name, kind, str(place.folder)
    if workers == 1:
        yield from map(begin(*setup, 0), pieces)
        return
    if export_format(name).drawn:
        world = kind.make()
        world.reset([kind.generate(0)])
        world.rewards_of([0])
        world.observe()  # compiles the kernels once, here; the workers load them
    with Workers(workers, "sightline.exports.export:begin", *setup) as processes:
        yield from processes.map(pieces)


def begin(name: str, kind: Kind, folder: str, number: int) -> Callable[[ExportPiece], int]:
    """The function that writes a piece, for a worker process or this one."""
    form, place = export_format(name), Unfinished(Path(folder))

    def write(piece: ExportPiece) -> int:
        try:
            place.add(piece.number, form.write(place.folder, kind, piece))
        except OSError as error:
            raise FileError(f"{folder}: cannot be written ({error.strerror or error}).") from None
        return piece.paragraphs

    return write
