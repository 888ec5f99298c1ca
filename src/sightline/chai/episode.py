"""What an episode is: a house and its variant, a start, the goals on the way, and the instruction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sightline.chai.hands import PUT, VERBS
from sightline.chai.house import House
from sightline.chai.stock import Stock

ENTER, MANIPULATE, FINISH = 1, 2, 3
Deed = tuple[int, int, int]  # verb, object, receptacle (0 unless something is put)


@dataclass(frozen=True)
class Goal:
    """One of the goals on the way, in the order in which they are reached; the last is where to end."""

    kind: int  # ENTER a room, MANIPULATE something, FINISH
    at: tuple[float, float]  # where to stand for it
    look: tuple[float, float]  # what to turn to: the thing, or the place itself
    room: int = -1  # to enter
    deed: Deed = (0, 0, 0)


@dataclass(frozen=True)
class Episode:
    house: House
    stock: Stock
    start: tuple[float, float, float]  # x, z, heading
    goals: tuple[Goal, ...]
    instruction: str = ""
    seed: int = 0

    @property
    def goal(self) -> tuple[float, float]:
        """Where to end."""
        return self.goals[-1].at if self.goals else self.start[:2]

    @property
    def deeds(self) -> frozenset[Deed]:
        """The manipulations of the reference."""
        return frozenset(goal.deed for goal in self.goals if goal.kind == MANIPULATE)

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
