"""The GPU backend: the same solids and the same look as the CPU backend, in Triton, straight into torch tensors.

Two kernels. `prepare`, one program per frame, keeps the primitives that the frame can show (the CPU backend explains the
arithmetic). `paint`, one program per tile of a frame, draws the backdrop and then every kept solid whose rectangle meets
the tile. With TRITON_INTERPRET=1 in the environment both run on the CPU, for tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import triton

from sightline.checks import shown
from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.geometry.types import Array, Pictures
from sightline.render import look
from sightline.render.gpu.layout import FRAME, INTS, SOLID
from sightline.render.gpu.paint import paint
from sightline.render.gpu.prepare import prepare
from sightline.render.scene import Library, Scenes, gapless

LARGEST_CHUNK = 4096  # frames prepared at once; bounds the memory for kept solids


def draw(
    scenes: Scenes, cameras: Array, windows: Array, camera: Camera, channels: Sequence[str], azimuths: Array, device: str
) -> Pictures:
    """As render() in draw.py, with torch tensors on `device`."""
    try:
        where = torch.device(device)
    except RuntimeError:
        raise InputError(f"There is no device {shown(device)}; pictures are drawn on 'cpu' or 'cuda'.") from None
    if where.type == "cuda" and not torch.cuda.is_available():
        raise InputError("Device 'cuda' was asked for, but torch finds no GPU here; use device 'cpu'.")
    n, per_scene = cameras.shape[:2]
    height, width = camera.height, camera.width
    wanted = {name: name in channels for name in ("rgb", "depth", "segmentation")}
    shape, none = (n, height, per_scene, width), (0,)
    rgb = torch.empty((*shape, 3) if wanted["rgb"] else none, dtype=torch.uint8, device=where)
    depth = torch.empty(shape if wanted["depth"] else none, dtype=torch.float32, device=where)
    segmentation = torch.empty(shape if wanted["segmentation"] else none, dtype=torch.int32, device=where)

    radians = np.radians(cameras[..., 3])
    frames = np.stack(
        [*np.moveaxis(cameras[..., :3], -1, 0), cameras[..., 3] % 360.0, cameras[..., 4] == 0, np.sin(radians),
         np.cos(radians), *np.moveaxis(windows, -1, 0)], axis=-1,
    )  # fmt: skip

    library = scenes.library
    primitives, starts, spheres, shadows, horizon = _uploaded_library(library, where)
    firsts, models, places, ids, water, wet, capacity = _uploaded(scenes, where)
    columns, all_frames = _send(azimuths, where), _send(frames.reshape(-1, FRAME.value), where)
    tall, wide = 16, 64
    down, across = -(-height // tall), -(-width // wide)
    chunk = max(1, LARGEST_CHUNK // per_scene // 16 * 16)  # scenes at once; Triton compiles anew for arrays off 16 bytes
    solids = torch.empty((min(chunk, n) * per_scene, capacity, SOLID.value), dtype=torch.float32, device=where)
    ints = torch.empty((min(chunk, n) * per_scene, capacity, INTS.value), dtype=torch.int32, device=where)
    counts = torch.empty(min(chunk, n) * per_scene, dtype=torch.int32, device=where)
    for begin in range(0, n, chunk):
        end = min(begin + chunk, n)
        part, first = slice(begin, end), firsts[begin:]
        count = (end - begin) * per_scene
        some = all_frames[begin * per_scene : end * per_scene]
        prepare[(count,)](
            some, first, models, places, ids, primitives, starts, spheres, solids, ints, counts,
            per_scene, capacity, height, width, *scenes.light,
            BLOCK=triton.next_power_of_2(library.largest), num_warps=1,
        )  # fmt: skip
        paint[(count * down * across,)](
            some, first, models, places, shadows, water[part], wet[part], horizon, columns, primitives,
            solids, ints, counts, rgb[part], depth[part], segmentation[part],
            per_scene, capacity, height, width, down, across, scenes.light[0],
            BACKDROP=scenes.backdrop, RGB=wanted["rgb"], DEPTH=wanted["depth"], SEGMENTATION=wanted["segmentation"],
            TALL=tall, WIDE=wide, num_warps=4,
        )  # fmt: skip
    drawn = {"rgb": rgb, "depth": depth, "segmentation": segmentation}
    return {name: drawn[name] for name in drawn if wanted[name]}


def _send(values: Array, where: torch.device, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(values)).to(where, dtype)


def _uploaded_library(library: Library, where: torch.device) -> tuple[torch.Tensor, ...]:
    """The library on the device, uploaded once."""
    if where not in library.copies:
        library.copies[where] = (
            _send(library.primitives, where), _send(library.start, where, torch.int32), _send(library.spheres, where),
            _send(library.shadows, where), _send(look.horizon(), where),
        )  # fmt: skip
    copies: tuple[torch.Tensor, ...] = library.copies[where]
    return copies


def _uploaded(scenes: Scenes, where: torch.device) -> tuple[Any, ...]:
    """The scenes on the device, uploaded again only after a change, and the largest number of primitives in a scene."""
    version, copies = scenes.copies.get(where, (-1, ()))
    if version != scenes.version:
        firsts, models, places, ids, most = gapless(
            scenes.models, scenes.places, scenes.ids, scenes.used, scenes.library.start
        )
        copies = (
            _send(firsts, where, torch.int32), _send(models, where, torch.int32), _send(places, where),
            _send(ids, where, torch.int32), _send(scenes.water, where, torch.uint8), _send(scenes.wet, where), most,
        )  # fmt: skip
        scenes.copies[where] = (scenes.version, copies)
    return copies
