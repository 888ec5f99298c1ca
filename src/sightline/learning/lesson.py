"""What a corpus gives to learn from: training examples and examples for tuning, as data sets made when asked for."""

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
from sightline.models.pretrained import Reader
from sightline.world import Kind


@dataclass
class Lesson:
    """What is learned from: the training paragraphs of a corpus, those for tuning set apart; data sets when asked for."""

    kind: Kind
    learning: Sequence[Paragraph]
    tuning: Sequence[Paragraph]
    vocabulary: Vocabulary
    source: Json  # which corpus, and how much of it
    device: torch.device
    read: Reader
    scenes: OwnScenes = ()  # of the user's own, that fresh data is made in
    walking: bool = False  # only instructions that ask for walking and nothing else
    rings: bool = False  # goals are learned by bearing and distance

    @cached_property
    def train(self) -> Dataset:
        """Every goal is an example, where they come in turn; otherwise every instruction."""
        return self._data(self.learning, each_goal)

    @cached_property
    def tune(self) -> Dataset:
        return self._data(self.tuning, each_goal)

    @cached_property
    def train_whole(self) -> Dataset:
        """Every instruction is an example, whatever goals it has."""
        return self._data(self.learning, each_start)

    @cached_property
    def tune_whole(self) -> Dataset:
        return self._data(self.tuning, each_start)

    def examples(self, paragraphs: Sequence[Paragraph]) -> list[Example]:
        """The instructions of paragraphs that are learned from."""
        return [example for example in examples_of(paragraphs) if self._chosen(example)]

    def _chosen(self, example: Example) -> bool:
        return example.walks or not self.walking

    def _data(self, paragraphs: Sequence[Paragraph], stages_of: Callable[..., Any]) -> Dataset:
        if not self.kind.reaches:
            return Dataset.of(self.examples(paragraphs), self.read, self.device, self.rings)
        stages, state = stages_of(paragraphs, self._chosen)
        return Dataset.of_stages(stages, state, self.read, self.device, goals=stages_of is each_goal)
