"""Reading JSON files with clear errors, and writing files and folders atomically.

A writer uses a hidden, random name and renames the result when it is complete, so concurrent writers never share a file.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sightline.checks import path_words
from sightline.errors import BusyError, FileError, FileFormatError

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

LARGEST_FILE = 1 << 30  # bytes that are read at once; a device has no end
LEFTOVER_AGE = 86400.0  # seconds after which a partial file or folder counts as abandoned


def read_json(path: str | os.PathLike[str], missing: str = "") -> Any:
    """The content of a JSON file; `missing` is the error message for a file that does not exist."""
    name = path_words(path)
    try:
        return json.loads(read_limited(path).decode("utf-8"))
    except FileError:
        raise
    except FileNotFoundError:
        raise FileError(missing or f"{name}: there is no such file.") from None
    except OSError as error:
        raise FileError(f"{name}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError as error:
        raise FileFormatError(f"{name}: cannot be read: it is not UTF-8 ({error.reason} at byte {error.start}).") from None
    except RecursionError:
        raise FileFormatError(f"{name}: is JSON that is nested too deeply.") from None
    except ValueError as error:
        raise FileFormatError(f"{name}: is not JSON, or cut off ({error}).") from None


def read_limited(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file; a device without end is refused."""
    content = bytearray()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            content += piece
            if len(content) > LARGEST_FILE:
                raise FileFormatError(f"{path_words(path)}: is larger than {LARGEST_FILE >> 20:,} MiB.")
    return bytes(content)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A temporary path to write to; it is renamed to `path` on success. Makes the folder if needed."""
    target = Path(path)
    partial = _beside(target, "partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear_leftovers(target)
        partial.touch(exist_ok=False)
        yield partial
        partial.replace(target)
    except OSError as error:
        raise FileError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        with suppress(OSError):
            partial.unlink()


@contextmanager
def new_folder(target: Path, force: bool, ours: str) -> Iterator[Path]:
    """A temporary folder to write into; it is renamed to `target` on success and removed on failure.

    An existing target is refused. With `force` it is replaced if it is empty or has the entry `ours`.
    """
    if target.name in ("", ".."):
        raise FileError(f"{target}: is a folder that cannot be replaced; give the name of a new one.")
    partial = _beside(target, "partial")
    lock, busy = target.with_name(f".{target.name[:50]}.lock"), f"{target}: is being replaced by another process."
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with only_one(lock, busy, wait=10):  # no check while another process replaces the target
            check_free(target, force, ours)
        _clear_leftovers(target)
        partial.mkdir()
        yield partial
        with only_one(lock, busy, wait=10):
            check_free(target, force, ours)  # another process may have made it meanwhile
            put_in_place(partial, target)
    except OSError as error:
        raise FileError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def put_in_place(partial: Path, target: Path) -> None:
    """Rename a folder to its target. An existing target is removed, or kept if the renaming fails."""
    if not target.exists():
        partial.rename(target)
        return
    old = _beside(target, "old")
    target.rename(old)
    try:
        partial.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def only_one(lock: Path, busy: str, wait: float = 0.0) -> Iterator[None]:
    """Hold a lock file; it is removed in the end, and is free if its process dies.

    While another process holds it, wait up to `wait` seconds, then raise BusyError with the message `busy`.
    """
    if fcntl is None:
        yield
        return
    last = time.monotonic() + wait
    try:
        while (held := _take(lock)) is None:
            if time.monotonic() >= last:
                raise BusyError(busy)
            time.sleep(0.02)
    except OSError as error:
        raise FileError(f"{lock.parent}: cannot be written ({error.strerror or error}).") from None
    try:
        yield
    finally:
        if held >= 0:
            with suppress(OSError):
                lock.unlink()  # while held: a process that has opened it sees that it is gone and creates a new one
            os.close(held)


def _take(lock: Path) -> int | None:
    """Lock a file: its descriptor, None if another process holds it, -1 if the file system has no locks."""
    while True:
        held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(held)
            return None if isinstance(error, BlockingIOError) else -1
        try:
            if os.path.samestat(os.fstat(held), os.stat(lock)):
                return held
        except FileNotFoundError:  # its last holder has removed it
            pass
        os.close(held)


def _clear_leftovers(target: Path) -> None:
    """Remove partial results that writers of the same target left behind when they died."""
    prefix = f".{target.name[:50]}."
    for entry in os.scandir(target.parent):
        if entry.name.startswith(prefix) and entry.name.endswith((".partial", ".old")):
            with suppress(OSError):
                if time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFTOVER_AGE:
                    shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)


def check_free(target: Path, force: bool, ours: str) -> None:
    """Raise FileError if a folder exists; with `force` only if it is neither empty nor has the entry `ours`."""
    try:
        if not target.exists() and not target.is_symlink():
            return
        if not force:
            raise FileError(f"{target}: exists already; --force replaces it.")
        if not target.is_dir() or target.is_symlink() or (any(target.iterdir()) and not (target / ours).exists()):
            raise FileError(f"{target}: exists but has no {ours}, so it is not replaced.")
    except OSError as error:
        raise FileError(f"{target}: cannot be read ({error.strerror or error}).") from None


def _beside(target: Path, suffix: str) -> Path:
    """A hidden, random name in the same folder, so that concurrent writers do not collide."""
    return target.with_name(f".{target.name[:50]}.{secrets.token_hex(6)}.{suffix}")
