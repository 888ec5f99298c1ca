"""Action generation as a contextual bandit: expected immediate reward, gold goals, entropy (paper, section "Learning")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch

from sightline.agent.sight import goal_cells
from sightline.lani import HORIZON, LaniWorld
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
    best = run.folder / "best"
    world = LaniWorld(horizon=HORIZON + config.extra)
    for epoch in run.epochs(config.epochs, config.seed):
        model.train()
        gained = 0.0
        order = batches(len(train), config.batch, config.seed, epoch)
        for n, which in enumerate(order):
            world.reset([train.episodes[k] for k in which])
            loss, reward = _rollout_loss(model, world, config, device)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
            optimizer.step()
            check_loss(float(loss.detach()), run)
            gained += reward / len(order)
            progress(
                f"epoch {epoch + 1}/{config.epochs}, reward {reward:.2f}", (epoch + (n + 1) / len(order)) / config.epochs
            )
        ends = follow_goals(model, tune, tune.goals)
        away = np.hypot(*(ends - tune.goals).T)
        facts = {"tune_SD": float(away.mean()), "tune_TC": float(100 * (away < 5).mean())}
        if run.finish_epoch(parts, facts["tune_SD"], reward=gained, **facts):
            save_model(model, best, trained=asdict(config), epoch=run.epoch, tune=facts)
    return best


def _rollout_loss(
    model: ActionGenerator, world: LaniWorld, config: BanditConfig, device: torch.device
) -> tuple[torch.Tensor, float]:
    """Minus the objective J of a batch of rollouts, summed over steps, and the mean return."""
    state = None
    loss = torch.zeros((), device=device)
    gained = 0.0
    for step in range(world.horizon):
        alive = torch.from_numpy(~world.over).to(device)
        cells = torch.from_numpy(goal_cells(world.pose, world.goal)).to(device)
        logits, state = model(cells, torch.full((len(world),), step, device=device), state)
        log_policy = logits.log_softmax(1)  # (B, 4)
        policy = log_policy.exp()
        rewards = torch.from_numpy(world.rewards()).to(device, torch.float32)  # (B, 4)
        actions = torch.multinomial(policy.detach(), 1)  # (B, 1)
        taken = rewards.gather(1, actions)[:, 0]
        objective = (policy * rewards).sum(1) if config.exact else log_policy.gather(1, actions)[:, 0] * taken
        entropy = -(policy * log_policy).sum(1)
        loss = loss - ((objective + config.entropy * entropy) * alive).sum()
        gained += float((taken * alive).sum())
        world.step(actions[:, 0].cpu().numpy())
        if world.over.all():
            break
    return loss / len(world), gained / len(world)


@torch.no_grad()
def follow_goals(
    model: ActionGenerator, examples: Examples, goals: np.ndarray, known: np.ndarray | None = None
) -> np.ndarray:
    """(N, 2) where an agent ends that is given goals (N, 2); the most likely action at every step."""
    model.eval()
    device = next(model.parameters()).device
    world = LaniWorld()
    world.reset(examples.episodes)
    state = None
    for step in range(world.horizon + 1):
        cells = torch.from_numpy(goal_cells(world.pose, goals, known)).to(device)
        logits, state = model(cells, torch.full((len(world),), step, device=device), state)
        world.step(logits.argmax(1).cpu().numpy())
        if world.over.all():
            break
    return world.pose[:, :2].copy()
