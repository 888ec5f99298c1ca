"""Joint training by policy gradient: goal prediction and action generation from rewards alone (paper, appendix).

The reference code added the goal's probability instead of its logarithm and never updated the predictor; this is done right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import nn

from sightline.agent.sight import GRID, as_input, goal_places
from sightline.language import Vocabulary
from sightline.lani import HORIZON, LaniWorld
from sightline.learning.bandit import BanditConfig, draw, follow_goals, rollout_loss, stop_scores
from sightline.learning.data import Examples, batches
from sightline.learning.goal import predict_goals
from sightline.learning.precision import halved
from sightline.learning.run import Run, check_loss
from sightline.models.action_generator import ActionGenerator
from sightline.models.pretrained import save_model


@dataclass
class JointConfig:
    """How the whole model is learned at once."""

    epochs: int = 20
    batch: int = 128
    learning_rate: float = 0.00025
    entropy: float = 0.05
    extra: int = 5
    clip: float = 40.0
    seed: int = 0


def learn_jointly(
    predictor: nn.Module,
    generator: ActionGenerator,
    train: Examples,
    tune: Examples,
    vocabulary: Vocabulary,
    config: JointConfig,
    run: Run,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> Path:
    """Train both models from random weights; the folder with `goal` and `actions` of the best epoch by stop distance."""
    device = train.device
    for examples in (train, tune):
        examples.draw_ahead()
    both = nn.ModuleList([predictor, generator]).to(device)
    optimizer = torch.optim.Adam(both.parameters(), lr=config.learning_rate)
    parts = {"model": both, "optimizer": optimizer}
    run.resume(parts, device)
    world = LaniWorld(horizon=HORIZON + config.extra)
    bandit = BanditConfig(entropy=config.entropy)
    for epoch in run.epochs(config.epochs, config.seed):
        both.train()
        gained = 0.0
        order = batches(len(train), config.batch, config.seed, epoch)
        for n, which in enumerate(order):
            with halved(device):
                logits = predictor(as_input(train.pictures(which)), *train.instructions(which))
            log_goal = logits.log_softmax(1)
            classes = draw(log_goal)
            chosen = classes[:, 0].cpu().numpy()
            world.reset([train.episodes[k] for k in which])
            places, seen = goal_places(train.starts[which], chosen), chosen != GRID.out_of_sight
            loss, reward = rollout_loss(generator, world, bandit, device, places, seen, log_goal.gather(1, classes)[:, 0])
            loss = loss - config.entropy * -(log_goal.exp() * log_goal).sum(1).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(both.parameters(), config.clip)
            optimizer.step()
            check_loss(float(loss.detach()), run)
            gained += reward / len(order)
            progress(
                f"epoch {epoch + 1}/{config.epochs}, reward {reward:.2f}", (epoch + (n + 1) / len(order)) / config.epochs
            )
        predicted = predict_goals(predictor, tune).argmax(1).numpy()
        ends = follow_goals(generator, tune, goal_places(tune.starts, predicted), predicted != GRID.out_of_sight)
        scores = stop_scores(ends, tune)
        about = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
        keep = partial(_keep, predictor, generator, vocabulary, run.folder / "best", about)
        run.finish_epoch(parts, scores["tune_SD"], keep, reward=gained, **scores)
    return run.folder / "best"


def _keep(
    predictor: nn.Module, generator: ActionGenerator, vocabulary: Vocabulary, folder: Path, about: dict[str, Any]
) -> None:
    save_model(predictor, folder / "goal", vocabulary, **about)
    save_model(generator, folder / "actions", **about)
