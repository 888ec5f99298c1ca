"""Everything that can be picked up, by name. The items that the bundled houses may hold come first, in a fixed order."""

from __future__ import annotations

from sightline.chai.house.items import clothes, food, hobby, laundry, living, pantry, tableware, washing
from sightline.chai.house.things import Item

_STANDARD = [item for module in (tableware, food, washing, living, clothes) for item in module.ITEMS]
_MORE = [item for module in (tableware, pantry, laundry, hobby, clothes) for item in module.MORE]
ITEMS: dict[str, Item] = {item.name: item for item in (*_STANDARD, *_MORE)}
STANDARD_ITEMS = len(_STANDARD)  # kinds of the standard corpus: a fixed number, new ones come after them
