"""All furniture, by name."""

from __future__ import annotations

from sightline.chai.furniture import bathroom, bedroom, kitchen, living
from sightline.chai.things import Furniture

FURNITURE: dict[str, Furniture] = {
    piece.name: piece for module in (kitchen, bathroom, living, bedroom) for piece in module.pieces()
}
