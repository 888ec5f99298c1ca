"""Examples for learning: instructions as tokens, starts, goals, and what is seen from each start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import torch
from torch import Tensor

from sightline.agent.sight import CHUNK, goal_classes, panoramas
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.geometry.types import Floats, Ints
from sightline.lani import Episode
from sightline.models.pretrained import Reader
from sightline.models.text import padded

TUNING = 0.05  # of the training paragraphs, the last ones


@dataclass
class Batch:
    """What one update learns from, on the device."""

    pictures: Tensor  # (B, 128, 768, 3) uint8
    words: Tensor  # (B, L, ...)
    lengths: Tensor  # (B,)
    classes: Tensor  # (B,)
    things: Tensor | None = None  # (B, 32, 192) what each cell shows (look_around)
    named: Tensor | None = None  # (B, 8) what segmentation shows for the landmarks that are named; 0 for none

    def __len__(self) -> int:
        return len(self.classes)

    def tensors(self) -> list[Tensor]:
        found = (self.pictures, self.words, self.lengths, self.classes, self.things, self.named)
        return [tensor for tensor in found if tensor is not None]


@dataclass
class Examples:
    """N instructions, each on its own."""

    episodes: list[Episode]
    ids: Sequence[Sequence[Any]]  # tokens as a model reads them
    starts: Floats  # (N, 3)
    goals: Floats  # (N, 2)
    classes: Ints  # (N,) of the goal in the panorama
    device: torch.device
    seen: Tensor | None = None  # (N, 128, 768, 3) uint8, where memory is plenty

    @classmethod
    def of(cls, paragraphs: Sequence[Paragraph], read: Reader, device: torch.device) -> Examples:
        episodes = [episode for p in paragraphs for episode in p.episodes()]
        if not episodes:
            raise InputError("There are no examples to learn from: the corpus has no instructions in this split.")
        ids = [read(segment.tokens) for p in paragraphs for segment in p.segments]
        starts, goals = np.array([e.start for e in episodes]), np.array([e.goal for e in episodes])
        return cls(episodes, ids, starts, goals, goal_classes(starts, goals), device)

    def __len__(self) -> int:
        return len(self.episodes)

    def take(self, which: Sequence[int]) -> Examples:
        """Some of these examples."""
        k = np.asarray(which)
        episodes, ids = [self.episodes[j] for j in k], [self.ids[j] for j in k]
        return Examples(episodes, ids, self.starts[k], self.goals[k], self.classes[k], self.device)

    def draw_ahead(self) -> None:
        """Draw everything before it is asked for, where memory is plenty and drawing would hold up the rest: on a GPU."""
        if self.device.type == "cuda" and self.seen is None:
            self.draw_all()

    def draw_all(self) -> None:
        """Draw every panorama once and keep it on the device."""
        seen = torch.empty((len(self), 128, 768, 3), dtype=torch.uint8, device=self.device)
        for first in range(0, len(self), CHUNK):
            seen[first : first + CHUNK] = panoramas(self.episodes[first : first + CHUNK], self.device)
        self.seen = seen

    def pictures(self, which: Ints) -> Tensor:
        """(B, 128, 768, 3) uint8 on the device."""
        if self.seen is not None:
            return self.seen[torch.from_numpy(which).to(self.device)]
        return panoramas([self.episodes[k] for k in which], self.device).to(self.device)

    def batch(self, which: Ints) -> Batch:
        """Some of the examples, as one update learns from them."""
        classes = torch.from_numpy(self.classes[which]).to(self.device)
        return Batch(self.pictures(which), *self.instructions(which), classes)

    def instructions(self, which: Ints) -> tuple[Tensor, Tensor]:
        """Tokens (B, L, ...) and lengths (B,)."""
        tokens, lengths = self._padded
        here = torch.from_numpy(which).to(self.device)
        longest = int(self._lengths[which].max())  # known without waiting for the device
        return tokens[here, :longest], lengths[here]

    @cached_property
    def _padded(self) -> tuple[Tensor, Tensor]:
        """All instructions, padded, on the device."""
        return padded(self.ids, self.device)

    @cached_property
    def _lengths(self) -> Ints:
        return self._padded[1].cpu().numpy()


def split_for_tuning(paragraphs: Sequence[Paragraph]) -> tuple[list[Paragraph], list[Paragraph]]:
    """Training paragraphs, and the last 5 % of them for choosing the epoch."""
    cut = max(1, round(len(paragraphs) * TUNING)) if len(paragraphs) > 1 else 0
    return list(paragraphs[: len(paragraphs) - cut]), list(paragraphs[len(paragraphs) - cut :]) or list(paragraphs)


def batches(count: int, size: int, seed: int, epoch: int) -> list[Ints]:
    """All examples once, in an order that depends on the seed and the epoch only."""
    order = np.random.default_rng([seed, epoch]).permutation(count)
    return [order[first : first + size] for first in range(0, count, size)]
