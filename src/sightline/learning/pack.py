"""Paragraphs as plain arrays, ready for the device: fields, starts, goals, and instructions as a model reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from random import Random

import numpy as np

from sightline.agent.sight import goal_classes
from sightline.corpus.lani import vary
from sightline.corpus.records import Paragraph, Segment
from sightline.geometry.types import Array, Floats, Ints
from sightline.language import tokenize
from sightline.lani import scenes_of
from sightline.lani.landmarks import library
from sightline.lani.scene import MOST
from sightline.models.pretrained import Reader
from sightline.render import Scenes

NAMED = 8  # landmarks that an instruction names, at most
TOKENS = 64  # that are read while learning
JOINTS = (", then ", ". ", " and then ", ", ", " and ", ". then ", " then ", ". next ", ", and ")


@dataclass
class Pack:
    """N examples in S fields."""

    models: Array  # (S, 13), and so on: a batch of scenes as the renderer has it
    places: Array
    water: Array
    wet: Array
    scene: Ints  # (N,) which field
    starts: Floats  # (N, 3)
    classes: Ints  # (N,) of the goal in the panorama
    words: Array  # (N, 64, ...)
    lengths: Ints  # (N,)
    named: Ints  # (N, 8) what segmentation shows for the landmarks that are named; 0 for none

    @classmethod
    def of(
        cls, paragraphs: Sequence[Paragraph], read: Reader, random: Random, joined: float = 0.0, varied: float = 0.0
    ) -> Pack:
        """Every instruction, and some pairs of them as one; some in words that the grammar does not have."""
        found = [(n, e) for n, p in enumerate(paragraphs) for e in _examples(p, random, joined, varied)]
        starts, goals = np.array([e.start for _, e in found]), np.array([e.goal for _, e in found])
        sentences = [np.asarray(read(e.tokens[:TOKENS] or [""])) for _, e in found]
        words = np.zeros((len(found), TOKENS, *sentences[0].shape[1:]), np.int16)
        named = np.zeros((len(found), NAMED), np.int64)
        for k, ((n, example), sentence) in enumerate(zip(found, sentences, strict=True)):
            words[k, : len(sentence)] = sentence
            places = list(dict.fromkeys(place for place, _ in example.named))[:NAMED]
            ids = paragraphs[n].scene.models[places] + 1
            named[k, : len(ids)] = ids
        scenes = scenes_of([p.scene for p in paragraphs], MOST)
        return cls(
            scenes.models, scenes.places, scenes.water, scenes.wet, np.array([n for n, _ in found]), starts,
            goal_classes(starts, goals), words, np.array([len(s) for s in sentences]), named,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.scene)

    def __add__(self, other: Pack) -> Pack:
        both = {f.name: np.concatenate([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)}
        both["scene"][len(self) :] += len(self.models)
        return Pack(**both)

    def part(self, first: int, last: int) -> Pack:
        """Some of the examples; all fields."""
        each = ("scene", "starts", "classes", "words", "lengths", "named")
        return replace(self, **{name: getattr(self, name)[first:last] for name in each})

    def without_unused(self) -> Pack:
        """The same examples without the fields that none of them is in."""
        used, scene = np.unique(self.scene, return_inverse=True)
        models, places, water, wet = (part[used] for part in (self.models, self.places, self.water, self.wet))
        return replace(self, models=models, places=places, water=water, wet=wet, scene=scene)

    def scenes(self) -> Scenes:
        """The field of every example."""
        batch = Scenes(library(), len(self), self.models.shape[1])
        batch.models, batch.places = self.models[self.scene], self.places[self.scene]
        batch.water, batch.wet = self.water[self.scene], self.wet[self.scene]
        batch.ids = np.maximum(batch.models + 1, 0)
        batch.version += 1
        return batch


@dataclass
class _Example:
    tokens: list[str]
    start: tuple[float, float, float]
    goal: tuple[float, float]
    named: list[tuple[int, str]]


def _examples(paragraph: Paragraph, random: Random, joined: float, varied: float) -> list[_Example]:
    segments, scene = paragraph.segments, paragraph.scene
    found = [_Example(s.tokens, s.start, s.end, _named(s)) for s in segments]
    for one, two in pairwise(segments):
        if random.random() < joined:
            text = one.instruction.rstrip(" .!") + random.choice(JOINTS) + two.instruction
            found.append(_Example(tokenize(text), one.start, two.end, _named(one) + _named(two)))
    for example in found:
        if random.random() < varied:
            example.tokens = vary.reword(random, example.tokens, example.named, scene)
    return found


def _named(segment: Segment) -> list[tuple[int, str]]:
    """The landmarks that an instruction names: their places in the scene, and what they are called."""
    named = (segment.meaning or {}).get("named", [])
    return [(thing["of"], thing["as"]) for thing in named if thing["of"] is not None and thing["of"] >= 0]
