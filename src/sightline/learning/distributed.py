"""Several processes that learn one model together (torchrun sets them up): each has its share of every batch.

torch's DistributedDataParallel averages their gradients, so that the update is that of the whole batch.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from sightline.geometry.types import Ints
from sightline.learning.run import Run

T = TypeVar("T")


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
    messages: Any = None  # the group in which processes tell each other numbers without making a GPU wait

    @property
    def leads(self) -> bool:
        """Whether this is the process that logs, scores and saves."""
        return self.rank == 0

    def share(self, batch: Ints) -> Ints:
        """This process's part of a batch."""
        return batch[self.rank :: self.size]

    def wrap(self, model: nn.Module, unused: bool) -> nn.Module:
        """A model that learns with those of the other processes, from the first one's weights.

        `unused` says that some of its weights have no part in the loss.
        """
        if self.size == 1:
            return model
        # A convolution of 1 x 1 has its gradient in either of two equal layouts, of which torch warns.
        warnings.filterwarnings("ignore", "Grad strides do not match bucket view strides")
        devices = [self.device] if self.device.type == "cuda" else None
        return DistributedDataParallel(model, device_ids=devices, find_unused_parameters=unused)

    def epochs(self, run: Run, total: int, seed: int) -> Iterator[int]:
        """The epochs that the first process begins, in all of them: its clock and its checkpoint count."""
        own = run.epochs(total, seed)
        while (epoch := int(self.least(next(own, -1) if self.leads else total))) >= 0:
            if not self.leads:
                run.epoch, run.total = epoch, total
                torch.manual_seed((seed * 100_003 + epoch) * 1009 + self.rank)  # each drops out other features
            yield epoch

    def in_step(self, batches: Iterator[tuple[T, float]]) -> Iterator[tuple[T, float]]:
        """Batches with the share of the epoch that is done in all processes, as long as every process has one."""
        while True:
            batch, done = next(batches, (None, -1.0))
            done = self.least(done)
            if batch is None or done < 0:
                return
            yield batch, done

    def least(self, number: float) -> float:
        """The least of all processes' numbers."""
        if self.size == 1:
            return number
        numbers = torch.tensor(number, dtype=torch.float64)
        dist.all_reduce(numbers, dist.ReduceOp.MIN, group=self.messages)
        return float(numbers)

    def sum(self, number: Tensor) -> float:
        """The sum of all processes' numbers."""
        total = number.detach().clone()
        if self.size > 1:
            dist.all_reduce(total)
        return total.item()


@contextmanager
def team(device: torch.device) -> Iterator[Team]:
    """The team that torchrun has launched, or this process alone."""
    rank, size = launched()
    if size == 1:
        yield Team(0, 1, device)
        return
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    try:
        yield Team(rank, size, device, dist.new_group(backend="gloo"))
    finally:
        dist.destroy_process_group()
