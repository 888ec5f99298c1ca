"""Action generation as a contextual bandit: expected immediate reward, gold goals, entropy (paper, section "Learning")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from sightline.agent.agent import Walker
from sightline.agent.looking import goal_in_view, make_worlds
from sightline.agent.rollout import run as roll_out
from sightline.errors import InputError
from sightline.geometry.types import Bools, Floats
from sightline.learning.data import Dataset, batches
from sightline.learning.run import Run, check_loss
from sightline.models.action_generator import ActionGenerator
from sightline.models.pretrained import save_model
from sightline.options import option
from sightline.world import Kind, World


@dataclass
class BanditConfig:
    """How action generation is learned."""

    epochs: int = option(20, "Times through the training examples.", min=1)
    batch: int = option(256, "Episodes that run side by side; one update for each batch.", min=1)
    learning_rate: float = option(0.001, "Learning rate of Adam.", min=0, max=1)
    # lambda
    entropy: float = option(0.05, "Weight of the policy's entropy: how much the agent is made to explore.", min=0)
    exact: bool = option(
        False, "Use the expectation over all actions, or one sampled action as in the paper.", flags="--exact/--sampled"
    )
    extra: int = option(5, "Steps beyond the usual horizon while learning.", min=0)
    clip: float = option(40.0, "Greatest norm of the gradient.", min=0)
    seed: int = option(0, "Seed of weights, batches and samples.", min=0)
    near: float | None = option(
        None, "How close to the goal a stop must be to be rewarded. Default: what is usual in the world.", min=0
    )


def learn_actions(model: ActionGenerator, train: Dataset, tune: Dataset, config: BanditConfig, run: Run) -> Path:
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
            run.show(share, reward=reward)
        finish_epoch(model, parts, tune, config, run, reward=float(np.mean(gains)))
    return run.folder / "best"


def updates(
    model: ActionGenerator, optimizer: torch.optim.Optimizer, train: Dataset, config: BanditConfig, epoch: int
) -> Iterator[tuple[float, float, float]]:
    """One update for each batch of an epoch: its loss, its mean return, and the share of the epoch that is done."""
    model.train()
    world = make_worlds(train.kind, train.device, horizon=train.kind.trial + config.extra, near=config.near)
    order = batches(len(train), config.batch, config.seed, epoch)
    for n, which in enumerate(order):
        world.reset([train.episodes[k] for k in which])
        loss, reward = rollout_loss(model, world, train.kind, config, train.device)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
        optimizer.step()
        yield float(loss.detach()), reward, (n + 1) / len(order)


def finish_epoch(
    model: ActionGenerator, parts: dict[str, Any], tune: Dataset, config: BanditConfig, run: Run, **facts: float
) -> None:
    """Score a model on the tuning examples and keep it."""
    scores = stop_scores(follow_goals(model, tune, tune.goals), tune.kind)
    about: dict[str, Any] = {"trained": asdict(config), "epoch": run.epoch + 1, "tune": scores}
    keep = partial(save_model, model, run.folder / "best", **about)
    run.finish_epoch(parts, first_of(scores), keep, **facts, **scores)


def stop_scores(world: World, kind: Kind) -> dict[str, float]:
    """The means of a kind's metrics over worlds whose episodes are over."""
    measured = world.metrics()
    return {f"tune_{m.name}": float((100 if m.percent else 1) * measured[m.key].mean()) for m in kind.metrics}


def first_of(scores: dict[str, float]) -> float:
    """The score that training minimises."""
    return next(iter(scores.values()))


def rollout_loss(
    model: ActionGenerator, world: World, kind: Kind, config: BanditConfig, device: torch.device,
    goals: Floats | None = None, known: Bools | None = None, log_goal: Tensor | None = None,
) -> tuple[Tensor, float]:  # fmt: skip
    """Minus the objective J of a batch of rollouts, summed over steps, and the mean return.

    The goals are the gold ones, or given ones with the logarithm of their probabilities (B,) for joint training.
    """
    state = None
    loss = torch.zeros((), device=device)
    gained = 0.0
    for step in range(int(world.horizon.max())):
        alive = torch.from_numpy(~world.over).to(device)
        where = goal_in_view(kind.view, world.pose, world.goal if goals is None else goals, known, device)
        logits, state = model(*where, torch.full((len(world),), step, device=device), state)
        log_policy = logits.log_softmax(1)  # (B, A)
        policy = log_policy.exp()
        actions = sample(log_policy)
        taken, objective = _objective(world, kind, log_policy, actions, config.exact)
        if log_goal is not None:
            objective = objective + log_goal * taken
        entropy = -(policy * log_policy).sum(1)
        loss = loss - ((objective + config.entropy * entropy) * alive).sum()
        gained += float((taken * alive).sum())
        world.step(actions[:, 0].cpu().numpy())
        if world.over.all():
            break
    return loss / len(world), gained / len(world)


def _objective(world: World, kind: Kind, log_policy: Tensor, actions: Tensor, exact: bool) -> tuple[Tensor, Tensor]:
    """(B,) the rewards of the actions to be taken, and (B,) what is maximised: the expected reward or a sample's."""
    device = log_policy.device
    if not exact:
        taken = torch.from_numpy(world.rewards_of(actions[:, 0].cpu().numpy())).to(device, torch.float32)
        return taken, log_policy.gather(1, actions)[:, 0] * taken
    rewards = torch.from_numpy(world.rewards()).to(device, torch.float32)  # (B, A)
    if rewards.shape[1] < log_policy.shape[1]:
        raise InputError(f"{kind.title} does not give the rewards of all actions at once; use --sampled.")
    return rewards.gather(1, actions)[:, 0], (log_policy.exp() * rewards).sum(1)


@torch.no_grad()
def sample(log_policy: Tensor) -> Tensor:
    """(B, 1) a class from each row. Any will do where the logits are not finite; the loss check reports that."""
    return torch.multinomial(log_policy.exp().nan_to_num(1.0), 1)


def follow_goals(model: ActionGenerator, data: Dataset, goals: Floats, known: Bools | None = None) -> World:
    """The worlds when an agent that was given goals (N, 2) is done; the most likely action at every step."""
    model.eval()
    world = data.worlds()
    walker = Walker(data.kind, model, len(world))
    roll_out(world, lambda world: walker.act(world, goals, known))
    return world
