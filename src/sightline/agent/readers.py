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
    lexicon = None if name == NONE else lexicon_of(kind)
    return None if lexicon is None else Reader(lexicon, kind.reaches, EXAMPLES[kind.reaches])


def lexicon_of(kind: Kind) -> Lexicon | None:
    """The lexicon of a world, if it has one."""
    if not kind.lexicon:
        return None
    lexicon = load(kind.lexicon, f"{kind.lexicon}: is not module:NAME.")()
    assert isinstance(lexicon, Lexicon)
    return lexicon
