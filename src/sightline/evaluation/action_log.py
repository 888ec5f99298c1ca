"""The log of an evaluation, a file *.jsonl.gz: what was run, the actions of every episode, and what is claimed of them.

The first line says what was run, the last one which scores are claimed, with the SHA-256 of all lines before it. Equal runs
give equal bytes. `evaluation.replay` simulates the actions again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sightline.checks import LARGEST_SEED
from sightline.errors import FileError, FileFormatError
from sightline.evaluation.evaluate import ACTING, CORPUS, WRITTEN, Evaluation
from sightline.evaluation.scores import Result
from sightline.fields import Field, Flag, FreeForm, Json, Number, Numbers, Object, OneOf, Text
from sightline.files import replacing
from sightline.geometry.pose import MAX_HEADING
from sightline.world import kind_of

FORMAT = 1  # of these files
DIGITS = 6  # after the point, of everything that is claimed: machines differ beyond
LINE_LIMIT = 1 << 16  # bytes; the longest episode of ours has 46 kB
ACTION_LIMIT = 5760  # of one episode: 16 aims, 3 looks at each, 120 actions after each look

HASH = Text(r"[0-9a-f]{64}", "a SHA-256")
NAME = Text(r"[^\x00-\x1f\x7f]{1,300}", "a name")
SEED = Number(0, LARGEST_SEED, whole=True)
HEADER = Object(
    "the first line of a log",
    {
        "log": Number(FORMAT, FORMAT, whole=True), "sightline": NAME, "code": HASH, "world": NAME, "table": OneOf(ACTING),
        "split": NAME, "seed": SEED, "methods": FreeForm(), "corpus": Object("a corpus", {"name": NAME, "sha256": HASH}),
    },
    {
        "limit": Number(1, 10**9, whole=True), "written": HASH,
        "challenge": FreeForm(),  # evaluation.challenge has its schema
    },
)  # fmt: skip
FOOTER = Object("the last line of a log", {"episodes": Number(0, 10**9, whole=True), "scores": FreeForm(), "sha256": HASH})


@cache
def episode_fields(world: str) -> Object:
    """The schema of an episode's line."""
    pose: Field = Numbers((-MAX_HEADING,) * 3, (MAX_HEADING,) * 3, "a pose [x, z, heading]")
    return Object(
        "an episode",
        {
            "method": NAME, "set": OneOf((CORPUS, WRITTEN)), "id": NAME, "segment": Number(0, 10**6, whole=True),
            "actions": kind_of(world).actions_field, "stopped": Flag(), "horizon": Number(1, ACTION_LIMIT, whole=True),
            "end": pose, "metrics": FreeForm(),
        },
    )  # fmt: skip


class LogWriter:
    """Writes the lines of a log one after the other."""

    def __init__(self, file: gzip.GzipFile, header: Json):
        self._file, self._digest, self._episodes = file, hashlib.sha256(), 0
        self._write(header)

    def _write(self, line: Json) -> None:
        encoded = (json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n").encode()
        self._digest.update(encoded)
        self._file.write(encoded)

    def add(self, method: str, part: str, results: Sequence[Result]) -> None:
        """The episodes of a method, in order; `part` is the set of examples that they belong to."""
        for result in results:
            assert result.trace is not None and result.metrics is not None  # only methods that act are in such a table
            actions, stopped, horizon, pose = result.trace
            self._write({
                "method": method, "set": part, "id": result.paragraph, "segment": result.segment, "actions": actions,
                "stopped": stopped, "horizon": horizon, "end": rounded(pose), "metrics": rounded(result.metrics),
            })  # fmt: skip
        self._episodes += len(results)

    def finish(self, evaluation: Evaluation) -> None:
        """The last line."""
        scores = claimed_scores(evaluation)
        self._write({"episodes": self._episodes, "scores": scores, "sha256": self._digest.hexdigest()})


@contextmanager
def writing_log(path: Path, header: Json) -> Iterator[LogWriter]:
    """A new log; the file appears when it is complete."""
    with (
        replacing(path) as partial,
        partial.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as lines,  # no name, no time: equal bytes
    ):
        yield LogWriter(lines, header)


def claimed_scores(evaluation: Evaluation) -> Json:
    """The means that a table shows, by method and set."""
    return {
        method: {CORPUS: _means(scores), WRITTEN: _means(scores["written"])} for method, scores in evaluation.scores.items()
    }


def _means(scores: Json) -> Json:
    return {name: rounded(value) for name, value in scores.items() if isinstance(value, float)}


def rounded(value: Any) -> Any:
    """A number as a log has it; of lists and objects, every number."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return round(float(value), DIGITS) + 0.0  # no negative zero


class LogReader:
    """Reads the lines of a log from anybody: bounded, checked, and one at a time."""

    def __init__(self, path: Path):
        self.path, self.number, self._digest = path, 0, hashlib.sha256()
        if not path.is_file():
            raise FileError(f"{path}: there is no such file.")
        self._lines = _lines_of(path)

    def next(self, fields: Object) -> Json:
        """The next line, checked against its schema."""
        line = next(self._lines, None)
        self.number += 1
        if line is None:
            raise FileFormatError(f"{self.path}: ends before line {self.number}, which would be {fields.what}.")
        decoded = self._decoded(line)
        self.check(fields, decoded)
        self.sha256 = self._digest.hexdigest()  # of all lines before this one
        self._digest.update(line)
        return decoded

    def header(self) -> Json:
        """The first line; only its version is checked."""
        line = next(self._lines, b"{}")
        self.number += 1
        self._digest.update(line)
        decoded = self._decoded(line)
        if not isinstance(decoded, dict) or decoded.get("log") != FORMAT:
            raise FileFormatError(f"{self.path}: is not a log of `sightline evaluate --record` that this version can read.")
        return decoded

    def check(self, fields: Object, decoded: Any) -> None:
        """Raise FileFormatError unless a line fits its schema."""
        for sentence in fields.wrong(decoded, ""):
            raise FileFormatError(f"{self.path}, line {self.number}: {sentence}")

    def end(self) -> None:
        """Raise FileFormatError unless everything has been read."""
        if next(self._lines, None) is not None:
            raise FileFormatError(f"{self.path}: goes on after line {self.number}, which must be its last.")

    def _decoded(self, line: bytes) -> Any:
        try:
            return json.loads(line)
        except RecursionError:
            raise FileFormatError(f"{self.path}, line {self.number}: is JSON that is nested too deeply.") from None
        except ValueError:
            raise FileFormatError(f"{self.path}, line {self.number}: is not JSON.") from None


def _lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a compressed file; no more than one is in memory."""
    try:
        with gzip.open(path) as file:
            while line := file.readline(LINE_LIMIT + 1):
                if len(line) > LINE_LIMIT:
                    raise FileFormatError(f"{path}: has a line of more than {LINE_LIMIT:,} bytes.")
                yield line
    except EOFError:
        raise FileFormatError(f"{path}: is cut off.") from None
    except (zlib.error, gzip.BadGzipFile):
        raise FileFormatError(f"{path}: is not a gzip file, or damaged.") from None
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror}).") from None
