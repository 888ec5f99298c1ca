"""Facts of a field for judges of dialogues: how far things are, by name. Agents never see them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from sightline.corpus.kind import DeedNames
from sightline.lani import Episode
from sightline.lani.dynamics import FIELD, clearances
from sightline.lani.scene import UNIT
from sightline.world import World

FENCES = ("north fence", "east fence", "south fence", "west fence")


class FieldFacts:
    """The facts of one field: landmarks by kind, `lake`, `fence`, and the four fences by side."""

    def __init__(self, world: World):
        episode: Episode = world.episodes[0]
        self.scene = episode.scene

    def gap(self, name: str, place: ArrayLike) -> float | None:
        """The distance from a place to the nearest thing of a name; None if there is none."""
        x, z = np.asarray(place, dtype=np.float64)[:2].tolist()
        sides = dict(zip(FENCES, (FIELD - z, FIELD - x, z, x), strict=True))
        if name in sides:
            return sides[name]
        if name == "fence":
            return min(sides.values())
        if name == "lake":
            cells = np.argwhere(self.scene.lake_cells())[:, ::-1]
            return float(np.hypot(*((cells + 0.5) * UNIT - (x, z)).T).min()) if len(cells) else None
        bodies = self.scene.bodies[[placed.name == name for placed in self.scene.landmarks]]
        return float(clearances(bodies, np.array([[x, z]]))[0]) if len(bodies) else None

    def centre(self, name: str) -> tuple[float, float] | None:
        """The middle of a landmark; None if there is none of this kind."""
        return next(((p.x, p.z) for p in self.scene.landmarks if p.name == name), None)

    def room(self, place: ArrayLike) -> str:
        """Fields have no rooms."""
        return ""

    def deeds(self) -> list[DeedNames]:
        """Nothing is manipulated in fields."""
        return []

    def held(self) -> frozenset[str]:
        """Nothing is held in fields."""
        return frozenset()
