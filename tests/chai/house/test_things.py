"""Items and furniture: each inside its size, every part opens, every surface is free and inside its piece."""

import numpy as np
import pytest

from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.chai.house.things import Furniture, Item, Surface
from sightline.chai.sight.gaze import EYE
from sightline.render import Library, Scenes, render
from sightline.render.look import INDOORS
from sightline.render.primitives import Primitive

SLACK = 0.006


def box_of(parts: list[Primitive]) -> np.ndarray:
    """(2, 3) the corners of a box around some primitives."""
    corners = np.concatenate([part.points() for part in parts])
    return np.stack([corners.min(0), corners.max(0)])


def inside(parts: list[Primitive], size: tuple[float, float, float]) -> bool:
    low, high = box_of(parts)
    half = np.array(size) * (0.5, 1, 0.5)
    return bool((low >= half * (-1, 0, -1) - SLACK).all() and (high <= half + SLACK).all())


def solids(piece: Furniture) -> list[Primitive]:
    """A piece with all its parts closed and its switches off."""
    found = list(piece.model)
    for part in piece.parts:
        found += part.models[0]
    for switch in piece.switches:
        found += switch.models[0]
    return found


def test_there_are_enough_kinds() -> None:
    assert not FURNITURE.keys() & ITEMS.keys()  # classes go by name
    assert len(ITEMS) >= 150 and len(FURNITURE) >= 140
    assert len({part.kind for piece in FURNITURE.values() for part in piece.parts}) >= 12
    assert {"television", "tap", "burner"} <= {switch.kind for piece in FURNITURE.values() for switch in piece.switches}


def test_every_item_shows_from_two_metres() -> None:
    library = Library({name: item.model for name, item in ITEMS.items()})
    scenes = Scenes(library, len(ITEMS), 1, backdrop=False, light=INDOORS)
    cameras = np.zeros((len(ITEMS), 1, 5))
    cameras[:, 0, :3] = 0.0, EYE.eye, -2.0
    for k in range(len(ITEMS)):
        scenes.put(k, np.array([k]), np.array([[0.0, 0.85, 0.0, 30.0]]), np.array([1]))
    numbers = render(scenes, cameras, EYE, ("segmentation",))["segmentation"]
    pixels = (numbers == 1).reshape(len(ITEMS), -1).sum(axis=1)
    assert pixels.min() >= 6, list(ITEMS)[pixels.argmin()]


@pytest.mark.parametrize("item", ITEMS.values(), ids=lambda item: item.name)
def test_an_item_fits_its_size_and_is_cheap_to_draw(item: Item) -> None:
    parts = item.model
    assert 1 <= len(parts) <= 8
    assert inside(parts, item.size)
    assert max(item.size) <= 0.9


@pytest.mark.parametrize("piece", FURNITURE.values(), ids=lambda piece: piece.name)
def test_a_piece_fits_its_size_and_its_parts_open(piece: Furniture) -> None:
    assert inside(solids(piece), piece.size)
    names = [thing.name for thing in (*piece.parts, *piece.switches)]
    assert len(set(names)) == len(names)
    for thing in (*piece.parts, *piece.switches):
        off, on = box_of(thing.models[0]), box_of(thing.models[1])
        changed = not np.allclose(off, on) or [p.colour for p in thing.models[0]] != [p.colour for p in thing.models[1]]
        assert changed or len(thing.models[0]) != len(thing.models[1]), thing.name


@pytest.mark.parametrize("piece", [p for p in FURNITURE.values() if p.surfaces], ids=lambda piece: piece.name)
def test_surfaces_lie_in_their_piece_behind_parts_that_it_has(piece: Furniture) -> None:
    parts = {part.name: part for part in piece.parts}
    half_width, _, half_depth = (length / 2 for length in piece.size)
    for surface in piece.surfaces:
        x, y, z = surface.at
        assert abs(x) + surface.size[0] / 2 <= half_width + SLACK and abs(z) + surface.size[1] / 2 <= half_depth + SLACK
        assert 0 <= y <= piece.size[1] + SLACK and surface.room > 0.1 and min(surface.size) > 0.1
        assert not surface.behind or surface.behind in parts
        assert not surface.moves or any(parts[surface.behind].shift)
        assert _free_above(piece, surface)
    for part in piece.parts:
        assert not part.behind or part.behind in parts


def _free_above(piece: Furniture, surface: Surface) -> bool:
    """Whether no board of the piece's body reaches into the space above the middle of a surface."""
    x, y, z = surface.at
    for part in piece.model:
        low, high = part.corners().min(0), part.corners().max(0)
        covers = low[0] < x < high[0] and low[2] < z < high[2]
        if covers and part.quadric is None and low[1] < y + surface.room - 0.02 and high[1] > y + 0.02:
            return False
    return True
