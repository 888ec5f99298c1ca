"""A chunk of fresh training data: paragraphs of a stream as worlds at their starts, goals, and instructions as read.

Worker processes make chunks (they need no torch); the process that learns draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import numpy as np

from sightline.corpus.examples import Example
from sightline.corpus.kind import CorpusKind, Named, corpus_kind
from sightline.corpus.records import Paragraph, Segment
from sightline.corpus.splits import stream_paragraph
from sightline.geometry.types import Array, Floats, Ints
from sightline.language import Vocabulary, tokenize
from sightline.language.spelling import spell
from sightline.options import option
from sightline.world import Kind, kind_of

NAMED = 8  # things that an instruction names, at most
TOKENS = 64  # that are read while learning
JOINTS = (", then ", ". ", " and then ", ", ", " and ", ". then ", " then ", ". next ", ", and ")


@dataclass(frozen=True)
class StreamConfig:
    """What a stream is made of."""

    chunks: int = option(1500, "Chunks of fresh paragraphs in an epoch.", min=1)
    paragraphs: int = option(24, "Paragraphs in a chunk.", min=1, flags="--chunk-paragraphs")
    joined: float = option(0.25, "Share of pairs of instructions that also come as one long instruction.", min=0, max=1)
    varied: float = option(0.5, "Share of instructions said in words the grammar lacks.", min=0, max=1)
    distinct: int = option(0, "Different paragraphs, which come again and again; 0: every one is new.", min=0)
    seed: int = 0


@dataclass
class Chunk:
    """N examples."""

    worlds: dict[str, Any]  # the saved state of N worlds, each at its start
    starts: Floats  # (N, 3)
    goals: Floats  # (N, 2)
    classes: Ints  # (N,) of the goal in the panorama
    words: Array  # (N, 64, ...)
    lengths: Ints  # (N,)
    named: Ints  # (N, 8) what segmentation shows for the things that are named; 0 for none

    def __len__(self) -> int:
        return len(self.classes)


class Maker:
    """Makes the chunk of a number, the same in any process: it depends on the config and the number only."""

    def __init__(self, config: StreamConfig, world: str, vocabulary: Vocabulary | None = None):
        self.config, self.kind, self.corpus = config, kind_of(world), corpus_kind(world)
        self.read: Callable[[list[str]], Sequence[Any]] = spell if vocabulary is None else vocabulary.ids

    def __call__(self, number: int) -> Chunk:
        first = number * self.config.paragraphs
        indices = np.arange(first, first + self.config.paragraphs)
        if self.config.distinct:
            indices = _again(indices, self.config.distinct, self.config.seed)
        paragraphs = [stream_paragraph(self.corpus, self.config.seed, int(k)) for k in indices]
        random = Random(f"{self.config.seed}/{number}")
        lessons = [lesson for p in paragraphs for lesson in lessons_of(p, self.corpus, random, self.config)]
        return self.pack(lessons)

    def pack(self, lessons: Sequence[Lesson]) -> Chunk:
        """Lessons as arrays."""
        sentences = [np.asarray(self.read(lesson.tokens[:TOKENS] or [""])) for lesson in lessons]
        words = np.zeros((len(lessons), TOKENS, *sentences[0].shape[1:]), np.int16)
        named = np.zeros((len(lessons), NAMED), np.int64)
        for k, (lesson, sentence) in enumerate(zip(lessons, sentences, strict=True)):
            words[k, : len(sentence)] = sentence
            if self.corpus.thing_ids is not None:
                things = list(dict.fromkeys(thing for thing, _ in lesson.named))[:NAMED]
                named[k, : len(things)] = self.corpus.thing_ids(lesson.example.paragraph.scene, things)
        starts, goals, worlds = start_worlds(self.kind, [lesson.example.episode for lesson in lessons])
        classes = self.kind.view.goal_classes(starts, goals)
        return Chunk(worlds, starts, goals, classes, words, np.array([len(s) for s in sentences]), named)


def begin(config: StreamConfig, world: str, vocabulary: Vocabulary | None, number: int) -> Maker:
    """What a worker process answers with (see sightline.workers)."""
    return Maker(config, world, vocabulary)


def start_worlds(kind: Kind, episodes: Sequence[Any]) -> tuple[Floats, Floats, dict[str, Any]]:
    """Poses (N, 3), goals (N, 2) and the saved state of worlds that have just begun."""
    world = kind.make()
    world.reset(episodes)
    return world.pose, world.goal, world.save()


def _again(indices: Ints, distinct: int, seed: int) -> Ints:
    """The first paragraphs over and over, each time in another order."""
    rounds, places = np.divmod(indices, distinct)
    orders = {r: np.random.default_rng([seed, r]).permutation(distinct) for r in set(rounds.tolist())}
    return np.array([orders[r][k] for r, k in zip(rounds.tolist(), places.tolist(), strict=True)])


class Lesson(NamedTuple):
    """An example, in words that may not be its own."""

    example: Example
    tokens: list[str]
    named: Named


def lessons_of(paragraph: Paragraph, corpus: CorpusKind, random: Random, config: StreamConfig) -> list[Lesson]:
    """Every instruction, and some pairs of them as one; some in words that the grammar does not have."""
    named = [() if corpus.named is None else corpus.named(paragraph, k) for k in range(len(paragraph.segments))]
    lessons = [Lesson(Example(paragraph, k), s.tokens, named[k]) for k, s in enumerate(paragraph.segments)]
    for k, (one, two) in enumerate(pairwise(paragraph.segments)):
        if random.random() < config.joined:
            both = _join(one, two, random.choice(JOINTS))
            shorter = replace(paragraph, segments=[*paragraph.segments[:k], both, *paragraph.segments[k + 2 :]])
            lessons.append(Lesson(Example(shorter, k), both.tokens, [*named[k], *named[k + 1]]))
    for n, (example, tokens, names) in enumerate(lessons):
        if random.random() < config.varied and corpus.vary is not None:
            other = corpus.vary(random, tokens, names, paragraph.scene)
            lessons[n] = Lesson(example, other, names)
    return lessons


def _join(one: Segment, two: Segment, joint: str) -> Segment:
    """Two instructions as one, from where the first starts to where the second ends."""
    text = one.instruction.rstrip(" .!") + joint + two.instruction
    goals = None if one.goals is None or two.goals is None else (*one.goals, *two.goals)
    return Segment(text, tokenize(text), one.start, two.end, one.actions + two.actions, goals=goals)
