"""The lexicon of houses: what people call rooms, furniture, its parts, and items."""

from __future__ import annotations

from functools import cache

from sightline.chai.house.items import ITEMS
from sightline.corpus.chai.signs import room_signs
from sightline.corpus.chai.vary import more_words, phrases
from sightline.corpus.chai.words import furniture_words, item_words
from sightline.corpus.lexicon import adjectives_in, describing_words, everyday_names, nouns_in, tokens_in
from sightline.corpus.words import Word
from sightline.language.lexicon import Lexicon

ROOMS = {  # by kind, their names in everyday language
    "kitchen": ("kitchen",), "living room": ("living room", "lounge"), "bedroom": ("bedroom",),
    "bathroom": ("bathroom", "washroom"), "guest room": ("guest room", "spare room", "guest bedroom"),
    "hallway": ("hallway", "hall", "corridor"),
}  # fmt: skip
# Parts of many things: a drawer is not a chest of drawers.
PARTS = ("drawer", "door", "lid", "tray", "shelf", "rack", "cupboard", "cabinet", "light", "water")


@cache
def lexicon() -> Lexicon:
    """The words for everything that a house may have."""
    rooms = {kind: Word(dict.fromkeys(nouns, 1.0), frozenset(), (), ()) for kind, nouns in ROOMS.items()}
    things = item_words() | furniture_words()
    lists = [things, more_words(), rooms]
    adjectives = adjectives_in(lists)
    forms = [part + ending for part in PARTS for ending in ("", "s", "es")]
    kinds = {kind: Word({kind: 1.0}, frozenset(), (), ()) for words in lists for kind in words}
    describing = {kind: describing_words(kind, lists) | set(kind.replace("-", " ").split()) for kind in kinds}
    return Lexicon(
        nouns_in([*lists, kinds], adjectives, ("s", "es"), forms), adjectives, describing, tokens_in(lists, phrases()),
        everyday_names(things | rooms), frozenset(ROOMS), frozenset(ITEMS), room_signs(),
    )  # fmt: skip
