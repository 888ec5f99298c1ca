"""Word pieces: every word as the longest known pieces."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import InputError
from sightline.language.pieces import CONTINUED, PIECES_PER_WORD, SPECIAL, WordPieces

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PIECES = WordPieces.of(["door", "doors", "fridge", *LETTERS])


def split(word: str, pieces: WordPieces = PIECES) -> list[str]:
    return [pieces.pieces[number] for number in pieces.ids(word)]


def test_the_longest_piece_wins() -> None:
    pieces = WordPieces((*SPECIAL, "do", "door", "##s", "##ro", "##oms", "##o", "##m"))
    assert split("doors", pieces) == ["door", "##s"]
    assert split("doorooms", pieces) == ["door", "##o", "##oms"]
    assert split("xdoor", pieces) == ["[UNK]"]


@given(st.text(LETTERS, min_size=1, max_size=PIECES_PER_WORD))
def test_pieces_spell_their_word(word: str) -> None:
    assert "".join(piece.removeprefix(CONTINUED) for piece in split(word)) == word


def test_a_long_word_has_a_limited_number_of_pieces() -> None:
    assert len(PIECES.ids("z" * 500)) == PIECES_PER_WORD


def test_only_the_pieces_that_are_needed_are_kept() -> None:
    kept = PIECES.for_words(["fridge"], ["door"])
    assert {"fridge", "door", "a", "##z"} <= set(kept.pieces) and "doors" not in kept.pieces
    assert kept.pieces[: len(SPECIAL)] == SPECIAL
    assert split("doors", kept) == ["door", "##s"]


def test_a_file_keeps_them(tmp_path: Path) -> None:
    PIECES.write(tmp_path / "pieces.txt")
    assert WordPieces.read(tmp_path / "pieces.txt") == PIECES


@pytest.mark.parametrize("text", ["", "a\nb\n", "[UNK]\n[PAD]\n[CLS]\n[SEP]\n", "[PAD]\n[UNK]\n[CLS]\n[SEP]\na\na\n"])
def test_a_wrong_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "pieces.txt").write_text(text)
    with pytest.raises(InputError, match="piece"):
        WordPieces.read(tmp_path / "pieces.txt")
