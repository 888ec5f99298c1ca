"""What models see: panoramas and views as tensors, and where a goal is in the view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from sightline.checks import shown
from sightline.errors import InputError
from sightline.geometry import View, bearing, distance, on_ground
from sightline.geometry.types import Bools, Floats, Ints
from sightline.models.action_generator import OUT_OF_SIGHT
from sightline.models.goal_map import MASKED
from sightline.world import Kind, World

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
        raise InputError(f"There is no device {shown(name)}; use cpu or cuda.") from None


def make_worlds(kind: Kind, device: torch.device, **options: Any) -> World:
    """Worlds of a kind whose pictures are drawn where a model looks at them."""
    return kind.make(device="cuda" if device.type == "cuda" else "cpu", **options)


def look_around(world: World, device: torch.device, where: ArrayLike | None = None) -> Tensor:
    """(B, 128, 768, 3) uint8: what the agents (or those at `where`) see around them now."""
    return as_tensor(world.panorama(("rgb",), where)["rgb"], device)


def look_at_things(world: World, kind: Kind, device: torch.device) -> tuple[Tensor, Tensor | None, Tensor | None]:
    """Panoramas (B, 128, 768, 3) uint8, and what each cell of them shows, as numbers and as classes (B, 32, 192) if any."""
    if kind.thing_classes is None:
        return look_around(world, device), None, None
    seen = world.panorama(("rgb", "segmentation"))
    pixels = kind.view.camera.height // kind.view.grid.cells  # along each side of a cell, which shows what its middle does
    middles = as_tensor(seen["segmentation"][:, pixels // 2 :: pixels, pixels // 2 :: pixels], device)
    numbers = middles.long()
    classes = torch.from_numpy(kind.thing_classes(world.episodes)).to(device)
    things = classes.gather(1, numbers.flatten(1) - kind.segmentation[0]).view_as(numbers)
    return as_tensor(seen["rgb"], device), numbers, things


def look_ahead(world: World, device: torch.device) -> Tensor:
    """(N, 3, 128, 128) in 0..1: what the agents see ahead of them now."""
    return as_input(as_tensor(world.observe()["rgb"], device))


def as_tensor(pictures: Any, device: torch.device) -> Tensor:
    """Pictures that a world has drawn, on a device."""
    return (pictures if isinstance(pictures, Tensor) else torch.from_numpy(np.ascontiguousarray(pictures))).to(device)


def as_input(pictures: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """Pictures (B, H, W, 3) uint8 as (B, 3, H, W) in 0..1."""
    return pictures.permute(0, 3, 1, 2).to(dtype) / 255


def goal_in_view(
    view: View, poses: Floats, goals: Floats, known: Bools | None, device: torch.device
) -> tuple[Tensor, Tensor]:
    """What an action generator is told of goals: the cell (N,) of the view, and (N, 5) where each is by reckoning.

    Goals are places on the ground (N, 2) or points (N, 3). The cell is 1024 when the goal is not in view or (not known) was
    never located. A goal is reckoned by its distance and bearing from where the agent is now, and its height: the agent
    knows how it has moved since it saw the goal.
    """
    places, heights = on_ground(goals)
    row, column = view.grid.in_view(poses, places, heights)
    cells = np.where(row < 0, OUT_OF_SIGHT, row * view.grid.cells + column)
    if known is not None:
        cells = np.where(known, cells, OUT_OF_SIGHT)
    far, turn = distance(poses, places), np.radians(bearing(poses, places))
    reckoned = np.stack([far / 20, np.exp(-far / 2), np.sin(turn), np.cos(turn), heights], axis=1)
    return torch.from_numpy(cells).to(device), torch.from_numpy(reckoned).to(device, torch.float32)


def permitted(logits: Tensor, actions: Sequence[str], reaching: Tensor | None, cells: Tensor) -> Tensor:
    """Logits (N, A) of the actions that goals permit; one that is in view at cells (N,) may be `reaching` (N,) for a thing.

    Walking to a place ends with Stop, reaching for a thing with Interact, once it is in view (paper, "Method Adaptations for
    CHAI"). Where nobody says what goals are, everything is permitted.
    """
    if reaching is None:
        return logits
    refused = torch.zeros_like(logits, dtype=torch.bool)
    refused[:, actions.index("stop")] = reaching
    refused[:, actions.index("interact")] = ~reaching | (cells == OUT_OF_SIGHT)
    return logits.masked_fill(refused, MASKED)


def aimed(chosen: Ints, actions: Sequence[str], cells: Ints) -> Ints:
    """(N,) actions as a world numbers them: Interact is with the cell (N,) in which the goal is seen."""
    if "interact" not in actions:
        return chosen
    interact = actions.index("interact")
    return np.where(chosen == interact, interact + np.minimum(cells, OUT_OF_SIGHT - 1), chosen)
