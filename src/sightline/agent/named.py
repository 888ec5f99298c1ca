"""What words name, in the classes of a model's eyes: the kinds of items that an instruction may mean, and other things.

A goal predictor reads words as it has learned to; a lexicon knows every noun of its world. Where the words name items, only
those can be what is meant, and any kind that fits the noun is as good as another: "the cup" may be blue or white.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from sightline.geometry.types import Floats
from sightline.language.lexicon import Lexicon
from sightline.world import Kind

REQUEST = re.compile(r"^\W*(?:can|could|will|would) you ", re.IGNORECASE)  # not the can that one may take
# Furniture that the lexicon has no kind for, because the word also means a part: the other nouns then say where it is.
VAGUE_FURNITURE = frozenset(["cabinet", "cabinets", "cupboard", "cupboards", "shelf", "shelves", "rack", "racks"])
LEAST_WANTED = 0.02  # probability of all named kinds, below which the model has not understood the nouns


@dataclass(frozen=True)
class Named:
    """What some words name."""

    items: tuple[tuple[int, ...], ...] = ()  # for each noun the kinds that it may mean, as indices of Kind.items
    things: tuple[int, ...] = ()  # classes (Kind.thing_names) of all that is no item; empty: it may be anything


@dataclass
class NamedKinds:
    """Finds what words name; each text is read once."""

    kind: Kind
    lexicon: Lexicon | None
    _read: dict[str, Named] = field(default_factory=dict)

    def __call__(self, words: str) -> Named:
        """What some words name; nothing in a world without a lexicon."""
        if words not in self._read:
            self._read[words] = Named() if self.lexicon is None else self._names(words, self.lexicon)
        return self._read[words]

    def _names(self, words: str, lexicon: Lexicon) -> Named:
        classes = {name: number for number, name in enumerate(self.kind.thing_names)}
        places = {number: k for k, number in enumerate(self.kind.items)}
        items: dict[tuple[int, ...], None] = {}
        others: set[int] = set()
        vague = set(re.findall(r"\w+", words.lower())) & VAGUE_FURNITURE
        for thing in lexicon.things(REQUEST.sub("", words.lower())):
            numbers = {classes[kind] for kind in lexicon.meant(thing) if kind in classes}
            if kinds := tuple(sorted(places[number] for number in numbers if number in places)):
                items[kinds] = None
            others |= {number for number in numbers if number not in places}
            vague -= set(thing.noun.split())
        return Named(tuple(items), () if vague else tuple(sorted(others)))

    def wanted(self, words: str, likely: Floats) -> Floats:
        """(K,) how much each kind of item counts as what is meant, by how likely (K,) a model wants each.

        All kinds of one noun count alike, and as much as the model wants any of them.
        """
        nouns = self(words).items
        if not nouns:
            return likely
        shares = np.array([likely[list(kinds)].sum() for kinds in nouns])
        shares = shares / shares.sum() if shares.sum() > LEAST_WANTED else np.full(len(nouns), 1 / len(nouns))
        counts = np.zeros_like(likely)
        for kinds, share in zip(nouns, shares, strict=True):
            counts[list(kinds)] += share
        return np.minimum(counts, 1.0)
