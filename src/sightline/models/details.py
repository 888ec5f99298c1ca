"""Details: what cells show, and which part of it, from the features of a trained Lookout and the shape of what is seen.

Lookout names what cells show from its coarse tokens alone, as something to learn from on the side. That is enough in houses
that it knows. In others, a chair is a chair by its shape: how high its surfaces are, which way they face, how far away they
are. A few convolutions over all of Lookout's features and over these tell furniture apart where it was never seen, and the
parts of it: the left door, the top drawer, and whether it is open. They learn in under an hour on one CPU core, with the
trunk as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sightline.geometry import Camera
from sightline.models.goal_map import COLUMNS, ROWS
from sightline.models.lookout import Lookout, Seen
from sightline.options import option

SHAPE = 6  # height, nearness, depth, and the direction of the surface
STEP = 8  # pixels along each side of two cells
LAST = 6  # of these, the pixel that stands for all: the middle of the last cell
BESIDE = 2  # pixels to the next one, from which a surface's direction follows
ACROSS = 7  # two cells that a block sees, in each direction


@dataclass
class DetailsConfig:
    """Sizes."""

    things: int = 0  # classes of what cells show
    parts: int = 0  # names of parts, the first for none
    features: int = 0  # of the trunk, for each two cells
    width: int = option(128, "Channels.", min=8, max=1024)
    blocks: int = option(3, "Blocks of convolutions.", min=1, max=16)


class Details(nn.Module):
    """Logits of what every two cells show (B, T, 16, 96), of the part that each cell shows (B, P, 32, 192), and of whether
    that is open (B, 32, 192)."""

    Config = DetailsConfig

    def __init__(self, config: DetailsConfig):
        super().__init__()
        self.config = c = config
        self.into = nn.Conv2d(c.features + SHAPE, c.width, 1)
        self.blocks = nn.Sequential(*(_Block(c.width) for _ in range(c.blocks)))
        self.norm = nn.GroupNorm(1, c.width)
        self.things = nn.Conv2d(c.width, c.things, 1)
        self.parts = nn.Conv2d(c.width, 4 * (c.parts + 1), 1)

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Features (B, F + 6, 16, 96), as `features_of` gives them."""
        cells = self.norm(self.blocks(self.into(features)))
        parts = F.pixel_shuffle(self.parts(cells), 2)
        return self.things(cells), parts[:, 1:], parts[:, 0]


class _Block(nn.Module):
    """A wide convolution in each channel, then two layers in each place; the panorama's ends meet."""

    def __init__(self, width: int):
        super().__init__()
        self.around = nn.Conv2d(width, width, ACROSS, padding=(ACROSS // 2, 0), groups=width)
        self.norm = nn.GroupNorm(1, width)
        self.body = nn.Sequential(nn.Conv2d(width, 2 * width, 1), nn.GELU(), nn.Conv2d(2 * width, width, 1))

    def forward(self, cells: Tensor) -> Tensor:
        wide = F.pad(cells, (ACROSS // 2, ACROSS // 2, 0, 0), mode="circular")
        out: Tensor = cells + self.body(self.norm(self.around(wide)))
        return out


class DetailedLookout:
    """A Lookout with details: where the shape of what is seen is known, these say what cells show.

    It is used like a Lookout. `things` are then those of the details, and two outputs are new: `parts` (B, P, 32, 192) and
    `open` (B, 32, 192).
    """

    detailed = True

    def __init__(self, lookout: Lookout, details: Details):
        self.lookout, self.details = lookout, details

    def __getattr__(self, name: str) -> Any:
        return getattr(self.lookout, name)

    def __call__(
        self, panorama: Tensor, *words: Tensor | None, showing: bool = False, shape: Tensor | None = None, **options: Any
    ) -> dict[str, Tensor]:
        """As Lookout.forward; `shape` (B, 6, 16, 96) is that of the panorama (shape_of)."""
        if not showing or shape is None:
            outputs: dict[str, Tensor] = self.lookout(panorama, *words, showing=showing, **options)
            return outputs
        seen = self.lookout.see(panorama)
        return self.lookout(panorama, *words, showing=True, seen=seen, **options) | self._told(seen, shape)

    def shown(self, panorama: Tensor, shape: Tensor | None = None) -> dict[str, Tensor]:
        """As Lookout.shown."""
        if shape is None:
            return self.lookout.shown(panorama)
        seen = self.lookout.see(panorama)
        items = {} if seen[0] is None else {"items": self.lookout.eyes.kinds(seen[0])}
        return items | self._told(seen, shape)

    def _told(self, seen: Seen, shape: Tensor) -> dict[str, Tensor]:
        return dict(zip(("things", "parts", "open"), self.details(features_of(seen, shape)), strict=True))

    def to(self, *place: Any, **options: Any) -> DetailedLookout:
        """As that of a module."""
        self.lookout.to(*place, **options)
        self.details.to(*place, **options)
        return self


def trunk_features(lookout: Lookout) -> int:
    """How many features a Lookout gives for every two cells."""
    c = lookout.config
    return c.width + sum(c.channels) + c.eyes


def features_of(seen: Seen, shape: Tensor) -> Tensor:
    """The input of Details: a Lookout's features of panoramas (Lookout.see), and the shape of what is there (shape_of)."""
    looks, fine, middle, tokens = seen
    coarse = tokens.transpose(1, 2).unflatten(2, (ROWS // 4, COLUMNS // 4))
    parts = [F.interpolate(coarse, scale_factor=2.0), middle, F.avg_pool2d(fine, 2)]
    if looks is not None:
        parts.append(F.avg_pool2d(looks, 2))
    return torch.cat([*parts, shape.to(middle.dtype)], 1)


def shape_of(depth: Tensor, camera: Camera) -> Tensor:
    """(B, 6, 16, 96) from depth (B, 128, 768), each view in its own frame: to the right, up, ahead."""
    points = _points(depth, camera)  # (B, 3, 128, 768)
    rows = torch.arange(LAST, depth.shape[1], STEP, device=depth.device)
    columns = torch.arange(LAST, depth.shape[2], STEP, device=depth.device)
    here = points[:, :, rows][..., columns]
    right = points[:, :, rows][..., columns - BESIDE] - here  # the neighbour is in the same view: LAST >= BESIDE
    down = points[:, :, rows - BESIDE][..., columns] - here
    normal = F.normalize(torch.linalg.cross(right, down, dim=1), dim=1)
    return torch.cat([here[:, 1:2] / 2, 1 / here[:, 2:3].clamp(min=0.2), here[:, 2:3].clamp(max=10) / 5, normal], 1)


def _points(depth: Tensor, camera: Camera) -> Tensor:
    height, width = depth.shape[1:]
    u = torch.from_numpy(camera.u([0.5 + k % camera.width for k in range(width)])).to(depth)
    v = torch.from_numpy(camera.v([0.5 + k for k in range(height)])).to(depth)
    far = depth.clamp(max=30)
    return torch.stack([u * far, camera.eye + v[:, None] * far, far], 1)
