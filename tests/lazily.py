"""Lists that are made when a test first asks for them: every process collects all tests, and runs only some."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any


class Lazily(Sequence[Any]):
    """The list of what a function gives."""

    def __init__(self, make: Callable[[], Iterable[Any]]):
        self._make = make

    @cached_property
    def _made(self) -> list[Any]:
        return list(self._make())

    def __getitem__(self, index: Any) -> Any:
        return self._made[index]

    def __len__(self) -> int:
        return len(self._made)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._made)
