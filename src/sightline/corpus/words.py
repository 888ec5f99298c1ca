"""Words for things, as readable data: nouns with how often each is said, adjectives, and phrases that may follow.

    Barrel: barrel*3, wooden barrel | brown, old | with metal bands

A `+` after a noun marks it as plural (`flowers+*2`); lines that begin with # are comments.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from sightline.errors import InputError


@dataclass(frozen=True)
class Word:
    """The words for one kind of thing."""

    nouns: dict[str, float]  # with how often each is said
    plural: frozenset[str]
    adjectives: tuple[str, ...]
    phrases: tuple[str, ...]


def read_words(file: str, text: str, names: Collection[str]) -> dict[str, Word]:
    """The words of a file, which has a line for each of some names."""
    words: dict[str, Word] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            name, word = _read_line(line, f"{file}, line {number}")
            if name not in names or name in words:
                raise InputError(f"{file}, line {number}: {name!r} {'comes twice' if name in words else 'is not known'}.")
            words[name] = word
    missing = [name for name in names if name not in words]
    if missing:
        raise InputError(f"{file}: no words for {', '.join(missing)}.")
    return words


def _read_line(line: str, where: str) -> tuple[str, Word]:
    name, _, rest = line.partition(":")
    parts = [[word.strip() for word in part.split(",") if word.strip()] for part in rest.split("|")]
    if len(parts) != 3 or not parts[0]:
        raise InputError(f"{where}: want 'Name: nouns | adjectives | phrases', got {line!r}.")
    nouns: dict[str, float] = {}
    plural = set()
    for noun in parts[0]:
        match = re.fullmatch(r"([^+*]+?)(\+?)(?:\*(\d+))?", noun)
        if match is None:
            raise InputError(f"{where}: {noun!r} is not a noun.")
        nouns[match.group(1)] = float(match.group(3) or 1)
        if match.group(2):
            plural.add(match.group(1))
    return name, Word(nouns, frozenset(plural), tuple(parts[1]), tuple(parts[2]))
