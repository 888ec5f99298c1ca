"""A look at the hands: an agent that has taken the wrong item sees that, puts it back, and looks on.

From afar the eyes take one small thing for another. What the hands hold is right before them, and seldom mistaken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sightline.agent.aim import Aim, Done, Point, Seer
from sightline.agent.look import Look
from sightline.agent.memory import Memory, Mistaken
from sightline.geometry.types import Floats

SURE, PERHAPS = 0.4, 0.05  # likelihoods: surely another kind of item; perhaps still the one that is meant
AT_ITEM, BELOW, ABOVE = 0.3, 0.05, 0.02  # metres: from an item's middle; its lowest point, if that was not seen; above that
NO_SPACE = "it took something else by mistake and found no place to put it back"


@dataclass
class _Grip:
    """What one agent has reached for, and what it has put back."""

    aim: Aim | None = None  # the item that it reached for last
    base: float = 0.0  # the height at which that stood
    goals: int = 0  # that were over before it
    returning: bool = False  # it puts something back, as its next goal
    undone: set[int] = field(default_factory=set)  # which of the goals that are over took a wrong item, or put it back
    stuck: bool = False  # it holds a wrong item


class HandCheckingSeer:
    """A seer whose agents look at what they have taken."""

    def __init__(self, seer: Seer, memory: Memory):
        self.seer, self.memory, self.channels = seer, memory, seer.channels
        self._items = memory.kind.item_names
        self._grips: dict[int, _Grip] = {}  # by world

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """What the seer sees, or how to put back what is not what was meant."""
        worlds = look.which.tolist()
        for n, over in zip(worlds, done, strict=True):
            self._note(self._grips.setdefault(n, _Grip()), over)
        kept = [
            [o for k, o in enumerate(over) if k not in self._grips[n].undone] for n, over in zip(worlds, done, strict=True)
        ]
        aims = self.seer.next(look, kept, held)
        return [self._checked(n, look.poses[k], done[k], aims[k]) for k, n in enumerate(worlds)]

    def _note(self, grip: _Grip, done: Sequence[Done]) -> None:
        """The end of putting something back."""
        if grip.returning and len(done) > grip.goals + 1:
            grip.returning = False
            grip.undone.add(grip.goals + 1)
            grip.stuck = not done[grip.goals + 1].interaction

    def _checked(self, n: int, pose: Floats, done: Sequence[Done], aim: Aim | None) -> Aim | None:
        grip = self._grips[n]
        if grip.stuck:
            return Aim((float(pose[0]), float(pose[1])), given_up=NO_SPACE)
        if grip.aim is not None and len(done) == grip.goals + 1 and done[-1].interaction and self._is_wrong(n, grip.aim):
            return self._back(n, grip, grip.aim)
        grip.aim = None
        if aim is not None and aim.point is not None and aim.kinds and aim.kinds <= self._items:
            grip.aim, grip.goals, grip.base = aim, len(done), self._base_of(n, aim.point)
        return aim

    def _is_wrong(self, n: int, aim: Aim) -> bool:
        """Whether the hands surely hold something else than was meant."""
        shares = self.memory.in_hand[n]
        return max(shares.values(), default=0.0) >= SURE and sum(shares.get(name, 0.0) for name in aim.kinds) <= PERHAPS

    def _back(self, n: int, grip: _Grip, aim: Aim) -> Aim:
        """Put what was taken where it stood."""
        assert aim.point is not None
        shares = self.memory.in_hand[n]
        name = max(shares, key=lambda kind: shares[kind])
        self.memory.mistaken[n].append(Mistaken(aim.point, aim.kinds))
        grip.undone.add(grip.goals)
        grip.aim, grip.returning = None, True
        place = (aim.point[0], grip.base, aim.point[2])
        why = f"to put the {name} back, which it took by mistake"
        return replace(
            aim,
            point=place,
            alternatives=(),
            map=None,
            remembered=False,
            match=1.0,
            wanted="",
            kinds=frozenset(),
            reason=why,
        )

    def _base_of(self, n: int, point: Point) -> float:
        """The height of what an item at a point stands on, by what was seen of it."""
        lows = [t.low[1] for t in self.memory.things(n) if t.is_item and math.dist(t.point, point) < AT_ITEM]
        return min(lows, default=point[1] - BELOW) + ABOVE

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """As the seer itself."""
        return self.seer.doubts(aim, pose)
