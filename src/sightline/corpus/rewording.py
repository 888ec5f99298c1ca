"""Instructions in other words: names and phrases are found and replaced by others, from lists that are data.

Each world brings its lists and a rule for which nouns are free, so that another name never means another thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import resources
from random import Random

from sightline.errors import InputError
from sightline.language import tokenize

NAME, PHRASE = 0.5, 0.25  # how often a name, or a phrase, of an instruction that is varied becomes another
ADJECTIVE, AFTER = 0.4, 0.15  # how often another name has an adjective before it, or a phrase after it


class Phrases(dict[tuple[str, ...], list[list[str]]]):
    """Other ways to say a phrase, all as tokens."""

    @cached_property
    def longest(self) -> int:
        """How many tokens the longest phrase has."""
        return max(map(len, self))


def find(tokens: list[str], part: list[str]) -> int:
    """Where a part stands in tokens for the first time, or -1."""
    return next((k for k in range(len(tokens)) if part and tokens[k : k + len(part)] == part), -1)


def other_name(random: Random, nouns: Sequence[str], adjectives: Sequence[str], phrases: Sequence[str]) -> list[str]:
    """A name made of one of some nouns, perhaps with an adjective before it and a phrase after it."""
    noun = random.choice(nouns)
    fitting = [adjective for adjective in adjectives if adjective not in noun.split()]
    adjective = random.choice(fitting) if fitting and random.random() < ADJECTIVE else ""
    phrase = random.choice(phrases) if phrases and random.random() < AFTER else ""
    return tokenize(f"{adjective} {noun} {phrase}")


def other_phrases(random: Random, tokens: list[str], phrases: Phrases) -> list[str]:
    """Some phrases said in another way, the longest that fits at every place."""
    words: list[str] = []
    k = 0
    while k < len(tokens):
        for length in range(min(phrases.longest, len(tokens) - k), 0, -1):
            others = phrases.get(tuple(tokens[k : k + length]))
            if others is not None:
                words += random.choice(others) if random.random() < PHRASE else tokens[k : k + length]
                k += length
                break
        else:
            words.append(tokens[k])
            k += 1
    return words


def read_phrases(file: str, text: str) -> Phrases:
    """The phrases of a file: lines 'phrase = other | other', and comments after #."""
    phrases = Phrases()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            phrase, equals, others = line.partition("=")
            ways = [tokenize(way) for way in others.split("|")]
            if not equals or not tokenize(phrase) or not all(ways):
                raise InputError(f"{file}, line {number}: want 'phrase = other | other', got {line!r}.")
            phrases[tuple(tokenize(phrase))] = ways
    return phrases


def read_list(package: str, file: str) -> str:
    """The text of a list that lies in a package."""
    return resources.files(package).joinpath(file).read_text(encoding="utf-8")
