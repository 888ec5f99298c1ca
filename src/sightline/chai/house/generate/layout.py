"""Floor plans: rooms are attached to one another, wall to wall, and every common wall that was attached to gets a door.

Everything is in whole millimetres, so that a seed gives the same house on every machine. Rooms lie on a lattice of GRID.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from sightline.chai.house.plan import DOOR, WALL

GRID = 500
DOOR_WIDTH, THICK = round(1000 * DOOR), round(1000 * WALL)
COMMON = 2000  # the shortest common wall that gets a door
FROM_CORNER = 650  # of a doorway's middle, at least
BETWEEN_DOORS = 1500  # between the middles of two doorways in one wall, at least
STUDIO = "studio"
SIZES = {  # metres, the shorter and the longer side, least and most
    "kitchen": ((4.0, 5.5), (5.0, 7.0)), "living room": ((4.5, 6.0), (5.0, 7.5)), "bedroom": ((4.0, 5.5), (4.5, 6.0)),
    "bathroom": ((3.0, 4.0), (3.5, 4.5)), "guest room": ((4.0, 4.5), (4.0, 5.5)), "hallway": ((2.0, 2.5), (4.0, 8.0)),
    STUDIO: ((5.5, 6.5), (6.5, 8.0)),
}  # fmt: skip
PROGRAMS: dict[int, tuple[tuple[str, ...], ...]] = {  # what a house of so many rooms has; the first room is the hub
    2: ((STUDIO, "bathroom"), ("kitchen", "bedroom"), ("living room", "kitchen")),
    3: (
        ("kitchen", "bedroom", "bathroom"), ("living room", "kitchen", "bathroom"), ("hallway", STUDIO, "bathroom"),
        ("living room", "kitchen", "bedroom"),
    ),
    4: (
        ("kitchen", "living room", "bedroom", "bathroom"), ("living room", "kitchen", "bedroom", "bathroom"),
        ("hallway", "kitchen", "bedroom", "bathroom"), ("hallway", STUDIO, "guest room", "bathroom"),
    ),
    5: (
        ("hallway", "kitchen", "living room", "bedroom", "bathroom"),
        ("living room", "kitchen", "bedroom", "guest room", "bathroom"),
        ("kitchen", "living room", "bedroom", "bathroom", "bathroom"),
    ),
    6: (
        ("hallway", "kitchen", "living room", "bedroom", "guest room", "bathroom"),
        ("hallway", "kitchen", "living room", "bedroom", "bathroom", "bathroom"),
        ("living room", "kitchen", "bedroom", "guest room", "bathroom", "bathroom"),
    ),
    7: (
        ("hallway", "kitchen", "living room", "bedroom", "guest room", "bathroom", "bathroom"),
        ("hallway", "kitchen", "living room", "bedroom", "bedroom", "guest room", "bathroom"),
    ),
    8: (("hallway", "kitchen", "living room", "bedroom", "bedroom", "guest room", "bathroom", "bathroom"),),
}  # fmt: skip
OPEN = 0.5  # share of the houses whose kitchen is open to the living room
OPENINGS = (1500, 1800, 2100, 2400)  # widths of the opening of such a kitchen
SECOND_DOOR = 0.3  # probability of a door between two rooms that merely touch
PASSING = frozenset({"hallway", "living room", "kitchen", STUDIO})  # rooms that one walks through to others
Box = tuple[int, int, int, int]  # x0, z0, x1, z1
EN_SUITE = 0.6  # probability that the second bathroom belongs to the bedroom


@dataclass(frozen=True)
class Area:
    """A room of a floor plan."""

    name: str
    kind: str
    x: int  # the south-west corner
    z: int
    width: int
    depth: int

    @property
    def box(self) -> Box:
        """x0, z0, x1, z1."""
        return self.x, self.z, self.x + self.width, self.z + self.depth


class Opening(NamedTuple):
    """A doorway between two rooms."""

    rooms: tuple[int, int]
    axis: int  # of its wall's direction: 0 along x, 1 along z
    line: int  # the wall's coordinate on the other axis
    at: int  # its middle along the wall
    width: int


class Layout(NamedTuple):
    """A floor plan without furniture."""

    areas: tuple[Area, ...]
    doors: tuple[Opening, ...]


def draw_layout(random: Random, count: int) -> Layout | None:
    """A floor plan of so many rooms; None if there is no room left beside the one that a room belongs to."""
    kinds = random.choice(PROGRAMS[count])
    areas: list[Area] = []
    doors: list[Opening] = []
    for kind in kinds:
        size = _size(random, kind, len(kinds))
        if not areas:
            areas.append(Area(kind, kind, 0, 0, *size))
            continue
        hosts = _hosts(random, areas, kind)
        attached = _attach(random, areas, hosts, kind, size)
        if attached is None:
            return None
        areas.append(attached[0])
        host = attached[1]
        wide = {kind, areas[host].kind} == {"kitchen", "living room"} and random.random() < OPEN
        doors.append(_door(random, areas, host, len(areas) - 1, wide))
    doors += _second_doors(random, areas, doors)
    return _normalised(areas, doors)


def _size(random: Random, kind: str, count: int) -> tuple[int, int]:
    """Width and depth; a hallway is long enough for the rooms along it."""
    sides = [random.randrange(round(1000 * low), round(1000 * high) + 1, GRID) for low, high in SIZES[kind]]
    if kind == "hallway":
        sides[1] = max(sides[1], GRID * (2 * count + 2))
    random.shuffle(sides)
    return sides[0], sides[1]


def _hosts(random: Random, areas: list[Area], kind: str) -> list[int]:
    """The rooms that a room of this kind may be attached to."""
    if kind == "bathroom" and any(area.kind == kind for area in areas) and random.random() < EN_SUITE:
        return [k for k, area in enumerate(areas) if area.kind in ("bedroom", "guest room")][:1]
    if areas[0].kind == "hallway":
        return [0]
    return [k for k, area in enumerate(areas) if area.kind in PASSING]


def _attach(
    random: Random, areas: list[Area], hosts: list[int], kind: str, size: tuple[int, int]
) -> tuple[Area, int] | None:  # fmt: skip
    """A room beside one of its hosts, where it touches many rooms and makes the house no larger than it must be."""
    (width, depth), boxes = size, [area.box for area in areas]
    x_least, z_least = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x_most, z_most = max(box[2] for box in boxes), max(box[3] for box in boxes)
    best: tuple[int, Area, int] | None = None
    for host in hosts:
        x0, z0, x1, z1 = boxes[host]
        beside = [(x, z) for x in range(x0 - width + COMMON, x1 - COMMON + 1, GRID) for z in (z1, z0 - depth)]
        beside += [(x, z) for z in range(z0 - depth + COMMON, z1 - COMMON + 1, GRID) for x in (x1, x0 - width)]
        for x, z in beside:
            new = x, z, x + width, z + depth
            if any(x < b[2] and b[0] < new[2] and z < b[3] and b[1] < new[3] for b in boxes):
                continue
            extent = max(x_most, new[2]) - min(x_least, x) + max(z_most, new[3]) - min(z_least, z)
            score = extent - 2 * sum(_touching(new, box) for box in boxes) + random.randrange(4 * GRID)
            if best is None or score < best[0]:
                best = score, Area(_name(areas, kind), kind, x, z, width, depth), host
    return None if best is None else best[1:]


def _touching(a: Box, b: Box) -> int:
    """The length of the common wall of two rooms."""
    if a[2] == b[0] or b[2] == a[0]:
        return max(0, min(a[3], b[3]) - max(a[1], b[1]))
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) if a[3] == b[1] or b[3] == a[1] else 0


def _name(areas: list[Area], kind: str) -> str:
    """A room's name, which no other room of the house has."""
    again = any(area.kind == kind for area in areas)
    return f"second {kind}" if again else kind


