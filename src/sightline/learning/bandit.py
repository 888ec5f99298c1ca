"""Action generation as a contextual bandit: expected immediate reward, gold goals, entropy (paper, section "Learning")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from sightline.agent.journey import Journey
from sightline.agent.legs import LearnedLegs, aimed, goal_in_view, permitted
from sightline.agent.look import make_worlds
from sightline.agent.seers import GivenAims
from sightline.fields import Json
from sightline.geometry.types import Array, Ints
from sightline.learning.data import Dataset, Gold, batches
from sightline.learning.dice import Dice
from sightline.learning.distributed import LossModule, Team, share_weight, team
from sightline.learning.run import Run, check_loss
from sightline.models.action_generator import OUT_OF_SIGHT, ActionGenerator
from sightline.models.pretrained import save_model
from sightline.options import option
from sightline.world import Kind, World


@dataclass
class BanditConfig:
    """Hyperparameters of action generation."""

    epochs: int = option(20, "Passes over the training examples.", min=1)
    batch: int = option(256, "Episodes that run side by side; one update per batch.", min=1)
    learning_rate: float = option(0.001, "Learning rate of Adam.", min=0, max=1)
    # lambda
    entropy: float = option(0.05, "Weight of the policy's entropy: higher values explore more.", min=0)
    exact: bool = option(
        False, "Use the expectation over all actions, or one sampled action as in the paper.", flags="--exact/--sampled"
    )
    extra: int = option(5, "Steps beyond the usual horizon during training.", min=0)
    clip: float = option(40.0, "Maximum norm of the gradient.", min=0)
    seed: int = option(0, "Seed of weights, batches and samples.", min=0)
    near: float | None = option(
        None, "How close to the goal a stop must be to be rewarded. Default: the world's `near`.", min=0
    )


def learn_actions(model: ActionGenerator, train: Dataset, tune: Dataset, config: BanditConfig, run: Run) -> Path:
    """Train an action generator on gold goals; returns the folder of the epoch with the best tuning stop distance."""
    device = train.device
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    parts = {"model": model, "optimizer": optimizer}
    run.resume(parts, device)
    with team(device) as us:
        learner = us.wrap(rollouts(model, train, config), unused=False)
        for epoch in us.epochs(run, config.epochs, config.seed, alike=True):
            gains = []
            for loss, reward, share in updates(learner, optimizer, train, config, epoch, us):
                check_loss(loss, run)
                gains.append(reward)
                run.show(share, reward=reward)
            if us.leads:
                finish_epoch(model, parts, tune, config, run, reward=float(np.mean(gains)))
    return run.folder / "best"


def rollouts(model: ActionGenerator, train: Dataset, config: BanditConfig) -> LossModule:
    """The module from some examples, and dice for their actions, to their loss and mean return."""
    world = make_worlds(train.kind, train.device, near=config.near)

    def loss_of(which: Ints, dice: Dice) -> tuple[Tensor, float]:
        train.begin(world, which, train.kind.action_limit + config.extra)
        return rollout_loss(model, world, train.kind, config, train.gold(which), train.device, dice=dice)

    return LossModule(model, loss_of)


def updates(
    learner: nn.Module, optimizer: torch.optim.Optimizer, train: Dataset, config: BanditConfig, epoch: int, us: Team
) -> Iterator[tuple[float, float, float]]:
    """One update per batch of an epoch: yields its loss, its mean return, and the finished share of the epoch."""
    learner.train()
    order = batches(len(train), config.batch, config.seed, epoch)
    for n, which in enumerate(order):
        loss, reward = update(learner, optimizer, which, config.clip, us)
        yield loss, reward, (n + 1) / len(order)


def update(learner: nn.Module, optimizer: torch.optim.Optimizer, which: Ints, clip: float, us: Team) -> tuple[float, float]:
    """One update on a batch that all processes share; returns its loss and its mean return."""
    mine, dice = us.share(which), Dice(us, len(which))
    loss, reward = learner(mine if len(mine) else which[:1], dice)
    weight = share_weight(us, len(mine), len(which))
    optimizer.zero_grad(set_to_none=True)
    (loss * weight).backward()
    torch.nn.utils.clip_grad_norm_(learner.parameters(), clip)
    optimizer.step()
    dice.catch_up()
    whole, gained = us.totals(float(loss.detach()) * weight / us.size, reward * weight / us.size)
    return whole, gained


def finish_epoch(model: ActionGenerator, parts: Json, tune: Dataset, config: BanditConfig, run: Run, **facts: float) -> None:
    """Score a model on the tuning examples and save it."""
    scores = stop_scores(follow_goals(model, tune, tune.gold()), tune)
    about: Json = {"trained": asdict(config), "epoch": run.epoch + 1, "tune": scores}
    keep = partial(save_model, model, run.folder / "best", **about)
    run.finish_epoch(parts, to_minimise(scores), keep, **facts, **scores)


def stop_scores(world: World, data: Dataset) -> dict[str, float]:
    """Mean metrics over finished worlds of data; for goals in turn also the share of goals done."""
    measured = world.metrics()
    means = {f"tune_{m.name}": float((100 if m.percent else 1) * measured[m.key].mean()) for m in data.kind.metrics}
    return means if data.reaching is None else {**means, "tune_done": float(100 * measured["completed"].mean())}


def to_minimise(scores: dict[str, float]) -> float:
    """The score that training minimises: the first one; for goals in turn, the percentage not done."""
    return 100 - scores["tune_done"] if "tune_done" in scores else next(iter(scores.values()))


def rollout_loss(
    model: ActionGenerator, world: World, kind: Kind, config: BanditConfig, goals: Gold, device: torch.device,
    log_goal: Tensor | None = None, dice: Dice | None = None,
) -> tuple[Tensor, float]:  # fmt: skip
    """Minus the objective J of a batch of rollouts, summed over steps, and the mean return.

    For joint training, `log_goal` (B,) are the log-probabilities of the goals. `dice` choose the actions of worlds that are
    a part of a batch.
    """
    dice = dice or Dice(Team(0, 1, device), len(world))
    state, stop = None, world.actions.index("stop")
    reaching = None if goals.reaching is None else torch.from_numpy(goals.reaching).to(device)
    loss = torch.zeros((), device=device)
    gained, done = 0.0, np.zeros(len(world), bool)  # done: an interaction was taken, so its goal is over
    for step in range(int(world.horizon.max())):
        alive = torch.from_numpy(~world.over & ~done).to(device)
        cells, reckoned = goal_in_view(kind.view, world.pose, goals.points, goals.known, device)
        logits, state = model(cells, reckoned, torch.full((len(world),), step, device=device), state, reaching)
        log_policy = permitted(logits, world.actions, reaching, cells).log_softmax(1)  # (B, A)
        policy = log_policy.exp()
        actions, seen_at = dice.choose(log_policy), cells.cpu().numpy()
        chosen = aimed(actions[:, 0].cpu().numpy(), kind.interact, seen_at)
        acting = np.where(done, stop, chosen)
        taken, objective = _objective(world, kind, goals, log_policy, actions, acting, seen_at, config.exact)
        if log_goal is not None:
            objective = objective + log_goal * taken
        entropy = -(policy * log_policy).sum(1)
        loss = loss - ((objective + config.entropy * entropy) * alive).sum()
        gained += float((taken * alive).sum())
        refused = world.step(np.where(done, stop, chosen)).refused
        done |= (chosen > stop) & (refused == 0)
        if (world.over | done).all():
            break
    return loss / len(world), gained / len(world)


def _objective(
    world: World, kind: Kind, goals: Gold, log_policy: Tensor, actions: Tensor, chosen: Array, cells: Ints, exact: bool
) -> tuple[Tensor, Tensor]:
    """(B,) the rewards of the actions to be taken, and (B,) what is maximised: the expected reward or a sample's.

    `actions` (B, 1) are the policy's, `chosen` (B,) the same in the world's numbering.
    """
    device = log_policy.device
    if not exact:
        taken = torch.from_numpy(world.rewards_of(chosen)).to(device, torch.float32)
        return taken, log_policy.gather(1, actions)[:, 0] * taken
    each = world.rewards()  # (B, A), without Interact
    if kind.interact is not None:
        possible = np.zeros(len(world), bool) if goals.reaching is None else goals.reaching & (cells != OUT_OF_SIGHT)
        reached = np.where(possible, world.rewards_of(np.where(possible, kind.interact + cells, 0)), 0.0)
        each = np.concatenate([each, reached[:, None]], axis=1)
    rewards = torch.from_numpy(each).to(device, torch.float32)
    return rewards.gather(1, actions)[:, 0], (log_policy.exp() * rewards).sum(1)


def follow_goals(model: ActionGenerator, data: Dataset, goals: Gold) -> World:
    """The finished worlds of an agent with given goals; it takes the most likely action at every step."""
    model.eval()
    world = data.worlds()
    Journey(data.kind, world, GivenAims([[aim] for aim in goals.aims()]), LearnedLegs(data.kind, model, world, 0.0)).finish()
    return world
