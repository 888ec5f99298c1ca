"""Following an instruction: look, say where the goal is and how sure, wait for a yes, go, look again.

One loop for commands, the browser and evaluation. Whoever shows it to people calls look() and shows the goals, may correct
them, and goes on with steps() when the answer is yes; `follow` does it all for those who need no answer.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sightline.agent.agent import Agent, Goals, Walker
from sightline.geometry.types import Floats
from sightline.world import World


class Following:
    """An agent that follows one instruction in each of N worlds."""

    def __init__(self, agent: Agent, world: World):
        self.agent, self.world = agent, world
        self.goals: Goals | None = None  # where it believes that the instructions lead
        self.path: list[Floats] = [world.pose.copy()]  # poses (N, 3), before the first step and after each

    def look(self) -> Goals:
        """Look around from where the agents stand, and say where the goals are."""
        self.goals = self.agent.locate(self.world)
        return self.goals

    def aim(self, places: Floats) -> Goals:
        """Somebody knows better where the goals are: (N, 2)."""
        if self.goals is None:
            self.look()
        assert self.goals is not None
        self.goals = self.goals.aimed_at(places)
        return self.goals

    def steps(self) -> Iterator[Floats]:
        """Go there; the poses (N, 3) after every step."""
        goals = self.goals or self.look()
        walker = Walker(self.agent.kind, self.agent.action_model, len(self.world))
        while not self.world.over.all():
            self.world.step(walker.act(self.world, goals.places, goals.in_sight))
            self.path.append(self.world.pose.copy())
            yield self.path[-1]

    def finish(self) -> Floats:
        """Go there without stopping to show it; the poses (T, N, 3) of all steps so far."""
        for _ in self.steps():
            pass
        return np.stack(self.path)


def follow(agent: Agent, world: World, goals: Goals | None = None) -> Following:
    """Look (unless the goals are known) and go, in every world."""
    following = Following(agent, world)
    following.goals = goals
    following.finish()
    return following
