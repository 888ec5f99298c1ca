"""The agent's view of a house: scenes for the renderer, the thing behind each cell, and what Interact there would do."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.hands import LOST, PUT, REACH, act, foresee
from sightline.chai.house import FIRST_ITEM, FLOOR, House
from sightline.chai.house.arrays import Estate, State, estate_of, library_of
from sightline.chai.sight.arrange import ViewExtent, arrange
from sightline.errors import InputError
from sightline.geometry import CELLS, Camera
from sightline.geometry.camera import FARTHEST
from sightline.geometry.types import Array, Floats
from sightline.render import Library, Scenes, behind, cores, render, views
from sightline.render.draw import spread
from sightline.render.look import INDOORS

EYE = Camera(eye=1.575, shift=-0.37)  # its view extends from +12 down to -43 degrees
WORLDS_PER_TASK = (128, 1024)  # of a thread: smaller tasks cost more to hand over than they save
MAX_THREADS = 8  # threads that arrange: the work is mostly copying, so more of them only wait for memory


class Houses(NamedTuple):
    """The constant data of several houses."""

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
        self, scenes: Scenes, state: State, worlds: Array, poses: Floats, extent: ViewExtent, threads: int = 1,
        sound: bool = False,
    ) -> None:  # fmt: skip
        """Fill every row of the scenes with what worlds[row] shows from poses[row]; a `sound` state is not checked again."""
        widest = []

        def work(begin: int, end: int) -> None:
            used = arrange(
                self.estate, state, worlds, poses, extent, self.library.spheres, sound, scenes.models,
                scenes.places, scenes.ids, begin, end,
            )  # fmt: skip
            if used < 0:
                row = -1 - used
                raise InputError(
                    f"World {worlds[row]} cannot be looked at from {poses[row].tolist()}: that is not a place in its house, "
                    f"or its state has numbers out of range."
                )
            widest.append(max(int(used), 1))

        spread(work, len(worlds), min(threads, MAX_THREADS), WORLDS_PER_TASK)
        scenes.used = max(widest, default=1)
        scenes.version += 1


@lru_cache(maxsize=64)
def ahead(camera: Camera) -> ViewExtent:
    """The view straight ahead."""
    return ViewExtent(camera.eye, float(camera.u(camera.width)))


@lru_cache(maxsize=64)
def within_reach(camera: Camera) -> ViewExtent:
    """The view straight ahead within the hands' reach, without the held item."""
    return ahead(camera)._replace(reach=REACH, held=False)


@lru_cache(maxsize=64)
def cell_camera(camera: Camera, across: int = CELLS) -> Camera:
    """A camera with the same view and across x across pixels, one per cell."""
    return Camera(across, across, camera.fov, camera.eye, camera.shift)


@lru_cache(maxsize=16)
def ray_grid(cells: Camera) -> tuple[Floats, Floats, Floats]:
    """(H, W) each, for the ray through every pixel centre: u, v, and the ratio of its length to its depth."""
    across, down = np.arange(cells.width) + 0.5, np.arange(cells.height) + 0.5
    v, u = np.meshgrid(cells.v(down), cells.u(across), indexing="ij")
    return u, v, np.sqrt(1 + u * u + v * v)


class Seen(NamedTuple):
    """What each of the C cells of M views shows, row by row."""

    numbers: Array  # (M, C) as in segmentation
    points: Floats  # (M, C, 3)
    distances: Floats  # (M, C) from the eye


class Foreseen(NamedTuple):
    """Effects of Interact with each of C cells from M poses."""

    refused: Array  # (M, C) the refusal, or 0
    deeds: Array  # (M, C, 3) verb, object, surface
    spots: Floats  # (M, C, 2) the place on the surface


class Viewer(NamedTuple):
    """How worlds are looked at. `worlds` (M,) and `poses` (M, 3) below select worlds and viewpoints."""

    houses: Houses
    state: State
    camera: Camera
    sound: bool = False  # the state is checked already
    threads: int | None = None

    def gaze(self, worlds: Array, poses: Floats, across: int = CELLS) -> Seen:
        """Look straight ahead: what each of across x across cells shows, without held items.

        Things out of reach may be left out; such a cell shows another thing out of reach, or nothing.
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
        """What one cell (M,) of each view shows, exactly: the ray through its centre, without held items."""
        scenes = self._scenes(worlds, poses, ahead(self.camera)._replace(held=False))
        points, numbers = behind(scenes, poses, self.camera, cells // CELLS, cells % CELLS)
        x, y, z = points[:, 0] - poses[:, 0], points[:, 1] - self.camera.eye, points[:, 2] - poses[:, 1]
        distances = np.sqrt(x * x + y * y + z * z)
        return Seen(numbers[:, None], points[:, None], distances[:, None])

    def _scenes(self, worlds: Array, poses: Floats, extent: ViewExtent) -> Scenes:
        scenes = self.houses.scenes(len(worlds), self.state)
        self.houses.show(scenes, self.state, worlds, poses, extent, self.threads or cores(), self.sound)
        return scenes

    def try_out(self, worlds: Array, poses: Floats, seen: Seen) -> Foreseen:
        """Effects of Interact with the things seen; the rule that nothing may get out of sight is not applied."""
        shape = seen.numbers.shape
        refused, deeds, spots = np.empty(shape, np.uint8), np.empty((*shape, 3), np.int64), np.empty((*shape, 2))
        foresee(self.houses.estate, self.state, worlds, poses, *seen, refused, deeds, spots)
        return Foreseen(refused, deeds, spots)

    def foresee_exactly(self, worlds: Array, poses: Floats, cells: Array) -> Foreseen:
        """The exact effect of Interact with one cell (M,); putting is refused if any item would get out of sight."""
        refused, deeds, spots = self.try_out(worlds, poses, self.behind(worlds, poses, cells))
        put = np.flatnonzero(deeds[:, 0, 0] == PUT)
        if len(put):
            lost = put[self._loses(worlds[put], poses[put], deeds[put, 0], spots[put, 0])]
            refused[lost], deeds[lost] = LOST, 0
        return Foreseen(refused, deeds, spots)

    def _loses(self, worlds: Array, poses: Floats, deeds: Array, spots: Floats) -> list[int]:
        """The indices of the M worlds in which the item put down, or another one, would be out of sight or reach."""
        count = len(worlds)
        both = State(*(np.concatenate([array[worlds]] * 2) for array in self.state))  # before and after
        act(self.houses.estate, both, np.arange(count, 2 * count), poses, deeds, spots)
        seen = self._replace(state=both).gaze(np.arange(2 * count), np.concatenate([poses] * 2))
        near = (seen.numbers >= FIRST_ITEM) & (seen.distances < REACH)
        items = [set(numbers[within].tolist()) for numbers, within in zip(seen.numbers, near, strict=True)]
        return [k for k in range(count) if not items[k] | {int(deeds[k, 1])} <= items[count + k]]


def name_receptacles(houses: Houses, state: State, worlds: Array, deeds: Array) -> Array:
    """Deeds (M, C, 3) with the receptacle in place of the surface."""
    put = np.nonzero(deeds[..., 0] == PUT)  # no other verb has a receptacle
    if len(put[0]):
        surfaces = deeds[..., 2][put]
        holders = houses.estate.surface_holder[state.house[worlds[put[0]]], surfaces]
        deeds[..., 2][put] = np.where(surfaces < 0, FLOOR, holders)
    return deeds
