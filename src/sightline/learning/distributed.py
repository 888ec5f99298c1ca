"""Several processes that learn one model together: each takes its share of every batch (torchrun sets them up)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor, nn

from sightline.geometry.types import Ints
from sightline.learning.run import Run


def launched() -> tuple[int, int]:
    """This process's number and how many there are, as torchrun tells them."""
    return int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))


def own_device(device: torch.device) -> torch.device:
    """The GPU of this process among those of its machine; the CPU is shared."""
    if device.type != "cuda" or launched()[1] == 1:
        return device
    own = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
    torch.cuda.set_device(own)
    return own


@dataclass(frozen=True)
class Team:
    """The processes that learn together; one alone is a team too."""

    rank: int
    size: int
    device: torch.device

    @property
    def leads(self) -> bool:
        """Whether this is the process that logs, scores and saves."""
        return self.rank == 0

    def share(self, batch: Ints) -> Ints:
        """This process's part of a batch."""
        return batch[self.rank :: self.size]

    def agree(self, model: nn.Module) -> None:
        """Give every process the first one's weights."""
        if self.size > 1:
            for weight in model.state_dict().values():
                dist.broadcast(weight, 0)

    def epochs(self, run: Run, total: int, seed: int) -> Iterator[int]:
        """The epochs that the first process begins, in all of them: its clock and its checkpoint count."""
        own = run.epochs(total, seed)
        while (epoch := self._told(next(own, -1) if self.leads else -1)) >= 0:
            if not self.leads:
                run.epoch = epoch
                torch.manual_seed((seed * 100_003 + epoch) * 1009 + self.rank)  # each drops out other features
            yield epoch

    def add_up(self, model: nn.Module, loss: Tensor) -> Tensor:
        """Add the loss and the gradients of all processes, in place; the loss of the whole batch."""
        if self.size == 1:
            return loss.detach()
        weights = list(model.parameters())
        gradients = [torch.zeros_like(w) if w.grad is None else w.grad for w in weights]
        together = torch.cat([loss.detach().view(1), *(g.flatten() for g in gradients)])
        dist.all_reduce(together)
        parts = together[1:].split([w.numel() for w in weights])
        for weight, part in zip(weights, parts, strict=True):
            weight.grad = part.view_as(weight)
        return together[0]

    def _told(self, number: int) -> int:
        """The first process's number, in every process."""
        if self.size == 1:
            return number
        said = torch.tensor(number, device=self.device)
        dist.broadcast(said, 0)
        return int(said)


@contextmanager
def team(device: torch.device) -> Iterator[Team]:
    """The team that torchrun has launched, or this process alone."""
    rank, size = launched()
    if size == 1:
        yield Team(0, 1, device)
        return
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    try:
        yield Team(rank, size, device)
    finally:
        dist.destroy_process_group()
