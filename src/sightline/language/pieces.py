"""Word pieces: a word as the longest known pieces, from left to right (Wu et al., 2016), so that no word is unknown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from sightline.errors import InputError

PADDING, UNKNOWN_PIECE, BEGIN, SEPARATE = "[PAD]", "[UNK]", "[CLS]", "[SEP]"
SPECIAL = (PADDING, UNKNOWN_PIECE, BEGIN, SEPARATE)
CONTINUED = "##"  # how a piece begins that is not the first of its word
PIECES_PER_WORD = 8  # the rest of a word is ignored


@dataclass(frozen=True)
class WordPieces:
    """The pieces that a model knows."""

    pieces: tuple[str, ...]  # the first ones are SPECIAL
    _known: dict[str, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, words: Iterable[str], extra: Sequence[str] = ()) -> WordPieces:
        """A piece for each of some words, and one for each of their characters, alone and continued."""
        chosen = sorted({*words} - {*SPECIAL})
        letters = sorted({letter for word in chosen for letter in word})
        every = (*SPECIAL, *extra, *letters, *(CONTINUED + letter for letter in letters), *chosen)
        return cls(tuple(dict.fromkeys(every)))

    @classmethod
    def read(cls, file: Path) -> WordPieces:
        """A file with one piece per line."""
        try:
            pieces = tuple(file.read_text(encoding="utf-8").splitlines())
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{file}: cannot be read as text ({error}).") from None
        if missing := [piece for piece in SPECIAL if piece not in pieces]:
            raise InputError(f"{file}: has no piece {missing[0]}.")
        if pieces[0] != PADDING or len(set(pieces)) != len(pieces):
            raise InputError(f"{file}: the first piece must be {PADDING}, and no piece may occur twice.")
        return cls(pieces)

    def write(self, file: Path) -> None:
        file.write_text("\n".join(self.pieces) + "\n", encoding="utf-8")

    @cached_property
    def index(self) -> dict[str, int]:
        return {piece: k for k, piece in enumerate(self.pieces)}

    def __len__(self) -> int:
        return len(self.pieces)

    def ids(self, word: str) -> tuple[int, ...]:
        """The numbers of a word's pieces; that of UNKNOWN_PIECE if there are none for a part of it."""
        if word not in self._known:
            self._known[word] = tuple(self._split(word))[:PIECES_PER_WORD]
        return self._known[word]

    def _split(self, word: str) -> Iterable[int]:
        if word in SPECIAL or not word:
            return [self.index[word or UNKNOWN_PIECE]]
        ids, first = [], 0
        while first < len(word):
            before = CONTINUED if first else ""
            last = next((k for k in range(len(word), first, -1) if before + word[first:k] in self.index), None)
            if last is None:
                return [self.index[UNKNOWN_PIECE]]
            ids.append(self.index[before + word[first:last]])
            first = last
        return ids

    def for_words(self, words: Iterable[str], extra: Sequence[str] = ()) -> WordPieces:
        """The pieces that some words need, all short ones, and `extra`, in the order that they have here."""
        needed = {self.pieces[number] for word in words for number in self.ids(word)}
        short = {piece for piece in self.pieces if len(piece.removeprefix(CONTINUED)) <= 2 and piece.isascii()}
        kept = needed | short | set(extra)
        return WordPieces((*SPECIAL, *(piece for piece in self.pieces if piece in kept and piece not in SPECIAL)))
