"""What only held-out lines of a grammar say: no training data may say it."""

import itertools
from collections.abc import Iterable, Sequence

from sightline.corpus.grammar import Alternative, Brackets, FixedWords, Grammar
from sightline.corpus.records import Paragraph
from sightline.language import tokenize

Way = tuple[str | None, ...]  # words, and None where something is filled in


def ways(alternative: Alternative) -> set[Way]:
    """Each way through the brackets of a line of the grammar."""
    found: set[Way] = {()}
    for piece in alternative.pieces:
        if isinstance(piece, FixedWords):
            more: set[Way] = {tuple(tokenize(piece.words))}
        elif isinstance(piece, Brackets):
            more = set().union(*(ways(branch) for branch in piece.branches))
        else:
            more = {(None,)}
        found = {way + other for way, other in itertools.product(found, more)}
    return found


def runs(alternative: Alternative) -> set[tuple[str, ...]]:
    """The runs of plain words in a line of the grammar, with each way through its brackets."""
    found = set()
    for way in ways(alternative):
        for filled, run in itertools.groupby(way, key=lambda token: token is None):
            if not filled:
                found.add(tuple(token for token in run if token is not None))
    return found


def held_out_runs(grammar: Grammar, paragraphs: Iterable[Paragraph]) -> set[tuple[str, ...]]:
    """What only held-out lines say: their runs of words that stand in no line for training.

    Lines for training may add up to what a held-out line says in one go; such words, if paragraphs for training have them,
    do not count as held out.
    """
    lines = [line for rule in grammar.rules.values() for line in rule.alternatives]
    known = {run for line in lines if not line.held_out for run in runs(line)}
    usual = [*known, *(segment.tokens for paragraph in paragraphs for segment in paragraph.segments)]
    text = "\n".join(f" {' '.join(run)} " for run in usual)
    return {run for line in lines if line.held_out for run in runs(line) if f" {' '.join(run)} " not in text}


def held_out_ways(grammar: Grammar) -> set[Way]:
    """Words around something that is filled in, as only held-out lines have them: 'get ... open'."""
    lines = [line for rule in grammar.rules.values() for line in rule.alternatives]
    known = {way for line in lines if not line.held_out for way in ways(line)}
    around = {way for line in lines if line.held_out for way in ways(line) if None in way[1:-1]}
    return {way for way in around if not any(has_way([other], way) for other in known)}


def has_way(lines: Iterable[Way], way: Way) -> bool:
    """Whether one of some lines has all that another one has, in one go."""
    return any(line[k : k + len(way)] == way for line in lines for k in range(len(line) - len(way) + 1))


def said_of(held_out: Iterable[tuple[str, ...]], tokens: Sequence[str]) -> list[str]:
    """The held-out phrasings in some tokens."""
    text = f" {' '.join(tokens)} "
    return [" ".join(run) for run in held_out if f" {' '.join(run)} " in text]
