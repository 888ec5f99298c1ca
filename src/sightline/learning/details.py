"""Learning of details: cross-entropy with what cells show, in panoramas of houses that no other update has.

Large pieces fill most cells, and walls and floor most of the others. So each thing in view counts by the root of its cells,
and the backdrop hardly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from sightline.agent.look import as_input, as_tensor
from sightline.corpus.detailed import DetailedViews
from sightline.fields import Json
from sightline.learning.run import Run, check_loss
from sightline.models.details import Details, features_of, shape_of
from sightline.models.lookout import Lookout
from sightline.models.pretrained import save_model
from sightline.options import option
from sightline.world import Kind

CHUNK = 128  # panoramas whose features are in memory, at most
TOGETHER = 8  # panoramas that the trunk sees at once
BACKDROP, NO_PART = 0.05, 0.03  # weights of cells that show walls and floor, and of those that show no part
OPEN = 0.5  # weight of telling what is open
WARM = 100  # updates until the learning rate is reached

Make = Callable[[Random, int], DetailedViews]


@dataclass
class DetailsTraining:
    """Hyperparameters of details."""

    epochs: int = option(24, "Epochs of fresh panoramas.", min=1)
    panoramas: int = option(1024, "Panoramas of an epoch.", min=1)
    batch: int = option(4, "Panoramas per update.", min=1)
    learning_rate: float = option(0.002, "Highest learning rate of AdamW; it falls to zero over all epochs.", min=0, max=1)
    tuning: int = option(256, "Panoramas on which the epoch is chosen.", min=1)
    seed: int = option(0, "Seed of weights and panoramas.", min=0)


class _Lesson(NamedTuple):
    """Panoramas as the model learns from them."""

    features: Tensor  # (N, F, 16, 96)
    things: Tensor  # (N, 16, 96)
    thing_weights: Tensor
    parts: Tensor  # (N, 32, 192)
    part_weights: Tensor
    is_open: Tensor

    def take(self, rows: Tensor) -> _Lesson:
        return _Lesson(*(each[rows] for each in self))


def learn_details(
    model: Details, kind: Kind, trunk: Lookout, make: Make, config: DetailsTraining, run: Run, device: torch.device
) -> Path:
    """Train it on the features of a trunk, which stays as it is; returns the folder of the epoch best on other panoramas."""
    model.to(device)
    trunk.to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.learning_rate)
    parts = {"model": model, "optimizer": optimizer}
    run.resume(parts, device)
    tune = make(Random(f"details/{config.seed}/tune"), config.tuning)
    tuning = _lesson(kind, trunk, tune)
    size = min(CHUNK, config.panoramas)
    chunks, updates = math.ceil(config.panoramas / size), math.ceil(size / config.batch)
    for epoch in run.epochs(config.epochs, config.seed):
        model.train()
        for chunk in range(chunks):
            lesson = _lesson(kind, trunk, make(Random(f"details/{config.seed}/{epoch}/{chunk}"), size))
            for n, rows in enumerate(torch.randperm(size).split(config.batch)):
                done = (epoch * chunks + chunk) * updates + n
                rate = config.learning_rate * min(1, (done + 1) / WARM)
                for group in optimizer.param_groups:
                    group["lr"] = rate * 0.5 * (1 + math.cos(math.pi * done / (config.epochs * chunks * updates)))
                loss = _loss(model, lesson.take(rows))
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                check_loss(float(loss.detach()), run)
                run.show((chunk + (n + 1) / updates) / chunks, loss=float(loss.detach()))
        scores = detail_scores(model, kind, tune, tuning)
        about: Json = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
        facts = {f"tune_{name}": value for name, value in scores.items()}
        score = 200 - scores["things"] - scores["parts"]
        run.finish_epoch(parts, score, lambda: save_model(model, run.folder / "best", **about), **facts)  # noqa: B023
    return run.folder / "best"


def _loss(model: Details, lesson: _Lesson) -> Tensor:
    things, parts, is_open = model(lesson.features)
    total = _weighted(F.cross_entropy(things, lesson.things, reduction="none"), lesson.thing_weights)
    total = total + _weighted(F.cross_entropy(parts, lesson.parts, reduction="none"), lesson.part_weights)
    opened = F.binary_cross_entropy_with_logits(is_open, lesson.is_open, reduction="none")
    return total + OPEN * _weighted(opened, lesson.part_weights * (lesson.parts > 0))


def _weighted(losses: Tensor, weights: Tensor) -> Tensor:
    return (losses * weights).sum() / weights.sum().clamp(min=1e-6)


@torch.no_grad()
def _lesson(kind: Kind, trunk: Lookout, views: DetailedViews) -> _Lesson:
    device = trunk.where.device
    features = []
    for first in range(0, len(views.rgb), TOGETHER):
        some = slice(first, first + TOGETHER)
        seen = trunk.see(as_input(as_tensor(views.rgb[some], device)))
        features.append(features_of(seen, shape_of(as_tensor(views.depth[some], device), kind.view.camera)))
    half = (slice(None), slice(1, None, 2), slice(1, None, 2))
    things, owners = views.things[half], views.owners[half]
    backdrop = things < kind.first_thing
    part_weights = np.where(views.parts > 0, _weights(views.owners * len(kind.part_names) + views.parts), NO_PART)
    columns = (things, np.where(backdrop, BACKDROP, _weights(owners)), views.parts, part_weights, views.is_open)
    types = (torch.long, torch.float32, torch.long, torch.float32, torch.float32)
    return _Lesson(torch.cat(features), *(torch.from_numpy(c).to(device, t) for c, t in zip(columns, types, strict=True)))


def _weights(numbers: np.ndarray) -> np.ndarray:
    """One over the root of how many cells of the same panorama have the same number."""
    flat = numbers.reshape(len(numbers), -1).astype(np.int64)
    keys = (flat - flat.min()) + np.arange(len(flat))[:, None] * (int(np.ptp(flat)) + 1)
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return (1 / np.sqrt(counts[inverse])).reshape(numbers.shape)


@torch.no_grad()
def detail_scores(model: Details, kind: Kind, views: DetailedViews, lesson: _Lesson) -> dict[str, float]:
    """`things`: the percentage of pieces of furniture, from 6 cells on, most of whose cells are named right; `parts`: of
    cells with a part; `open`: of these, whether it is open (half of the score is for those that are)."""
    model.eval()
    things, parts, is_open = [], [], []
    for some in torch.arange(len(lesson.features)).split(TOGETHER):
        logits = model(lesson.features[some])
        things.append(logits[0].argmax(1))
        parts.append(logits[1].argmax(1))
        is_open.append(logits[2] > 0)
    right = (torch.cat(things) == lesson.things).cpu().numpy()
    furniture = np.isin(lesson.things.cpu().numpy(), kind.items, invert=True)
    furniture &= lesson.things.cpu().numpy() >= kind.first_thing
    owners = views.owners[:, 1::2, 1::2]
    pieces = [
        right[n][mask].mean() > 0.5
        for n in range(len(right)) for number in np.unique(owners[n][furniture[n]])
        if (mask := furniture[n] & (owners[n] == number)).sum() >= 6
    ]  # fmt: skip
    of_parts, opened = lesson.parts > 0, lesson.is_open > 0
    named = (torch.cat(parts) == lesson.parts)[of_parts]
    told = torch.cat(is_open) == opened
    return {
        "things": 100 * float(np.mean(pieces)), "parts": 100 * float(named.float().mean()),
        "open": 50 * float(told[of_parts & opened].float().mean() + told[of_parts & ~opened].float().mean()),
    }  # fmt: skip
