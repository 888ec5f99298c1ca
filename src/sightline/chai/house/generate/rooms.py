"""Living rooms, bedrooms, bathrooms, hallways and studios: what stands in them, the most needed first."""

from __future__ import annotations

from sightline.chai.house.generate.interior import Interior, measures
from sightline.chai.house.generate.kitchen import furnish_kitchen
from sightline.chai.house.generate.style import Style
from sightline.chai.house.generate.tables import place_table
from sightline.chai.house.plan import SIDES
from sightline.chai.house.things import Furniture

VIEW, REACHED, BEHIND = 1750, 450, 700  # mm: free before a television, before a sofa, and behind one to walk through
LIVING = (
    "fireplace", "piano", "aquarium", "bookshelf", "armchair", "side table", "console table", "grandfather clock",
    "loudspeaker", "rocking chair", "exercise bike", "display cabinet",
)  # fmt: skip
BEDSIDE = (
    "bookshelf", "armchair", "wall shelf", "closet", "dressing table", "toy chest", "crib", "fan", "rocking horse",
    "play tent", "blackboard",
)  # fmt: skip
UTILITY = ("basket", "towel rail", "shelf", "washing machine", "dryer", "drying rack", "stool", "bathroom tower")
ENTRANCE = ("shoe cabinet", "coat rack", "bench", "mirror", "shoe rack", "coat hooks", "console table", "vacuum cleaner")
STUDIO = ("closet", "bookshelf", "armchair", "chest of drawers", "floor lamp", "side table", "fan")
SEATS = ("armchair", "armchair", "rocking chair", "bean bag", "ottoman")  # beside a sofa


def furnish(room: Interior, style: Style) -> bool:
    """Furnish a room of any kind; False if something that it needs found no place."""
    kind = room.area.kind
    if not ROOMS[kind](room, style):
        return False
    _decorate(room, style)
    return room.is_walkable()


def _living_room(room: Interior, style: Style) -> bool:
    random = room.random
    if not _seating(room, style):
        return False
    if random.random() < 0.4:
        place_table(room, style, "dining table")
    large = room.width * room.depth > 27_000_000
    wishes = ["bookshelf", "sideboard", *style.wishes(LIVING, 2 + large, 3 + 2 * large)]
    for noun in wishes:
        room.anywhere(style.get(noun), how=random.choice(("any", "corner", "corner")))
    if random.random() < 0.7:
        room.anywhere(style.get("floor lamp"), how="corner")
    return True


def _seating(room: Interior, style: Style) -> bool:
    """A television on its stand at a wall, a coffee table on a rug, a sofa that faces it, and perhaps an armchair beside."""
    random = room.random
    stand, screen, table = style.get("television stand"), style.get("television"), style.get("coffee table")
    sofa = style.get("sofa", lambda piece: measures(piece)[1] <= 1200)
    if stand is None or screen is None or sofa is None or table is None:
        return False
    sides = list(SIDES)
    random.shuffle(sides)
    deep, low_deep, sofa_deep = (measures(piece)[1] for piece in (stand, table, sofa))
    least = deep + VIEW + low_deep + REACHED
    for side in sides:
        spare = room.across(side) - least - sofa_deep
        if spare < 0:
            continue
        before = least if spare >= BEHIND else least + spare  # out to the sofa's front
        if spare >= BEHIND:
            before += random.randint(0, min(spare - BEHIND, 500)) // 100 * 100
        spans = room.spans(stand, side, VIEW)
        for _ in range(8):
            if not spans:
                break
            low, high = random.choice(spans)
            along = random.randint(low, high) // 50 * 50
            if not low <= along <= high:
                along = low
            if _seat(room, style, (stand, screen, table, sofa), side, along, before):
                return True
    return False


