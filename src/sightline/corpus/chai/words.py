"""The words for items and furniture, from grammar/items.txt and grammar/furniture.txt."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

from sightline.chai.house import House
from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.corpus.chai.places import places_of
from sightline.corpus.words import Word, read_words

OF_PLACES = ("cupboard", "oven", "freezer", "rack", "basin")  # kinds of places with words of their own
ITEM_WORDS, FURNITURE_WORDS = "items.txt", "furniture.txt"


@cache
def item_words() -> dict[str, Word]:
    """The words for every kind of item."""
    return read_words(ITEM_WORDS, _text(ITEM_WORDS), list(ITEMS))


@cache
def furniture_words() -> dict[str, Word]:
    """The words for every kind of furniture, and for places that have words of their own."""
    return read_words(FURNITURE_WORDS, _text(FURNITURE_WORDS), [*FURNITURE, *OF_PLACES])


@lru_cache(maxsize=64)
def words_of(house: House) -> tuple[tuple[Word, ...], ...]:
    """For every piece all words that are said of it: its own first, then those of its places."""
    words = furniture_words()
    found = [[words[piece.thing.name]] for piece in house.plan.pieces]
    for place in places_of(house):
        if place.kind in OF_PLACES and words[place.kind] not in found[place.piece]:
            found[place.piece].append(words[place.kind])
    return tuple(map(tuple, found))


def word_for(house: House, piece: int, kind: str = "") -> Word:
    """The words for a piece, or for a kind of place of it."""
    words = furniture_words()
    return words[kind] if kind in OF_PLACES else words[house.plan.pieces[piece].thing.name]


def _text(name: str) -> str:
    return resources.files("sightline.corpus.chai.grammar").joinpath(name).read_text(encoding="utf-8")
