"""Compiled kernels: kept between runs, discarded when the content of a source file they were made from has changed; and how
long compiling takes.

Numba checks only the file that defines a kernel, but constants and functions that a kernel takes from other files are
compiled into it too. So we follow the imports, by regular expression, because this runs at every start (about 5 ms).
Contents are compared, not modification times, because some tools (archives, rsync, layers of images) keep old times.
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
# Imports at the left margin: what is imported inside a function or for types only never gets into a kernel.
_IMPORT = re.compile(
    rb"^from sightline([\w.]*) import (\((?:[^)#]|#[^\n]*)*\)|[^\n#]*)|^import sightline([\w.]*)", re.MULTILINE
)
_COMMENT = re.compile(rb"#[^\n]*")
COMPILATION = "numba:compile"  # kept code that is loaded is none


def forget_stale(kernel: Any, root: str = ROOT) -> None:
    """Delete the compiled code of the kernels in this one's folder whose sources have changed.

    Beside Numba's files, wherever it keeps them, each module with kernels has a file with the digest of its sources.
    """
    if not hasattr(kernel, "stats") or not kernel.stats.cache_path:  # Numba is switched off, or keeps nothing
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
        except OSError:  # a source has gone, or the folder is not ours to change
            continue


def _digest(path: str, root: str) -> str:
    """Of the contents of a source file and of all that it imports from us."""
    return sha256(b"".join(sha256(_content(source)).digest() for source in sorted(sources(path, root)))).hexdigest()


def sources(path: str, root: str = ROOT) -> set[str]:
    """A source file and those of our own that it imports, and so on."""
    found, left = set[str](), [path]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += _imported_files(path, root)
    return found


@cache  # four packages ask, and import much the same
def _imported_files(path: str, root: str) -> set[str]:
    return {_file_of(module, name, root) for module, name, _ in _imports(path)}


@cache
def _file_of(module: str, name: str, root: str) -> str:
    """The file that a name comes from; a package's __init__ only passes names on, so we ask where it has this one from."""
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
    """What a file imports from us: module (".render.scene"), name there, and the file's own word for it."""
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
    """Calls `tell` once, when compiling has taken `patience` seconds in all."""

    def __init__(self, tell: Callable[[], None], patience: float):
        self.tell, self.left = tell, patience
        self.depth, self.begun = 0, 0.0  # kernels that are compiled within others do not count anew
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
    """From now on in this process, call `tell` once if compiling takes more than `patience` seconds in all."""
    clock = Clock(tell, patience)
    event.register(COMPILATION, clock)
    return clock
