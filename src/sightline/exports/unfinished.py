"""The folder of an unfinished export, OUT.partial: finished pieces stay there, so a repeated command goes on.

It is renamed to OUT when all is done. It has a record of each finished piece, and the job, so that nothing of another export
gets into it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sightline.errors import FileError, InputError
from sightline.fields import Json
from sightline.files import check_free, only_one, put_in_place, read_json, replacing

JOB = "export.json"  # also in the finished folder: where it comes from
PIECES = ".pieces"


class Unfinished:
    """The folder in which an export is made."""

    def __init__(self, folder: Path):
        self.folder = folder

    def _record(self, number: int) -> Path:
        return self.folder / PIECES / f"{number:09d}.json"

    def has(self, number: int) -> bool:
        """Whether a piece is finished."""
        return self._record(number).is_file()

    def add(self, number: int, summary: Json) -> None:
        """Record that a piece is finished; its files are complete now."""
        with replacing(self._record(number)) as partial:
            partial.write_text(json.dumps(summary), encoding="utf-8")

    def summaries(self) -> Iterator[Json]:
        """What the writers of the finished pieces returned, in order."""
        for record in sorted((self.folder / PIECES).glob("*.json")):
            yield read_json(record)


@contextmanager
def unfinished(target: Path, job: Json, force: bool, finish: bool) -> Iterator[Unfinished]:
    """The folder to make the export `target` in, new or from an earlier attempt at the same job.

    Without an error it becomes `target` in the end, if it is to `finish`. An existing target is refused; with `force` it is
    replaced if it is an export, and so is an earlier attempt at another job.
    """
    if target.name in ("", ".."):
        raise FileError(f"{target}: is a folder that cannot be replaced; give the name of a new one.")
    folder = target.with_name(f"{target.name}.partial")
    lock, busy = target.with_name(f".{target.name[:50]}.lock"), f"{target}: is being replaced by another process."
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        check_free(target, force, JOB)
        with only_one(lock, busy, wait=10):
            _take(folder, target, job, force)
        try:
            yield Unfinished(folder)
        except BaseException:
            if finish and not any((folder / PIECES).iterdir()):  # nothing to go on with
                shutil.rmtree(folder)
            raise
        if finish:
            with only_one(lock, busy, wait=10):
                check_free(target, force, JOB)
                shutil.rmtree(folder / PIECES)
                put_in_place(folder, target)
    except OSError as error:
        raise FileError(f"{target}: cannot be written ({error.strerror or error}).") from None


def _take(folder: Path, target: Path, job: Json, force: bool) -> None:
    """Make the folder of a job, or check that an existing one is of the same job."""
    if folder.exists() or folder.is_symlink():
        try:
            if read_json(folder / JOB) == job:
                return
        except InputError:
            if any(folder.iterdir() if folder.is_dir() else [folder]):
                raise FileError(
                    f"{folder}: exists but is not an unfinished export; give another name than {target}."
                ) from None
        if not force and any(folder.iterdir()):
            raise FileError(
                f"{folder}: is an unfinished export of another corpus, format or version; remove it, or --force replaces it."
            )
        shutil.rmtree(folder)
    (folder / PIECES).mkdir(parents=True)
    with replacing(folder / JOB) as partial:
        partial.write_text(json.dumps(job, indent=2) + "\n", encoding="utf-8")
