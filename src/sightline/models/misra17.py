"""Misra17, a baseline (paper, appendix "Baseline Details"): last frames, sentence and last action to an action."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from sightline.models.action_space import action_logits, policy_outputs
from sightline.models.text import InstructionEncoder


@dataclass
class Misra17Config:
    """As the reference code had it."""

    vocabulary: int = 1
    actions: int = 4
    frames: int = 5  # the agent remembers
    image: int = 200
    embedding: int = 32
    text: int = 256
    previous: int = 32  # embedding of the last action
    hidden: int = 200


class Misra17(nn.Module):
    """Convolutions over the last five frames; the mean of the LSTM's outputs; the last action."""

    Config = Misra17Config
    critic = False  # it has no estimate of returns

    def __init__(self, config: Misra17Config):
        super().__init__()
        self.config = c = config
        self.text = InstructionEncoder(c.vocabulary, c.embedding, c.text, mean=True)
        layers: list[nn.Module] = []
        for inner, kernel, stride in ((3 * c.frames, 8, 4), (32, 4, 2), (32, 4, 2), (32, 2, 1)):
            layers += [nn.Conv2d(inner, 32, kernel, stride=stride), nn.BatchNorm2d(32), nn.ReLU()]
        self.image = nn.Sequential(*layers, nn.Flatten(), nn.Linear(32 * 5 * 5, c.image))
        self.previous = nn.Embedding(c.actions + 1, c.previous)  # the last row: no action yet
        self.policy = nn.Sequential(
            nn.Linear(c.image + c.text + c.previous, c.hidden), nn.ReLU(), nn.Linear(c.hidden, policy_outputs(c.actions))
        )

    def read(self, tokens: Tensor, lengths: Tensor) -> Tensor:
        """Instructions to (B, 256)."""
        return self.text(tokens, lengths)

    def begin(self, count: int, device: torch.device) -> Tensor:
        """What is remembered before the first frame: (B, 12, 128, 128) black."""
        return torch.zeros(count, 3 * (self.config.frames - 1), 128, 128, device=device)

    def forward(
        self, text: Tensor, frame: Tensor, previous: Tensor, step: Tensor, state: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Frame (B, 3, 128, 128) in 0..1 and last action (B,) to logits (B, A), a value (none: 0) and what is remembered."""
        seen = torch.cat([state.to(frame.dtype), frame], 1)  # (B, 15, 128, 128)
        joined = torch.cat([self.image(seen), text, self.previous(previous)], 1)
        logits = action_logits(self.policy(joined).float(), self.config.actions)
        return logits, torch.zeros(len(frame), device=frame.device), seen[:, 3:].detach()
