"""What a method of the tables is: how it runs, what it can do, which trained parts it needs; and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sightline.agent.agent import Goals
from sightline.corpus.examples import Example
from sightline.evaluation.goals_in_turn import Look
from sightline.geometry.types import Array, Floats
from sightline.world import World

if TYPE_CHECKING:
    from sightline.evaluation.methods import Runner


@dataclass
class Outcome:
    """What a method did in N worlds."""

    pose: Floats | None = None  # (N, 3) where the agents ended; None when the method does not act
    metrics: dict[str, Array] | None = None  # of the worlds then
    goal: Floats | None = None  # (N, 2) the places that it predicted, or (N, 3) points; None when it does not predict any
    goal_distance: Floats | None = None  # (N,) from there to the true ones
    sure: Floats | None = None  # (N,) how likely it says each of them is right; None when it does not say
    path: Floats | None = None  # (T + 1, N, 3) the poses that it went through; None when it does not act
    found: Floats | None = None  # (N, 2) where it believed the goals to be in the end, having looked again on the way


@dataclass(frozen=True)
class Method:
    """How a method runs, whether it acts and predicts goals, and which trained parts it needs."""

    run: Callable[[Runner, World, Sequence[Example]], Outcome]
    acts: bool = True
    predicts: bool = False
    parts: tuple[str, ...] = ()
    in_turn: tuple[str, ...] | None = None  # the parts it needs where goals come in turn, if these are others
    look: Callable[[Runner], Look] | None = None  # how it predicts goals there, one after the other
    weights: str = ""  # the method whose weights it uses, where that has another name
    table: str = ""  # the only one that it belongs in; empty: any


def acted(world: World, path: Floats, goals: Goals | None = None) -> Outcome:
    """The outcome of worlds in which a method has acted."""
    outcome = Outcome() if goals is None else predicted(world, goals.places, goals.sure)
    outcome.pose, outcome.metrics, outcome.path = world.pose.copy(), world.metrics(), path
    return outcome


def predicted(world: World, places: Floats, sure: Floats | None = None) -> Outcome:
    """The outcome of a method that has only looked."""
    return Outcome(goal=places, goal_distance=world.distances(places), sure=sure)
