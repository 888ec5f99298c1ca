"""What words name, in the classes of a model's eyes: the kinds of items that an instruction may mean, and other things.

A goal predictor reads words as it has learned to; a lexicon knows every noun of its world. Where the words name items, only
those can be what is meant, and any kind that fits the noun is as good as another: "the cup" may be blue or white.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sightline.agent.relations import BESIDE, LEFT, ON, RIGHT, Anchor
from sightline.geometry.types import Floats
from sightline.language.lexicon import Lexicon
from sightline.language.reading.deeds import deeds_of
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
_IN = re.compile(r"\b(?:in|inside|of) (?:the|my|our|your)$")
_ON_IT = re.compile(r"\b(?:that|which|where) (?:the|a|an)$")
_BETWEEN = re.compile(r"\bbetween\b.*\band(?: the| a| an)?$")
_SIDES = ("top", "upper", "bottom", "lower", "middle", "center", "centre", "left", "right", "front", "back", "rear")
_SAME_SIDE = {"upper": "top", "lower": "bottom", "center": "middle", "centre": "middle", "rear": "back"}
_HEADS = {
    "door": "door", "side": "door", "half": "door", "halve": "door", "compartment": "door", "drawer": "drawer",
    "burner": "burner", "ring": "burner", "hob": "burner", "hotplate": "burner", "tray": "tray", "lid": "lid",
    "flap": "flap",
}  # fmt: skip
_PART = re.compile(
    rf"(?P<before>\b(?:on|to|of)(?: the)? )?\b(?P<sides>(?:(?:{'|'.join(_SIDES)})(?:[ -]?hand)?[ -]+)*)"
    rf"(?P<head>{'|'.join(_HEADS)})s?\b(?P<of> of\b)?"
)

LEAST_WANTED = 0.02  # probability of all named kinds, below which the model has not understood the nouns


@dataclass(frozen=True)
class Named:
    """What some words name."""

    items: tuple[tuple[int, ...], ...] = ()  # for each noun the kinds that it may mean, as indices of Kind.items
    things: tuple[int, ...] = ()  # classes (Kind.thing_names) of what is no item; empty: it may be anything
    noun: str = ""  # of the first of these things
    parts: tuple[int, ...] = ()  # names of a part of it (Kind.part_names); empty: no part is named, or several are
    room: str = ""  # the kind of room that the thing is in, as far as the words say so
    anchors: tuple[Anchor, ...] = ()  # what says where it is
    deed: str = ""  # the only thing that hands are to do; empty: nothing, or several things


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
        anchors: list[Anchor] = []
        tokens, taken = tokenize(words), set[int]()
        for thing in lexicon.things(words):
            taken |= set(range(thing.first, thing.first + len(thing.noun.split())))
            if relation := _relation(tokens[: thing.first - len(thing.adjectives)]):
                anchors.append(Anchor(relation, frozenset(lexicon.meant(thing))))
                continue
            numbers = {classes[kind] for kind in lexicon.meant(thing) if kind in classes}
            if kinds := tuple(sorted(places[number] for number in numbers if number in places)):
                items[kinds] = None
            if furniture := {number for number in numbers if number not in places}:
                others.setdefault(thing.noun, set()).update(furniture)
        vague = (k for k, token in enumerate(tokens) if token in VAGUE_FURNITURE and k not in taken)
        if any(not _relation(tokens[:k]) for k in vague):
            others = {}
        told = deeds_of(words)
        return Named(
            tuple(items), tuple(sorted(set().union(*others.values()))), next(iter(others), ""),
            named_parts(words, self.kind.part_names), self._room(words, lexicon), tuple(anchors),
            told[0] if len(told) == 1 else "",
        )  # fmt: skip

    def _room(self, words: str, lexicon: Lexicon) -> str:
        """The kind of the only room of which the words say that something is in it."""
        tokens = tokenize(words)
        rooms = {
            min(thing.kinds & lexicon.rooms)
            for thing in lexicon.things(words)
            if thing.kinds & lexicon.rooms and _IN.search(" ".join(tokens[: thing.first - len(thing.adjectives)]))
        }
        return rooms.pop() if len(rooms) == 1 else ""

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


def _is_part(match: re.Match[str]) -> bool:
    """Whether a phrase names a part, and not a place ("on the left side of") or a piece ("chest of drawers")."""
    before, head = (match["before"] or "").split(), match["head"]
    if not match["sides"]:
        return before != ["of"] and (head in ("drawer", "lid", "flap") or (head == "door" and bool(match["of"])))
    return head not in ("side", "half") or not before or before[0] == "of"


def named_parts(words: str, names: Sequence[str]) -> tuple[int, ...]:
    """The names of parts, by number, that words mean: "the right half of the cupboard" is its right door.

    None where no part is named, or several different ones are.
    """
    phrases = {
        (frozenset(_SAME_SIDE.get(side, side) for side in re.findall(r"[a-z]+", match["sides"]) if side in _SIDES),
         _HEADS[match["head"]])
        for match in _PART.finditer(words.lower()) if _is_part(match)
    }  # fmt: skip
    if len(phrases) != 1:
        return ()
    sides, head = phrases.pop()
    fitting = []
    for number, name in enumerate(names):
        *before, last = name.split() or [""]
        if last == head and sides <= {_SAME_SIDE.get(side, side) for side in before}:
            fitting.append(number)
    return tuple(fitting)


def _relation(before: Sequence[str]) -> str:
    """How a noun after these tokens says where another thing is; empty if it does not."""
    text = " ".join(before)
    if _ON_IT.search(text):
        return ON
    match = _BESIDE.search(text)
    if match is None:
        return BESIDE if _BETWEEN.search(text) else ""
    return next((side for side in (LEFT, RIGHT) if side in match[0].split()), ON if match[0].startswith("with") else BESIDE)
