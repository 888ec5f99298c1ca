"""Naming items: whether a model's own output tells the items in view apart (`evaluate --table items`).

An item is named by the mean, over its pixels, of what the model says of the cells that show them. `kind` is the share of
items with the right name; `picked` the share of items that are found by their kind among all items in view. The last row is
about furniture: each kind that fills CELLS_SEEN cells or more is named rightly if most of them are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sightline.agent.look import Look, make_worlds
from sightline.agent.predictor import GoalPredictor
from sightline.corpus.kind import OwnScenes
from sightline.errors import InputError
from sightline.geometry import CELLS
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.world import Kind

PANORAMAS = 500  # from anywhere in the scenes
TOGETHER = 16  # panoramas at once
SIZES = (6, 12, 25, 50, 100)  # pixels: smaller items are left out, and each size up to the next has a row
LEAST = 1e-6  # probability
CELLS_SEEN = 6  # of a kind of furniture in a panorama, at least


class ItemsSeen(NamedTuple):
    """The items of one panorama."""

    kinds: Ints  # (I,) of each, an index in Kind.items
    pixels: Ints  # (I,)
    cells: Floats  # (I, 32 * 192), or empty without items: how much of its pixels each cell shows; sums to 1


def item_scores(predictor: GoalPredictor, count: int, seed: int, scenes: OwnScenes = ()) -> dict[str, Any]:
    """The scores of a model on `count` panoramas: of all items of SIZES[0] pixels or more, and by size."""
    kind = predictor.kind
    named: list[Bools] = []
    picked: list[Bools] = []
    pixels: list[Ints] = []
    furniture: list[bool] = []
    episodes = kind.anywhere(count, seed, scenes) if scenes else kind.anywhere(count, seed)
    for first in range(0, len(episodes), TOGETHER):
        world = make_worlds(kind, predictor.device)
        world.reset(episodes[first : first + TOGETHER])
        look = Look(world, range(len(world)), channels=("rgb", "depth", "segmentation"))
        furniture += _furniture_named(kind, look, predictor.shown(look).classes) if predictor.model.shows else []
        says = np.log(np.maximum(predictor.items(look)[:, 1:], LEAST)).reshape(len(look), len(kind.items), -1)
        for seen, said in zip(items_in(kind, look), says, strict=True):
            if not len(seen.kinds):
                continue
            right, found = judge(seen, seen.cells @ said.T)
            named.append(right)
            picked.append(found)
            pixels.append(seen.pixels)
    if not pixels:
        raise InputError("There is nothing to evaluate: no item is in view.")
    scores = by_size(np.concatenate(named), np.concatenate(picked), np.concatenate(pixels))
    if furniture:
        scores["furniture"] = {"kind": _percent(np.array(furniture)), "picked": None, "n": len(furniture)}
    return scores


def judge(seen: ItemsSeen, says: Floats) -> tuple[Bools, Bools]:
    """(I,) whether items are named rightly and found rightly, by log-probabilities (I, K) of their kinds."""
    best = says[:, seen.kinds].argmax(0)  # the item for each one's kind
    return says.argmax(1) == seen.kinds, seen.kinds[best] == seen.kinds


def by_size(named: Bools, picked: Bools, pixels: Ints) -> dict[str, Any]:
    """Percentages of all items, and of those between one size and the next."""
    ends = [*SIZES[1:], None]
    groups = {f"{SIZES[0]} pixels and more": np.ones(len(pixels), bool)}
    for low, high in zip(SIZES, ends, strict=True):
        groups[f"{low} to {high - 1}" if high else f"{low} and more"] = (pixels >= low) & (high is None or pixels < high)
    return {
        name: {"kind": _percent(named[some]), "picked": _percent(picked[some]), "n": int(some.sum())}
        for name, some in groups.items()
    }


def _furniture_named(kind: Kind, look: Look, said: Ints) -> list[bool]:
    """Whether each kind of furniture in each panorama is named rightly, by what a model says of all cells (M, 32 * 192)."""
    assert kind.thing_classes is not None
    numbers = _segmentation(look)
    side = numbers.shape[1] // CELLS
    named = []
    for picture, table, classes in zip(numbers, kind.thing_classes(look.world.episodes), said, strict=True):
        true = table[picture[side // 2 :: side, side // 2 :: side] - kind.segmentation[0]].ravel()
        for number, cells in zip(*np.unique(true, return_counts=True), strict=True):
            if number >= kind.first_thing and number not in kind.items and cells >= CELLS_SEEN:
                named.append(bool((classes[true == number] == number).mean() > 0.5))
    return named


def _segmentation(look: Look) -> Array:
    numbers = look["segmentation"]
    return np.asarray(numbers.cpu() if hasattr(numbers, "cpu") else numbers)


def items_in(kind: Kind, look: Look) -> Iterator[ItemsSeen]:
    """The items of SIZES[0] pixels or more in each panorama of a look."""
    assert kind.thing_classes is not None
    numbers = _segmentation(look)
    classes = kind.thing_classes(look.world.episodes)
    places = {class_: k for k, class_ in enumerate(kind.items)}
    for picture, table in zip(numbers, classes, strict=True):
        here, counts = np.unique(picture, return_counts=True)
        which = table[here - kind.segmentation[0]]
        some = np.isin(which, kind.items) & (counts >= SIZES[0])
        cells = np.array([_in_cells(picture == n) for n in here[some]])
        yield ItemsSeen(np.array([places[class_] for class_ in which[some].tolist()], np.int64), counts[some], cells)


def _in_cells(pixels: Array) -> Floats:
    """(32 * 192,) the share of pixels (128, 768) in each cell."""
    side = pixels.shape[0] // CELLS
    shares: Floats = pixels.reshape(CELLS, side, -1, side).sum((1, 3)).ravel() / pixels.sum()
    return shares


def _percent(shares: Bools) -> float | None:
    return 100 * float(shares.mean()) if len(shares) else None
