"""Agents of the user's own in the tables: a class that is asked for actions, and for goals if it predicts any."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.agent.aim import Aim
from sightline.checks import checked_floats
from sightline.errors import InputError
from sightline.geometry.types import Array
from sightline.world import World

WATCHED = ("pose", "goal", "horizon", "taken", "over", "stopped")  # attributes of a world that an agent must not change


class OwnAgent:
    """Checks what an agent answers. `act(world)` gives actions (N,); `locate(world)`, if it is there, gives goals.

    Goals are places (N, 2), or points (N, 3) of the next goals in a world whose agents reach for things.
    """

    def __init__(self, agent_class: Any, name: str):
        if not isinstance(agent_class, type) or not callable(getattr(agent_class, "act", None)):
            raise InputError(f"{name}: is not an agent class; it needs act(world), which returns an action for every world.")
        self.name, self._class = name, agent_class
        self.predicts = callable(getattr(agent_class, "locate", None))
        self.restart()

    def restart(self) -> None:
        """A new instance, for a new run."""
        self._agent = self._class()

    def act(self, world: World) -> Array:
        """(N,) its next actions, as it gives them: the world checks them."""
        actions: Array = self._ask("act", world)
        return actions

    def aims(self, world: World, reaches: bool) -> list[Aim]:
        """Where it believes the goals of all worlds are."""
        size = 3 if reaches else 2
        goals = checked_floats(self._ask("locate", world), (len(world), size), f"{self.name}: what locate(world) gives")
        return [Aim((x, z), (x, *height, z) if height else None) for x, *height, z in goals.tolist()]

    def _ask(self, question: str, world: World) -> Any:
        """The agent may try things out in the worlds but must leave them as they were."""
        before = [getattr(world, part).copy() for part in WATCHED]
        answer = getattr(self._agent, question)(world)
        if not all(np.array_equal(getattr(world, part), old) for part, old in zip(WATCHED, before, strict=True)):
            raise InputError(f"{self.name}: {question}(world) has changed the worlds; it may only look at them.")
        return answer
