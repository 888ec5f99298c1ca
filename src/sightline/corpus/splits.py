"""Which seeds belong to which split, and streams of training data that share none with any corpus."""

from __future__ import annotations

from sightline.corpus.kind import CorpusKind
from sightline.corpus.records import Paragraph
from sightline.errors import InputError

SEEDS = 1_000_000  # paragraphs that one corpus seed has room for
STREAMS = SEEDS * SEEDS  # paragraph seeds from here on belong to streams of fresh training data, never to a corpus


def stream_paragraph(kind: CorpusKind, seed: int, index: int) -> Paragraph:
    """Paragraph `index` of a stream of training data."""
    if not 0 <= seed < SEEDS or not 0 <= index < STREAMS:
        raise InputError(f"A stream has a seed from 0 to {SEEDS - 1:,} and an index from 0 on, got {seed} and {index}.")
    return kind.generate(STREAMS * (1 + seed) + index, f"stream-{seed}-{index}", "train")
