"""Items being put into a house, one after another: whether there is room for one, and whether all can be seen and grasped.

What never changes is drawn once for every surface; of each new item only the items are drawn, before that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.estate import empty_state, estate_of, library_of
from sightline.chai.gaze import EYE, Houses, within_reach
from sightline.chai.ground import Box
from sightline.chai.hands import CLEARANCE, REACH
from sightline.chai.house import FIRST_ITEM, House
from sightline.chai.items import ITEMS
from sightline.chai.reach import open_for, standing_places
from sightline.geometry import CELLS, Camera
from sightline.geometry.types import Array, Floats
from sightline.render import Scenes, render, views
from sightline.render.look import INDOORS

MODEL = {name: k for k, name in enumerate(ITEMS)}  # items are the first models of every library
GRID = Camera(CELLS, CELLS, EYE.fov, EYE.eye, EYE.shift)  # a pixel for every cell of the view
AIR = 0.01  # more than CLEARANCE around what is put into a house


class Outlook(NamedTuple):
    """What a surface looks like without items, its part open, from P places where one can stand."""

    cameras: Array  # (1, P, 5)
    depth: Array  # (P, CELLS, CELLS) of what never changes
    opened: tuple[int, ...]  # the parts to open


class Layout:
    """The items of a house so far. `put` one, and if it is not `in_sight`, `take_back` the last."""

    def __init__(self, house: House, most: int):
        self.house, self.estate = house, estate_of((house,))
        self.kinds = Counter[str]()
        self._scenes = Scenes(library_of((house,)), 1, most, backdrop=False, light=INDOORS)
        self._models = np.full(max(most, 1), -1, np.int32)
        self._parts = np.full(max(most, 1), -1, np.int64)  # what hides each item
        self._boxes = defaultdict[int, list[Box]](list)
        self._items: list[tuple[str, int]] = []  # kind and surface

    def __len__(self) -> int:
        return len(self._items)

    def has_room(self, surface: int, box: Box) -> bool:
        """Whether nothing stands where an item would."""
        x0, z0, x1, z1 = box
        return all(x1 <= a0 or x0 >= a1 or z1 <= b0 or z0 >= b1 for a0, b0, a1, b1 in self._taken(surface))

    def _taken(self, surface: int) -> list[Box]:
        if surface not in self._boxes:
            self._boxes[surface] += [(a, b, c, d) for a, b, c, d in self.estate.surface_taken[0, surface].tolist() if a < c]
        return self._boxes[surface]

    def put(self, kind: str, surface: int, place: tuple[float, float, float, float]) -> None:
        """Put an item at x, y, z, turn."""
        item = len(self._items)
        part = int(self.estate.surface_part[0, surface])
        shift = self.estate.part_shift[0, part] if self.estate.surface_moves[0, surface] else 0.0
        self._models[item], self._parts[item] = MODEL[kind], part
        self._scenes.places[0, item], self._scenes.ids[0, item] = place, FIRST_ITEM + item
        self._scenes.places[0, item, :3] = (
            np.array(place[:3]) + shift
        )  # what moves with a part is seen only when that is open
        self._taken(surface).append(footprint(kind, *place[::2], place[3]))
        self._items.append((kind, surface))
        self.kinds[kind] += 1

    def take_back(self) -> None:
        """Remove the last item."""
        kind, surface = self._items.pop()
        self._boxes[surface].pop()
        self.kinds[kind] -= 1
        self._models[len(self._items)] = -1

    def in_sight(self) -> bool:
        """Whether the last item, and the others on its surface that it may hide, can be seen and grasped."""
        surface = self._items[-1][1]
        cameras, behind, opened = _outlook(self.house, surface)
        shown = self._parts < 0
        for part in opened:
            shown |= self._parts == part
        self._scenes.models[0] = np.where(shown, self._models, -1)
        hidden = [FIRST_ITEM + k for k, (_, other) in enumerate(self._items) if other == surface]
        for p in range(len(behind)):
            drawn = render(self._scenes, cameras[:, p : p + 1], GRID, ("depth", "segmentation"), threads=1)
            depth, numbers = drawn["depth"][0, :, 0], drawn["segmentation"][0, :, 0]  # (CELLS, CELLS)
            grasped = numbers[(depth < behind[p]) & (depth * _lengths() < REACH)].tolist()
            hidden = [number for number in hidden if grasped.count(number) < 2]
            if not hidden:
                return True
        return False


def footprint(kind: str, x: float, z: float, turn: float, air: float = 0.0) -> Box:
    """What an item takes of its surface."""
    half_x, half_z = half_extent(kind, turn)
    half_x, half_z = half_x + air, half_z + air
    return x - half_x, z - half_z, x + half_x, z + half_z


def half_extent(kind: str, turn: float) -> tuple[float, float]:
    """Half of an item's width along x and along z, with a little air (as hands.extent)."""
    size = ITEMS[kind].size
    width, depth = size[0] / 2 + CLEARANCE, size[2] / 2 + CLEARANCE
    return (depth, width) if round(turn / 90) % 2 else (width, depth)


@lru_cache(maxsize=2048)
def _outlook(house: House, surface: int) -> Outlook:
    houses, poses = Houses(estate_of((house,)), library_of((house,))), standing_places(house)[surface]
    worlds, part = np.arange(len(poses)), int(houses.estate.surface_part[0, surface])
    state = empty_state(houses.estate, len(poses), 1)
    open_for(houses.estate, state, worlds, part)
    scenes = Scenes(houses.library, len(poses), houses.slots(state), backdrop=False, light=INDOORS)
    houses.show(scenes, state, worlds, poses, within_reach(EYE))
    cameras = views(poses, GRID)
    depth = render(scenes, cameras, GRID, ("depth",), threads=1)["depth"][:, :, 0]
    opened = tuple(np.flatnonzero(state.open[0]).tolist()) if len(poses) else ()
    return Outlook(cameras.transpose(1, 0, 2).copy(), depth, opened)


@lru_cache(maxsize=1)
def _lengths() -> Floats:
    """(CELLS, CELLS) how much longer than its depth the ray through each cell is."""
    middles = np.arange(CELLS) + 0.5
    v, u = np.meshgrid(GRID.v(middles), GRID.u(middles), indexing="ij")
    lengths: Floats = np.sqrt(1 + u * u + v * v)
    return lengths
