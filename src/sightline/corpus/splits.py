"""Seeds and splits of paragraphs; fresh training data never overlap with dev or test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from sightline.corpus.kind import CorpusKind
from sightline.corpus.records import Paragraph
from sightline.errors import InputError

SEEDS = 1_000_000  # maximum number of paragraphs per corpus seed
STREAMS = SEEDS * SEEDS  # paragraph seeds from here on belong to streams of training data, never to a corpus
CYCLE = ("train",) * 14 + ("dev",) * 3 + ("test",) * 3  # 70 / 15 / 15, by a paragraph's index in the corpus


def split_of(index: int) -> str:
    """The split of a corpus's paragraph."""
    return CYCLE[index % len(CYCLE)]


def corpus_paragraph(kind: CorpusKind, seed: int, index: int) -> Paragraph:
    """Paragraph `index` of the corpus of a seed."""
    if not 0 <= seed < SEEDS or not 0 <= index < SEEDS:
        raise InputError(f"A corpus has a seed and paragraphs from 0 to {SEEDS - 1:,}, got {seed} and {index}.")
    return kind.generate(seed * SEEDS + index, f"{kind.prefix}-{index:06d}", split_of(index))


def stream_paragraph(kind: CorpusKind, seed: int, index: int) -> Paragraph:
    """Paragraph `index` of a stream of training data."""
    if not 0 <= seed < SEEDS or not 0 <= index < STREAMS:
        raise InputError(f"A stream has a seed from 0 to {SEEDS - 1:,} and an index from 0 on, got {seed} and {index}.")
    return kind.generate(STREAMS * (1 + seed) + index, f"stream-{seed}-{index}", "train")


def stream(kind: CorpusKind, seed: int = 0, first: int = 0) -> Iterator[Paragraph]:
    """Endless fresh training paragraphs: never a scene of any corpus, never a held-out phrasing."""
    for index in count(first):
        yield stream_paragraph(kind, seed, index)
