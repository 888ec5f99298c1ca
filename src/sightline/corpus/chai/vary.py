"""Rewording for training data: names and phrases that the grammar lacks, from the lists in variations/.

A new noun must be as clear as the one it replaces: among the things in the house it may name those that the old noun
names, and no others. So other distinctions ("the blue one", "next to the sink") still work.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from random import Random

from sightline.chai.house import FIRST_ITEM, FIRST_PIECE, House, named_house
from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.chai.kind import Scene
from sightline.chai.stock import stock_of
from sightline.corpus.chai.places import places_of
from sightline.corpus.chai.retell import LONGEST_RETELLING, Teller
from sightline.corpus.chai.words import CHAI_FOLDER, OF_PLACES, furniture_words, item_words
from sightline.corpus.chai.writer import Clause
from sightline.corpus.kind import Named
from sightline.corpus.words import (
    Phrases,
    Word,
    occurrences,
    other_name,
    other_phrases,
    phrases_in,
    pick,
    replace_names,
    words_in,
)
from sightline.language import tokenize

RETOLD = 0.7  # probability that an instruction is retold, not only reworded
OTHER_THING_TRIES = 10  # things tried to find one that an instruction does not involve
VARIATIONS = CHAI_FOLDER / "variations"
MAY_FOLLOW_A_NAME = {"", ".", ",", "and", "then", "?", "!"}  # a phrase may follow a name only before one of these


def reword(
    random: Random, tokens: list[str], named: Named, scene: Scene, clauses: Sequence[Clause] = ()
) -> list[str]:  # fmt: skip
    """A reworded instruction; `named` has the numbers of its things and their names.

    If its clauses are known, it is often retold in whole sentences.
    """
    if clauses and random.random() < RETOLD:
        names = frozenset(name for _, name in named)
        another = partial(_another, random, named, scene, clauses)
        retold = Teller(random, clauses, names, phrases(), another).tell()
        if len(retold) <= LONGEST_RETELLING:
            return _with_other_names(random, retold, named, scene)
    return other_phrases(random, _with_other_names(random, tokens, named, scene), phrases())


def _with_other_names(random: Random, tokens: list[str], named: Named, scene: Scene) -> list[str]:
    """Replace some of the names."""

    def find_only(tokens: list[str], name: str) -> int:
        """The index of a name, or -1 if it occurs several times or within a longer name ("wine glass")."""
        places = occurrences(tokens, tokenize(name))
        longer = any(name != other and f" {name} " in f" {other} " for _, other in named)
        return places[0] if len(places) == 1 and not longer else -1

    return replace_names(random, tokens, named, find_only, partial(_other_name, random, scene))


def _other_name(random: Random, scene: Scene, number: int, name: str, before: str, after: str) -> list[str]:
    """Another name for a thing between the given neighbouring words; the same one if there is none."""
    kinds, present = _kinds_of(scene.house, scene.variant)
    kind = next((kind for kind in kinds.get(number, ()) if name in _grammar_words()[kind].nouns), None)
    if kind is None:
        return tokenize(name)
    word, plural = more_words()[kind], name in _grammar_words()[kind].plural
    strangers = present - _called()[name]
    nouns = [
        noun
        for noun in word.nouns
        if (noun in word.plural) == plural and before not in noun.split() and not _called()[noun] & strangers
    ]
    if not nouns:
        return tokenize(name)
    return other_name(
        random, nouns, word.adjectives if before == "the" else (), word.phrases if after in MAY_FOLLOW_A_NAME else ()
    )


def _another(random: Random, named: Named, scene: Scene, clauses: Sequence[Clause], what: str) -> str:
    """A noun for something in the house that an instruction does not involve, sharing no word with it."""
    house = named_house(scene.house)
    used = {word for clause in clauses for word in tokenize(clause.text)}
    used |= {word for _, name in named for word in tokenize(name)}
    if what == "room":
        rooms = [room.kind for room in house.plan.rooms if used.isdisjoint(room.kind.split())]
        return f"the {random.choice(rooms)}" if rooms else "the other room"
    kinds, _ = _kinds_of(scene.house, scene.variant)
    ours = frozenset(chain.from_iterable(kinds[number] for number, _ in named))
    for _ in range(OTHER_THING_TRIES):
        number = _any_of(random, house, kinds, what)
        word = _grammar_words()[kinds[number][0]]
        noun = pick(random, word.nouns)
        if used.isdisjoint(noun.split()) and noun not in word.plural and not _called()[noun] & ours:
            return f"the {noun}"
    return "the other one"


def _any_of(random: Random, house: House, kinds: Collection[int], what: str) -> int:
    """The number of a random item or piece, of a piece with parts, or of one with a switch."""
    if what in ("part", "switch"):
        owner, _ = random.choice(house.parts if what == "part" else house.switches)
        return FIRST_PIECE + owner
    return random.choice([number for number in kinds if (number >= FIRST_ITEM) == (what == "item")])


@lru_cache(maxsize=64)
def _kinds_of_pieces(house: int | str) -> dict[int, tuple[str, ...]]:
    """The word kinds of every piece of furniture: its own, and those of its places."""
    loaded = named_house(house)
    kinds: dict[int, tuple[str, ...]] = {FIRST_PIECE + k: (piece.thing.name,) for k, piece in enumerate(loaded.plan.pieces)}
    for place in places_of(loaded):
        if place.kind in OF_PLACES:
            kinds[FIRST_PIECE + place.piece] += (place.kind,)
    return kinds


@lru_cache(maxsize=512)
def _kinds_of(house: int | str, variant: int) -> tuple[dict[int, tuple[str, ...]], frozenset[str]]:
    """The word kinds of every item and piece of a house variant, by number; and the set of all."""
    items = {FIRST_ITEM + k: (item.kind,) for k, item in enumerate(stock_of(named_house(house), variant).items)}
    kinds = _kinds_of_pieces(house) | items
    return kinds, frozenset(chain.from_iterable(kinds.values()))


@cache
def _grammar_words() -> dict[str, Word]:
    return item_words() | furniture_words()


@cache
def _called() -> dict[str, frozenset[str]]:
    """The kinds that each noun names, for all nouns of the grammar and of the lists."""
    called: dict[str, set[str]] = {}
    for words in (_grammar_words(), more_words()):
        for kind, word in words.items():
            for noun in word.nouns:
                called.setdefault(noun, set()).add(kind)
    return {noun: frozenset(kinds) for noun, kinds in called.items()}


@cache
def more_words() -> dict[str, Word]:
    """More words for every kind of item and furniture, and for places with words of their own."""
    return words_in(VARIATIONS / "items.txt", list(ITEMS)) | words_in(VARIATIONS / "furniture.txt", [*FURNITURE, *OF_PLACES])


@cache
def phrases() -> Phrases:
    """Other ways to say a phrase, from variations/phrases.txt."""
    return phrases_in(VARIATIONS / "phrases.txt")
