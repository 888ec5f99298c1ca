"""What an episode is: a house and its variant, a start, the goals on the way, where to end, and the instruction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sightline.chai.hands import PUT, VERBS
from sightline.chai.house import House
from sightline.chai.stock import Stock
from sightline.world import INTERACTION, Goal

Deed = tuple[int, int, int]  # verb, object, receptacle (0 unless something is put)


@dataclass(frozen=True)
class Episode:
    house: House
    stock: Stock
    start: tuple[float, float, float]  # x, z, heading
    goals: tuple[Goal, ...]  # in order; a navigation goal that is not the last is a room to enter
    instruction: str = ""
    seed: int = 0
    end: tuple[float, float] | None = None  # None: where the last goal is
    before: tuple[int, ...] = ()  # actions that were taken in this house before, from `first` on
    first: tuple[float, float, float] | None = None  # where they began

    @property
    def goal(self) -> tuple[float, float]:
        """Where to end."""
        if self.end is not None:
            return self.end
        x, z = self.goals[-1].stand[:2] if self.goals else self.start[:2]
        return x, z

    @cached_property
    def deeds(self) -> frozenset[Deed]:
        """The manipulations of the reference."""
        return frozenset(deed_of(goal) for goal in self.goals if goal.kind == INTERACTION)

    @cached_property
    def names(self) -> dict[int, str]:
        """What to call everything, by number."""
        return self.house.names | self.stock.names()

    def tell(self, deed: Deed) -> str:
        """A manipulation in words: 'put the fork 2 on the pine kitchen table'."""
        verb, thing, holder = deed
        said = f"{VERBS[verb]} the {self.names.get(thing, str(thing))}"
        if verb != PUT:
            return said
        inside = any(word in self.names[holder] for word in ("drawer", "tray"))
        return f"{said} {'in' if inside else 'on'} the {self.names[holder]}"

    def spell(self, deed: Deed) -> tuple[str, str, str]:
        """A manipulation as records have it: ('put', 'milk 3012', 'fridge 7')."""
        verb, *numbers = deed
        thing, holder = (f"{self.names[number]} {number}" if number else "" for number in numbers)
        return VERBS[verb], thing, holder


def deed_of(goal: Goal) -> Deed:
    """The manipulation that an interaction goal asks for."""
    assert goal.deed is not None
    verb, thing, holder = goal.deed
    return VERBS.index(verb), _number(thing), _number(holder)


def _number(spelled: str) -> int:
    """3012 of 'milk 3012'; 0 of nothing."""
    return int(spelled.rpartition(" ")[2]) if spelled else 0