def _common(a: Area, b: Area) -> tuple[int, int, int, int]:
    """The common wall of two rooms: its axis, its line, and its two ends; empty if they do not touch."""
    for axis in (0, 1):
        (a0, a1), (b0, b1) = (area.box[1 - axis :: 2] for area in (a, b))  # across the wall
        if a1 == b0 or b1 == a0:
            (c0, c1), (d0, d1) = (area.box[axis::2] for area in (a, b))
            return axis, a1 if a1 == b0 else a0, max(c0, d0), min(c1, d1)
    return 0, 0, 0, 0


def _door(random: Random, areas: list[Area], one: int, two: int, wide: bool) -> Opening:
    """A doorway in the common wall of two rooms: near one of its ends, which leaves more wall, or in the middle."""
    axis, line, low, high = _common(areas[one], areas[two])
    width = DOOR_WIDTH
    if wide:
        width = max((w for w in OPENINGS if w <= high - low - 2 * FROM_CORNER + DOOR_WIDTH), default=DOOR_WIDTH)
        width = min(width, random.choice(OPENINGS))
    margin = FROM_CORNER + (width - DOOR_WIDTH) // 2
    ends = [low + margin, high - margin, (low + high) // 200 * 100]
    at = random.choice(ends if high - low > 2 * margin else ends[2:])
    return Opening((one, two), axis, line, at, width)


def _second_doors(random: Random, areas: list[Area], doors: list[Opening]) -> list[Opening]:
    """Doors between rooms that one walks through and others beside them, so that some ways lead around."""
    more: list[Opening] = []
    joined = {frozenset(door.rooms) for door in doors}
    for two in range(len(areas)):
        for one in range(two):
            kinds = {areas[one].kind, areas[two].kind}
            axis, line, low, high = _common(areas[one], areas[two])
            if frozenset((one, two)) in joined or not kinds <= PASSING or high - low < COMMON:
                continue
            wide = kinds == {"kitchen", "living room"} and random.random() < OPEN
            door = _door(random, areas, one, two, wide)
            near = [d for d in (*doors, *more) if d.axis == axis and d.line == line and abs(d.at - door.at) < BETWEEN_DOORS]
            if not near and (wide or random.random() < SECOND_DOOR):
                more.append(door)
    return more


def _normalised(areas: list[Area], doors: list[Opening]) -> Layout:
    """The same floor plan, its south-west corner at (0, 0)."""
    left, low = min(area.x for area in areas), min(area.z for area in areas)
    shift = (left, low)
    return Layout(
        tuple(replace(area, x=area.x - left, z=area.z - low) for area in areas),
        tuple(door._replace(line=door.line - shift[1 - door.axis], at=door.at - shift[door.axis]) for door in doors),
    )
