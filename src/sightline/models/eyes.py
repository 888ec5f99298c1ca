"""The eyes of Lookout: they tell small items apart, and the words ask them which one to reach for.

A stem of small convolutions sees every pixel before it goes down to the cells; the trunk's features of cells, which see
farther, join it. From both each cell says which kind of item it shows. A question made from the words finds the cells to
reach for in two ways. It names a kind, and how likely each cell shows that kind counts. And it is compared with the
features, for all that a kind does not say, such as colours.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

SHARP, HALF = (8, 16), 32  # channels at full and at half resolution
LEAST = 1e-3  # likelihood that a cell shows what is wanted: a wrong name must not rule out a cell for good


class Eyes(nn.Module):
    """Features of cells (B, E, 32, 192) from a panorama (B, 3, 128, 768) and the trunk's features, and kinds of items."""

    def __init__(self, channels: int, trunk: int, items: int):
        super().__init__()
        first, second = SHARP
        self.stem = nn.Sequential(
            nn.Conv2d(3, first, 3, padding=1), nn.ReLU(inplace=True),
            nn.Conv2d(first, second, 3, padding=1), nn.ReLU(inplace=True),
            nn.Conv2d(second, HALF, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(HALF), nn.ReLU(inplace=True),
            nn.Conv2d(HALF, channels, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.around = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))
        self.farther = nn.Conv2d(trunk, channels, 1, bias=False)
        self.kinds = nn.Conv2d(channels, items + 1, 1)  # the first for none

    def forward(self, panorama: Tensor, trunk: Tensor) -> Tensor:
        cells = self.stem(panorama)
        return torch.relu(cells + self.around(cells) + self.farther(trunk))


class Question(nn.Module):
    """Logits of the cells (B, 32 * 192) that show what the words ask for, and the kind (B, K + 1) that they ask for."""

    def __init__(self, width: int, channels: int, items: int):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.wanted = nn.Linear(width, items + 1)  # the first for what is not an item
        self.query = nn.Linear(width, channels)
        self.trust = nn.Parameter(torch.ones(()))
        self.sight = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 2))
        nn.init.zeros_(self.query.weight)
        nn.init.zeros_(self.query.bias)

    def forward(self, asked: Tensor, looks: Tensor, items: Tensor) -> tuple[Tensor, Tensor]:
        """From a question (B, W), features (B, E, 32, 192) and logits of kinds (B, K + 1, 32, 192)."""
        asked = self.norm(asked)
        wanted = self.wanted(asked).float()
        likely = wanted.softmax(1)
        shown = items.flatten(2).softmax(1)  # (B, K + 1, 32 * 192)
        # What is not an item may be anywhere, also behind one: then the kinds of items say nothing.
        match = torch.einsum("bk,bkc->bc", likely[:, 1:].to(shown.dtype), shown[:, 1:]) + likely[:, :1].to(shown.dtype)
        alike = torch.einsum("be,bec->bc", self.query(asked), looks.flatten(2))
        return alike + self.trust * match.clamp(min=LEAST).log(), wanted
