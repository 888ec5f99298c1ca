"""What every world offers: N worlds side by side, arrays with first dimension N in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

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
