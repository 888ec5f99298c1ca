"""Settings for all tests, and what they share."""

from __future__ import annotations

import gc
import os
import signal
from typing import TYPE_CHECKING

# Before torch is loaded, and for processes that tests start: tests run side by side, and threads that wait for each other
# cost more than they bring with models this small.
os.environ["OMP_NUM_THREADS"] = "1"

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from houses import Houses

# The first example of a property may compile a kernel, so none has a deadline.
settings.register_profile("sightline", deadline=None, derandomize=True)
settings.load_profile("sightline")

# A shell's background jobs ignore SIGINT, and so would the processes that tests start to interrupt them.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection() -> None:
    """Nothing that is loaded from here on is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What is loaded by now stays, so the garbage collector need not look through it again and again."""
    gc.freeze()
    gc.enable()


def pytest_sessionfinish() -> None:
    """Libraries complain about what is left when Python ends."""
    gc.unfreeze()


@pytest.fixture(scope="session")
def houses() -> Houses:
    """Generated instructions in houses."""
    from houses import Houses

    return Houses()
