"""Hogwild! for action generation, as in the paper: worker processes update shared parameters without locks.

The order of updates is not deterministic, so two runs of a seed differ; batched training (bandit.py) is reproducible.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from torch import nn

from sightline.errors import InputError
from sightline.learning.bandit import BanditConfig, finish_epoch, rollouts, updates
from sightline.learning.data import Dataset
from sightline.learning.distributed import Team
from sightline.learning.run import Run, check_loss
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.workers import Workers


def learn_actions_by_workers(
    model: ActionGenerator, train: Dataset, tune: Dataset, config: BanditConfig, run: Run, workers: int
) -> Path:
    """Train an action generator on gold goals with several processes; returns the folder of its best epoch."""
    if train.device.type != "cpu":
        raise InputError("Hogwild! shares parameters between processes on the CPU; use --device cpu.")
    if workers > len(train):
        raise InputError(f"There are {len(train)} examples for {workers} workers; each needs one at least.")
    parts = {"model": model}
    run.resume(parts, train.device)
    with TemporaryDirectory(prefix="sightline-") as folder:
        memory = Path(folder) / "parameters"
        share_parameters(model, memory, fill=True)
        setup = (memory, model.config, train, config, workers)
        with Workers(workers, "sightline.learning.hogwild:begin", *setup) as team:
            for epoch in run.epochs(config.epochs, config.seed):
                loss, reward = np.mean(team.all(epoch), axis=0).tolist()
                check_loss(loss, run)
                run.show(1.0, reward=reward)
                finish_epoch(model, parts, tune, config, run, reward=reward)
        for weight in model.parameters():
            weight.data = weight.data.clone()  # the file is deleted
    return run.folder / "best"


def share_parameters(model: nn.Module, memory: Path, fill: bool = False) -> None:
    """Put a model's parameters into a memory-mapped file, which all processes map; one of them fills it."""
    weights = list(model.parameters())
    size = sum(weight.numel() for weight in weights)
    shared = torch.from_file(str(memory), shared=True, size=size, dtype=torch.float32)
    for weight, part in zip(weights, shared.split([weight.numel() for weight in weights]), strict=True):
        place = part.view_as(weight)
        if fill:
            place.copy_(weight.data)
        weight.data = place


def begin(
    memory: Path, shape: ActionGeneratorConfig, train: Dataset, config: BanditConfig, workers: int, number: int
) -> Callable[[int], tuple[float, float]]:  # fmt: skip
    """The state of a worker process over all epochs: its share of the examples, and its optimizer."""
    torch.set_num_threads(1)
    model = ActionGenerator(shape)
    share_parameters(model, memory)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    mine = train.take(range(number, len(train), workers))
    learner, alone = rollouts(model, mine, config), Team(0, 1, train.device)

    def learn(epoch: int) -> tuple[float, float]:
        """This worker's part of an epoch: the mean loss and return."""
        torch.manual_seed((config.seed * 100_003 + epoch) * 1009 + number)
        done = [(loss, reward) for loss, reward, _ in updates(learner, optimizer, mine, config, epoch, alone)]
        loss, reward = np.mean(done, axis=0).tolist()
        return loss, reward

    return learn
