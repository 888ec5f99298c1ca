"""A plan of steps as a seer: each step's words go to a seer of their own, or its aims are known already.

The journey does not know about plans: it asks for the next aim. When a step's seer says that everything is done, the next
step begins, from where the agent stands then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sightline.agent.aim import Aim, Done, Ended, Seer
from sightline.agent.look import Look
from sightline.geometry.types import Floats
from sightline.language.reading import PlanStep, Reader

NOTHING_TO_DO = "it saw nothing to do for that"
NOT_BEGUN = "it did not get to that"
NOTHING_DONE = "it reached for nothing there"
DEEDS = ("open", "close", "turn on", "turn off", "take", "put", "bring")  # verbs of steps that are done by hand


@dataclass(frozen=True)
class Planned:
    """A step, ready to be carried out."""

    step: PlanStep
    words: str  # for the seer
    aims: tuple[Aim, ...] | None = None  # None: a seer finds them
    seer: Seer | None = None  # of this step only; None: one that reads the words
    why: Callable[[], str] | None = None  # once it is over: why it was not done; empty if it was
    # (world, aim): why an aim of the seer is not what was asked for; empty if it may be
    objection: Callable[[int, Aim], str] | None = None


def as_planned(reader: Reader, words: str) -> list[Planned]:
    """The steps of words that stand alone; one step, with the words as they are, where the reader sees no more than one."""
    steps = reader.read(words).steps
    if len(steps) < 2:
        return [Planned(PlanStep(words), words)]
    return [Planned(step, step.words) for step in steps]


@dataclass
class OnceBegun:
    """A seer of one aim that depends on where its step begins: "three steps north" from there."""

    aim: Callable[[], Aim]
    channels: tuple[str, ...] = ()

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """The aim, until it is over."""
        return [None if done[0] else held[0] or self.aim()]

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """It never looks again."""
        return False


@dataclass
class _Progress:
    """How far the plan of one world has come."""

    position: int = 0  # of the step
    said_at: Floats | None = None  # (3,) the pose at which the step began
    firsts: list[int] = field(default_factory=lambda: [0])  # for each step begun: aims that were over before it
    objections: dict[int, str] = field(default_factory=dict)  # by step: why it was not carried out


class PlanSeer:
    """Names the aims of one plan per world, step after step."""

    def __init__(self, make_seer: Callable[[], Seer], plans: Sequence[Sequence[Planned]]):
        self.plans = plans
        self._make_seer = make_seer
        self._seers: list[Seer] = [make_seer()]  # by position: seers keep what they saw of one instruction
        self.progress = [_Progress() for _ in plans]

    @property
    def channels(self) -> tuple[str, ...]:
        """Those of its seers."""
        return self._seers[0].channels

    def _seer(self, position: int) -> Seer:
        while len(self._seers) <= position:
            self._seers.append(self._make_seer())
        return self._seers[position]

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """The next aim of the current step in each world, or of the next step that has one."""
        aims: list[Aim | None] = [None] * len(look)
        holding = list(held)
        waiting = [row for row in range(len(look)) if self._current(int(look.which[row])) is not None]
        while waiting:
            by_position: dict[int, list[int]] = {}
            for row in waiting:
                by_position.setdefault(self.progress[int(look.which[row])].position, []).append(row)
            waiting = []
            for position, rows in by_position.items():
                for row, aim in zip(rows, self._aims(position, rows, look, done, holding), strict=True):
                    aims[row] = aim
                    if aim is None and self._advance(int(look.which[row]), len(done[row])) is not None:
                        holding[row] = None
                        waiting.append(row)
        return aims

    def _current(self, n: int) -> Planned | None:
        plan, position = self.plans[n], self.progress[n].position
        return plan[position] if position < len(plan) else None

    def _advance(self, n: int, over: int) -> Planned | None:
        """Begin the next step of world n, after so many aims; None if there is none."""
        progress = self.progress[n]
        progress.position, progress.said_at = progress.position + 1, None
        progress.firsts.append(over)
        return self._current(n)

    def _aims(
        self, position: int, rows: Sequence[int], look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]
    ) -> list[Aim | None]:
        """The next aims of one step in some rows of a look."""
        aims: dict[int, Aim | None] = {}
        asking = []
        for row in rows:
            n = int(look.which[row])
            planned, progress = self.plans[n][position], self.progress[n]
            if progress.said_at is None:
                progress.said_at = look.poses[row].copy()
            over = len(done[row]) - progress.firsts[-1]
            if planned.aims is None:
                asking.append(row)
            else:
                aims[row] = planned.aims[over] if over < len(planned.aims) else None
        for row in [row for row in asking if self.plans[int(look.which[row])][position].seer is not None]:
            n = int(look.which[row])
            own = self.plans[n][position].seer
            assert own is not None
            (aims[row],) = own.next(look.take([row]), [done[row][self.progress[n].firsts[-1] :]], [held[row]])
            asking.remove(row)
        if asking:
            worlds = [int(look.which[row]) for row in asking]
            said_at = [pose for n in worlds if (pose := self.progress[n].said_at) is not None]
            view = look.take(asking).saying([self.plans[n][position].words for n in worlds], said_at)
            befores = [done[row][self.progress[n].firsts[-1] :] for row, n in zip(asking, worlds, strict=True)]
            answers = self._seer(position).next(view, befores, [held[row] for row in asking])
            for row, n, aim in zip(asking, worlds, answers, strict=True):
                aims[row] = self._approved(n, position, aim)
        return [aims[row] for row in rows]

    def _approved(self, n: int, position: int, aim: Aim | None) -> Aim | None:
        """An aim of the seer, unless it is not what was asked for: then the step ends."""
        objection = self.plans[n][position].objection
        if aim is None or objection is None or not (why := objection(n, aim)):
            return aim
        self.progress[n].objections[position] = why
        return None

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """Whether the seer of the step wants to look again; it does not matter which step it is."""
        return self._seers[0].doubts(aim, pose)

    def forget(self) -> None:
        """Keep which steps were done, without what its seers have seen."""
        self._seers = []

    def by_step(self, n: int, ended: Sequence[Ended]) -> list[tuple[Planned, Sequence[Ended]]]:
        """The steps of world n, each with those of its aims that are over."""
        bounds = [*self.progress[n].firsts, len(ended)]
        return [
            (planned, ended[bounds[k] : bounds[k + 1]] if k + 1 < len(bounds) else ())
            for k, planned in enumerate(self.plans[n])
        ]

    def sureness(self, n: int, ended: Sequence[Ended]) -> list[float | None]:
        """For each step of world n the least confidence of its aims; None where no model predicted one."""
        aims = [[end.aim for end in ends if not end.aim.searching] for _, ends in self.by_step(n, ended)]
        predicted = [[aim.confidence for aim in own if aim.map is not None or aim.confidence < 1] for own in aims]
        return [min(values) if values else None for values in predicted]

    def ends(self, n: int, ended: Sequence[Ended]) -> list[tuple[Planned, str]]:
        """The steps of world n, each with why it was not done (empty: it was), by the aims that are over."""
        progress, reports = self.progress[n], []
        for k, (planned, ends) in enumerate(self.by_step(n, ended)):
            if k >= len(progress.firsts):
                reports.append((planned, NOT_BEGUN))
                continue
            own = [e for e in ends if not e.aim.waypoint]
            finished = k < progress.position
            why = own[-1].failed if own else NOTHING_TO_DO if finished else NOT_BEGUN
            if own and not why and planned.step.verb in DEEDS and not any(e.interaction for e in own):
                why = NOTHING_DONE
            if finished and planned.why is not None:
                why = planned.why() or why
            reports.append((planned, progress.objections.get(k, why)))
        return reports
