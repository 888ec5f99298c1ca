"""Kitchens: a run of counters with sink, stove and fridge along a wall or around a corner, cabinets and a hood above it."""

from __future__ import annotations

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
NEEDED = ("fridge", "sink", "stove")
CABINETS = 0.85  # share of the counters with a cabinet above


def furnish_kitchen(room: Interior, style: Style, small: bool = False) -> bool:
    """A kitchen, where one eats if there is room; False if the room has no walls for it."""
    if not _place_run(room, style, _run(room, style, small)):
        return False
    if small:
        return True
    for noun in ("table", "dining table"):
        if place_table(room, style, noun):
            break
    room.anywhere(style.get("bin"), how="corner")
    random = room.random
    if random.random() < 0.4:
        room.anywhere(style.another("sideboard"))
    elif random.random() < 0.4:
        room.anywhere(style.another("bookshelf"))
    if random.random() < 0.5:
        room.anywhere(style.another("shelf", lambda piece: "kitchen" in piece.name))
    return True


def _run(room: Interior, style: Style, small: bool) -> list[Furniture]:
    """The pieces of a run of counters, side by side."""
    random = room.random
    counters = [piece for piece in style.fitted("counter") if measures(piece)[0] > measures(piece)[1]]
    sink, stove = style.fitted("sink")[0], style.get("stove")
    one, two, three, four = (random.choice(counters) for _ in range(4))
    run: list[Furniture | None]
    run = (
        [style.get("fridge"), sink, one, stove, two]
        if random.random() < 0.5
        else [style.get("fridge"), one, stove, two, sink]
    )
    if small:
        run = [style.get("fridge"), sink, stove, one] if random.random() < 0.5 else [style.get("fridge"), stove, one, sink]
    else:
        dishwasher = style.get("dishwasher")
        run += [dishwasher, three] if run[-1] is sink else [three, dishwasher]
        run += [four] if random.random() < 0.6 else []
    return [piece for piece in run if piece is not None]


def _place_run(room: Interior, style: Style, pieces: list[Furniture]) -> bool:
    """Put a run along one wall, or around a corner; whatever finds no place there goes elsewhere."""
    free = _free_walls(room, max(pieces, key=free_front))
    straight = [span for span in free if span[2] - span[1] >= _long(pieces)]
    corner = next((piece for piece in style.fitted("counter") if measures(piece)[0] == measures(piece)[1]), None)
    bent = [] if corner is None else _corners(room, free, measures(corner)[0])
    if straight and (not bent or room.random.random() < 0.5):
        side, low, high = room.random.choice(straight)
        at = room.random.choice((low, high - _long(pieces)))
        left = _line_up(room, style, pieces, side, at, 1)
    elif bent and corner is not None:
        (side, low, high), (other, other_low, other_high), ends = room.random.choice(bent)
        square = measures(corner)[0]
        first: list[Furniture] = []
        while len(first) < len(pieces) and _long(pieces[: len(first) + 1]) <= high - low - square:
            first = pieces[: len(first) + 1]
        room.against(corner, side, high - square // 2 if ends[0] else low + square // 2, 0)
        left = _line_up(room, style, first[::-1], side, high - square if ends[0] else low + square, -1 if ends[0] else 1)
        rest, length = pieces[len(first) :], other_high - other_low - square
        fitting = [k for k in range(len(rest) + 1) if _long(rest[:k]) <= length][-1]
        start = other_high - square if ends[1] else other_low + square
        left += _line_up(room, style, rest[:fitting], other, start, -1 if ends[1] else 1) + rest[fitting:]
    else:
        left = pieces
    for piece in left:
        side_found = room.anywhere(piece, how="corner")
        if side_found is None and piece.noun in NEEDED:
            return False
    for side in SIDES:
        _hang(room, style, side)
    return True


def _long(pieces: list[Furniture]) -> int:
    return sum(measures(piece)[0] for piece in pieces)


def _free_walls(room: Interior, deepest: Furniture) -> list[tuple[str, int, int]]:
    """The free stretches of all walls, from and to, that have enough room in front for any piece."""
    half = measures(deepest)[0] // 2
    return [(side, low - half, high + half) for side in SIDES for low, high in room.spans(deepest, side)]


def _corners(
    room: Interior, free: list[tuple[str, int, int]], square: int
) -> list[tuple[tuple[str, int, int], tuple[str, int, int], tuple[bool, bool]]]:  # fmt: skip
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


def _at_end(room: Interior, span: tuple[str, int, int], high: bool) -> bool:
    """Whether a free stretch ends in the corner at the high or low end of its wall."""
    return span[2] >= room.length(span[0]) - HALF_WALL - 1 if high else span[1] <= HALF_WALL + 1


def _line_up(
    room: Interior, style: Style, pieces: list[Furniture], side: str, start: int, step: int
) -> list[Furniture]:  # fmt: skip
    """Put pieces side by side from a place on, upwards or downwards; returns those that found no place."""
    left: list[Furniture] = []
    at = start
    for piece in pieces:
        width = measures(piece)[0]
        along = at + step * width // 2 if step > 0 else at - width + width // 2
        at += step * width
        if any(low <= along <= high for low, high in room.spans(piece, side)):
            room.against(piece, side, along)
            _equip(room, style, piece)
        else:
            left.append(piece)
    return left


def _equip(room: Interior, style: Style, piece: Furniture) -> None:
    """Now and then, an appliance on a counter."""
    appliances = [style.get(noun) for noun in ("microwave", "coffee maker", "toaster")]
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
