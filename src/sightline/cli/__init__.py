"""The `sightline` command: thin commands over the package. Bad input ends in one sentence and exit code 2."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

import sightline
from sightline.cli import bench, corpus, doctor, evaluate, figure, follow, train, view, walk
from sightline.errors import InputError

app = typer.Typer(
    name="sightline",
    help="Agents that follow instructions in 3D worlds by first seeing where the goal is.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
app.add_typer(view.app, name="view")
app.add_typer(corpus.app, name="corpus")
app.add_typer(train.app, name="train")
app.add_typer(bench.app, name="bench")
app.add_typer(figure.app, name="figure")
app.command(name="follow")(follow.follow)
app.command(name="walk")(walk.walk)
app.command(name="doctor")(doctor.doctor)
app.command(name="evaluate")(evaluate.evaluate)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(sightline.__version__)
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line."""
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except InputError as error:
        _give_up(str(error))
    except MemoryError:
        _give_up("This needs more memory than there is; ask for smaller pictures or a smaller batch.")
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _give_up(f"The output cannot be written ({error.strerror}).")


def _give_up(sentence: str) -> None:
    print(f"Error: {sentence}", file=sys.stderr)
    raise SystemExit(2)
