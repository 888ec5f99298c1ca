"""The grammar of LANI's instructions: the *.txt files beside this one, and what is filled into them.

The notation is at the top of sightline.corpus.grammar; the files say what each slot and condition is.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from sightline.corpus.grammar import Grammar
from sightline.corpus.records import PHENOMENA

SLOTS = (*"XYZPNSOTFGKD12", "is", "clause", "command", "colour")
CONDITIONS = (
    "turn", "ahead", "behind", "straight", "near", "far", "at", "alone", "command", "last", "clockwise", "two", "through",
)  # fmt: skip
WORDS = "landmarks.txt"  # which is no grammar but a list of words, see sightline.corpus.words


@cache
def grammar() -> Grammar:
    """The grammar, read once."""
    files = sorted(resources.files(__package__).iterdir(), key=lambda file: file.name)
    texts = {f.name: f.read_text(encoding="utf-8") for f in files if f.name.endswith(".txt") and f.name != WORDS}
    return Grammar(texts, SLOTS, CONDITIONS, PHENOMENA)
