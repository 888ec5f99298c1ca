"""The `sightline` command: thin commands over the package. Bad input ends in one sentence and exit code 2."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated, Any

import typer

import sightline
from sightline.addresses import failure_words
from sightline.cli import bench, corpus, doctor, evaluate, figure, follow, house, serve, study, train, view, walk
from sightline.errors import InputError

INTERRUPTED, BROKEN_PIPE = 130, 141  # exit codes, as shells have them: by Ctrl-C, by whoever read our output and has enough

app = typer.Typer(
    name="sightline",
    help="Agents that follow instructions in 3D worlds by first seeing where the goal is.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
app.add_typer(view.app, name="view")
app.add_typer(house.app, name="house")
app.add_typer(corpus.app, name="corpus")
app.add_typer(train.app, name="train")
app.add_typer(bench.app, name="bench")
app.add_typer(figure.app, name="figure")
app.add_typer(study.app, name="study")
app.command(name="follow")(follow.follow)
app.command(name="walk")(walk.walk)
app.command(name="doctor")(doctor.doctor)
app.command(name="evaluate")(evaluate.evaluate)
app.command(name="serve")(serve.serve)


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
    _open_streams()
    output = sys.stdout
    try:
        try:
            _run()
        finally:
            output.flush()
    except InputError as error:
        _give_up(str(error))
    except MemoryError:
        _give_up("This needs more memory than there is; ask for smaller pictures or a smaller batch.")
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except UnicodeEncodeError as error:
        _give_up(f"What was typed is not valid Unicode, and cannot be written ({error.object[error.start : error.end]!a}).")
    except BrokenPipeError:
        _forget(output)
        raise SystemExit(BROKEN_PIPE) from None
    except OSError as error:
        _forget(output)
        _give_up(f"The output cannot be written ({error.strerror or error}).")
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):  # which typer and rich make a plain failure of
            raise
        _forget(output)
        raise SystemExit(BROKEN_PIPE) from None


def _run() -> None:
    """Run the command; what fails in a world or an agent of the user's is bad input, too."""
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
    """Streams that were closed by whoever started us: files must not get their numbers, nor what is printed get into files.

    What is said on stderr is lost then; an output that has no place to go is an error when it is written.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)  # the lowest number that is free
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8", closefd=False))
    if isinstance(sys.stdout, io.TextIOWrapper):  # names of files are bytes, and terminals may lack letters
        unicode = sys.stdout.encoding.lower().replace("-", "") == "utf8"
        sys.stdout.reconfigure(errors="surrogateescape" if unicode else "backslashreplace")


def _forget(output: Any) -> None:
    """Let what could not be written go nowhere, so that it is not tried again in the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())


def _give_up(sentence: str) -> None:
    try:
        print(f"Error: {sentence}", file=sys.stderr, flush=True)
    except OSError:  # a full disk, or whoever read it has gone
        _forget(sys.stderr)
    raise SystemExit(2)
