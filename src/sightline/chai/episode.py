"""An episode: a house and its variant, a start pose, the goals in order, the end place, and the instruction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sightline.chai.dynamics import STRIDE, TURN
from sightline.chai.hands import PUT, VERBS
from sightline.chai.house import House
from sightline.chai.stock import Stock
from sightline.checks import checked_floats, shown
from sightline.errors import InputError
from sightline.world import INTERACTION, Goal

Deed = tuple[int, int, int]  # verb, object, receptacle (0 unless the verb is put)


@dataclass(frozen=True)
class Episode:
    house: House
    stock: Stock
    start: tuple[float, float, float]  # x, z, heading
    goals: tuple[Goal, ...]  # in order; a navigation goal that is not the last is a room to enter
    instruction: str = ""
    seed: int = 0
    end: tuple[float, float] | None = None  # None: the place of the last goal
    before: tuple[int, ...] = ()  # earlier actions in this house, from `first` on
    first: tuple[float, float, float] | None = None  # the pose from which `before` starts

    @property
    def goal(self) -> tuple[float, float]:
        """The end place."""
        if self.end is not None:
            return self.end
        x, z = self.goals[-1].stand[:2] if self.goals else self.start[:2]
        return x, z

    @cached_property
    def deeds(self) -> frozenset[Deed]:
        """The deeds of the reference."""
        return frozenset(deed_of(goal) for goal in self.goals if goal.kind == INTERACTION)

    @cached_property
    def names(self) -> dict[int, str]:
        """Names of everything in the house, by number."""
        return self.house.names | self.stock.names()

    def tell(self, deed: Deed) -> str:
        """A deed in words: 'put the fork 2 on the pine kitchen table'."""
        verb, thing, holder = deed
        words = f"{VERBS[verb]} the {self.names.get(thing, str(thing))}"
        if verb != PUT:
            return words
        inside = any(word in self.names[holder] for word in ("drawer", "tray"))
        return f"{words} {'in' if inside else 'on'} the {self.names[holder]}"

    def spell(self, deed: Deed) -> tuple[str, str, str]:
        """A deed as records spell it: ('put', 'milk 3012', 'fridge 7')."""
        verb, *numbers = deed
        thing, holder = (f"{self.names[number]} {number}" if number else "" for number in numbers)
        return VERBS[verb], thing, holder


def deed_of(goal: Goal) -> Deed:
    """The deed that an interaction goal asks for."""
    assert goal.deed is not None
    verb, thing, holder = goal.deed
    return VERBS.index(verb), _number(thing), _number(holder)


def _number(spelled: str) -> int:
    """3012 of 'milk 3012'; 0 of the empty string."""
    return int(spelled.rpartition(" ")[2]) if spelled else 0


def agreement(done: set[Deed] | frozenset[Deed], wanted: set[Deed] | frozenset[Deed]) -> float:
    """Manipulation accuracy of one instruction in percent: size of the intersection over size of the union."""
    return 100.0 * len(done & wanted) / len(done | wanted) if done or wanted else 100.0


def check_goals(episode: Episode, where: str) -> None:
    """Raise InputError, naming the goal, unless every goal of an episode can be pursued."""
    if not isinstance(episode.goals, tuple | list):
        raise InputError(f"{where}: its goals must be a tuple of sightline.world.Goal, got {shown(episode.goals)}.")
    for k, goal in enumerate(episode.goals):
        if not isinstance(goal, Goal):
            raise InputError(f"{where}: goal {k} is not a sightline.world.Goal but {shown(goal)}.")
        checked_floats(goal.stand[:2], (2,), f"{where}: stand of goal {k}")
        if goal.kind == INTERACTION:
            checked_floats(goal.point, (3,), f"{where}: point of goal {k}")
            _check_deed(goal, f"{where}: deed of goal {k}")


def _check_deed(goal: Goal, where: str) -> None:
    try:
        right = all(0 <= number < 2**31 for number in deed_of(goal))
    except (AssertionError, AttributeError, TypeError, ValueError):
        right = False
    if not right:
        raise InputError(
            f"{where} must be (verb, object, receptacle) such as ('put', 'milk 3012', 'fridge 7'), got {goal.deed}."
        )


def on_lattice(pose: Sequence[float]) -> tuple[float, float, float]:
    """The nearest pose that an agent can have."""
    x, z, heading = (float(v) for v in pose)
    steps = 1 / STRIDE
    return round(x / STRIDE) / steps, round(z / STRIDE) / steps, round(heading / TURN) % 4 * TURN
