"""Worker processes: answers in order, failures as sentences, and nobody left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.errors import ArgumentError, FileFormatError, InputError, UnavailableError
from sightline.workers import REQUESTS_AHEAD, Workers

HERE = f"{Path(__file__).stem}"


def begin(factor: int, number: int) -> Callable[[Any], Any]:
    """What the processes of these tests answer with."""
    asked = []

    def work(request: Any) -> Any:
        asked.append(request)
        if request == "who":
            return number, os.getpid(), len(asked)
        if request == "bad input":
            raise FileFormatError("This is no good.")
        if request == "broken":
            raise ZeroDivisionError("of course")
        if request == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if request == "leave":
            os._exit(3)
        if request == "sleep":
            time.sleep(600)
        if request == "unpicklable":
            return lambda: None
        if request == "chatter":
            print("something that must not get between the answers", flush=True)
        if request == "large":
            return np.zeros(2_000_000)
        return factor * request if isinstance(request, int) else request

    return work


def begin_badly(*setup: Any) -> Callable[[Any], Any]:
    raise InputError("There is no such model.")


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))  # the processes look where this one looks


@pytest.fixture(scope="module")
def two() -> Iterator[Workers]:
    sys.path.insert(0, str(Path(__file__).parent))
    with Workers(2, f"{HERE}:begin", 10) as workers:
        yield workers
    sys.path.pop(0)


def test_answers_come_in_order_and_each_process_gets_its_turn(two: Workers) -> None:
    assert len(two) == 2
    assert list(two.map(range(9))) == [10 * n for n in range(9)]
    assert list(two.map([])) == []
    numbers = [number for number, _, _ in two.map(["who"] * 4)]
    assert sorted(numbers) == [0, 0, 1, 1] and numbers[:2] != [numbers[0]] * 2


def test_all_ask_every_process_once(two: Workers) -> None:
    answers = two.all("who")
    assert [number for number, _, _ in answers] == [0, 1]
    assert len({process for _, process, _ in answers} | {os.getpid()}) == 3


def test_requests_may_be_endless_and_are_asked_for_only_a_little_ahead(two: Workers) -> None:
    taken = []
    endless = (taken.append(n) or n for n in count())
    assert list(islice(two.map(endless), 5)) == [0, 10, 20, 30, 40]
    assert len(taken) == 5 + 2 * REQUESTS_AHEAD - 1
    assert list(two.map([7])) == [70]  # what the others of that map answered is not taken for this
    assert two.all("x") == ["x", "x"]


def test_a_request_that_fails_is_raised_here_and_the_process_goes_on(two: Workers) -> None:
    with pytest.raises(FileFormatError, match="no good"):
        two.all("bad input")
    with pytest.raises(RuntimeError, match="ZeroDivisionError") as caught:
        list(two.map(["broken"]))
    assert any("in work" in note for note in caught.value.__notes__)
    with pytest.raises(RuntimeError, match="pickle"):
        list(two.map(["unpicklable"]))
    assert list(two.map([1, 2])) == [10, 20]


def test_large_answers_and_prints_do_not_get_in_the_way(two: Workers, capfd: pytest.CaptureFixture[str]) -> None:
    assert [a.shape for a in two.map(["large"] * 6)] == [(2_000_000,)] * 6
    assert two.all("x" * 300_000) == ["x" * 300_000] * 2
    assert list(two.map(["chatter", 1])) == ["chatter", 10]


@pytest.mark.parametrize(
    ("request_", "says"),
    [("die", "SIGKILL"), ("leave", "exit code 3")],
)
def test_a_worker_that_is_gone_is_one_sentence(request_: str, says: str) -> None:
    with Workers(1, f"{HERE}:begin", 1) as workers:
        for _ in range(2):  # and it is said again
            with pytest.raises(UnavailableError, match=says):
                list(workers.map([request_, 1]))


def test_what_cannot_begin_says_why() -> None:
    with Workers(1, f"{HERE}:begin_badly", 1) as workers, pytest.raises(InputError, match="model"):
        workers.all(1)
    with Workers(1, "no_such_module:begin") as workers, pytest.raises(InputError, match="no_such_module"):
        workers.all(1)
    with pytest.raises(ArgumentError, match="workers"):
        Workers(0, f"{HERE}:begin", 1)


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_workers_end_with_the_context_whatever_they_do() -> None:
    with pytest.raises(KeyboardInterrupt), Workers(2, f"{HERE}:begin", 1) as workers:
        processes = [process for _, process, _ in workers.all("who")]
        answers = workers.map(["sleep", 1, 2, 3, 4, 5])
        assert all(map(alive, processes))
        raise KeyboardInterrupt
    del answers
    assert not any(map(alive, processes))


PROGRAM = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from sightline.workers import Workers
with Workers(2, "{HERE}:begin", 1) as workers:
    print(*[process for _, process, _ in workers.all("who")], flush=True)
    list(workers.map(["sleep"] * 9))
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_when_the_one_who_started_them_dies_and_print_nothing(end: signal.Signals) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    processes = [int(word) for word in parent.stdout.readline().split()]
    assert len(processes) == 2 and all(map(alive, processes))
    parent.send_signal(end)
    _, told = parent.communicate(timeout=30)  # which also waits for all who could write to its stderr
    deadline = time.monotonic() + 10  # they have closed their pipes, and are about to be gone
    while any(map(alive, processes)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(alive, processes))
    assert told.count("Traceback") == (end == signal.SIGINT)  # the parent's own


ABANDONED = """
import sys
sys.path.insert(0, {folder!r})
from itertools import count
from sightline.workers import Workers

def answers():
    with Workers(2, "test_workers:begin", 10) as workers:
        yield from workers.map(count())

some = answers()
next(some)
raise SystemExit(2)
"""


def test_a_program_that_ends_in_the_middle_of_a_map_ends_well() -> None:
    program = ABANDONED.format(folder=str(Path(__file__).parent))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, "")
