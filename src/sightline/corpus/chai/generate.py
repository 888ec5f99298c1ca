"""A paragraph from a seed: a scenario, a house and its variant, errands through it, each demonstrated and told."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

from sightline.chai import ChaiWorld, House, load_house, stock_of
from sightline.chai.dynamics import STRIDE
from sightline.chai.episode import Deed
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_OFF, SWITCH_ON
from sightline.chai.house import FIRST_PART
from sightline.chai.kind import Scene, spell_actions
from sightline.corpus.chai.choosing import FAR
from sightline.corpus.chai.errands import Errands, Instruction
from sightline.corpus.chai.follower import Follower
from sightline.corpus.chai.household import Household, Kept, Pose
from sightline.corpus.chai.meaning import WALKS, Step
from sightline.corpus.chai.names import UnclearError
from sightline.corpus.chai.places import Place, places_of
from sightline.corpus.chai.scenarios import Errand, Scenario, houses_for, scenarios
from sightline.corpus.chai.setting_out import setting_out
from sightline.corpus.chai.tell import Writer
from sightline.corpus.chance import pick
from sightline.corpus.records import Paragraph, Segment
from sightline.language import tokenize
from sightline.world import Goal

LEAST, MOST = 5, 11  # instructions in a paragraph
FEWEST = 4  # manipulations in a paragraph
LAST_ONES = 2  # instructions that each of the last errands takes, more or less
LENGTHS = {5: 0.3, 6: 0.28, 7: 0.22, 8: 0.12, 9: 0.06, 10: 0.02}  # instructions at least, before those at the end
STARTS_NEAR = 0.85  # how often one starts in a room that the scenario speaks of
WALKING = 0.36  # share of an unfinished paragraph from which on nobody walks for the sake of it
FIRST_VISIT, LAST_VISIT = 0.35, 0.7  # of the walks at the beginning and at the end of a scenario
NEARNESS = 0.025  # how much less likely an errand gets with every room that it is away
SHORTEST = 1.0  # metres that an instruction to walk leads
STARTS = 15  # houses and starts that are tried for a scenario before another takes its place
TRIES = 40  # errands that may come to nothing before another house is tried
VERB = {"open": OPEN, "close": CLOSE, "on": SWITCH_ON, "off": SWITCH_OFF}


class ImpossibleError(Exception):
    """Something cannot be done after all."""


def generate_paragraph(seed: int, name: str, split: str) -> Paragraph:
    """The paragraph of a seed; houses and starts for its scenario, then other scenarios, are tried until one works out."""
    for attempt in range(100 * STARTS):
        random = Random(f"{seed}/{attempt}")
        scenario = pick(Random(f"{seed}/scenario {attempt // STARTS}"), dict.fromkeys(scenarios_by_name(), 1.0))
        houses = houses_for(scenario)
        house = load_house(houses[int(random.random() * len(houses))])
        paragraph = _Telling(scenarios_by_name()[scenario], house, seed, random, split).paragraph(name)
        if paragraph is not None:
            return paragraph
    raise AssertionError(f"no errands for seed {seed}")


@cache
def scenarios_by_name() -> dict[str, Scenario]:
    """All scenarios."""
    return {scenario.name: scenario for scenario in scenarios()}


@dataclass
class _Demonstration:
    """What was done for one instruction."""

    steps: list[Step]
    before: Kept
    start: Pose
    end: Pose
    actions: list[int]
    goals: list[Goal]


class _Telling:
    """One attempt at a paragraph: a household that errands change while they are told."""

    def __init__(self, scenario: Scenario, house: House, seed: int, random: Random, split: str):
        self.scenario, self.house, self.seed, self.random = scenario, house, seed, random
        self.home = Household(house, stock_of(house, seed), _start(house, random, scenario), _world())
        self.errands = Errands(self.home, random)
        self.follower = Follower(self.home, random)
        self.writer = Writer(self.home, Random(f"{random.random()}/words"), may_use_held_out=split != "train")
        self.count = pick(random, LENGTHS)
        self.segments: list[Segment] = []

    def paragraph(self, name: str) -> Paragraph | None:
        """The whole of it; None when it does not work out."""
        for errand in self.scenario.first:
            wanted = errand.verb != "visit" or self.random.random() < FIRST_VISIT
            if wanted and not self._do(errand, self.count) and errand.must:
                return None
        tries = 0
        least = self.count - LAST_ONES * len(self.scenario.last)
        while len(self.segments) < least and tries < TRIES:
            tries += 1
            away = {errand: self.errands.chooser.rooms_away(errand) for errand in self.scenario.middle}
            walks = self._walks() > WALKING * len(self.segments)
            able = {e: rooms for e, rooms in away.items() if rooms < FAR and not (walks and e.verb == "visit")}
            weights = {errand: errand.weight * NEARNESS**rooms for errand, rooms in able.items()}
            if not weights:
                break
            chosen, most = pick(self.random, weights), MOST - LAST_ONES * len(self.scenario.last)
            if away[chosen]:
                self._do_all(self.errands.leave_tidy(), most)
            self._do(chosen, most)
        self._do_all(self.errands.leave_tidy(), MOST - LAST_ONES * len(self.scenario.last))
        for k, errand in enumerate(self.scenario.last):
            if errand.verb != "visit" or len(self.segments) < LEAST or self.random.random() < LAST_VISIT:
                self._do(errand, MOST, ends=k == len(self.scenario.last) - 1)
        manipulations = sum(segment.actions.count("I") for segment in self.segments)
        if not LEAST <= len(self.segments) <= MOST or manipulations < FEWEST:
            return None
        scene = Scene(int(self.house.source), self.seed, self.house.fingerprint)
        return Paragraph(name, scene, self.segments, world="chai", seed=self.seed, scenario=self.scenario.text)

    def _walks(self) -> int:
        """How many instructions so far ask for walking only."""
        return sum("I" not in segment.actions for segment in self.segments)

    def _do(self, errand: Errand, most: int, ends: bool = False) -> bool:
        """All instructions of an errand, or nothing of it; what it was about is not tried again."""
        return self._do_all(self.errands.instructions(errand), most, ends)

    def _do_all(self, instructions: Iterator[Instruction], most: int, ends: bool = False) -> bool:
        """All of some instructions, or none of them; `ends` when the paragraph ends with them."""
        before, length = self.home.keep(), len(self.segments)
        namer, seen = self.writer.namer, set(self.writer.seen)
        words = namer.topic, dict(namer.nouns), dict(namer.pieces), dict(namer.called)
        try:
            instruction = next(instructions, None)
            while instruction is not None:
                done = self._demonstrate(instruction)
                instruction = next(instructions, None)  # what comes next is decided where this one ended
                place = "first" if not self.segments else "last" if ends and instruction is None else "middle"
                self.segments.append(self._tell(done, place))
                if len(self.segments) > most:
                    raise ImpossibleError
            if self.home.held:
                raise ImpossibleError
        except (ImpossibleError, UnclearError):
            self.home.go_back_to(before)
            del self.segments[length:]
            self.writer.seen = seen
            namer.topic, namer.nouns, namer.pieces, namer.called = words
            return False
        return len(self.segments) > length

    def _demonstrate(self, instruction: Instruction) -> _Demonstration:
        """Do what an instruction asks for."""
        home, follower = self.home, self.follower
        before, start = home.keep(), home.pose
        follower.begin()
        for step in instruction:
            self._follow(step)
        follower.end()
        if not follower.deeds and math.dist(start[:2], home.pose[:2]) < SHORTEST:
            raise ImpossibleError
        return _Demonstration(instruction, before, start, home.pose, follower.actions, follower.goals)

    def _tell(self, done: _Demonstration, place: str) -> Segment:
        """The instruction for something that was done, as it looks from its start."""
        home = self.home
        after = home.keep()
        home.go_back_to(done.before)
        try:
            wording = self.writer.tell(done.steps, place, setting_out(done.actions))
        finally:
            home.go_back_to(after)
        meaning: dict[str, Any] = {"steps": [step.to_json() for step in done.steps], "named": wording.named}
        return Segment(
            wording.text, tokenize(wording.text), done.start, done.end[:2], spell_actions(done.actions),
            phenomena=wording.phenomena, meaning=meaning, unseen_phrasing=wording.held_out, goals=tuple(done.goals),
            clauses=tuple(wording.clauses),
        )  # fmt: skip

    def _follow(self, step: Step) -> None:
        """Do a step."""
        follower = self.follower
        if step.do in WALKS:
            walk = {"enter": follower.enter, "door": follower.go_to_door, "go": follower.go_to_piece}[step.do]
            if not walk(step.of[0]):
                raise ImpossibleError
        for deed in self._deeds(step) if step.do not in WALKS else ():
            if not follower.do(deed, self._place(step) if deed[0] == PUT else None):
                raise ImpossibleError

    def _deeds(self, step: Step) -> list[Deed]:
        """The manipulations that a step needs, what is closed opened first."""
        home = self.home
        if step.do in VERB:
            return [
                *self._opening(home.closed(step.of[0] - FIRST_PART)[:-1] if step.do == "open" else []),
                (VERB[step.do], step.of[0], 0),
            ]
        target = None if step.do == "take" else self._place(step)
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

    def _place(self, step: Step) -> Place:
        return next(p for p in places_of(self.house) if p.number == step.to and p.kind == step.place)


@cache
def _world() -> ChaiWorld:
    """One world for all paragraphs of a process: its arrays and scenes are made once."""
    return ChaiWorld(horizon=10**9, threads=1)


def _start(house: House, random: Random, scenario: Scenario) -> Pose:
    """Any place in a room that the scenario speaks of, or now and then in any other, looking any way."""
    ground, rooms = house.ground, house.plan.rooms
    spoken_of = {kind for errand in scenario.errands() for kind in (*errand.where.rooms, *errand.origin.rooms)}
    there = [k for k, room in enumerate(rooms) if room.kind in spoken_of] if random.random() < STARTS_NEAR else []
    room = (there or list(range(len(rooms))))[int(random.random() * len(there or rooms))]
    places = np.argwhere(ground.reachable & (ground.rooms == room))
    row, column = places[int(random.random() * len(places))].tolist()
    return round(column * STRIDE, 3), round(row * STRIDE, 3), 90.0 * int(random.random() * 4)
