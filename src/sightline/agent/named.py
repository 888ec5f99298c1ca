"""What words name, in the classes of a model's eyes: the kinds of items that an instruction may mean, and other things.

A goal predictor reads words as it has learned to; a lexicon knows every noun of its world. Where the words name items, only
those can be what is meant, and any kind that fits the noun is as good as another: "the cup" may be blue or white.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sightline.geometry.types import Floats
from sightline.language.lexicon import Lexicon
from sightline.language.tokenizer import tokenize
from sightline.world import Kind

REQUEST = re.compile(r"^\W*(?:can|could|will|would) you ", re.IGNORECASE)  # not the can that one may take
# Furniture that the lexicon has no kind for, because the word also means a part: the other nouns then say where it is.
VAGUE_FURNITURE = frozenset(["cabinet", "cabinets", "cupboard", "cupboards", "shelf", "shelves", "rack", "racks"])
# Words before a noun that only says where something is: "the cabinet next to the stove".
_BESIDE = re.compile(
    r"\b(?:between|besides?|near|nearest|next to|close to|adjacent to|by|under|underneath|below|beneath|above|behind"
    r"|opposite|with|in front of|(?:left|right) of|(?:on|to) the (?:left|right) side of)(?: the| a| an)?$"
)
_BETWEEN = re.compile(r"\bbetween\b.*\band(?: the| a| an)?$")
LEAST_WANTED = 0.02  # probability of all named kinds, below which the model has not understood the nouns


@dataclass(frozen=True)
class Named:
    """What some words name."""

    items: tuple[tuple[int, ...], ...] = ()  # for each noun the kinds that it may mean, as indices of Kind.items
    things: tuple[int, ...] = ()  # classes (Kind.thing_names) of what is no item; empty: it may be anything
    noun: str = ""  # of the first of these things


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
        words = REQUEST.sub("", words.lower())
        classes = {name: number for number, name in enumerate(self.kind.thing_names)}
        places = {number: k for k, number in enumerate(self.kind.items)}
        items: dict[tuple[int, ...], None] = {}
        others: dict[str, set[int]] = {}
        tokens, taken = tokenize(words), set[int]()
        for thing in lexicon.things(words):
            taken |= set(range(thing.first, thing.first + len(thing.noun.split())))
            if _is_beside(tokens[: thing.first - len(thing.adjectives)]):
                continue
            numbers = {classes[kind] for kind in lexicon.meant(thing) if kind in classes}
            if kinds := tuple(sorted(places[number] for number in numbers if number in places)):
                items[kinds] = None
            if furniture := {number for number in numbers if number not in places}:
                others.setdefault(thing.noun, set()).update(furniture)
        vague = (k for k, token in enumerate(tokens) if token in VAGUE_FURNITURE and k not in taken)
        if any(not _is_beside(tokens[:k]) for k in vague):
            others = {}
        return Named(tuple(items), tuple(sorted(set().union(*others.values()))), next(iter(others), ""))

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


def _is_beside(before: Sequence[str]) -> bool:
    """Whether a noun after these tokens only says where another thing is."""
    text = " ".join(before)
    return bool(_BESIDE.search(text) or _BETWEEN.search(text))
