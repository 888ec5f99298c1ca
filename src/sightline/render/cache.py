"""Compiled code kept between runs: thrown away when a source it was made from has changed.

Numba looks only at the file in which a kernel is defined, but constants and functions that a kernel takes from other files
are compiled into it too. So we follow the imports, by regular expression, because this runs at every start (about 5 ms).
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import sightline

ROOT = os.path.dirname(sightline.__file__)
# Imports at the left margin: what is imported inside a function or for types only never gets into a kernel.
_IMPORT = re.compile(
    rb"^from sightline([\w.]*) import (\((?:[^)#]|#[^\n]*)*\)|[^\n#]*)|^import sightline([\w.]*)", re.MULTILINE
)
_COMMENT = re.compile(rb"#[^\n]*")


def forget_stale(kernel: Any, root: str = ROOT) -> None:
    """Delete the kept code of the kernels beside this one (those of the same folder) that their sources have outrun.

    Where Numba keeps code does not matter: beside the sources or, if it may not write there, in a folder of the user's.
    """
    if not hasattr(kernel, "stats") or not kernel.stats.cache_path:  # Numba is switched off, or keeps nothing
        return
    folder = os.path.dirname(kernel.py_func.__code__.co_filename)
    newest: dict[str, int] = {}
    for index in Path(kernel.stats.cache_path).glob("*.nbi"):
        module = index.name.split(".")[0]  # frames.draw-117.py312.nbi
        try:
            if module not in newest:
                newest[module] = max(os.stat(path).st_mtime_ns for path in sources(f"{folder}/{module}.py", root))
            if index.stat().st_mtime_ns < newest[module]:
                index.unlink()
        except OSError:  # another process was faster, a source has gone, or the folder is not ours to change
            continue


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
    with open(path, "rb") as file:
        statements = _IMPORT.findall(file.read())
    imports = []
    for module, names, whole in statements:
        for name in _COMMENT.sub(b"", names).strip(b"()\n, ").split(b","):
            words = name.decode().split() or [""]
            imports.append(((module or whole).decode(), words[0], words[-1]))
    return imports
