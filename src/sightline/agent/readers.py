"""Which reader an agent has, for worlds that bring a lexicon: a trained one before the rules, the rules alone, or none."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from sightline.addresses import load
from sightline.agent.methods import WEIGHTS
from sightline.errors import ArgumentError
from sightline.language.lexicon import Lexicon
from sightline.language.reading import Reader
from sightline.language.reading.lines import Rewrite
from sightline.world import Kind

if TYPE_CHECKING:
    from sightline.agent.rewriting import Rewriting

BEST, RULES, NONE = "best", "rules", "none"  # names of readers; any other name is a folder
READERS = (BEST, RULES, NONE)
BUNDLED = WEIGHTS / "reader"
EXAMPLES = {True: "open the fridge", False: "go to the tree"}  # whether an agent has hands


def reader_of(kind: Kind, name: str = BEST) -> Reader | None:
    """A reader by name or folder; None if words go to the seer as they are."""
    if name not in READERS and not Path(name).is_dir():
        raise ArgumentError(f"There is no reader {name!r}; there are {', '.join(READERS)}, and folders of trained ones.")
    lexicon = None if name == NONE else lexicon_of(kind)
    if lexicon is None:
        return None
    rewrite: Rewrite | None = None
    if name != RULES:
        rewrite = partial(_rewriting(BUNDLED if name == BEST else Path(name)).lines, hands=kind.reaches)
    return Reader(lexicon, kind.reaches, EXAMPLES[kind.reaches], rewrite)


@lru_cache(maxsize=8)
def _rewriting(folder: Path) -> Rewriting:
    from sightline.agent.rewriting import Rewriting  # loads PyTorch

    return Rewriting.from_folder(folder)


def lexicon_of(kind: Kind) -> Lexicon | None:
    """The lexicon of a world, if it has one."""
    if not kind.lexicon:
        return None
    lexicon = load(kind.lexicon, f"{kind.lexicon}: is not module:NAME.")()
    assert isinstance(lexicon, Lexicon)
    return lexicon
