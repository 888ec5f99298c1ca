"""The galleries of CHAI: its houses, from above and room by room, and its items."""

from __future__ import annotations

from functools import cache

from PIL import Image

from sightline.chai import House, stock_of
from sightline.chai.house import all_houses
from sightline.chai.house.items import ITEMS
from sightline.geometry.types import Array
from sightline.show.chai import title_of
from sightline.show.chai_pictures import item_portraits, plan_picture, room_pictures
from sightline.show.gallery import Exhibit, Gallery

PER_METRE, SIDE = 60.0, 384  # pixels of plans and of rooms


def galleries() -> list[Gallery]:
    """Houses and items."""
    shown = [
        (house, room) for house in all_houses() for room in range(-1, len(house.plan.rooms))
    ]  # -1: the plan of the whole house

    def draw(k: int) -> Image.Image:
        house, room = shown[k]
        if room < 0:
            return plan_picture(house, stock_of(house, 0), PER_METRE)
        return Image.fromarray(_rooms(house)[house.plan.rooms[room].name])

    items = [Exhibit(item.name, item.noun if item.noun != item.name else "") for item in ITEMS.values()]
    return [
        Gallery("houses", "Houses", [_exhibit(house, room) for house, room in shown], draw),
        Gallery("items", "Items", items, lambda k: Image.fromarray(_items()[k])),
    ]


def _exhibit(house: House, room: int) -> Exhibit:
    if room < 0:
        return Exhibit(title_of(house), house.plan.name)
    return Exhibit(f"{title_of(house)}: {house.plan.rooms[room].name}", "")


@cache
def _rooms(house: House) -> dict[str, Array]:
    return dict(room_pictures(house, stock_of(house, 0), SIDE))


@cache
def _items() -> Array:
    return item_portraits()
