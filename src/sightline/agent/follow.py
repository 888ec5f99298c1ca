"""Following an instruction: look, say where the goal is and how sure, wait for a yes, go, look again.

One loop for commands, the browser and evaluation. Whoever shows it to people calls look() and shows the goals, may correct
them, and goes on with steps() when the answer is yes; `follow` does it all for those who need no answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sightline.agent.agent import Agent, Goals, Walker
from sightline.agent.rollout import until_over
from sightline.geometry import distance
from sightline.geometry.types import Floats, Ints
from sightline.world import Step, World


@dataclass(frozen=True)
class Outcome:
    """How following an instruction has gone so far."""

    steps: int  # actions, Stop included
    stopped: bool  # the agent said so; otherwise it ran out of actions, or is still on its way
    end: Floats  # (3,) where it stands
    off: float  # in a straight line from the place that it aimed at
    in_sight: bool  # whether it saw its goal; otherwise it aimed at where it stood
    metrics: dict[str, float]  # of the world


class Following:
    """An agent that follows one instruction in each of N worlds."""

    def __init__(self, agent: Agent, world: World):
        self.agent, self.world = agent, world
        self.goals: Goals | None = None  # where it believes that the instructions lead
        self.path: list[Floats] = [world.pose.copy()]  # poses (N, 3), before the first step and after each
        self.actions: list[Ints] = []  # (N,) for each step; worlds that are over refuse theirs
        self.done: list[Step] = []  # what each step did
        self._before = world.taken + world.stopped  # what was done before this began is not counted

    def look(self) -> Goals:
        """Look around from where the agents stand, and say where the goals are."""
        self.goals = self.agent.locate(self.world)
        return self.goals

    def aim(self, places: Floats) -> Goals:
        """Somebody knows better where the goals are: (N, 2)."""
        self.goals = (self.goals or self.look()).aimed_at(places)
        return self.goals

    def steps(self) -> Iterator[Floats]:
        """Go there; the poses (N, 3) after every step."""
        goals = self.goals or self.look()
        walker = Walker(self.agent.kind, self.agent.action_model, len(self.world))
        for _ in until_over(self.world):
            self.actions.append(walker.act(self.world, goals.places, goals.in_sight))
            self.done.append(self.world.step(self.actions[-1]))
            self.path.append(self.world.pose.copy())
            yield self.path[-1]

    def finish(self) -> Floats:
        """Go there without stopping to show it; the poses (T, N, 3) of all steps so far."""
        for _ in self.steps():
            pass
        return np.stack(self.path)

    def way(self, n: int = 0) -> Floats:
        """(T, 3) the poses of world n, until it was over."""
        return np.stack(self.path)[: self._count(n) + 1, n]

    def outcome(self, n: int = 0) -> Outcome:
        """How it has gone so far in world n."""
        goals, world = self.goals or self.look(), self.world
        metrics = {name: float(values[n]) for name, values in world.metrics().items()}
        off = float(distance(world.pose[n], goals.places[n]))
        return Outcome(self._count(n), bool(world.stopped[n]), world.pose[n].copy(), off, bool(goals.in_sight[n]), metrics)

    def _count(self, n: int) -> int:
        """Steps that world n has taken since this began."""
        return int(self.world.taken[n] + self.world.stopped[n] - self._before[n])


def follow(agent: Agent, world: World, goals: Goals | None = None) -> Following:
    """Look (unless the goals are known) and go, in every world."""
    following = Following(agent, world)
    following.goals = goals
    following.finish()
    return following
