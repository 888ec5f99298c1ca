"""The items of a house and their places: one variant of the house per seed.

Every room of a plan has a number of items. habits.toml says what is kept where, after the counts of the original houses:
more than half of a kitchen's items stand in closed wall cabinets, books on shelves, clothes in drawers. Every item must be
visible and graspable from a standing place once the part in front of it is open; otherwise it is put elsewhere or left out.
So everything in a variant can be reached. The constant scene is drawn once per surface; each new item redraws only the
items, over that.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sightline.chai.hands import CLEARANCE, REACH
from sightline.chai.house import FIRST_ITEM, House
from sightline.chai.house.arrays import ON_FLOOR, State, empty_state
from sightline.chai.house.fingerprint import plan_fingerprint
from sightline.chai.house.ground import Box
from sightline.chai.house.items import ITEMS
from sightline.chai.reach import open_for, standing_places
from sightline.chai.sight.gaze import EYE, Houses, cell_camera, ray_grid, within_reach
from sightline.geometry.types import Array
from sightline.render import Scenes, render, views
from sightline.render.look import INDOORS

BASIN = "basin"  # a separate surface: not every item belongs under the tap
PLACES_TRIED = 40  # for each item
ASKEW = 0.2  # share of the items that do not face the front
GAP = 0.01  # extra clearance around the items of a stock
MODEL = {name: k for k, name in enumerate(ITEMS)}  # index of its model: items are the first models of every library
GRID = cell_camera(EYE)


class Habit(NamedTuple):
    """What a kind of room keeps in certain places."""

    share: float  # of the room's items
    where: tuple[str, ...]
    what: tuple[str, ...]  # items; a repeated one is more likely


def _read_habits(more: bool) -> tuple[dict[str, tuple[Habit, ...]], dict[str, int]]:
    """The habits of each kind of room, with all items or without those of [more]; and the maximum number of each item."""
    data = tomllib.loads(Path(__file__).with_name("habits.toml").read_text(encoding="utf-8"))
    groups = {f"${name}": _listed(text) for name, text in data["groups"].items()}
    if more:
        groups |= {f"${name}": groups[f"${name}"] + _listed(text) for name, text in data["more"].items()}

    def habit(where: str, share: float, what: str) -> Habit:
        return Habit(share, _listed(where), tuple(item for name in _listed(what) for item in groups.get(name, (name,))))

    habits = {room: tuple(habit(where, *row) for where, row in rows.items()) for room, rows in data["habits"].items()}
    return habits, {item: count for name, count in data["most"].items() for item in groups[f"${name}"]}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


STANDARD_HABITS, _ = _read_habits(more=False)  # of the bundled houses
HABITS, MOST_OF_KIND = _read_habits(more=True)


@dataclass(frozen=True)
class PlacedItem:
    """An item in its place, with all parts closed."""

    kind: str  # its name in ITEMS
    surface: int  # of the house, or ON_FLOOR
    x: float
    y: float
    z: float
    turn: float
    room: int


@dataclass(frozen=True)
class Stock:
    """The items of one variant of a house; the number of item k is FIRST_ITEM + k."""

    items: tuple[PlacedItem, ...]
    variant: int | None = field(default=None, compare=False)  # its seed; None if made by hand

    def __repr__(self) -> str:
        return f"Stock({len(self.items)} items)"

    def names(self) -> dict[int, str]:
        """Name of every item: 'plum', 'fork 2'."""
        kinds = [item.kind for item in self.items]
        return {
            FIRST_ITEM + k: f"{kind} {kinds[:k].count(kind) + 1}" if kinds.count(kind) > 1 else kind
            for k, kind in enumerate(kinds)
        }

    def fill(self, state: State, n: int) -> None:
        """Put these items into world n."""
        state.kind[n], state.surface[n] = -1, ON_FLOOR
        for name, column in self._columns.items():
            getattr(state, name)[n, : len(self.items)] = column

    @cached_property
    def _columns(self) -> dict[str, Array]:
        """The item columns of State."""
        columns = {
            "kind": [MODEL[item.kind] for item in self.items], "size": [ITEMS[item.kind].size for item in self.items],
            "surface": [item.surface for item in self.items], "room": [item.room for item in self.items],
            "place": [(item.x, item.y, item.z, item.turn) for item in self.items],
        }  # fmt: skip
        return {name: np.array(column) for name, column in columns.items() if column}


@lru_cache(maxsize=512)
def stock_of(house: House, seed: int) -> Stock:
    """The variant of a house for a seed."""
    rng = np.random.default_rng([seed, int(plan_fingerprint(house.text), 16) % 2**32])
    layout = ItemLayout(house, sum(room.items for room in house.plan.rooms))
    items = tuple(item for number in range(len(house.plan.rooms)) for item in _stock_room(layout, number, rng))
    return Stock(items, seed)


def _stock_room(layout: ItemLayout, number: int, rng: np.random.Generator) -> list[PlacedItem]:
    """Up to the planned number of items for a room, all of them within reach."""
    habits, bounds = _habits(layout.house, number)
    count = layout.house.plan.rooms[number].items
    items: list[PlacedItem] = []
    for _ in range(count * 3):
        if len(items) == count or not habits:
            break
        what, surfaces = habits[bisect_right(bounds, rng.random())]
        placed = _place_item(layout, what, surfaces, rng, number)
        if placed is not None and layout.in_sight():
            items.append(placed)
        elif placed is not None:
            layout.take_back()
    return items


@lru_cache(maxsize=512)
def _habits(house: House, number: int) -> tuple[list[tuple[tuple[str, ...], list[int]]], list[float]]:
    """The items and surfaces of each habit of a room, and the cumulative shares for choosing one."""
    places: dict[str, list[int]] = {}  # surfaces by the name of their place
    for k, (owner, surface) in enumerate(house.surfaces):
        piece = house.plan.pieces[owner]
        if piece.room == number:
            part = house.part_of(owner, surface.behind)
            name = house.parts[part][1].kind if part >= 0 else BASIN if surface.name == BASIN else piece.thing.noun
            places.setdefault(name, []).append(k)
    habits = (STANDARD_HABITS if house.name.isdigit() else HABITS)[house.plan.rooms[number].kind]
    shares = np.array([habit.share * any(where in places for where in habit.where) for habit in habits])
    if not shares.any():
        return [], []
    bounds = (shares / shares.sum()).cumsum()
    kept = [(habit.what, [s for where in habit.where for s in places.get(where, ())]) for habit in habits]
    return kept, (bounds / bounds[-1]).tolist()


def _place_item(
    layout: ItemLayout, what: tuple[str, ...], surfaces: list[int], rng: np.random.Generator, room: int
) -> PlacedItem | None:
    """Put one of these items on one of these surfaces, usually with its front to the piece's front."""
    house = layout.house
    for _ in range(PLACES_TRIED):
        kind, surface = what[rng.integers(len(what))], surfaces[rng.integers(len(surfaces))]
        if layout.kinds[kind] >= MOST_OF_KIND.get(kind, 1):
            continue
        front = house.plan.pieces[house.surfaces[surface][0]].turn
        turn = float((front + (90 * int(rng.integers(1, 4)) if rng.random() < ASKEW else 0)) % 360)
        half_x, half_z = half_extent(kind, turn)
        x0, z0, x1, z1, y, height = layout.estate.surface_box[0, surface].tolist()
        if ITEMS[kind].size[1] > height or 2 * half_x > x1 - x0 or 2 * half_z > z1 - z0:
            continue
        x = _random_between(x0 + half_x, x1 - half_x, rng)
        z = _random_between(z0 + half_z, z1 - half_z, rng)
        if layout.has_room(surface, footprint(kind, x, z, turn, GAP)):
            layout.put(kind, surface, (x, y, z, turn))
            return PlacedItem(kind, surface, x, y, z, turn, room)
    return None


