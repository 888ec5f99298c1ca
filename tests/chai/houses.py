"""A small house for tests, in which everything can be worked out by hand."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, House, load_house
from sightline.chai.house.arrays import ON_FLOOR
from sightline.chai.stock import PlacedItem, Stock

SMALL = """
name = "two rooms"
[[room]]
name = "kitchen"
kind = "kitchen"
corner = [0.0, 0.0]
size = [6.0, 5.0]
floor = ["tiles", "#ffffff", "#dddddd"]
walls = "#eeeeee"
items = 4
furniture = [
    "oak drawer counter, north 1.0",
    "dishwasher, north 2.0",
    "white kitchen table, at 4.0 1.5",
    "round rug, at 1.5 1.5",
    "stove, north 3.5",
]
[[room]]
name = "bedroom"
kind = "bedroom"
corner = [6.0, 0.0]
size = [4.0, 5.0]
floor = ["planks", "#bb8855", "#aa7744"]
walls = "#ddeeff"
items = 2
furniture = ["oak nightstand, east 2.5", "oak bookshelf, north 2.0"]
[[door]]
between = ["kitchen", "bedroom"]
at = 2.5
"""


MORE = """
name = "a room of things that bundled houses do without"
[[room]]
name = "kitchen"
kind = "kitchen"
corner = [0.0, 0.0]
size = [9.0, 5.0]
floor = ["tiles", "#ffffff", "#dddddd"]
walls = "#eeeeee"
items = 20
furniture = [
    "white washing machine, north 0.7", "small black fridge, north 1.6", "steel oven tower, north 2.5",
    "white pantry, north 3.4", "walnut display cabinet, north 4.6", "grey drawer counter, north 6.0",
    "pine wardrobe, north 7.4",
    "washbasin, south 0.8", "white bathroom tower, south 1.8", "white crib, south 3.0", "red toy chest, south 4.4",
    "walnut console table, south 5.7", "oak dressing table, south 7.1", "white cube shelf, east 2.5",
]
"""


def written(text: str, name: str = "small.toml") -> Path:
    """A plan in a file of its own."""
    path = Path(mkdtemp()) / name
    path.write_text(text)
    return path


@cache
def small() -> House:
    return load_house(written(SMALL))


@cache
def more_things() -> House:
    """A house of furniture that bundled houses do without; it is checked for reach when it is loaded."""
    return load_house(written(MORE, "more.toml"))


def named(house: House, text: str) -> int:
    """The number of the thing whose name contains a text."""
    return next(number for number, name in house.names.items() if text in name)


def surface(house: House, piece: str, name: str) -> int:
    """The surface of a piece."""
    owner = named(house, piece) - FIRST_PIECE
    return next(k for k, (o, s) in enumerate(house.surfaces) if o == owner and s.name == name)


def put(house: House, kind: str, where: int, x: float = 0.0, z: float = 0.0) -> PlacedItem:
    """An item in the middle of a surface, shifted in the house's frame."""
    owner, plane = house.surfaces[where]
    at = house.outward(owner, plane.at)
    return PlacedItem(kind, where, at[0] + x, at[1], at[2] + z, 0.0, house.plan.pieces[owner].room)


def on_floor(kind: str, x: float, z: float, room: int = 0) -> PlacedItem:
    return PlacedItem(kind, ON_FLOOR, x, 0.0, z, 0.0, room)


def things(*items: PlacedItem) -> Stock:
    return Stock(items)


MUG, FORK = FIRST_ITEM, FIRST_ITEM + 1


@cache
def furnished() -> tuple[House, Stock]:
    """The small house with a mug on the table, a fork in the counter's top left drawer, a book on the shelf."""
    house = small()
    drawer = next(
        k for k, (o, s) in enumerate(house.surfaces)
        if s.behind == "top left drawer" and house.plan.pieces[o].thing.name == "oak drawer counter"
    )  # fmt: skip
    return house, things(
        put(house, "red mug", surface(house, "white kitchen table", "top")),
        put(house, "fork", drawer),
        put(house, "blue book", surface(house, "oak bookshelf", "upper shelf")),
    )


def part(house: House, name: str, of: str) -> int:
    """The number of a part of a piece."""
    return next(
        FIRST_PART + k for k, (owner, p) in enumerate(house.parts)
        if p.name == name and house.plan.pieces[owner].thing.name == of
    )  # fmt: skip
