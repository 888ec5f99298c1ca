"""Memory of a long-running server: glibc keeps what threads have freed unless it is told otherwise."""

from __future__ import annotations

import ctypes
import sys

ARENAS = 2  # heaps that the threads of a server share; by default each thread gets its own, which keeps its largest size
_M_ARENA_MAX = -8  # malloc.h


def limit_arenas() -> None:
    """Let all threads allocate from a few heaps; to be called before they start."""
    if (libc := _glibc()) is not None:
        libc.mallopt(_M_ARENA_MAX, ARENAS)


def return_memory() -> None:
    """Give freed memory back to the system."""
    if (libc := _glibc()) is not None:
        libc.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    """The C library, if it is one that has these functions."""
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    return libc if libc is not None and hasattr(libc, "malloc_trim") else None