def _random_between(low: float, high: float, rng: np.random.Generator) -> float:
    """A random number between two others, to the millimetre."""
    return round((low + (high - low) * rng.random()) * 1000) / 1000


class ItemLayout:
    """The items of a house so far. `put` one, and if it is not `in_sight`, `take_back` the last."""

    def __init__(self, house: House, most: int):
        houses = Houses.of((house,))
        self.house, self.estate = house, houses.estate
        self.kinds = Counter[str]()
        self._scenes = Scenes(houses.library, 1, most, backdrop=False, light=INDOORS)
        self._models = np.full(max(most, 1), -1, np.int32)
        self._parts = np.full(max(most, 1), -1, np.int64)  # the part that hides each item
        self._boxes = defaultdict[int, list[Box]](list)
        self._items: list[tuple[str, int]] = []  # kind and surface

    def __len__(self) -> int:
        return len(self._items)

    def has_room(self, surface: int, box: Box) -> bool:
        """Whether an item's place is free."""
        x0, z0, x1, z1 = box
        return all(x1 <= a0 or x0 >= a1 or z1 <= b0 or z0 >= b1 for a0, b0, a1, b1 in self._taken(surface))

    def _taken(self, surface: int) -> list[Box]:
        if surface not in self._boxes:
            self._boxes[surface] += [(a, b, c, d) for a, b, c, d in self.estate.surface_taken[0, surface].tolist() if a < c]
        return self._boxes[surface]

    def put(self, kind: str, surface: int, place: tuple[float, float, float, float]) -> None:
        """Put an item at (x, y, z, turn)."""
        item = len(self._items)
        part = int(self.estate.surface_part[0, surface])
        shift = self.estate.part_shift[0, part] if self.estate.surface_moves[0, surface] else 0.0
        self._models[item], self._parts[item] = MODEL[kind], part
        self._scenes.places[0, item], self._scenes.ids[0, item] = place, FIRST_ITEM + item
        self._scenes.places[0, item, :3] = np.array(place[:3]) + shift  # contents of a part are seen while it is open
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
        lengths = ray_grid(GRID)[2]
        for p in range(len(behind)):
            drawn = render(self._scenes, cameras[:, p : p + 1], GRID, ("depth", "segmentation"), threads=1)
            depth, numbers = drawn["depth"][0, :, 0], drawn["segmentation"][0, :, 0]  # (CELLS, CELLS)
            grasped = numbers[(depth < behind[p]) & (depth * lengths < REACH)].tolist()
            hidden = [number for number in hidden if grasped.count(number) < 2]
            if not hidden:
                return True
        return False


