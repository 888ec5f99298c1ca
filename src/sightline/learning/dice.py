"""Random choices for the rows of a batch that several processes share: they do not depend on the number of processes.

Every process has the same seed, draws for all rows and uses its own. Processes whose worlds end earlier catch up, so that
all are at the same place of their random numbers when the next batch begins.
"""

from __future__ import annotations

import torch
from torch import Tensor

from sightline.learning.distributed import Team


class Dice:
    """Chooses classes for this process's rows of a batch."""

    def __init__(self, us: Team, rows: int):
        """`rows` are those of all processes together."""
        self.us, self.rows = us, rows
        self.rolls = 0
        self._like: Tensor | None = None

    @torch.no_grad()
    def choose(self, log_policy: Tensor) -> Tensor:
        """(B, 1) a class sampled from each row (B, K) of log-probabilities.

        Any index will do where the logits are not finite; the loss check reports it. One process draws the numbers that
        torch.multinomial would.
        """
        self.rolls, self._like = self.rolls + 1, log_policy
        likely = log_policy.exp().nan_to_num(1.0)
        return (likely / self._noise(likely)[: len(likely)]).argmax(1, keepdim=True)

    def catch_up(self) -> None:
        """Draw as often as the process that drew most."""
        behind = int(self.us.most(self.rolls)) - self.rolls
        for _ in range(behind):
            assert self._like is not None
            self._noise(self._like)

    def _noise(self, like: Tensor) -> Tensor:
        """Exponential numbers: the smallest ratio to the probabilities is a sample of these."""
        every = torch.empty((self.rows, like.shape[1]), dtype=like.dtype, device=like.device).exponential_(1)
        own = every[self.us.rank :: self.us.size]
        return own if len(own) else every  # a process without a row of its own only takes part
