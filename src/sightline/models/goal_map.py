"""What all goal predictors share: the shape of a goal map, which cells can be a goal, what an agent must know of them."""

from __future__ import annotations

from typing import Any, Protocol

import torch
from torch import Tensor

from sightline.geometry import CELLS, PANORAMA

VIEWS = len(PANORAMA)
ROWS, COLUMNS = CELLS, CELLS * VIEWS  # of the goal map: 32 x 192
HERE = (0.0, 0.0, 0.0, 1.0)  # origins (geometry.origin_of) if the instruction was given at the pose of the look
AS_IT_IS = (1.0, 0.0, 0.0)  # the calibration of a model whose map is taken at its word
NEXT = 3  # what may come next: a navigation, an interaction, nothing
MASKED = -1e4  # the logit of a cell that cannot be the goal


class GoalModel(Protocol):
    """A goal predictor: a torch module that says this of itself."""

    config: Any
    token_limit: int  # tokens of an instruction that it reads, none beyond those that it was trained on; the rest is cut
    spells: bool  # whether it reads words by their letters; otherwise as numbers of a vocabulary
    calibration: tuple[float, float, float]  # weights of what decides how likely a goal is right (agent.choice)
    reach_calibration: tuple[float, float, float] | None  # the same for the right thing to reach for; None: as for places
    in_half: bool  # whether it is used in half precision, where the hardware computes in it
    says_next: bool  # whether it sees one goal of several after the other, and says what comes next
    names_items: bool  # whether it tells kinds of items apart
    shows: bool  # whether it says what each cell shows, as a ShowingModel does
    looks_again: bool  # whether it takes as input the pose at which the instruction was given, and may look again later

    @property
    def readout(self) -> str:
        """ "cell": the goal is the likeliest cell, as in the paper; "area": the middle of the likeliest area; "rings": the
        same, of a map by bearing and distance."""

    def __call__(
        self, panorama: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None = None,
        origins: Tensor | None = None, done: Tensor | None = None,
    ) -> dict[str, Tensor]:  # fmt: skip
        """Panorama (B, 3, 128, 768) in 0..1 and instruction to logits: `goal` (B, 32 * 192 + 1), and what else it says.

        Where `anywhere` (B,) is true the goal is a thing to reach for, which any cell may show; else it lies on the ground.
        `origins` (B, 4) is the pose at which the instruction was given, seen from here (geometry.origin_of); default: here.
        `done` (B, 6, 4) are the goals that are done already (models.done); default: none.
        """


class ShowingModel(Protocol):
    """A goal predictor that also says what it sees; called with `showing`, it adds these outputs to its others."""

    def shown(self, panorama: Tensor, **shape: Tensor) -> dict[str, Tensor]:
        """Panorama (B, 3, 128, 768), and for a detailed model its `shape` (models.details), to logits of what cells show:
        `things` (B, T, 16, 96) or (B, T, 32, 192), as in Kind.thing_names; and if it names items, `items`
        (B, K + 1, 32, 192), as in Kind.items, the first for none."""


def goal_logits(cells: Tensor, out_of_sight: Tensor, ground: int, anywhere: Tensor | None = None) -> Tensor:
    """Cells (B, 32 * 192) and the out-of-sight scalar as one vector of logits; rows above `ground` cannot be ground."""
    logits = cells.float()
    above = torch.arange(ROWS, device=cells.device).repeat_interleave(COLUMNS) < ground
    if anywhere is not None:
        above = above & ~anywhere[:, None]
    return torch.cat([logits.masked_fill(above, MASKED), out_of_sight.float().expand(len(cells), 1)], 1)
