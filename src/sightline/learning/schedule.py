"""The learning rate over a run: a short rise, then a fall to nothing along half a cosine; or the same all the time."""

from __future__ import annotations

import math

from torch.optim import Optimizer
from torch.optim.lr_scheduler import LambdaLR

RISING = 0.02  # share of all updates in which the rate rises
FIRST = 1e-3  # of a share, so that the first update does something


class Factor:
    """What the learning rate is multiplied with. How much of the run is done is its state, which a checkpoint keeps."""

    def __init__(self, decay: bool):
        self.decay, self.done = decay, 0.0

    def __call__(self, step: int) -> float:
        """Of a stream nobody knows how many updates there will be, so the number of this one does not count."""
        if not self.decay:
            return 1.0
        return min((self.done + FIRST) / RISING, 0.5 + 0.5 * math.cos(math.pi * self.done))


class Schedule(LambdaLR):
    """Sets the learning rate of an optimizer."""

    def __init__(self, optimizer: Optimizer, decay: bool):
        super().__init__(optimizer, Factor(decay))

    def reach(self, done: float) -> None:
        """A share of all updates is done: set the rate of the next one."""
        factor = self.lr_lambdas[0]
        assert isinstance(factor, Factor)
        if done != factor.done:
            factor.done = done
            self.step()
