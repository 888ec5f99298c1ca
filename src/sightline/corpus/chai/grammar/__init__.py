"""The grammar of CHAI's instructions: the *.txt files beside this one, and what is filled into them.

The notation is at the top of sightline.corpus.grammar; the files say what each slot and condition is. items.txt and
furniture.txt are no grammar but lists of words, see sightline.corpus.words.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from sightline.corpus.grammar import Grammar
from sightline.corpus.records import PHENOMENA

SLOTS = (*"XIPQRATBSN12", "part", "in", "at", "it", "clause", "command")
CONDITIONS = (
    "turn", "ahead", "behind", "far", "in", "out", "back", "door", "alone", "last", "several", "apart", "shut", "ajar",
    "off", "here", "tap", "free", "through", "plainly",
)  # fmt: skip
WORDS = ("items.txt", "furniture.txt")


@cache
def grammar() -> Grammar:
    """The grammar, read once."""
    files = sorted(resources.files(__package__).iterdir(), key=lambda file: file.name)
    texts = {f.name: f.read_text(encoding="utf-8") for f in files if f.name.endswith(".txt") and f.name not in WORDS}
    return Grammar(texts, SLOTS, CONDITIONS, PHENOMENA)
