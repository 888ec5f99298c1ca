"""Paragraphs in given houses: they follow a scenario where the house has its places, and are plain commands elsewhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sightline.chai.house import House
from sightline.chai.kind import Scene
from sightline.corpus.chai.commands import plain_commands
from sightline.corpus.chai.generate import generate_paragraph, scenarios_by_name
from sightline.corpus.chai.scenarios import houses_for
from sightline.corpus.records import Paragraph
from sightline.errors import InputError

COMMAND_ATTEMPTS = 100  # starts tried for plain commands


def has_stories(house: House) -> bool:
    """Whether a house has the places of a scenario, and only one room of each kind, which a story names by its kind."""
    kinds = [room.kind for room in house.plan.rooms]
    return len(set(kinds)) == len(kinds) and any(houses_for(name, (house,)) for name in scenarios_by_name())


def paragraph_within(seed: int, name: str, split: str, houses: tuple[House, ...]) -> Paragraph:
    """The paragraph of a seed in one of these houses."""
    house = Random(f"{seed}/house").choice(houses)
    if has_stories(house):
        return generate_paragraph(seed, name, split, (house,))
    for attempt in range(COMMAND_ATTEMPTS):
        paragraph = plain_commands(Random(f"{seed}/{attempt}"), Scene.of(house, seed))
        if paragraph is not None:
            return replace(paragraph, id=name)
    raise InputError(f"Found no errands for seed {seed} in {house.title}: add furniture or items.")
