"""Pointing in pictures of any size: which pixel words ask for, by a goal predictor that was made for panoramas.

The goal is a cell of the head that is for things to reach for, and only the picture's own cells count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from sightline.agent.agent import load_predictor
from sightline.agent.choice import calibrated
from sightline.agent.look import as_input, as_probabilities
from sightline.agent.methods import part_folder
from sightline.agent.placement import Placement, placed
from sightline.errors import InputError
from sightline.geometry.types import Array, Bools, Floats
from sightline.language import Vocabulary, tokenize
from sightline.models.goal_map import COLUMNS, MASKED, ROWS, GoalModel
from sightline.models.precision import autocast
from sightline.models.pretrained import encoder_of
from sightline.models.text import padded
from sightline.pictures import Picture
from sightline.world import kind_of

POINTING_WORLD = "chai"  # the world whose models point at things to reach for
NEAR = 1 / 16  # of a picture's longer side: a mark this close is right
AROUND = 1  # cells on each side of a cell that count as the same spot
TOGETHER = 16  # pictures at once


def pointing_logits(outputs: dict[str, Tensor], inside: Tensor) -> Tensor:
    """(B, 32 * 192) logits of a model's head for things to reach for; cells outside the picture are ruled out."""
    cells = outputs["point"] if "point" in outputs else outputs["goal"]
    return cells[:, : ROWS * COLUMNS].masked_fill(~inside, MASKED)


class Mark(NamedTuple):
    """Where words point in a picture."""

    x: float  # 0 to 1 of its width
    y: float  # 0 to 1 of its height
    share: float  # of the map that lies near it
    map: Floats  # (32 * 192,) probabilities of cells

    def pixel(self, width: int, height: int) -> tuple[int, int]:
        """The pixel of a picture of this size."""
        return min(int(self.x * width), width - 1), min(int(self.y * height), height - 1)


def mark_of(probabilities: Floats, where: Placement) -> Mark:
    """The middle of the spot with most probability in a map (32 * 192,)."""
    cells = np.pad(probabilities.reshape(ROWS, COLUMNS), AROUND)
    span = range(2 * AROUND + 1)
    shifted = np.stack([cells[dy : dy + ROWS, dx : dx + COLUMNS].ravel() for dy in span for dx in span])  # (9, 32 * 192)
    best = int(shifted.sum(0).argmax())
    row, column = divmod(best, COLUMNS)
    rows, columns = np.clip(row + np.arange(-AROUND, AROUND + 1), 0, ROWS - 1), column + np.arange(-AROUND, AROUND + 1)
    columns = np.clip(columns, 0, COLUMNS - 1)
    near = (rows[:, None] * COLUMNS + columns).ravel()
    weights = shifted[:, best] + 1e-12
    x, y = (weights @ where.spots()[near] / weights.sum()).tolist()
    return Mark(x, y, float(probabilities @ (_apart(where.spots(), (x, y), where) <= NEAR)), probabilities)


def _apart(spots: Floats, other: tuple[float, float], where: Placement) -> Floats:
    """(K,) distances of spots (K, 2) from another one, in shares of the picture's longer side."""
    scale = np.array([where.width, where.height]) / max(where.width, where.height)
    away: Floats = np.sqrt((((spots - np.array(other)) * scale) ** 2).sum(1))
    return away


def missed_by(mark: Mark, x: float, y: float, where: Placement) -> float:
    """The distance of a mark from the true spot, in shares of the picture's longer side."""
    return float(_apart(np.array([[x, y]]), (mark.x, mark.y), where)[0])


@dataclass(frozen=True)
class Pointer:
    """A goal predictor that points in pictures."""

    model: GoalModel
    vocabulary: Vocabulary
    device: torch.device

    @classmethod
    def from_pretrained(cls, method: str = "best", device: str = "cpu") -> Pointer:
        """A bundled model by the name of its method, or the folder of your own."""
        folder = pointing_folder(method)
        predictor = load_predictor(kind_of(POINTING_WORLD), folder, device)
        if not points(predictor.model):
            raise InputError(f"{folder}: is a model that does not point at things; see `train best-goal --pictures`.")
        return cls(predictor.model, predictor.vocabulary, predictor.device)

    def mark(self, pictures: Sequence[Picture], words: Sequence[str]) -> list[Mark]:
        """Where words point in pictures, one for each."""
        marks: list[Mark] = []
        for first in range(0, len(pictures), TOGETHER):
            some = pictures[first : first + TOGETHER]
            wheres = [Placement.ahead(*picture.size) for picture in some]
            panoramas = np.stack([placed(picture, where) for picture, where in zip(some, wheres, strict=True)])
            inside = np.stack([where.inside() for where in wheres])
            maps = self._maps(panoramas, inside, words[first : first + TOGETHER])
            marks += [mark_of(map_, where) for map_, where in zip(maps, wheres, strict=True)]
        return marks

    def sureness(self, marks: Sequence[Mark], words: Sequence[str]) -> Floats:
        """(N,) the calibrated probability that marks are right."""
        shares, lengths = np.array([mark.share for mark in marks]), np.array([len(tokenize(text)) for text in words])
        return calibrated(self.model, shares, lengths, np.ones(len(marks), bool))

    @torch.no_grad()
    def _maps(self, panoramas: Array, inside: Bools, words: Sequence[str]) -> Floats:
        encode = encoder_of(self.model, self.vocabulary)
        told = padded([encode(tokenize(text)) for text in words], self.device)
        seen = as_input(torch.from_numpy(panoramas).to(self.device))
        anywhere = torch.ones(len(panoramas), dtype=torch.bool, device=self.device)
        with autocast(self.device, self.model.in_half):
            outputs = self.model(seen, *told, anywhere)
        return as_probabilities(pointing_logits(outputs, torch.from_numpy(inside).to(self.device)))


def pointing_folder(method: str) -> Path:
    """The folder of a model, by the name of its method or a folder of one's own."""
    return part_folder(kind_of(POINTING_WORLD), method, "goal")


def points(model: GoalModel) -> bool:
    """Whether a model has a head over all cells: our own for houses, and the paper's in any world."""
    return model.says_next or model.readout == "cell"