def _seat(room: Interior, style: Style, pieces: tuple[Furniture, ...], side: str, along: int, before: int) -> bool:
    stand, screen, table, sofa = pieces
    random, turn = room.random, (SIDES[side] + 180) % 360
    middle = before - REACHED - measures(table)[1] // 2
    sofa_at = room.point(side, along, before + measures(sofa)[1] // 2)
    table_at = room.point(side, along, middle)
    for piece, at in ((sofa, sofa_at), (table, table_at)):
        if not room.fits(room.box_of(piece, *at, turn), 0, measures(piece)[3]):
            return False
    room.against(stand, side, along, VIEW)
    room.on(screen)
    rug = style.another("rug")
    if rug is not None and random.random() < 0.8:
        room.put(rug, *room.point(side, along, middle), turn)
    room.put(table, *table_at, turn)
    room.put(sofa, *sofa_at, turn)
    gap = room.at_wall(side, along, measures(sofa)[0] + 1100, before, 0)
    room.free.append(gap)
    seats = style.wishes(SEATS, 1, 1)
    chair = style.get(seats[0]) if seats else None
    if chair is not None and random.random() < 0.7:
        aside = random.choice((-1, 1)) * (measures(table)[0] // 2 + 650 + measures(chair)[1] // 2)
        x, z = room.point(side, along + aside, middle)
        facing = _towards(table_at[0] - x, table_at[1] - z)
        room.put(chair, x, z, facing, among=(gap,))
    return True


def _towards(dx: int, dz: int) -> int:
    """The turn of a piece whose front faces this way."""
    if abs(dx) > abs(dz):
        return 270 if dx > 0 else 90
    return 180 if dz > 0 else 0


def _bedroom(room: Interior, style: Style) -> bool:
    random = room.random
    guest = room.area.kind == "guest room"
    key = "single" if guest else "double"
    if not _bed(room, style, style.get("bed", _is_single if guest else _is_double, key)):
        return False
    wishes = ["closet", "chest of drawers"] if not guest else ["chest of drawers", "bookshelf"]
    random.shuffle(wishes)
    for noun in wishes:
        room.anywhere(style.get(noun), how=random.choice(("corner", "any")))
    if guest or random.random() < 0.6:
        _desk(room, style)
    for noun in style.wishes(BEDSIDE, 2, 3):
        room.anywhere(style.get(noun), how="corner")
    if random.random() < 0.6:
        room.anywhere(style.another("mirror", lambda piece: "bathroom" not in piece.name))
    return True


def _is_double(bed: Furniture) -> bool:
    return measures(bed)[0] >= 1400 and measures(bed)[1] >= 1800


def _is_single(bed: Furniture) -> bool:
    return not _is_double(bed)


def _bed(room: Interior, style: Style, bed: Furniture | None) -> bool:
    """A bed with its head at a wall, a nightstand on one or both sides, lamps, a rug and a picture."""
    if bed is None:
        return False
    random, nightstand = room.random, style.get("nightstand")
    sides = list(SIDES)
    random.shuffle(sides)
    places = [(side, low, high) for side in sides for low, high in room.spans(bed, side)]
    beside = measures(bed)[0] // 2 + (measures(nightstand)[0] // 2 + 50 if nightstand else 0)
    wide = [(s, low + 2 * beside - 800, high - 2 * beside + 800) for s, low, high in places]
    roomy = [place for place in wide if place[1] <= place[2]]
    if not places:
        return False
    side, low, high = random.choice(roomy or places)
    along = random.randint(low, high)
    rounded = along // 50 * 50
    along = rounded if low <= rounded <= high else along
    room.against(bed, side, along)
    if random.random() < 0.7 and (rug := style.another("rug")) is not None:
        room.put(rug, *room.point(side, along, 1700), SIDES[side] + 90)
    if nightstand is not None:
        lamp = style.get("lamp")
        for way in random.sample((-1, 1), 2):
            at = along + way * beside
            if any(a <= at <= b for a, b in room.spans(nightstand, side)):
                room.against(nightstand, side, at)
                if random.random() < 0.6:
                    room.on(lamp, 0, 50)
    painting = style.another("painting")
    if painting is not None and any(a <= along <= b for a, b in room.spans(painting, side, up=200)):
        room.against(painting, side, along, up=200)
    return True


def _desk(room: Interior, style: Style) -> bool:
    """A desk with its chair, which leaves the drawer free, and perhaps a computer on it."""
    desk, chair = style.another("desk"), style.get("desk chair")
    if desk is None:
        return False
    side = room.anywhere(desk, how="any")
    if side is None:
        return False
    zone, (_, deep, _, _) = room.free[-1], measures(desk)
    a0, a1, _, _ = room.framed(side, zone)
    if "computer" in desk.name:
        room.on(style.get("computer"), -190)
    if chair is not None:
        left = -1 if side in ("north", "west") else 1  # of who sits at the desk
        x, z = room.point(side, (a0 + a1) // 2 + left * 380, deep + 100 + measures(chair)[1] // 2)
        room.put(chair, x, z, SIDES[side] + 180, among=(zone,))
    return True


def _bathroom(room: Interior, style: Style) -> bool:
    random = room.random
    vanity = style.get("bathroom counter")
    if vanity is None:
        return False
    tub, shower = style.get("bathtub"), style.get("shower")
    washing = [tub, shower] if random.random() < 0.5 else [shower, tub]
    if not room.anywhere(washing[0], how="corner") and not room.anywhere(washing[1], how="corner"):
        return False
    side = room.anywhere(vanity, how=random.choice(("any", "middle", "corner")))
    if side is None:
        return False
    a0, a1, _, _ = room.framed(side, room.standing[-1].box)
    mirror = style.get("mirror", lambda piece: "bathroom" in piece.name, "bathroom")
    if mirror is not None and any(low <= (a0 + a1) // 2 <= high for low, high in room.spans(mirror, side)):
        room.against(mirror, side, (a0 + a1) // 2)
    if room.anywhere(style.get("toilet"), how=random.choice(("corner", "any"))) is None:
        return False
    mat = style.get("mat")
    if mat is not None and random.random() < 0.8:
        room.put(mat, *room.point(side, (a0 + a1) // 2, measures(vanity)[1] + 400), SIDES[side])
    cabinets = [p for p in (style.get("bathroom cabinet"),) if p is not None]
    for cabinet in cabinets:
        room.anywhere(cabinet, how="any")
    for noun in style.wishes(UTILITY, 3, 4):
        named = style.get(noun, lambda p: p.noun != "shelf" or "bathroom" in p.name, "bathroom")
        room.anywhere(named, how="corner")
    return True


def _hallway(room: Interior, style: Style) -> bool:
    random = room.random
    for noun in style.wishes(ENTRANCE, 2, 4):
        room.anywhere(style.get(noun, lambda p: "bathroom" not in p.name, "hallway"), how=random.choice(("any", "corner")))
    rug = style.another("rug")
    if rug is not None and random.random() < 0.7:
        turn = 90 if room.depth > room.width else 0
        room.put(rug, room.width // 200 * 100, room.depth // 200 * 100, turn)
    return True


def _studio(room: Interior, style: Style) -> bool:
    if not furnish_kitchen(room, style, small=True):
        return False
    if not _bed(room, style, style.get("bed", _is_single, "single")):
        return False
    random = room.random
    if not (random.random() < 0.6 and _seating(room, style)):
        place_table(room, style, "table")
    for noun in style.wishes(STUDIO, 4, 4):
        room.anywhere(style.get(noun), how="corner")
    return True


def _decorate(room: Interior, style: Style) -> None:
    """Windows, pictures, a clock and plants, where walls and corners are free."""
    random, kind = room.random, room.area.kind
    large = room.width * room.depth > 18_000_000
    for _ in range(0 if kind == "hallway" else random.choice((1, 1, 2) if large else (0, 1, 1))):
        window = style.get("window", lambda piece: not piece.name.startswith("small"))
        side = room.anywhere(window, how=random.choice(("any", "middle")))
        radiator = style.another("radiator")
        if side is not None and radiator is not None and random.random() < 0.4:
            a0, a1, _, _ = room.framed(side, room.standing[-1].box)
            if any(low <= (a0 + a1) // 2 <= high for low, high in room.spans(radiator, side)):
                room.against(radiator, side, (a0 + a1) // 2)
    for _ in range(random.randint(0, 2) if large else random.randint(0, 1)):
        room.anywhere(style.another("painting"), how=random.choice(("any", "middle")))
    if kind in ("kitchen", "living room", "hallway") and random.random() < 0.4:
        room.anywhere(style.get("clock"))
    if kind in ("living room", "bedroom", "studio") and random.random() < 0.15:
        room.anywhere(style.get("air conditioner"))
    for _ in range(random.randint(0, 2) if large else random.randint(0, 1)):
        room.anywhere(style.another("plant"), how="corner")


ROOMS = {
    "kitchen": furnish_kitchen, "living room": _living_room, "bedroom": _bedroom, "guest room": _bedroom,
    "bathroom": _bathroom, "hallway": _hallway, "studio": _studio,
}  # fmt: skip
