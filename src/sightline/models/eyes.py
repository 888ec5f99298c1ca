"""The eyes of Lookout: they tell small items apart, and the words ask them which one to reach for.

A stem of small convolutions sees every pixel before it goes down to the cells; the trunk's features of cells, which see
farther, join it. From both each cell says which kind of item it shows. A question made from the words finds the cells to
reach for in two ways. It names a kind, and how likely each cell shows that kind counts. And it is compared with the
features, for all that a kind does not say, such as colours.
"""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

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
        cells = self.by_squares(panorama) if panorama.is_cuda else self.stem(panorama)
        return torch.relu(cells + self.around(cells) + self.farther(trunk))

    def by_squares(self, panorama: Tensor) -> Tensor:
        """What the stem gives, with squares of 2 x 2 pixels as channels: GPUs are slow with few channels."""
        one, _, two, _, three, *others = cast("list[nn.Conv2d]", list(self.stem))
        squares = F.pixel_unshuffle(panorama, 2)  # (B, 12, 64, 384)
        for conv in (one, two):
            assert conv.bias is not None
            squares = F.relu(F.conv2d(squares, _unshuffled(conv.weight), conv.bias.repeat_interleave(4), padding=1))
        firsts = _unshuffled(three.weight)[::4]  # it goes in steps of 2, to the first pixel of each square
        half = F.conv2d(squares, firsts, padding=1)  # (B, 32, 64, 384)
        for layer in others:
            half = layer(half)
        return half


def _unshuffled(weight: Tensor) -> Tensor:
    """The weight (4 O, 4 I, 3, 3) that does to squares of 2 x 2 pixels what (O, I, 3, 3) does to pixels."""
    pixels = [(y, x) for y in (0, 1) for x in (0, 1)]  # of a square: what each sees of 3 x 3 squares, which are 6 x 6 pixels
    seen = [F.pixel_unshuffle(F.pad(weight, (1 + x, 2 - x, 1 + y, 2 - y)), 2) for y, x in pixels]
    return torch.stack(seen, 1).flatten(0, 1)


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
