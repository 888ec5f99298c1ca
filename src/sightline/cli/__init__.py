"""The `sightline` command: thin commands over the package. Bad input ends in one sentence and exit code 2."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import sightline
from sightline.cli import bench, doctor, view, walk
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
app.add_typer(bench.app, name="bench")
app.command(name="walk")(walk.walk)
app.command(name="doctor")(doctor.doctor)


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
        app()
    except InputError as error:
        print(f"Error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
