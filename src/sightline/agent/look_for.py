"""Looking for a thing that is not in sight, where agents may walk anywhere: from other places, and back if in vain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sightline.agent.aim import Aim, Done
from sightline.agent.look import Look
from sightline.geometry import distance
from sightline.geometry.types import Floats

Place = tuple[float, float]


@dataclass
class LookFor:
    """A seer for one world: it looks at each of some places, and goes to the thing once it is seen."""

    spot: Callable[[Look], Aim | None]  # the aim beside the thing, if a look shows it
    noun: str
    places: Sequence[Place]
    back: Place
    channels: tuple[str, ...] = ("rgb", "depth")
    found: bool = False

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """The thing, or the next place to look from, or the way back."""
        if self.found:
            return [None]
        aim = self.spot(look)
        if aim is not None:
            self.found = True
            return [aim]
        looked = len(done[0])
        way = [*self.places, self.back]
        if looked >= len(way):
            return [None]
        reason = f"to look for the {self.noun}" if looked < len(self.places) else "back, because it was not found"
        return [Aim(way[looked], remembered=True, reason=reason)]

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """It looks where it stops."""
        return False

    def why(self) -> str:
        """Why the step was not done; empty if the thing was found."""
        return "" if self.found else f"it looked from {len(self.places) + 1} places and saw no {self.noun}"


def vantages(pose: Floats, bounds: tuple[float, float]) -> list[Place]:
    """The middle of the ground, and the middle of the quarter that is farthest from a pose."""
    low, high = bounds
    quarter = (high - low) / 4
    middle = (low + high) / 2
    quarters = [(middle + x * quarter, middle + z * quarter) for x in (-1, 1) for z in (-1, 1)]
    farthest = max(quarters, key=lambda place: float(distance(pose, np.array(place))))
    return [(middle, middle), farthest]
