"""Joint training by policy gradient: goal prediction and action generation from rewards alone (paper, appendix).

The reference code added the goal's probability instead of its logarithm and never updated the predictor; both are
fixed here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from sightline.agent.choice import choose
from sightline.agent.look import as_input, make_worlds
from sightline.agent.seers import points_of
from sightline.fields import Json
from sightline.geometry.types import Bools, Ints
from sightline.language import Vocabulary
from sightline.learning.bandit import BanditConfig, follow_goals, rollout_loss, stop_scores, to_minimise, update
from sightline.learning.data import Dataset, Gold, batches
from sightline.learning.dice import Dice
from sightline.learning.distributed import LossModule, team
from sightline.learning.goal import predict_goals
from sightline.learning.run import Run, check_loss
from sightline.models.action_generator import ActionGenerator
from sightline.models.precision import autocast
from sightline.models.pretrained import save_model
from sightline.options import option
from sightline.world import Kind, World


@dataclass
class JointConfig:
    """Hyperparameters of joint training."""

    epochs: int = option(20, "Passes over the training examples.", min=1)
    batch: int = option(128, "Episodes that run side by side; one update per batch.", min=1)
    learning_rate: float = option(0.00025, "Learning rate of Adam.", min=0, max=1)
    entropy: float = option(0.05, "Weight of the entropies of goals and actions: higher values explore more.", min=0)
    extra: int = option(5, "Steps beyond the usual horizon during training.", min=0)
    clip: float = option(40.0, "Maximum norm of the gradient.", min=0)
    seed: int = option(0, "Seed of weights, batches and samples.", min=0)


def learn_jointly(
    predictor: nn.Module, generator: ActionGenerator, train: Dataset, tune: Dataset, vocabulary: Vocabulary,
    config: JointConfig, run: Run,
) -> Path:  # fmt: skip
    """Train both models from scratch; returns the folder with `goal` and `actions` of the best epoch by stop distance."""
    device, kind = train.device, train.kind
    for data in (train, tune):
        data.draw_ahead()
    both = nn.ModuleList([predictor, generator]).to(device)
    optimizer = torch.optim.Adam(both.parameters(), lr=config.learning_rate)
    parts = {"model": both, "optimizer": optimizer}
    run.resume(parts, device)
    with team(device) as us:
        learner = us.wrap(LossModule(both, _loss_of(predictor, generator, train, config)), unused=False)
        for epoch in us.epochs(run, config.epochs, config.seed, alike=True):
            both.train()
            gained = 0.0
            order = batches(len(train), config.batch, config.seed, epoch)
            for n, which in enumerate(order):
                loss, reward = update(learner, optimizer, which, config.clip, us)
                check_loss(loss, run)
                gained += reward / len(order)
                run.show((n + 1) / len(order), reward=reward)
            if us.leads:
                predicted, _ = choose(kind, predictor, tune.starts, predict_goals(predictor, tune))  # type: ignore[arg-type]
                goals = gold_of(tune.worlds(), kind, predicted, tune.reaching)
                scores = stop_scores(follow_goals(generator, tune, goals), tune)
                about = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
                keep = partial(_keep, predictor, generator, vocabulary, run.folder / "best", about)
                run.finish_epoch(parts, to_minimise(scores), keep, reward=gained, **scores)
    return run.folder / "best"


def _loss_of(
    predictor: nn.Module, generator: ActionGenerator, train: Dataset, config: JointConfig
) -> Callable[[Ints, Dice], tuple[Tensor, float]]:
    """The function from some examples to their loss and mean return."""
    device, kind = train.device, train.kind
    world, bandit = make_worlds(kind, device), BanditConfig(entropy=config.entropy)

    def loss_of(which: Ints, dice: Dice) -> tuple[Tensor, float]:
        batch = train.batch(which)
        with autocast(device):
            logits = predictor(as_input(batch.pictures), batch.words, batch.lengths, batch.reaching)["goal"]
        log_goal = logits.log_softmax(1)
        classes = Dice(dice.us, dice.rows).choose(log_goal)
        train.begin(world, which, kind.action_limit + config.extra)
        goals = gold_of(world, kind, classes[:, 0].cpu().numpy(), train.gold(which).reaching)
        log_chosen = log_goal.gather(1, classes)[:, 0]
        loss, reward = rollout_loss(generator, world, kind, bandit, goals, device, log_chosen, dice)
        return loss - config.entropy * -(log_goal.exp() * log_goal).sum(1).mean(), reward

    return loss_of


def gold_of(world: World, kind: Kind, classes: Ints, reaching: Bools | None) -> Gold:
    """The goals of predicted classes (N,) in worlds at their starts."""
    if reaching is None:
        return Gold(kind.view.goal_places(world.pose, classes), classes != kind.view.grid.out_of_sight)
    return Gold(*points_of(kind, world, np.arange(len(world)), classes, reaching), reaching)


def _keep(predictor: nn.Module, generator: ActionGenerator, vocabulary: Vocabulary, folder: Path, about: Json) -> None:
    save_model(predictor, folder / "goal", vocabulary, **about)
    save_model(generator, folder / "actions", **about)
