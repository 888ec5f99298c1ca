"""Chaplot18, a baseline (paper, appendix "Baseline Details"): the sentence gates what is seen; an LSTM, and a critic."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from sightline.models.action_space import action_logits, policy_outputs
from sightline.models.text import InstructionEncoder


@dataclass
class Chaplot18Config:
    """As the reference code had it."""

    vocabulary: int = 1
    actions: int = 4
    embedding: int = 32
    text: int = 256
    hidden: int = 256
    time: int = 32
    steps: int = 64


class Chaplot18(nn.Module):
    """The text gates the channels of the picture's features."""

    Config = Chaplot18Config
    critic = True

    def __init__(self, config: Chaplot18Config):
        super().__init__()
        self.config = c = config
        self.text = InstructionEncoder(c.vocabulary, c.embedding, c.text, cell="gru")
        self.image = nn.Sequential(
            nn.Conv2d(3, 128, 8, stride=4), nn.ReLU(), nn.Conv2d(128, 64, 4, stride=2), nn.ReLU(),
            nn.Conv2d(64, 64, 4, stride=2), nn.ReLU(),
        )  # (B, 64, 6, 6)  # fmt: skip
        self.gate = nn.Linear(c.text, 64)
        self.joined = nn.Linear(64 * 6 * 6, c.hidden)
        self.rnn = nn.LSTMCell(c.hidden, c.hidden)
        self.time = nn.Embedding(c.steps, c.time)
        self.policy = nn.Linear(c.hidden + c.time, policy_outputs(c.actions))
        self.value = nn.Linear(c.hidden + c.time, 1)

    def read(self, tokens: Tensor, lengths: Tensor) -> Tensor:
        """Instructions to (B, 256)."""
        return self.text(tokens, lengths)

    def begin(self, count: int, device: torch.device) -> Tensor:
        """The LSTM's two states before the first frame: (B, 2, 256)."""
        return torch.zeros(count, 2, self.config.hidden, device=device)

    def forward(
        self, text: Tensor, frame: Tensor, previous: Tensor, step: Tensor, state: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Frame (B, 3, 128, 128) in 0..1 and step number (B,) to logits (B, A), a value (B,) and a state."""
        gated = self.image(frame) * torch.sigmoid(self.gate(text))[:, :, None, None]
        joined = torch.relu(self.joined(gated.flatten(1))).float()
        with torch.autocast(joined.device.type, enabled=False):  # memory is kept in full precision
            hidden, cell = self.rnn(joined, (state[:, 0], state[:, 1]))
            out = torch.cat([hidden, self.time(step.clamp(max=self.config.steps - 1))], 1)
            logits = action_logits(self.policy(out), self.config.actions)
            return logits, self.value(out)[:, 0], torch.stack([hidden, cell], 1)
