"""A behavioural checklist in houses: plain commands, by what they ask for, in arrangements that nobody learns from.

An ability is right where its command is done completely, judged by the state of the house afterwards. Those of ITEMS are
about items, the others about rooms, furniture, doors, drawers and switches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from sightline.chai.generate import anywhere
from sightline.chai.house import FIRST_ITEM, HOUSES, House, load_house
from sightline.chai.kind import Scene
from sightline.corpus.chai.commands import CommandMaker
from sightline.corpus.chai.meaning import ErrandStep, Instruction
from sightline.corpus.chai.words import item_words
from sightline.corpus.kind import Situation
from sightline.corpus.records import Paragraph, Segment
from sightline.fields import Json

FIRST = 930_000_000  # variants from here on belong to the checklist
EACH = 100_000  # variants of a seed
ROUNDS = 8  # houses tried per requested situation, at most
STARTS_TRIED = 3  # for each ability in a house
IN_VIEW = 12  # pixels of the panorama that show an item, at least
OFF = 0.5  # share of the switches that are switched off


class AbilityMaker(CommandMaker):
    """Makes the commands of one ability from one pose."""

    def of_ability(self, ability: CommandKind) -> tuple[Paragraph, int] | None:
        """A paragraph and which of its instructions asks for the ability; None if it did not succeed."""
        instructions = list(ability.asks(self))
        if not instructions or not self.do_all(iter(instructions), len(instructions)):
            return None
        asked = ability.last and len(instructions) - 1
        if not ability.fits(self.segments[asked]):
            return None
        return self.as_paragraph(f"ability-{self.random.getrandbits(64):x}", self.variant), asked

    def room(self) -> Iterator[Instruction]:
        return self._enter()

    def furniture(self) -> Iterator[Instruction]:
        return self._go()

    def opening(self) -> Iterator[Instruction]:
        return self._open()

    def closing(self) -> Iterator[Instruction]:
        """Something that was opened before the agent went elsewhere."""
        for (step,) in self._open():
            yield [step]
            yield from self._go()
            yield [ErrandStep("close", step.of)]

    def switch(self) -> Iterator[Instruction]:
        for (step,) in self._switch():
            yield [step]
            if self.random.random() < OFF:
                yield from self._go()
                yield [ErrandStep("off", step.of)]

    def take(self, items: list[int]) -> Iterator[Instruction]:
        """Take one of these items; it is put down again by another instruction."""
        items = [item for item in items if self._is_nameable(item) and self._is_told_apart(item)]
        if items:
            item = self.random.choice(items)
            place = self.place_for(item, opens=False)
            if place is not None:
                yield [ErrandStep("take", (item,))]
                yield [ErrandStep("put", (item,), place.number, place.kind)]

    def take_in_view(self) -> Iterator[Instruction]:
        return self.take(sorted(self._in_view()))

    def take_elsewhere(self) -> Iterator[Instruction]:
        """An item that is in the open in another room, and out of view."""
        home, seen = self.home, self._in_view()
        return self.take([i for i in home.items() if home.room_of(i) != home.room and home.is_in_sight(i) and i not in seen])

    def take_from_closed(self) -> Iterator[Instruction]:
        return self.take([item for item in self.home.items() if not self.home.is_in_sight(item)])

    def take_like_others(self) -> Iterator[Instruction]:
        """An item in the open whose noun also fits another kind of item in its room."""
        home = self.home
        open_to_view = [item for item in home.items() if home.is_in_sight(item)]
        return self.take([item for item in open_to_view if any(self._is_rival(item, other) for other in open_to_view)])

    def _is_rival(self, item: int, other: int) -> bool:
        home = self.home
        return (
            item != other
            and home.room_of(item) == home.room_of(other)
            and bool(self._nouns_of(item) & self._nouns_of(other))
        )

    def put(self) -> Iterator[Instruction]:
        for steps in self._bring():
            yield steps[:1]

    def stow(self) -> Iterator[Instruction]:
        return (steps for steps in self._stow() if steps[-1].do == "close")

    def two(self) -> Iterator[Instruction]:
        return self._both()

    def _in_view(self) -> set[int]:
        """The items that the panorama shows."""
        numbers, pixels = np.unique(self.home.world.panorama(("segmentation",))["segmentation"], return_counts=True)
        return {
            n for n, count in zip(numbers.tolist(), pixels.tolist(), strict=True) if n >= FIRST_ITEM and count >= IN_VIEW
        }


@dataclass(frozen=True)
class CommandKind:
    """A kind of command."""

    asks: Callable[[AbilityMaker], Iterator[Instruction]]
    fits: Callable[[Segment], bool] = lambda segment: True  # whether the words say it in the way that is meant
    last: bool = False  # the last instruction asks for it, not the first


def _item_name(segment: Segment) -> Json:
    """How an instruction names its item."""
    return next(name for name in (segment.meaning or {})["named"] if name["of"] >= FIRST_ITEM)


def _is_told_where(segment: Segment) -> bool:
    name = _item_name(segment)
    return bool("place" in name or name.get("beside"))


def _is_told_by_colour(segment: Segment) -> bool:
    return bool(_item_name(segment).get("adjective")) and not _is_told_where(segment)


def _is_told_by_place(segment: Segment) -> bool:
    name = _item_name(segment)
    return _is_told_where(segment) and not name.get("adjective") and not name.get("phrase") and _has_rivals(name)


def _says_then(segment: Segment) -> bool:
    """Whether an instruction with an item joins its parts by "then"."""
    return "then" in segment.tokens[1:] and any(step["do"] == "bring" for step in (segment.meaning or {})["steps"])


def _has_rivals(name: Json) -> bool:
    """Whether several kinds of items have the noun of a name."""
    return sum(name["as"] in word.nouns for word in item_words().values()) > 1


ITEMS = {
    "take: in view": CommandKind(AbilityMaker.take_in_view),
    "take: elsewhere, told where": CommandKind(AbilityMaker.take_elsewhere, _is_told_where),
    "take: elsewhere, not told": CommandKind(AbilityMaker.take_elsewhere, lambda segment: not _is_told_where(segment)),
    "take: from a closed place": CommandKind(AbilityMaker.take_from_closed),
    "take: told apart by colour": CommandKind(AbilityMaker.take_like_others, _is_told_by_colour),
    "take: told apart by place": CommandKind(AbilityMaker.take_like_others, _is_told_by_place),
    "put": CommandKind(AbilityMaker.put),
    "take, put, close": CommandKind(AbilityMaker.stow),
    "two errands, then": CommandKind(AbilityMaker.two, _says_then),
}
OTHERS = {
    "go to a room": CommandKind(AbilityMaker.room),
    "go to furniture": CommandKind(AbilityMaker.furniture),
    "open": CommandKind(AbilityMaker.opening),
    "close": CommandKind(AbilityMaker.closing, last=True),
    "switch": CommandKind(AbilityMaker.switch, last=True),
}
SEARCHES = {"take: elsewhere, not told": ITEMS["take: elsewhere, not told"]}
GROUPS = dict.fromkeys(ITEMS, "items") | dict.fromkeys(OTHERS, "others")


def situations(count: int, seed: int, houses: Sequence[House] = ()) -> list[Situation]:
    """`count` situations of each ability, or as many as turn up; in these houses, by default the bundled ones."""
    return _situations(ITEMS | OTHERS, count, seed, houses)


def searches(count: int, seed: int, houses: Sequence[House] = ()) -> list[Situation]:
    """Situations in which an item that is out of view in another room is to be taken, and only named."""
    return _situations(SEARCHES, count, seed, houses)


def _situations(abilities: dict[str, CommandKind], count: int, seed: int, houses: Sequence[House]) -> list[Situation]:
    random = Random(f"{seed}/abilities")
    houses = houses or [load_house(number) for number in HOUSES]
    made: dict[str, list[Situation]] = {name: [] for name in abilities}
    for k in range(ROUNDS * count):
        missing = [name for name, some in made.items() if len(some) < count]
        if not missing:
            break
        scene = Scene.of(houses[k % len(houses)], FIRST + seed * EACH + k)
        for name in missing:
            made[name] += _try(random, scene, scene.load(), name, abilities[name])
    return [situation for some in made.values() for situation in some]


def _try(random: Random, scene: Scene, house: House, name: str, ability: CommandKind) -> list[Situation]:
    """A situation of an ability in a scene, or none."""
    for _ in range(STARTS_TRIED):
        start = anywhere(house, np.random.default_rng(random.getrandbits(32)))
        paragraph = AbilityMaker(scene, start, random).of_ability(ability)
        if paragraph is not None:
            return [Situation(name, paragraph[0], segment_index=paragraph[1], group=GROUPS.get(name, ""))]
    return []
