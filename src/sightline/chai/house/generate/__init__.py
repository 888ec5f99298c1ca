"""Houses from seeds: a floor plan, furnished as people do, written as the text of a plan.

Only whole millimetres and Python's own random numbers decide, so that a seed gives the same house on every machine. What is
generated is right by construction: pieces stand side by side and leave free what the agent needs to walk and to reach. The
checks of hand-written plans hold for it too (tests/chai/house/test_generate.py).
"""

from __future__ import annotations

from random import Random

from sightline.chai.house.generate.interior import Interior, metres
from sightline.chai.house.generate.layout import PROGRAMS, STUDIO, Area, Layout, Opening, draw_layout
from sightline.chai.house.generate.rooms import furnish
from sightline.chai.house.generate.style import Style
from sightline.chai.house.plan import DOOR
from sightline.errors import InputError

FEWEST_ROOMS, MOST_ROOMS = min(PROGRAMS), max(PROGRAMS)
SHARES = {2: 2, 3: 3, 4: 4, 5: 4, 6: 4, 7: 2, 8: 2}  # how often a house has so many rooms
LAYOUTS, ATTEMPTS = 60, 6  # floor plans tried, and times each room is furnished anew
ITEMS = {  # that a room has, at least and at most
    "kitchen": (28, 40), "living room": (10, 15), "bedroom": (9, 13), "bathroom": (7, 10), "guest room": (8, 11),
    "hallway": (0, 2), STUDIO: (22, 32),
}  # fmt: skip
LARGEST_SEED = 2**63 - 1
RESERVED = 1_000_000  # houses of smaller seeds are never learned from
TO_LEARN_FROM = 2**40  # houses from there on
UNSEEN = range(900_000, 900_200)  # houses that agents are measured in; tests, pages and demos use others


def generate_plan(seed: int, rooms: int | tuple[int, int] | None = None) -> str:
    """The text of the plan of a seed, with so many rooms (a number, or the least and the most)."""
    least, most = _range(rooms)
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"The seed of a house lies between 0 and {LARGEST_SEED}, got {seed}.")
    chosen = Random(f"house {seed}")
    counts = range(least, most + 1)
    count = chosen.choices(counts, [SHARES[k] for k in counts])[0]
    for attempt in range(LAYOUTS):
        random = Random(f"house {seed}/{count}/{attempt}")
        layout = draw_layout(random, count)
        text = None if layout is None else _furnished(random, layout, seed)
        if text is not None:
            return text
    raise InputError(f"{count} rooms do not fit into the house of seed {seed}.")


def _range(rooms: int | tuple[int, int] | None) -> tuple[int, int]:
    least, most = (FEWEST_ROOMS, MOST_ROOMS) if rooms is None else (rooms, rooms) if isinstance(rooms, int) else rooms
    if not FEWEST_ROOMS <= least <= most <= MOST_ROOMS:
        got = least if least == most else f"{least}-{most}"
        raise InputError(f"A generated house has {FEWEST_ROOMS} to {MOST_ROOMS} rooms, got {got}.")
    return least, most


def _furnished(random: Random, layout: Layout, seed: int) -> str | None:
    """The text of a plan; None if a room cannot be furnished."""
    style = Style(random)
    interiors: list[Interior] = []
    for number in range(len(layout.areas)):
        for _ in range(ATTEMPTS):
            room = Interior(layout, number, random)
            if furnish(room, style):
                break
        else:
            return None
        interiors.append(room)
    parts = [f'name = "the house of seed {seed}"\n']
    parts += [_room_text(room, style) for room in interiors]
    parts += [_door_text(door, [layout.areas[k] for k in door.rooms]) for door in layout.doors]
    return "\n".join(parts)


def _room_text(room: Interior, style: Style) -> str:
    area, random = room.area, room.random
    kind = "living room" if area.kind == STUDIO else area.kind
    floor = ", ".join(f'"{word}"' for word in style.floor(area.kind))
    lines = "".join(f'    "{line}",\n' for line in room.lines)
    return (
        f'[[room]]\nname = "{area.name}"\nkind = "{kind}"\ncorner = [{metres(area.x)}, {metres(area.z)}]\n'
        f"size = [{metres(area.width)}, {metres(area.depth)}]\nfloor = [{floor}]\n"
        f'walls = "{style.walls()}"\nitems = {random.randint(*ITEMS[area.kind])}\nfurniture = [\n{lines}]\n'
    )


def _door_text(door: Opening, areas: list[Area]) -> str:
    names = ", ".join(f'"{area.name}"' for area in areas)
    at = door.at - max(area.box[door.axis] for area in areas)  # from the end of the common wall
    width = f"width = {metres(door.width)}\n" if door.width != round(1000 * DOOR) else ""
    return f"[[door]]\nbetween = [{names}]\nat = {metres(at)}\n{width}"
