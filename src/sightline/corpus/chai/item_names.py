"""Names that one writer gives to items: in lists, with or without their places, and in the hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from sightline.chai.house import FIRST_PIECE
from sightline.corpus.chai.descriptions import ItemName, are_together
from sightline.corpus.chai.names import IT_STILL, SAYS_COLOUR, FurnitureNamer
from sightline.corpus.chai.places import Place
from sightline.corpus.chai.words import item_words
from sightline.corpus.words import pick
from sightline.corpus.writing import UnclearError
from sightline.fields import Json

SAYS_PLACE = 0.36  # probability of an unneeded place
SAYS_NEIGHBOUR, SAYS_TWO_NEIGHBOURS = 0.8, 0.6  # probability of a neighbour instead, and of two neighbours if there are two
COMMA = 0.5  # probability of a comma before the "and" of a list
SEVERAL = -1  # topic code for more than one thing


@dataclass
class ItemNamer(FurnitureNamer):
    """Names items as well as rooms and furniture."""

    nouns: dict[int, str] = field(default_factory=dict)  # last noun of each item

    def held(self, item: int) -> str:
        """A name for the held item."""
        word = item_words()[self.home.kind_of(item)]
        noun = self.nouns.get(item) or pick(self.speaker.random, word.nouns)
        if not self.named and self._random() < IT_STILL:  # regardless of the last topic: "put it" means the held item
            self.topic, self.plural = item, noun in word.plural
            return self._pronoun(item)
        again = self._again(item)
        if again:
            return again
        self.nouns[item] = noun
        self.named.append({"of": item, "as": noun})
        return self._mark(item, f"the {noun}", noun in word.plural)

    def items(self, items: Sequence[int]) -> str:
        """Noun phrases for visible items: 'the plum and the red mug on the counter and the kettle'."""
        names = [self._item(item, len(items) == 1) for item in items]
        if len({name for name, _ in names}) < len(names):
            raise UnclearError
        phrases = []
        for place, run in groupby(names, key=lambda named: named[1]):
            phrase = _listed([name for name, _ in run], self._random() < COMMA)
            phrases.append(phrase if place is None else f"{phrase} {self.preposition(place)} {self.place(place)}")
        return self._mark_items(items, _listed(phrases, self._random() < COMMA))

    def items_apart(self, items: Sequence[int]) -> tuple[str, str]:
        """Items of one place, and that place separately: 'the mug', 'the left side of the cupboard above the sink'."""
        place = self.home.place_of(items[0])
        if place is None or any(self.home.place_of(item) != place for item in items):
            raise UnclearError
        names = [self._at_place(item, place) for item in items]
        for item, name in zip(items, names, strict=True):
            self.nouns[item] = name.noun
            self.named.append({"of": item, **name.to_json(), "place": place.number})
        phrases = [f"the {name}" for name in names]
        if len(set(phrases)) < len(phrases):
            raise UnclearError
        where = self.place(place, in_full=True)
        return self._mark_items(items, _listed(phrases, self._random() < COMMA)), where

    def _mark_items(self, items: Sequence[int], phrase: str) -> str:
        """Record that items were named, one or several."""
        plural = len(items) > 1 or self.nouns[items[0]] in item_words()[self.home.kind_of(items[0])].plural
        return self._mark(items[0] if len(items) == 1 else SEVERAL, phrase, plural)

    def _item(self, item: int, alone: bool) -> tuple[str, Place | None]:
        """An unambiguous noun phrase, and the place if it must be said; `alone` allows neighbours instead."""
        home = self.home
        place, room = home.place_of(item), home.room_of(item)
        scope = room if room == self.room else None
        name, where = self._clear(item, scope), None
        in_view = home.is_in_sight(item) or (place is not None and self.opens(place))
        at_it = place is not None and FIRST_PIECE + place.piece in self.piece_nouns and in_view
        if at_it and place is not None:  # the instruction before led there
            name = self._at_place(item, place)
        elif name is None or not in_view or (scope is None and not self.plainly) or self._random() < SAYS_PLACE:
            beside = self._beside(item, scope) if alone and in_view and self._random() < SAYS_NEIGHBOUR else None
            if beside is not None:
                name = beside
            elif place is not None:
                name, where = self._at_place(item, place), place
        if name is None:
            raise UnclearError
        self.nouns[item] = name.noun
        mark: Json = {"of": item, **name.to_json()}
        if at_it or where is not None:
            assert place is not None
            mark["place"] = place.number
        self.named.append(mark)
        phrase = f"the {name}"
        if name.beside:
            self.nouns |= {other: self._plain_noun(other) for other in name.beside}
            others = [f"the {self.nouns[other]}" for other in name.beside]
            rule = "where.beside" if len(others) == 1 else "where.beside-both"
            phrase = f"{phrase} {self.speaker.say(rule, dict(zip('AB', others, strict=False)))}"
        return phrase, where

    def opens(self, place: Place) -> bool:
        """Whether this instruction has already opened the part that hides a place."""
        return bool(self.opened) and not set(self.home.closed(place.part)) - self.opened and place.part >= 0

    def _plain_names(self, item: int) -> list[ItemName]:
        """Names without neighbours, the preferred one first."""
        word = item_words()[self.home.kind_of(item)]
        noun = self.nouns.get(item) or pick(self.speaker.random, word.nouns)
        nouns = [noun, *sorted((n for n in word.nouns if n != noun), key=lambda n: -word.nouns[n])]
        plain = [ItemName(n) for n in nouns]
        coloured = [ItemName(n, a) for n in nouns for a in word.adjectives if a not in n.split()]
        coloured += [ItemName(n, phrase=phrase) for n in nouns for phrase in word.phrases]
        if self._random() < SAYS_COLOUR:
            return [*coloured[:1], *plain, *coloured]
        return [*plain[:1], *coloured[:2], *plain[1:], *coloured]

    def _clear(self, item: int, scope: int | None) -> ItemName | None:
        """A name that fits no other visible item."""
        return next((name for name in self._plain_names(item) if not name.rivals(self.home, item, scope)), None)

    def _at_place(self, item: int, place: Place) -> ItemName:
        """A name that fits no other item in the same place."""
        for name in self._plain_names(item):
            if not [rival for rival in name.rivals(self.home, item, None) if self.home.place_of(rival) == place]:
                return name
        raise UnclearError

    def _beside(self, item: int, scope: int | None) -> ItemName | None:
        """A name by one or two adjacent items whose nouns are unambiguous."""
        home = self.home
        own = item_words()[home.kind_of(item)].nouns
        others = [
            other for other in home.items()
            if other not in (item, home.held) and are_together(home, item, other) and self._plain_noun(other) not in own
            and not ItemName(self._plain_noun(other)).rivals(home, other, home.room_of(item))
        ]  # fmt: skip
        if scope is None or not others:
            return None
        beside = tuple(others[:2]) if len(others) > 1 and self._random() < SAYS_TWO_NEIGHBOURS else tuple(others[:1])
        noun = self._plain_names(item)[0]
        name = ItemName(noun.noun, noun.adjective, beside=beside)
        return None if name.rivals(home, item, scope) else name

    def _plain_noun(self, item: int) -> str:
        return self.nouns.get(item) or next(iter(item_words()[self.home.kind_of(item)].nouns))


def _listed(names: Sequence[str], comma: bool) -> str:
    """'a, b and c', or with a comma before the 'and'."""
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}{',' if comma else ''} and {names[-1]}"
