"""What only held-out lines of the standard grammar say: no training data may say it."""

import itertools

from sightline.corpus.grammar import Alternative, Brackets, Text
from sightline.corpus.lani.grammar import grammar
from sightline.corpus.lani.kind import KIND
from sightline.corpus.splits import stream_paragraph
from sightline.language import tokenize


def runs(alternative: Alternative) -> set[tuple[str, ...]]:
    """The runs of plain words in a line of the grammar, with each way through its brackets."""
    ways: list[list[str | None]] = [[]]  # None where something is filled in
    for piece in alternative.pieces:
        if isinstance(piece, Text):
            more: list[list[str | None]] = [list(tokenize(piece.words))]
        elif isinstance(piece, Brackets):
            more = [[*way] for branch in piece.branches for way in (sorted(runs(branch)) or [()])]
        else:
            more = [[None]]
        ways = [way + other for way, other in itertools.product(ways, more)]
    found = set()
    for way in ways:
        for filled, run in itertools.groupby(way, key=lambda token: token is None):
            if not filled:
                found.add(tuple(token for token in run if token is not None))
    return found


def held_out_runs() -> set[tuple[str, ...]]:
    """What only held-out lines say: their runs of words that stand in no line for training."""
    lines = [line for rule in grammar().rules.values() for line in rule.alternatives]
    known = {run for line in lines if not line.held_out for run in runs(line)}
    text = "\n".join(f" {' '.join(run)} " for run in known)
    return {run for line in lines if line.held_out for run in runs(line) if f" {' '.join(run)} " not in text}


PARAGRAPHS = [stream_paragraph(KIND, 1, index) for index in range(150)]
USUAL = "\n".join(f" {' '.join(segment.tokens)} " for paragraph in PARAGRAPHS for segment in paragraph.segments)
# Lines for training may add up to what a held-out line says in one go; such words are held out from nobody.
HELD_OUT = {run for run in held_out_runs() if f" {' '.join(run)} " not in USUAL}


def said(tokens: list[str]) -> list[str]:
    """The held-out phrasings in some tokens."""
    text = f" {' '.join(tokens)} "
    return [" ".join(run) for run in HELD_OUT if f" {' '.join(run)} " in text]
