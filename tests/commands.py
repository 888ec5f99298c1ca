"""Running the command line in tests."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from unittest.mock import patch

import pytest
import typer
from typer.testing import CliRunner, Result

PLAIN = {"COLUMNS": "120", "NO_COLOR": "1"}  # as many columns on every machine, no colours


def run(*words: str, cwd: Path | None = None, expect: int = 0) -> subprocess.CompletedProcess[str]:
    """A command as a person types it, in this process: its exit code is as expected, and there is no traceback."""
    from sightline.cli import main  # here, so that tests which run no command need not load everything

    before, code = os.getcwd(), 0
    # Files, not strings: the command line may redirect the descriptor behind its output.
    with (
        TemporaryFile("w+", encoding="utf-8") as out,
        TemporaryFile("w+", encoding="utf-8") as err,
        open(os.devnull) as nothing,
    ):
        try:
            os.chdir(cwd or before)
            with (
                patch.multiple(sys, argv=["sightline", *words], stdin=nothing, stdout=out, stderr=err),
                patch.dict(os.environ, PLAIN),
            ):
                main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            os.chdir(before)
        for stream in (out, err):
            stream.seek(0)
        done = subprocess.CompletedProcess(words, code, out.read(), err.read())
    return checked(done, expect)


def run_process(*words: str, cwd: Path | None = None, expect: int = 0) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own, for what depends on one."""
    done = subprocess.run(
        [sys.executable, "-m", "sightline", *words],
        capture_output=True, text=True, cwd=cwd, stdin=subprocess.DEVNULL, env={**os.environ, **PLAIN},
    )  # fmt: skip
    return checked(done, expect)


@contextmanager
def running(*words: str, cwd: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """A command in a process that a test interrupts; it ends with the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def checked(done: subprocess.CompletedProcess[str], expect: int) -> subprocess.CompletedProcess[str]:
    assert done.returncode == expect, done.stderr
    assert "Traceback" not in done.stderr
    return done


def follow(*words: str) -> Result:
    """`sightline follow` in this process, which keeps wrong arguments as an exception."""
    from sightline.cli import app
    from sightline.cli.follow import NOT_DONE
    from sightline.errors import InputError

    done = CliRunner().invoke(app, ["follow", *words])
    assert done.exit_code in (0, NOT_DONE) or isinstance(done.exception, InputError), done.exception
    return done


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, answers: list[bool], instructions: list[str]) -> None:
    """Somebody who gives these answers, then these further instructions, then goes away."""
    from sightline.cli import follow as command

    def prompt(*_: object, **__: object) -> str:
        if not instructions:
            raise typer.Abort
        return instructions.pop(0)

    monkeypatch.setattr(command, "_can_ask", lambda: True)
    monkeypatch.setattr(command.typer, "confirm", lambda *_, **__: answers.pop(0))
    monkeypatch.setattr(command.typer, "prompt", prompt)
