"""What only held-out lines of LANI's grammar say."""

from corpus.held_out import held_out_runs, said_of
from lazily import Lazily

from sightline.corpus.lani.kind import KIND
from sightline.corpus.lani.words import grammar
from sightline.corpus.splits import stream_paragraph

PARAGRAPHS = Lazily(lambda: (stream_paragraph(KIND, 1, index) for index in range(150)))
HELD_OUT = Lazily(lambda: held_out_runs(grammar(), PARAGRAPHS))


def said(tokens: list[str]) -> list[str]:
    """The held-out phrasings in some tokens."""
    return said_of(HELD_OUT, tokens)
