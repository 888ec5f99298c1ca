"""An aim is one goal of an instruction. A seer names aims, legs reach them; these are the protocols of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np

from sightline.agent.look import Look
from sightline.geometry.types import Floats, Ints
from sightline.world import Step, World

Point = tuple[float, float, float]  # x, y, z


class Done(NamedTuple):
    """What `Seer.next` gets about an aim that is over."""

    x: float
    z: float
    interaction: bool  # the agent reached for something, and the world did not refuse
    failed: str = ""  # why it was given up


def count_deeds(done: Sequence[Done]) -> int:
    """How many of the aims that are over were deeds."""
    return sum(over.interaction for over in done)


@dataclass(frozen=True, eq=False)
class Aim:
    """Where to stand, and what to reach for, if anything."""

    stand: tuple[float, ...]  # x, z, and the heading if it is known
    point: Point | None = None  # None: walking there is all
    confidence: float = 1.0  # calibrated probability that this aim is right
    map: Floats | None = None  # probabilities as the model drew them, over ground or cells; None: no model predicted it
    seen_from: Floats | None = None  # (3,) the pose of that look
    alternatives: tuple[Point, ...] = ()  # other points that seem to belong to the same object, likeliest first
    # False: no cell shows it. A walking aim is then the agent's own place; an interaction's point is a guess.
    in_sight: bool = True
    remembered: bool = False  # it was in sight from an earlier pose; from here there is no map of it
    reason: str = ""  # why it is the aim, for people, where no model predicted it: "to look for the well"
    waypoint: bool = False  # only a place to pass on the way to the next aim
    marked: bool = False  # by a model behind an address, which points without a map
    searching: bool = False  # only a place to look from, for what is not in view
    wanted: str = ""  # what is meant, in words
    kinds: frozenset[str] = frozenset()  # the kinds of thing that may be meant (Kind.thing_names); empty: nobody can tell
    match: float = 1.0  # how likely one of these is what the point shows
    given_up: str = ""  # why the seer gives the instruction up

    @property
    def target(self) -> tuple[float, ...]:
        """The point (x, y, z) to reach for if it is in sight; otherwise the place (x, z) to walk to."""
        return self.stand[:2] if self.point is None or not self.in_sight else self.point

    @property
    def place(self) -> Floats:
        """(2,) the target on the ground."""
        return np.array([self.target[0], self.target[-1]])

    @property
    def fixed(self) -> bool:
        """Whether no goal predictor may change it: it has no map, and was not remembered from one."""
        return self.map is None and not self.remembered and not self.searching

    def without_map(self) -> Aim:
        """The same, with an empty map if a model drew one."""
        return self if self.map is None else replace(self, map=np.empty(0))

    @property
    def given(self) -> bool:
        """Whether a person or a record named it, not a model."""
        return self.fixed and not self.marked


class Ended(NamedTuple):
    """An aim that is over."""

    aim: Aim
    interaction: bool = False  # the agent reached for something, and the world did not refuse
    failed: str = ""  # why the aim was given up; empty when it was reached
    looks: int = 0  # more looks at it after the first

    @property
    def done(self) -> Done:
        """What `Seer.next` gets about it."""
        return Done(self.aim.stand[0], self.aim.stand[1], self.interaction, self.failed)


class Seer(Protocol):
    """Names the aims of instructions, one after the other."""

    @property
    def channels(self) -> tuple[str, ...]: ...  # of a look that it needs

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """The next aim in each world of a look, after those that are done there; None where everything is done.

        `held` is the aim that the agent of a world has already and looks at again from a new pose, None for a new aim.
        """

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """Whether to look at an aim again from a pose (3,) on the way to it."""


class Event(NamedTuple):
    """What legs say of their aim."""

    over: bool  # reached, or given up; otherwise the aim needs another look
    interaction: bool = False
    failed: str = ""


REACHED, ACTED, LOOK_AGAIN = Event(True), Event(True, interaction=True), Event(False)


class Legs(Protocol):
    """Take the agents of N worlds to their aims."""

    @property
    def channels(self) -> tuple[str, ...]: ...  # of a look that they need

    def horizon(self, world: World) -> Ints:
        """(N,) actions after which episodes end, so that every aim has the time it may take."""

    def see(self, look: Look) -> None:
        """Learn from a look around."""

    def set_out(self, n: int, aim: Aim, looks: int, origin: Floats) -> Event | None:
        """The agent of world n has a new aim, or another look at the one it has (its `looks` count).

        `origin` (2,) is where the way to it begins. An event if the aim is over already, or cannot be reached.
        """

    def act(self, aims: Sequence[Aim | None], where: Sequence[int] | None = None) -> Ints:
        """(N,) the next actions; stop where an aim is reached. With `where`, only those worlds use their answer."""

    def after(self, actions: Ints, before: Floats, step: Step) -> dict[int, Event]:
        """What a step from poses (N, 3) has done for the aims, by world; worlds without an event go on."""