def footprint(kind: str, x: float, z: float, turn: float, air: float = 0.0) -> Box:
    """The box that an item occupies on its surface."""
    half_x, half_z = half_extent(kind, turn)
    half_x, half_z = half_x + air, half_z + air
    return x - half_x, z - half_z, x + half_x, z + half_z


def half_extent(kind: str, turn: float) -> tuple[float, float]:
    """Half of an item's width along x and along z, plus clearance (as hands.extent)."""
    size = ITEMS[kind].size
    width, depth = size[0] / 2 + CLEARANCE, size[2] / 2 + CLEARANCE
    return (depth, width) if round(turn / 90) % 2 else (width, depth)


class _Outlook(NamedTuple):
    """Views of a surface without items, its part open, from P standing places."""

    cameras: Array  # (1, P, 5)
    depth: Array  # (P, CELLS, CELLS) of the constant scene
    opened: tuple[int, ...]  # the parts to open


@lru_cache(maxsize=2048)
def _outlook(house: House, surface: int) -> _Outlook:
    houses, poses = Houses.of((house,)), standing_places(house)[surface]
    worlds, part = np.arange(len(poses)), int(houses.estate.surface_part[0, surface])
    state = empty_state(houses.estate, len(poses), 1)
    open_for(houses.estate, state, worlds, part)
    scenes = houses.scenes(len(poses), state)
    houses.show(scenes, state, worlds, poses, within_reach(EYE))
    cameras = views(poses, GRID)
    depth = render(scenes, cameras, GRID, ("depth",), threads=1)["depth"][:, :, 0]
    opened = tuple(np.flatnonzero(state.open[0]).tolist()) if len(poses) else ()
    return _Outlook(cameras.transpose(1, 0, 2).copy(), depth, opened)
