"""The shell of a room: floor, ceiling, and walls with their doorways, as primitives in house coordinates."""

from __future__ import annotations

from sightline.chai.house.ground import walls
from sightline.chai.house.plan import WALL, Doorway, Plan, Room
from sightline.render.primitives import Pattern, Primitive, box, checker, speckle, stripes

CEILING = 2.6
LINTEL = 2.05  # height of a doorway
TILE, PLANK = 0.5, 0.2
FRAME = (0.08, 0.015)  # of a doorway: its width, and how far it stands out from the wall
SKIRTING = (0.008, 0.07)  # how far it stands out, and its height
TRIM, SILL = "#f4ecdc", "#6e5238"


def floors(plan: Plan) -> list[list[Primitive]]:
    """The floor of every room."""
    floors = []
    for room in plan.rooms:
        kind, colour, second = room.floor
        patterns = {"tiles": checker(second, TILE), "planks": stripes(second, PLANK, "x"), "carpet": speckle(0.1, 0.05)}
        floors.append([_plate(room, colour, -0.05, 0.0, patterns[kind])])
    return floors


def ceilings(plan: Plan) -> list[list[Primitive]]:
    """The ceiling of every room."""
    return [[_plate(room, "#f2efe8", CEILING, CEILING + 0.05)] for room in plan.rooms]


def _plate(room: Room, colour: str, bottom: float, top: float, pattern: Pattern | None = None) -> Primitive:
    """A slab as wide and deep as a room."""
    (x, z), (width, depth) = room.corner, room.size
    return _slab(colour, (x, bottom, z), (x + width, top, z + depth), pattern)


def enclosures(plan: Plan) -> list[list[Primitive]]:
    """The walls of every room, with their doorways."""
    solids: list[list[Primitive]] = [[] for _ in plan.rooms]
    for number, (x0, z0, x1, z1) in walls(plan):
        solids[number].append(_slab(plan.rooms[number].walls, (x0, 0.0, z0), (x1, CEILING, z1)))
        out = SKIRTING[0]  # it stands out from the wall on all sides; all but one are inside other walls
        solids[number].append(_slab(TRIM, (x0 - out, 0.0, z0 - out), (x1 + out, SKIRTING[1], z1 + out)))
    for door in plan.doorways:
        for number in door.rooms:
            solids[number] += _doorway(plan.rooms[number], door)
    return solids


def _doorway(room: Room, door: Doorway) -> list[Primitive]:
    """A room's half of the wall above a doorway, and of the frame around it."""
    across = 0 if door.along == "z" else 1  # the axis through the doorway
    inward = 1 if room.corner[across] >= door.at[across] - 1e-6 else -1
    half, (wide, out) = door.width / 2, FRAME

    def slab(colour: str, along: tuple[float, float], height: tuple[float, float], depth: float) -> Primitive:
        near, far = sorted((0.0, inward * depth))
        low, high = [0.0, height[0], 0.0], [0.0, height[1], 0.0]
        low[2 * across], high[2 * across] = door.at[across] + near, door.at[across] + far
        low[2 - 2 * across], high[2 - 2 * across] = (door.at[1 - across] + a for a in along)
        return _slab(colour, (low[0], low[1], low[2]), (high[0], high[1], high[2]))

    depth = WALL / 2 + out
    return [
        slab(room.walls, (-half, half), (LINTEL, CEILING), WALL / 2),
        slab(TRIM, (-half - wide, -half + 0.01), (0.0, LINTEL + wide), depth),
        slab(TRIM, (half - 0.01, half + wide), (0.0, LINTEL + wide), depth),
        slab(TRIM, (-half, half), (LINTEL - 0.01, LINTEL + wide), depth),
        slab(SILL, (-half, half), (0.0, 0.006), WALL / 2),
    ]


def _slab(
    colour: str, low: tuple[float, float, float], high: tuple[float, float, float], pattern: Pattern | None = None
) -> Primitive:
    middle = ((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2)
    return box(colour, middle, (high[0] - low[0], high[1] - low[1], high[2] - low[2]), pattern=pattern)
