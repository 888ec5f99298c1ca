"""Bad values, and what happens when something is tried with one: the vocabulary of all kinds of cases."""

import math
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import Any
from unittest.mock import patch

from sightline.errors import InputError

NUMBERS = (math.nan, math.inf, -math.inf, 1e308, -1e308, 10**400, -(10**400), -1, 1e20, 0.5, True, 2**63, 2**31)
TEXTS = (
    "", " ", "\0", "\ud800", "caf\udce9", "²", "٣", "🙂", "‮שלום", "../../../escaped", "/etc/passwd", "a/b", "..", ".",
    "x" * 5000, "9" * 5000, "1e400", "nan", "-1", "\n", "F" * 10 + "XZ", "%s%n{0}", "<script>", "None", "C:\\con",
)  # fmt: skip
OTHERS = (None, [], {}, [None], {"": 1}, [[[]]])
NOT_NUMBERS = (*TEXTS, *OTHERS, math.nan, math.inf, True)
NOT_TEXTS = (*OTHERS, *NUMBERS)
NOT_OBJECTS = (*TEXTS, *NUMBERS, None, [], [None])
NOT_LISTS = (*TEXTS, *NUMBERS, None, {}, {"": 1})
ANY = (*NUMBERS, *TEXTS, *OTHERS)


@dataclass
class Case:
    """Something bad that is tried. `sure`: it may never be taken; otherwise that is fine, but failing is not."""

    name: str
    try_: Callable[[Path], object]  # in an empty folder
    sure: bool = True


Kind = Callable[[Random], Iterator[Case]]  # endlessly many cases


class TracebackError(Exception):
    """A command showed a traceback, or more or less than one sentence."""


def shown(value: Any) -> str:
    """A bad value in the name of a case."""
    text = ascii(value) if not isinstance(value, int) or abs(value) < 10**20 else f"{'-' * (value < 0)}a huge number"
    return text if len(text) <= 50 else text[:47] + "..."


def outcome_of(case: Case, folder: Path) -> str:
    """What became of a case: refused (one sentence), taken, or the failure."""
    before = os.getcwd()
    outside = set(folder.parent.iterdir())
    try:
        os.chdir(folder)
        case.try_(folder)
        result = "taken"
    except InputError as error:
        result = (
            "refused" if "\n" not in str(error) and len(str(error)) < 2000 else f"traceback: long sentence {error!s:.200}"
        )
    except BaseException as error:
        result = f"traceback: {type(error).__name__}: {str(error)[-300:]}"
    finally:
        os.chdir(before)
    escaped = set(folder.parent.iterdir()) - outside
    return f"escaped: {escaped}" if escaped else result


def command(*words: str) -> None:
    """A command line in this process: exit codes 2 and 3 with a sentence are an InputError, 0 is fine, others are not."""
    from sightline.cli import main

    code: Any = 0
    with (
        TemporaryFile("w+", encoding="utf-8", errors="surrogateescape") as out,
        TemporaryFile("w+", encoding="utf-8", errors="backslashreplace") as err,
        open(os.devnull) as nothing,
        patch.multiple(sys, argv=["sightline", *words], stdin=nothing, stdout=out, stderr=err),
        patch.dict(os.environ, {"COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"}),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
        err.seek(0)
        said = err.read()
    if code == 2:
        if "Traceback" in said or not ("Error: " in said or "─ Error ─" in said):
            raise TracebackError(said[-300:])
        raise InputError(said.strip().splitlines()[-1][:500])
    if code == 3 and "Traceback" not in said:  # the agent refused the words
        raise InputError(said.strip().splitlines()[-1][:500])
    if code not in (0, None) or "Traceback" in said:
        raise TracebackError(f"exit code {code}: {said[-300:]}")
