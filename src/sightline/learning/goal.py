"""Supervised goal prediction: cross-entropy with the cell of the goal, Adam (paper, section "Learning")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812

from sightline.agent.sight import as_input, goal_places
from sightline.geometry import distance
from sightline.geometry.types import Ints
from sightline.language import Vocabulary
from sightline.learning.data import Examples, batches
from sightline.learning.run import Run, check_loss
from sightline.models.pretrained import save_model


@dataclass
class GoalConfig:
    """How goal prediction is learned."""

    epochs: int = 20
    batch: int = 32
    learning_rate: float = 0.001  # the paper: 0.00025 with one example per update
    seed: int = 0


def learn_goals(
    model: nn.Module,
    train: Examples,
    tune: Examples,
    vocabulary: Vocabulary,
    config: GoalConfig,
    run: Run,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> Path:
    """Train a goal predictor; the folder of its best epoch by mean distance on the tuning examples."""
    device = train.device
    fast = device.type == "cuda"
    if fast:
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        for examples in (train, tune):
            if examples.seen is None:
                examples.draw_all()
    model.to(device, memory_format=torch.channels_last if fast else torch.contiguous_format)  # type: ignore[call-overload]
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    parts = {"model": model, "optimizer": optimizer}
    run.resume(parts, device)
    best = run.folder / "best"
    for epoch in run.epochs(config.epochs, config.seed):
        model.train()
        total = 0.0
        order = batches(len(train), config.batch, config.seed, epoch)
        for n, which in enumerate(order):
            with torch.autocast("cuda", torch.bfloat16, enabled=fast):
                logits = model(as_input(train.pictures(which)), *train.instructions(which))
            loss = F.cross_entropy(logits, torch.from_numpy(train.classes[which]).to(device))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            if n % 50 == 0 or n == len(order) - 1:
                total = loss.item()
                check_loss(total, run)
                progress(
                    f"epoch {epoch + 1}/{config.epochs}, loss {total:.2f}", (epoch + (n + 1) / len(order)) / config.epochs
                )
        away, right = goal_score(model, tune)
        if run.finish_epoch(parts, away, loss=total, tune_dist=away, tune_acc=right):
            save_model(model, best, vocabulary, trained=asdict(config), epoch=run.epoch, tune={"Dist": away, "Acc": right})
    return best


@torch.no_grad()
def predict_goals(model: nn.Module, examples: Examples, batch: int = 256) -> Ints:
    """(N,) most likely class for each example."""
    model.eval()
    fast = examples.device.type == "cuda"
    found = []
    for first in range(0, len(examples), batch):
        which = np.arange(first, min(first + batch, len(examples)))
        with torch.autocast("cuda", torch.bfloat16, enabled=fast):
            logits = model(as_input(examples.pictures(which)), *examples.instructions(which))
        found.append(logits.argmax(1).cpu().numpy())
    return np.concatenate(found)


def goal_score(model: nn.Module, examples: Examples) -> tuple[float, float]:
    """Mean distance, and share in percent within 5 units, of the predicted goals."""
    away = distance(goal_places(examples.starts, predict_goals(model, examples)), examples.goals)
    return float(away.mean()), float(100 * (away <= 5).mean())
