"""The lexicon of fields: what people call landmarks, fences and lakes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sightline.corpus.lani.words import more_words, phrases, words
from sightline.corpus.lexicon import adjectives_in, describing_words, everyday_names, nouns_in, tokens_in
from sightline.corpus.words import Word
from sightline.language.lexicon import Lexicon
from sightline.lani.landmarks import LANDMARKS, NAMES

FIGURES_OF_SPEECH = ("as well", "car length", "car lengths", "length of a car", "length of a bus")  # these name no landmark
# Words for one colour, or for colours that people confuse.
ALIKE = (
    ("red", "reddish", "maroon", "crimson"), ("blue", "bluish", "navy"), ("green", "greenish", "olive"), ("orange",),
    ("white", "cream"), ("black",), ("gray", "grey", "silver"), ("yellow", "yellowish", "gold", "golden"),
    ("pink", "pinkish", "purple"), ("brown", "tan", "beige", "wooden", "wood"),
)  # fmt: skip
COLOURS = {name: frozenset(names) for names in ALIKE for name in names}


def lexicon() -> Lexicon:
    """The words for all landmarks; a program may add landmarks."""
    return _lexicon(len(LANDMARKS))


@cache
def _lexicon(count: int) -> Lexicon:
    """The words for the first `count` landmarks."""
    lists = [words()]
    adjectives = frozenset(COLOURS) | adjectives_in(lists)
    describing = {kind: describing_words(kind, [words(), more_words()]) for kind in words()}

    def original(words: Mapping[str, Word]) -> dict[str, Word]:
        return {name: word for name, word in words.items() if name in NAMES}

    taught = tokens_in([original(words()), original(more_words())], phrases())
    nouns = nouns_in(lists, adjectives, ("s",), FIGURES_OF_SPEECH)
    return Lexicon(nouns, adjectives, describing, taught, everyday_names(words()))
