"""All furniture, by name."""

from __future__ import annotations

from sightline.chai.house.furniture import appliances, bathroom, bedroom, decoration, kitchen, living
from sightline.chai.house.things import Furniture

FURNITURE: dict[str, Furniture] = {
    piece.name: piece for module in (kitchen, appliances, bathroom, living, decoration, bedroom) for piece in module.pieces()
}
