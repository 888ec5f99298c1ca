"""Tokens and vocabularies."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import InputError
from sightline.language import UNKNOWN, Vocabulary, tokenize


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Go to the well, keeping it on your left.", "go to the well , keeping it on your left ."),
        ("Don't turn counter-clockwise!", "don't turn counter-clockwise !"),
        ("you’re  at 3.5 or 10 steps...", "you're at 3.5 or 10 steps . . ."),
        ("", ""),
    ],
)
def test_tokens(text: str, tokens: str) -> None:
    assert tokenize(text) == tokens.split()


@given(st.text())
def test_tokenizing_tokens_changes_nothing(text: str) -> None:
    tokens = tokenize(text)
    assert tokenize(" ".join(tokens)) == tokens


def test_vocabulary_is_ordered_by_frequency_then_alphabet() -> None:
    vocabulary = Vocabulary.of(["b", "a", "c", "b"])
    assert vocabulary.tokens == (UNKNOWN, "b", "a", "c")
    assert vocabulary.ids(["a", "zebra", "b"]) == [2, 0, 1]
    assert vocabulary.unknown(["a", "zebra", "b"]) == ["zebra"]
    assert "zebra" not in vocabulary and len(vocabulary) == 4


def test_vocabulary_round_trips_through_a_file(tmp_path: Path) -> None:
    vocabulary = Vocabulary.of(["the", "well", "\u2028", "the"])
    vocabulary.write(tmp_path / "v.txt")
    assert Vocabulary.read(tmp_path / "v.txt") == vocabulary


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"the\nwell\n", "first line"), (b"<unknown>\na\na\n", "'a' stands there twice"), (b"<unknown>\n\xff\n", "as text")],
)
def test_a_bad_vocabulary_is_named(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "v.txt").write_bytes(content)
    with pytest.raises(InputError, match=says):
        Vocabulary.read(tmp_path / "v.txt")
