"""Drawing: scenes x cameras in one call, on the CPU or the GPU; panoramas; ray casting."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sightline.checks import checked_floats, checked_whole, shown
from sightline.errors import InputError
from sightline.geometry import CELLS, PANORAMA, Camera
from sightline.geometry.camera import FARTHEST
from sightline.geometry.types import Array, Pictures
from sightline.render import look
from sightline.render.scene import FIELD, Scenes, fault

CHANNELS = ("rgb", "depth", "segmentation")
LOOKED_OVER = (1024, 4096)  # scenes checked at a time
_HORIZON = look.horizon()
_NO_RGB, _NO_WORDS, _NO_DEPTH, _NO_IDS = (
    np.empty((0, 0, 0, 0), kind) for kind in (np.uint8, np.uint32, np.float32, np.int32)
)
_pool: ThreadPoolExecutor | None = None


def _forget_pool() -> None:
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):  # threads do not survive a fork; a child makes its own
    os.register_at_fork(after_in_child=_forget_pool)


def cores() -> int:
    """Number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def views(poses: ArrayLike, camera: Camera, headings: Sequence[float] = (0.0,)) -> Array:
    """(N, C, 5) cameras for poses (N, 3): one per heading relative to the pose, at eye height."""
    pose = poses if isinstance(poses, np.ndarray) and poses.dtype == np.float64 else checked_floats(poses, (-1, 3), "Poses")
    if pose.ndim != 2 or pose.shape[1] != 3:
        raise InputError(f"Poses must have shape (N, 3), got {pose.shape}.")
    out = np.zeros((len(pose), len(headings), 5))
    out[:, :, 0:3:2] = pose[:, None, :2]
    out[:, :, 1] = camera.eye
    out[:, :, 3] = pose[:, 2:] + headings
    return out


def render(
    scenes: Scenes, cameras: ArrayLike, camera: Camera, channels: Sequence[str] = ("rgb",),
    threads: int | None = None, device: str = "cpu",
) -> Pictures:  # fmt: skip
    """Pictures of N scenes from C cameras each, as {channel: (N, H, C, W[, 3])}.

    cameras: (N, C, 5) x, y, z, heading, pitch. Six views side by side are then a plain reshape to (N, H, C * W).
    rgb is uint8; depth float32, along the axis, infinite in the sky; segmentation int32: a model's id, 0 for the sky,
    negative for the backdrop (look.py). On device "cuda" the result is torch tensors that stay there.
    """
    cams: Array = (
        cameras  # type: ignore[assignment]
        if _is_plain(cameras)
        else checked_floats(cameras, (len(scenes), -1, 5), "Cameras")
    )
    if cams.ndim != 3 or cams.shape[0] != len(scenes) or cams.shape[2] != 5:
        raise InputError(f"Cameras must have shape ({len(scenes)}, C, 5), got {cams.shape}.")
    if threads is not None and (type(threads) is not int or threads < 1):
        threads = checked_whole(threads, "The number of threads", 1)
    return _render(scenes, cams, _windows(camera, *cams.shape[:2]), camera, channels, threads, device)


def panorama(
    scenes: Scenes, poses: ArrayLike, camera: Camera, channels: Sequence[str] = ("rgb",),
    threads: int | None = None, device: str = "cpu",
) -> Pictures:  # fmt: skip
    """The six views around each pose, side by side, forward in the fourth: {channel: (N, H, 6 W[, 3])}."""
    drawn = render(scenes, views(poses, camera, PANORAMA), camera, channels, threads, device)
    return {name: p.reshape(*p.shape[:2], p.shape[2] * p.shape[3], *p.shape[4:]) for name, p in drawn.items()}


class Surroundings(NamedTuple):
    """What N agents see around them, ready to be drawn: in another process, or later."""

    scenes: Scenes
    poses: Array  # (N, 3)
    camera: Camera

    def panorama(self, channels: Sequence[str], device: str) -> Pictures:
        """The panoramas (N, H, 6 W[, 3]) by channel."""
        return panorama(self.scenes, self.poses, self.camera, channels, device=device)


