"""Seers and legs that do as a test says, and remember what they were asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from sightline.agent.aim import Aim, Done, Event
from sightline.agent.look import Look
from sightline.agent.seers import GoalSeer
from sightline.geometry.types import Floats, Ints
from sightline.lani import Episode, LaniWorld, Scene
from sightline.world import Step, World, kind_of

LANI = kind_of("lani")
START = (25.0, 10.0, 0.0)  # looking north
FORWARD, RIGHT, STOP = 0, 1, 3


def empty_field(*goals: tuple[float, float]) -> LaniWorld:
    """Empty fields with a goal each."""
    world = LaniWorld()
    world.reset([Episode(Scene(()), START, goal, "go on .") for goal in goals])
    return world


def seen(x: float, z: float, confidence: float = 1.0, **more: Any) -> Aim:
    """An aim as a model predicts it."""
    return Aim((x, z), confidence=confidence, map=np.ones(1), seen_from=np.array(START), **more)


@dataclass
class ScriptedSeer:
    """Names the aims of each world in order, or asks `answer`; doubts what `doubtful` says."""

    aims: Sequence[Sequence[Aim]] = ()
    answer: Callable[[int, Sequence[Done], Aim | None], Aim | None] | None = None
    doubtful: Callable[[Aim, Floats], bool] = lambda aim, pose: False
    channels: tuple[str, ...] = ("rgb",)
    asked: list[tuple[list[int], list[list[Done]], list[Aim | None]]] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        self.asked.append((look.which.tolist(), [list(before) for before in done], list(held)))
        self.looks.append(look)
        answer = self.answer or (lambda n, before, _: [*self.aims[n], None][min(len(before), len(self.aims[n]))])
        return [answer(n, before, old) for n, before, old in zip(look.which.tolist(), done, held, strict=True)]

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        return self.doubtful(aim, pose)


@dataclass
class ScriptedLegs:
    """Take the same action in every world, or what `choose` says; events come from `at_once` and `events`."""

    world: World
    choose: Callable[[int, Aim | None], int] = lambda n, aim: FORWARD
    at_once: Callable[[int, Aim], Event | None] = lambda n, aim: None
    events: Callable[[int, int], Event | None] = lambda n, step: None  # of a world, after a step
    channels: tuple[str, ...] = ("depth", "rgb")
    set_outs: list[tuple[int, Aim, int, list[float]]] = field(default_factory=list)
    acted: list[tuple[list[Aim | None], list[int] | None]] = field(default_factory=list)
    steps: int = 0
    saw: list[Look] = field(default_factory=list)

    def horizon(self, world: World) -> Ints:
        return np.full(len(world), 30)

    def see(self, look: Look) -> None:
        self.saw.append(look)

    def set_out(self, n: int, aim: Aim, looks: int, origin: Floats) -> Event | None:
        self.set_outs.append((n, aim, looks, origin.tolist()))
        return self.at_once(n, aim)

    def act(self, aims: Sequence[Aim | None], where: Sequence[int] | None = None) -> Ints:
        self.acted.append((list(aims), None if where is None else list(where)))
        return np.array([self.choose(n, aim) for n, aim in enumerate(aims)])

    def after(self, actions: Ints, before: Floats, step: Step) -> dict[int, Event]:
        self.steps += 1
        events = {n: self.events(n, self.steps) for n in range(len(self.world))}
        return {n: event for n, event in events.items() if event is not None}


class PlannedSeer(GoalSeer):
    """Our seer for fields with another model behind it: at each look it says the next of some plans, to every world."""

    def __init__(self, *plans: tuple[Sequence[tuple[float, float]], float], looks_again: bool = True):
        """A plan is a way, whose last place is the goal, and how sure that is."""
        super().__init__(SimpleNamespace(kind=LANI, model=SimpleNamespace(looks_again=looks_again)))  # type: ignore[arg-type]
        self.script, self.looks = plans, list[Look]()

    def _see(self, look: Look) -> list[list[Aim]]:
        way, sure = self.script[min(len(self.looks), len(self.script) - 1)]
        self.looks.append(look)
        return [
            [
                *(Aim(place, seen_from=pose, waypoint=True) for place in way[:-1]),
                Aim(way[-1], None, sure, np.ones(1), pose),
            ]
            for pose in look.poses
        ]
