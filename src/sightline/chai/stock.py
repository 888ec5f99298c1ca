"""Which items are in a house, and where: a variant of the house for every seed.

Every room of a plan says how many items it has. Of those, each room kind has its habits (after chai.md's counts: more than
half of a kitchen's things stand in closed wall cabinets, books on shelves, clothes in drawers): a share of the items, the
places they are kept in, and what is kept there. A place is named by the kind of part that hides it, or else by what the
piece of furniture is called. Whatever the agent could not see and grasp from some standing place, once the part in front
of it is open, is put elsewhere or left out; so everything in a variant can be reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sightline.chai.estate import ON_FLOOR, State, empty_state, estate_of, library_of
from sightline.chai.gaze import EYE, Houses, gaze
from sightline.chai.hands import REACH, extent, fits, obstacles
from sightline.chai.house import FIRST_ITEM, House
from sightline.chai.items import ITEMS
from sightline.chai.reach import open_for, standing_places
from sightline.geometry.types import Floats


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
        state.kind[n] = -1
        state.surface[n] = ON_FLOOR
        for k, item in enumerate(self.items):
            state.kind[n, k] = _MODEL[item.kind]
            state.size[n, k] = ITEMS[item.kind].size
            state.surface[n, k], state.room[n, k] = item.surface, item.room
            state.place[n, k] = item.x, item.y, item.z, item.turn


_MODEL = {name: k for k, name in enumerate(ITEMS)}  # items are the first models of every library


@lru_cache(maxsize=512)
def stock_of(house: House, seed: int) -> Stock:
    """The variant of a house that belongs to a seed."""
    rng = np.random.default_rng([seed, int(house.fingerprint, 16) % 2**32])
    houses = Houses(estate_of((house,)), library_of((house,)))
    wanted = sum(room.items for room in house.plan.rooms)
    state = empty_state(houses.estate, 1, max(wanted, 1))
    items: list[Placed] = []
    for number, room in enumerate(house.plan.rooms):
        items += _room(house, houses, state, number, room.items, rng, len(items))
    return Stock(tuple(items))


def _room(
    house: House, houses: Houses, state: State, number: int, count: int, rng: np.random.Generator, first: int
) -> list[Placed]:
    """Up to `count` items for a room, all of them within reach; they become items first, first + 1, ... of the state."""
    habits = HABITS[house.plan.rooms[number].kind]
    places = _places(house, number)
    views, fronts = standing_places(house), [house.plan.pieces[owner].turn for owner, _ in house.surfaces]
    shares = np.array([share * any(where in places for where in habit) for share, habit, _ in habits])
    items: list[Placed] = []
    for _ in range(count * 3):
        if len(items) == count or not shares.any():
            break
        _, where, what = habits[rng.choice(len(habits), p=shares / shares.sum())]
        surfaces = [s for name in where for s in places.get(name, ()) if len(views[s])]
        if not surfaces:
            continue
        placed = _try(houses, state, first + len(items), what, surfaces, fronts, rng, number)
        if placed is not None and _in_sight(houses, state, first, first + len(items), views):
            items.append(placed)
        else:
            state.kind[0, first + len(items)] = -1
    return items


def _places(house: House, number: int) -> dict[str, list[int]]:
    """The surfaces of a room by what their place is called."""
    surfaces: dict[str, list[int]] = {}
    for k, (owner, surface) in enumerate(house.surfaces):
        piece = house.plan.pieces[owner]
        if piece.room == number:
            part = house.part_of(owner, surface.behind)
            name = house.parts[part][1].kind if part >= 0 else BASIN if surface.name == BASIN else piece.thing.noun
            surfaces.setdefault(name, []).append(k)
    return surfaces


def _try(
    houses: Houses, state: State, item: int, what: tuple[str, ...], surfaces: list[int], fronts: list[int],
    rng: np.random.Generator, room: int,
) -> Placed | None:  # fmt: skip
    """Put some item somewhere on one of some surfaces, mostly with its front where the piece's front is."""
    boxes = houses.estate.surface_box[0]
    for _ in range(TRIES):
        kind, surface = what[rng.integers(len(what))], surfaces[rng.integers(len(surfaces))]
        if (state.kind[0, :item] == _MODEL[kind]).sum() >= ALIKE.get(kind, 1):
            continue
        turn = float((fronts[surface] + (90 * int(rng.integers(1, 4)) if rng.random() < ASKEW else 0)) % 360)
        state.size[0, item] = ITEMS[kind].size
        half_x, half_z = extent(state.size[0, item], turn)
        x0, z0, x1, z1, y, height = boxes[surface]
        if ITEMS[kind].size[1] > height or 2 * half_x > x1 - x0 or 2 * half_z > z1 - z0:
            continue
        x, z = np.round(rng.uniform((x0 + half_x, z0 + half_z), (x1 - half_x, z1 - half_z)), 3).tolist()
        if fits(obstacles(houses.estate, state, 0, item, surface), x, z, half_x + 0.01, half_z + 0.01):
            state.kind[0, item], state.surface[0, item], state.room[0, item] = _MODEL[kind], surface, room
            state.place[0, item] = x, y, z, turn
            return Placed(kind, surface, x, float(y), z, turn, room)
    return None


def _in_sight(houses: Houses, state: State, first: int, last: int, views: tuple[Floats, ...]) -> bool:
    """Whether an item, and the others on its surface that it may hide, can be seen and grasped with their part open."""
    surface = state.surface[0, last]
    poses = views[surface]
    opened = State(*(np.repeat(a, len(poses), axis=0) for a in state))
    open_for(houses.estate, opened, np.arange(len(poses)), houses.estate.surface_part[0, surface])
    seen = gaze(houses, opened, np.arange(len(poses)), poses, EYE)
    near = np.where(seen.distances < REACH, seen.numbers, 0)
    on_it = [k for k in range(first, last + 1) if state.surface[0, k] == surface]
    return all((near == FIRST_ITEM + k).sum(axis=1).max() >= 2 for k in on_it)