def cast(
    scenes: Scenes, cameras: ArrayLike, camera: Camera, rows: ArrayLike, columns: ArrayLike
) -> tuple[Array, Array, Array]:
    """What the rays through continuous pixels (N, R) of one camera (N, 5) each hit first: point (N, R, 3), depth, id.

    A ray is a picture of one pixel, so it sees exactly what the picture shows. Without a hit, depth is infinite.
    """
    cams = checked_floats(cameras, (len(scenes), 5), "Cameras")
    u, v = camera.u(columns), camera.v(rows)
    if u.ndim != 2 or u.shape != v.shape or len(u) != len(scenes) or not (np.isfinite(u).all() and np.isfinite(v).all()):
        raise InputError(
            f"Rows and columns must be finite numbers of shape ({len(scenes)}, R), got {u.shape} and {v.shape}."
        )
    windows = np.empty((*u.shape, 3))  # (N, R, 3)
    windows[..., 0], windows[..., 1], windows[..., 2] = u, v, camera.step
    several = np.empty((*u.shape, 5))
    several[:] = cams[:, None, :]
    drawn = _render(scenes, several, windows, _part(camera, 1, 1), ("depth", "segmentation"), 1, "cpu")
    depth, ids = drawn["depth"][:, 0, :, 0], drawn["segmentation"][:, 0, :, 0]
    heading = np.radians(several[..., 3])
    s, c = np.sin(heading), np.cos(heading)
    points = several[..., :3].copy()
    points[..., 0] += depth * (s + u * c)
    points[..., 1] += depth * v
    points[..., 2] += depth * (c - u * s)
    return points, depth, ids


def glimpse(scenes: Scenes, poses: Array, camera: Camera, corners: Array, size: tuple[int, int]) -> tuple[Array, Array]:
    """Depth and id (N, R, C) of a part of the view from each pose (N, 3): R x C pixels from row and column (N, 2) on."""
    rows, columns = size
    windows = np.empty((len(scenes), 1, 3))
    windows[:, 0, 0], windows[:, 0, 1] = camera.u(corners[:, 1] + 0.5), camera.v(corners[:, 0] + 0.5)
    windows[:, 0, 2] = camera.step
    part = _part(camera, rows, columns)
    drawn = _render(scenes, views(poses, camera), windows, part, ("depth", "segmentation"), 1, "cpu")
    return drawn["depth"][:, :, 0], drawn["segmentation"][:, :, 0]


@lru_cache(maxsize=2048)
def _part(camera: Camera, rows: int, columns: int) -> Camera:
    """A camera for a part of a view."""
    return Camera(columns, rows, camera.fov, camera.eye, camera.shift)


def behind(scenes: Scenes, poses: ArrayLike, camera: Camera, rows: ArrayLike, columns: ArrayLike) -> tuple[Array, Array]:
    """What is behind the centre of one goal-grid cell in the view from each pose: point (N, 3) and id (N,)."""
    down = (np.asarray(rows) + 0.5) * camera.height / CELLS
    across = (np.asarray(columns) + 0.5) * camera.width / CELLS
    points, _, ids = cast(scenes, views(poses, camera)[:, 0], camera, down[:, None], across[:, None])
    return points[:, 0], ids[:, 0]


