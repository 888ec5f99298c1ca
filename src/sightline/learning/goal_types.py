"""Learning of goal types: cross-entropy with the sequence of the demonstrations' goal types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from sightline.agent.goal_typing import alike, predict_types, types_of
from sightline.corpus.examples import Example
from sightline.fields import Json
from sightline.language import Vocabulary
from sightline.learning.data import batches
from sightline.learning.run import Run, check_loss
from sightline.models.goal_types import END, GoalTypes
from sightline.models.pretrained import TokenEncoder, save_model
from sightline.models.text import padded
from sightline.options import option

NOTHING = -100  # class that the loss ignores


@dataclass
class GoalTypesTraining:
    """Hyperparameters of goal types; the reference code's learning rate is 0.01 with one example per update."""

    epochs: int = option(20, "Passes over the training examples.", min=1)
    batch: int = option(64, "Instructions per update.", min=1)
    learning_rate: float = option(0.003, "Learning rate of Adam.", min=0, max=1)
    seed: int = option(0, "Seed of weights and batches.", min=0)


def learn_goal_types(
    model: GoalTypes, train: Sequence[Example], tune: Sequence[Example], read: TokenEncoder, vocabulary: Vocabulary,
    config: GoalTypesTraining, run: Run, device: torch.device,
) -> Path:  # fmt: skip
    """Train it; returns the folder of the epoch with the fewest wrong sequences on the tuning examples."""
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    parts = {"model": model, "optimizer": optimizer}
    run.resume(parts, device)
    ids, types = [read(example.segment.tokens) for example in train], [types_of(example.goals) for example in train]
    for epoch in run.epochs(config.epochs, config.seed):
        model.train()
        order = batches(len(train), config.batch, config.seed, epoch)
        for n, which in enumerate(order):
            loss = _loss(model, [ids[k] for k in which], [types[k] for k in which], device)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            check_loss(float(loss.detach()), run)
            run.show((n + 1) / len(order), loss=float(loss.detach()))
        predicted = predict_types(model, [example.segment.tokens for example in tune], read, device)
        scores = type_scores(predicted, [types_of(example.goals) for example in tune])
        about: Json = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
        keep = partial(save_model, model, run.folder / "best", vocabulary, **about)
        run.finish_epoch(
            parts,
            101 - scores["types"] - scores["exact"] / 100,
            keep,
            **{f"tune_{name}": value for name, value in scores.items()},
        )
    return run.folder / "best"


def _loss(model: GoalTypes, ids: Sequence[Sequence[Any]], types: Sequence[list[int]], device: torch.device) -> Tensor:
    words, lengths = padded(ids, device)
    longest = max(map(len, types)) + 1
    after = torch.full((len(types), longest), NOTHING)
    before = torch.full((len(types), longest), END)
    for n, sequence in enumerate(types):
        after[n, : len(sequence) + 1] = torch.tensor([*sequence, END])
        before[n, 1 : len(sequence) + 1] = torch.tensor(sequence)
    logits = model(words, lengths, before.to(device))
    return F.cross_entropy(logits.flatten(0, 1), after.to(device).flatten(), ignore_index=NOTHING)


def type_scores(predicted: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> dict[str, float]:
    """`types`: the percentage that is right apart from the number of navigations; `exact`: that is identical."""
    pairs = list(zip(predicted, right, strict=True))
    return {
        "types": 100 * sum(alike(one, other) for one, other in pairs) / len(pairs),
        "exact": 100 * sum(list(one) == list(other) for one, other in pairs) / len(pairs),
    }
