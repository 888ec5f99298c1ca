"""Agents of somebody's own in the tables: a class that is asked for actions, and for goals if it knows any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sightline.agent.in_turn import Found
from sightline.agent.rollout import run
from sightline.checks import checked_floats
from sightline.corpus.examples import Example
from sightline.corpus.stages import Stage
from sightline.errors import InputError
from sightline.evaluation.goals_in_turn import Look
from sightline.evaluation.method import Method, Outcome, acted, predicted
from sightline.world import World

if TYPE_CHECKING:
    from sightline.evaluation.methods import Runner

WATCHED = ("pose", "goal", "horizon", "taken", "over", "stopped")  # of worlds: what an agent of somebody's may not change


def own_agent(agent_class: Any, name: str) -> Method:
    """A class of the user's: `act(world)` gives the actions (N,), and `locate(world)`, if it has one, where the goals are.

    These are places (N, 2), or where goals come in turn points (N, 3) of the next ones.
    """
    if not isinstance(agent_class, type) or not callable(getattr(agent_class, "act", None)):
        raise InputError(f"{name}: is no agent, which is a class with act(world) that returns one action for every world.")
    predicts = callable(getattr(agent_class, "locate", None))

    def ask(agent: Any, question: str, world: World) -> Any:
        """What the agent answers, which may try things out in the worlds but must leave them as they were."""
        before = [getattr(world, part).copy() for part in WATCHED]
        answer = getattr(agent, question)(world)
        if not all(np.array_equal(getattr(world, part), old) for part, old in zip(WATCHED, before, strict=True)):
            raise InputError(f"{name}: {question}(world) has changed the worlds; it may only look at them.")
        return answer

    def goals(agent: Any, world: World, size: int) -> Any:
        return checked_floats(ask(agent, "locate", world), (len(world), size), f"{name}: what locate(world) gives")

    def play(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        agent, before = agent_class(), Outcome()
        if predicts and not runner.kind.in_turn:
            before = predicted(world, goals(agent, world, 2))
        outcome = acted(world, run(world, lambda world: ask(agent, "act", world)))
        outcome.goal, outcome.goal_distance = before.goal, before.goal_distance
        return outcome

    def look(runner: Runner) -> Look:
        def see(world: World, stages: Sequence[Stage]) -> Found:
            points = goals(agent_class(), world, 3)
            return Found(points, np.ones(len(points), bool))

        return see

    return Method(play, predicts=predicts, look=look)
