"""Distributed training with torchrun: each process computes its share of every batch.

torch's DistributedDataParallel averages their gradients, so that the update is that of the whole batch. If a process ends
early, the others end with one sentence: they notice it when they next exchange numbers.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from sightline.errors import InputError
from sightline.geometry.types import Ints
from sightline.learning.run import Run

T = TypeVar("T")
LOST = "Another process of this training has ended, so this one ends too; start all again to go on from the checkpoint."


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

    def epochs(self, run: Run, total: int, seed: int, alike: bool = False) -> Iterator[int]:
        """The first process's epochs, in all processes: its clock and its checkpoint decide.

        `alike`: all processes draw the same random numbers; otherwise each has its own, for other dropout masks.
        """
        if self.least(run.epoch) != self.most(run.epoch):
            raise InputError(f"{run.folder}: processes see different checkpoints; --out must be a folder that all share.")
        own = run.epochs(total, seed)
        while (epoch := int(self.least(next(own, -1) if self.leads else total))) >= 0:
            if not self.leads:
                run.epoch, run.total = epoch, total
                same = seed * 100_003 + epoch
                torch.manual_seed(same if alike else same * 1009 + self.rank)
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

    def most(self, number: float) -> float:
        """The maximum over all processes."""
        return -self.least(-number)

    def totals(self, *numbers: float) -> list[float]:
        """The sums of some numbers over all processes."""
        if self.size == 1:
            return list(numbers)
        sums = torch.tensor(numbers, dtype=torch.float64)
        dist.all_reduce(sums, group=self.messages)
        total: list[float] = sums.tolist()
        return total

    def gather(self, flags: Tensor) -> Tensor:
        """Flags (n,) of the rows of all processes, in the order of `share`."""
        if self.size == 1:
            return flags
        count = torch.tensor(self.totals(len(flags))).long().item()
        every = torch.zeros(int(count), dtype=torch.uint8)
        every[self.rank :: self.size] = flags.cpu().to(torch.uint8)
        dist.all_reduce(every, group=self.messages)
        return every.bool().to(flags.device)

    def sum(self, number: Tensor) -> float:
        """The sum over all processes."""
        total = number.detach().clone()
        if self.size > 1:
            dist.all_reduce(total)
        return total.item()


class LossModule(nn.Module):
    """A model and the function that computes its loss, as one module.

    DistributedDataParallel wants one forward call per update; a rollout calls its model at every step.
    """

    def __init__(self, model: nn.Module, compute: Callable[..., Any]):
        super().__init__()
        self.model, self.compute = model, compute

    def forward(self, *arguments: Any) -> Any:
        """The loss, and whatever else `compute` returns."""
        return self.compute(*arguments)


def share_weight(us: Team, mine: int, all_: int) -> float:
    """The factor of a mean loss over `mine` of `all_` rows with which averaged gradients are those of all rows."""
    return us.size * mine / all_


@contextmanager
def team(device: torch.device) -> Iterator[Team]:
    """The team launched by torchrun, or this process alone."""
    rank, size = launched()
    if size == 1:
        yield Team(0, 1, device)
        return
    try:
        dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
        yield Team(rank, size, device, dist.new_group(backend="gloo"))
    except RuntimeError as error:
        if not _is_lost(error):
            raise
        raise InputError(LOST) from None
    finally:
        if dist.is_initialized():
            dist.destroy_process_group()


def _is_lost(error: RuntimeError) -> bool:
    """Whether an error of torch means that another process does not answer."""
    return isinstance(error, dist.DistError) or any(word in str(error).lower() for word in ("gloo", "nccl", "connection"))
