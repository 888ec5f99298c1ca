"""What the agent sees of a house: scenes for the renderer, what lies behind each cell, and what Interact there would do."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.hands import LOST, PUT, REACH, act, foresee
from sightline.chai.house import FIRST_ITEM, FLOOR, House
from sightline.chai.house.arrays import Estate, State, estate_of, library_of
from sightline.chai.sight.arrange import Look, arrange
from sightline.errors import InputError
from sightline.geometry import CELLS, Camera
from sightline.geometry.camera import FARTHEST
from sightline.geometry.types import Array, Floats
from sightline.render import Library, Scenes, behind, cores, render, views
from sightline.render.draw import spread
from sightline.render.look import INDOORS

EYE = Camera(eye=1.575, shift=-0.37)  # sees from +12 down to -43 degrees
PIECES = (128, 1024)  # worlds arranged by one thread at a time: fewer take less time than it takes to ask another thread
TOGETHER = 8  # threads that arrange: it is mostly copying, and more of them only wait for memory


class Houses(NamedTuple):
    """Everything about some houses that never changes."""

    estate: Estate
    library: Library

    @classmethod
    def of(cls, houses: tuple[House, ...]) -> Houses:
        return cls(estate_of(houses), library_of(houses))

    def scenes(self, count: int, state: State) -> Scenes:
        """Scenes with room for everything that a world can show at once."""
        slots = self.estate.fixed_ids.shape[1] + state.kind.shape[1]
        return Scenes(self.library, count, slots, backdrop=False, light=INDOORS)

    def show(
        self, scenes: Scenes, state: State, worlds: Array, poses: Floats, look: Look, threads: int = 1, sound: bool = False
    ) -> None:
        """Put what worlds[row] shows from poses[row] into every row of some scenes; a `sound` state is not checked again."""
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


@lru_cache(maxsize=64)
def cell_camera(camera: Camera, across: int = CELLS) -> Camera:
    """A camera with the same view and across x across pixels: one for every cell."""
    return Camera(across, across, camera.fov, camera.eye, camera.shift)


@lru_cache(maxsize=16)
def ray_grid(cells: Camera) -> tuple[Floats, Floats, Floats]:
    """(H, W) each, of the ray through the middle of every pixel: u, v, and how much longer than its depth the ray is."""
    across, down = np.arange(cells.width) + 0.5, np.arange(cells.height) + 0.5
    v, u = np.meshgrid(cells.v(down), cells.u(across), indexing="ij")
    return u, v, np.sqrt(1 + u * u + v * v)


class Seen(NamedTuple):
    """What lies behind each of the C cells of M views, row by row."""

    numbers: Array  # (M, C) as in segmentation
    points: Floats  # (M, C, 3)
    distances: Floats  # (M, C) from the eye


class Foreseen(NamedTuple):
    """What Interact would do with each of C cells from M poses."""

    refused: Array  # (M, C) why not, or 0
    deeds: Array  # (M, C, 3) verb, object, surface
    spots: Floats  # (M, C, 2) where on the surface


class Viewer(NamedTuple):
    """How worlds are looked at. `worlds` (M,) and `poses` (M, 3) below are which of them, and from where."""

    houses: Houses
    state: State
    camera: Camera
    sound: bool = False  # the state was checked already
    threads: int | None = None

    def gaze(self, worlds: Array, poses: Floats, across: int = CELLS) -> Seen:
        """Look straight ahead: what each of across x across cells shows, held items aside.

        What the hands cannot reach may be left out: then something else that they cannot reach is seen there, or nothing.
        """
        cells = cell_camera(self.camera, across)
        scenes = self._scenes(worlds, poses, within_reach(self.camera))
        drawn = render(scenes, views(poses, cells), cells, ("depth", "segmentation"), self.threads)
        depth = np.minimum(drawn["depth"].reshape(len(worlds), across * across), FARTHEST, dtype=np.float64)
        u, v, lengths = (grid.ravel() for grid in ray_grid(cells))
        heading = np.radians(poses[:, 2:])
        s, c = np.sin(heading), np.cos(heading)
        points = np.empty((*depth.shape, 3))
        np.add(poses[:, :1], depth * (s + u * c), out=points[..., 0])
        np.add(self.camera.eye, depth * v, out=points[..., 1])
        np.add(poses[:, 1:2], depth * (c - u * s), out=points[..., 2])
        return Seen(drawn["segmentation"].reshape(depth.shape), points, depth * lengths)

    def behind(self, worlds: Array, poses: Floats, cells: Array) -> Seen:
        """What one cell (M,) of each view shows, exactly: the ray through its middle; held items aside."""
        scenes = self._scenes(worlds, poses, ahead(self.camera)._replace(held=False))
        points, numbers = behind(scenes, poses, self.camera, cells // CELLS, cells % CELLS)
        x, y, z = points[:, 0] - poses[:, 0], points[:, 1] - self.camera.eye, points[:, 2] - poses[:, 1]
        distances = np.sqrt(x * x + y * y + z * z)
        return Seen(numbers[:, None], points[:, None], distances[:, None])

    def _scenes(self, worlds: Array, poses: Floats, look: Look) -> Scenes:
        scenes = self.houses.scenes(len(worlds), self.state)
        self.houses.show(scenes, self.state, worlds, poses, look, self.threads or cores(), self.sound)
        return scenes

    def try_out(self, worlds: Array, poses: Floats, seen: Seen) -> Foreseen:
        """What Interact would do with what is seen; whether something is then out of sight does not count."""
        shape = seen.numbers.shape
        refused, deeds, spots = np.empty(shape, np.uint8), np.empty((*shape, 3), np.int64), np.empty((*shape, 2))
        foresee(self.houses.estate, self.state, worlds, poses, *seen, refused, deeds, spots)
        return Foreseen(refused, deeds, spots)

    def foresee_exactly(self, worlds: Array, poses: Floats, cells: Array) -> Foreseen:
        """What Interact with one cell (M,) does; nothing is put where it, or another thing, would be out of sight."""
        refused, deeds, spots = self.try_out(worlds, poses, self.behind(worlds, poses, cells))
        put = np.flatnonzero(deeds[:, 0, 0] == PUT)
        if len(put):
            lost = put[self._loses(worlds[put], poses[put], deeds[put, 0], spots[put, 0])]
            refused[lost], deeds[lost] = LOST, 0
        return Foreseen(refused, deeds, spots)

    def _loses(self, worlds: Array, poses: Floats, deeds: Array, spots: Floats) -> list[int]:
        """In which of M worlds an item put down, or another one, would no longer be in sight and in reach."""
        count = len(worlds)
        both = State(*(np.concatenate([array[worlds]] * 2) for array in self.state))  # before, and after
        act(self.houses.estate, both, np.arange(count, 2 * count), poses, deeds, spots)
        seen = self._replace(state=both).gaze(np.arange(2 * count), np.concatenate([poses] * 2))
        near = (seen.numbers >= FIRST_ITEM) & (seen.distances < REACH)
        items = [set(numbers[some].tolist()) for numbers, some in zip(seen.numbers, near, strict=True)]
        return [k for k in range(count) if not items[k] | {int(deeds[k, 1])} <= items[count + k]]


def name_receptacles(houses: Houses, state: State, worlds: Array, deeds: Array) -> Array:
    """Manipulations (M, C, 3) that name the receptacle, where there is one, instead of the surface."""
    put = np.nonzero(deeds[..., 0] == PUT)  # all others name none
    if len(put[0]):
        surfaces = deeds[..., 2][put]
        holders = houses.estate.surface_holder[state.house[worlds[put[0]]], surfaces]
        deeds[..., 2][put] = np.where(surfaces < 0, FLOOR, holders)
    return deeds
