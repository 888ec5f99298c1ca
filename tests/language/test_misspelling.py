"""Misspelt words: what a slip is, and which known word is meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.language.misspelling import closest, slips

KNOWN = ("barrel", "well", "house", "mushroom", "anvil", "go")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("barell", "barrel"),  # a letter too few, and one too many
        ("wlel", "well"),  # two letters swapped
        ("horse", "house"),  # another word, one letter off
        ("mushrom", "mushroom"),
        ("zeppelin", None),
        ("hous", "house"),
        ("hoes", None),  # two slips are too many for a short word
        ("to", None),  # any two letters are like any others
        ("x" * 200_000, None),
    ],
)
def test_the_word_that_is_meant(word: str, meant: str | None) -> None:
    assert closest(word, KNOWN) == meant


def test_the_closest_word_counts_then_the_first() -> None:
    assert closest("barrell", ("barrels", "barrel")) == "barrels"
    assert closest("mushroms", ("mushroom", "mushrooms")) == "mushrooms"


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_slips_are_a_distance(one: str, other: str) -> None:
    assert slips(one, other) == slips(other, one)
    assert (slips(one, other) == 0) == (one == other)
    assert abs(len(one) - len(other)) <= slips(one, other) <= max(len(one), len(other))
