"""What asking a model has cost: calls, tokens, money, seconds, and answers that nobody could read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Usage:
    """Of one episode, or of any number of calls. Answers from the cache count as they did when they were given."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0  # US$
    seconds: float = 0.0  # that the model took
    malformed: int = 0  # answers that nobody could read
    failed: int = 0  # questions that got no readable answer, after asking once more

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(getattr(self, entry.name) + getattr(other, entry.name) for entry in fields(self)))

    @property
    def tokens(self) -> int:
        """Of input and output."""
        return self.tokens_in + self.tokens_out


def total(usages: Sequence[Usage]) -> Usage:
    """The sum."""
    return sum(usages, Usage())
