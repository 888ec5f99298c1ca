"""The split `unseen-houses`: paragraphs and plain commands in generated houses that nobody learns in.

Its houses have seeds of their own (sightline.chai.house.generate.UNSEEN). Every house has as many plain commands; those
whose rooms fit a scenario, and differ in kind, share the instructions of paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import NamedTuple

from sightline.chai.house import House, generate_house
from sightline.chai.house.generate import UNSEEN
from sightline.chai.kind import Scene
from sightline.corpus.chai.commands import plain_commands
from sightline.corpus.chai.generate import generate_paragraph
from sightline.corpus.chai.within import has_stories
from sightline.corpus.records import Paragraph
from sightline.errors import InputError

INSTRUCTIONS, COMMANDS = 2_000, 1_000
FIRST = 940_000_000  # variants from here on belong to this split
EACH = 1_000  # variants of a house


class HouseQuota(NamedTuple):
    """What is asked for in one house."""

    seed: int
    instructions: int  # of paragraphs that follow a scenario
    commands: int


def unseen_houses() -> list[House]:
    """The houses of the split."""
    return [generate_house(seed) for seed in UNSEEN]


def is_unseen(name: object) -> bool:
    """Whether a record's name of a house is that of one in the split."""
    number = str(name).removeprefix("seed:")
    return str(name) != number and number.isdigit() and int(number) in UNSEEN


def quotas() -> list[HouseQuota]:
    """What is asked for in each house."""
    telling = [seed for seed in UNSEEN if has_stories(generate_house(seed))]
    told = dict(zip(telling, _spread(INSTRUCTIONS, len(telling)), strict=True))
    commands = _spread(COMMANDS, len(UNSEEN))
    return [HouseQuota(seed, told.get(seed, 0), asked) for seed, asked in zip(UNSEEN, commands, strict=True)]


def _spread(total: int, places: int) -> list[int]:
    """A number as the sum of others that differ by at most 1."""
    return [total * (k + 1) // places - total * k // places for k in range(places)]


def paragraphs_of(quota: HouseQuota) -> dict[str, list[Paragraph]]:
    """The paragraphs of a house, by split."""
    first = FIRST + EACH * (quota.seed - UNSEEN.start)
    house = generate_house(quota.seed)
    return {
        "unseen-houses": _cut(_stories(house, first), quota.instructions, f"unseen-{quota.seed}"),
        "unseen-commands": _cut(_commands(house, first + EACH // 2), quota.commands, f"unseen-{quota.seed}-plain"),
    }


def _stories(house: House, first: int) -> Iterator[Paragraph]:
    for seed in count(first):
        try:
            yield generate_paragraph(seed, "", "dev", (house,))
        except InputError:  # no errands in this variant
            continue


def _commands(house: House, first: int) -> Iterator[Paragraph]:
    for variant in count(first):
        paragraph = plain_commands(Random(f"unseen {variant}"), Scene.of(house, variant))
        if paragraph is not None:
            yield paragraph


def _cut(paragraphs: Iterator[Paragraph], instructions: int, name: str) -> list[Paragraph]:
    """Paragraphs with so many instructions in all; the last one may end early."""
    kept: list[Paragraph] = []
    while instructions > 0:
        paragraph = next(paragraphs)
        kept.append(replace(paragraph, id=f"{name}-{len(kept)}", segments=paragraph.segments[:instructions]))
        instructions -= len(paragraph.segments)
    return kept


def check_may_learn_in(houses: Sequence[House]) -> None:
    """Raise InputError if one of the houses is kept for the split."""
    for house in houses:
        if is_unseen(house.name):
            raise InputError(
                f"{house.name} is kept for --split unseen-houses: make corpora and train in another house, such as "
                f"seed:{UNSEEN.stop}."
            )
