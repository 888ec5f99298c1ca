"""Words by their spelling: a token as a few numbers. A misspelt word shares most of them with the right word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

PIECES = 8192  # different numbers of pieces; 0 stands for no piece
PIECES_PER_TOKEN = 16  # the whole word first
SIZES = (3, 4)  # letters of a piece
MAX_LETTERS = 100  # of a word; the rest is ignored


def spell(tokens: Sequence[str]) -> list[list[int]]:
    """PIECES_PER_TOKEN numbers for each token: the whole word, its runs of three and four letters, then zeros."""
    return [_pieces(token) for token in tokens]


@lru_cache(maxsize=50_000)
def _pieces(token: str) -> list[int]:
    word = f"<{token[:MAX_LETTERS]}>"
    runs = [word[k : k + size] for size in SIZES for k in range(len(word) - size + 1) if len(word) > size]
    numbers = [1 + crc32(run.encode(errors="surrogatepass")) % (PIECES - 1) for run in [word, *runs][:PIECES_PER_TOKEN]]
    return numbers + [0] * (PIECES_PER_TOKEN - len(numbers))
