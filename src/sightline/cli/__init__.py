"""The `sightline` command. Bad input ends in one sentence and exit code 2."""

from __future__ import annotations

import io
import os
import sys
from typing import IO, Annotated

import typer

import sightline
from sightline.addresses import failure_words
from sightline.cli import (
    bench,
    challenge,
    corpus,
    doctor,
    evaluate,
    figure,
    follow,
    house,
    mcp,
    mock_model,
    point,
    serve,
    study,
    train,
    verify,
    view,
    walk,
)
from sightline.cli.options import flag_option
from sightline.errors import InputError

INTERRUPTED, BROKEN_PIPE = 130, 141  # exit codes by the convention of shells

app = typer.Typer(
    name="sightline",
    help="Agents that follow instructions in 3D worlds by first seeing where the goal is.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
for _group in (view, house, corpus, train, evaluate, bench, figure, study, challenge):
    app.add_typer(_group.app, name=_group.__name__.rpartition(".")[2])
for _command in (
    follow.follow, point.point, walk.walk, doctor.doctor, verify.verify, mock_model.mock_model, serve.serve,
    mcp.mcp,
):  # fmt: skip
    app.command()(_command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(sightline.__version__)
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, flag_option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line."""
    _open_streams()
    output = sys.stdout
    try:
        try:
            _run()
        finally:
            output.flush()
    except InputError as error:
        _fail(str(error))
    except MemoryError:
        _fail("Out of memory; use smaller pictures or a smaller batch.")
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except UnicodeEncodeError as error:
        _fail(f"The input is not valid Unicode and cannot be written ({error.object[error.start : error.end]!a}).")
    except BrokenPipeError:
        _discard(output)
        raise SystemExit(BROKEN_PIPE) from None
    except OSError as error:
        _discard(output)
        _fail(f"The output cannot be written ({error.strerror or error}).")
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):  # typer and rich turn it into a plain failure
            raise
        _discard(output)
        raise SystemExit(BROKEN_PIPE) from None


def _run() -> None:
    """Run the command; a failure in a user's world or agent counts as bad input."""
    try:
        app()
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        sentence = failure_words(error)
        if not sentence:
            raise
        raise InputError(sentence) from None


def _open_streams() -> None:
    """Reopen standard streams that the parent closed; otherwise files would get their descriptors.

    A closed stderr discards messages. A closed stdout is an error when a result is written.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)  # takes the lowest free number
            setattr(sys, name, os.fdopen(null, mode, encoding="utf-8", closefd=False))
    if isinstance(sys.stdout, io.TextIOWrapper):  # file names are bytes, and terminals may lack characters
        unicode = sys.stdout.encoding.lower().replace("-", "") == "utf8"
        sys.stdout.reconfigure(errors="surrogateescape" if unicode else "backslashreplace")


def _discard(output: IO[str]) -> None:
    """Send unwritten output to the null device, so that Python does not try again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())


def _fail(sentence: str) -> None:
    try:
        print(f"Error: {sentence}", file=sys.stderr, flush=True)
    except OSError:  # a full disk or a closed pipe
        _discard(sys.stderr)
    raise SystemExit(2)
