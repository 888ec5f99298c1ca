"""Worker processes of our own: each sets itself up once and then answers requests.

    with Workers(4, "sightline.corpus.build:begin", "lani", 0) as workers:
        for entries in workers.map(chunks): ...

`begin` is the address, module:function, of what each process calls once, with the setup and its own number; it returns the
function that answers requests. Unlike multiprocessing's, these processes neither import the caller's program again nor copy
its threads. Requests and answers travel pickled over the processes' own pipes.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import struct
import subprocess
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, NamedTuple

from sightline.addresses import load
from sightline.errors import InputError

AHEAD = 4  # requests that a process has at a time: answers come in order, and nobody should wait for a slow one
_FRAME = struct.Struct("<QQ")  # before each message: the request's number, how many bytes follow


class _Failure(NamedTuple):
    """What a worker answers when a request went wrong."""

    message: str
    details: str  # a traceback; empty for an InputError, whose message says it all


class Workers:
    """Some processes. A context: they end with it, and also when the process that started them dies."""

    def __init__(self, count: int, begin: str, *setup: Any):
        if count < 1:
            raise InputError(f"There must be 1 or more workers, got {count}.")
        self._begin, self._setup = begin, pickle.dumps(setup, protocol=5)
        self._processes = [_Process(number) for number in range(count)]
        self._asked = 0  # requests so far, over all processes

    def __len__(self) -> int:
        return len(self._processes)

    def __enter__(self) -> Workers:
        atexit.register(self.__exit__)  # of a generator that nobody has finished: Python ends badly while our threads read
        try:
            for process in self._processes:
                process.start(pickle.dumps((sys.path, self._begin), protocol=5), self._setup)
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
        """The answers to requests, of which there may be endlessly many, in order; each process gets the next in turn."""
        waiting: deque[tuple[_Process, int]] = deque()
        for request in requests:
            process = self._processes[self._asked % len(self)]
            waiting.append((process, self._ask(process, request)))
            if len(waiting) == AHEAD * len(self):
                process, number = waiting.popleft()
                yield process.answer(number)
        while waiting:
            process, number = waiting.popleft()
            yield process.answer(number)

    def all(self, request: Any) -> list[Any]:
        """The answers of all processes to one request, by their numbers."""
        numbers = [self._ask(process, request) for process in self._processes]
        return [process.answer(number) for process, number in zip(self._processes, numbers, strict=True)]

    def _ask(self, process: _Process, request: Any) -> int:
        self._asked += 1
        process.send(self._asked, pickle.dumps(request, protocol=5))
        return self._asked


class _Process:
    """One worker, as seen by the process that started it."""

    def __init__(self, number: int):
        self.number = number
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: SimpleQueue[tuple[int, bytes] | None] = SimpleQueue()  # None: the process is gone

    def start(self, *messages: bytes) -> None:
        alone: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}  # Ctrl-C is for the one who asked
        self._process = subprocess.Popen(
            [sys.executable, "-m", "sightline.workers"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **alone
        )
        self._reader = Thread(target=_receive, args=(self._process.stdout, self._answers.put), daemon=True)
        self._reader.start()
        for message in messages:
            self.send(self.number, message)

    def send(self, number: int, message: bytes) -> None:
        assert self._process is not None and self._process.stdin is not None, "workers are a context: use `with`"
        try:
            _write(self._process.stdin, number, message)
        except (BrokenPipeError, ConnectionError):
            raise self._gone() from None

    def answer(self, number: int) -> Any:
        while True:
            received = self._answers.get()
            if received is None:
                self._answers.put(None)  # whoever asks again is told again
                raise self._gone()
            if received[0] == number:  # not one of a `map` that was given up
                break
        value = pickle.loads(received[1])
        if isinstance(value, _Failure):
            if not value.details:
                raise InputError(value.message)
            error = RuntimeError(f"a worker process failed: {value.message}")
            error.add_note(value.details)
            raise error
        return value

    def _gone(self) -> InputError:
        assert self._process is not None
        code = self._process.wait()
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
            return InputError(f"A worker process was killed ({name}); is there enough memory?")
        return InputError(f"A worker process ended early (exit code {code}).")

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
                except BrokenPipeError:  # what was not yet sent
                    continue
            self._process = None


def _write(pipe: IO[bytes], number: int, message: bytes) -> None:
    pipe.write(_FRAME.pack(number, len(message)))
    pipe.write(message)
    pipe.flush()


def _receive(pipe: IO[bytes], put: Callable[[tuple[int, bytes] | None], None]) -> None:
    """Hand on the messages of a pipe, and None when it has ended."""
    while len(head := pipe.read(_FRAME.size)) == _FRAME.size:
        number, size = _FRAME.unpack(head)
        message = pipe.read(size)
        if len(message) < size:
            break
        put((number, message))
    put(None)


def _work() -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed here must not get between the answers
    messages: SimpleQueue[tuple[int, bytes]] = SimpleQueue()

    def put(message: tuple[int, bytes] | None) -> None:
        if message is None:  # nobody is there any more: end at once, in the middle of whatever is being done
            os._exit(0)
        messages.put(message)

    Thread(target=_receive, args=(sys.stdin.buffer, put), daemon=True).start()
    number, message = messages.get()
    sys.path[:], begin = pickle.loads(message)
    setup = messages.get()[1]
    work = _attempt(_set_up, begin, setup, number)
    while True:
        number, message = messages.get()
        answer = work if isinstance(work, _Failure) else _attempt(_answer, work, message)
        packed = _attempt(pickle.dumps, answer, 5)
        try:
            _write(answers, number, pickle.dumps(packed) if isinstance(packed, _Failure) else packed)
        except BrokenPipeError:
            os._exit(0)


def _set_up(begin: str, setup: bytes, number: int) -> Any:
    return load(begin, f"{begin!r} is not module:function.")(*pickle.loads(setup), number)


def _answer(work: Callable[[Any], Any], message: bytes) -> Any:
    return work(pickle.loads(message))


def _attempt(do: Callable[..., Any], *given: Any) -> Any:
    try:
        return do(*given)
    except InputError as error:
        return _Failure(str(error), "")
    except Exception as error:
        return _Failure(f"{type(error).__name__}: {error}", traceback.format_exc())


if __name__ == "__main__":
    from sightline.workers import _work  # so that classes have the names that the other side knows

    _work()
