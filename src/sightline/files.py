"""Files that people give us, where whatever is wrong is a clear sentence, and files that appear whole or not at all.

What is being written has a hidden name of its own, locked as long as its process lives. So two programs that write the same
thing never meet, and what a dead one has left behind is cleared away by whoever writes there next.
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
from sightline.errors import InputError

try:
    import fcntl
except ImportError:  # Windows: no locks, and leftovers are told by their age alone
    fcntl = None  # type: ignore[assignment]

FRESH = 60.0  # seconds: what was touched since is nobody's leftover, whether it is locked or not
LARGEST = 1 << 30  # bytes of a file that is read at once; what has more is none of ours, or has no end
LONG_AGO = 86400.0  # seconds: where there are no locks, what was not touched since is a leftover


class BusyError(InputError):
    """Somebody else is at it."""


def read_json(path: str | os.PathLike[str], missing: str = "") -> Any:
    """What a JSON file holds; `missing` is the sentence for a file that is not there."""
    try:
        return json.loads(read_limited(path).decode("utf-8"))
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(missing or f"{path_words(path)}: there is no such file.") from None
    except OSError as error:
        raise InputError(f"{path_words(path)}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path_words(path)}: cannot be read: it is not UTF-8 ({error.reason} at byte {error.start})."
        ) from None
    except RecursionError:
        raise InputError(f"{path_words(path)}: is not JSON that can be read (it is nested too deeply).") from None
    except ValueError as error:
        raise InputError(f"{path_words(path)}: is not JSON, or cut off ({error}).") from None


def read_limited(path: str | os.PathLike[str]) -> bytes:
    """All of a file; devices have no end, and would fill the memory."""
    content = bytearray()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            content += piece
            if len(content) > LARGEST:
                raise InputError(f"{path_words(path)}: is larger than {LARGEST >> 20:,} MiB, which no such file is.")
    return bytes(content)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Another name to write a file under; the file gets its own name only when it is whole. Its folder is made."""
    target = Path(path)
    partial = _beside(target, "partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear_leftovers(target)
        partial.touch(exist_ok=False)
        with _locked(partial):
            yield partial
            partial.replace(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        with suppress(OSError):
            partial.unlink()


@contextmanager
def new_folder(target: Path, force: bool, ours: str) -> Iterator[Path]:
    """A folder to write into that gets its own name only when everything is written; it vanishes on any failure.

    An existing folder is refused, or with `force` replaced in the end if it is empty or has the entry `ours`.
    """
    if target.name in ("", ".."):
        raise InputError(f"{target}: is a folder that cannot be replaced; give the name of a new one.")
    partial = _beside(target, "partial")
    lock, busy = target.with_name(f".{target.name[:50]}.lock"), f"{target}: is being replaced by somebody else."
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with only_one(lock, busy, wait=10):  # nobody is looked at while being replaced
            _check_free(target, force, ours)
        _clear_leftovers(target)
        partial.mkdir()
        with _locked(partial):
            yield partial
            with only_one(lock, busy, wait=10):
                _check_free(target, force, ours)  # somebody else may have been faster
                _put_in_place(partial, target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _put_in_place(partial: Path, target: Path) -> None:
    """Give a folder its name; one that has it already goes, unless that fails."""
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
    """Hold a lock file, which vanishes in the end, and is free again when its process dies; `busy` is said to all others.

    Those who `wait` some seconds get it if it becomes free by then.
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
        raise InputError(f"{lock.parent}: cannot be written ({error.strerror or error}).") from None
    try:
        yield
    finally:
        if held >= 0:
            with suppress(OSError):
                lock.unlink()  # while it is held: whoever has opened it meanwhile sees that it has gone, and makes another
            os.close(held)


def _take(lock: Path) -> int | None:
    """The descriptor of a lock file that is ours now; None if somebody else has it, -1 where nothing can be locked."""
    while True:
        held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if not _lock(held):
                os.close(held)
                return None
        except OSError:  # a file system without locks
            os.close(held)
            return -1
        try:
            if os.path.samestat(os.fstat(held), os.stat(lock)):
                return held
        except FileNotFoundError:  # the one who had it before has removed it
            pass
        os.close(held)


def _lock(descriptor: int) -> bool:
    """Lock what is open, if nobody else has."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _locked(partial: Path) -> Iterator[None]:
    """Show all others that somebody is writing this."""
    held = -1
    if fcntl is not None:
        with suppress(OSError):  # a file system without locks
            held = os.open(partial, os.O_RDONLY)
            _lock(held)
    try:
        yield
    finally:
        if held >= 0:
            os.close(held)


def _clear_leftovers(target: Path) -> None:
    """Remove what others were writing under the same name when they died."""
    prefix = f".{target.name[:50]}."
    for entry in os.scandir(target.parent):
        if entry.name.startswith(prefix) and entry.name.endswith((".partial", ".old")):
            with suppress(OSError):
                if _is_left(entry):
                    shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)


def _is_left(entry: os.DirEntry[str]) -> bool:
    age = time.time() - entry.stat(follow_symlinks=False).st_mtime
    if fcntl is None or age < FRESH:
        return age > LONG_AGO
    held = os.open(entry.path, os.O_RDONLY)
    try:
        return _lock(held)
    finally:
        os.close(held)


def _check_free(target: Path, force: bool, ours: str) -> None:
    try:
        if not target.exists() and not target.is_symlink():
            return
        if not force:
            raise InputError(f"{target}: exists already; --force replaces it.")
        if not target.is_dir() or target.is_symlink() or (any(target.iterdir()) and not (target / ours).exists()):
            raise InputError(f"{target}: does not look like what would be written there, so it is not replaced.")
    except OSError as error:
        raise InputError(f"{target}: cannot be looked at ({error.strerror or error}).") from None


def _beside(target: Path, suffix: str) -> Path:
    """A hidden name in the same folder that nobody else has: two programs may write the same thing at once."""
    return target.with_name(f".{target.name[:50]}.{secrets.token_hex(6)}.{suffix}")
