"""Kitchens: a run of counters with sink, stove and fridge along a wall or around a corner, cabinets and a hood above it."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.chai.house.generate.interior import HALF_WALL, LOW_TOP, Interior, free_front, measures
from sightline.chai.house.generate.style import Style
from sightline.chai.house.generate.tables import place_table
from sightline.chai.house.plan import SIDES
from sightline.chai.house.things import Furniture

# The walls around a corner: of a wall and its low (west or south) or high end, the other wall and its end there.
CORNERS = {
    ("north", False): ("west", True), ("north", True): ("east", True), ("south", False): ("west", False),
    ("south", True): ("east", False), ("east", False): ("south", True), ("east", True): ("north", True),
    ("west", False): ("south", False), ("west", True): ("north", False),
}  # fmt: skip
Stretch = tuple[str, int, int]  # of a wall: from, to
Bend = tuple[Stretch, Stretch, tuple[bool, bool]]  # two stretches, and whether they meet at their high ends
CABINETS = 0.85  # share of the counters with a cabinet above


def furnish_kitchen(room: Interior, style: Style, small: bool = False) -> bool:
    """A kitchen, where one eats if there is room; False if the room has no walls for it."""
    if not _place_run(room, style, _runs(room, style, small)):
        return False
    if small:
        return True
    for noun in ("table", "dining table"):
        if place_table(room, style, noun):
            break
    room.anywhere(style.get("bin"), how="corner")
    for noun in style.wishes(
        ("kitchen cart", "washing machine", "high chair", "ironing board", "pantry", "oven tower"), 0, 2
    ):
        room.anywhere(style.get(noun), how="corner")
    random = room.random
    if random.random() < 0.4:
        room.anywhere(style.another("sideboard"))
    elif random.random() < 0.4:
        room.anywhere(style.another("bookshelf"))
    if random.random() < 0.5:
        room.anywhere(style.another("shelf", lambda piece: "kitchen" in piece.name))
    return True


def _runs(room: Interior, style: Style, small: bool) -> list[list[Furniture]]:
    """Runs of counters, each piece beside the next, from the longest one to the shortest."""
    random = room.random
    counters = [piece for piece in style.fitted("counter") if measures(piece)[0] > measures(piece)[1]]
    fridge, stove, dishwasher = style.get("fridge"), style.get("stove"), style.get("dishwasher")
    sink, (one, two, three, four) = style.fitted("sink")[0], random.choices(counters, k=4)
    runs = [
        [fridge, sink, dishwasher, one, stove, two, three, four], [fridge, sink, dishwasher, one, stove, two, three],
        [fridge, sink, dishwasher, one, stove, two], [fridge, sink, one, stove, two], [fridge, sink, one, stove],
    ] if random.random() < 0.5 else [
        [fridge, one, stove, two, three, sink, dishwasher, four], [fridge, one, stove, two, three, sink, dishwasher],
        [fridge, one, stove, two, dishwasher, sink], [fridge, one, stove, two, sink], [fridge, one, stove, sink],
    ]  # fmt: skip
    first = 3 + random.randrange(2) if small else random.choice((0, 0, 1))
    return [[piece for piece in run if piece is not None] for run in runs[first:]]


def _place_run(room: Interior, style: Style, runs: Sequence[list[Furniture]]) -> bool:
    """Put the longest run that fits along one wall, or around a corner; False if none fits."""
    free = _free_walls(room, max(runs[0], key=free_front))
    corner = next((piece for piece in style.fitted("counter") if measures(piece)[0] == measures(piece)[1]), None)
    bends = [] if corner is None else _corners(room, free, measures(corner)[0])
    for pieces in runs:
        straight = [span for span in free if span[2] - span[1] >= _long(pieces)]
        bent = [] if corner is None else [bend for bend in bends if _split(pieces, bend, measures(corner)[0])]
        if straight and (not bent or room.random.random() < 0.5):
            side, low, high = room.random.choice(straight)
            _line_up(room, style, pieces, side, room.random.choice((low, high - _long(pieces))), 1)
        elif bent and corner is not None:
            _bend(room, style, pieces, room.random.choice(bent), corner)
        else:
            continue
        for side in SIDES:
            _hang(room, style, side)
        return True
    return False


def _split(pieces: list[Furniture], bend: Bend, square: int) -> int:
    """How many pieces come along the first wall of a corner, so that the rest fits along the second one; 0 if none do."""
    (_, low, high), (_, other_low, other_high), _ = bend
    fitting = [k for k in range(2, len(pieces)) if _long(pieces[:k]) <= high - low - square]
    fitting = [k for k in fitting if _long(pieces[k:]) <= other_high - other_low - square]
    return fitting[len(fitting) // 2] if fitting else 0


def _bend(room: Interior, style: Style, pieces: list[Furniture], bend: Bend, corner: Furniture) -> None:
    """Put a run around a corner, which a square counter fills."""
    (side, low, high), (other, other_low, other_high), (at_end, other_at_end) = bend
    square = measures(corner)[0]
    count = _split(pieces, bend, square)
    room.against(corner, side, high - square // 2 if at_end else low + square // 2, 0)
    first, last = pieces[:count][::-1], pieces[count:]
    _line_up(room, style, first, side, high - square if at_end else low + square, -1 if at_end else 1)
    _line_up(
        room, style, last, other, other_high - square if other_at_end else other_low + square, -1 if other_at_end else 1
    )


def _long(pieces: list[Furniture]) -> int:
    return sum(measures(piece)[0] for piece in pieces)


def _free_walls(room: Interior, deepest: Furniture) -> list[Stretch]:
    """The free stretches of all walls, from and to, that have enough room in front for any piece."""
    half = measures(deepest)[0] // 2
    return [(side, low - half, high + half) for side in SIDES for low, high in room.spans(deepest, side)]


def _corners(room: Interior, free: list[Stretch], square: int) -> list[Bend]:
    """Pairs of free stretches that meet in a corner, and at which of their ends: the high one or not."""
    pairs = []
    for one in free:
        for (side, end), (other_side, other_end) in CORNERS.items():
            if side != one[0] or not _at_end(room, one, end):
                continue
            for two in free:
                longer, shorter = one[2] - one[1], two[2] - two[1]
                long_enough = longer >= max(square + 2000, shorter) and shorter >= square + 1200
                if two[0] == other_side and _at_end(room, two, other_end) and long_enough:
                    pairs.append((one, two, (end, other_end)))
    return pairs


def _at_end(room: Interior, span: Stretch, high: bool) -> bool:
    """Whether a free stretch ends in the corner at the high or low end of its wall."""
    return span[2] >= room.length(span[0]) - HALF_WALL - 1 if high else span[1] <= HALF_WALL + 1


def _line_up(room: Interior, style: Style, pieces: list[Furniture], side: str, start: int, step: int) -> None:
    """Put pieces side by side from a place on, upwards (1) or downwards (-1) along a wall."""
    at = start
    for piece in pieces:
        width = measures(piece)[0]
        room.against(piece, side, at + width // 2 if step > 0 else at - width + width // 2)
        at += step * width
        _equip(room, style, piece)


def _equip(room: Interior, style: Style, piece: Furniture) -> None:
    """Now and then, an appliance on a counter."""
    appliances = [style.get(noun) for noun in ("microwave", "coffee maker", "toaster", "mixer", "kettle")]
    wanted = [a for a in appliances if a is not None and not any(line.startswith(a.name) for line in room.lines)]
    if piece.noun == "counter" and wanted and room.random.random() < 0.6:
        room.on(room.random.choice(wanted), room.random.choice((-300, -250, 250, 300)), 50)


def _hang(room: Interior, style: Style, side: str) -> None:
    """Cabinets above the counters of a wall, the hood above the stove, a small window above the sink."""
    for piece in list(room.standing):
        a0, a1, out, _ = room.framed(side, piece.box)
        if out or piece.high > LOW_TOP or not piece.blocks:
            continue
        above, along = None, (a0 + a1) // 2
        if piece.thing.noun == "stove":
            above = style.get("hood")
        elif piece.thing.noun == "sink":
            above = style.get("window", lambda window: window.name.startswith("small"), "small")
        elif piece.thing.noun == "counter" and room.random.random() < CABINETS:
            above = next((c for c in style.fitted("wall cabinet") if measures(c)[0] <= a1 - a0 + 10), None)
        if above is not None and any(low <= along <= high for low, high in room.spans(above, side)):
            room.against(above, side, along)
