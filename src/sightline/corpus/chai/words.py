"""The words of CHAI's instructions: its grammar, and nouns for items and furniture.

All are in grammar/*.txt; sightline.corpus.grammar describes the notation, and the files describe each slot and
condition.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from sightline.chai.house import House
from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.corpus.chai.places import places_of
from sightline.corpus.grammar import Grammar
from sightline.corpus.records import PHENOMENA
from sightline.corpus.words import Word, grammar_in, words_in

CHAI_FOLDER = Path(__file__).parent
ITEM_WORDS, FURNITURE_WORDS = "items.txt", "furniture.txt"  # word lists, not grammar
SLOTS = (*"XIPQRATBSN12", "part", "in", "at", "it", "clause", "command")
CONDITIONS = (
    "turn", "ahead", "behind", "far", "in", "out", "back", "door", "alone", "last", "several", "apart", "shut", "ajar",
    "off", "here", "tap", "free", "through", "plainly",
)  # fmt: skip
OF_PLACES = ("cupboard", "oven", "freezer", "rack", "basin")  # kinds of places with words of their own


@cache
def grammar() -> Grammar:
    """The grammar, read once."""
    return grammar_in(CHAI_FOLDER / "grammar", SLOTS, CONDITIONS, PHENOMENA, but=(ITEM_WORDS, FURNITURE_WORDS))


@cache
def item_words() -> dict[str, Word]:
    """The words for every kind of item."""
    return words_in(CHAI_FOLDER / "grammar" / ITEM_WORDS, list(ITEMS))


@cache
def furniture_words() -> dict[str, Word]:
    """The words for every kind of furniture, and for places with words of their own."""
    return words_in(CHAI_FOLDER / "grammar" / FURNITURE_WORDS, [*FURNITURE, *OF_PLACES])


@lru_cache(maxsize=64)
def words_of(house: House) -> tuple[tuple[Word, ...], ...]:
    """All words for every piece: its own first, then those of its places."""
    words = furniture_words()
    by_piece = [[words[piece.thing.name]] for piece in house.plan.pieces]
    for place in places_of(house):
        if place.kind in OF_PLACES and words[place.kind] not in by_piece[place.piece]:
            by_piece[place.piece].append(words[place.kind])
    return tuple(map(tuple, by_piece))


def word_for(house: House, piece: int, kind: str = "") -> Word:
    """The words for a piece, or for a kind of place of it."""
    words = furniture_words()
    return words[kind] if kind in OF_PLACES else words[house.plan.pieces[piece].thing.name]
