"""Training data of pictures that somebody brings: panoramas with a picture in each, and the cell that the words mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import torch
from torch import Tensor, nn

from sightline.agent.placement import Placement, placed
from sightline.agent.pointer import NEAR, Mark, Pointer, missed_by
from sightline.geometry.types import Floats, Ints
from sightline.language import Vocabulary, tokenize
from sightline.learning.calibration import fit_calibration
from sightline.learning.chunk import NOTHING, WAY
from sightline.learning.data import Batch
from sightline.learning.picture_rows import PictureRow, PictureTable
from sightline.models.done import DONE
from sightline.models.goal_map import HERE
from sightline.models.pretrained import TokenEncoder
from sightline.models.text import padded

SMALLEST = 0.6  # scale of a picture in training: it comes in many sizes and places, as there are few of them
REACHING = 1  # class of an interaction


class Pictured:
    """Rows of a table as examples. In training each comes in another size and place in every epoch."""

    def __init__(
        self, table: PictureTable, rows: Sequence[PictureRow], read: TokenEncoder, vocabulary: Vocabulary,
        device: torch.device, varied: bool,
    ):  # fmt: skip
        self.table, self.rows, self.device, self.vocabulary, self.varied = table, tuple(rows), device, vocabulary, varied
        self.ids = [read(tokenize(row.words)) for row in rows]

    def __len__(self) -> int:
        return len(self.rows)

    def batch(self, which: Ints) -> Batch:
        """Some of the examples as the input of one update."""
        rows = [self.rows[int(k)] for k in which]
        pictures = [self.table.pictures[row.picture] for row in rows]
        wheres = [self._placement(*picture.size) for picture in pictures]
        seen = np.stack([placed(picture, where) for picture, where in zip(pictures, wheres, strict=True)])
        cells = [where.cell(row.x, row.y) for row, where in zip(rows, wheres, strict=True)]
        tokens, lengths = self._padded
        here, size = torch.from_numpy(np.asarray(which)), len(rows)
        return Batch(
            torch.from_numpy(seen), tokens[here], lengths[here], torch.tensor(cells),
            torch.full((size, WAY), -1), torch.tensor(HERE).expand(size, -1), torch.full((size,), REACHING),
            torch.full((size,), NOTHING), torch.zeros(size, DONE, 4),
            inside=torch.from_numpy(np.stack([where.inside() for where in wheres])),
        ).to(self.device)  # fmt: skip

    def _placement(self, width: int, height: int) -> Placement:
        """Where a picture stands; in training anywhere near the forward view, drawn from torch's seed of the epoch."""
        if not self.varied:
            return Placement.ahead(width, height)
        size, aside, below = torch.rand(3).tolist()
        return Placement.ahead(width, height, SMALLEST + (1 - SMALLEST) * size, 2 * aside - 1, 2 * below - 1)

    @cached_property
    def _padded(self) -> tuple[Tensor, Tensor]:
        return padded(self.ids)

    def score(self, model: nn.Module) -> dict[str, float]:
        """Scores of a model's marks; also fits its confidence to whether they are right."""
        model.eval()
        pointer = Pointer(model, self.vocabulary, self.device)  # type: ignore[arg-type]
        marks, away = _marks(pointer, self.table, self.rows)
        shares = np.array([mark.share for mark in marks])
        fitted = fit_calibration(shares, np.array([len(tokenize(row.words)) for row in self.rows]), away <= NEAR)
        buffers = dict(model.named_buffers())
        name = next((name for name in ("reach_sureness", "sureness") if name in buffers), None)
        if name is not None:
            buffers[name].copy_(torch.tensor(fitted))
        return _scores(away)


def score_rows(pointer: Pointer, table: PictureTable, rows: Sequence[PictureRow]) -> dict[str, float]:
    """Scores of a pointer on rows, and its mean sureness."""
    marks, away = _marks(pointer, table, rows)
    return {**_scores(away), "sureness": float(100 * pointer.sureness(marks, [row.words for row in rows]).mean())}


def _marks(pointer: Pointer, table: PictureTable, rows: Sequence[PictureRow]) -> tuple[list[Mark], Floats]:
    """Where a pointer points in each row, and how far (N,) that is from the true pixel."""
    pictures = [table.pictures[row.picture] for row in rows]
    marks = pointer.mark(pictures, [row.words for row in rows])
    wheres = [Placement.ahead(*picture.size) for picture in pictures]
    away = [missed_by(mark, row.x, row.y, where) for mark, row, where in zip(marks, rows, wheres, strict=True)]
    return marks, np.array(away)


def _scores(away: Floats) -> dict[str, float]:
    """Mean distance in percent of a picture's longer side, and the percentage of marks within NEAR."""
    return {"Dist": float(100 * away.mean()), "Acc": float(100 * (away <= NEAR).mean())}
