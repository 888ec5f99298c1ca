"""Demonstrations goal by goal: the moments before each goal, and those after the last one.

Models that predict one goal at a time learn from these moments (paper: "a separate example for each intermediate goal").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np

from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.world import INTERACTION, NAVIGATION, Goal, SavedState, World, kind_of

ACTIONS = 24  # per goal, approximately
REACHED = 0.25  # share of `near`: within this distance of a place to pass, it counts as passed


class Stage(NamedTuple):
    """The moment before a goal of an example, or after all of them."""

    example: Example
    done: int  # number of goals already reached
    pose: Floats  # (3,) of the agent

    @property
    def goal(self) -> Goal | None:
        """The next goal; None if all are reached."""
        return self.example.goals[self.done] if self.done < len(self.example.goals) else None

    @property
    def before(self) -> tuple[Goal, ...]:
        """The goals already reached."""
        return self.example.goals[: self.done]

    @property
    def reaches(self) -> bool:
        """Whether the next goal is an interaction."""
        return self.goal is not None and self.goal.kind == INTERACTION

    @property
    def point(self) -> tuple[float, float, float]:
        """The point of the next goal."""
        assert self.goal is not None
        return self.goal.at

    @property
    def episode(self) -> Any:
        """An episode with the next goal as its only one, from the agent's pose."""
        assert self.goal is not None
        p, (x, z, heading), end = self.example.paragraph, self.pose.tolist(), self.goal.stand[:2]
        text = self.example.segment.instruction
        start = x, z, heading
        return self.example.kind.episode(p.scene, start, (self.goal,), (end[0], end[1]), text, p.seed, start, ())


def stages_of(
    paragraphs: Sequence[Paragraph], again: float = 0.0, random: Random | None = None
) -> tuple[list[Stage], SavedState]:
    """The stages of all instructions of these paragraphs, and the saved state of as many worlds, each at its stage.

    Besides the moments before each goal there are about `again` times as many moments on the way to it.
    """
    kind = kind_of(paragraphs[0].world)
    world = kind.make(horizon=10**9)
    world.reset([Example(paragraph, 0).episode for paragraph in paragraphs])
    replays = [_Replay(paragraph, kind.read_actions, REACHED * kind.near) for paragraph in paragraphs]
    stop = world.actions.index("stop")
    stages: list[Stage] = []
    states: list[SavedState] = []

    def note() -> None:
        """Keep the new stages."""
        which = [n for n, replay in enumerate(replays) for _ in replay.come]
        if which:
            stages.extend(Stage(e, done, world.pose[n].copy()) for n, r in enumerate(replays) for e, done in r.come)
            states.append(_save(world, which))

    note()
    while any(replay.left for replay in replays):
        actions = [replay.left.pop() if replay.left else stop for replay in replays]
        over = [not replay.left and replay.ended for replay in replays]
        world.step(actions)
        for n, replay in enumerate(replays):
            replay.come = [] if over[n] else replay.after(world.pose[n], bool(kind.is_interaction(actions[n])))
            if random is not None and replay.left and not replay.come and random.random() < again / ACTIONS:
                replay.come = [(replay.example, replay.done)]
        note()
    return stages, _joined(states)


def each_goal(
    paragraphs: Sequence[Paragraph], chosen: Callable[[Example], bool] = lambda example: True
) -> tuple[list[Stage], SavedState]:
    """The stages before the goals of chosen examples, and as many worlds, each with that goal as the only one."""
    return _begun(paragraphs, lambda stage: stage.goal is not None and chosen(stage.example), lambda stage: stage.episode)


def each_start(
    paragraphs: Sequence[Paragraph], chosen: Callable[[Example], bool] = lambda example: True
) -> tuple[list[Stage], SavedState]:
    """The first stages of chosen examples, and as many worlds."""
    return _begun(paragraphs, lambda stage: stage.done == 0 and chosen(stage.example), lambda stage: stage.example.episode)


