"""What models see: panoramas as tensors, goals as cells of the panorama and of the view."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from sightline.errors import InputError
from sightline.geometry import Camera, GoalGrid, bearing, distance
from sightline.geometry.types import Bools, Floats, Ints
from sightline.lani import Episode, scenes_of
from sightline.models.action_generator import OUT_OF_SIGHT
from sightline.models.lingunet import COLUMNS
from sightline.render import FIELD, Scenes, panorama
from sightline.render.look import FENCE_IDS

GRID = GoalGrid()
BOUNDS = (0.0, float(FIELD))
CHUNK = 512  # panoramas drawn at once
THINGS_FROM = -min(FENCE_IDS)  # what is added to segmentation so that it counts from 0


def device_of(name: str) -> torch.device:
    """A torch device by name; "auto" is the GPU where there is one."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name.split(":")[0] == "cuda" and not torch.cuda.is_available():
        raise InputError("Device 'cuda' was asked for, but torch finds no GPU here; use --device cpu.")
    try:
        return torch.device(name)
    except RuntimeError:
        raise InputError(f"There is no device {name!r}; use cpu or cuda.") from None


def panoramas(episodes: Sequence[Episode], device: torch.device) -> Tensor:
    """(B, 128, 768, 3) uint8: what the agent sees around it where each episode starts."""
    return look_around(scenes_of([e.scene for e in episodes]), np.array([e.start for e in episodes]), device)[0]


def look_around(scenes: Scenes, poses: Floats, device: torch.device, things: bool = False) -> tuple[Tensor, Tensor | None]:
    """(B, 128, 768, 3) uint8 panoramas of one pose (B, 3) in each scene, and (B, 32, 192) what each cell shows.

    What segmentation shows there, counted from 0 on.
    """
    channels = ("rgb", "segmentation") if things else ("rgb",)
    drawn = panorama(scenes, poses, Camera(), channels, None, "cuda" if device.type == "cuda" else "cpu")
    seen = {name: p if isinstance(p, Tensor) else torch.from_numpy(p) for name, p in drawn.items()}
    if not things:
        return seen["rgb"], None
    cell = Camera().height // GRID.cells
    return seen["rgb"], seen["segmentation"][:, cell // 2 :: cell, cell // 2 :: cell].long() + THINGS_FROM


def as_input(pictures: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """Pictures (B, H, W, 3) uint8 as (B, 3, H, W) in 0..1."""
    return pictures.permute(0, 3, 1, 2).to(dtype) / 255


def goal_classes(poses: Floats, goals: Floats) -> Ints:
    """(N,) class of each goal in the panorama of its pose: row * 192 + column, or the one for out of sight."""
    row, column = GRID.in_panorama(poses, goals)
    return np.where(row < 0, GRID.out_of_sight, row * COLUMNS + column)


def goal_places(poses: Floats, classes: Ints) -> Floats:
    """(N, 2) places that goal classes stand for; out of sight is where the agent stands."""
    unseen = classes == GRID.out_of_sight
    row, column = np.where(unseen, -1, classes // COLUMNS), np.where(unseen, -1, classes % COLUMNS)
    return GRID.place(poses, row, column, BOUNDS)


def goal_in_view(poses: Floats, goals: Floats, known: Bools | None, device: torch.device) -> tuple[Tensor, Tensor]:
    """What an action generator is told of goals (N, 2): the cell (N,) of the view, and (N, 4) where each is by reckoning.

    The cell is 1024 when the goal is not in view or (not known) was never located. A goal is reckoned by its distance and
    bearing from where the agent is now: the agent knows how it has moved since it saw the goal.
    """
    row, column = GRID.in_view(poses, goals)
    cells = np.where(row < 0, OUT_OF_SIGHT, row * GRID.cells + column)
    if known is not None:
        cells = np.where(known, cells, OUT_OF_SIGHT)
    far, turn = distance(poses, goals), np.radians(bearing(poses, goals))
    reckoned = np.stack([far / 20, np.exp(-far / 2), np.sin(turn), np.cos(turn)], axis=1)
    return torch.from_numpy(cells).to(device), torch.from_numpy(reckoned).to(device, torch.float32)
