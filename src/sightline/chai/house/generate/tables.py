"""A table with its chairs: in the room with chairs on both sides or at its ends, or against a wall."""

from __future__ import annotations

from sightline.chai.house.generate.interior import Box, Interior, measures
from sightline.chai.house.generate.style import Style
from sightline.chai.house.things import Furniture

GAP = 50  # mm between a table and its chairs
AROUND = 550  # mm that stay free around them
TRIES = 24
CHAIRS = {"table": "kitchen", "dining table": "dining"}  # the chairs of a table have this word in their names
FACING = {(0, -1): 0, (-1, 0): 90, (0, 1): 180, (1, 0): 270}  # the turn of a piece whose front faces this way


def place_table(room: Interior, style: Style, noun: str) -> bool:
    """A table with two to six chairs; False if there is no room for it."""
    table = style.get(noun)
    chair = style.get("chair", lambda c: CHAIRS[noun] in c.name, noun) or style.get("chair")
    if table is None or chair is None:
        return False
    ways = [("sides", 0), ("sides", 90), ("ends", 0), ("ends", 90)]
    room.random.shuffle(ways)
    ways.sort(key=lambda way: way[0] != "sides")
    return any(_try(room, style, table, chair, how, turn) for how, turn in ways)


def _try(room: Interior, style: Style, table: Furniture, chair: Furniture, how: str, turn: int) -> bool:
    random = room.random
    seats = _seats(table, chair, how)
    half_x = max(abs(x) for x, _, _ in seats) + measures(chair)[0] // 2
    half_z = max(abs(z) for _, z, _ in seats) + measures(chair)[1] // 2
    half_x, half_z = max(half_x, measures(table)[0] // 2), max(half_z, measures(table)[1] // 2)
    if turn:
        half_x, half_z = half_z, half_x
    edge = AROUND + 50
    if room.width < 2 * (half_x + edge) or room.depth < 2 * (half_z + edge):
        return False
    for _ in range(TRIES):
        x = random.randint(half_x + edge, room.width - half_x - edge) // 100 * 100
        z = random.randint(half_z + edge, room.depth - half_z - edge) // 100 * 100
        box = x - half_x, z - half_z, x + half_x, z + half_z
        ring = box[0] - AROUND, box[1] - AROUND, box[2] + AROUND, box[3] + AROUND
        if not room.fits(box, 0, measures(table)[3]) or not _is_clear(room, ring):
            continue
        rug = style.another("rug")
        if rug is not None and random.random() < 0.4:
            room.put(rug, x, z, turn)
        room.put(table, x, z, turn)
        for dx, dz, facing in seats:
            at_x, at_z, heading = (x + dx, z + dz, facing) if not turn else (x + dz, z - dx, facing + 90)
            room.put(chair, at_x, at_z, heading)
        room.free.append(ring)
        room.to_use.append((box[0] - AROUND, box[1] - AROUND, box[2] + AROUND, box[1]))
        return True
    return False


def _seats(table: Furniture, chair: Furniture, how: str) -> list[tuple[int, int, int]]:
    """Where chairs stand around a table that is not turned: x, z and turn."""
    width, deep = measures(table)[:2]
    out_x, out_z = width // 2 + GAP + measures(chair)[1] // 2, deep // 2 + GAP + measures(chair)[1] // 2
    if how == "ends":
        return [(-out_x, 0, 270), (out_x, 0, 90)]
    count = 2 if width >= 1300 else 1
    places = [0] if count == 1 else [-width // 4 // 50 * 50, width // 4 // 50 * 50]
    return [(x, out_z, 0) for x in places] + [(x, -out_z, 180) for x in places]


def _is_clear(room: Interior, ring: Box) -> bool:
    """Whether nothing that blocks the way stands in a box."""
    return not any(
        p.blocks and p.box[0] < ring[2] and ring[0] < p.box[2] and p.box[1] < ring[3] and ring[1] < p.box[3]
        for p in room.standing
    )
