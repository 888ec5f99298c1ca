"""Processes of our own that answer requests, beside what this process does.

    with Workers(4, "module:begin", *setup) as workers:
        for answer in workers.map(requests): ...

Unlike multiprocessing's, they neither import the caller's program again nor copy its threads.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import cycle
from queue import Queue
from threading import Thread
from typing import Any

from sightline.errors import InputError

IN_FLIGHT = 2  # requests that wait for each process


class Workers:
    """Some processes, each of which has called `begin(*setup, number)` once and answers requests with what it returned."""

    def __init__(self, count: int, begin: str, *setup: Any):
        command = [sys.executable, "-m", "sightline.workers"]
        self._processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(count)]
        self._answers: list[Queue[Any]] = [Queue() for _ in range(count)]
        for n, process in enumerate(self._processes):
            Thread(target=_receive, args=(process.stdout, self._answers[n]), daemon=True).start()
            self._send(n, (begin, setup, n))

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *why: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._processes)

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.kill()
            with suppress(OSError):
                process.communicate()

    def map(self, requests: Iterable[Any]) -> Iterator[Any]:
        """The answer to each request, in order; a few requests are under way at any time."""
        waiting: deque[int] = deque()
        turns = cycle(range(len(self)))
        for request in requests:
            n = next(turns)
            self._send(n, request)
            waiting.append(n)
            if len(waiting) == IN_FLIGHT * len(self):
                yield self._receive(waiting.popleft())
        while waiting:
            yield self._receive(waiting.popleft())

    def all(self, request: Any) -> list[Any]:
        """One answer of every process."""
        for n in range(len(self)):
            self._send(n, request)
        return [self._receive(n) for n in range(len(self))]

    def _send(self, n: int, message: Any) -> None:
        pipe = self._processes[n].stdin
        assert pipe is not None
        with suppress(BrokenPipeError):  # whoever waits for the answer is told
            pickle.dump(message, pipe, protocol=5)
            pipe.flush()

    def _receive(self, n: int) -> Any:
        answer = self._answers[n].get()
        if answer is None:
            code = self._processes[n].wait()
            raise InputError(f"A worker process ended early (exit code {code}); is there enough memory?")
        good, value = answer
        if not good:
            raise value
        return value


def _receive(pipe: Any, answers: Queue[Any]) -> None:
    try:
        while True:
            answers.put(pickle.load(pipe))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        answers.put(None)


def _work() -> None:
    from sightline.world import load

    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    begin, setup, number = pickle.load(requests)
    answer: Any = None
    with suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            try:
                if answer is None:
                    answer = load(begin, f"{begin}: is not module:function.")(*setup, number)
                message = True, answer(pickle.load(requests))
            except InputError as error:
                message = False, error
            pickle.dump(message, answers, protocol=5)
            answers.flush()


if __name__ == "__main__":
    _work()
