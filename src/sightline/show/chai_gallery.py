"""The galleries of CHAI: its houses, from above and room by room, its furniture and its items."""

from __future__ import annotations

from functools import cache

from PIL import Image

from sightline.chai import House, stock_of
from sightline.chai.house import all_houses
from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.chai.house.things import Furniture, Item
from sightline.geometry.types import Array
from sightline.show.chai import title_of
from sightline.show.chai_pictures import furniture_portraits, item_portraits, plan_picture, room_pictures
from sightline.show.gallery import Exhibit, Gallery

PER_METRE, SIDE = 60.0, 384  # pixels of plans and of rooms


def galleries() -> list[Gallery]:
    """Houses, furniture and items."""
    shown = [
        (house, room) for house in all_houses() for room in range(-1, len(house.plan.rooms))
    ]  # -1: the plan of the whole house

    def draw(k: int) -> Image.Image:
        house, room = shown[k]
        if room < 0:
            return plan_picture(house, stock_of(house, 0), PER_METRE)
        return Image.fromarray(_rooms(house)[house.plan.rooms[room].name])

    return [
        Gallery("houses", "Houses", [_exhibit(house, room) for house, room in shown], draw),
        Gallery("furniture", "Furniture", list(map(_labelled, FURNITURE.values())), lambda k: Image.fromarray(_pieces()[k])),
        Gallery("items", "Items", list(map(_labelled, ITEMS.values())), lambda k: Image.fromarray(_items()[k])),
    ]


def _labelled(thing: Furniture | Item) -> Exhibit:
    return Exhibit(thing.name, thing.noun if thing.noun != thing.name else "")


def _exhibit(house: House, room: int) -> Exhibit:
    if room < 0:
        return Exhibit(title_of(house), house.plan.name)
    return Exhibit(f"{title_of(house)}: {house.plan.rooms[room].name}", "")


@cache
def _rooms(house: House) -> dict[str, Array]:
    return dict(room_pictures(house, stock_of(house, 0), SIDE))


@cache
def _pieces() -> Array:
    return furniture_portraits()


@cache
def _items() -> Array:
    return item_portraits()
