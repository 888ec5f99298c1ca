"""Learning of agents that act from what they see: Misra17 by the contextual bandit, Chaplot18 by actor-critic.

Many worlds run side by side; one that is over starts the next episode at once. Every `window` steps the model is updated:
the bandit maximises immediate rewards, actor-critic the returns, by generalised advantage estimation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from sightline.agent.baselines import Reactive, frames
from sightline.geometry.types import Ints
from sightline.language import Vocabulary
from sightline.lani import HORIZON, LaniWorld
from sightline.learning.bandit import draw, stop_scores
from sightline.learning.data import Examples
from sightline.learning.precision import halved
from sightline.learning.run import Run, check_loss
from sightline.models.chaplot18 import Chaplot18
from sightline.models.misra17 import Misra17
from sightline.models.pretrained import save_model


@dataclass
class ReactiveConfig:
    """How the baselines are learned."""

    epochs: int = 20
    worlds: int = 256
    window: int = 20  # steps between updates
    learning_rate: float = 0.0005
    entropy: float = 0.02
    gamma: float = 0.99  # of returns; the bandit has none
    tau: float = 1.0  # of generalised advantage estimation
    value: float = 0.5  # weight of the critic's loss
    extra: int = 5
    clip: float = 40.0
    seed: int = 0


def learn_reactive(
    model: Misra17 | Chaplot18,
    train: Examples,
    tune: Examples,
    vocabulary: Vocabulary,
    config: ReactiveConfig,
    run: Run,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> Path:
    """Train a baseline; the folder of its best epoch by stop distance on the tuning examples."""
    device = train.device
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    parts = {"model": model, "optimizer": optimizer}
    run.resume(parts, device)
    for epoch in run.epochs(config.epochs, config.seed):
        model.train()
        stage = Stage(model, train, config, epoch)
        gained, updates = 0.0, 0
        while not stage.done:
            loss, reward = stage.window()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
            optimizer.step()
            check_loss(float(loss.detach()), run)
            gained, updates = gained + reward, updates + 1
            progress(f"epoch {epoch + 1}/{config.epochs}, reward {reward:.3f}", (epoch + stage.share) / config.epochs)
        scores = score(model, tune, vocabulary)
        about: dict[str, Any] = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
        keep = partial(save_model, model, run.folder / "best", vocabulary, **about)
        run.finish_epoch(parts, scores["tune_SD"], keep, reward=gained / updates, **scores)
    return run.folder / "best"


def score(model: Misra17 | Chaplot18, examples: Examples, vocabulary: Vocabulary) -> dict[str, float]:
    """Stop distance and task completion on examples."""
    world = LaniWorld(device="cuda" if examples.device.type == "cuda" else "cpu")
    world.reset(examples.episodes)
    Reactive(model, vocabulary, examples.device).run(world)
    return stop_scores(world.pose[:, :2], examples)


class Stage:
    """The worlds of one epoch, with what their agents remember."""

    def __init__(self, model: Misra17 | Chaplot18, examples: Examples, config: ReactiveConfig, epoch: int):
        self.model, self.examples, self.config, self.device = model, examples, config, examples.device
        self.order: Iterator[int] = iter(np.random.default_rng([config.seed, epoch]).permutation(len(examples)).tolist())
        count = min(config.worlds, len(examples))
        self.which: Ints = np.array([next(self.order) for _ in range(count)])
        self.world = LaniWorld(horizon=HORIZON + config.extra, device="cuda" if self.device.type == "cuda" else "cpu")
        self.world.reset([examples.episodes[k] for k in self.which])
        self.state = model.begin(count, self.device)
        self.previous = torch.full((count,), model.config.actions, device=self.device)
        self.step = torch.zeros(count, dtype=torch.long, device=self.device)
        self.idle = torch.zeros(count, dtype=torch.bool, device=self.device)  # no episode left for this world
        self.finished = 0

    @property
    def done(self) -> bool:
        return bool(self.idle.all())

    @property
    def share(self) -> float:
        return self.finished / len(self.examples)

    def window(self) -> tuple[Tensor, float]:
        """Some steps of every world: the loss to minimise and the mean reward of a step."""
        c = self.config
        self.state = self.state.detach()
        text = self._read()
        logs, values, entropies, rewards, ends, idles = [], [], [], [], [], []
        for _ in range(c.window):
            with halved(self.device):
                logits, value, self.state = self.model(
                    text, frames(self.world, self.device), self.previous, self.step, self.state
                )
            log_policy = logits.log_softmax(1)
            actions = draw(log_policy)
            gains = torch.from_numpy(self.world.rewards()).to(self.device, torch.float32).gather(1, actions)[:, 0]
            self.world.step(actions[:, 0].cpu().numpy())
            over = torch.from_numpy(self.world.over.copy()).to(self.device)
            logs.append(log_policy.gather(1, actions)[:, 0])
            values.append(value)
            entropies.append(-(log_policy.exp() * log_policy).sum(1))
            rewards.append(gains)
            ends.append(over)
            idles.append(self.idle.clone())
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
        return (each * live).sum() / live.sum().clamp(min=1), float((gains * live).sum() / live.sum().clamp(min=1))

    def _read(self) -> Tensor:
        return self.model.read(*self.examples.instructions(self.which))

    def _restart(self, over: Tensor) -> bool:
        """Give worlds that are over their next episode, if there is one; whether any was given one."""
        started = []
        for n in torch.nonzero(over & ~self.idle)[:, 0].tolist():
            self.finished += 1
            k = next(self.order, None)
            if k is None:
                self.idle[n] = True
            else:
                self.which[n] = k
                started.append(n)
        if started:
            self.world.reset([self.examples.episodes[self.which[n]] for n in started], where=started)
            keep = torch.ones(len(self.which), device=self.device)
            keep[started] = 0
            self.state = self.state * keep.view(-1, *[1] * (self.state.dim() - 1))
            self.step = (self.step * keep).long()
            self.previous = torch.where(keep.bool(), self.previous, self.model.config.actions)
        return bool(started)

    @torch.no_grad()
    def _value(self, text: Tensor) -> Tensor:
        """(B,) what the critic expects from here on."""
        return self.model(text, frames(self.world, self.device), self.previous, self.step, self.state)[1]


def generalised_advantages(
    rewards: Tensor, values: Tensor, ends: Tensor, after: Tensor, gamma: float, decay: float
) -> Tensor:
    """(T, B) from rewards, values and whether the episode ended there, all (T, B), and the value (B,) after the last step.

    `decay` is gamma times tau: what an advantage counts one step earlier.
    """
    found, running = torch.zeros_like(rewards), torch.zeros_like(after)
    for t in range(len(rewards) - 1, -1, -1):
        going = (~ends[t]).float()
        surprise = rewards[t] + gamma * after * going - values[t]
        running = surprise + decay * running * going
        found[t], after = running, values[t]
    return found
