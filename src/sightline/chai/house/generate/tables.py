"""A table with its chairs: in the room with chairs on both sides or at its ends, or against a wall."""

from __future__ import annotations

from sightline.chai.house.generate.interior import Interior, measures, meet
from sightline.chai.house.generate.layout import Box
from sightline.chai.house.generate.style import Style
from sightline.chai.house.plan import SIDES
from sightline.chai.house.things import Furniture

GAP = 50  # mm between a table and its chairs
AROUND = 550  # mm that stay free around them
DRAWS = 24  # of a place for a table, at most
NOT_AT = {"table": "dining", "dining table": "kitchen"}  # chairs with this word in their names belong to another table


def place_table(room: Interior, style: Style, noun: str) -> bool:
    """A table with two to six chairs; False if there is no room for it."""
    table = style.get(noun)
    chair = style.get("chair", lambda chair: NOT_AT[noun] not in chair.name, noun)
    if table is None or chair is None:
        return False
    ways = [("sides", 0), ("sides", 90), ("ends", 0), ("ends", 90)]
    room.random.shuffle(ways)
    ways.sort(key=lambda way: way[0] != "sides")
    return any(_try(room, style, table, chair, how, turn) for how, turn in ways) or _at_wall(room, table, chair)


def _at_wall(room: Interior, table: Furniture, chair: Furniture) -> bool:
    """A table against a wall, with chairs on the other side."""
    sides = list(SIDES)
    room.random.shuffle(sides)
    deep, chair_deep = measures(table)[1], measures(chair)[1]
    front = GAP + chair_deep + AROUND
    for side in sides:
        for low, high in room.spans(table, side, front):
            along = room.random.randint(low, high) // 50 * 50
            if low <= along <= high:
                room.against(table, side, along, front)
                zone = room.free[-1]
                for aside in _places(table):
                    x, z = room.point(side, along + aside, deep + GAP + chair_deep // 2)
                    room.put(chair, x, z, SIDES[side] + 180, among=(zone,))
                return True
    return False


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
    for _ in range(DRAWS):
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
    return [(x, out_z, 0) for x in _places(table)] + [(x, -out_z, 180) for x in _places(table)]


def _places(table: Furniture) -> list[int]:
    """Where chairs stand along a table's side, from its middle."""
    quarter = measures(table)[0] // 200 * 50
    return [-quarter, quarter] if quarter >= 300 else [0]


def _is_clear(room: Interior, ring: Box) -> bool:
    """Whether nothing that blocks the way stands in a box."""
    return not any(piece.blocks and meet(piece.box, ring) for piece in room.standing)
