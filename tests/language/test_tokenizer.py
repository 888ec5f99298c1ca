"""Tokens: words, numbers and single marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.language import tokenize


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
