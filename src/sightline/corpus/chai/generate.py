"""A paragraph from a seed: a scenario, a house and its variant, and errands, each demonstrated and put into words."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from sightline.chai import House
from sightline.chai.dynamics import STRIDE
from sightline.corpus.chai.choosing import UNREACHABLE
from sightline.corpus.chai.errands import Errands
from sightline.corpus.chai.household import Pose
from sightline.corpus.chai.paragraph import ParagraphMaker
from sightline.corpus.chai.scenarios import Errand, Scenario, houses_for, scenarios
from sightline.corpus.records import Paragraph
from sightline.corpus.words import pick
from sightline.errors import InputError

FEWEST_INSTRUCTIONS, MOST_INSTRUCTIONS = 5, 11  # instructions in a paragraph
FEWEST_DEEDS = 4  # deeds in a paragraph, at least
LAST_ONES = 2  # instructions per errand at the end, approximately
INSTRUCTION_COUNTS = {5: 0.3, 6: 0.28, 7: 0.22, 8: 0.12, 9: 0.06, 10: 0.02}  # least number before the last errands
STARTS_NEAR = 0.85  # probability of a start in a room that the scenario mentions
WALKING = 0.36  # above this share of walking-only instructions no visit is added
FIRST_VISIT, LAST_VISIT = 0.35, 0.7  # probability of the walks at the beginning and at the end of a scenario
NEARNESS = 0.025  # factor on an errand's probability per room of distance
START_TRIES = 15  # houses and starts tried per scenario before the next one
ERRAND_TRIES = 40  # failed errands before the next house


def generate_paragraph(seed: int, name: str, split: str, houses: tuple[House, ...] = ()) -> Paragraph:
    """The paragraph of a seed; tries houses and starts for its scenario, then other scenarios, until one succeeds.

    The house is one of `houses`, by default one of the bundled ones.
    """
    for attempt in range(100 * START_TRIES):
        random = Random(f"{seed}/{attempt}")
        scenario = pick(Random(f"{seed}/scenario {attempt // START_TRIES}"), dict.fromkeys(scenarios_by_name(), 1.0))
        suitable = houses_for(scenario, houses)
        if not suitable:
            continue
        house = suitable[int(random.random() * len(suitable))]
        paragraph = _Story(scenarios_by_name()[scenario], house, seed, random, split).paragraph(name)
        if paragraph is not None:
            return paragraph
    raise InputError(f"Found no errands for seed {seed} in {', '.join(house.title for house in houses) or 'any house'}.")


@cache
def scenarios_by_name() -> dict[str, Scenario]:
    """All scenarios."""
    return {scenario.name: scenario for scenario in scenarios()}


class _Story(ParagraphMaker):
    """One attempt at the errands of a scenario."""

    def __init__(self, scenario: Scenario, house: House, seed: int, random: Random, split: str):
        super().__init__(house, seed, _start(house, random, scenario), random, split != "train")
        self.scenario = scenario
        self.errands = Errands(self.home, random)
        self.count = pick(random, INSTRUCTION_COUNTS)

    def paragraph(self, name: str) -> Paragraph | None:
        """The whole paragraph; None if the attempt fails."""
        for errand in self.scenario.first:
            wanted = errand.verb != "visit" or self.random.random() < FIRST_VISIT
            if wanted and not self._do(errand, self.count) and errand.must:
                return None
        tries = 0
        least = self.count - LAST_ONES * len(self.scenario.last)
        while len(self.segments) < least and tries < ERRAND_TRIES:
            tries += 1
            away = {errand: self.errands.chooser.rooms_away(errand) for errand in self.scenario.middle}
            walks = self._walks() > WALKING * len(self.segments)
            able = {e: rooms for e, rooms in away.items() if rooms < UNREACHABLE and not (walks and e.verb == "visit")}
            weights = {errand: errand.weight * NEARNESS**rooms for errand, rooms in able.items()}
            if not weights:
                break
            chosen, most = pick(self.random, weights), MOST_INSTRUCTIONS - LAST_ONES * len(self.scenario.last)
            if away[chosen]:
                self.do_all(self.errands.leave_tidy(), most)
            self._do(chosen, most)
        self.do_all(self.errands.leave_tidy(), MOST_INSTRUCTIONS - LAST_ONES * len(self.scenario.last))
        for k, errand in enumerate(self.scenario.last):
            if errand.verb != "visit" or len(self.segments) < FEWEST_INSTRUCTIONS or self.random.random() < LAST_VISIT:
                self._do(errand, MOST_INSTRUCTIONS, ends=k == len(self.scenario.last) - 1)
        manipulations = sum(segment.actions.count("I") for segment in self.segments)
        if not FEWEST_INSTRUCTIONS <= len(self.segments) <= MOST_INSTRUCTIONS or manipulations < FEWEST_DEEDS:
            return None
        return self.as_paragraph(name, self.variant, self.scenario.text)

    def _walks(self) -> int:
        """The number of instructions so far that only ask for walking."""
        return sum("I" not in segment.actions for segment in self.segments)

    def _do(self, errand: Errand, most: int, ends: bool = False) -> bool:
        """All instructions of an errand, or none; its things are not tried again."""
        return self.do_all(self.errands.instructions(errand), most, ends)


def _start(house: House, random: Random, scenario: Scenario) -> Pose:
    """A random pose in a room that the scenario mentions, or sometimes in any other."""
    ground, rooms = house.ground, house.plan.rooms
    spoken_of = {kind for errand in scenario.errands() for kind in (*errand.where.rooms, *errand.origin.rooms)}
    there = [k for k, room in enumerate(rooms) if room.kind in spoken_of] if random.random() < STARTS_NEAR else []
    room = (there or list(range(len(rooms))))[int(random.random() * len(there or rooms))]
    places = np.argwhere(ground.reachable & (ground.rooms == room))
    row, column = places[int(random.random() * len(places))].tolist()
    return round(column * STRIDE, 3), round(row * STRIDE, 3), 90.0 * int(random.random() * 4)
