"""Distributed training with torchrun: each process computes its share of every batch.

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
    """This process's rank and the number of processes, from torchrun."""
    return int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))


def own_device(device: torch.device) -> torch.device:
    """The GPU of this process on its machine; the CPU is shared."""
    if device.type != "cuda" or launched()[1] == 1:
        return device
    own = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
    torch.cuda.set_device(own)
    return own


@dataclass(frozen=True)
class Team:
    """The processes that train together; a single process is a team too."""

    rank: int
    size: int
    device: torch.device
    messages: Any = None  # process group for exchanging numbers without synchronising the GPU

    @property
    def leads(self) -> bool:
        """Whether this is the process that logs, scores and saves."""
        return self.rank == 0

    def share(self, batch: Ints) -> Ints:
        """This process's part of a batch."""
        return batch[self.rank :: self.size]

    def wrap(self, model: nn.Module, unused: bool) -> nn.Module:
        """Wrap a model for distributed training, from the first process's weights.

        `unused`: some of its weights have no part in the loss.
        """
        if self.size == 1:
            return model
        # The gradient of a 1 x 1 convolution may have either of two equal layouts; torch warns about that.
        warnings.filterwarnings("ignore", "Grad strides do not match bucket view strides")
        devices = [self.device] if self.device.type == "cuda" else None
        return DistributedDataParallel(model, device_ids=devices, find_unused_parameters=unused)

    def epochs(self, run: Run, total: int, seed: int) -> Iterator[int]:
        """The first process's epochs, in all processes: its clock and its checkpoint decide."""
        own = run.epochs(total, seed)
        while (epoch := int(self.least(next(own, -1) if self.leads else total))) >= 0:
            if not self.leads:
                run.epoch, run.total = epoch, total
                torch.manual_seed((seed * 100_003 + epoch) * 1009 + self.rank)  # each process has other dropout masks
            yield epoch

    def in_step(self, batches: Iterator[tuple[T, float]]) -> Iterator[tuple[T, float]]:
        """Batches with the share of the epoch that all processes have finished, as long as every process has one."""
        while True:
            batch, done = next(batches, (None, -1.0))
            done = self.least(done)
            if batch is None or done < 0:
                return
            yield batch, done

    def least(self, number: float) -> float:
        """The minimum over all processes."""
        if self.size == 1:
            return number
        numbers = torch.tensor(number, dtype=torch.float64)
        dist.all_reduce(numbers, dist.ReduceOp.MIN, group=self.messages)
        return float(numbers)

    def sum(self, number: Tensor) -> float:
        """The sum over all processes."""
        total = number.detach().clone()
        if self.size > 1:
            dist.all_reduce(total)
        return total.item()


@contextmanager
def team(device: torch.device) -> Iterator[Team]:
    """The team launched by torchrun, or this process alone."""
    rank, size = launched()
    if size == 1:
        yield Team(0, 1, device)
        return
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    try:
        yield Team(rank, size, device, dist.new_group(backend="gloo"))
    finally:
        dist.destroy_process_group()
