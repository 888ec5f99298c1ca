"""Random choices that do not depend on the number of processes."""

import math

import pytest
import torch
from lessons import CPU

from sightline.learning.dice import Dice
from sightline.learning.distributed import Team


def dice(rank: int, size: int, rows: int) -> Dice:
    torch.manual_seed(5)
    return Dice(Team(rank, size, CPU), rows)


def test_one_process_chooses_as_torch_does() -> None:
    log_policy = torch.randn(50, 4).log_softmax(1)
    chosen = dice(0, 1, 50).choose(log_policy)
    torch.manual_seed(5)
    assert torch.equal(chosen, torch.multinomial(log_policy.exp(), 1))


@pytest.mark.parametrize("size", [2, 3])
def test_processes_choose_together_what_one_would(size: int) -> None:
    log_policy = torch.randn(7, 4).log_softmax(1)
    whole = dice(0, 1, 7).choose(log_policy)
    for rank in range(size):
        assert torch.equal(dice(rank, size, 7).choose(log_policy[rank::size]), whole[rank::size])
    assert len(dice(2, 3, 2).choose(log_policy[:1])) == 1  # it has no row and takes part with another's


def test_who_ended_earlier_catches_up(monkeypatch: pytest.MonkeyPatch) -> None:
    log_policy, after = torch.randn(3, 4).log_softmax(1), []
    for rolls in (2, 3):
        some = dice(0, 1, 3)
        for _ in range(rolls):
            some.choose(log_policy)
        monkeypatch.setattr(Team, "most", lambda us, number: 3)
        some.catch_up()
        after.append(float(torch.rand(1)))
    assert after[0] == after[1]


def test_choosing_where_logits_are_not_finite_is_left_to_the_loss_check() -> None:
    assert dice(0, 1, 3).choose(torch.full((3, 4), math.nan)).shape == (3, 1)
    assert dice(0, 1, 1).choose(torch.tensor([[0.0, -math.inf]])).tolist() == [[0]]
