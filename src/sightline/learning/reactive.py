"""Training of reactive agents: Misra17 by the contextual bandit, Chaplot18 by actor-critic.

Many worlds run side by side; a finished one starts the next episode at once (if worlds begin in a saved state: when
all are finished). Every `window` steps the model is updated: the bandit maximises immediate rewards, actor-critic the
returns, by generalised advantage estimation. Processes that train together have a part of the worlds each; they tell each
other which worlds are finished, so that the same world gets the same episode whatever their number. (Misra17 has batch
norm, whose means are those of a process's own worlds: its curve is alike, not the same to the digit.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from sightline.agent.journey import Journey
from sightline.agent.look import look_ahead, make_worlds
from sightline.agent.reactive import Reactive
from sightline.agent.scripted import PolicyLegs
from sightline.errors import InputError
from sightline.fields import Json
from sightline.geometry.types import Ints
from sightline.language import Vocabulary
from sightline.learning.bandit import stop_scores, to_minimise
from sightline.learning.data import Dataset
from sightline.learning.dice import Dice
from sightline.learning.distributed import LossModule, Team, team
from sightline.learning.run import Run, check_loss
from sightline.models.chaplot18 import Chaplot18
from sightline.models.misra17 import Misra17
from sightline.models.precision import autocast
from sightline.models.pretrained import save_model
from sightline.options import option


@dataclass
class ReactiveConfig:
    """Hyperparameters of the baselines."""

    epochs: int = option(20, "Passes over the training examples.", min=1)
    worlds: int = option(256, "Worlds that run side by side.", min=1, flags="--batch")
    window: int = option(20, "Steps between updates.", min=1)
    learning_rate: float = option(0.0005, "Learning rate of Adam.", min=0, max=1)
    entropy: float = option(0.02, "Weight of the policy's entropy: higher values explore more.", min=0)
    gamma: float = option(0.99, "Discount factor of future rewards.", min=0, max=1)
    tau: float = option(1.0, "Decay of generalised advantage estimation.", min=0, max=1)
    value: float = option(0.5, "Loss weight: the critic.", min=0)
    extra: int = option(5, "Steps beyond the usual horizon during training.", min=0)
    clip: float = option(40.0, "Maximum norm of the gradient.", min=0)
    seed: int = option(0, "Seed of weights, batches and samples.", min=0)


def learn_reactive(
    model: Misra17 | Chaplot18, train: Dataset, tune: Dataset, vocabulary: Vocabulary, config: ReactiveConfig, run: Run
) -> Path:
    """Train a baseline; returns the folder of its best epoch by stop distance on the tuning examples."""
    device = train.device
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    parts = {"model": model, "optimizer": optimizer}
    run.resume(parts, device)
    with team(device) as us:
        learner = us.wrap(LossModule(model, lambda rollout: rollout.window()), unused=False)
        for epoch in us.epochs(run, config.epochs, config.seed, alike=True):
            model.train()
            rollout = Rollout(model, train, config, epoch, us)
            gained, updates = 0.0, 0
            while not rollout.done:
                loss, reward = learner(rollout)
                optimizer.zero_grad(set_to_none=True)
                (loss * us.size).backward()  # DistributedDataParallel averages gradients; we need their sum
                torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
                optimizer.step()
                whole, reward = us.totals(float(loss.detach()), reward)
                check_loss(whole, run)
                gained, updates = gained + reward, updates + 1
                run.show(rollout.share, reward=reward)
            if us.leads:
                scores = score(model, tune, vocabulary)
                about: Json = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
                keep = partial(save_model, model, run.folder / "best", vocabulary, **about)
                run.finish_epoch(parts, to_minimise(scores), keep, reward=gained / updates, **scores)
    return run.folder / "best"


def score(model: Misra17 | Chaplot18, data: Dataset, vocabulary: Vocabulary) -> dict[str, float]:
    """The metrics of a model's runs on all examples."""
    world = data.worlds()
    legs = PolicyLegs(world, Reactive(model, vocabulary, data.device).policy(world))
    Journey(data.kind, world, None, legs).finish()
    return stop_scores(world, data)


