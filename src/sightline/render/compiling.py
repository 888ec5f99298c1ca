"""Kernels are compiled the first time that they run, which may take a minute or two; whoever waits should be told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from numba.core import event

COMPILATION = "numba:compile"  # kept code that is loaded is none


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
