"""Tuning data for a model that predicts one goal at a time: stages of paragraphs outside the training data.

Scores are those of goals in houses: a stand is right within `near` on the floor, a point within `near` in space, and the
next goal's type if it is the right one of navigation, interaction and end. What is out of view has a stand only. `items` is
how often the item to take, if it is in view, is the one reached for, and `unseen` how often a target in view or out of it is
said to be so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import nn

from sightline.agent.choice import choose, grasp, map_share
from sightline.agent.look import Look, as_input, as_probabilities, make_worlds
from sightline.agent.wayfinding import nearest_behind, share_near
from sightline.corpus.records import Paragraph
from sightline.geometry import CELLS, PANORAMA, distance
from sightline.geometry.types import Bools, Floats, Ints
from sightline.learning.calibration import fit_calibration
from sightline.learning.chunk import ENDED, Chunk, Maker, PackedChunk, StreamConfig, packed
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
    taken: Floats  # whether the right item is reached for
    unseen: Floats  # whether targets are said to be in view, or out of it, rightly
    shares: Floats  # mass of the maps near the predicted goals, as in GoalPredictor.confidence
    words: Ints  # word counts of their instructions
    right: Bools  # whether these goals are right
    reaching: Bools  # whether they are things to reach for, in view


class Staged:
    """The stages of paragraphs."""

    def __init__(self, kind: Kind, paragraphs: Sequence[Paragraph], config: StreamConfig, device: torch.device):
        self.kind, self.device = kind, device
        maker = Maker(config, kind.name)
        few = [paragraphs[first : first + TOGETHER] for first in range(0, len(paragraphs), TOGETHER)]
        self.chunks: list[Chunk] = [maker.staged(some) for some in few]
        self.packed = [packed(chunk, kind) for chunk in self.chunks]

    @torch.no_grad()
    def score(self, model: nn.Module) -> dict[str, float]:
        """Scores of a model's goals: mean distance, percentages that are right, and accuracy of the next goal's type.

        Also calibrates a model that can be: its confidence is fitted to whether its goals are right.
        """
        model.eval()
        parts = [self._measure(model, *pair) for pair in zip(self.chunks, self.packed, strict=True)]
        all_ = _Measured(*(np.concatenate(part) for part in zip(*parts, strict=True)))
        buffers = dict(model.named_buffers())
        for name, some in (("sureness", ~all_.reaching), ("reach_sureness", all_.reaching)):
            if "reach_sureness" not in buffers:
                some = np.ones_like(some)  # one calibration for both
            if name in buffers and some.any():
                buffers[name].copy_(torch.tensor(fit_calibration(all_.shares[some], all_.words[some], all_.right[some])))
        near = self.kind.near
        return {
            "Dist": float(np.minimum(all_.away, FAR).mean()), "Acc": _percent(all_.away <= near),
            "next": _percent(all_.next), "points": _percent(all_.reached <= near), "stands": _percent(all_.stood <= near),
            "items": _percent(all_.taken), "unseen": _percent(all_.unseen),
        }  # fmt: skip

    def _measure(self, model: nn.Module, chunk: Chunk, ready: PackedChunk) -> _Measured:
        world = make_worlds(self.kind, self.device)
        world.restore(chunk.worlds)
        batch = drawn(ready, self.kind, self.device)
        assert batch.reach is not None and batch.wanted is not None
        hidden, wanted = batch.reach[:, -1].cpu().numpy(), batch.wanted.cpu().numpy()
        with autocast(self.device):
            outputs = model(as_input(batch.pictures), batch.words, batch.lengths, origins=batch.origins, done=batch.done)
        maps, cells, next_ = (as_probabilities(outputs[name]) for name in ("goal", "point", "next"))
        seen_by = cast(GoalModel, model)
        _, places = choose(self.kind, seen_by, chunk.starts, maps)
        look = Look(world, range(len(world)), channels=("depth", "segmentation"))
        points = nearest_behind(look, np.arange(len(world)), cells[:, :-1].argmax(1))
        on_target = _shows(look, cells[:, :-1].argmax(1), chunk.target)
        stood, reached = distance(places, chunk.goals), np.sqrt(((points - chunk.reached_for) ** 2).sum(1))
        says = next_.argmax(1)
        goals = chunk.next != ENDED
        to_reach = np.isfinite(reached)
        in_view = to_reach & ~hidden
        away = np.where(in_view, reached, stood)

        sure = map_share(self.kind, seen_by, chunk.starts, maps, places)
        reaching = np.flatnonzero((says == REACHING) & (cells[:, -1] <= 0.5))
        if len(reaching):
            radius = grasp(self.kind, seen_by)
            sure[reaching] = share_near(look, reaching, cells[reaching, :-1], points[reaching], radius)
        is_reaching = np.isin(np.arange(len(chunk)), reaching)
        judged = goals & (says != ENDED)
        found = on_target & in_view if seen_by.reach_calibration is not None else away <= self.kind.near
        right = (says == chunk.next) & np.where(is_reaching, found, away <= self.kind.near)
        return _Measured(
            away[goals], (says == chunk.next).astype(np.float64), reached[in_view], stood[goals],
            on_target[in_view & (wanted > 0)].astype(np.float64),
            ((cells[:, -1] > 0.5) == hidden)[to_reach].astype(np.float64),
            (sure * next_.max(1))[judged], chunk.lengths[judged], right[judged], is_reaching[judged],
        )  # fmt: skip


def _percent(shares: Any) -> float:
    return float(100 * np.mean(shares)) if len(shares) else 0.0


def _shows(look: Look, cells: Ints, target: Ints) -> Bools:
    """(N,) whether one cell of each panorama (N,) shows a pixel of its target, by numbers (N, 16) in segmentation."""
    numbers = look["segmentation"]
    numbers = np.asarray(numbers.cpu() if hasattr(numbers, "cpu") else numbers)
    side = look.world.camera.height // CELLS
    shown = []
    for k, cell in enumerate(cells.tolist()):
        row, column = (side * part for part in divmod(cell, CELLS * len(PANORAMA)))
        shown.append(np.isin(numbers[k, row : row + side, column : column + side], target[k][target[k] > 0]).any())
    return np.array(shown)
