"""Supervised goal prediction: cross-entropy with the cell of the goal, Adam (paper, section "Learning")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812
from torch.optim.lr_scheduler import LambdaLR

from sightline.agent.choice import choose, map_share
from sightline.agent.look import as_input
from sightline.agent.pointer import pointing_logits
from sightline.errors import InputError
from sightline.fields import Json
from sightline.geometry.types import Floats
from sightline.language import Vocabulary
from sightline.learning.calibration import fit_calibration
from sightline.learning.chunk import NOTHING
from sightline.learning.data import Batch, Dataset, batches
from sightline.learning.distributed import Team, team
from sightline.learning.item_losses import item_loss, of_tokens, point_loss, sample_tokens
from sightline.learning.pictured import Pictured
from sightline.learning.run import Run, check_loss
from sightline.learning.staged import Staged
from sightline.learning.stream import Stream
from sightline.models.goal_map import GoalModel
from sightline.models.precision import autocast
from sightline.models.pretrained import save_model
from sightline.options import option
from sightline.world import Kind

# The learning rate warms up briefly, then decays to zero along half a cosine; or it is constant.
RISING = 0.02  # share of all updates for the warm-up
FIRST = 1e-3  # added to the share, so that the first rate is not zero
REPORT = 50  # updates on a GPU between reads of the loss: each read synchronises it


@dataclass
class GoalConfig:
    """Hyperparameters of goal prediction: as in the paper, but in batches."""

    epochs: int = option(20, "Passes over the training examples.", min=1)
    batch: int = option(64, "Examples per update.", min=1)
    # The paper: 0.00025 with one example per update.
    learning_rate: float = option(0.001, "Learning rate of Adam.", min=0, max=1)
    seed: int = option(0, "Seed of weights, batches and samples.", min=0)
    compiled: bool = option(
        False, "On a GPU, compile the model first: this takes a minute, and training is 1.5 x as fast afterwards.",
        flags="--compile/--eager",
    )  # fmt: skip
    half: bool = option(True, "Compute in bfloat16 where the hardware can.", flags="--half/--full-precision")
    decay: bool = option(False, "Learning-rate schedule: a short warm-up, then a cosine down to zero.")
    weight_decay: float = option(0.0, "Weight decay of Adam.", min=0, max=1)
    clip: float = option(0.0, "Maximum norm of the gradient; 0: no clipping.", min=0)
    things: float = option(0.0, "Loss weight: object class of each cell.", min=0)
    named: float = option(0.0, "Loss weight: cells the instruction mentions.", min=0)
    way: float = option(0.0, "Loss weight: waypoints.", min=0)
    items: float = option(0.0, "Loss weight: kind of item in each cell (houses only).", min=0)
    wanted: float = option(0.0, "Loss weight: kind of item to reach for (houses only).", min=0)
    sight: float = option(0.0, "Loss weight: whether the next goal is in view (houses only).", min=0)
    blend: float = option(1.0, "Final weights = blend x trained + (1 - blend) x those of --from.", min=0, max=1)


@dataclass
class BestConfig(GoalConfig):
    """Hyperparameters of our best agent's goal prediction, from a stream of fresh data."""

    epochs: int = option(24, "Epochs of `--chunks` chunks.", min=1)
    batch: int = 512
    compiled: bool = True
    decay: bool = True
    weight_decay: float = 0.02
    clip: float = 1.0
    things: float = 0.5
    named: float = 0.5
    way: float = 1.0
    items: float = 1.0
    wanted: float = 0.5
    sight: float = 0.5


def learn_goals(
    model: nn.Module, train: Dataset | Stream | Pictured, tune: Dataset | Staged | Pictured, vocabulary: Vocabulary,
    config: GoalConfig, run: Run, before: Mapping[str, Tensor] | None = None,
) -> Path:  # fmt: skip
    """Train a goal predictor; returns the folder of its best epoch by mean distance on the tuning examples.

    `before` are its initial weights: each epoch's model is the mean of these and the learned ones, weighted by
    `config.blend`. A model tuned this way forgets less, and is confident only where both are.
    Under torchrun each process takes its share of every batch, and the update is that of the whole batch.
    """
    device = train.device
    for data in (train, tune):
        if isinstance(data, Dataset):
            data.draw_ahead()
    place_for_learning(model, device)
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay, fused=device.type == "cuda"
    )
    schedule = Schedule(optimizer, config.decay)
    parts = {"model": model, "optimizer": optimizer, "schedule": schedule}
    run.resume(parts, device)
    with team(device) as us:
        learner = Learner(
            us.wrap(faster(model, device, config), isinstance(tune, Pictured) or unused_heads(model, config, tune.kind)),
            optimizer,
            us,
            config,
            has_eyes=bool(getattr(model.config, "eyes", 0)),
        )
        for epoch in us.epochs(run, config.epochs, config.seed):
            loss = _epoch(learner, schedule, shares(train, config, epoch, us), run)
            if us.leads:
                kept = model if before is None or config.blend == 1 else blended(model, before, config.blend)
                scores = tune.score(kept)
                about: Json = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
                keep = partial(save_model, kept, run.folder / "best", vocabulary, **about)
                facts = {f"tune_{name.lower()}": value for name, value in scores.items()}
                run.finish_epoch(parts, scores["Dist"], keep, loss=loss, **facts)
    return run.folder / "best"


