"""Losses of eyes, by hand: items count alike, any cell of a target is right, and eyes learn a few scenes."""

import math
from types import SimpleNamespace
from typing import Any, cast

import pytest
import torch

from sightline.learning.chunk import NOTHING
from sightline.learning.item_losses import TOKENS_SAMPLED, item_loss, of_tokens, point_loss, sample_tokens
from sightline.models.eyes import Eyes


def test_every_item_counts_alike_and_so_do_the_other_cells() -> None:
    """Two items, one of two cells and one of one; the loss is the mean of both, and of the others."""
    logits = torch.zeros(1, 3, 32, 192)
    items, shares = torch.zeros(1, 32, 192, dtype=torch.long), torch.zeros(1, 32, 192)
    items[0, 0, :2], items[0, 5, 5] = 1, 2
    shares[0, 0, :2], shares[0, 5, 5] = 0.5, 1.0
    items[0, 9] = NOTHING  # unclear cells teach nothing
    logits[0, :, 9] = 99.0 * torch.tensor([0.0, 1.0, 0.0])[:, None]
    assert item_loss(logits, items, shares).item() == pytest.approx(math.log(3))
    logits[0, 1, 0, :2] = 2.0
    one, other = math.log(2 + math.e**2) - 2, math.log(3)  # of the first item, of any other cell
    assert item_loss(logits, items, shares).item() == pytest.approx((one + other + 2 * other) / 4, rel=1e-5)


def test_without_an_item_in_view_the_loss_is_that_of_the_others() -> None:
    none = torch.zeros(2, 32, 192, dtype=torch.long)
    assert item_loss(torch.zeros(2, 3, 32, 192), none, torch.zeros(2, 32, 192)).item() == pytest.approx(math.log(3))


def test_any_cell_of_the_target_is_a_right_point() -> None:
    logits = torch.zeros(2, 32 * 192 + 1)
    logits[0, [7, 8]] = 9.0
    reach = torch.zeros(2, 32 * 192 + 1, dtype=torch.bool)
    reach[0, [7, 8]] = True
    reach[1, -1] = True
    batch = cast(Any, SimpleNamespace(points=torch.tensor([7, NOTHING]), reach=reach))
    rest = 32 * 192 - 1
    assert point_loss(logits, batch).item() == pytest.approx(math.log(1 + rest / (2 * math.e**9)), rel=1e-4)
    batch.points = torch.tensor([7, 5])  # the second is out of sight, and nothing speaks for that
    either = math.log(32 * 192 + 1)
    assert point_loss(logits, batch).item() == pytest.approx((math.log(1 + rest / (2 * math.e**9)) + either) / 2, rel=1e-4)


def test_tokens_with_items_are_sampled_first() -> None:
    items = torch.zeros(2, 32, 192, dtype=torch.int16)
    items[0, 31, 191], items[0, 0, 0], items[1, 4, 0] = 3, 1, 2
    sampled = sample_tokens(items)
    assert sampled.shape == (2, TOKENS_SAMPLED) and {0, 383} <= set(sampled[0].tolist()) and 48 in sampled[1]
    cells = of_tokens(items, sampled)
    assert cells.shape == (2, TOKENS_SAMPLED, 16)
    assert cells[0, sampled[0].tolist().index(383), 15] == 3 and cells[1, sampled[1].tolist().index(48), 0] == 2


def test_eyes_learn_the_items_of_a_few_scenes() -> None:
    torch.manual_seed(0)
    pictures = 0.5 + 0.1 * torch.rand(2, 3, 128, 768)
    items, shares = torch.zeros(2, 32, 192, dtype=torch.long), torch.zeros(2, 32, 192)
    for n, (row, column, kind) in enumerate([(5, 9, 1), (20, 100, 2), (9, 40, 3), (30, 3, 1)]):
        items[n % 2, row, column], shares[n % 2, row, column] = kind, 1.0
        pictures[n % 2, kind - 1, 4 * row + 1 : 4 * row + 3, 4 * column : 4 * column + 3] = 1.0  # six pixels
    eyes, trunk = Eyes(16, 4, 3), torch.zeros(2, 4, 32, 192)
    optimizer = torch.optim.Adam(eyes.parameters(), 0.01)
    for _ in range(25):
        optimizer.zero_grad()
        loss = item_loss(eyes.kinds(eyes(pictures - 0.5, trunk)), items, shares)
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.2
    named = eyes.kinds(eyes(pictures - 0.5, trunk)).argmax(1)
    assert (named[items > 0] == items[items > 0]).all()
