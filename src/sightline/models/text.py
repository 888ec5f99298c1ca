"""Instructions to vectors: embedded tokens through an LSTM (or GRU) whose last state stands for the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

TOKEN_LIMIT = 200  # tokens that any model reads; a model may read fewer (GoalModel.token_limit)


def padded(sentences: Sequence[Sequence[Any]], device: torch.device | str = "cpu") -> tuple[Tensor, Tensor]:
    """Token ids (or several numbers for each token) as one tensor (B, L, ...), and their lengths (B,).

    An empty sentence becomes one unknown token.
    """
    cut = [list(s[:TOKEN_LIMIT]) for s in sentences]
    each = np.shape(next((s[0] for s in cut if s), 0))
    lengths = np.array([max(len(s), 1) for s in cut])
    ids = np.zeros((len(cut), lengths.max(), *each), np.int64)
    for n, sentence in enumerate(cut):
        if sentence:
            ids[n, : len(sentence)] = sentence
    return torch.from_numpy(ids).to(device), torch.from_numpy(lengths).to(device)


class InstructionEncoder(nn.Module):
    """LSTM_x over embedded tokens; a sentence is its last hidden state (or the mean of all of them)."""

    def __init__(self, vocabulary: int, embedding: int, hidden: int, cell: str = "lstm", mean: bool = False):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, embedding)
        self.rnn: nn.LSTM | nn.GRU = {"lstm": nn.LSTM, "gru": nn.GRU}[cell](embedding, hidden, batch_first=True)
        self.mean = mean

    def forward(self, tokens: Tensor, lengths: Tensor) -> Tensor:
        """Tokens (B, L) and lengths (B,) to (B, hidden)."""
        states, _ = self.rnn(self.embedding(tokens))  # (B, L, hidden)
        if self.mean:
            inside = torch.arange(tokens.shape[1], device=tokens.device)[None] < lengths[:, None]  # (B, L)
            return (states * inside[..., None]).sum(1) / lengths[:, None]
        return states[torch.arange(len(lengths), device=tokens.device), lengths - 1]