def _begun(
    paragraphs: Sequence[Paragraph], chosen: Callable[[Stage], bool], episode_of: Callable[[Stage], Any]
) -> tuple[list[Stage], SavedState]:
    """Chosen stages of paragraphs, and worlds at the start of their episodes; these need no replay."""
    kind = kind_of(paragraphs[0].world)
    stages, state = stages_of(paragraphs)
    rows = [k for k, stage in enumerate(stages) if chosen(stage)]
    if not rows:
        raise InputError("There are no examples: no instruction of these paragraphs is of the kind that was asked for.")
    state = rows_of(state, rows)
    state["episodes"] = [kind.settled(episode) for episode in state["episodes"]]
    world = kind.make()
    world.restore(state)
    world.proceed([kind.settled(episode_of(stages[k])) for k in rows])
    return [stages[k] for k in rows], world.save()


@dataclass
class _Replay:
    """The progress of a paragraph's demonstration."""

    paragraph: Paragraph
    read: Callable[[str], list[int]]  # parses its actions
    reached: float

    def __post_init__(self) -> None:
        self.k, self.ended = -1, False
        self.come: list[tuple[Example, int]] = []
        self.left: list[int] = []  # remaining actions of this instruction, the last one first
        self._next()

    def _next(self) -> None:
        """Move on to the next instruction that has actions."""
        while not self.left and not self.ended:
            self.k += 1
            if self.k == len(self.paragraph.segments):
                self.ended = True
                return
            self.example, self.done = Example(self.paragraph, self.k), 0
            self.come.append((self.example, 0))
            self.left = self.read(self.example.segment.actions)[::-1]
            if not self.left:
                self.come.append((self.example, len(self.example.goals)))

    def after(self, pose: Floats, acted: bool) -> list[tuple[Example, int]]:
        """The stages that follow an action; `acted`: it was an interaction."""
        self.come = []
        goals, before = self.example.goals, self.done
        last = len(goals) - 1
        while self.done < last or (self.done == last and goals[last].kind == INTERACTION):
            goal = goals[self.done]
            # Whoever did the next deed has come past the places before it, even if not close to each of them.
            if not (acted or (goal.kind == NAVIGATION and distance(pose, goal.stand) <= self.reached)):
                break
            acted = acted and goal.kind == NAVIGATION
            self.done += 1
        if before < self.done <= last:
            self.come.append((self.example, self.done))
        if not self.left:
            if self.done < last:
                raise InputError(
                    f"{self.example.name}: its demonstration does not reach goal {self.done + 1} of {last + 1}."
                )
            self.come.append((self.example, last + 1))
            self._next()
        return self.come


def elsewhere(state: SavedState, rows: Sequence[int], poses: Sequence[Floats]) -> SavedState:
    """A saved state, extended by copies of these worlds with their agents at other poses."""
    both = rows_of(state, [*range(len(state["pose"])), *rows])
    both["pose"][len(state["pose"]) :] = np.reshape(poses, (-1, 3))
    return both


def _save(world: World, which: Sequence[int]) -> SavedState:
    """The state of worlds at these indices, which may repeat."""
    once = sorted(set(which))
    return rows_of(world.save(once), [once.index(n) for n in which])


def rows_of(state: SavedState, rows: Sequence[int]) -> SavedState:
    """These worlds of a saved state, in this order."""
    return {name: _take(entry, rows) for name, entry in state.items()}


def _take(entry: Any, rows: Sequence[int]) -> Any:
    if isinstance(entry, np.ndarray):
        return entry[np.asarray(rows, np.int64)]
    return [entry[row] for row in rows] if isinstance(entry, list) else entry


def _joined(states: Sequence[SavedState]) -> SavedState:
    """Concatenate several saved states of one kind of world."""
    first = states[0]
    return {name: _join([state[name] for state in states]) for name in first}


def _join(entries: list[Any]) -> Any:
    if isinstance(entries[0], np.ndarray):
        return np.concatenate(entries)
    return [row for entry in entries for row in entry] if isinstance(entries[0], list) else entries[0]
