"""The learning rate over a run."""

import math
import warnings

import pytest
import torch

from sightline.learning.goal import Schedule


def schedule(decay: bool) -> tuple[torch.optim.Optimizer, Schedule]:
    optimizer = torch.optim.Adam([torch.nn.Parameter(torch.zeros(1))], lr=0.01)
    return optimizer, Schedule(optimizer, decay)


def rate(optimizer: torch.optim.Optimizer) -> float:
    return optimizer.param_groups[0]["lr"]


def test_it_rises_briefly_and_falls_along_a_cosine() -> None:
    optimizer, rates = schedule(decay=True)
    assert rate(optimizer) == pytest.approx(0.01 * 0.001 / 0.02)
    optimizer.step()
    for done in (0.004, 0.01, 0.5, 0.75, 1.0):
        rates.reach(done)
        rising, falling = (done + 0.001) / 0.02, 0.5 + 0.5 * math.cos(math.pi * done)
        assert rate(optimizer) == pytest.approx(0.01 * min(rising, falling))
    assert rate(optimizer) == 0


def test_without_decay_it_stays() -> None:
    optimizer, rates = schedule(decay=False)
    optimizer.step()
    rates.reach(0.7)
    assert rate(optimizer) == 0.01


def test_it_goes_on_from_a_checkpoint() -> None:
    optimizer, rates = schedule(decay=True)
    optimizer.step()
    rates.reach(0.6)
    again, later = schedule(decay=True)
    again.load_state_dict(optimizer.state_dict())
    later.load_state_dict(rates.state_dict())
    assert later.lr_lambdas[0].done == 0.6 and rate(again) == rate(optimizer)  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # torch warns of schedules that move before their optimizer
        later.reach(0.6)
        later.reach(0.8)
    rates.reach(0.8)
    assert rate(again) == rate(optimizer)
