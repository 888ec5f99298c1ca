"""The journey: the one loop from words to deeds. A seer names aims, legs reach them, the world says what happened.

Commands, pages, figures and evaluation all use it. `finish` runs it to the end. An interface that asks a person first calls
`look`, shows the new aims, may replace (`aim`), `skip` or `stop` them, and goes on with `step`. Without a seer the legs act
on their own, as the baselines do that map what they see straight to actions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from sightline.agent.aim import Aim, Done, Ended, Event, Legs, Seer
from sightline.agent.look import Look, chunks
from sightline.errors import InputError
from sightline.geometry import distance
from sightline.geometry.types import Floats, Ints
from sightline.world import Kind, Step, World

LOOK_BATCH = 64  # panoramas that a seer looks at together
AIMS = 16  # of one instruction, at most
LOOKS = 2  # more looks at one aim, at most
LOST_BELOW = 0.3  # confidence below which an agent that has looked again does not know where its goal is
PASSED = 0.6  # a waypoint is passed within this share of what is near in the world
HURRY, TURN_ACTIONS = 1.1, 8  # actions needed for a goal: 1.1 x those of the straight line, plus 8 for turning
VAIN = 6  # times in a row that the same aim may be given up
SAME_AIM = 0.5  # metres between two aims that count as the same
UNWANTED, NO_TIME = "it was not wanted", "there was no time left for it"


@dataclass
class Course:
    """How far one agent has come with its instruction."""

    limit: int = AIMS  # aims
    aim: Aim | None = None
    held: Aim | None = None  # the aim that it is about to look at again
    looks: int = 0  # more looks at this aim
    ended: list[Ended] = field(default_factory=list)
    finished: bool = False  # nothing is left to do

    @property
    def done(self) -> list[Done]:
        """What the seer gets about the aims that are over; where the agent only searched is no goal."""
        return [ended.done for ended in self.ended if not ended.aim.searching]

    def end(self, event: Event) -> None:
        """The aim is reached or given up."""
        assert self.aim is not None
        self.ended.append(Ended(self.aim, event.interaction, event.failed, self.looks))
        self.aim, self.held, self.looks = None, None, 0

    def begin(self, aim: Aim | None) -> None:
        """Start the next aim (None: finished)."""
        self.aim, self.held = aim, None
        self.finished = aim is None or len(self.ended) >= self.limit or self._in_vain(aim)

    def _in_vain(self, aim: Aim) -> bool:
        """Whether the same aim was given up as often as it may be, with nothing done since."""
        last = self.ended[-VAIN:]
        return len(last) == VAIN and all(e.failed and math.dist(e.aim.stand[:2], aim.stand[:2]) < SAME_AIM for e in last)


@dataclass(frozen=True)
class Outcome:
    """How a journey has gone so far in one world."""

    steps: int  # actions, Stop included
    stopped: bool  # the agent said stop; otherwise it ran out of actions, or is still on its way
    end: Floats  # (3,) its pose
    aim: Aim | None  # the last one; where waypoints are left, the one that they lead to
    metrics: dict[str, float]  # of the world
    looks: int = 1  # at the last aim
    over: bool = True

    @property
    def off(self) -> float:
        """Straight-line distance to the last aim."""
        return 0.0 if self.aim is None else float(distance(self.end, self.aim.place))

    @property
    def lost(self) -> bool:
        """Whether it has looked again and still does not know where its aim is."""
        return self.looks > 1 and self.aim is not None and self.aim.confidence < LOST_BELOW


class Journey:
    """Agents that follow one instruction in each of N worlds."""

    def __init__(
        self, kind: Kind, world: World, seer: Seer | None, legs: Legs | None, aims: int = AIMS, open_ended: bool = False
    ):
        """`aims` is how many aims there may be in each world.

        An `open_ended` journey waits where it has reached its last aim: somebody may give it another one.
        """
        self.kind, self.world, self.seer, self.legs, self.open_ended = kind, world, seer, legs, open_ended
        self.courses = [Course(aims) for _ in range(len(world))]
        self.path: list[Floats] = [world.pose.copy()]  # poses (N, 3), before the first step and after each
        self.actions: list[Ints] = []  # (N,) for each step; worlds that are over refuse theirs
        self.steps: list[Step] = []  # what each step did
        self._before = world.taken + world.stopped  # actions before this journey are not counted
        if legs is not None:
            world.horizon = legs.horizon(world)

    # Looking

    def look(self) -> list[int]:
        """Ask the seer for the next aim wherever there is none; the worlds that have a new one, or another look at theirs.

        An aim that is over at once (the agent stands there, or sees no way) is followed by the next.
        """
        idle = [n for n, course in enumerate(self.courses) if course.aim is None and self._going(n)]
        if self.seer is None or not idle:
            return []
        for n in idle:
            if (old := self.courses[n].held) is not None and old.fixed:
                self._begin(n, old)  # no model is asked about an aim that it did not predict
        channels = (*self.seer.channels, *(self.legs.channels if self.legs is not None else ()))
        for batch in chunks([n for n in idle if self.courses[n].aim is None and self._going(n)], LOOK_BATCH):
            look = Look(self.world, batch, self.path[0], tuple(dict.fromkeys(channels)))
            if self.legs is not None:
                self.legs.see(look)
            rows = list(range(len(batch)))
            while rows:
                asking = [batch[row] for row in rows]
                done = [self.courses[n].done for n in asking]
                held = [self.courses[n].held for n in asking]
                aims = self.seer.next(look.take(rows), done, held)
                for n, aim in zip(asking, aims, strict=True):
                    self._begin(n, aim)
                rows = [row for row in rows if self.courses[batch[row]].aim is None and self._going(batch[row])]
        return [n for n in idle if self._going(n)]

    def _begin(self, n: int, aim: Aim | None) -> None:
        course = self.courses[n]
        again = course.held is not None
        course.begin(aim)
        if aim is not None and aim.given_up:
            course.end(Event(True, failed=aim.given_up))
            course.finished = True
        if not course.finished:
            self._set_out(n, again)

    def _set_out(self, n: int, again: bool = False) -> None:
        course = self.courses[n]
        assert course.aim is not None
        last = course.ended[-1].aim if course.ended and not again else None
        origin = np.array(last.stand[:2]) if last is not None and last.waypoint else self.world.pose[n, :2]
        event = self.legs.set_out(n, course.aim, course.looks, origin) if self.legs is not None else None
        if event is not None:
            self._note(n, event)

    def _note(self, n: int, event: Event) -> None:
        """Act on what legs say of their aim."""
        course = self.courses[n]
        if event.over:
            course.end(event)
        else:
            searching = course.aim is not None and course.aim.searching
            course.held, course.aim, course.looks = course.aim, None, course.looks + (not searching)

    def upcoming(self, n: int) -> list[Aim]:
        """The aims of world n that are known already: its waypoints, if any, and the aim that they lead to."""
        course, aims = self.courses[n], [aim for aim in (self.courses[n].aim,) if aim is not None]
        while aims and aims[-1].waypoint and self.seer is not None:
            done = [*course.done, *(Ended(aim).done for aim in aims)]
            (following,) = self.seer.next(Look(self.world, [n]), [done], [None])
            if following is None:
                break
            aims.append(following)
        return aims

    # What a person may change before it goes on

    def aim(self, n: int, aim: Aim) -> None:
        """Give the agent of world n this aim instead of the one it has; InputError if it sees no way to it."""
        course = self.courses[n]
        old = course.aim, course.held, course.looks, course.finished
        ended = len(course.ended)
        course.begin(aim)
        course.finished = False  # a person may insist
        self._set_out(n)
        if len(course.ended) > ended:
            del course.ended[ended:]
            course.aim, course.held, course.looks, course.finished = old
            if course.aim is not None:
                self._set_out(n)
            raise InputError("The agent sees no way to do that, or has nothing to do for it.")

    def skip(self, n: int) -> None:
        """Drop the aim of world n and go on to the next."""
        self.courses[n].end(Event(True, failed=UNWANTED))

    def stop(self, n: int) -> None:
        """Do nothing more in world n."""
        self.courses[n].finished = True

    # Going

    def step(self, asking: bool = False) -> Floats | None:
        """One action in every world, after a look where that is needed; the poses (N, 3) after it.

        When `asking`, nothing is done (None) if an aim turns out to be reached and another follows: a person sees it first.
        An `open_ended` journey does nothing (None) where an aim turns out to be reached.
        """
        if self.legs is None:
            raise InputError("This agent cannot walk: it has no trained action generator, only a goal predictor.")
        before = self.world.pose.copy()
        actions = self.legs.act([None] * len(self.courses)) if self.seer is None else self._actions(self.legs, asking)
        if actions is None:
            return None
        step = self.world.step(actions)
        for n, event in self.legs.after(actions, before, step).items():
            if self.courses[n].aim is not None and not self.courses[n].finished:
                self._note(n, event)
        self.actions.append(np.array(actions))  # a copy: a policy may use its array again
        self.steps.append(step)
        self.path.append(self.world.pose.copy())
        return self.path[-1]

    def _actions(self, legs: Legs, asking: bool) -> Ints | None:
        """(N,) the next actions; an aim that legs have reached is followed by the next within the same step, or None."""
        self.look()
        self._pass_waypoints()
        self._look_again()
        stop = self.world.actions.index("stop")
        actions = legs.act(self._aims())
        while reached := [n for n in np.flatnonzero(actions == stop).tolist() if self._on_its_way(n)]:
            for n in reached:
                self.courses[n].end(Event(True))
            if self.open_ended:
                return None
            self.look()
            going_on = [n for n in reached if self._on_its_way(n)]
            if going_on and asking:
                return None
            if going_on:
                actions[going_on] = legs.act(self._aims(), going_on)[going_on]
        finished = [course.finished or course.aim is None for course in self.courses]
        return np.where(finished, stop, actions)

    def _aims(self) -> list[Aim | None]:
        """What to act for; None where nothing is left to do."""
        return [course.aim if self._going(n) else None for n, course in enumerate(self.courses)]

    def _pass_waypoints(self) -> None:
        """Go on from waypoints that are close enough, and from all where only just enough time is left for the goal."""
        passing = [n for n in self._with_waypoint() if self._is_passed(n)]
        for n in passing:
            self.courses[n].end(Event(True))
        if passing:
            self.look()
        for n in self._with_waypoint():
            if self._is_late(n):
                while (aim := self.courses[n].aim) is not None and aim.waypoint:
                    self.courses[n].end(Event(True, failed=NO_TIME))
                    self.look()

    def _with_waypoint(self) -> list[int]:
        return [n for n, course in enumerate(self.courses) if course.aim and course.aim.waypoint and self._going(n)]

    def _is_passed(self, n: int) -> bool:
        aim = self.courses[n].aim
        return aim is not None and bool(distance(self.world.pose[n], aim.stand) <= PASSED * self.kind.near)

    def _is_late(self, n: int) -> bool:
        """Whether so few actions are left that the agent must head straight for its goal."""
        stride = max((float(step.moved[n]) for step in self.steps), default=0.0)
        goal, world = self.upcoming(n)[-1], self.world
        needed = HURRY * distance(world.pose[n], goal.place) / max(stride, 1e-9) + TURN_ACTIONS
        return stride > 0 and bool(world.horizon[n] - world.taken[n] <= needed)

    def _look_again(self) -> None:
        """Look once more at aims that the seer doubts from here."""
        assert self.seer is not None
        doubtful = [
            n for n, course in enumerate(self.courses)
            if course.aim is not None and course.looks < LOOKS and not course.aim.fixed and self._going(n)
            and self.seer.doubts(course.aim, self.world.pose[n])
        ]  # fmt: skip
        for n in doubtful:
            self._note(n, Event(over=False))
        if doubtful:
            self.look()

    def finish(self) -> Floats:
        """Go on to the end; the poses (T + 1, N, 3) before the first step and after each."""
        for _ in until_over(self.world):
            self.step()
        return np.stack(self.path)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do anywhere."""
        return all(course.finished for course in self.courses)

    def forget(self) -> None:
        """Keep which aims are over and why, without maps, path and seer: a long conversation has many journeys behind it."""
        for course in self.courses:
            course.ended = [over._replace(aim=over.aim.without_map()) for over in course.ended]
        self.path, self.actions, self.steps = self.path[:1], [], []
        self.seer = self.legs = None

    # What came of it

    def trajectory(self, n: int = 0) -> Floats:
        """(T, 3) the poses of world n, until it was over."""
        return np.stack(self.path)[: self._count(n) + 1, n]

    def actions_of(self, n: int = 0) -> list[int]:
        """The actions of world n, until it was over."""
        return [int(actions[n]) for actions in self.actions[: self._count(n)]]

    def outcome(self, n: int = 0) -> Outcome:
        """How it has gone so far in world n."""
        course, world = self.courses[n], self.world
        metrics = {name: float(values[n]) for name, values in world.metrics().items()}
        again = course.ended[-1].looks if course.aim is None and course.ended else course.looks
        stopped, over = bool(world.stopped[n]), bool(world.over[n])
        return Outcome(self._count(n), stopped, world.pose[n].copy(), self.leads_to(n), metrics, 1 + again, over)

    def leads_to(self, n: int = 0) -> Aim | None:
        """The aim of world n, or the one that its waypoints lead to; the last one when it is over."""
        upcoming = self.upcoming(n)
        return upcoming[-1] if upcoming else self.last_aim(n)

    def last_aim(self, n: int = 0) -> Aim | None:
        """The aim of world n, or the last one that it had."""
        course = self.courses[n]
        return course.aim or course.held or (course.ended[-1].aim if course.ended else None)

    def _count(self, n: int) -> int:
        """Actions that world n has taken on this journey."""
        return int(self.world.taken[n] + self.world.stopped[n] - self._before[n])

    def _going(self, n: int) -> bool:
        return not self.courses[n].finished and not self.world.over[n]

    def _on_its_way(self, n: int) -> bool:
        return self._going(n) and self.courses[n].aim is not None


def next_goals(seer: Seer, look: Look, done: Sequence[Sequence[Done]]) -> list[Aim | None]:
    """The next aim in each world of a look that is no waypoint; None where everything is done."""
    before = [list(ended) for ended in done]
    aims = seer.next(look, before, [None] * len(look))
    while any(aim is not None and aim.waypoint for aim in aims):
        for ended, aim in zip(before, aims, strict=True):
            if aim is not None and aim.waypoint:
                ended.append(Done(aim.stand[0], aim.stand[1], False))
        aims = seer.next(look, before, [None] * len(look))
    return aims


def until_over(world: World) -> Iterator[int]:
    """Count the steps until all worlds are over; a world that goes on beyond its horizon is an error and not a hang."""
    most = int((world.horizon - world.taken).max(initial=0)) + 1
    for step in range(most):
        if world.over.all():
            return
        yield step
    if not world.over.all():
        raise InputError(f"After {most} steps, which is more than their horizons, worlds are not over: does step() count?")
