"""LingUNet: a goal map over the panorama from an instruction and six views (paper, section "Goal Prediction")."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sightline.models.goal_map import AS_IT_IS, COLUMNS, ROWS, VIEWS, goal_logits
from sightline.models.text import TOKEN_LIMIT, InstructionEncoder
from sightline.options import option


@dataclass
class LingUNetConfig:
    """The paper's numbers; depth 5 with unsplit text is what the reference code did."""

    vocabulary: int = 1
    embedding: int = 32  # of a word
    text: int = 256  # LSTM state
    depth: int = option(4, "Levels of LingUNet, m in the paper.", min=1, max=5)
    split_text: bool = option(
        True, "Make each level's kernel from its own slice of the text vector, or from all of it.",
        flags="--split-text/--unsplit-text",
    )  # fmt: skip
    features: tuple[int, int] = (128, 64)  # of CONV_0
    channels: int = 32
    kernel: int = 5
    dropout: float = option(0.5, "Dropout of LingUNet's deepest features.", min=0, max=0.99)
    language: bool = option(True, "Read the instruction; the ablation without language ignores it.")
    ground: int = 16  # the first row of the goal map that can be ground, as the world's camera sees it


class LingUNet(nn.Module):
    """Logits over the 32 x 192 cells of the panorama and one for "out of sight"."""

    Config = LingUNetConfig
    spells, looks_again, says_next, in_half, readout, calibration = False, False, False, False, "cell", AS_IT_IS
    reach_calibration, names_items, shows = None, False, False
    token_limit = TOKEN_LIMIT  # a recurrent network has the same weights at every token
    views: Tensor  # (1, 6, 32, 192) which view a cell belongs to

    def __init__(self, config: LingUNetConfig):
        super().__init__()
        self.config = c = config
        self.text = InstructionEncoder(c.vocabulary, c.embedding, c.text)
        self.conv_0 = panorama_features(c.features)
        half = c.kernel // 2
        widths = [c.features[1] + VIEWS] + [c.channels] * c.depth
        self.convs = nn.ModuleList(
            nn.Conv2d(widths[j], widths[j + 1], c.kernel, stride=2, padding=half) for j in range(c.depth)
        )
        self.slice = c.text // c.depth if c.split_text else c.text
        self.kernels = nn.ModuleList(nn.Linear(self.slice, c.channels * c.channels) for _ in range(c.depth))
        self.deconvs = nn.ModuleList(
            nn.ConvTranspose2d(
                c.channels * (1 if j == c.depth - 1 else 2), 1 if j == 0 else c.channels, c.kernel, stride=2, padding=half,
                output_padding=1,
            )
            for j in range(c.depth)
        )  # fmt: skip
        self.dropout = nn.Dropout(c.dropout)
        self.out_of_sight = nn.Parameter(torch.zeros(1))
        views = torch.zeros(1, VIEWS, ROWS, COLUMNS)
        for view in range(VIEWS):
            views[0, view, :, view * ROWS : (view + 1) * ROWS] = 1  # a view is as wide as high
        self.register_buffer("views", views, persistent=False)

    def forward(
        self, panorama: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None = None,
        origins: Tensor | None = None, done: Tensor | None = None,
    ) -> dict[str, Tensor]:  # fmt: skip
        """Panorama (B, 3, 128, 768) in 0..1 and an instruction (B, L) to logits: `goal` (B, 32 * 192 + 1)."""
        cells = self.feature_maps(panorama, words, lengths)["H_1"]
        return {"goal": goal_logits(cells.flatten(1), self.out_of_sight, self.config.ground, anywhere)}

    def feature_maps(self, panorama: Tensor, tokens: Tensor, lengths: Tensor) -> dict[str, Tensor]:
        """Every map of the architecture figure: F_0..F_m, G_1..G_m, H_m..H_1."""
        c = self.config
        if not c.language:
            tokens, lengths = torch.zeros_like(tokens[:, :1]), torch.ones_like(lengths)
        text = self.text(tokens, lengths)  # (B, 256)
        seen = self.conv_0(panorama)  # (B, 64, 32, 192)
        below = torch.cat([seen, self.views.expand(len(seen), -1, -1, -1).to(seen.dtype)], 1)
        maps = {"F_0": below}
        filtered = []
        slices = text.split(self.slice, 1) if c.split_text else [text] * c.depth
        for j, (conv, affine) in enumerate(zip(self.convs, self.kernels, strict=True)):
            below = F.leaky_relu(conv(below))  # (B, 32, 32 / 2^(j+1), 192 / 2^(j+1))
            if below.shape[2] > 1:  # one row of one value has no variance to divide by
                below = F.instance_norm(below)
            kernel = F.normalize(affine(slices[j]), dim=1).view(-1, c.channels, c.channels)
            filtered.append(torch.einsum("boi,bihw->bohw", kernel, below))
            maps[f"F_{j + 1}"], maps[f"G_{j + 1}"] = below, filtered[-1]
        above = self.deconvs[-1](self.dropout(filtered[-1]))
        for j in range(c.depth - 2, -1, -1):
            above = F.instance_norm(F.leaky_relu(above))
            maps[f"H_{j + 2}"] = above
            above = self.deconvs[j](torch.cat([above, filtered[j]], 1))
        maps["H_1"] = above  # (B, 1, 32, 192)
        return maps


def panorama_features(channels: tuple[int, int]) -> nn.Sequential:
    """CONV_0: a panorama (B, 3, 128, 768) to features (B, C, 32, 192)."""
    inner, outer = channels
    return nn.Sequential(
        nn.Conv2d(3, inner, 8, stride=4, padding=3), nn.ReLU(), nn.Conv2d(inner, outer, 3, padding=1), nn.ReLU()
    )
