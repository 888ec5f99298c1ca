"""A vocabulary: the tokens a model knows, most frequent first, and one place for all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sightline.errors import InputError

UNKNOWN = "<unknown>"


@dataclass(frozen=True)
class Vocabulary:
    tokens: tuple[str, ...]  # tokens[0] is UNKNOWN

    @classmethod
    def of(cls, tokens: Iterable[str]) -> Vocabulary:
        """The vocabulary of tokens, or of a Counter of them; ties in frequency are in alphabetical order."""
        counts = Counter(tokens)
        return cls((UNKNOWN, *sorted(counts, key=lambda token: (-counts[token], token))))

    @classmethod
    def read(cls, path: Path) -> Vocabulary:
        """A file with one token per line, the first of them UNKNOWN."""
        try:
            tokens = path.read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: cannot be read as text ({error}).") from None
        if tokens[-1] == "":
            tokens.pop()
        if not tokens or tokens[0] != UNKNOWN:
            raise InputError(f"{path}: the first line of a vocabulary must be {UNKNOWN}.")
        if "" in tokens:
            raise InputError(f"{path}, line {1 + tokens.index('')}: is empty; every line of a vocabulary has one token.")
        if len(set(tokens)) != len(tokens):
            twice = next(t for t, count in Counter(tokens).items() if count > 1)
            raise InputError(f"{path}: the token {twice!r} occurs twice.")
        return cls(tuple(tokens))

    def joined(self, other: Vocabulary) -> Vocabulary:
        """This vocabulary, and after it the tokens that only another has."""
        return Vocabulary((*self.tokens, *(token for token in other.tokens if token not in self)))

    def write(self, path: Path) -> None:
        path.write_text("\n".join(self.tokens) + "\n", encoding="utf-8")

    @cached_property
    def index(self) -> dict[str, int]:
        return {token: k for k, token in enumerate(self.tokens)}

    def __len__(self) -> int:
        return len(self.tokens)

    def __contains__(self, token: object) -> bool:
        return token in self.index

    def ids(self, tokens: Sequence[str]) -> list[int]:
        """A number per token; 0 for one that is not known."""
        return [self.index.get(token, 0) for token in tokens]

    def unknown(self, tokens: Sequence[str]) -> list[str]:
        """The tokens that are not known, in order."""
        return [token for token in tokens if token not in self.index]
