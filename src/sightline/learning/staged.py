"""What a model that sees one goal at a time is tuned on: stages of paragraphs that nobody learns from.

Scores are those of goals in houses: where to go is right within what is near on the floor, what to reach for within as much
in space, and what comes next if it is the right one of navigation, interaction and end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch
from torch import nn

from sightline.agent.choice import choose
from sightline.agent.looking import as_input, make_worlds
from sightline.agent.wayfinding import nearest_behind
from sightline.corpus.records import Paragraph
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.learning.chunk import ENDED, Chunk, Maker, StreamConfig
from sightline.learning.stream import drawn
from sightline.models.goal_map import GoalModel
from sightline.models.precision import autocast
from sightline.world import Kind

TOGETHER = 8  # paragraphs
FAR = 10.0  # a goal that is farther off counts as so far


class Staged:
    """Stages of some paragraphs."""

    def __init__(self, kind: Kind, paragraphs: Sequence[Paragraph], config: StreamConfig, device: torch.device):
        self.kind, self.device = kind, device
        maker = Maker(config, kind.name)
        few = [paragraphs[first : first + TOGETHER] for first in range(0, len(paragraphs), TOGETHER)]
        self.chunks: list[Chunk] = [maker.staged(some) for some in few]

    @torch.no_grad()
    def score(self, model: nn.Module) -> dict[str, float]:
        """Of the goals that a model sees: mean distance, percentages that are right, and of what it says comes next."""
        model.eval()
        parts = [self._measure(model, chunk) for chunk in self.chunks]
        away, next_, reached, stood = (np.concatenate(part) for part in zip(*parts, strict=True))
        near = self.kind.near
        return {
            "Dist": float(np.minimum(away, FAR).mean()), "Acc": float(100 * (away <= near).mean()),
            "next": float(100 * next_.mean()), "points": float(100 * (reached <= near).mean()),
            "stands": float(100 * (stood <= near).mean()),
        }  # fmt: skip

    def _measure(self, model: nn.Module, chunk: Chunk) -> tuple[Floats, Floats, Floats, Floats]:
        """How far off goals are, whether what comes next is right, and how far off points and stands are."""
        world = make_worlds(self.kind, self.device)
        world.restore(chunk.worlds)
        batch = drawn(world, self.kind, chunk, self.device)
        with autocast(self.device):
            outputs = model(as_input(batch.pictures), batch.words, batch.lengths, origins=batch.origins, done=batch.done)
        maps = outputs["goal"].float().softmax(1).cpu().numpy().astype(np.float64)
        _, places = choose(self.kind, cast(GoalModel, model), chunk.starts, maps)
        stood = distance(places, chunk.goals)
        cells = outputs["point"][:, :-1].argmax(1).cpu().numpy()
        reached = np.sqrt(((nearest_behind(world, cells) - chunk.reached_for) ** 2).sum(1))
        right = outputs["next"].argmax(1).cpu().numpy() == chunk.next
        interactions, goals = np.isfinite(reached), chunk.next != ENDED
        away = np.where(interactions, reached, stood)
        return away[goals], right.astype(np.float64), reached[interactions], stood[goals]
