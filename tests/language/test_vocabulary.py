"""Vocabularies: order, files, and words that are not known."""

from pathlib import Path

import pytest

from sightline.errors import InputError
from sightline.language import UNKNOWN, Vocabulary


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
    [(b"the\nwell\n", "first line"), (b"<unknown>\na\na\n", "'a' occurs twice"), (b"<unknown>\n\xff\n", "as text")],
)
def test_a_bad_vocabulary_is_named(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "v.txt").write_bytes(content)
    with pytest.raises(InputError, match=says):
        Vocabulary.read(tmp_path / "v.txt")


def test_a_file_without_a_last_line_end_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("<unknown>\nwell\nbarn")
    assert Vocabulary.read(tmp_path / "v.txt").tokens == (UNKNOWN, "well", "barn")
    (tmp_path / "v.txt").write_text("")
    with pytest.raises(InputError, match="first line"):
        Vocabulary.read(tmp_path / "v.txt")
    with pytest.raises(InputError, match="cannot be read"):
        Vocabulary.read(tmp_path / "nowhere.txt")
