"""Action generation as a contextual bandit: expected immediate reward, gold goals, entropy (paper, section "Learning")."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from sightline.agent.agent import Walker
from sightline.agent.rollout import run as roll_out
from sightline.agent.sight import goal_in_view
from sightline.geometry import distance
from sightline.geometry.types import Bools, Floats
from sightline.lani import HORIZON, LaniWorld
from sightline.lani.reward import NEAR, Reward
from sightline.learning.data import Examples, batches
from sightline.learning.run import Run, check_loss
from sightline.models.action_generator import ActionGenerator
from sightline.models.pretrained import save_model


@dataclass
class BanditConfig:
    """How action generation is learned."""

    epochs: int = 20
    batch: int = 256  # episodes at once; one update for each batch
    learning_rate: float = 0.001
    entropy: float = 0.05  # lambda
    exact: bool = False  # the expectation over all actions instead of a sampled one
    extra: int = 5  # steps beyond the horizon while learning
    clip: float = 40.0  # of the gradient's norm
    seed: int = 0
    near: float = NEAR  # how close a stop must be to be a good one


def learn_actions(
    model: ActionGenerator,
    train: Examples,
    tune: Examples,
    config: BanditConfig,
    run: Run,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> Path:
    """Train an action generator on gold goals; the folder of its best epoch by stop distance on the tuning examples."""
    device = train.device
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    parts = {"model": model, "optimizer": optimizer}
    run.resume(parts, device)
    for epoch in run.epochs(config.epochs, config.seed):
        gains = []
        for loss, reward, share in updates(model, optimizer, train, config, epoch):
            check_loss(loss, run)
            gains.append(reward)
            progress(f"epoch {epoch + 1}/{config.epochs}, reward {reward:.2f}", (epoch + share) / config.epochs)
        finish_epoch(model, parts, tune, config, run, reward=float(np.mean(gains)))
    return run.folder / "best"


def updates(
    model: ActionGenerator, optimizer: torch.optim.Optimizer, train: Examples, config: BanditConfig, epoch: int
) -> Iterator[tuple[float, float, float]]:
    """One update for each batch of an epoch: its loss, its mean return, and the share of the epoch that is done."""
    model.train()
    world = LaniWorld(horizon=HORIZON + config.extra, reward=Reward(near=config.near))
    order = batches(len(train), config.batch, config.seed, epoch)
    for n, which in enumerate(order):
        world.reset([train.episodes[k] for k in which])
        loss, reward = rollout_loss(model, world, config, train.device)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
        optimizer.step()
        yield float(loss.detach()), reward, (n + 1) / len(order)


def finish_epoch(
    model: ActionGenerator, parts: dict[str, Any], tune: Examples, config: BanditConfig, run: Run, **facts: float
) -> None:
    """Score a model on the tuning examples and keep it."""
    scores = stop_scores(follow_goals(model, tune, tune.goals), tune)
    about: dict[str, Any] = {"trained": asdict(config), "epoch": run.epoch + 1, "tune": scores}
    keep = partial(save_model, model, run.folder / "best", **about)
    run.finish_epoch(parts, scores["tune_SD"], keep, **facts, **scores)


def stop_scores(ends: Floats, examples: Examples) -> dict[str, float]:
    """Stop distance and task completion of agents that ended at (N, 2)."""
    away = distance(ends, examples.goals)
    return {"tune_SD": float(away.mean()), "tune_TC": float(100 * (away < NEAR).mean())}


def rollout_loss(
    model: ActionGenerator, world: LaniWorld, config: BanditConfig, device: torch.device,
    goals: Floats | None = None, known: Bools | None = None, log_goal: Tensor | None = None,
) -> tuple[Tensor, float]:  # fmt: skip
    """Minus the objective J of a batch of rollouts, summed over steps, and the mean return.

    The goals are the gold ones, or given ones with the logarithm of their probabilities (B,) for joint training.
    """
    state = None
    loss = torch.zeros((), device=device)
    gained = 0.0
    for step in range(world.horizon):
        alive = torch.from_numpy(~world.over).to(device)
        where = goal_in_view(world.pose, world.goal if goals is None else goals, known, device)
        logits, state = model(*where, torch.full((len(world),), step, device=device), state)
        log_policy = logits.log_softmax(1)  # (B, 4)
        policy = log_policy.exp()
        rewards = torch.from_numpy(world.rewards()).to(device, torch.float32)  # (B, 4)
        actions = draw(log_policy)
        taken = rewards.gather(1, actions)[:, 0]
        objective = (policy * rewards).sum(1) if config.exact else log_policy.gather(1, actions)[:, 0] * taken
        if log_goal is not None:
            objective = objective + log_goal * taken
        entropy = -(policy * log_policy).sum(1)
        loss = loss - ((objective + config.entropy * entropy) * alive).sum()
        gained += float((taken * alive).sum())
        world.step(actions[:, 0].cpu().numpy())
        if world.over.all():
            break
    return loss / len(world), gained / len(world)


@torch.no_grad()
def draw(log_policy: Tensor) -> Tensor:
    """(B, 1) a class drawn from each row; anything where they are no numbers, so that the loss is what tells."""
    return torch.multinomial(log_policy.exp().nan_to_num(1.0), 1)


def follow_goals(model: ActionGenerator, examples: Examples, goals: Floats, known: Bools | None = None) -> Floats:
    """(N, 2) where an agent ends that is given goals (N, 2); the most likely action at every step."""
    model.eval()
    world = LaniWorld()
    world.reset(examples.episodes)
    walker = Walker(model, len(world))
    roll_out(world, lambda world: walker.act(world, goals, known))
    return world.pose[:, :2].copy()
