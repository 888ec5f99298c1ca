"""Spelling: the same numbers everywhere, shared by words that look alike."""

from zlib import crc32

from hypothesis import given
from hypothesis import strategies as st

from sightline.language.spelling import PIECES, PIECES_PER_TOKEN, spell


def shared(one: str, two: str) -> int:
    """How many pieces two words have in common."""
    first, second = ({number for number in word if number} for word in spell([one, two]))
    return len(first & second)


def test_a_misspelt_word_shares_most_pieces_with_the_right_one() -> None:
    assert shared("mushroom", "mushrom") >= 6
    assert shared("mushroom", "barrel") == 0
    assert shared("tombstone", "gravestone") >= 4  # stones both


def test_numbers_are_the_same_on_every_machine() -> None:
    assert spell(["go"])[0][:3] == [6346, 4195, 7556]
    # The whole word, then its runs of three and four letters, then none.
    pieces = ["<tree>", "<tr", "tre", "ree", "ee>", "<tre", "tree", "ree>"]
    numbers = [1 + crc32(piece.encode()) % 8191 for piece in pieces]
    assert spell(["tree"]) == [numbers + [0] * 8]
    assert spell(["a"]) == [[1 + crc32(b"<a>") % 8191] + [0] * 15]  # a run as long as the word would be the word again
    assert (PIECES, PIECES_PER_TOKEN) == (8192, 16)


@given(st.lists(st.text(max_size=40), max_size=5))
def test_any_token_has_a_whole_and_fits(tokens: list[str]) -> None:
    found = spell(tokens)
    assert len(found) == len(tokens)
    assert all(
        len(word) == PIECES_PER_TOKEN and word[0] > 0 and all(0 <= number < PIECES for number in word) for word in found
    )


def test_very_long_words_are_spelt_quickly() -> None:
    endless = "a" * 200_000
    assert spell([endless]) == spell([endless[:100]])
    assert len(spell(["caf\udce9", "\ud800", "\0", "", "🙂"])) == 5
