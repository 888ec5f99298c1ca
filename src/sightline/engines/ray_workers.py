"""Workers on Ray: as those of sightline.workers, on every core of a cluster.

Every request is a Ray task of one core, not a message to one actor: when a node dies, what it had not answered is asked
elsewhere, and nodes that join take part. The factory is called once in each of Ray's processes.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import ray

from sightline.addresses import load
from sightline.engines.ray import connected, our_errors
from sightline.workers import REQUESTS_AHEAD

_answers: dict[str, Callable[[Any], Any]] = {}  # in one of Ray's processes: the function of the setup that it works on


class RayWorkers:
    """The cluster as a group of workers. A context: requests that are not answered are dropped with it."""

    def __init__(self, factory: str, *setup: Any):
        self._factory, self._content = factory, pickle.dumps(setup, protocol=5)
        self._stack = ExitStack()
        self._waiting: deque[Any] = deque()

    def __enter__(self) -> RayWorkers:
        self._stack.enter_context(connected())
        self._setup = ray.put(self._content)  # once per node, however many requests there are
        self._ahead = REQUESTS_AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        return self

    def __exit__(self, *why: object) -> None:
        self._drop()
        self._stack.close()

    def map(self, requests: Iterable[Any]) -> Iterator[Any]:
        """The answers to requests in order. The requests may be endless."""
        self._drop()  # requests of a `map` that was not finished
        task = ray.remote(num_cpus=1, max_retries=-1)(_answer)
        with our_errors():
            for number, request in zip(count(), requests, strict=False):
                if number >= self._ahead:
                    yield self._next()
                self._waiting.append(task.remote(self._factory, [self._setup], request))
            while self._waiting:
                yield self._next()

    def _next(self) -> Any:
        answer = pickle.loads(ray.get(self._waiting[0]))
        self._waiting.popleft()
        return answer

    def _drop(self) -> None:
        while self._waiting:
            ray.cancel(self._waiting.popleft())


def _answer(factory: str, setup: list[Any], request: Any) -> bytes:
    """The answer to one request, in one of Ray's processes: pickled, because arrays from Ray's store are read-only."""
    key = setup[0].hex()
    if key not in _answers:
        _answers.clear()
        _answers[key] = load(factory, f"{factory!r} is not module:function.")(*pickle.loads(ray.get(setup[0])), 0)
    return pickle.dumps(_answers[key](request), protocol=5)
