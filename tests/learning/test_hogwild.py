"""Workers that share parameters: they do share them, and learn."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from lessons import LANI, Lesson, generator, log_of

from sightline.errors import InputError
from sightline.learning.bandit import BanditConfig
from sightline.learning.hogwild import begin, learn_actions_by_workers, share_parameters
from sightline.learning.run import Run
from sightline.models.action_generator import ActionGenerator
from sightline.models.pretrained import load_model


def test_parameters_live_in_a_file(tmp_path: Path) -> None:
    one, two = generator(), generator()
    torch.nn.init.zeros_(two.policy.bias)
    before = [weight.clone() for weight in one.parameters()]
    share_parameters(one, tmp_path / "memory", fill=True)
    share_parameters(two, tmp_path / "memory")
    for weight, other, old in zip(one.parameters(), two.parameters(), before, strict=True):
        assert torch.equal(weight, old) and torch.equal(other, old)
    with torch.no_grad():
        two.policy.bias += 1
    assert torch.equal(one.policy.bias, before[-1] + 1)


def test_a_worker_learns_from_its_share_with_random_numbers_of_its_own(easy: Lesson, tmp_path: Path) -> None:
    config = BanditConfig(batch=4, learning_rate=0.0)
    model = generator()
    share_parameters(model, tmp_path / "memory", fill=True)
    gains = []
    for number in (0, 1):
        learn = begin(tmp_path / "memory", model.config, easy.train.take(range(5)), config, 2, number)
        gains.append([learn(epoch) for epoch in (0, 0, 1)])
    assert gains[0][0] == gains[0][1] and gains[1][0] == gains[1][1]
    assert len({*gains[0], *gains[1]}) == 4
    other = begin(tmp_path / "memory", model.config, easy.train.take(range(5)), replace(config, seed=1), 2, 0)
    assert other(0) not in gains[0]


def test_workers_without_locks_learn_too(easy: Lesson, tmp_path: Path) -> None:
    shown: list[float] = []
    run, model = Run(tmp_path, {}, progress=lambda what, share: shown.append(share)), generator()
    config = BanditConfig(epochs=2, batch=2, learning_rate=0.01, exact=True)
    best = learn_actions_by_workers(model, easy.train, easy.tune, config, run, 2)
    log = log_of(run)
    assert shown == [0.5, 0.5, 1.0, 1.0]
    assert len(log) == 2 and log[1]["reward"] > log[0]["reward"]
    loaded = load_model(best)
    assert isinstance(loaded, ActionGenerator)
    if log[1]["score"] < log[0]["score"]:
        assert torch.equal(loaded.policy.weight, model.policy.weight)
    with pytest.raises(InputError, match="32 examples for 1000 workers"):
        learn_actions_by_workers(model, easy.train, easy.tune, config, run, 1000)
    assert easy.train.kind is LANI
