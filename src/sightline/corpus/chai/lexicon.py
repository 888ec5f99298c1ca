"""The lexicon of houses: what people call rooms, furniture, its parts, and items."""

from __future__ import annotations

from functools import cache

from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.corpus.chai.places import OPEN_AIR, SPACE_NAMES
from sightline.corpus.chai.signs import room_signs
from sightline.corpus.chai.vary import more_words, phrases
from sightline.corpus.chai.words import OF_PLACES, furniture_words, item_words
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


def _place_words() -> dict[str, Word]:
    """The words for furniture by its places: a stove is an oven too, and a vanity a sink."""
    words = furniture_words()
    by_piece: dict[str, Word] = {}
    for thing in FURNITURE.values():
        places = {OPEN_AIR.get((thing.noun, surface.name), "") for surface in thing.surfaces}
        places |= {SPACE_NAMES.get(part.kind, "") for part in thing.parts}
        nouns = {noun: 1.0 for place in places & set(OF_PLACES) - set(PARTS) for noun in words[place].nouns}
        if nouns:
            by_piece[thing.name] = Word(nouns, frozenset(), (), ())
    return by_piece


@cache
def lexicon() -> Lexicon:
    """The words for everything that a house may have."""
    rooms = {kind: Word(dict.fromkeys(nouns, 1.0), frozenset(), (), ()) for kind, nouns in ROOMS.items()}
    things = item_words() | furniture_words()
    lists = [things, more_words(), rooms, _place_words()]
    adjectives = adjectives_in(lists)
    forms = [part + ending for part in PARTS for ending in ("", "s", "es")]
    kinds = {kind: Word({kind: 1.0}, frozenset(), (), ()) for words in lists for kind in words}
    describing = {kind: describing_words(kind, lists) | set(kind.replace("-", " ").split()) for kind in kinds}
    return Lexicon(
        nouns_in([*lists, kinds], adjectives, ("s", "es"), forms), adjectives, describing, tokens_in(lists, phrases()),
        everyday_names(things | rooms), frozenset(ROOMS), frozenset(ITEMS), room_signs(),
    )  # fmt: skip
