"""A folder for Numba's compiled code if neither the package nor the user's cache folder is writable.

Numba caches compiled code beside the sources or in the user's cache folder, and refuses to compile if it can write to
neither. It then gets a folder that lives as long as this process; worker processes inherit it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"


def find_place() -> None:
    """Give Numba a temporary folder unless one of its own is writable."""
    if any(map(_is_writable, _places())):
        return
    try:
        folder = tempfile.mkdtemp(prefix="sightline-compiled-")
    except OSError:  # no temporary folder either
        _disable_cache()
        return
    os.environ[VARIABLE] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _places() -> list[Path]:
    """The folders that Numba tries."""
    caches = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    user = Path(caches) if caches else Path(os.path.expanduser("~")) / ".cache"
    chosen = [Path(os.environ[VARIABLE])] if os.environ.get(VARIABLE) else []
    return [*chosen, Path(__file__).parent / "__pycache__", user / "numba"]


def _is_writable(folder: Path) -> bool:
    """Whether the folder, or the parent that it would be made in, is writable."""
    try:
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    except OSError:
        return False


def _disable_cache() -> None:
    """Compile at every start."""
    from numba.core.dispatcher import Dispatcher

    Dispatcher.enable_caching = lambda self: None  # type: ignore[method-assign]
