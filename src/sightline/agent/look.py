"""A look around: each channel of the panoramas is drawn once, and seers, legs and remarks all use that one drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from sightline.checks import shown
from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.geometry.types import Array, Floats, Ints
from sightline.world import Kind, World

CHUNK = 512  # panoramas drawn at once


class Look:
    """What the agents of some worlds see around them now, and where their instructions were given."""

    def __init__(
        self, world: World, which: Sequence[int] | Ints, said_at: Floats | None = None, channels: Sequence[str] = ("rgb",)
    ):
        """`said_at` (N, 3) are the poses of all worlds when they were instructed; by default where the agents stand.

        `channels` are those that will be needed: they are drawn together when the first one is asked for.
        """
        self.world, self.which = world, np.asarray(which, dtype=np.int64)
        self.poses = world.pose[self.which].copy()
        self.said_at = self.poses if said_at is None else said_at[self.which]
        self.needed = tuple(channels)
        self._drawn: dict[str, Any] = {}
        self._words: list[str] | None = None  # said instead of the episodes' instructions

    def __len__(self) -> int:
        return len(self.which)

    def __getitem__(self, channel: str) -> Any:
        """A channel (M, 128, 768, ...) of the panoramas, as the world's renderer has drawn it."""
        if channel not in self._drawn:
            names = tuple(dict.fromkeys((channel, *(name for name in self.needed if name not in self._drawn))))
            self._drawn |= self.world.panorama(names, self.which)
        return self._drawn[channel]

    def rgb(self, device: torch.device) -> Tensor:
        """(M, 128, 768, 3) uint8 on a device."""
        return as_tensor(self["rgb"], device)

    @property
    def depth(self) -> Array:
        """(M, 128, 768) float32, for computing on the CPU."""
        drawn = self["depth"]
        return np.asarray(drawn.cpu() if hasattr(drawn, "cpu") else drawn)

    @property
    def instructions(self) -> list[str]:
        """What each agent was told."""
        return self._words or [self.world.episodes[n].instruction for n in self.which]

    def saying(self, words: Sequence[str], said_at: Sequence[Floats]) -> Look:
        """This look with other words, said at other poses (3,); nothing is drawn again."""
        look = Look(self.world, self.which, None, self.needed)
        look.poses, look.said_at, look._drawn, look._words = self.poses, np.array(said_at), self._drawn, list(words)
        return look

    def take(self, rows: Sequence[int]) -> Look:
        """Some rows of this look; nothing is drawn again."""
        if len(rows) == len(self):
            return self
        rows_look = Look(self.world, self.which[rows], None, self.needed)
        rows_look.said_at = self.said_at[rows]
        rows_look._words = None if self._words is None else [self._words[row] for row in rows]
        rows_look._drawn = {name: drawn[list(rows)] for name, drawn in self._drawn.items()}
        return rows_look


def device_of(name: str) -> torch.device:
    """A torch device by name; "auto" is the GPU if there is one."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name.split(":")[0] == "cuda" and not torch.cuda.is_available():
        raise InputError("Device 'cuda' was asked for, but torch finds no GPU here; use --device cpu.")
    try:
        return torch.device(name)
    except RuntimeError:
        raise InputError(f"There is no device {shown(name)}; use cpu or cuda.") from None


def make_worlds(kind: Kind, device: torch.device, **options: Any) -> World:
    """Worlds of a kind whose pictures are drawn on the device where a model looks at them."""
    return kind.make(device="cuda" if device.type == "cuda" else "cpu", **options)


def large_camera(kind: Kind, side: int) -> Camera:
    """A world's camera with more pixels, for people and for models that need them."""
    return replace(kind.view.camera, width=side, height=side)


def enlarged(kind: Kind, world: World, which: Sequence[int] | Ints, side: int) -> World:
    """These worlds in their current state, seen through a camera with more pixels."""
    larger = kind.make(camera=large_camera(kind, side), threads=world.threads)
    larger.restore(world.save([int(n) for n in which]))
    return larger


def look_ahead(world: World, device: torch.device) -> Tensor:
    """(N, 3, 128, 128) in 0..1: the first-person views of all agents."""
    return as_input(as_tensor(world.observe()["rgb"], device))


def as_tensor(pictures: Any, device: torch.device) -> Tensor:
    """Pictures from a renderer as a tensor on a device."""
    return (pictures if isinstance(pictures, Tensor) else torch.from_numpy(np.ascontiguousarray(pictures))).to(device)


def as_input(pictures: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """Pictures (B, H, W, 3) uint8 as (B, 3, H, W) in 0..1."""
    return pictures.permute(0, 3, 1, 2).to(dtype) / 255


def as_probabilities(logits: Tensor) -> Floats:
    """Softmax of logits (..., K), in double precision."""
    return logits.float().softmax(-1).cpu().numpy().astype(np.float64)


def chunks(which: Sequence[int] | Ints, size: int) -> list[list[int]]:
    """Indices in groups of at most `size`."""
    every = [int(n) for n in which]
    return [every[first : first + size] for first in range(0, len(every), size)]
