"""Instructions to tokens: lower case, words with their apostrophes and hyphens, numbers, one mark of punctuation each."""

from __future__ import annotations

import re

TRAINED_TOKENS = 64  # of an instruction: streams of training data are cut there
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’\-][^\W\d_]+)*|[^\w\s]|\w")


def tokenize(text: str) -> list[str]:
    """The tokens of a text; tokenizing them again, joined by spaces, gives the same tokens."""
    return _TOKEN.findall(text.lower().replace("’", "'"))