class Rollout:
    """The worlds of one epoch, with the recurrent state of their agents; this process runs its part of them."""

    def __init__(
        self, model: Misra17 | Chaplot18, data: Dataset, config: ReactiveConfig, epoch: int, us: Team | None = None
    ):
        self.model, self.data, self.config, self.device = model, data, config, data.device
        self.us = us or Team(0, 1, data.device)
        self.order: Iterator[int] = iter(np.random.default_rng([config.seed, epoch]).permutation(len(data)).tolist())
        self.total = min(config.worlds, len(data))  # worlds of all processes
        if self.total < self.us.size:
            raise InputError(f"There are {self.total} worlds for {self.us.size} processes; each needs one at least.")
        self.which: Ints = self.us.share(np.array([next(self.order) for _ in range(self.total)]))
        count = len(self.which)
        self.world = make_worlds(data.kind, data.device, horizon=data.kind.action_limit + config.extra)
        data.begin(self.world, self.which, data.kind.action_limit + config.extra)
        self.state = model.begin(count, self.device)
        self.previous = torch.full((count,), model.config.actions, device=self.device)
        self.step = torch.zeros(count, dtype=torch.long, device=self.device)
        self.idle = torch.zeros(count, dtype=torch.bool, device=self.device)  # no episode is left for this world
        self.all_idle = torch.zeros(self.total, dtype=torch.bool)  # the same of the worlds of all processes
        self.finished = 0

    @property
    def done(self) -> bool:
        return bool(self.all_idle.all())

    @property
    def share(self) -> float:
        return self.finished / len(self.data)

    def window(self) -> tuple[Tensor, float]:
        """`window` steps of every world: this process's part of the loss to minimise and of the mean reward per step."""
        c, dice = self.config, Dice(self.us, self.total)
        self.state = self.state.detach()
        text = self._read()
        logs, values, entropies, rewards, ends, idles = [], [], [], [], [], []
        for _ in range(c.window):
            idles.append(torch.from_numpy(self.world.over.copy()).to(self.device))
            with autocast(self.device):
                logits, value, self.state = self.model(
                    text, look_ahead(self.world, self.device), self.previous, self.step, self.state
                )
            log_policy = logits.log_softmax(1)
            actions = dice.choose(log_policy)
            chosen = actions[:, 0].cpu().numpy()
            gains = torch.from_numpy(self.world.rewards_of(chosen)).to(self.device, torch.float32)
            self.world.step(chosen)
            over = torch.from_numpy(self.world.over.copy()).to(self.device)
            logs.append(log_policy.gather(1, actions)[:, 0])
            values.append(value)
            entropies.append(-(log_policy.exp() * log_policy).sum(1))
            rewards.append(gains)
            ends.append(over)
            self.previous, self.step = actions[:, 0], self.step + 1
            if self._restart(over):
                text = self._read()
        live = ~torch.stack(idles)  # (T, B)
        gains = torch.stack(rewards)
        log_taken, entropy, value = torch.stack(logs), torch.stack(entropies), torch.stack(values)
        if self.model.critic:
            advantages = generalised_advantages(
                gains, value.detach(), torch.stack(ends), self._value(text), c.gamma, c.gamma * c.tau
            )
            critic = (advantages + value.detach() - value) ** 2
            each = -log_taken * advantages + c.value * critic - c.entropy * entropy
        else:
            each = -log_taken * gains - c.entropy * entropy
        steps = max(self.us.totals(float(live.sum()))[0], 1.0)  # of all processes
        return (each * live).sum() / steps, float((gains * live).sum() / steps)

    def _read(self) -> Tensor:
        return self.model.read(*self.data.instructions(self.which))

    def _restart(self, over: Tensor) -> bool:
        """Start the next episodes in finished worlds, if there are any; returns whether one was started."""
        over, started = self.us.gather(over).cpu(), []
        if self.data.state is not None and not (over | self.all_idle).all():
            return False
        for n in torch.nonzero(over & ~self.all_idle)[:, 0].tolist():
            self.finished += 1
            k = next(self.order, None)
            row, mine = n // self.us.size, n % self.us.size == self.us.rank
            if k is None:
                self.all_idle[n] = True
                if mine:
                    self.idle[row] = True
            elif mine:
                self.which[row] = k
                started.append(row)
        if started:
            self._begin(started)
            keep = torch.ones(len(self.which), device=self.device)
            keep[started] = 0
            self.state = self.state * keep.view(-1, *[1] * (self.state.dim() - 1))
            self.step = (self.step * keep).long()
            self.previous = torch.where(keep.bool(), self.previous, self.model.config.actions)
        return bool(started)

    def _begin(self, started: list[int]) -> None:
        """Start the next episodes in some worlds; those that begin in a saved state start together."""
        if self.data.state is None:
            self.world.reset([self.data.episodes[self.which[n]] for n in started], where=started)
            return
        self.data.begin(self.world, self.which, self.data.kind.action_limit + self.config.extra)
        self.world.over = self.idle.cpu().numpy()

    @torch.no_grad()
    def _value(self, text: Tensor) -> Tensor:
        """(B,) the critic's value of the current state."""
        return self.model(text, look_ahead(self.world, self.device), self.previous, self.step, self.state)[1]


def generalised_advantages(
    rewards: Tensor, values: Tensor, ends: Tensor, after: Tensor, gamma: float, decay: float
) -> Tensor:
    """(T, B) from rewards, values and whether the episode ended there, all (T, B), and the final value (B,).

    `decay` is gamma times tau: the discount of an advantage per step.
    """
    advantages, running = torch.zeros_like(rewards), torch.zeros_like(after)
    for t in range(len(rewards) - 1, -1, -1):
        going = (~ends[t]).float()
        surprise = rewards[t] + gamma * after * going - values[t]
        running = surprise + decay * running * going
        advantages[t], after = running, values[t]
    return advantages
