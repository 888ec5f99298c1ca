"""What models see: panoramas as tensors, goals as cells of the panorama and of the view."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from sightline.errors import InputError
from sightline.geometry import Camera, GoalGrid
from sightline.geometry.types import Bools, Floats, Ints
from sightline.lani import Episode, scenes_of
from sightline.models.action_generator import OUT_OF_SIGHT
from sightline.models.lingunet import COLUMNS
from sightline.render import FIELD, panorama

GRID = GoalGrid()
BOUNDS = (0.0, float(FIELD))
CHUNK = 512  # panoramas drawn at once


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
    poses = np.array([e.start for e in episodes])
    scenes = scenes_of([e.scene for e in episodes])
    drawn = panorama(scenes, poses, Camera(), ("rgb",), None, "cuda" if device.type == "cuda" else "cpu")["rgb"]
    return drawn if isinstance(drawn, Tensor) else torch.from_numpy(drawn)


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


def goal_cells(poses: Floats, goals: Floats, known: Bools | None = None) -> Ints:
    """(N,) cell of each goal in the agent's view, 1024 when it is not in view or (not known) was never located."""
    row, column = GRID.in_view(poses, goals)
    cells = np.where(row < 0, OUT_OF_SIGHT, row * GRID.cells + column)
    return cells if known is None else np.where(known, cells, OUT_OF_SIGHT)
