"""One example: an instruction of a record, its goals, and everything that restores the world at its start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph, Segment
from sightline.geometry.types import Floats
from sightline.world import NAVIGATION, Goal, Kind, kind_of


@dataclass(frozen=True, eq=False)
class Example:
    """Instruction `index` (from 0) of a paragraph, from the start of its demonstration."""

    paragraph: Paragraph
    index: int

    @property
    def segment(self) -> Segment:
        return self.paragraph.segments[self.index]

    @property
    def key(self) -> tuple[str, int]:
        """Its unique key within its corpus."""
        return self.paragraph.id, self.index

    @property
    def name(self) -> str:
        """For files and messages; instructions count from 1."""
        return f"{self.paragraph.id}-{self.index + 1}"

    @property
    def last(self) -> bool:
        """Whether it is the last of its paragraph."""
        return self.index == len(self.paragraph.segments) - 1

    @property
    def goals(self) -> tuple[Goal, ...]:
        """In the order in which they are reached."""
        return self.segment.goals or (Goal(NAVIGATION, self.segment.end),)

    @property
    def walks(self) -> bool:
        """Whether it asks only for walking."""
        return all(goal.kind == NAVIGATION for goal in self.goals)

    @cached_property
    def way(self) -> Floats:
        """(K, 2) the places to pass before the end, in order: from the record, or from the meaning."""
        if self.segment.goals is None and self.kind.corpus:
            find = corpus_kind(self.paragraph.world).way
            return np.zeros((0, 2)) if find is None else find(self.paragraph, self.index)
        return np.array([goal.stand[:2] for goal in self.goals[:-1] if goal.kind == NAVIGATION]).reshape(-1, 2)

    @property
    def kind(self) -> Kind:
        return kind_of(self.paragraph.world)

    @cached_property
    def episode(self) -> Any:
        """The input of World.reset, in the state that the instructions before it left."""
        p, s = self.paragraph, self.segment
        before = [segment.actions for segment in p.segments[: self.index]]
        return self.kind.episode(p.scene, s.start, self.goals, s.end, s.instruction, p.seed, p.segments[0].start, before)


def examples_of(paragraphs: Sequence[Paragraph], limit: int | None = None, whole: bool = False) -> list[Example]:
    """The instructions of paragraphs, or the first `limit` of them; `whole` then completes the last paragraph."""
    examples: list[Example] = []
    for paragraph in paragraphs:
        if limit is not None and len(examples) >= limit:
            break
        examples += [Example(paragraph, k) for k in range(len(paragraph.segments))]
    return examples if whole else examples[:limit]
