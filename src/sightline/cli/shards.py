"""Options of commands whose work can be cut into shards, by hand or by an engine."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.cli.options import count_option, path_argument, path_option
from sightline.cli.output import late_progress
from sightline.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sightline.shards import Shard

Engine = StrEnum("Engine", "ray slurm")


def _shard(text: str) -> Any:
    from sightline.shards import Shard

    return Shard.parse(text)


def shard_option(help: str) -> Any:
    """An option for one shard of a job."""
    return typer.Option(metavar="K/N", parser=_shard, help=help)


ShardOption = Annotated[
    Any, shard_option("Do only shard K of N, and write it as a part into --out; `merge` joins the parts of all N.")
]
EngineOption = Annotated[
    Engine | None,
    typer.Option(help="Run in shards on Ray (this machine or a cluster) or as a Slurm job array. Default: this process."),
]
ShardsOption = Annotated[int, count_option("With --engine: number of shards.", 1, 100_000)]
PartsOption = Annotated[
    Path | None,
    path_option(
        metavar="DIR",
        help="With --engine: folder of finished parts, so that a repeated command goes on. Default: OUT.parts.",
    ),
]
PartsArgument = Annotated[list[Path], path_argument("The parts of all shards, in any order.", "PART...")]


def check_shards(shard: Shard | None, engine: Engine | None) -> None:
    """Raise ArgumentError if a command is asked for one shard and for all of them."""
    if shard is not None and engine is not None:
        raise ArgumentError("--shard does one shard here, --engine does all of them elsewhere: leave out one of the two.")


@contextmanager
def parts_by(engine: Engine, command: Sequence[str], count: int, parts: Path) -> Iterator[list[Path]]:
    """The parts of a job that an engine has run; they are removed after they were merged."""
    from sightline.engines import run_shards

    with late_progress(count, "shards") as done:
        folders = run_shards(engine.value, command, count, parts, done)
    yield folders
    shutil.rmtree(parts, ignore_errors=True)


def run_in_place(engine: Engine, command: Sequence[str], count: int) -> None:
    """Run the shards of a command that all write into one folder, on a disk that the machines share."""
    from sightline import engines

    with late_progress(count, "shards") as done:
        engines.run_in_place(engine.value, command, count, done)


def folder_word(corpus: Path) -> str:
    """A corpus as an argument that means the same in any working directory: a name, or an absolute path."""
    from sightline.corpus.build import NAMES

    return str(corpus) if str(corpus) in NAMES else str(corpus.resolve())


def house_words(houses: Sequence[str] | None) -> list[str]:
    """The options --house, with absolute paths of files."""
    names = [str(Path(name).resolve()) if Path(name).is_file() else name for name in houses or []]
    return [word for name in names for word in ("--house", name)]