def blended(model: nn.Module, before: Mapping[str, Tensor], share: float) -> nn.Module:
    """A copy of a model whose weights are `share` of its own and the rest of others, where there are others."""
    copy = deepcopy(model)
    for name, value in copy.state_dict().items():
        if name in before and value.is_floating_point():
            value.lerp_(before[name].to(value), 1 - share)
    return copy


def place_for_learning(model: nn.Module, device: torch.device) -> None:
    """Move a model to its device, in the memory layout that is fastest there."""
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    # On CPUs torch 2.13 computes wrong gradients of instance norm for a single picture in channels-last layout.
    layout = torch.channels_last if device.type == "cuda" else torch.contiguous_format
    model.to(device, memory_format=layout)  # type: ignore[call-overload]


def faster(model: nn.Module, device: torch.device, config: GoalConfig) -> nn.Module:
    """The model, compiled where that pays; if compilation fails it runs uncompiled."""
    if not config.compiled or device.type != "cuda":
        return model
    torch._dynamo.config.suppress_errors = True
    return cast(nn.Module, torch.compile(model, dynamic=False))


def unused_heads(model: nn.Module, config: GoalConfig, kind: Kind) -> bool:
    """Whether a model has output heads without a loss."""
    weights = {"things": config.things * kind.things, "named": config.named * kind.things, "way": config.way}
    return any(hasattr(model, name) and not weight for name, weight in weights.items())


class Factor:
    """The factor of the learning rate. Its state is the finished share of the run, which a checkpoint keeps."""

    def __init__(self, decay: bool):
        self.decay, self.done = decay, 0.0

    def __call__(self, step: int) -> float:
        """The factor now. It ignores the step number, because the number of updates of a stream is unknown."""
        if not self.decay:
            return 1.0
        return min((self.done + FIRST) / RISING, 0.5 + 0.5 * math.cos(math.pi * self.done))


class Schedule(LambdaLR):
    """Sets the learning rate of an optimizer."""

    def __init__(self, optimizer: torch.optim.Optimizer, decay: bool):
        super().__init__(optimizer, Factor(decay))

    def reach(self, done: float) -> None:
        """Set the rate of the next update, given the finished share of all updates."""
        factor = self.lr_lambdas[0]
        assert isinstance(factor, Factor)
        if done != factor.done:
            factor.done = done
            self.step()


class Share(NamedTuple):
    """This process's share of one update's batch."""

    batch: Batch
    size: int  # examples in the shares of all processes
    done: float  # share of the epoch that is finished afterwards
    counts: bool = True  # False: there are too few examples for all processes, and this one only participates


def shares(train: Dataset | Stream | Pictured, config: GoalConfig, epoch: int, us: Team) -> Iterator[Share]:
    """The batches of an epoch, the same number in every process."""
    if isinstance(train, Stream):
        for batch, done in us.in_step(train.batches(epoch)):
            yield Share(batch, train.update_size, done)
        return
    order = batches(len(train), config.batch, config.seed, epoch)
    for n, which in enumerate(order):
        mine = us.share(which)
        counts = len(mine) > 0
        yield Share(train.batch(mine if counts else which[:1]), len(which), (n + 1) / len(order), counts)


@dataclass
class Learner:
    """A model (or its distributed wrapper) that is updated batch by batch."""

    model: nn.Module
    optimizer: torch.optim.Optimizer
    us: Team
    config: GoalConfig
    has_eyes: bool = False

    def update(self, share: Share) -> Tensor:
        """One step of Adam on a batch; returns this process's part of the mean goal loss."""
        batch, weight = share.batch, len(share.batch) / share.size
        self.optimizer.zero_grad(set_to_none=True)
        with autocast(self.us.device, self.config.half):
            told = {"origins": batch.origins, "done": batch.done, "anywhere": batch.reaching}
            if self.has_eyes and batch.items is not None:
                told["sampled"] = sample_tokens(batch.items)
            elif self.has_eyes and batch.inside is not None:
                told["sampled"] = batch.classes[:, None] * 0  # nobody says what a picture shows: the fewest tokens
            outputs = self.model(as_input(batch.pictures), batch.words, batch.lengths, **told)
        goals = outputs["goal"] if batch.inside is None else pointing_logits(outputs, batch.inside)
        loss = F.cross_entropy(goals, batch.classes, ignore_index=NOTHING, reduction="sum") / share.size
        everything = loss
        if batch.inside is None:
            everything = loss + auxiliary_loss(outputs, batch, self.config, told.get("sampled")) * weight
        # DistributedDataParallel averages gradients; we need their sum.
        (everything * (self.us.size if share.counts else 0)).backward()
        if self.config.clip:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        self.optimizer.step()
        return loss.detach() * share.counts


