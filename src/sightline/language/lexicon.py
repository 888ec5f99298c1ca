"""A lexicon: which kinds of thing the nouns of a world may mean, and which words describe them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sightline.language.tokenizer import tokenize

Nouns = Mapping[tuple[str, ...], set[str]]  # the kinds of thing that each noun, as tokens, may mean; longest noun first


class NamedThing(NamedTuple):
    """A noun of an instruction."""

    noun: str
    kinds: set[str]  # that it may mean; empty for a phrase that names nothing
    adjectives: tuple[str, ...]  # right before it
    first: int  # index of its first token, after the adjectives


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
            things[first] = NamedThing(" ".join(noun), kinds, tuple(tokens[begin:first]), first)
    return [things[k] for k in sorted(things)]


@dataclass(frozen=True)
class Lexicon:
    """The words for the things of one world."""

    nouns: Nouns
    adjectives: frozenset[str]
    describing: Mapping[str, frozenset[str]]  # by kind of thing: the words of its nouns and adjectives
    taught: tuple[str, ...]  # correctly spelt words of the training streams, the most frequent first
    names: Mapping[str, str] = field(default_factory=dict)  # by kind of thing: its everyday noun
    rooms: frozenset[str] = frozenset()  # the kinds that are rooms
    carried: frozenset[str] = frozenset()  # the kinds that hands can carry
    # by kind of furniture: how many of it a room of each kind has, on average
    signs: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def things(self, words: str) -> list[NamedThing]:
        """The things that words name, in order; phrases that name nothing are left out."""
        return [thing for thing in named_things(words, self.nouns, self.adjectives) if thing.kinds]

    def meant(self, thing: NamedThing) -> set[str]:
        """The kinds that fit a noun with its adjectives; all kinds of the noun if its adjectives fit none of them."""
        fitting = {kind for kind in thing.kinds if all(word in self.describing[kind] for word in thing.adjectives)}
        return fitting or thing.kinds

    def described(self, adjectives: set[str]) -> set[str]:
        """The kinds of thing that adjectives alone describe: "the red and white thing"."""
        return {kind for kind, words in self.describing.items() if adjectives <= words}

    def name(self, kind: str) -> str:
        """The everyday noun for a kind of thing."""
        return self.names.get(kind, kind)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word for a thing, and every word of the training streams."""
        listed = {token for noun in self.nouns for token in noun} | self.adjectives
        return frozenset(listed | set(self.taught))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words for things, in alphabetical order."""
        return tuple(sorted({token for noun in self.nouns for token in noun if token.isalpha()} | self.adjectives))
