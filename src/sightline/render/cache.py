"""Compiled kernels: kept between runs, discarded if the content of one of their source files has changed; and a clock for
compilation time.

Numba checks only the file that defines a kernel, but constants and functions that a kernel takes from other files are
compiled into it too. So we follow the imports, by regular expression, because this runs at every start (about 5 ms).
Contents are compared, not modification times, because some tools (archives, rsync, image layers) keep old times.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable
from functools import cache
from glob import glob
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import event

import sightline

ROOT = os.path.dirname(sightline.__file__)
# Imports at the left margin: imports inside functions or for types only never get into a kernel.
_IMPORT = re.compile(
    rb"^from sightline([\w.]*) import (\((?:[^)#]|#[^\n]*)*\)|[^\n#]*)|^import sightline([\w.]*)", re.MULTILINE
)
_COMMENT = re.compile(rb"#[^\n]*")
COMPILATION = "numba:compile"  # loading cached code does not count


def forget_stale(kernel: Any, root: str = ROOT) -> None:
    """Delete the compiled code of the kernels in this one's folder whose sources have changed.

    Next to Numba's cache files, each module with kernels has a file with the digest of its sources.
    """
    if not hasattr(kernel, "stats") or not kernel.stats.cache_path:  # Numba is disabled, or does not cache
        return
    kept = Path(kernel.stats.cache_path)
    for path in glob(f"{os.path.dirname(kernel.py_func.__code__.co_filename)}/*.py"):
        try:
            if b"njit" not in _content(path):
                continue
            module, digest = Path(path).stem, _digest(path, root)
            record = kept / f"{module}.sources"
            if record.is_file() and record.read_text() == digest:
                continue
            for index in kept.glob(f"{module}.*.nbi"):  # frames.draw-117.py312.nbi
                index.unlink(missing_ok=True)
            record.write_text(digest)  # last: an interrupted call leaves nothing that looks fresh
        except OSError:  # a source is missing, or the folder is not writable
            continue


def _digest(path: str, root: str) -> str:
    """Digest of the contents of a source file and of everything that it imports from this package."""
    return sha256(b"".join(sha256(_content(source)).digest() for source in sorted(sources(path, root)))).hexdigest()


def sources(path: str, root: str = ROOT) -> set[str]:
    """A source file and those of this package that it imports, transitively."""
    found, left = set[str](), [path]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += _imported_files(path, root)
    return found


@cache  # four packages ask, with mostly the same imports
def _imported_files(path: str, root: str) -> set[str]:
    return {_file_of(module, name, root) for module, name, _ in _imports(path)}


@cache
def _file_of(module: str, name: str, root: str) -> str:
    """The file that defines a name; a package's __init__ only re-exports names, so we follow its imports."""
    place = root + module.replace(".", "/")
    for path in (f"{place}.py", f"{place}/{name}.py", f"{place}/{name}/__init__.py"):
        if os.path.isfile(path):
            return path
    for origin, its_name, called in _imports(f"{place}/__init__.py"):
        if called == name:
            return _file_of(origin, its_name, root)
    return f"{place}/__init__.py"


@cache
def _imports(path: str) -> list[tuple[str, str, str]]:
    """A file's imports from this package: module (".render.scene"), name there, and the local name."""
    imports = []
    for module, names, whole in _IMPORT.findall(_content(path)):
        for name in _COMMENT.sub(b"", names).strip(b"()\n, ").split(b","):
            words = name.decode().split() or [""]
            imports.append(((module or whole).decode(), words[0], words[-1]))
    return imports


@cache
def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


class Clock(event.Listener):  # type: ignore[misc]
    """Calls `tell` once, when compiling has taken `patience` seconds in total."""

    def __init__(self, tell: Callable[[], None], patience: float):
        self.tell, self.left = tell, patience
        self.depth, self.begun = 0, 0.0  # nested compilations do not count twice
        self.timer = threading.Timer(0, tell)

    def on_start(self, _: object) -> None:
        """Start counting."""
        self.depth += 1
        if self.depth == 1 and self.left > 0:
            self.begun = time.monotonic()
            self.timer = threading.Timer(self.left, self.tell)
            self.timer.daemon = True
            self.timer.start()

    def on_end(self, _: object) -> None:
        """Stop counting."""
        self.depth -= 1
        if self.depth == 0:
            self.timer.cancel()
            self.left -= time.monotonic() - self.begun


def when_compiling_takes_long(tell: Callable[[], None], patience: float) -> Clock:
    """From now on in this process, call `tell` once if compiling takes more than `patience` seconds in total."""
    clock = Clock(tell, patience)
    event.register(COMPILATION, clock)
    return clock
