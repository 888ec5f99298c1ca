"""The losses of eyes: which item each cell shows, which cells show what to reach for; and cells sampled for other losses.

Most cells show no item, and a near item covers many cells: with a loss for which all cells are alike, small items do not
count. Here each item in view has the same weight.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from sightline.learning.chunk import NOTHING
from sightline.learning.data import Batch
from sightline.models.lookout import COARSE

TOKENS_SAMPLED = 24  # of 384, for the loss for objects: all of them cost a quarter of an update
CELLS_SAMPLED, FEWEST = 192, 8  # cells of a panorama for the loss for items, and the least number of those without an item


def point_loss(logits: Tensor, batch: Batch) -> Tensor:
    """Cross-entropy of points (B, 32 * 192 + 1): all cells that show what to reach for are right, or the given cell is."""
    reaching = batch.points >= 0
    if batch.reach is None:
        wrong = F.cross_entropy(logits, batch.points, ignore_index=NOTHING, reduction="sum")
    else:
        right = logits.masked_fill(~batch.reach, -torch.inf).logsumexp(1)
        wrong = torch.where(reaching, logits.logsumexp(1) - right, 0.0).sum()
    return wrong / reaching.sum().clamp(min=1)


def item_loss(logits: Tensor, items: Tensor, shares: Tensor) -> Tensor:
    """The loss for the items of cells: each item in view counts alike, whatever its size; so do the other cells together.

    `logits` (B, K + 1, 32, 192), `items` (B, 32, 192) and `shares` of learning.labels. Of the cells without an item as many
    are drawn at random as there are cells with one.
    """
    kinds, weights = items.flatten(1), shares.flatten(1)  # (B, 32 * 192)
    is_item, is_other = kinds > 0, kinds == 0
    order = torch.where(is_item, 2.0, torch.where(is_other, torch.rand_like(weights), -1.0))
    places = order.topk(min(CELLS_SAMPLED, order.shape[1]), 1).indices  # (B, S): items first
    is_item, is_other = is_item.gather(1, places), is_other.gather(1, places)
    cells = is_item.sum(1, keepdim=True).clamp(min=FEWEST)
    drawn = is_other & (is_other.cumsum(1) <= cells)
    of_items = weights.gather(1, places) * is_item
    each = of_items.sum(1, keepdim=True).clamp(min=1.0) / drawn.sum(1, keepdim=True).clamp(min=1)
    weight = of_items + each * drawn
    some = logits.flatten(2).gather(2, places[:, None].expand(-1, logits.shape[1], -1)).float()  # (B, K + 1, S)
    wrong = F.cross_entropy(some, kinds.gather(1, places).clamp(min=0), reduction="none")
    return (wrong * weight).sum() / weight.sum().clamp(min=1.0)


def sample_tokens(items: Tensor) -> Tensor:
    """(B, S) tokens whose cells the loss for objects looks at: those with items first, the others at random."""
    cells = (items > 0).unflatten(2, (-1, COARSE)).unflatten(1, (-1, COARSE)).any(4).any(2).flatten(1)  # (B, 384)
    return (cells + torch.rand(cells.shape, device=items.device)).topk(TOKENS_SAMPLED, 1).indices


def of_tokens(cells: Tensor, sampled: Tensor) -> Tensor:
    """The cells (B, S, 16) of sampled tokens (B, S), from all cells (B, 32, 192)."""
    each = cells.unflatten(2, (-1, COARSE)).unflatten(1, (-1, COARSE)).transpose(2, 3).flatten(3).flatten(1, 2)
    return each.gather(1, sampled[..., None].expand(-1, -1, COARSE * COARSE))
