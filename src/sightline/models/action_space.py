"""Policies in three factors: the action, and for Interact the row and the column.

A policy over all 1,028 actions of a house at once would begin by interacting 249 times out of 250. The three factors are as
likely to move as to interact, and learn rows and columns together for all cells.
"""

from __future__ import annotations

import torch
from torch import Tensor

from sightline.geometry import CELLS

EACH = CELLS * CELLS  # cells that Interact may be with


def policy_outputs(actions: int) -> int:
    """How many numbers a network gives for a policy over so many actions."""
    return actions if actions <= EACH else actions - EACH + 1 + 2 * CELLS


def action_logits(outputs: Tensor, actions: int) -> Tensor:
    """A network's numbers (B, policy_outputs) as logits (B, actions)."""
    if actions <= EACH:
        return outputs
    names, rows, columns = outputs.split([actions - EACH + 1, CELLS, CELLS], 1)
    names, rows, columns = (factor.log_softmax(1) for factor in (names, rows, columns))
    cells = names[:, -1:, None] + rows[:, :, None] + columns[:, None]  # (B, 32, 32)
    return torch.cat([names[:, :-1], cells.flatten(1)], 1)


def likeliest(logits: Tensor) -> Tensor:
    """(B,) the likeliest action of logits (B, actions); Interact is as likely as with all its cells together."""
    if logits.shape[1] <= EACH:
        return logits.argmax(1)
    others, cells = logits[:, :-EACH], logits[:, -EACH:]
    names = torch.cat([others, cells.logsumexp(1, keepdim=True)], 1).argmax(1)
    return torch.where(names == others.shape[1], others.shape[1] + cells.argmax(1), names)
