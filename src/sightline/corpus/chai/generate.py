"""A paragraph from a seed: a scenario, a house and its variant, errands through it, each demonstrated and told."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from sightline.chai import House
from sightline.chai.dynamics import STRIDE
from sightline.corpus.chai.choosing import FAR
from sightline.corpus.chai.errands import Errands
from sightline.corpus.chai.household import Pose
from sightline.corpus.chai.paragraph import ParagraphMaker
from sightline.corpus.chai.scenarios import Errand, Scenario, houses_for, scenarios
from sightline.corpus.records import Paragraph
from sightline.corpus.words import pick
from sightline.errors import InputError

LEAST, MOST = 5, 11  # instructions in a paragraph
FEWEST = 4  # manipulations in a paragraph
LAST_ONES = 2  # instructions that each of the last errands takes, more or less
LENGTHS = {5: 0.3, 6: 0.28, 7: 0.22, 8: 0.12, 9: 0.06, 10: 0.02}  # instructions at least, before those at the end
STARTS_NEAR = 0.85  # how often one starts in a room that the scenario speaks of
WALKING = 0.36  # share of an unfinished paragraph from which on nobody walks for the sake of it
FIRST_VISIT, LAST_VISIT = 0.35, 0.7  # of the walks at the beginning and at the end of a scenario
NEARNESS = 0.025  # how much less likely an errand gets with every room that it is away
STARTS = 15  # houses and starts that are tried for a scenario before another takes its place
TRIES = 40  # errands that may come to nothing before another house is tried


def generate_paragraph(seed: int, name: str, split: str, houses: tuple[House, ...] = ()) -> Paragraph:
    """The paragraph of a seed; houses and starts for its scenario, then other scenarios, are tried until one works out.

    It is in one of `houses`, or of those of the package.
    """
    for attempt in range(100 * STARTS):
        random = Random(f"{seed}/{attempt}")
        scenario = pick(Random(f"{seed}/scenario {attempt // STARTS}"), dict.fromkeys(scenarios_by_name(), 1.0))
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
        self.count = pick(random, LENGTHS)

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
                self.do_all(self.errands.leave_tidy(), most)
            self._do(chosen, most)
        self.do_all(self.errands.leave_tidy(), MOST - LAST_ONES * len(self.scenario.last))
        for k, errand in enumerate(self.scenario.last):
            if errand.verb != "visit" or len(self.segments) < LEAST or self.random.random() < LAST_VISIT:
                self._do(errand, MOST, ends=k == len(self.scenario.last) - 1)
        manipulations = sum(segment.actions.count("I") for segment in self.segments)
        if not LEAST <= len(self.segments) <= MOST or manipulations < FEWEST:
            return None
        return self.told(name, self.variant, self.scenario.text)

    def _walks(self) -> int:
        """How many instructions so far ask for walking only."""
        return sum("I" not in segment.actions for segment in self.segments)

    def _do(self, errand: Errand, most: int, ends: bool = False) -> bool:
        """All instructions of an errand, or nothing of it; what it was about is not tried again."""
        return self.do_all(self.errands.instructions(errand), most, ends)


def _start(house: House, random: Random, scenario: Scenario) -> Pose:
    """Any place in a room that the scenario speaks of, or now and then in any other, looking any way."""
    ground, rooms = house.ground, house.plan.rooms
    spoken_of = {kind for errand in scenario.errands() for kind in (*errand.where.rooms, *errand.origin.rooms)}
    there = [k for k, room in enumerate(rooms) if room.kind in spoken_of] if random.random() < STARTS_NEAR else []
    room = (there or list(range(len(rooms))))[int(random.random() * len(there or rooms))]
    places = np.argwhere(ground.reachable & (ground.rooms == room))
    row, column = places[int(random.random() * len(places))].tolist()
    return round(column * STRIDE, 3), round(row * STRIDE, 3), 90.0 * int(random.random() * 4)
