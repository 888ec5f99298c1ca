"""Which reader an agent has: the one with rules, for worlds that bring a lexicon, or none."""

from __future__ import annotations

from sightline.addresses import load
from sightline.errors import ArgumentError
from sightline.language.lexicon import Lexicon
from sightline.language.reading import Reader
from sightline.world import Kind

RULES, NONE = "rules", "none"  # names of readers
READERS = (RULES, NONE)
EXAMPLES = {True: "open the fridge", False: "go to the tree"}  # whether an agent has hands


def reader_of(kind: Kind, name: str = RULES) -> Reader | None:
    """A reader by name; None if words go to the seer as they are."""
    if name not in READERS:
        raise ArgumentError(f"There is no reader {name!r}; there are {', '.join(READERS)}.")
    if name == NONE or not kind.lexicon:
        return None
    lexicon = load(kind.lexicon, f"{kind.lexicon}: is not module:NAME.")()
    assert isinstance(lexicon, Lexicon)
    return Reader(lexicon, kind.reaches, EXAMPLES[kind.reaches])
