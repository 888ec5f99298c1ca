"""Words by their spelling: a token as a few numbers that a misspelt or unknown word mostly shares with the right one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

PIECES = 8192  # numbers that pieces are told apart by; 0 stands for none
LONGEST = 16  # pieces of a token, the whole word first
SIZES = (3, 4)  # letters of a piece
LETTERS = 100  # of a word that are looked at: nobody means more


def spell(tokens: Sequence[str]) -> list[list[int]]:
    """LONGEST numbers for each token: of the whole word, of its runs of three and four letters, then zeros."""
    return [_pieces(token) for token in tokens]


@lru_cache(maxsize=50_000)
def _pieces(token: str) -> list[int]:
    word = f"<{token[:LETTERS]}>"
    runs = [word[k : k + size] for size in SIZES for k in range(len(word) - size + 1) if len(word) > size]
    numbers = [1 + crc32(run.encode(errors="surrogatepass")) % (PIECES - 1) for run in [word, *runs][:LONGEST]]
    return numbers + [0] * (LONGEST - len(numbers))
