"""Descriptions that single out a piece of furniture or an item: by noun, colour, and surroundings.

A description is true, and fits exactly one thing in the room. Both are checked here, for the writer that searches for a
description and for the checker of records alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from sightline.chai.house import FIRST_ITEM, House
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.lore import Relation, relations, sides
from sightline.corpus.chai.words import item_words, word_for, words_of
from sightline.corpus.words import Description
from sightline.fields import Json

AT_HAND = 1.0  # metres: a person this close to a piece stands at it
FARTHER = 0.5  # metres: a piece this much farther away is not meant
SYNONYMS = {"tv": "television", "telly": "television"}
TOGETHER = 0.45  # metres between the centres of adjacent items


@dataclass(frozen=True)
class PieceName(Description):
    """The name of a piece and its location: 'the green cupboard above the stove'."""

    relation: Relation | None = None

    def fits(self, house: House, piece: int) -> bool:
        """Whether it is true of a piece."""
        words = words_of(house)[piece]
        return (
            any(self.noun in word.nouns for word in words)
            and (
                not self.adjective
                or sides(house)[piece] == self.adjective
                or any(self.adjective in w.adjectives for w in words)
            )
            and (not self.phrase or any(self.phrase in word.phrases for word in words))
            and (self.relation is None or self.relation in relations(house)[piece])
        )

    def rivals(self, house: House, piece: int, others: Collection[int]) -> list[int]:
        """The other pieces that it also fits."""
        return [other for other in others if other != piece and self.fits(house, other)]

    @property
    def is_plain(self) -> bool:
        """Whether it is a noun alone."""
        return not self.adjective and not self.phrase and self.relation is None

    def to_json(self) -> Json:
        relation = self.relation
        return super().to_json() | ({} if relation is None else {"how": relation.how, "anchors": list(relation.of)})

    @classmethod
    def from_json(cls, data: Json) -> PieceName:
        how = data.get("how")
        relation = None if how is None else Relation(how, tuple(data.get("anchors") or ()))
        return cls(data["as"], data.get("adjective", ""), data.get("phrase", ""), relation)


@lru_cache(maxsize=64)
def pieces_by_room(house: House) -> tuple[tuple[int, ...], ...]:
    """The pieces of every room."""
    pieces = house.plan.pieces
    return tuple(tuple(k for k, piece in enumerate(pieces) if piece.room == room) for room in range(len(house.plan.rooms)))


def roommates(house: House, piece: int) -> tuple[int, ...]:
    """All pieces of a piece's room."""
    return pieces_by_room(house)[house.plan.pieces[piece].room]


@lru_cache(maxsize=4096)
def clear_names(house: House, piece: int, kind: str = "") -> tuple[PieceName, ...]:
    """All names of a piece (or of a kind of place of it) that fit nothing else in its room."""
    around = roommates(house, piece)
    return tuple(name for name in _names(house, piece, kind) if not name.rivals(house, piece, around))


def _names(house: House, piece: int, kind: str) -> Iterator[PieceName]:
    word, side = word_for(house, piece, kind), sides(house)[piece]
    for noun in word.nouns:
        yield PieceName(noun)
        for adjective in (*word.adjectives, *([side] if side else [])):
            if adjective not in noun.split():
                yield PieceName(noun, adjective)
        for phrase in word.phrases:
            yield PieceName(noun, phrase=phrase)
        for relation in sorted(relations(house)[piece]):
            if _is_sayable(house, noun, relation):
                yield PieceName(noun, relation=relation)


def _is_sayable(house: House, noun: str, relation: Relation) -> bool:
    """Whether the anchor of a relation has plain names of its own, different from the noun."""
    if relation.how == "door":
        return True
    return all(anchor_nouns(house, anchor, noun) and noun not in plain_nouns(house, anchor) for anchor in relation.of)


@lru_cache(maxsize=8192)
def anchor_nouns(house: House, anchor: int, noun: str) -> dict[str, float]:
    """The anchor's plain nouns that add information to the noun of the piece: no tv on a tv stand."""
    words = _words(noun)
    return {plain: often for plain, often in plain_nouns(house, anchor).items() if not words & _words(plain)}


def _words(noun: str) -> set[str]:
    return {SYNONYMS.get(word, word) for word in noun.split()}


@lru_cache(maxsize=4096)
def plain_nouns(house: House, piece: int) -> dict[str, float]:
    """The nouns that alone identify this piece in its room, with their frequencies."""
    around, word = roommates(house, piece), word_for(house, piece)
    return {noun: often for noun, often in word.nouns.items() if not PieceName(noun).rivals(house, piece, around)}


def open_pieces(home: Household) -> set[int]:
    """The pieces with an open part."""
    return {owner for k, (owner, _) in enumerate(home.house.parts) if home.state.open[0, k]}


def near_rivals(home: Household, piece: int) -> set[int]:
    """The pieces that a person at one piece might confuse with it: those not much farther; all if it is far."""
    around = roommates(home.house, piece)
    gap = home.gap(piece, *home.pose[:2])
    if gap > AT_HAND or home.room != home.house.plan.pieces[piece].room:
        return set(around)
    return {other for other in around if home.gap(other, *home.pose[:2]) < gap + FARTHER}


@dataclass(frozen=True)
class ItemName(Description):
    """The name of an item and its neighbours: 'the red mug', 'the plum next to the kettle'."""

    beside: tuple[int, ...] = ()  # the numbers of one or two other items

    def fits(self, home: Household, item: int) -> bool:
        """Whether it is true of an item."""
        is_right = self.describes(item_words()[home.kind_of(item)])
        return is_right and all(are_together(home, item, other) for other in self.beside)

    def rivals(self, home: Household, item: int, room: int | None) -> list[int]:
        """Other items, in sight or in the same place, that it also fits, in a room or in the whole house."""
        place = home.place_of(item)
        return [
            other for other in home.items()
            if other not in (item, home.held)
            and (room is None or home.room_of(other) == room)
            and self.fits(home, other)
            and (home.is_in_sight(other) or (place is not None and home.place_of(other) == place))
        ]  # fmt: skip

    def to_json(self) -> Json:
        return super().to_json() | ({"beside": list(self.beside)} if self.beside else {})

    @classmethod
    def from_json(cls, data: Json) -> ItemName:
        return cls(data["as"], data.get("adjective", ""), data.get("phrase", ""), tuple(data.get("beside") or ()))


def are_together(home: Household, one: int, other: int) -> bool:
    """Whether two items stand next to each other on the same surface."""
    a, b = home.state.surface[0, one - FIRST_ITEM], home.state.surface[0, other - FIRST_ITEM]
    if a != b or a < 0:
        return False
    (ax, az), (bx, bz) = home.where(one), home.where(other)
    return bool((ax - bx) ** 2 + (az - bz) ** 2 < TOGETHER**2)
