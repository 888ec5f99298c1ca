"""Words as readable data: nouns for things, grammars, and alternatives for phrases.

A word list has a line for each kind of thing: nouns with weights, adjectives, phrases that may follow.

    Barrel: barrel*3, wooden barrel | brown, old | with metal bands

A `+` after a noun marks it as plural (`flowers+*2`); lines that begin with # are comments. Instructions are reworded by
replacing names and phrases. Each world decides which nouns are allowed, so that a new name never means another thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from pathlib import Path
from random import Random
from typing import TypeVar

from sightline.corpus.grammar import Grammar, lines_in
from sightline.corpus.kind import Named
from sightline.errors import InputError
from sightline.fields import Json
from sightline.language import tokenize

T = TypeVar("T")
REPLACES_NAME, REPLACES_PHRASE = 0.5, 0.25  # probability that a name, or a phrase, of a reworded instruction is replaced
ADDS_ADJECTIVE, ADDS_PHRASE = 0.4, 0.15  # probability of an adjective before a new name, or of a phrase after it


def pick(random: Random, weights: Mapping[T, float]) -> T:
    """A random option with these weights; there is at least one."""
    ticket = random.random() * fsum(weights.values())  # sum() of floats differs between Pythons, fsum does not
    for option, weight in weights.items():
        ticket -= weight
        if ticket < 0:
            return option
    return next(iter(weights))


@dataclass(frozen=True)
class Word:
    """The words for one kind of thing."""

    nouns: dict[str, float]  # with weights
    plural: frozenset[str]
    adjectives: tuple[str, ...]
    phrases: tuple[str, ...]


@dataclass(frozen=True)
class Description:
    """A noun with its modifiers: an adjective before it, a phrase after it."""

    noun: str
    adjective: str = ""
    phrase: str = ""

    def describes(self, word: Word) -> bool:
        """Whether it consists of words for one kind of thing."""
        return (
            self.noun in word.nouns
            and (not self.adjective or self.adjective in word.adjectives)
            and (not self.phrase or self.phrase in word.phrases)
        )

    def __str__(self) -> str:
        return " ".join(filter(None, (self.adjective, self.noun, self.phrase)))

    def to_json(self) -> Json:
        values = {"as": self.noun, "adjective": self.adjective, "phrase": self.phrase}
        return {key: value for key, value in values.items() if value}


def descriptions_of(word: Word, noun: str) -> list[Description]:
    """All descriptions with a noun: alone, with each adjective, with each phrase."""
    adjectives = [Description(noun, adjective) for adjective in word.adjectives]
    return [Description(noun), *adjectives, *(Description(noun, phrase=phrase) for phrase in word.phrases)]


def read_words(file: str, text: str, names: Collection[str]) -> dict[str, Word]:
    """The words of a list that must have a line for each of `names`; `file` is for errors."""
    words: dict[str, Word] = {}
    for where, line in lines_in(file, text):
        name, word = _read_line(line, where)
        if name not in names or name in words:
            raise InputError(f"{where}: {name!r} {'comes twice' if name in words else 'is not known'}.")
        words[name] = word
    missing = [name for name in names if name not in words]
    if missing:
        raise InputError(f"{file}: no words for {', '.join(missing)}.")
    return words


def words_in(file: Path, names: Collection[str]) -> dict[str, Word]:
    """The words of a list in a file."""
    return read_words(file.name, file.read_text(encoding="utf-8"), names)


def _read_line(line: str, where: str) -> tuple[str, Word]:
    name, _, rest = line.partition(":")
    parts = [[word.strip() for word in part.split(",") if word.strip()] for part in rest.split("|")]
    if len(parts) != 3 or not parts[0]:
        raise InputError(f"{where}: must be 'Name: nouns | adjectives | phrases', got {line!r}.")
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


def grammar_in(
    folder: Path, slots: Collection[str], conditions: Collection[str], tags: Collection[str] = (), but: Collection[str] = ()
) -> Grammar:
    """The grammar in the *.txt files of a folder, except those in `but`; or in one file."""
    files = [folder] if folder.is_file() else sorted(file for file in folder.glob("*.txt") if file.name not in but)
    texts = {f"{file.parent.name}/{file.name}": file.read_text(encoding="utf-8") for file in files}
    return Grammar(texts, slots, conditions, tags)


def all_words(grammar: Grammar, words: Iterable[Word]) -> frozenset[str]:
    """Every word of a grammar and of lists."""
    texts = grammar.words()
    for word in words:
        texts += [*word.nouns, *word.adjectives, *word.phrases]
    return frozenset(token for text in texts for token in tokenize(text) if re.match(r"\w", token))


class Phrases(dict[tuple[str, ...], list[list[str]]]):
    """Alternatives for phrases, all as tokens."""

    @cached_property
    def longest(self) -> int:
        """Number of tokens of the longest phrase."""
        return max(map(len, self))


def phrases_in(file: Path) -> Phrases:
    """The phrases of a file: lines 'phrase = other | other', and comments after #."""
    phrases = Phrases()
    for where, line in lines_in(file.name, file.read_text(encoding="utf-8")):
        phrase, equals, others = line.partition("=")
        alternatives = [tokenize(other) for other in others.split("|")]
        if not equals or not tokenize(phrase) or not all(alternatives):
            raise InputError(f"{where}: must be 'phrase = other | other', got {line!r}.")
        phrases[tuple(tokenize(phrase))] = alternatives
    return phrases


def occurrences(tokens: list[str], part: list[str]) -> list[int]:
    """The indices at which a part begins in tokens."""
    return [k for k in range(len(tokens)) if part and tokens[k : k + len(part)] == part]


def replace_names(
    random: Random, tokens: list[str], named: Named,
    find: Callable[[list[str], str], int], rename: Callable[[int, str, str, str], list[str]],
) -> list[str]:  # fmt: skip
    """Replace some names of an instruction by others.

    `find` gives the index of a name in the tokens, or -1; `rename` gives the new tokens for (thing, name, word before it,
    word after it).
    """
    for thing, name in named:
        k = find(tokens, name) if random.random() < REPLACES_NAME else -1
        if k >= 0:
            end = k + len(tokenize(name))
            before, after = tokens[k - 1] if k else "", tokens[end] if end < len(tokens) else ""
            tokens = tokens[:k] + rename(thing, name, before, after) + tokens[end:]
    return tokens


def other_name(random: Random, nouns: Sequence[str], adjectives: Sequence[str], phrases: Sequence[str]) -> list[str]:
    """A name made of one of these nouns, perhaps with an adjective before it and a phrase after it."""
    noun = random.choice(nouns)
    fitting = [adjective for adjective in adjectives if adjective not in noun.split()]
    adjective = random.choice(fitting) if fitting and random.random() < ADDS_ADJECTIVE else ""
    phrase = random.choice(phrases) if phrases and random.random() < ADDS_PHRASE else ""
    return tokenize(f"{adjective} {noun} {phrase}")


def other_phrases(random: Random, tokens: list[str], phrases: Phrases) -> list[str]:
    """Replace some phrases, the longest match at each position."""
    words: list[str] = []
    k = 0
    while k < len(tokens):
        for length in range(min(phrases.longest, len(tokens) - k), 0, -1):
            others = phrases.get(tuple(tokens[k : k + length]))
            if others is not None:
                words += random.choice(others) if random.random() < REPLACES_PHRASE else tokens[k : k + length]
                k += length
                break
        else:
            words.append(tokens[k])
            k += 1
    return words
