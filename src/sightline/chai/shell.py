"""What encloses a room: floor, ceiling, and walls with their doorways, as primitives in house coordinates."""

from __future__ import annotations

from sightline.chai.ground import walls
from sightline.chai.plan import DOOR, WALL, Plan
from sightline.render.primitives import Pattern, Primitive, box, checker, speckle, stripes

CEILING = 2.6
LINTEL = 2.05  # height of a doorway
TILE, PLANK = 0.5, 0.2


def floors(plan: Plan) -> list[list[Primitive]]:
    """The floor of every room."""
    found = []
    for room in plan.rooms:
        kind, colour, second = room.floor
        patterns = {"tiles": checker(second, TILE), "planks": stripes(second, PLANK, "x"), "carpet": speckle(0.1, 0.05)}
        (x, z), (width, depth) = room.corner, room.size
        found.append([_slab(colour, (x, -0.05, z), (x + width, 0.0, z + depth), patterns[kind])])
    return found


def ceilings(plan: Plan) -> list[list[Primitive]]:
    """The ceiling of every room."""
    found = []
    for room in plan.rooms:
        (x, z), (width, depth) = room.corner, room.size
        found.append([_slab("#f2efe8", (x, CEILING, z), (x + width, CEILING + 0.05, z + depth))])
    return found


def enclosures(plan: Plan) -> list[list[Primitive]]:
    """The walls of every room, with their doorways."""
    found: list[list[Primitive]] = [[] for _ in plan.rooms]
    for number, (x0, z0, x1, z1) in walls(plan):
        found[number].append(_slab(plan.rooms[number].walls, (x0, 0.0, z0), (x1, CEILING, z1)))
    for door in plan.doorways:
        for number in door.rooms:
            found[number].append(_lintel(plan, number, door.at, door.along))
    return found


def _lintel(plan: Plan, number: int, at: tuple[float, float], along: str) -> Primitive:
    """A room's half of the wall above a doorway."""
    room, half = plan.rooms[number], WALL / 2
    inward = 1 if room.holds(at[0] + (0.01 if along == "z" else 0), at[1] + (0.01 if along == "x" else 0)) else -1
    across = sorted((0.0, half * inward))
    if along == "x":
        return _slab(
            room.walls, (at[0] - DOOR / 2, LINTEL, at[1] + across[0]), (at[0] + DOOR / 2, CEILING, at[1] + across[1])
        )
    return _slab(room.walls, (at[0] + across[0], LINTEL, at[1] - DOOR / 2), (at[0] + across[1], CEILING, at[1] + DOOR / 2))


def _slab(
    colour: str, low: tuple[float, float, float], high: tuple[float, float, float], pattern: Pattern | None = None
) -> Primitive:
    middle = ((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2)
    return box(colour, middle, (high[0] - low[0], high[1] - low[1], high[2] - low[2]), pattern=pattern)
