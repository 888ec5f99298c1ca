"""What panoramas teach besides the goal: the object and the item in each cell, and whether the next target is in view.

A cell shows 4 x 4 pixels. For the eyes it shows an item if several of its pixels do; cells with two items, or a single pixel
of one, teach nothing. A target counts as seen where its own pixels are: what is behind a wall is out of sight, even if its
place is known. So a model cannot learn by heart where things are in a house.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from sightline.geometry.types import Array, Ints
from sightline.learning.chunk import NOTHING, UNKNOWN
from sightline.world import Kind

PIXELS = 4  # along each side of a cell
ENOUGH = 2  # pixels of one item in a cell, at least, so that the cell shows it
GLIMPSE, SEEN = 3, 6  # pixels of a target: with fewer than the first it is out of sight, from the second on it is in view
TOGETHER = 128  # panoramas at once: numbers of every pixel take memory


class Labels(NamedTuple):
    """Of N panoramas; the names are those of Batch."""

    things: Tensor  # (N, 32, 192) class of the object in the middle of each cell
    named: Tensor  # (N, 32, 192) int8: whether the instruction names it; -1 if unknown
    items: Tensor | None = None  # (N, 32, 192) int16: kind of item from 1 on, 0 for none, NOTHING if unclear
    shares: Tensor | None = None  # (N, 32, 192) float32: 1 / the number of cells that show the same item
    wanted: Tensor | None = None  # (N,) kind of item to reach for, 0 if it is not an item; NOTHING if there is no target
    reach: Tensor | None = None  # (N, 32 * 192 + 1) bool: cells that show what to reach for; the last: out of sight
    sight: Tensor | None = None  # (N,) whether the target is in view; NOTHING if that is unclear


def label(kind: Kind, numbers: Tensor, scene: Ints, tables: Array, named: Tensor, target: Tensor, points: Tensor) -> Labels:
    """The labels of panoramas from the segmentation (N, 128, 768) and the columns of a chunk, on their device."""
    classes = torch.from_numpy(tables).to(numbers.device)
    rows = torch.from_numpy(scene).to(numbers.device)
    parts = [
        _label(kind, numbers[some], classes, rows[some], named[some], target[some], points[some])
        for some in (slice(first, first + TOGETHER) for first in range(0, len(numbers), TOGETHER))
    ]
    columns: list[Any] = [None if each[0] is None else torch.cat(each) for each in zip(*parts, strict=True)]
    return Labels(*columns)


def _label(
    kind: Kind, numbers: Tensor, tables: Tensor, rows: Tensor, named: Tensor, target: Tensor, points: Tensor
) -> Labels:
    least = kind.segmentation[0]
    numbers = numbers.long() - least  # (n, 128, 768), from 0 on
    table = tables[rows].long()  # (n, M)
    middles = numbers[:, PIXELS // 2 :: PIXELS, PIXELS // 2 :: PIXELS]  # (n, 32, 192)
    things = table.gather(1, middles.flatten(1)).view_as(middles)
    names = _marked(table, named, least).gather(1, middles.flatten(1)).view_as(middles).to(torch.int8)
    names = torch.where((named[:, 0] == UNKNOWN)[:, None, None], -1, names)
    if not kind.items:
        return Labels(things, names)
    kinds = torch.zeros(kind.things, dtype=torch.long, device=table.device)
    kinds[list(kind.items)] = torch.arange(1, len(kind.items) + 1, device=table.device)
    items, shares = _items(numbers, kinds[table])
    return Labels(things, names, items, shares, *_targets(numbers, kinds[table], target, least, points))


def _marked(table: Tensor, numbers: Tensor, least: int) -> Tensor:
    """(n, M) which numbers of segmentation are among some (n, 16), where 0 and less stand for none."""
    marks = torch.zeros_like(table, dtype=torch.bool)
    marks.scatter_(1, (numbers.clamp(min=0) - least).clamp(max=table.shape[1] - 1), True)
    marks[:, -least] = False
    return marks


def _in_cells(pixels: Tensor) -> Tensor:
    """Pixels (n, 128, 768) by cell: (n, 32, 192, 16)."""
    n, height, width = pixels.shape
    cells = pixels.view(n, height // PIXELS, PIXELS, width // PIXELS, PIXELS)
    return cells.transpose(2, 3).flatten(3)


def _items(numbers: Tensor, kinds: Tensor) -> tuple[Tensor, Tensor]:
    """The item of each cell, and the weight of the cell among those of the item."""
    pixels = _in_cells(numbers)
    is_item = kinds.gather(1, pixels.flatten(1)).view_as(pixels) > 0
    last = torch.where(is_item, pixels, -1).amax(3)
    first = torch.where(is_item, pixels, kinds.shape[1]).amin(3)
    clear = (last == first) & (is_item.sum(3) >= ENOUGH)
    which = last.clamp(min=0).flatten(1)
    kind = kinds.gather(1, which).view_as(last)
    items = torch.where(clear, kind, torch.where(last < 0, 0, NOTHING))
    cells = torch.zeros_like(kinds).scatter_add_(1, which, clear.flatten(1).long())
    shares = clear / cells.gather(1, which).view_as(last).clamp(min=1)
    return items.to(torch.int16), shares.float()


def _targets(numbers: Tensor, kinds: Tensor, target: Tensor, least: int, points: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The kind of item that is wanted, the cells to reach for, and whether the target is in view."""
    known = target[:, 0] > 0
    pixels = _marked(kinds, target, least).gather(1, numbers.flatten(1)).view_as(numbers)
    hits = _in_cells(pixels).sum(3).flatten(1)  # (n, 32 * 192)
    total, most = hits.sum(1), hits.amax(1)
    wanted = kinds.gather(1, (target[:, :1].clamp(min=0) - least).clamp(max=kinds.shape[1] - 1))[:, 0]

    columns, out_of_sight = numbers.shape[2] // PIXELS, hits.shape[1]
    cell = torch.arange(out_of_sight, device=hits.device)
    aside = ((cell % columns)[None] - (points % columns)[:, None]).abs()
    apart = (cell // columns - points[:, None] // columns) ** 2 + torch.minimum(aside, columns - aside) ** 2
    inside = ((points >= 0) & (points < out_of_sight))[:, None]
    nearest = torch.where(hits > 0, torch.where(inside, -apart, hits - out_of_sight**2), -(2**40)).argmax(1)
    clearly = (hits > 0) & (2 * hits >= most[:, None])  # not its edges: what is nearest there may be something else
    reach = torch.where((wanted > 0)[:, None], clearly, F.one_hot(nearest, out_of_sight).bool())
    reach = F.pad(reach & (total >= GLIMPSE)[:, None], (0, 1))
    reach[:, -1] = total < GLIMPSE
    told = F.one_hot(points.clamp(min=0), out_of_sight + 1).bool()  # where no target is known, its point is
    reach = torch.where(known[:, None], reach, told)

    sight = torch.where(total >= SEEN, 1, torch.where(total == 0, 0, NOTHING))
    reaching = known & (points >= 0)
    return torch.where(reaching, wanted, NOTHING), reach, torch.where(known, sight, NOTHING)
