"""Finds the things that an instruction names, by lists of nouns; the longest noun wins, and nouns win over adjectives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sightline.language import tokenize

Nouns = Mapping[tuple[str, ...], set[str]]  # the kinds of thing that each noun, as tokens, may mean; longest noun first


class Named(NamedTuple):
    """A noun of an instruction."""

    noun: str
    kinds: set[str]  # that it may mean; empty for a phrase that names nothing
    before: tuple[str, ...]  # the adjectives right before it


def named_things(instruction: str, nouns: Nouns, adjectives: frozenset[str]) -> list[Named]:
    """The nouns of an instruction, in order. The longest one wins: a "park bench" is not also a bench."""
    tokens = tokenize(instruction)
    taken, present = [False] * len(tokens), set(tokens)
    named: dict[int, Named] = {}
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
            named[first] = Named(" ".join(noun), kinds, tuple(tokens[begin:first]))
    return [named[k] for k in sorted(named)]


def absent_nouns(named: list[Named], here: set[str]) -> list[str]:
    """The nouns whose kinds are all absent. A noun with several kinds is present if any of them is."""
    return list(dict.fromkeys(thing.noun for thing in named if thing.kinds and not thing.kinds & here))


def longest_first(nouns: Nouns, adjectives: frozenset[str]) -> Nouns:
    """Nouns sorted for `named_things`: longest first, and adjective-like ones after the nouns that they may modify."""
    return dict(sorted(nouns.items(), key=lambda item: (-len(item[0]), item[0][0] in adjectives, item[0])))
