"""Supervised goal prediction: cross-entropy with the cell of the goal, Adam (paper, section "Learning")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sightline.agent.sight import as_input, goal_places
from sightline.geometry import distance
from sightline.geometry.types import Ints
from sightline.language import Vocabulary
from sightline.learning.data import Examples, batches
from sightline.learning.distributed import Team, team
from sightline.learning.precision import halved
from sightline.learning.run import Run, check_loss
from sightline.models.pretrained import save_model


@dataclass
class GoalConfig:
    """How goal prediction is learned."""

    epochs: int = 20
    batch: int = 64
    learning_rate: float = 0.001  # the paper: 0.00025 with one example per update
    seed: int = 0
    half: bool = True  # bfloat16 where the hardware computes in it


def learn_goals(
    model: nn.Module,
    train: Examples,
    tune: Examples,
    vocabulary: Vocabulary,
    config: GoalConfig,
    run: Run,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> Path:
    """Train a goal predictor; the folder of its best epoch by mean distance on the tuning examples.

    Under torchrun each process takes its share of every batch, and the update is that of the whole batch.
    """
    device = train.device
    for examples in (train, tune):
        if device.type == "cuda" and examples.seen is None:
            examples.draw_all()
    place_for_learning(model, device)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    run.resume({"model": model, "optimizer": optimizer}, device)
    with team(device) as us:
        us.agree(model)
        for _ in us.epochs(run, config.epochs, config.seed):
            loss = _epoch(model, optimizer, train, config, run, us, progress)
            if us.leads:
                _finish_epoch(model, optimizer, tune, vocabulary, config, run, loss)
    return run.folder / "best"


def place_for_learning(model: nn.Module, device: torch.device) -> None:
    """Put a model where it learns, in the form that is fastest there."""
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    # On CPUs torch 2.13 gives wrong gradients of instance norm for a single picture in channels-last form.
    layout = torch.channels_last if device.type == "cuda" else torch.contiguous_format
    model.to(device, memory_format=layout)  # type: ignore[call-overload]


def _epoch(
    model: nn.Module, optimizer: torch.optim.Optimizer, train: Examples, config: GoalConfig, run: Run, us: Team,
    progress: Callable[[str, float], None],
) -> float:  # fmt: skip
    """One update for each batch; the mean loss."""
    model.train()
    epoch = run.epoch
    total = torch.zeros((), device=train.device)
    order = batches(len(train), config.batch, config.seed, epoch)
    for n, which in enumerate(order):
        total += update(model, optimizer, train, which, us, config.half) * len(which)
        if n % 50 == 0 or n == len(order) - 1:  # reading a number makes a GPU wait
            mean = total.item() / min((n + 1) * config.batch, len(train))
            check_loss(mean, run)
            progress(f"epoch {epoch + 1}/{config.epochs}, loss {mean:.2f}", (epoch + (n + 1) / len(order)) / config.epochs)
    return mean


def update(
    model: nn.Module, optimizer: torch.optim.Optimizer, train: Examples, batch: Ints, us: Team, half: bool = True
) -> Tensor:  # fmt: skip
    """One step of Adam on a batch, of which each process does its share; the mean loss of the batch."""
    device, mine = train.device, us.share(batch)
    optimizer.zero_grad(set_to_none=True)
    loss = torch.zeros((), device=device)
    if len(mine):  # the last batch may be smaller than the team
        with halved(device, half):
            logits = model(as_input(train.pictures(mine)), *train.instructions(mine))
        gold = torch.from_numpy(train.classes[mine]).to(device)
        loss = F.cross_entropy(logits, gold, reduction="sum") / len(batch)
        loss.backward()
    whole = us.add_up(model, loss)
    optimizer.step()
    return whole


def _finish_epoch(
    model: nn.Module, optimizer: torch.optim.Optimizer, tune: Examples, vocabulary: Vocabulary, config: GoalConfig, run: Run,
    loss: float,
) -> None:  # fmt: skip
    away, right = goal_score(model, tune)
    about: dict[str, Any] = {"trained": asdict(config), "epoch": run.epoch + 1, "tune": {"Dist": away, "Acc": right}}
    keep = partial(save_model, model, run.folder / "best", vocabulary, **about)
    parts = {"model": model, "optimizer": optimizer}
    run.finish_epoch(parts, away, keep, loss=loss, tune_dist=away, tune_acc=right)


@torch.no_grad()
def predict_goals(model: nn.Module, examples: Examples, batch: int = 256) -> Ints:
    """(N,) most likely class for each example."""
    model.eval()
    found = []
    for first in range(0, len(examples), batch):
        which = np.arange(first, min(first + batch, len(examples)))
        with halved(examples.device):
            logits = model(as_input(examples.pictures(which)), *examples.instructions(which))
        found.append(logits.argmax(1).cpu().numpy())
    return np.concatenate(found)


def goal_score(model: nn.Module, examples: Examples) -> tuple[float, float]:
    """Mean distance, and share in percent within 5 units, of the predicted goals."""
    away = distance(goal_places(examples.starts, predict_goals(model, examples)), examples.goals)
    return float(away.mean()), float(100 * (away <= 5).mean())
