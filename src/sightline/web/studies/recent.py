"""What was used last is kept; the rest can be made again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values of the keys that were asked for last, at most so many; for several threads."""

    def __init__(self, most: int):
        self.most, self._values, self._lock = most, OrderedDict[K, V](), Lock()

    def get(self, key: K, make: Callable[[], V], right: Callable[[V], bool] = lambda value: True) -> V:
        """The value of a key, made unless it is here and `right`."""
        with self._lock:
            value = self._values.pop(key, None)
        if value is None or not right(value):
            value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self.most:
                self._values.popitem(last=False)
        return value

    def forget(self, key: K) -> None:
        """Let a value go."""
        with self._lock:
            self._values.pop(key, None)