def _epoch(learner: Learner, schedule: Schedule, shares: Iterator[Share], run: Run) -> float:
    """One update per batch; returns the mean loss."""
    learner.model.train()
    us, epoch, epochs = learner.us, run.epoch, learner.config.epochs
    often = 1 if us.device.type == "cpu" else REPORT  # 50 updates take ten minutes on a core
    schedule.reach(epoch / epochs)
    seen, total = 0, torch.zeros((), device=us.device)
    for n, share in enumerate(shares):
        total += learner.update(share) * share.size
        seen += share.size
        schedule.reach((epoch + share.done) / epochs)
        if n % often == 0 or share.done == 1:
            loss = us.sum(total) / seen
            check_loss(loss, run)
            run.show(share.done, loss=loss)
    if not seen:
        raise InputError(f"An epoch has fewer than {learner.config.batch} examples; use a smaller --batch or more --chunks.")
    return us.sum(total) / seen


def auxiliary_loss(outputs: dict[str, Tensor], batch: Batch, config: GoalConfig, sampled: Tensor | None = None) -> Tensor:
    """The weighted auxiliary losses: objects in cells, named objects, the next goal's type, points of interactions.

    If tokens are `sampled` (B, S), only their cells count for the objects.
    """
    loss = torch.zeros((), device=batch.classes.device)
    if "next" in outputs:
        loss = loss + F.cross_entropy(outputs["next"], batch.next) + point_loss(outputs["point"], batch)
    if config.things and "things" in outputs and batch.things is not None:
        things = batch.things if sampled is None else of_tokens(batch.things, sampled)
        logits = outputs["things"] if sampled is None else outputs["things"].transpose(1, 2)  # (B, 70, ...)
        loss = loss + config.things * F.cross_entropy(logits.float(), things)
    if config.items and "items" in outputs and batch.items is not None and batch.shares is not None:
        loss = loss + config.items * item_loss(outputs["items"], batch.items.long(), batch.shares)
    for name, weight, classes in (("wanted", config.wanted, batch.wanted), ("sight", config.sight, batch.sight)):
        if weight and name in outputs and classes is not None:
            wrong = F.cross_entropy(outputs[name].float(), classes, ignore_index=NOTHING, reduction="sum")
            loss = loss + weight * wrong / (classes != NOTHING).sum().clamp(min=1)
    if config.named and "named" in outputs and batch.named is not None:
        named = batch.named.clamp(min=0).float()
        wrong = F.binary_cross_entropy_with_logits(outputs["named"].float()[:, 0], named, reduction="none")
        loss = loss + config.named * (wrong * (batch.named >= 0)).mean()
    if config.way and "way" in outputs:
        none = outputs["way"].shape[-1] - 1  # the class of no waypoint
        classes = torch.where(batch.ways < 0, none, batch.ways)[:, : outputs["way"].shape[1]]
        loss = loss + config.way * F.cross_entropy(outputs["way"].flatten(0, 1), classes.flatten())
    return loss


@torch.no_grad()
def predict_goals(model: nn.Module, data: Dataset, batch: int = 256) -> Floats:
    """(N, 32 * 192 + 1) probabilities for each example."""
    model.eval()
    maps = []
    for first in range(0, len(data), batch):
        some = data.batch(np.arange(first, min(first + batch, len(data))))
        with autocast(data.device):
            logits = model(as_input(some.pictures), some.words, some.lengths, origins=some.origins, anywhere=some.reaching)[
                "goal"
            ]
        maps.append(logits.float().cpu().softmax(1).numpy())
    return np.concatenate(maps).astype(np.float64)


def goal_score(model: nn.Module, data: Dataset, calibrate: bool = False) -> dict[str, float]:
    """Scores of the predicted goals: mean distance, and the percentage within `near`; optionally calibrates the model."""
    seen_by = cast(GoalModel, model)
    maps = predict_goals(model, data)
    classes, places = choose(data.kind, seen_by, data.starts, maps)
    away = data.missed_by(classes, places)
    weights = dict(model.named_buffers()).get("sureness")  # of a model that can be calibrated
    if calibrate and weights is not None:
        shares = map_share(data.kind, seen_by, data.starts, maps, places)
        fitted = fit_calibration(shares, np.array([len(sentence) for sentence in data.ids]), away <= data.kind.near)
        weights.copy_(torch.tensor(fitted))
    return {"Dist": float(away.mean()), "Acc": float(100 * (away <= data.kind.near).mean())}
