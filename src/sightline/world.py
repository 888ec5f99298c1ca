"""What every world offers: N worlds side by side, arrays with first dimension N in and out; and what all of them check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from sightline.errors import InputError
from sightline.geometry import CELLS, PANORAMA
from sightline.geometry.types import Array, Bools, Floats


class Step(NamedTuple):
    """What one step did, one entry per world."""

    moved: Floats  # (N,) distance covered
    collision: Floats  # (N,) part of the step lost to what stood in the way
    stopped: Bools  # (N,) the agent said stop
    refused: Array  # (N,) uint8, 0 or an index into the world's `refusals`


class Located(NamedTuple):
    """What lies behind a cell."""

    point: Floats  # (N, 3) x, y, z, not finite where there is only sky
    id: Array  # (N,) int32 as in segmentation


def checked_horizon(horizon: int) -> int:
    """How many actions an episode may take."""
    if int(horizon) != horizon or horizon < 1:
        raise InputError(f"The horizon is a whole number of actions from 1 on, got {horizon!r}.")
    return int(horizon)


def checked_actions(actions: ArrayLike, count: int) -> Array:
    """(N,) one whole number for every world."""
    chosen = np.asarray(actions)
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise InputError(f"step takes {count} whole-number actions, got {chosen.dtype} of shape {chosen.shape}.")
    return chosen


def checked_cells(view: ArrayLike, row: ArrayLike, column: ArrayLike) -> tuple[Floats, Array, Array]:
    """Cells of a panorama's goal grid: how far to turn to their view (in degrees), row and column; one of each per world."""
    cells = np.stack([np.asarray(a, dtype=np.int64) for a in (view, row, column)])
    if cells.min() < 0 or cells[0].max() >= len(PANORAMA) or cells[1:].max() >= CELLS:
        raise InputError(f"A cell is a view 0..5, a row and a column 0..{CELLS - 1}, got {cells.tolist()}.")
    return np.asarray(PANORAMA)[cells[0]], cells[1], cells[2]


def check_started(episodes: Sequence[Any]) -> None:
    """A world without episodes can do nothing."""
    if not episodes:
        raise InputError("This world has no episodes yet: reset it with some first.")


class World(Protocol):
    actions: tuple[str, ...]  # names, by action number
    refusals: tuple[str, ...]  # sentences, by Step.refused; the first is empty
    pose: Floats  # (N, 3) x, z, heading
    goal: Floats  # (N, 2) where to end

    def reset(self, episodes: Sequence[Any], where: Sequence[int] | None = None) -> None: ...

    def step(self, actions: Array) -> Step: ...

    def rewards(self) -> Floats: ...

    def observe(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]: ...

    def panorama(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]: ...

    def locate(self, view: Array, row: Array, column: Array) -> Located: ...

    def distances(self) -> Floats: ...

    def metrics(self) -> dict[str, Array]: ...

    def save(self) -> dict[str, Any]: ...

    def restore(self, state: dict[str, Any]) -> None: ...
