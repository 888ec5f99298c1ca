"""The goal predictor after Janner et al. (2017), the paper's goal baseline: one local kernel and global position maps."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sightline.models.goal_map import AS_IT_IS, COLUMNS, ROWS, VIEWS, goal_logits
from sightline.models.lingunet import panorama_features
from sightline.models.text import TOKEN_LIMIT, InstructionEncoder


@dataclass
class JannerConfig:
    """As the reference code had it: 220 numbers of the text make a local kernel, 36 weigh maps of positions."""

    vocabulary: int = 1
    embedding: int = 32
    text: int = 256
    local: int = 220
    features: tuple[int, int] = (128, 64)
    widths: tuple[int, ...] = (3, 6, 12, 6, 3, 1)
    ground: int = 16  # the first row of the goal map that can be ground


class Janner(nn.Module):
    """Logits over the cells of the panorama and "out of sight"."""

    Config = JannerConfig
    spells, looks_again, says_next, in_half, readout, calibration = False, False, False, False, "cell", AS_IT_IS
    reach_calibration, names_items, shows = None, False, False
    token_limit = TOKEN_LIMIT  # a recurrent network has the same weights at every token
    positions: Tensor  # (36, 32, 192)

    def __init__(self, config: JannerConfig):
        super().__init__()
        self.config = c = config
        self.text = InstructionEncoder(c.vocabulary, c.embedding, c.text)
        self.conv_0 = panorama_features(c.features)
        self.local = nn.Linear(c.local, c.features[1] * 9)
        inner = (1, *c.widths)
        self.convs = nn.ModuleList(nn.Conv2d(inner[j] + 1, inner[j + 1], 3, padding=1) for j in range(len(c.widths)))
        self.out_of_sight = nn.Parameter(torch.zeros(1))
        self.register_buffer("positions", _positions(c.text - c.local), persistent=False)

    def forward(
        self, panorama: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None = None,
        origins: Tensor | None = None, done: Tensor | None = None,
    ) -> dict[str, Tensor]:  # fmt: skip
        """Panorama (B, 3, 128, 768) in 0..1 and an instruction (B, L) to logits: `goal` (B, 32 * 192 + 1)."""
        c = self.config
        text = self.text(words, lengths)
        local, global_ = text[:, : c.local], text[:, c.local :]
        seen = self.conv_0(panorama)  # (B, 64, 32, 192)
        kernels = F.normalize(self.local(local), dim=1).view(-1, c.features[1], 3, 3)
        batch = len(seen)
        # Each example has its own kernel: one grouped convolution over the examples side by side.
        local_map = F.conv2d(seen.reshape(1, -1, ROWS, COLUMNS), kernels, padding=1, groups=batch).view(
            batch, 1, ROWS, COLUMNS
        )
        global_map = torch.einsum("bk,khw->bhw", global_, self.positions.to(global_.dtype))[:, None]
        map_ = local_map
        for j, conv in enumerate(self.convs):
            map_ = conv(torch.cat([map_, global_map], 1))
            if j < len(self.convs) - 1:
                map_ = F.leaky_relu(map_)
        return {"goal": goal_logits(map_.flatten(1), self.out_of_sight, c.ground, anywhere)}


def _positions(count: int) -> Tensor:
    """(count, 32, 192) smooth maps of position, the same number in each view: row and column as waves and slopes."""
    each = count // VIEWS
    row = torch.linspace(-1, 1, ROWS)[:, None].expand(ROWS, COLUMNS)
    column = torch.linspace(-1, 1, COLUMNS // VIEWS).repeat(VIEWS)[None].expand(ROWS, COLUMNS)
    shapes = [torch.ones(ROWS, COLUMNS), row, column, row**2, column**2, row * column]
    maps = torch.zeros(count, ROWS, COLUMNS)
    for view in range(VIEWS):
        inside = torch.zeros(ROWS, COLUMNS)
        inside[:, view * (COLUMNS // VIEWS) : (view + 1) * (COLUMNS // VIEWS)] = 1
        for k in range(each):
            maps[view * each + k] = shapes[k % len(shapes)] * inside
    return maps
