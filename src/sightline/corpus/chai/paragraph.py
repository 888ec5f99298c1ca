"""Make a house paragraph instruction by instruction: each is demonstrated, then worded as seen from its start."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from threading import local

from sightline.chai import ChaiWorld, House, stock_of
from sightline.chai.episode import Deed
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_OFF, SWITCH_ON
from sightline.chai.house import FIRST_PART
from sightline.chai.kind import Scene
from sightline.chai.world import Memory
from sightline.corpus.chai.follower import Follower
from sightline.corpus.chai.household import Household, Pose
from sightline.corpus.chai.meaning import WALKS, ErrandStep, Instruction, setting_out
from sightline.corpus.chai.places import place_of_kind
from sightline.corpus.chai.writer import HouseWriter
from sightline.corpus.records import Paragraph, Segment
from sightline.corpus.writing import UnclearError
from sightline.world import Goal
from sightline.worlds import spell_actions

SHORTEST_WALK = 1.0  # metres: minimum walk of a walking-only instruction
DEED_VERBS = {"open": OPEN, "close": CLOSE, "on": SWITCH_ON, "off": SWITCH_OFF}


class ImpossibleError(Exception):
    """A planned deed turned out to be impossible."""


@dataclass
class _Demonstration:
    """The demonstration of one instruction."""

    steps: list[ErrandStep]
    before: Memory
    start: Pose
    end: Pose
    actions: list[int]
    goals: list[Goal]


class ParagraphMaker:
    """One attempt at a paragraph: executes instructions in a household and words them."""

    def __init__(self, house: House, variant: int, start: Pose, random: Random, held_out: bool, plainly: bool = False):
        self.house, self.variant, self.random = house, variant, random
        self.home = Household(house, stock_of(house, variant), start, _world())
        self.follower = Follower(self.home, random)
        self.writer = HouseWriter(self.home, Random(f"{random.random()}/words"), held_out, plainly)
        self.segments: list[Segment] = []

    def as_paragraph(self, name: str, seed: int, scenario: str | None = None) -> Paragraph:
        """The paragraph of the instructions so far."""
        return Paragraph(name, Scene.of(self.house, self.variant), self.segments, world="chai", seed=seed, scenario=scenario)

    def do_all(self, instructions: Iterator[Instruction], most: int, ends: bool = False) -> bool:
        """All of these instructions, or none; `ends` if the paragraph ends with them."""
        before, length = self.home.world.memory(), len(self.segments)
        namer, seen = self.writer.namer, set(self.writer.seen)
        words = namer.topic, dict(namer.nouns), dict(namer.pieces), dict(namer.called)
        try:
            instruction = next(instructions, None)
            while instruction is not None:
                done = self._demonstrate(instruction)
                instruction = next(instructions, None)  # decided in the state that this one left
                place = "first" if not self.segments else "last" if ends and instruction is None else "middle"
                self.segments.append(self._tell(done, place))
                if len(self.segments) > most:
                    raise ImpossibleError
            if self.home.held:
                raise ImpossibleError
        except (ImpossibleError, UnclearError):
            self.home.world.recall(before)
            del self.segments[length:]
            self.writer.seen = seen
            namer.topic, namer.nouns, namer.pieces, namer.called = words
            return False
        return len(self.segments) > length

    def _demonstrate(self, instruction: Instruction) -> _Demonstration:
        """Carry out an instruction."""
        home, follower = self.home, self.follower
        before, start = home.world.memory(), home.pose
        follower.begin()
        for step in instruction:
            self._follow(step)
        follower.end()
        if not follower.deeds and math.dist(start[:2], home.pose[:2]) < SHORTEST_WALK:
            raise ImpossibleError
        return _Demonstration(instruction, before, start, home.pose, follower.actions, follower.goals)

    def _tell(self, done: _Demonstration, place: str) -> Segment:
        """The instruction for a demonstration, as seen from its start."""
        home = self.home
        after = home.world.memory()
        home.world.recall(done.before)
        try:
            wording = self.writer.tell(done.steps, place, setting_out(done.actions))
        finally:
            home.world.recall(after)
        actions = spell_actions(done.actions)
        return wording.segment(done.start, done.end[:2], actions, done.steps, goals=tuple(done.goals))

    def _follow(self, step: ErrandStep) -> None:
        """Carry out a step."""
        follower = self.follower
        if step.do in WALKS:
            walk = {"enter": follower.enter, "door": follower.go_to_door, "go": follower.go_to_piece}[step.do]
            if not walk(step.of[0]):
                raise ImpossibleError
        for deed in self._deeds(step) if step.do not in WALKS else ():
            if not follower.do(deed, place_of_kind(self.house, step.to, step.place) if deed[0] == PUT else None):
                raise ImpossibleError

    def _deeds(self, step: ErrandStep) -> list[Deed]:
        """The deeds of a step, with the opening of closed parts first."""
        home = self.home
        if step.do in DEED_VERBS:
            return [
                *self._opening(home.closed(step.of[0] - FIRST_PART)[:-1] if step.do == "open" else []),
                (DEED_VERBS[step.do], step.of[0], 0),
            ]
        target = None if step.do == "take" else place_of_kind(self.house, step.to, step.place)
        deeds: list[Deed] = self._opening(home.closed(target.part)) if target else []
        for item in step.of:
            if step.do != "put":
                at = home.place_of(item)
                opening = self._opening(home.closed(at.part) if at else [])
                deeds += [deed for deed in opening if deed not in deeds]
                deeds.append((PICK_UP, item, 0))
            if target is not None:
                deeds.append((PUT, item, target.holder))
        return deeds

    def _opening(self, parts: list[int]) -> list[Deed]:
        return [(OPEN, part, 0) for part in parts]


_of_this_thread = local()


def _world() -> ChaiWorld:
    """One world for all paragraphs of a thread: its arrays are made once, and no other thread changes its state."""
    if not hasattr(_of_this_thread, "world"):
        _of_this_thread.world = ChaiWorld(horizon=10**9, threads=1)
    world: ChaiWorld = _of_this_thread.world
    return world
