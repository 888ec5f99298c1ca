"""What became of a method in N worlds: where it ended, and what it aimed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sightline.agent.aim import Aim
from sightline.agent.journey import Journey
from sightline.chat.config import ModelInfo
from sightline.chat.usage import Usage
from sightline.geometry.types import Array, Floats


class ActionTrace(NamedTuple):
    """Everything that replays one episode, and where it led."""

    actions: str  # in the spelling of the world's kind, without stop
    stopped: bool  # whether stop came after them
    horizon: int  # actions other than stop that the episode allowed
    pose: tuple[float, float, float]  # x, z, heading in the end


@dataclass
class MethodOutcome:
    """What a method did and predicted in N worlds."""

    pose: Floats | None = None  # (N, 3) where the agents ended; None when the method does not act
    metrics: dict[str, Array] | None = None  # of the worlds then
    path: Floats | None = None  # (T + 1, N, 3) the poses that they went through
    traces: list[ActionTrace] | None = None  # the actions of each episode
    aims: Sequence[Aim | None] | None = None  # the goals that it predicted at first; None when it predicts none
    goal_distance: Floats | None = None  # (N,) from these to the true ones
    usage: Sequence[Usage] | None = None  # what a model behind an address has cost in each world
    model: ModelInfo | None = None  # which one, and how it was asked
    last_aims: Sequence[Aim | None] | None = None  # the goals that it had in the end, after looking again on the way

    @cached_property
    def confidence(self) -> Floats | None:
        """(N,) how likely it says each goal is right; None when it does not say."""
        if self.aims is None or all(aim is not None and aim.fixed for aim in self.aims):
            return None
        return np.array([1.0 if aim is None else aim.confidence for aim in self.aims])


def traces_of(journey: Journey) -> list[ActionTrace]:
    """The actions of every world of a journey that is over, and where they led."""
    world, spell = journey.world, journey.kind.spell_actions
    return [
        ActionTrace(spell(journey.actions_of(n)), bool(world.stopped[n]), int(world.horizon[n]), (x, z, heading))
        for n, (x, z, heading) in enumerate(world.pose.tolist())
    ]
