"""Worker processes that are set up once and then answer requests.

    with Workers(4, "sightline.corpus.build:begin", "lani", 0) as workers:
        for entries in workers.map(chunks): ...

The second argument is the address, module:function, of a factory. Each process calls it once, with the setup and its own
number; it returns the function that answers requests. Unlike those of multiprocessing, these processes neither import the
caller's program again nor copy its threads. Requests and answers travel as pickles over the processes' own pipes.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from sightline.addresses import load
from sightline.errors import ArgumentError, InputError, UnavailableError

if sys.platform == "linux":
    from fcntl import F_SETPIPE_SZ, fcntl

PIPE_BYTES = 2**20  # the largest that Linux gives everybody
REQUESTS_AHEAD = 4  # requests per process: answers come in order, and a slow one must not idle the others
Message = tuple[int, bytes]  # number of the request, pickled content


class Workers:
    """A group of processes. A context: they end with it, and also when the process that started them dies."""

    def __init__(self, count: int, factory: str, *setup: Any):
        if count < 1:
            raise ArgumentError(f"There must be 1 or more workers, got {count}.")
        self._factory, self._setup = factory, pickle.dumps(setup, protocol=5)
        self._processes = [_Process(number) for number in range(count)]
        self._sent = 0  # requests so far, over all processes

    def __len__(self) -> int:
        return len(self._processes)

    def __enter__(self) -> Workers:
        atexit.register(self.__exit__)  # for a generator that is never finished: our threads must end before Python does
        try:
            for process in self._processes:
                process.start(pickle.dumps((sys.path, self._factory), protocol=5), self._setup)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *why: object) -> None:
        atexit.unregister(self.__exit__)
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.end()

    def map(self, requests: Iterable[Any]) -> Iterator[Any]:
        """The answers to requests in order; processes take turns. The requests may be endless."""
        waiting: deque[tuple[_Process, int]] = deque()
        for request in requests:
            process = self._processes[self._sent % len(self)]
            waiting.append((process, self._send(process, request)))
            if len(waiting) == REQUESTS_AHEAD * len(self):
                process, number = waiting.popleft()
                yield process.answer(number)
        for process, number in waiting:
            yield process.answer(number)

    def all(self, request: Any) -> list[Any]:
        """The answers of all processes to one request, by their numbers."""
        numbers = [self._send(process, request) for process in self._processes]
        return [process.answer(number) for process, number in zip(self._processes, numbers, strict=True)]

    def _send(self, process: _Process, request: Any) -> int:
        self._sent += 1
        process.send(self._sent, pickle.dumps(request, protocol=5))
        return self._sent


class _Process:
    """One worker process, on the side of its parent."""

    def __init__(self, number: int):
        self.number = number
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: SimpleQueue[Message | None] = SimpleQueue()  # None: the process has ended

    def start(self, *messages: bytes) -> None:
        group = 0 if os.name == "posix" else None  # a group of its own: Ctrl-C goes to the parent only
        self._process = subprocess.Popen(
            [sys.executable, "-m", "sightline.workers"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=group
        )
        for pipe in (self._process.stdin, self._process.stdout):
            _enlarge(pipe)
        self._reader = Thread(target=_receive, args=(self._process.stdout, self._answers.put), daemon=True)
        self._reader.start()
        for message in messages:
            self.send(self.number, message)

    def send(self, number: int, message: bytes) -> None:
        assert self._process is not None and self._process.stdin is not None, "workers are a context: use `with`"
        try:
            _write(self._process.stdin, number, message)
        except ConnectionError:
            raise self._ended() from None

    def answer(self, number: int) -> Any:
        while True:
            message = self._answers.get()
            if message is None:
                self._answers.put(None)  # for the next request
                raise self._ended()
            if message[0] == number:  # others belong to a `map` that was not finished
                break
        value, error = pickle.loads(message[1])
        if error is not None:
            raise error
        return value

    def _ended(self) -> InputError:
        assert self._process is not None
        code = self._process.wait()
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
            return UnavailableError(f"A worker process was killed ({name}); is there enough memory?")
        return UnavailableError(f"A worker process ended early (exit code {code}).")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def end(self) -> None:
        if self._process is not None:
            self._process.wait()
            self._reader.join()
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                try:
                    pipe.close()
                except BrokenPipeError:  # unsent data
                    continue
            self._process = None


def _enlarge(pipe: IO[bytes] | None) -> None:
    """Let a pipe hold a whole message: a thread that waits for space waits for Python's lock too, every 64 KB."""
    if pipe is not None and sys.platform == "linux":
        with suppress(OSError):  # more than this user may have
            fcntl(pipe, F_SETPIPE_SZ, PIPE_BYTES)


def _write(pipe: IO[bytes], number: int, content: bytes) -> None:
    pickle.dump((number, content), pipe, protocol=5)
    pipe.flush()


def _receive(pipe: IO[bytes], put: Callable[[Message | None], None]) -> None:
    """Pass on the messages of a pipe, and None at its end."""
    try:
        while True:
            put(pickle.load(pipe))
    except (EOFError, pickle.UnpicklingError):  # ended, perhaps in the middle of a message
        put(None)


def _work() -> None:
    """The main loop of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # prints go to stderr, not between the answers
    messages: SimpleQueue[Message] = SimpleQueue()

    def put(message: Message | None) -> None:
        if message is None:  # the parent has ended: end at once, even in the middle of work
            os._exit(0)
        messages.put(message)

    Thread(target=_receive, args=(sys.stdin.buffer, put), daemon=True).start()
    worker, content = messages.get()
    sys.path[:], factory = pickle.loads(content)
    setup = messages.get()[1]
    answer, failure = _attempt(_set_up, factory, setup, worker)
    while True:
        number, content = messages.get()
        result = (None, failure) if failure else _attempt(_answer, answer, content)
        packed, error = _attempt(pickle.dumps, result, 5)
        try:
            _write(answers, number, pickle.dumps((None, error), protocol=5) if error else packed)
        except BrokenPipeError:
            os._exit(0)


def _set_up(factory: str, setup: bytes, worker: int) -> Callable[[Any], Any]:
    return load(factory, f"{factory!r} is not module:function.")(*pickle.loads(setup), worker)


def _answer(answer: Callable[[Any], Any], request: bytes) -> Any:
    return answer(pickle.loads(request))


def _attempt(call: Callable[..., Any], *arguments: Any) -> tuple[Any, Exception | None]:
    """The value of a call, or the error to raise in the parent: bad input as it is, others with their traceback."""
    try:
        return call(*arguments), None
    except InputError as error:
        return None, error
    except Exception as error:
        failure = RuntimeError(f"a worker process failed: {type(error).__name__}: {error}")
        failure.add_note(traceback.format_exc())
        return None, failure


if __name__ == "__main__":
    _work()
