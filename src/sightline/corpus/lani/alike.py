"""Augmentation: jitter the start pose of an instruction, or mirror the scene, which swaps left and right.

A corpus of a few thousand instructions is soon memorized, sentence by place. Mirrored every second time and seen from a
slightly different place every time, the model must learn from the words.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sightline.corpus.examples import Example
from sightline.corpus.lani.commands.places import nearby
from sightline.corpus.lani.meaning import FENCES
from sightline.corpus.records import Paragraph
from sightline.lani.scene import Placed, Scene
from sightline.render import FIELD, WATER_CELLS
from sightline.world import NAVIGATION, Goal

MIRRORED = 0.5
# Words that change in a mirror image in ways that are hard to correct: sentences with them are not mirrored.
FIXED = ("sun", "mountain", "mountains", "clock", "o'clock", "oclock")
# "Right" and "left" count as sides only after BEFORE, and not before AFTER.
BEFORE = frozenset((
    "the", "your", "its", "my", "to", "on", "turn", "turns", "turning", "turned", "bear", "bearing", "veer", "veering",
    "swing", "hard", "slight", "slightly", "sharp", "go", "face", "far", "'s", "curve", "keep", "look", "head", "pivot",
    "rotate", "fork", "hook", "curl", "front", "big", "stays", "degrees", "(", "°", "m", "just",
))  # fmt: skip
AFTER = frozenset((
    "in", "next", "up", "away", "there", "here", "where", "between", "behind", "beside", "by", "against", "now", "before",
    "after", "past", "through",
))  # fmt: skip
_, EAST, _, WEST = FENCES
BOUNDS = frozenset(("fence", "fences", "wall", "walls", "side", "edge", "border", "boundary"))  # words for fences
SWAPS = {
    "left": "right", "leftward": "rightward", "leftwards": "rightwards", "left-hand": "right-hand", "lefthand": "righthand",
    "leftmost": "rightmost", "clockwise": "counterclockwise", "east": "west", "eastern": "western",
}  # fmt: skip
OTHER = SWAPS | {there: here for here, there in SWAPS.items()} | {"anticlockwise": "clockwise"}
COLOURS = {EAST: WEST, WEST: EAST}


def alike(random: Random, paragraph: Paragraph, k: int) -> Paragraph:
    """Instruction k alone, with a jittered start pose, mirrored every second time."""
    example = Example(paragraph, k)
    segment = example.segment
    start = nearby(random, example.episode) or segment.start
    goals = tuple(Goal(NAVIGATION, (x, z)) for x, z in [*example.way.tolist(), segment.end])
    alone = Paragraph(
        paragraph.id, paragraph.scene, [replace(segment, start=start, goals=goals)], paragraph.world, paragraph.source,
        paragraph.seed,
    )  # fmt: skip
    words = mirrored_words(segment.tokens) if random.random() < MIRRORED else None
    return alone if words is None else _mirrored(alone, words)


def mirrored_words(tokens: list[str]) -> list[str] | None:
    """The words that are true in the mirror image, where the east and west fences swap colours; None if in doubt."""
    fenced = not BOUNDS.isdisjoint(tokens)
    words = []
    for k, token in enumerate(tokens):
        before, after = tokens[k - 1] if k else "", tokens[k + 1] if k + 1 < len(tokens) else ""
        side = token in ("left", "right")
        if token in FIXED or (side and (after in AFTER or before not in BEFORE)):
            return None
        if token in COLOURS and fenced:
            if after not in BOUNDS:
                return None
            token = COLOURS[token]
        words.append(OTHER.get(token, token))
    return words


def _mirrored(alone: Paragraph, words: list[str]) -> Paragraph:
    """The same field mirrored about a north-south axis."""
    segment, scene = alone.segments[0], alone.scene
    x, z, heading = segment.start
    there = Scene(
        tuple(Placed(name, _across(x), z, radius) for name, x, z, radius in scene.landmarks),
        tuple((z, WATER_CELLS - 1 - last, WATER_CELLS - 1 - first) for z, first, last in scene.lakes),
    )
    turned = replace(
        segment, instruction=" ".join(words), tokens=words, start=(_across(x), z, round(-heading % 360, 2)),
        end=(_across(segment.end[0]), segment.end[1]),
        intended=None if segment.intended is None else (_across(segment.intended[0]), segment.intended[1]),
        goals=tuple(Goal(NAVIGATION, (_across(goal.stand[0]), goal.stand[1])) for goal in segment.goals or ()),
    )  # fmt: skip
    return replace(alone, scene=there, segments=[turned])


def _across(x: float) -> float:
    return round(FIELD - x, 2)
