"""Tuning data for a model that predicts one goal at a time: stages of paragraphs outside the training data.

Scores are those of goals in houses: a stand is right within `near` on the floor, a point within `near` in space, and the
next goal's type if it is the right one of navigation, interaction and end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np
import torch
from torch import nn

from sightline.agent.choice import choose, map_share
from sightline.agent.look import Look, as_input, as_probabilities, make_worlds
from sightline.agent.wayfinding import nearest_behind, share_near
from sightline.corpus.records import Paragraph
from sightline.geometry import distance
from sightline.geometry.types import Bools, Floats, Ints
from sightline.learning.calibration import fit_calibration
from sightline.learning.chunk import ENDED, Chunk, Maker, StreamConfig
from sightline.learning.stream import drawn
from sightline.models.goal_map import GoalModel
from sightline.models.goal_types import TYPES
from sightline.models.precision import autocast
from sightline.world import Kind

TOGETHER = 8  # paragraphs per chunk
REACHING = TYPES.index("interaction")
FAR = 10.0  # larger distances of goals are clipped to this


class _Measured(NamedTuple):
    away: Floats  # distances of the goals
    next: Floats  # whether the next goal's type is right
    reached: Floats  # distances of the points of interactions
    stood: Floats  # distances of the stands
    shares: Floats  # mass of the maps near the predicted goals, as in GoalPredictor.confidence
    words: Ints  # word counts of their instructions
    right: Bools  # whether these goals are right


class Staged:
    """The stages of paragraphs."""

    def __init__(self, kind: Kind, paragraphs: Sequence[Paragraph], config: StreamConfig, device: torch.device):
        self.kind, self.device = kind, device
        maker = Maker(config, kind.name)
        few = [paragraphs[first : first + TOGETHER] for first in range(0, len(paragraphs), TOGETHER)]
        self.chunks: list[Chunk] = [maker.staged(some) for some in few]

    @torch.no_grad()
    def score(self, model: nn.Module) -> dict[str, float]:
        """Scores of a model's goals: mean distance, percentages that are right, and accuracy of the next goal's type.

        Also calibrates a model that can be: its confidence is fitted to whether its goals are right.
        """
        model.eval()
        parts = [self._measure(model, chunk) for chunk in self.chunks]
        away, next_, reached, stood, shares, words, right = (np.concatenate(part) for part in zip(*parts, strict=True))
        weights = dict(model.named_buffers()).get("sureness")
        if weights is not None and len(shares):
            weights.copy_(torch.tensor(fit_calibration(shares, words, right)))
        near = self.kind.near
        return {
            "Dist": float(np.minimum(away, FAR).mean()), "Acc": float(100 * (away <= near).mean()),
            "next": float(100 * next_.mean()), "points": float(100 * (reached <= near).mean()),
            "stands": float(100 * (stood <= near).mean()),
        }  # fmt: skip

    def _measure(self, model: nn.Module, chunk: Chunk) -> _Measured:
        world = make_worlds(self.kind, self.device)
        world.restore(chunk.worlds)
        batch = drawn(world, self.kind, chunk, self.device)
        with autocast(self.device):
            outputs = model(as_input(batch.pictures), batch.words, batch.lengths, origins=batch.origins, done=batch.done)
        maps, cells, next_ = (as_probabilities(outputs[name]) for name in ("goal", "point", "next"))
        seen_by = cast(GoalModel, model)
        _, places = choose(self.kind, seen_by, chunk.starts, maps)
        look = Look(world, range(len(world)), channels=("depth",))
        points = nearest_behind(look, np.arange(len(world)), cells[:, :-1].argmax(1))
        stood, reached = distance(places, chunk.goals), np.sqrt(((points - chunk.reached_for) ** 2).sum(1))
        says = next_.argmax(1)
        goals = chunk.next != ENDED
        away = np.where(np.isfinite(reached), reached, stood)

        sure = map_share(self.kind, seen_by, chunk.starts, maps, places)
        reaching = np.flatnonzero((says == REACHING) & (cells[:, -1] <= 0.5))
        if len(reaching):
            sure[reaching] = share_near(look, reaching, cells[reaching, :-1], points[reaching], self.kind.near)
        judged = goals & (says != ENDED)
        right = (says == chunk.next) & (away <= self.kind.near)
        return _Measured(
            away[goals], (says == chunk.next).astype(np.float64), reached[np.isfinite(reached)], stood[goals],
            (sure * next_.max(1))[judged], chunk.lengths[judged], right[judged],
        )  # fmt: skip
