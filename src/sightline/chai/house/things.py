"""The contents of houses: items that can be carried, and furniture with its openable parts, switches and surfaces.

All lengths are metres. A model stands on its support with its base at y = 0, its middle at x = z = 0, and its front on the
-z side. Everything about a piece of furniture is given in this frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sightline.render.primitives import Primitive

Vector = tuple[float, float, float]
Model = Sequence[Primitive]


def both(build: Callable[[bool], Model]) -> tuple[Model, Model]:
    """The models of a part closed and open, or of a switch off and on."""
    return build(False), build(True)


@dataclass(frozen=True, eq=False)
class Item:
    """Something that can be picked up and put down."""

    name: str  # unique, "coffee mug"
    noun: str  # the everyday word, "mug"
    size: Vector  # width (x), height (y), depth (z); the model stays inside
    model: Model


@dataclass(frozen=True)
class Surface:
    """A level rectangle on which items stand: a top, a shelf, the bottom of a drawer."""

    name: str  # "top", "middle shelf"
    at: Vector  # its middle
    size: tuple[float, float]  # width (x) and depth (z)
    room: float  # free height above it
    behind: str = ""  # the part that must be open before anything here can be seen or reached
    moves: bool = False  # whether it moves with that part, as the bottom of a drawer does


@dataclass(frozen=True, eq=False)
class Part:
    """Something that opens and closes."""

    name: str  # unique within a piece, "top drawer"
    kind: str  # "drawer", "cupboard door", "fridge door", ...
    models: tuple[Model, Model]  # closed, open
    shift: Vector = (0.0, 0.0, 0.0)  # how far its contents move when it opens
    behind: str = ""  # the part that must be open first: a tray behind a door


@dataclass(frozen=True, eq=False)
class Switch:
    """Something that is switched on and off: a tap, a burner, a screen."""

    name: str
    kind: str  # "tap", "burner", "television", "computer"
    models: tuple[Model, Model]  # off, on


@dataclass(frozen=True, eq=False)
class Furniture:
    """A piece of furniture or an appliance."""

    name: str  # unique, "kitchen counter"
    noun: str
    size: Vector  # width, height and depth of the whole, with all parts closed
    model: Model  # everything that never moves
    parts: tuple[Part, ...] = ()
    switches: tuple[Switch, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    solid: bool = True  # whether it blocks the agent; a rug, a picture or a wall cabinet does not
