"""Everything that can be picked up, by name."""

from __future__ import annotations

from sightline.chai.house.items import clothes, food, living, tableware, washing
from sightline.chai.house.things import Item

ITEMS: dict[str, Item] = {item.name: item for module in (tableware, food, washing, living, clothes) for item in module.ITEMS}
