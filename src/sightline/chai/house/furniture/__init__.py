"""All furniture, by name. The pieces that the bundled houses may have come first; their order is that of their classes."""

from __future__ import annotations

from sightline.chai.house.furniture import (
    appliances,
    bathroom,
    bedroom,
    cabinets,
    children,
    decoration,
    kitchen,
    living,
    seats,
    tables,
    utility,
)
from sightline.chai.house.things import Furniture

_MODULES = (kitchen, appliances, bathroom, living, decoration, bedroom)
_STANDARD = [piece for module in _MODULES for piece in module.pieces()]
_MORE = [piece for module in (*_MODULES, cabinets, tables, seats, children, utility) for piece in module.more_pieces()]
FURNITURE: dict[str, Furniture] = {piece.name: piece for piece in (*_STANDARD, *_MORE)}
STANDARD_FURNITURE = len(_STANDARD)  # pieces of the standard corpus: a fixed number, new ones come after them