def _render(
    scenes: Scenes, cameras: Array, windows: Array, camera: Camera, channels: Sequence[str], threads: int | None, device: str
) -> Pictures:
    azimuths = _azimuths(camera)
    try:
        colours, depths, segments = _wanted(tuple(channels))
    except TypeError:
        raise InputError(f"Channels are chosen from {', '.join(CHANNELS)}; got {shown(channels)}.") from None
    library = scenes.library
    _check(scenes, cameras, threads or cores())
    if device != "cpu":
        from sightline.render import gpu

        return gpu.draw(scenes, cameras, windows, camera, channels, azimuths, device)
    from sightline.render import cpu

    n, c = cameras.shape[:2]
    height, width = camera.height, camera.width
    rgb = np.empty((n, height, c, 3 * width), np.uint8) if colours else _NO_RGB
    words = rgb.view(np.uint32) if width % 4 == 0 else _NO_WORDS  # four pixels are three words
    depth = np.empty((n, height, c, width), np.float32) if depths else _NO_DEPTH
    segmentation = np.empty((n, height, c, width), np.int32) if segments else _NO_IDS

    def work(begin: int, end: int) -> None:
        cpu.draw(
            cameras, windows, scenes.models, scenes.places, scenes.ids, scenes.water, scenes.wet, scenes.backdrop,
            scenes.light, library.primitives, library.start, library.spheres, library.shadows, _HORIZON, azimuths,
            height, width, colours, depths, segments, rgb, words, depth, segmentation, begin, end,
        )  # fmt: skip

    spread(work, n * c, threads or cores())
    drawn: Pictures = {}
    if colours:
        drawn["rgb"] = rgb.reshape(n, height, c, width, 3)
    if depths:
        drawn["depth"] = depth
    if segments:
        drawn["segmentation"] = segmentation
    return drawn


def _check(scenes: Scenes, cameras: Array, threads: int) -> None:
    """Raise InputError unless the kernels can draw these scenes."""
    known = len(scenes.library.names)

    def look_over(begin: int, end: int) -> None:
        bad = fault(
            cameras, scenes.models, scenes.places, scenes.wet, scenes.used, known, FARTHEST, FIELD, begin, end,
        )  # fmt: skip
        if bad >= 0:
            raise InputError(
                f"World {bad} cannot be drawn: it is seen from {shown(cameras[bad].tolist())} (x, y, z, heading, pitch), "
                f"and all numbers of cameras and models must be finite and within {FARTHEST:g}, and the models known."
            )

    spread(look_over, len(scenes), threads, LOOKED_OVER)


def _is_plain(cameras: ArrayLike) -> bool:
    """Whether cameras already have the kernels' type and layout."""
    return isinstance(cameras, np.ndarray) and cameras.dtype == np.float64 and cameras.flags.c_contiguous


@lru_cache(maxsize=64)
def _wanted(channels: tuple[str, ...]) -> tuple[bool, ...]:
    """Which of CHANNELS are requested."""
    if not channels or not set(channels) <= set(CHANNELS):
        raise InputError(f"Channels are chosen from {', '.join(CHANNELS)}; got {shown(list(channels))}.")
    return tuple(name in channels for name in CHANNELS)


@lru_cache(maxsize=64)
def _windows(camera: Camera, n: int, c: int) -> Array:
    """(n, c, 3) u and v of pixel (0, 0), and the step between pixels."""
    windows = np.empty((n, c, 3))
    windows[:] = float(camera.u(0.5)), float(camera.v(0.5)), camera.step
    return windows


@lru_cache(maxsize=64)
def _azimuths(camera: Camera) -> Array:
    """(W, 2) each column's heading relative to the axis, in entries of the horizon table, and the cosine of it."""
    angle = np.arctan(camera.u(np.arange(camera.width) + 0.5))
    return np.stack([angle * (look.AZIMUTHS / (2 * np.pi)), np.cos(angle)], axis=-1)


def spread(work: Callable[[int, int], None], frames: int, threads: int, pieces: tuple[int, int] = (1, 32)) -> None:
    """Run work(begin, end) over all frames, in pieces of `pieces[0]` to `pieces[1]` frames.

    The kernels release the GIL, so threads are enough.
    """
    global _pool
    least, most = pieces
    if threads <= 1 or frames < 2 * max(threads, least):
        work(0, frames)
        return
    if _pool is None:
        _pool = ThreadPoolExecutor(max_workers=cores(), thread_name_prefix="sightline")
    chunk = max(least, min(most, frames // (2 * threads)))
    for done in [_pool.submit(work, k, min(k + chunk, frames)) for k in range(0, frames, chunk)]:
        done.result()
