"""Several serving processes: started together, replaced when one ends, stopped together.

They are forks of a parent that serves nothing, has no threads, and keeps all listening sockets. So whatever arrives while a
process is being replaced waits in its queue instead of being refused.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from sightline.errors import UnavailableError

REPLACE_SECONDS = 1.0  # before a process is replaced: one that fails again and again must not take a core
Serve = Callable[[int, Callable[[], None]], None]  # (number of the process, to be called once it serves)
_logger = logging.getLogger(__name__)


def run_processes(count: int, serve: Serve, ready: Callable[[], None], stop_seconds: float) -> None:
    """Run `serve` in processes 0 to count - 1 until interrupted; `ready` is called when all of them serve."""
    if "fork" not in multiprocessing.get_all_start_methods():
        raise UnavailableError("Several processes need a system that can fork, such as Linux; this one cannot.")
    fork = multiprocessing.get_context("fork")
    alive, parent = os.pipe()  # ends when the parent does, however it ends
    started, starting = os.pipe()  # a byte from every process that serves

    def child(number: int) -> None:
        for end in (parent, started):
            os.close(end)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_DFL)
        threading.Thread(target=_end_with, args=[alive], name="parent", daemon=True).start()
        serve(number, report)

    def report() -> None:
        os.write(starting, b".")

    def start(number: int) -> BaseProcess:
        process = fork.Process(target=child, args=[number], name=f"sightline {number}")
        process.start()
        return process

    running: list[BaseProcess] = []
    with _interrupted_by_sigterm():
        try:
            running += [start(number) for number in range(count)]
            unready = count
            while True:
                ended = wait([started, *(process.sentinel for process in running)])
                if started in ended:
                    unready -= len(os.read(started, count))
                    if unready == 0:
                        ready()
                for number, process in enumerate(running):
                    if process.sentinel in ended:
                        process.join()
                        if unready > 0:
                            raise UnavailableError(f"Process {number} ended before it could serve.")
                        _logger.warning("Process %d ended (code %s); another one replaces it.", number, process.exitcode)
                        time.sleep(REPLACE_SECONDS)
                        running[number] = start(number)
        finally:
            _stop(running, stop_seconds)
            for end in (alive, parent, started, starting):
                os.close(end)


@contextmanager
def _interrupted_by_sigterm() -> Iterator[None]:
    """SIGTERM raises KeyboardInterrupt, as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end_with(alive: int) -> None:
    """End this process when its parent has ended."""
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _stop(running: list[BaseProcess], seconds: float) -> None:
    """Let all processes finish their requests, and end those that do not."""
    for process in running:
        process.terminate()
    until = time.monotonic() + seconds
    for process in running:
        process.join(max(0.0, until - time.monotonic()))
        process.kill()
        process.join()
