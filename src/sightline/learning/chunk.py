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
    joined: float = option(0.1, "Share of pairs of instructions that also come as one long instruction.", min=0, max=1)
    varied: float = option(0.5, "Share of instructions said in words the grammar lacks.", min=0, max=1)
    distinct: int = option(0, "Different paragraphs, which come again and again; 0: every one is new.", min=0)
    plain: float = option(2.7, "Plain commands from anywhere in the scene, for each paragraph of the stream.", min=0, max=50)
    seed: int = 0
    rings: bool = False  # goals are learned by bearing and distance


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
        wordings = [wording for p in paragraphs for wording in wordings_of(p, self.corpus, random, self.config)]
        if self.corpus.command is not None:
            wordings += self._plain(paragraphs, Random(f"{self.config.seed}/{number}/plain"))
        return self.pack(wordings)

    def _plain(self, paragraphs: Sequence[Paragraph], random: Random) -> list[Wording]:
        """Plain commands in the scenes of paragraphs."""
        assert self.corpus.command is not None
        wordings = []
        for paragraph in paragraphs:
            for _ in range(int(self.config.plain + random.random())):
                made = self.corpus.command(random, paragraph.scene)
                if made is not None:
                    segment, named = made
                    wordings.append(Wording(Example(replace(paragraph, segments=[segment]), 0), segment.tokens, named))
        return wordings

    def pack(self, wordings: Sequence[Wording]) -> Chunk:
        """Examples as arrays."""
        sentences = [np.asarray(self.read(wording.tokens[:TOKENS] or [""])) for wording in wordings]
        words = np.zeros((len(wordings), TOKENS, *sentences[0].shape[1:]), np.int16)
        named = np.zeros((len(wordings), NAMED), np.int64)
        for k, (wording, sentence) in enumerate(zip(wordings, sentences, strict=True)):
            words[k, : len(sentence)] = sentence
            if self.corpus.thing_ids is not None:
                things = list(dict.fromkeys(thing for thing, _ in wording.named))[:NAMED]
                named[k, : len(things)] = self.corpus.thing_ids(wording.example.paragraph.scene, things)
        starts, goals, worlds = start_worlds(self.kind, [wording.example.episode for wording in wordings])
        view = self.kind.view
        classes = (view.rings.classes if self.config.rings else view.goal_classes)(starts, goals)
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


class Wording(NamedTuple):
    """An example, in words that may not be its own."""

    example: Example
    tokens: list[str]
    named: Named


def wordings_of(paragraph: Paragraph, corpus: CorpusKind, random: Random, config: StreamConfig) -> list[Wording]:
    """Every instruction, and some pairs of them as one; some in words that the grammar does not have."""
    named = [() if corpus.named is None else corpus.named(paragraph, k) for k in range(len(paragraph.segments))]
    wordings = [Wording(Example(paragraph, k), s.tokens, named[k]) for k, s in enumerate(paragraph.segments)]
    for k, (one, two) in enumerate(pairwise(paragraph.segments)):
        if random.random() < config.joined:
            both = _join(one, two, random.choice(JOINTS))
            shorter = replace(paragraph, segments=[*paragraph.segments[:k], both, *paragraph.segments[k + 2 :]])
            wordings.append(Wording(Example(shorter, k), both.tokens, [*named[k], *named[k + 1]]))
    for n, (example, tokens, names) in enumerate(wordings):
        if random.random() < config.varied and corpus.vary is not None:
            other = corpus.vary(random, tokens, names, paragraph.scene)
            wordings[n] = Wording(example, other, names)
    return wordings


def _join(one: Segment, two: Segment, joint: str) -> Segment:
    """Two instructions as one, from where the first starts to where the second ends."""
    text = one.instruction.rstrip(" .!") + joint + two.instruction
    goals = None if one.goals is None or two.goals is None else (*one.goals, *two.goals)
    return Segment(text, tokenize(text), one.start, two.end, one.actions + two.actions, goals=goals)
