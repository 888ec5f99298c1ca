"""Whoever waits for kernels to be compiled is told, once, and not too early."""

import time

from numba.core import event

from sightline.render.compiling import COMPILATION, when_compiling_takes_long


def test_compiling_is_announced_once_when_it_takes_long() -> None:
    told: list[float] = []
    clock = when_compiling_takes_long(lambda: told.append(clock.left), 0.1)
    try:
        with event.trigger_event(COMPILATION):
            pass
        assert told == [] and 0 < clock.left < 0.1
        for _ in range(2):
            with event.trigger_event(COMPILATION), event.trigger_event(COMPILATION):  # one within the other
                time.sleep(0.3)
        assert len(told) == 1 and clock.left < 0
    finally:
        event.unregister(COMPILATION, clock)
