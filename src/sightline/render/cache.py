"""Compiled code kept between runs: thrown away when any source it was made from has changed.

Numba checks only the file in which a kernel is defined, not the constants and kernels that it takes from other files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sightline


def forget_stale(kernel: Any) -> None:
    """Delete the kept code in a kernel's folder that is older than the newest of our sources."""
    newest = max(path.stat().st_mtime for path in Path(sightline.__file__).parent.rglob("*.py"))
    for index in Path(kernel.stats.cache_path).glob("*.nbi"):
        try:
            if index.stat().st_mtime < newest:
                index.unlink()
        except OSError:  # another process was faster, or the folder is not ours to change
            continue
