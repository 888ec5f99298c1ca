"""Hogwild! for action generation (the paper's way): worker processes update shared parameters without waiting.

Which update comes first is up to the machine, so two runs of a seed differ; the batched way (bandit.py) is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import torch
from torch import multiprocessing

from sightline.errors import InputError
from sightline.learning.bandit import BanditConfig, finish_epoch, updates
from sightline.learning.data import Examples
from sightline.learning.run import Run, check_loss
from sightline.models.action_generator import ActionGenerator


def learn_actions_by_workers(
    model: ActionGenerator,
    train: Examples,
    tune: Examples,
    config: BanditConfig,
    run: Run,
    workers: int,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> Path:
    """Train an action generator on gold goals with several processes; the folder of its best epoch."""
    if train.device.type != "cpu":
        raise InputError("Hogwild! shares parameters between processes on the CPU; use --device cpu.")
    if workers > len(train):
        raise InputError(f"There are {len(train)} examples for {workers} workers; each needs one at least.")
    parts = {"model": model}
    run.resume(parts, train.device)
    model.share_memory()
    with ExitStack() as stack:
        # One pool of one process for each worker: a worker keeps its share and its optimizer from epoch to epoch.
        pools = [
            stack.enter_context(_pool(model, train.take(range(k, len(train), workers)), config, k)) for k in range(workers)
        ]
        for epoch in run.epochs(config.epochs, config.seed):
            try:
                done = [pool.submit(_epoch, epoch) for pool in pools]
                loss, reward = np.mean([work.result() for work in done], axis=0)
            except BrokenProcessPool:
                raise InputError(
                    f"{run.folder}: a worker was killed in epoch {epoch + 1}; is there enough memory?"
                ) from None
            check_loss(float(loss), run)
            progress(f"epoch {epoch + 1}/{config.epochs}, reward {reward:.2f}", (epoch + 1) / config.epochs)
            finish_epoch(model, parts, tune, config, run, reward=float(reward))
    return run.folder / "best"


def _pool(model: ActionGenerator, share: Examples, config: BanditConfig, worker: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, context, _Worker.begin, (model, share, config, worker))


class _Worker:
    """What a worker process keeps."""

    here: _Worker

    def __init__(self, model: ActionGenerator, share: Examples, config: BanditConfig, number: int):
        self.model, self.share, self.config, self.number = model, share, config, number
        self.optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)

    @staticmethod
    def begin(model: ActionGenerator, share: Examples, config: BanditConfig, number: int) -> None:
        torch.set_num_threads(1)
        _Worker.here = _Worker(model, share, config, number)


def _epoch(epoch: int) -> tuple[float, float]:
    """A worker's part of an epoch: the mean loss and return."""
    me = _Worker.here
    torch.manual_seed((me.config.seed * 100_003 + epoch) * 1009 + me.number)
    done = [(loss, reward) for loss, reward, _ in updates(me.model, me.optimizer, me.share, me.config, epoch)]
    loss, reward = np.mean(done, axis=0)
    return float(loss), float(reward)
