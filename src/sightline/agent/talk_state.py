"""The state of a conversation: what was said, seen and done so far."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sightline.agent.agent import Agent
from sightline.agent.aim import Aim, Point
from sightline.agent.answers import PastStep
from sightline.agent.grounding import Grounding
from sightline.agent.journey import Journey
from sightline.agent.look import Look
from sightline.agent.memory import Memory
from sightline.agent.plan import Planned, PlanSeer
from sightline.agent.reply import REFUSE, Reply, StepReport
from sightline.geometry.types import Floats
from sightline.language.reading import Find, PlanStep, Query, Reader
from sightline.language.reading.lines import remembered
from sightline.world import World

SURE_OF_HANDS = 0.5  # likelihood of what the eyes see in the hands
SAME_PART = (0.45, 0.12)  # metres on the ground and in height: an opened drawer or door is this close to where it was
SWITCHING = ("turn on", "turn off")
SAME_SWITCH = (0.12, 0.12)  # burners of a stove are side by side


@dataclass
class TalkTurn:
    """What a person said, and what came of it."""

    words: str
    reply: Reply
    pose: Floats  # (3,) before it
    steps: tuple[PlanStep, ...] = ()
    lines: tuple[str, ...] = ()  # what was understood, in plain lines
    then: Query | None = None  # a question to answer once the plan is done
    plan: PlanSeer | None = None
    journey: Journey | None = None

    @property
    def kind(self) -> str:
        """The kind of its reply; a plan of which there was nothing to try was refused in the end."""
        over = self.journey is not None and bool(self.journey.world.over[0])
        ended = [] if self.journey is None else self.journey.courses[0].ended
        tried = any(not end.aim.waypoint and not end.aim.searching for end in ended)
        return REFUSE if over and not tried else self.reply.kind

    def account(self) -> list[StepReport]:
        """The steps of the plan, each with whether it was done."""
        if self.plan is None or self.journey is None:
            return []
        ended = self.journey.courses[0].ended
        sure = self.plan.sureness(0, ended)
        return [
            StepReport(planned.step.words, not why, why, s)
            for (planned, why), s in zip(self.plan.ends(0, ended), sure, strict=True)
        ]

    def forget(self) -> None:
        """Keep its account only, once its journey is finished."""
        if self.journey is not None and self.journey.seer is not None and self.journey.finished:
            self.journey.forget()
            if self.plan is not None:
                self.plan.forget()

    def deeds(self) -> Iterator[tuple[Planned, Point]]:
        """The points that its steps reached for, in order."""
        if self.plan is not None and self.journey is not None:
            for planned, ends in self.plan.by_step(0, self.journey.courses[0].ended):
                yield from ((planned, end.aim.point) for end in ends if end.interaction and end.aim.point is not None)


@dataclass
class TalkState:
    """What one agent knows of a conversation in one world."""

    agent: Agent
    world: World
    reader: Reader | None  # None: words go to the seer as they are
    memory: Memory
    start: Floats  # (3,) the first pose
    turns: list[TalkTurn] = field(default_factory=list)
    held: str = ""  # what it holds, in words
    taken_from: Aim | None = None
    looked_from: tuple[Any, ...] = ()

    @property
    def pose(self) -> Floats:
        """(3,) where it is."""
        return self.world.pose[0]

    def look_around(self) -> None:
        """See what is around the agent, unless it has since it moved last."""
        now = tuple(self.pose.tolist())
        if now != self.looked_from and self.agent.predictor.model.shows:
            look = Look(self.world, [0], channels=("rgb", "depth"))
            self.memory.see(look, self.agent.predictor.shown(look))
        self.looked_from = now

    def grounding(self) -> Grounding:
        """What it has seen, from where it stands."""
        kind = self.agent.kind
        assert self.reader is not None
        return Grounding(self.reader.lexicon, self.memory, self.pose, kind.near, kind.unit)

    def settle(self) -> None:
        """Learn from what the last turn has done, and forget the details of those before it."""
        for earlier in self.turns[:-1]:
            earlier.forget()
        turn = self.turns[-1] if self.turns else None
        if turn is None or turn.plan is None or turn.journey is None:
            return
        ended = turn.journey.courses[0].ended
        for planned, why in turn.plan.ends(0, ended):
            if not why and planned.step.verb == "take" and planned.step.find is not None:
                self.held = planned.step.find.noun
                self.taken_from = next((e.aim for e in reversed(ended) if e.interaction), None)
            elif not why and planned.step.verb == "put":
                self.held = ""

    def past(self) -> list[PastStep]:
        """What was done in earlier turns, in words."""
        return [
            PastStep(turn.words, report.words, report.done, report.why)
            for turn in self.turns[:-1]
            for report in turn.account()
        ]

    def named(self) -> str:
        """The thing that was named last, in what a person said or in a question of the agent."""
        for turn in reversed(self.turns[-3:]):
            things = [] if self.reader is None else self.reader.lexicon.things(turn.words)
            if things:
                return things[-1].noun
        return ""

    def meant(self) -> tuple[str, ...]:
        """What was meant so far, as far as a later turn may refer to it, in plain lines."""
        before: Sequence[str] = ()
        for turn in self.turns:
            before = remembered(before, turn.lines)
        return tuple(before)

    def holds(self, find: Find) -> bool:
        """Whether a phrase means what it holds."""
        return bool(self.held) and find.noun in self.held

    def in_hands(self) -> str:
        """What it holds, in words: as it was told to take it, unless its eyes are sure that it is something else."""
        shares = self.memory.in_hand[0] if self.held else {}
        if not shares or self.reader is None:
            return self.held
        name = max(shares, key=lambda kind: shares[kind])
        meant = {kind for thing in self.reader.lexicon.things(self.held) for kind in thing.kinds}
        return self.held if name in meant or shares[name] < SURE_OF_HANDS else self.reader.lexicon.name(name)

    def knows(self, find: Find) -> bool:
        """Whether its eyes know every kind that is meant: added landmarks are new to them."""
        return all(kind in self.agent.kind.thing_names for kind in find.kinds)

    def last_place(self) -> tuple[float, float] | None:
        """Where the last journey led."""
        journeys = [turn.journey for turn in self.turns if turn.journey is not None]
        aim = journeys[-1].last_aim() if journeys else None
        return None if aim is None else (float(aim.place[0]), float(aim.place[1]))

    def did(self, verb: str, find: Find) -> bool:
        """Whether it has done something with a thing like this in this conversation."""
        done = [
            planned.step
            for turn in self.turns
            if turn.plan is not None and turn.journey is not None
            for planned, why in turn.plan.ends(0, turn.journey.courses[0].ended)
            if not why and planned.step.verb in ("", verb)
        ]
        kinds = self.grounding().kinds(find)
        finds = [step.find for step in done]
        return any(other is None or not kinds or not other.kinds or other.kinds & kinds for other in finds)

    def touched(self) -> list[Point]:
        """The points that it has reached for in this conversation."""
        return [point for turn in self.turns for _, point in turn.deeds()]

    def last_verb_at(self, point: Point) -> str:
        """What it did last with the part or switch at a point; empty if it has not touched it."""
        verbs = []
        for turn in self.turns:
            for planned, other in turn.deeds():
                flat, high = SAME_SWITCH if planned.step.verb in SWITCHING else SAME_PART
                if math.hypot(point[0] - other[0], point[2] - other[2]) < flat and abs(point[1] - other[1]) < high:
                    verbs.append(planned.step.verb)
        return verbs[-1] if verbs else ""
