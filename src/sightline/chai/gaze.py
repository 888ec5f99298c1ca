"""What the agent sees of a house, as scenes for the renderer and as what lies behind each cell of its view."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.estate import Estate, State
from sightline.chai.hands import REACH, foresee
from sightline.chai.sight import Look, arrange
from sightline.errors import InputError
from sightline.geometry import CELLS, Camera
from sightline.geometry.camera import FARTHEST
from sightline.geometry.types import Array, Floats
from sightline.render import Library, Scenes, cores, render, views
from sightline.render.draw import spread
from sightline.render.look import INDOORS

EYE = Camera(eye=1.575, shift=-0.37)  # sees from +12 down to -43 degrees
PIECES = (128, 1024)  # worlds arranged by one thread at a time: fewer take less time than it takes to ask another thread
TOGETHER = 8  # threads that arrange: it is mostly copying, and more of them only wait for memory


class Houses(NamedTuple):
    """Everything about some houses that never changes."""

    estate: Estate
    library: Library

    def slots(self, state: State) -> int:
        """Models that a world can show at once."""
        return self.estate.fixed_ids.shape[1] + state.kind.shape[1]

    def show(
        self, scenes: Scenes, state: State, worlds: Array, poses: Floats, look: Look, threads: int = 1, sound: bool = False
    ) -> None:
        """Put what worlds[row] shows from poses[row] into every row of some scenes; a `sound` state is not looked over."""
        widest = []

        def work(begin: int, end: int) -> None:
            used = arrange(
                self.estate, state, worlds, poses, look, self.library.spheres, sound, scenes.models,
                scenes.places, scenes.ids, begin, end,
            )  # fmt: skip
            if used < 0:
                row = -1 - used
                raise InputError(
                    f"World {worlds[row]} cannot be looked at from {poses[row].tolist()}: that is not a place in its house, "
                    f"or its state has numbers out of range."
                )
            widest.append(max(int(used), 1))

        spread(work, len(worlds), min(threads, TOGETHER), PIECES)
        scenes.used = max(widest, default=1)
        scenes.version += 1


@lru_cache(maxsize=64)
def ahead(camera: Camera) -> Look:
    """To look straight ahead."""
    return Look(camera.eye, float(camera.u(camera.width)))


@lru_cache(maxsize=64)
def within_reach(camera: Camera) -> Look:
    """To look straight ahead, past the hands, for what they can reach."""
    return ahead(camera)._replace(reach=REACH, held=False)


class Seen(NamedTuple):
    """What lies behind each of the C cells of M views, row by row."""

    numbers: Array  # (M, C) as in segmentation
    points: Floats  # (M, C, 3)
    distances: Floats  # (M, C) from the eye


def gaze(
    houses: Houses, state: State, worlds: Array, poses: Floats, camera: Camera, across: int = CELLS, sound: bool = False,
    threads: int | None = None,
) -> Seen:  # fmt: skip
    """Look straight ahead from poses (M, 3) in worlds (M,): what each of across x across cells shows, held items aside.

    What the hands cannot reach may be left out: then something else that they cannot reach is seen there, or nothing.
    """
    cells = Camera(across, across, camera.fov, camera.eye, camera.shift)
    scenes = Scenes(houses.library, len(worlds), houses.slots(state), backdrop=False, light=INDOORS)
    houses.show(scenes, state, worlds, poses, within_reach(camera), threads or cores(), sound)
    drawn = render(scenes, views(poses, cells), cells, ("depth", "segmentation"), threads)
    depth = np.minimum(drawn["depth"].reshape(len(worlds), across * across), FARTHEST, dtype=np.float64)
    u, v, lengths = _rays(cells)
    heading = np.radians(poses[:, 2:])
    s, c = np.sin(heading), np.cos(heading)
    points = np.empty((*depth.shape, 3))
    np.add(poses[:, :1], depth * (s + u * c), out=points[..., 0])
    np.add(camera.eye, depth * v, out=points[..., 1])
    np.add(poses[:, 1:2], depth * (c - u * s), out=points[..., 2])
    return Seen(drawn["segmentation"].reshape(depth.shape), points, depth * lengths)


@lru_cache(maxsize=16)
def _rays(cells: Camera) -> tuple[Floats, Floats, Floats]:
    """Of the ray through the middle of every cell, row by row: u, v, and how much longer than its depth it is."""
    across, down = np.arange(cells.width) + 0.5, np.arange(cells.height) + 0.5
    v, u = (grid.ravel() for grid in np.meshgrid(cells.v(down), cells.u(across), indexing="ij"))
    return u, v, np.sqrt(1 + u * u + v * v)


def try_out(houses: Houses, state: State, worlds: Array, poses: Floats, seen: Seen) -> tuple[Array, Array, Floats]:
    """What Interact would do with what is seen: refused (M, C), verb, object, surface (M, C, 3), where on it (M, C, 2)."""
    shape = seen.numbers.shape
    refused, deeds, spots = np.empty(shape, np.uint8), np.empty((*shape, 3), np.int64), np.empty((*shape, 2))
    foresee(houses.estate, state, worlds, poses, *seen, refused, deeds, spots)
    return refused, deeds, spots
