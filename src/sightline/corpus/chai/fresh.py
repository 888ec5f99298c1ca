"""Paragraphs for training in houses that no other chunk of a stream has."""

from __future__ import annotations

from random import Random

from sightline.chai.house import generate_house
from sightline.chai.house.generate import RESERVED, TO_LEARN_FROM
from sightline.chai.kind import Scene
from sightline.corpus.chai.commands import TO_LEARN, plain_commands
from sightline.corpus.chai.generate import generate_paragraph
from sightline.corpus.chai.within import has_stories
from sightline.corpus.records import Paragraph
from sightline.errors import InputError

TOGETHER = 6  # paragraphs in one house
STORIES = 0.5  # share of the paragraphs that follow a scenario, where the house has one; the others are plain commands
VARIANTS = 2**31


def fresh_scene(random: Random, houses: int = 0) -> Scene:
    """A variant of a generated house to learn in; one of so many `houses`, or any (0)."""
    return Scene.of(generate_house(RESERVED + random.randrange(houses or TO_LEARN_FROM)), random.randrange(VARIANTS))


def fresh_paragraphs(random: Random, count: int, houses: int = 0) -> list[Paragraph]:
    """Paragraphs in generated houses, several in each; `houses` as for fresh_scene."""
    paragraphs: list[Paragraph] = []
    while len(paragraphs) < count:
        scene = fresh_scene(random, houses)
        tells = has_stories(scene.load())
        for _ in range(min(TOGETHER, count - len(paragraphs))):
            story = tells and random.random() < STORIES
            paragraph = _story(random, scene) if story else plain_commands(random, scene, TO_LEARN)
            paragraphs += [] if paragraph is None else [paragraph]
    return paragraphs


def _story(random: Random, scene: Scene) -> Paragraph | None:
    """A paragraph that follows a scenario; its seed is also the variant of the house."""
    seed = random.randrange(VARIANTS)
    try:
        return generate_paragraph(seed, f"fresh-{seed:x}", "train", (scene.load(),))
    except InputError:
        return None
