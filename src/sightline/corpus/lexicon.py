"""Lexicons from word lists: nouns in singular and plural, adjectives, and the words that describe a kind of thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sightline.corpus.words import Phrases, Word
from sightline.language import tokenize
from sightline.language.lexicon import Nouns

Lists = Sequence[Mapping[str, Word]]  # word lists: the words for each kind of thing


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


def everyday_names(words: Mapping[str, Word]) -> dict[str, str]:
    """The most frequent noun of every kind of thing."""
    return {kind: max(word.nouns, key=lambda noun: word.nouns[noun]) for kind, word in words.items()}
