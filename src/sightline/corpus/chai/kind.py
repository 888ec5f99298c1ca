"""CHAI's CorpusKind (see sightline.corpus.kind). Its parts are imported on first use."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from sightline.chai.dynamics import STRIDE, TURN, spot
from sightline.chai.generate import anywhere
from sightline.chai.house import House, named_house
from sightline.chai.house.generate import UNSEEN as UNSEEN_SEEDS
from sightline.chai.kind import ORIGINAL, Scene
from sightline.corpus.chai.meaning import MEANING
from sightline.corpus.kind import Generate, Named, Pose, Unseen, cells_in, corpus_in, late, recorded_names
from sightline.fields import Json
from sightline.geometry.types import Floats
from sightline.world import INTERACTION

if TYPE_CHECKING:
    from sightline.corpus.records import Paragraph, Segment

HERE = "sightline.corpus.chai"
NEARBY = 12  # strides along each axis
THERE = 0.5  # probability of another pose in the room of the first goal, not of the start
RELATIVE = frozenset(
    {
        "it", "its", "them", "they", "that", "this", "these", "those", "there", "here", "one", "ones", "other", "another",
        "same", "again", "back", "return", "left", "right", "turn", "turning", "straight", "forward", "forwards", "ahead",
        "behind", "around", "leave", "leaving", "exit", "out", "rest", "next", "now", "then", "room",
    }
)  # words that depend on earlier instructions or on the heading  # fmt: skip
ON_IMPORT = (
    "The original houses are not ours: these instructions do not replay. They have words, kinds of goals and recorded "
    "moves, for statistics and for learning kinds of goals."
)
ABILITIES_NOTE = (
    "A command is done if the house is then as its demonstration leaves it, and the agent in the room or beside the piece "
    "that it was sent to."
)
ON_EXPORT = (
    "Manipulations are left out of the trajectories, which cannot hold them; the files of goal types still name them."
)


def within(houses: tuple[House, ...]) -> Generate:
    """Generates paragraphs in these houses only, which must not be kept for the split unseen-houses."""
    from sightline.corpus.chai.unseen import check_may_learn_in

    check_may_learn_in(houses)
    return partial(late(f"{HERE}.within:paragraph_within"), houses=houses)


def thing_ids(scene: Scene, things: Sequence[int]) -> list[int]:
    """The segmentation ids of things: their numbers, and for furniture those of its doors, drawers and switches."""
    house = named_house(scene.house)
    return [number for thing in things for number in (thing, *house.parts_of(thing))]


def elsewhere(random: Random, paragraph: Paragraph, k: int) -> Pose | None:
    """A random pose in the room where it starts, or where it first reaches for something.

    None if instruction k depends on earlier instructions or on the heading.
    """
    segment = paragraph.segments[k]
    if not RELATIVE.isdisjoint(segment.tokens):
        return None
    house = paragraph.scene.load()
    goal = segment.goals[0] if segment.goals else None
    there = goal.stand if goal is not None and goal.kind == INTERACTION and random.random() < THERE else segment.start
    room = int(house.ground.rooms[spot(*there[:2])])
    return anywhere(house, np.random.default_rng(random.getrandbits(32)), room)


def nearby(random: Random, scene: Scene, pose: Floats) -> Pose | None:
    """A random pose near another one, in its room."""
    house = scene.load()
    row, column = spot(*pose[:2].tolist())
    ground = house.ground
    r0, c0 = max(row - NEARBY, 0), max(column - NEARBY, 0)
    around = (slice(r0, row + NEARBY + 1), slice(c0, column + NEARBY + 1))
    places = np.argwhere(ground.reachable[around] & (ground.rooms[around] == ground.rooms[row, column]))
    if not len(places):
        return None
    row, column = random.choice(places.tolist())
    return round((c0 + column) * STRIDE, 3), round((r0 + row) * STRIDE, 3), float(TURN * random.randrange(4))


def command(random: Random, scene: Scene) -> tuple[Paragraph, Named] | None:
    """Plain commands to learn from, from a random pose in the house, and the things the first one names."""
    from sightline.corpus.chai.commands import TO_LEARN, plain_commands

    paragraph = plain_commands(random, scene, TO_LEARN)
    return None if paragraph is None else (paragraph, recorded_names(paragraph, 0))


def vary(random: Random, segment: Segment, named: Named, scene: Scene) -> list[str]:
    """An instruction reworded with words that the grammar lacks."""
    from sightline.corpus.chai.vary import reword

    return reword(random, segment.tokens, named, scene, segment.clauses)


def path_length(paragraph: Paragraph, k: int) -> float:
    """Length of instruction k's demonstration in metres."""
    return paragraph.segments[k].actions.count("F") * STRIDE


def nowhere(scene: Json) -> bool:
    """Whether a scene is a house of the original release, which is not available."""
    return scene["fingerprint"] == ORIGINAL


def is_unseen(scene: Scene) -> bool:
    """Whether a scene is one that nobody may learn in."""
    from sightline.corpus.chai.unseen import is_unseen as is_name_of_unseen

    return is_name_of_unseen(scene.house)


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


UNSEEN = Unseen(
    len(UNSEEN_SEEDS), late(f"{HERE}.unseen:unseen_houses"), late(f"{HERE}.unseen:quotas"),
    late(f"{HERE}.unseen:paragraphs_of"), is_unseen, _text("unseen.md"),
    tuple(json.loads(_text("standard.json"))["unseen-houses"]),
)  # fmt: skip
KIND = corpus_in(
    Path(__file__).parent, HERE, ON_IMPORT, ON_EXPORT, name="chai", within=within, sources=("sightline.chai", HERE),
    meaning=MEANING, unseen=UNSEEN,
    thing_ids=thing_ids, vary=vary, command=command, elsewhere=elsewhere, nearby=nearby, path_length=path_length,
    nowhere=nowhere,
    recorded_goals=late(f"{HERE}.follower:recorded_goals"), fresh=late(f"{HERE}.fresh:fresh_paragraphs"),
    facts=late(f"{HERE}.facts:HouseFacts"), cells=cells_in(f"{HERE}.cells"),
    abilities=late(f"{HERE}.abilities:situations"), searches=late(f"{HERE}.abilities:searches"),
    detailed=late(f"{HERE}.details:detailed_views"), judge=late(f"{HERE}.judging:judge"), abilities_note=ABILITIES_NOTE,
)  # fmt: skip
