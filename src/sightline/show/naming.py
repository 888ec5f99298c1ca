"""Finds the things that an instruction names, by lists of words; the longest noun wins, and nouns win over adjectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sightline.corpus.words import Phrases, Word
from sightline.language import tokenize

LIST_LIMIT = 8  # names in a sentence
Nouns = Mapping[tuple[str, ...], set[str]]  # the kinds of thing that each noun, as tokens, may mean; longest noun first
Lists = Sequence[Mapping[str, Word]]  # word lists: the words for each kind of thing


class NamedThing(NamedTuple):
    """A noun of an instruction."""

    noun: str
    kinds: set[str]  # that it may mean; empty for a phrase that names nothing
    adjectives: tuple[str, ...]  # right before it


def named_things(instruction: str, nouns: Nouns, adjectives: frozenset[str]) -> list[NamedThing]:
    """The nouns of an instruction, in order. The longest one wins: a "park bench" is not also a bench."""
    tokens = tokenize(instruction)
    taken, present = [False] * len(tokens), set(tokens)
    things: dict[int, NamedThing] = {}
    for noun, kinds in nouns.items():
        if noun[0] not in present:  # fast path for most nouns
            continue
        for first in range(len(tokens) - len(noun) + 1):
            span = slice(first, first + len(noun))
            if tuple(tokens[span]) != noun or any(taken[span]):
                continue
            if noun[0] in adjectives and span.stop < len(tokens) and taken[span.stop]:
                continue  # "the stone column" is not a stone
            taken[span] = [True] * len(noun)
            begin = first
            while begin and tokens[begin - 1] in adjectives:
                begin -= 1
            things[first] = NamedThing(" ".join(noun), kinds, tuple(tokens[begin:first]))
    return [things[k] for k in sorted(things)]


def nouns_in(lists: Lists, adjectives: frozenset[str], endings: Sequence[str], nothing: Iterable[str]) -> Nouns:
    """The kinds of thing that each noun may mean, in the singular and, with these endings, in the plural.

    The phrases `nothing`, and those of a list that name nothing by themselves ("with pink flowers"), map to no kind.
    Sorted for `named_things`: longest first, and adjective-like nouns after those that they may modify.
    """
    kinds: dict[tuple[str, ...], set[str]] = {}
    for words in lists:
        for kind, word in words.items():
            for phrase in word.phrases:
                kinds.setdefault(tuple(tokenize(phrase)), set())
            for noun in word.nouns:
                one = noun.removesuffix("s") if noun in word.plural else noun
                for form in {noun, one, *(one + ending for ending in endings)}:
                    kinds.setdefault(tuple(tokenize(form)), set()).add(kind)
    kinds |= {tuple(tokenize(phrase)): set() for phrase in nothing}
    return dict(sorted(kinds.items(), key=lambda item: (-len(item[0]), item[0][0] in adjectives, item[0])))


def adjectives_in(lists: Lists) -> frozenset[str]:
    """All adjectives of word lists."""
    return frozenset(adjective for words in lists for word in words.values() for adjective in word.adjectives)


def describing_words(kind: str, lists: Lists) -> frozenset[str]:
    """All words in the adjectives and nouns of a kind of thing, among them its colours."""
    listed = [text for words in lists if kind in words for text in (*words[kind].adjectives, *words[kind].nouns)]
    return frozenset(part for text in listed for part in text.replace("-", " ").split())


def tokens_in(lists: Lists, phrases: Phrases) -> tuple[str, ...]:
    """The tokens of word lists, then those of the alternatives for phrases, without duplicates."""
    every = [word for words in lists for word in words.values()]
    listed = [text for word in every for text in (*word.nouns, *word.adjectives, *word.phrases)]
    listed += [" ".join(way) for ways in phrases.values() for way in ways]
    return tuple(dict.fromkeys(token for text in listed for token in tokenize(text)))


def list_words(words: Sequence[str]) -> str:
    """Words as a list in a sentence, truncated after the first few."""
    if len(words) > LIST_LIMIT:
        return f"{', '.join(words[:LIST_LIMIT])} and {len(words) - LIST_LIMIT} more"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
