"""Which items are in a house, and where: a variant of the house for every seed.

Every room of a plan says how many items it has. Of those, each room kind has its habits (after chai.md's counts: more than
half of a kitchen's things stand in closed wall cabinets, books on shelves, clothes in drawers): a share of the items, the
places they are kept in, and what is kept there. A place is named by the kind of part that hides it, or else by what the
piece of furniture is called. Whatever the agent could not see and grasp from some standing place, once the part in front
of it is open, is put elsewhere or left out; so everything in a variant can be reached.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.estate import ON_FLOOR, State
from sightline.chai.house import FIRST_ITEM, House
from sightline.chai.items import ITEMS
from sightline.chai.placing import AIR, MODEL, Layout, footprint, half_extent
from sightline.geometry.types import Array


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


DISHES = _names(
    "water glass, tall glass, wine glass, plate, small plate, bowl, wooden bowl, red mug, blue mug, green mug, white mug"
)
CUTLERY = _names("fork, knife, spoon")
COOKWARE = _names("cooking pot, frying pan, kettle, teapot, cutting board, jug, baking tray, salt shaker, pepper mill")
PANTRY = _names("cereal box, cracker box, candy bar, jar of jam, ketchup bottle, bread loaf, salt shaker, pepper mill")
FRESH = _names(
    "milk carton, juice bottle, salmon, minced meat, ketchup bottle, jar of jam, ice cream sundae, tomato, "
    "cucumber, bell pepper, lemon, watermelon"
)
FRUIT = _names("apple, orange, lemon, banana, plum, peach, tomato, bell pepper, cucumber, potato, watermelon")
BAKED = _names("bread loaf, creamy bun, cupcake, pancakes, apple pie")
CLEANING = _names("sponge, dish soap, spray bottle, paper towel roll, dish cloth, bucket")
TOWELS = _names("white towel, blue towel, red towel")
WASHING = _names(
    "shampoo, conditioner, hand soap, bar of soap, perfume, toothbrush, toothpaste, face cream, deodorant, toilet "
    "paper, hair brush, razor, rubber duck, candle"
)
BOOKS = _names("red book, blue book, green book, yellow book")
LEISURE = _names(
    "stack of magazines, photo frame, remote control, headphones, alarm clock, flower vase, orchid pot, cactus "
    "pot, small globe, teddy bear, toy car, toy blocks, ball, chess set, jigsaw box, camera, phone, wallet, keys, "
    "game controller, newspaper, candle, tall candle"
)
CUSHIONS = _names("purple cushion, orange cushion, teddy bear")
CLOTHES = _names("red shirt, white shirt, folded trousers, pile of clothes, pair of socks, hat")
OUTDOORS = _names("pair of shoes, slippers, handbag, backpack, umbrella, hat")

BASIN = "basin"  # a surface of its own: not everything is put under the tap

# By room kind: (share of the room's items, where they are kept, what they are).
HABITS: dict[str, tuple[tuple[float, tuple[str, ...], tuple[str, ...]], ...]] = {
    "kitchen": (
        (0.48, ("wall cabinet door",), DISHES + PANTRY),
        (0.14, ("counter",), COOKWARE + FRUIT + BAKED + CLEANING),
        (0.02, ("sink",), DISHES + CLEANING),
        (0.02, (BASIN,), (*DISHES, "sponge")),
        (0.02, ("stove",), ("cooking pot", "frying pan", "kettle")),
        (0.10, ("table", "shelf", "dining table", "bookshelf"), DISHES + BAKED + FRUIT),
        (0.08, ("drawer",), CUTLERY + COOKWARE),
        (0.02, ("oven tray", "microwave door"), BAKED),
        (0.06, ("fridge door", "fridge drawer", "freezer door"), FRESH),
        (0.04, ("dishwasher tray",), DISHES),
        (0.02, ("cupboard door",), COOKWARE + CLEANING),
    ),
    "living room": (
        (0.50, ("bookshelf", "shelf", "wall shelf"), BOOKS + LEISURE),
        (0.20, ("coffee table", "dining table"), ("apple", "orange", "banana", *BOOKS, *LEISURE)),
        (0.10, ("sofa", "armchair"), CUSHIONS + BOOKS),
        (0.10, ("sideboard", "television stand", "piano", "fireplace"), LEISURE + DISHES),
        (0.10, ("drawer", "sideboard door"), LEISURE + CLOTHES),
    ),
    "bedroom": (
        (0.35, ("drawer", "closet drawer", "nightstand drawer", "bed drawer"), CLOTHES + LEISURE + BOOKS),
        (0.25, ("bookshelf", "wall shelf", "nightstand", "chest of drawers"), BOOKS + LEISURE),
        (0.20, ("desk",), ("computer mouse", *BOOKS, *LEISURE)),
        (0.20, ("bed", "closet door", "armchair"), CLOTHES + CUSHIONS),
    ),
    "guest room": (
        (0.35, ("desk",), ("computer mouse", *BOOKS, *LEISURE)),
        (0.25, ("bookshelf", "wall shelf", "nightstand", "chest of drawers"), BOOKS + LEISURE),
        (0.20, ("drawer", "nightstand drawer", "desk drawer", "bed drawer"), CLOTHES + OUTDOORS),
        (0.20, ("bed", "armchair"), CLOTHES + CUSHIONS + OUTDOORS),
    ),
    "bathroom": (
        (0.30, ("bathroom cabinet door",), WASHING),
        (0.32, ("bathroom counter", "bathroom drawer"), WASHING + TOWELS),
        (0.03, (BASIN,), ("bar of soap", "toothbrush", "rubber duck")),
        (0.10, ("towel rail", "basket lid"), TOWELS),
        (0.15, ("shelf", "bookshelf", "toilet"), WASHING + TOWELS),
        (0.10, ("bathtub", "shower"), ("shampoo", "conditioner", "bar of soap", "rubber duck")),
    ),
    "hallway": ((1.0, ("shoe cabinet", "shoe cabinet flap"), OUTDOORS),),
}  # fmt: skip
TRIES = 40
ASKEW = 0.2  # of the items do not face the front
ALIKE = {**dict.fromkeys(DISHES + CUTLERY, 3), **dict.fromkeys(BOOKS + TOWELS, 2)}  # of a kind in a house at most; else 1


@dataclass(frozen=True)
class Placed:
    """An item in its place, as if all parts were closed."""

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

    items: tuple[Placed, ...]
    variant: int | None = field(default=None, compare=False)  # the seed that it belongs to; None when it was made by hand

    def __repr__(self) -> str:
        return f"Stock({len(self.items)} items)"

    def names(self) -> dict[int, str]:
        """What to call every item: 'plum', 'fork 2'."""
        kinds = [item.kind for item in self.items]
        return {
            FIRST_ITEM + k: f"{kind} {kinds[:k].count(kind) + 1}" if kinds.count(kind) > 1 else kind
            for k, kind in enumerate(kinds)
        }

    def fill(self, state: State, n: int) -> None:
        """Make these the items of world n."""
        state.kind[n], state.surface[n] = -1, ON_FLOOR
        for name, column in self._columns.items():
            getattr(state, name)[n, : len(self.items)] = column

    @cached_property
    def _columns(self) -> dict[str, Array]:
        """What State has of the items."""
        columns = {
            "kind": [MODEL[item.kind] for item in self.items], "size": [ITEMS[item.kind].size for item in self.items],
            "surface": [item.surface for item in self.items], "room": [item.room for item in self.items],
            "place": [(item.x, item.y, item.z, item.turn) for item in self.items],
        }  # fmt: skip
        return {name: np.array(column) for name, column in columns.items() if column}


@lru_cache(maxsize=512)
def stock_of(house: House, seed: int) -> Stock:
    """The variant of a house that belongs to a seed."""
    rng = np.random.default_rng([seed, int(house.fingerprint, 16) % 2**32])
    layout = Layout(house, sum(room.items for room in house.plan.rooms))
    items = tuple(item for number in range(len(house.plan.rooms)) for item in _room(layout, number, rng))
    return Stock(items, seed)


class _Habit(NamedTuple):
    """What is kept on some surfaces of a room."""

    what: tuple[str, ...]
    surfaces: list[int]


def _room(layout: Layout, number: int, rng: np.random.Generator) -> list[Placed]:
    """Up to as many items for a room as its plan says, all of them within reach."""
    habits, bounds = _habits(layout.house, number)
    count = layout.house.plan.rooms[number].items
    items: list[Placed] = []
    for _ in range(count * 3):
        if len(items) == count or not habits:
            break
        habit = habits[bisect_right(bounds, rng.random())]
        placed = _try(layout, habit, rng, number)
        if placed is not None and layout.in_sight():
            items.append(placed)
        elif placed is not None:
            layout.take_back()
    return items


@lru_cache(maxsize=512)
def _habits(house: House, number: int) -> tuple[list[_Habit], list[float]]:
    """The habits of a room with the surfaces that it has for them, and up to which share of 1 each is chosen."""
    places: dict[str, list[int]] = {}  # surfaces by what their place is called
    for k, (owner, surface) in enumerate(house.surfaces):
        piece = house.plan.pieces[owner]
        if piece.room == number:
            part = house.part_of(owner, surface.behind)
            name = house.parts[part][1].kind if part >= 0 else BASIN if surface.name == BASIN else piece.thing.noun
            places.setdefault(name, []).append(k)
    habits = HABITS[house.plan.rooms[number].kind]
    shares = np.array([share * any(where in places for where in habit) for share, habit, _ in habits])
    if not shares.any():
        return [], []
    bounds = (shares / shares.sum()).cumsum()
    return [_Habit(what, [s for w in where for s in places.get(w, ())]) for _, where, what in habits], (
        bounds / bounds[-1]
    ).tolist()


def _try(layout: Layout, habit: _Habit, rng: np.random.Generator, room: int) -> Placed | None:
    """Put some item somewhere on one of some surfaces, mostly with its front where the piece's front is."""
    house, what, surfaces = layout.house, habit.what, habit.surfaces
    for _ in range(TRIES):
        kind, surface = what[rng.integers(len(what))], surfaces[rng.integers(len(surfaces))]
        if layout.kinds[kind] >= ALIKE.get(kind, 1):
            continue
        front = house.plan.pieces[house.surfaces[surface][0]].turn
        turn = float((front + (90 * int(rng.integers(1, 4)) if rng.random() < ASKEW else 0)) % 360)
        half_x, half_z = half_extent(kind, turn)
        x0, z0, x1, z1, y, height = layout.estate.surface_box[0, surface].tolist()
        if ITEMS[kind].size[1] > height or 2 * half_x > x1 - x0 or 2 * half_z > z1 - z0:
            continue
        x = _between(x0 + half_x, x1 - half_x, rng)
        z = _between(z0 + half_z, z1 - half_z, rng)
        if layout.has_room(surface, footprint(kind, x, z, turn, AIR)):
            layout.put(kind, surface, (x, y, z, turn))
            return Placed(kind, surface, x, y, z, turn, room)
    return None


def _between(low: float, high: float, rng: np.random.Generator) -> float:
    """A place between two others, to the millimetre."""
    return round((low + (high - low) * rng.random()) * 1000) / 1000
