"""Following an instruction: look, say where the goal is and how sure, wait for a yes, go the way, look again.

One loop for commands, the browser and evaluation. Whoever shows it to people calls look() and shows the goals, may correct
them, and goes on with steps() when the answer is yes; `follow` does it all for those who need no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sightline.agent.agent import Agent, Goals, Walker
from sightline.agent.rollout import until_over
from sightline.geometry import distance
from sightline.geometry.types import Bools, Floats, Ints
from sightline.world import Step, World

PASSED = 0.6  # a place is passed within this share of what is near in a world
UNSURE = 0.6  # a goal that is less likely right is looked for again on the way
FAR = 4.0  # and so is one that is farther away than so many times what is near
HURRY, TURNS = 1.1, 8  # actions that a goal straight ahead takes: so many times the least, and some for turning
LOOKS = 3  # looks around for one goal, at most
LOST = 0.3  # who is less sure after that does not know where the goal is


@dataclass(frozen=True)
class Outcome:
    """How following an instruction has gone so far."""

    steps: int  # actions, Stop included
    stopped: bool  # the agent said so; otherwise it ran out of actions, or is still on its way
    end: Floats  # (3,) where it stands
    off: float  # in a straight line from the place that it aimed at
    in_sight: bool  # whether it saw its goal; otherwise it aimed at where it stood
    metrics: dict[str, float]  # of the world
    looks: int = 1  # around for the goal
    sure: float = 1.0  # how likely the goal is right, as far as it can tell after the last look

    @property
    def lost(self) -> bool:
        """Whether it has looked again and still does not know where the goal is."""
        return self.looks > 1 and self.sure < LOST


class Following:
    """An agent that follows one instruction in each of N worlds."""

    def __init__(self, agent: Agent, world: World):
        self.agent, self.world = agent, world
        self.goals: Goals | None = None  # where it believes that the instructions lead
        self.path: list[Floats] = [world.pose.copy()]  # poses (N, 3), before the first step and after each
        self.actions: list[Ints] = []  # (N,) for each step; worlds that are over refuse theirs
        self.done: list[Step] = []  # what each step did
        self.looks: Ints = np.ones(len(world), dtype=np.int64)
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
        """Go there, past the places to pass; the poses (N, 3) after every step."""
        goals = self.goals or self.look()
        world, kind = self.world, self.agent.kind
        walker = Walker(kind, self.agent.action_model, len(world))
        legs = Legs([goals.way(n) for n in range(len(world))], world.pose, self._beyond)
        seen_from = world.pose.copy()
        stop = world.actions.index("stop")
        for _ in until_over(world):
            walker.begin_anew(legs.move_on(distance(world.pose, legs.targets) <= PASSED * kind.near))
            walker.begin_anew(legs.skip(self._late(goals)))
            again = np.flatnonzero(self._to_look_again(goals, legs, seen_from))
            if len(again):
                goals = self.goals = self._look_again(goals, again)
                seen_from[again] = world.pose[again]
                legs.aim(again, goals.places, world.pose)
                walker.begin_anew(np.isin(np.arange(len(world)), again))
            actions = walker.act(world, legs.targets, goals.in_sight | ~legs.last)
            while (arrived := legs.move_on(actions == stop)).any():  # no closer to a place to pass: on to the next
                others = walker.act_anew(arrived, world, legs.targets, goals.in_sight | ~legs.last)
                actions = np.where(arrived, others, actions)
            self.actions.append(actions)
            self.done.append(world.step(self.actions[-1]))
            self.path.append(world.pose.copy())
            yield self.path[-1]

    def _late(self, goals: Goals) -> Bools:
        """(N,) who has only just time to reach its goal, straight on: where it ends matters more than how it goes there."""
        stride = np.max([step.moved for step in self.done], axis=0) if self.done else np.zeros(len(self.world))
        needed = HURRY * distance(self.world.pose, goals.places) / np.maximum(stride, 1e-9) + TURNS
        late: Bools = (stride > 0) & (self.world.horizon - self.world.taken <= needed)
        return late

    def _beyond(self, before: Floats, place: Floats) -> Floats:
        """A place (2,) as the action generator is told of it, coming from another: it stops short of its goals."""
        kind, away = self.agent.kind, place - before[:2]
        length = float(np.hypot(*away))
        if length < PASSED * kind.near:
            return place
        beyond: Floats = np.clip(place + away * (self.agent.action_model.config.stops_short / length), *kind.view.bounds)
        return beyond

    def _to_look_again(self, goals: Goals, legs: Legs, seen_from: Floats) -> Bools:
        """(N,) who looks around once more: half of the way to a goal that was far away, or of which it was not sure."""
        if not goals.ways or not self.agent.goal_model.looks_again:  # what somebody has corrected is not looked for
            return np.zeros(len(self.world), bool)
        whole, left = distance(seen_from, goals.places), distance(self.world.pose, goals.places)
        doubtful = (goals.sure < UNSURE) | (whole > FAR * self.agent.kind.near)
        return doubtful & (left < whole / 2) & legs.last & (self.looks < LOOKS) & ~self.world.over

    def _look_again(self, goals: Goals, again: Ints) -> Goals:
        """Goals with those at `again` as they look from here, where the agent is as sure of them as before."""
        self.looks[again] += 1
        seen = self.agent.locate(self.world, again.tolist(), self.path[0][again])
        places, in_sight, sure = goals.places.copy(), goals.in_sight.copy(), goals.sure.copy()
        surer = seen.sure >= goals.sure[again]
        better = again[surer]
        places[better], in_sight[better], sure[better] = seen.places[surer], seen.in_sight[surer], seen.sure[surer]
        return Goals(goals.probabilities, places, in_sight, sure, goals.ways)

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
        return Outcome(
            self._count(n), bool(world.stopped[n]), world.pose[n].copy(), off, bool(goals.in_sight[n]), metrics,
            int(self.looks[n]), float(goals.sure[n]),
        )  # fmt: skip

    def _count(self, n: int) -> int:
        """Steps that world n has taken since this began."""
        return int(self.world.taken[n] + self.world.stopped[n] - self._before[n])


class Legs:
    """Which place of its way each of N agents goes to now; at the end of it, a little `beyond` the place."""

    def __init__(self, ways: list[Floats], poses: Floats, beyond: Callable[[Floats, Floats], Floats]):
        self.beyond = beyond
        self.ways = [self._stretched(way, pose) for way, pose in zip(ways, poses, strict=True)]
        self.next: Ints = np.zeros(len(ways), dtype=np.int64)

    @property
    def last(self) -> Bools:
        """(N,) who goes to the end of its way."""
        return np.array([n == len(way) - 1 for n, way in zip(self.next, self.ways, strict=True)], dtype=bool)

    @property
    def targets(self) -> Floats:
        """(N, 2) where everybody goes now."""
        return np.array([way[n] for n, way in zip(self.next, self.ways, strict=True)])

    def move_on(self, arrived: Bools) -> Bools:
        """(N,) who, among those that have arrived at a place, goes on to the next: all who are not at the end."""
        going_on = arrived & ~self.last
        self.next += going_on
        return going_on

    def skip(self, who: Bools) -> Bools:
        """(N,) who, among some, passes no more places and goes to the end of its way instead."""
        skipping = who & ~self.last
        self.next = np.where(skipping, [len(way) - 1 for way in self.ways], self.next)
        return skipping

    def aim(self, which: Ints, places: Floats, poses: Floats) -> None:
        """Some (who pass no more places) have other goals: places (N, 2) and poses (N, 3) are those of all."""
        for n in which:
            self.ways[n] = self._stretched(places[n : n + 1], poses[n])
            self.next[n] = 0

    def _stretched(self, way: Floats, pose: Floats) -> Floats:
        before = way[-2] if len(way) > 1 else pose
        return np.concatenate([way[:-1], self.beyond(before, way[-1])[None]])


def follow(agent: Agent, world: World, goals: Goals | None = None) -> Following:
    """Look (unless the goals are known) and go, in every world."""
    following = Following(agent, world)
    following.goals = goals
    following.finish()
    return following
