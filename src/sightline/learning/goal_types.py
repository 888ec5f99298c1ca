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
from sightline.learning.distributed import LossModule, share_weight, team
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
    with team(device) as us:
        learner = us.wrap(LossModule(model, partial(_loss, model, device=device)), unused=False)
        for epoch in us.epochs(run, config.epochs, config.seed):
            model.train()
            order = batches(len(train), config.batch, config.seed, epoch)
            for n, which in enumerate(order):
                mine = us.share(which)
                rows = mine if len(mine) else which[:1]
                loss = learner([ids[k] for k in rows], [types[k] for k in rows])
                weight = share_weight(us, *(sum(len(types[k]) + 1 for k in some) for some in (mine, which)))
                optimizer.zero_grad(set_to_none=True)
                (loss * weight).backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                (whole,) = us.totals(float(loss.detach()) * weight / us.size)
                check_loss(whole, run)
                run.show((n + 1) / len(order), loss=whole)
            if us.leads:
                predicted = predict_types(model, [example.segment.tokens for example in tune], read, device)
                scores = type_scores(predicted, [types_of(example.goals) for example in tune])
                about: Json = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
                keep = partial(save_model, model, run.folder / "best", vocabulary, **about)
                facts = {f"tune_{name}": value for name, value in scores.items()}
                run.finish_epoch(parts, 101 - scores["types"] - scores["exact"] / 100, keep, **facts)
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
