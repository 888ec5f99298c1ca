"""Supervised goal prediction: cross-entropy with the cell of the goal, Adam (paper, section "Learning")."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sightline.agent.choice import choose
from sightline.agent.sight import THINGS_FROM, as_input
from sightline.geometry import distance
from sightline.language import Vocabulary
from sightline.lani.reward import NEAR
from sightline.learning.data import Batch, Examples, batches
from sightline.learning.distributed import Team, team
from sightline.learning.precision import halved
from sightline.learning.run import Run, check_loss
from sightline.learning.stream import Stream
from sightline.models.lookout import Lookout
from sightline.models.pretrained import save_model


@dataclass
class GoalConfig:
    """How goal prediction is learned: the paper's way, in batches."""

    epochs: int = 20
    batch: int = 64
    learning_rate: float = 0.001  # the paper: 0.00025 with one example per update
    seed: int = 0
    half: bool = True  # bfloat16 where the hardware computes in it
    decay: bool = False  # the learning rate rises for a little while, then falls to nothing along a cosine
    weight_decay: float = 0.0
    clip: float = 0.0  # of the gradient's norm; 0: not at all
    things: float = 0.0  # weight of learning what each cell shows
    named: float = 0.0  # weight of learning which of it the instruction names


@dataclass
class BestConfig(GoalConfig):
    """How our best agent learns it, from a stream of fresh data."""

    epochs: int = 24
    batch: int = 512
    learning_rate: float = 0.001
    decay: bool = True
    weight_decay: float = 0.02
    clip: float = 1.0
    things: float = 0.5
    named: float = 0.5


def learn_goals(
    model: nn.Module,
    train: Examples | Stream,
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
        if isinstance(examples, Examples):
            examples.draw_ahead()
    place_for_learning(model, device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay)
    run.resume({"model": model, "optimizer": optimizer}, device)
    with team(device) as us:
        us.agree(model)
        for epoch in us.epochs(run, config.epochs, config.seed):
            loss = _epoch(model, optimizer, _lessons(train, config, epoch, us), config, run, us, progress)
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


Lesson = tuple[Batch | None, int, float]  # this process's share of a batch, the size of all of it, the share of the epoch


def _lessons(train: Examples | Stream, config: GoalConfig, epoch: int, us: Team) -> Iterator[Lesson]:
    """The batches of an epoch."""
    if isinstance(train, Stream):
        for batch, share in train.batches(epoch):
            yield batch, len(batch), share
        return
    order = batches(len(train), config.batch, config.seed, epoch)
    for n, which in enumerate(order):
        mine = us.share(which)  # the last batch may be smaller than the team
        yield train.batch(mine) if len(mine) else None, len(which), (n + 1) / len(order)


def _epoch(
    model: nn.Module, optimizer: torch.optim.Optimizer, lessons: Iterator[Lesson], config: GoalConfig, run: Run, us: Team,
    progress: Callable[[str, float], None],
) -> float:  # fmt: skip
    """One update for each batch; the mean loss."""
    model.train()
    epoch, seen, before, mean = run.epoch, 0, 0.0, math.nan
    total = torch.zeros((), device=us.device)
    for n, (batch, whole, share) in enumerate(lessons):
        for group in optimizer.param_groups:
            group["lr"] = rate(config, (epoch + before) / config.epochs)
        total += update(model, optimizer, batch, whole, us, config) * whole
        seen, before = seen + whole, share
        if n % 50 == 0 or share == 1:  # reading a number makes a GPU wait
            mean = total.item() / seen
            check_loss(mean, run)
            progress(f"epoch {epoch + 1}/{config.epochs}, loss {mean:.2f}", (epoch + share) / config.epochs)
    return total.item() / seen


def rate(config: GoalConfig, share: float) -> float:
    """The learning rate when a share of all updates is done."""
    if not config.decay:
        return config.learning_rate
    rising = 0.02
    return config.learning_rate * min((share + 1e-3) / rising, 0.5 + 0.5 * math.cos(math.pi * share))


def update(
    model: nn.Module, optimizer: torch.optim.Optimizer, batch: Batch | None, whole: int, us: Team, config: GoalConfig
) -> Tensor:  # fmt: skip
    """One step of Adam on a batch of `whole` examples, of which this process has its share; the mean loss of goals."""
    optimizer.zero_grad(set_to_none=True)
    loss = torch.zeros((), device=us.device)
    if batch is not None:
        with halved(us.device, config.half):
            found = outputs(model, batch)
        loss = F.cross_entropy(found["goal"], batch.classes, reduction="sum") / whole
        (loss + _more(found, batch, config) * (len(batch) / whole)).backward()
    together = us.add_up(model, loss)
    if config.clip:
        torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
    optimizer.step()
    return together


def outputs(model: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """All that a model says of a batch; every model says where the goal is."""
    seen = as_input(batch.pictures), batch.words, batch.lengths
    return model.outputs(*seen) if isinstance(model, Lookout) else {"goal": model(*seen)}


def _more(found: dict[str, Tensor], batch: Batch, config: GoalConfig) -> Tensor:
    """What else a batch teaches, weighted: what each cell shows, and what of it is named."""
    loss = torch.zeros((), device=batch.classes.device)
    if config.things and "things" in found and batch.things is not None:
        loss = loss + config.things * F.cross_entropy(found["things"].float(), batch.things)
    if config.named and "named" in found and batch.things is not None and batch.named is not None:
        ids = torch.where(batch.named > 0, batch.named + THINGS_FROM, -1)
        meant = (batch.things[:, None] == ids[:, :, None, None]).any(1)  # (B, 32, 192)
        loss = loss + config.named * F.binary_cross_entropy_with_logits(found["named"].float()[:, 0], meant.float())
    return loss


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
def predict_goals(model: nn.Module, examples: Examples, batch: int = 256) -> Tensor:
    """(N, 32 * 192 + 1) logits for each example, on the CPU."""
    model.eval()
    found = []
    for first in range(0, len(examples), batch):
        some = examples.batch(np.arange(first, min(first + batch, len(examples))))
        with halved(examples.device):
            found.append(outputs(model, some)["goal"].float().cpu())
    return torch.cat(found)


def goal_score(model: nn.Module, examples: Examples) -> tuple[float, float]:
    """Mean distance, and share in percent within 5 units, of the predicted goals."""
    _, places = choose(model, examples.starts, predict_goals(model, examples).softmax(1).numpy().astype(np.float64))
    away = distance(places, examples.goals)
    return float(away.mean()), float(100 * (away <= NEAR).mean())
