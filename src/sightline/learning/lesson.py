"""A lesson: the training and tuning examples of a corpus, as data sets that are made on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch

from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import OwnScenes
from sightline.corpus.records import Paragraph
from sightline.corpus.stages import each_goal, each_start
from sightline.fields import Json
from sightline.language import Vocabulary
from sightline.learning.data import Dataset
from sightline.models.pretrained import TokenEncoder
from sightline.world import Kind


@dataclass
class Lesson:
    """The training paragraphs of a corpus and its tuning paragraphs; data sets are made on demand."""

    kind: Kind
    learning: Sequence[Paragraph]
    tuning: Sequence[Paragraph]
    vocabulary: Vocabulary
    source: Json  # the corpus, and the number of its paragraphs
    device: torch.device
    read: TokenEncoder
    scenes: OwnScenes = ()  # the user's own scenes, for fresh data
    walking: bool = False  # only instructions without interactions
    rings: bool = False  # learn goals by bearing and distance

    @cached_property
    def train(self) -> Dataset:
        """Every goal is an example if goals come in turn; otherwise every instruction."""
        return self._data(self.learning, each_goal)

    @cached_property
    def tune(self) -> Dataset:
        return self._data(self.tuning, each_goal)

    @cached_property
    def train_whole(self) -> Dataset:
        """Every instruction is an example, whatever its goals."""
        return self._data(self.learning, each_start)

    @cached_property
    def tune_whole(self) -> Dataset:
        return self._data(self.tuning, each_start)

    def examples(self, paragraphs: Sequence[Paragraph]) -> list[Example]:
        """The instructions of paragraphs that are used."""
        return [example for example in examples_of(paragraphs) if self._chosen(example)]

    def _chosen(self, example: Example) -> bool:
        return example.walks or not self.walking

    def _data(self, paragraphs: Sequence[Paragraph], stages_of: Callable[..., Any]) -> Dataset:
        if not self.kind.reaches:
            return Dataset.of(self.examples(paragraphs), self.read, self.device, self.rings)
        stages, state = stages_of(paragraphs, self._chosen)
        return Dataset.of_stages(stages, state, self.read, self.device, goals=stages_of is each_goal)
