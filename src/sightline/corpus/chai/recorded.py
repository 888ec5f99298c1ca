"""The goals of what somebody did in a house: an interaction for each manipulation, doorways, and where they ended."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sightline.chai import ChaiWorld, Episode
from sightline.chai.dynamics import INTERACT
from sightline.chai.pointing import pointed_at
from sightline.chai.routes import room_at
from sightline.corpus.chai.follower import doorway_goal, final_goal
from sightline.world import INTERACTION, Goal


def recorded_goals(episode: Episode, instructions: Sequence[Sequence[int]]) -> list[tuple[Goal, ...]]:
    """The goals of each instruction, from the actions that were taken for each, one after another, in an episode's house."""
    world = ChaiWorld(horizon=10**9, threads=1)
    world.reset([episode])
    rooms, goals_of_all = world.houses.estate.rooms[0], []
    for actions in instructions:
        goals: list[Goal] = []
        for action in actions:
            before, done = _rounded(world), len(world.done[0])
            point = pointed_at(world, action - INTERACT) if action >= INTERACT else None
            world.step(np.array([action]))
            after = _rounded(world)
            if len(world.done[0]) > done:
                goals.append(Goal(INTERACTION, before, point, episode.spell(world.done[0][-1])))
            elif room_at(rooms, *before[:2]) != room_at(rooms, *after[:2]):
                goals.append(doorway_goal(after))
        goals_of_all.append((*goals, *final_goal(goals, _rounded(world))))
    return goals_of_all


def _rounded(world: ChaiWorld) -> tuple[float, float, float]:
    """The agent's pose, as records have it."""
    x, z, heading = world.pose[0].tolist()
    return round(x, 3), round(z, 3), round(heading, 3) % 360
