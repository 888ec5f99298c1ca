"""A house plan: rooms on one floor, doorways between them, and furniture in its place; read from a text file.

    name = "the brick house"

    [[room]]
    name = "kitchen"
    kind = "kitchen"
    corner = [0.0, 0.0]                       # south-west, x and z
    size = [7.5, 7.5]
    floor = ["tiles", "#d9d2c3", "#b8ad97"]   # tiles, planks or carpet, in two colours
    walls = "#e8dcc2"
    items = 55                                # that can be picked up
    furniture = [
        "oak counter, north 1.2",             # against the north wall, its middle 1.2 from the wall's west end
        "flower painting, north 1.2, up 0.2", # and hung higher than usual
        "pine table, at 3.5 3.0, turn 90",    # its middle, from the room's corner; turned clockwise
        "microwave, on oak counter, 0.3 0",   # on top of the last piece of this name; shifted in that piece's own frame
    ]

    [[door]]
    between = ["kitchen", "living room"]
    at = 3.0                                  # its middle along their common wall, from the wall's south or west end
    width = 1.8                               # of an opening wider than a door

Walls are `WALL` thick, half of it in each of the two rooms.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Sized
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeGuard, TypeVar

from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.things import Furniture
from sightline.checks import checked_whole, shown
from sightline.errors import InputError
from sightline.fields import Json
from sightline.geometry.types import Floats

Lengths = TypeVar("Lengths", float, Floats)
WALL = 0.1
DOOR = 0.9  # width of a doorway
WIDEST = 4.0  # metres: of an opening between two rooms
LARGEST = 100.0  # metres: the largest extent of a house
MAX_LENGTH = 1e6  # metres: larger numbers are mistakes
MAX_CHARACTERS = 200_000  # of a plan; the bundled ones have 5,000
MAX_LINE = 4000  # characters
MAX_ROOMS = 100
MAX_DOORS = 200
MAX_PIECES = 500
MAX_NUMBERED = 999  # parts, switches, or items of a house: their numbers lie 1000 apart (see sightline.chai.house)
MAX_NAME = 60  # characters
KINDS = ("kitchen", "living room", "bedroom", "bathroom", "guest room", "hallway")
FLOORS = ("tiles", "planks", "carpet")
SIDES = {"north": 0, "east": 90, "south": 180, "west": 270}  # the turn of a piece that stands against that wall


@dataclass(frozen=True)
class Room:
    name: str
    kind: str
    corner: tuple[float, float]  # south-west, between the walls' middles
    size: tuple[float, float]
    floor: tuple[str, str, str]
    walls: str
    items: int

    @property
    def inside(self) -> tuple[float, float, float, float]:
        """x0, z0, x1, z1 between the walls."""
        (x, z), (width, depth) = self.corner, self.size
        return x + WALL / 2, z + WALL / 2, x + width - WALL / 2, z + depth - WALL / 2

    def holds(self, x: float, z: float) -> bool:
        """Whether a point lies in the room, including its half of the walls."""
        return self.corner[0] <= x < self.corner[0] + self.size[0] and self.corner[1] <= z < self.corner[1] + self.size[1]


@dataclass(frozen=True)
class Doorway:
    rooms: tuple[int, int]
    at: tuple[float, float]  # its middle
    along: str  # "x" or "z", the direction of its wall
    width: float = DOOR


@dataclass(frozen=True)
class Piece:
    """A piece of furniture in its place."""

    thing: Furniture
    room: int
    at: tuple[float, float, float]  # x, y, z
    turn: int  # 0, 90, 180 or 270, clockwise; at 0 its front faces south

    def outward(self, x: Lengths, z: Lengths) -> tuple[Lengths, Lengths]:
        """Rotate points or directions from the piece's frame to the house's."""
        s, c = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[self.turn]
        return c * x + s * z, c * z - s * x

    @property
    def footprint(self) -> tuple[float, float, float, float]:
        """x0, z0, x1, z1 of the whole piece, with its parts closed."""
        width, _, depth = self.thing.size
        if self.turn % 180:
            width, depth = depth, width
        x, _, z = self.at
        return x - width / 2, z - depth / 2, x + width / 2, z + depth / 2


@dataclass(frozen=True)
class Plan:
    name: str
    rooms: tuple[Room, ...]
    doorways: tuple[Doorway, ...]
    pieces: tuple[Piece, ...]

    def room_of(self, x: float, z: float) -> int:
        """The room that a point lies in; -1 outside the house."""
        return next((k for k, room in enumerate(self.rooms) if room.holds(x, z)), -1)


def parse_plan(text: str, where: str) -> Plan:
    """A house from its text; raises InputError that names the place of a mistake."""
    data = _parse_toml(text, where)
    tables, doors = data.get("room"), data.get("door", [])
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{where}: has no rooms.")
    _check_keys(data, ("name", "room", "door"), where)
    if not isinstance(doors, list) or not all(isinstance(table, dict) for table in [*tables, *doors]):
        raise InputError(f"{where}: rooms and doors are tables, [[room]] and [[door]].")
    _check_count(tables, MAX_ROOMS, "rooms", where)
    _check_count(doors, MAX_DOORS, "doors", where)
    rooms = tuple(_room(table, f"{where}, room {k + 1}") for k, table in enumerate(tables))
    index = {room.name: k for k, room in enumerate(rooms)}
    for k, room in enumerate(rooms):
        if index[room.name] != k:
            raise InputError(f"{where}: two rooms are called {room.name!r}.")
    _check_apart(rooms, where)
    doorways = tuple(_doorway(table, rooms, index, f"{where}, door {k + 1}") for k, table in enumerate(doors))
    for k, door in enumerate(doorways):
        if any(
            math.dist(door.at, other.at) < (door.width + other.width) / 2 + WALL and door.along == other.along
            for other in doorways[:k]
        ):
            raise InputError(f"{where}, door {k + 1}: overlaps another door.")
    pieces: list[Piece] = []
    for k, table in enumerate(tables):
        lines = table.get("furniture", [])
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise InputError(f"{where}, {rooms[k].name}: furniture must be a list of texts, got {shown(lines)}.")
        _check_count([*pieces, *lines], MAX_PIECES, "pieces of furniture", where)
        for line in lines:
            pieces.append(_piece(line, k, rooms[k], pieces, f"{where}, {rooms[k].name}"))
    for what in ("parts", "switches"):
        _check_count([part for piece in pieces for part in getattr(piece.thing, what)], MAX_NUMBERED, what, where)
    _check_count(range(sum(room.items for room in rooms)), MAX_NUMBERED, "items", where)
    name = _name(data["name"], where) if "name" in data else where
    return Plan(name, rooms, doorways, tuple(pieces))


def _parse_toml(text: str, where: str) -> Json:
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"{where}: is too long for a plan: {len(text):,} characters, at most {MAX_CHARACTERS:,}.")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise InputError(f"{where}, line {number}: is too long: {len(line):,} characters, at most {MAX_LINE:,}.")
    try:
        return tomllib.loads(text)
    except RecursionError:
        depths = list(accumulate((c in "[{") - (c in "]}") for c in text))
        deepest = 1 + text.count("\n", 0, depths.index(max(depths)))
        raise InputError(f"{where}, line {deepest}: brackets are nested too deeply.") from None
    except ValueError as error:
        raise InputError(f"{where}: is not TOML ({error}).") from None


def _check_count(values: Sized, most: int, what: str, where: str) -> None:
    if len(values) > most:
        raise InputError(f"{where}: has {len(values):,} {what}; a house has at most {most}.")


def _check_keys(table: Json, known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            raise InputError(f"{where}: unknown key {shown(key)}; the keys are {', '.join(known)}.")


def _name(name: object, where: str) -> str:
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
        raise InputError(f"{where}: its name must be a text of 1 to {MAX_NAME} printable characters, got {shown(name)}.")
    return name


def _room(table: Json, where: str) -> Room:
    _check_keys(table, ("name", "kind", "corner", "size", "floor", "walls", "items", "furniture"), where)
    for key in ("name", "kind", "corner", "size", "floor", "walls"):
        if key not in table:
            raise InputError(f"{where}: has no {key}.")
    name, kind, floor, items = table["name"], table["kind"], table["floor"], table.get("items", 0)
    where = f"{where} ({_name(name, where)})"
    if kind not in KINDS:
        raise InputError(f"{where}: unknown kind {shown(kind)}; the kinds are {', '.join(KINDS)}.")
    if not isinstance(floor, list) or len(floor) != 3 or floor[0] not in FLOORS:
        raise InputError(f"{where}: a floor is one of {', '.join(FLOORS)} and two colours, got {shown(floor)}.")
    for colour in (*floor[1:], table["walls"]):
        if not (isinstance(colour, str) and re.fullmatch("#[0-9a-fA-F]{6}", colour)):
            raise InputError(f"{where}: a colour is written '#rrggbb', got {shown(colour)}.")
    items = checked_whole(items, f"{where}: items", 0, 200)
    corner, size = _pair(table["corner"], f"{where}: corner"), _pair(table["size"], f"{where}: size")
    if min(size) < 1:
        raise InputError(f"{where}: size {size} must be at least 1 metre each way.")
    if min(corner) < 0 or max(corner[0] + size[0], corner[1] + size[1]) > LARGEST:
        raise InputError(
            f"{where}: lies outside the plan, which extends from 0 to {LARGEST:g} m: corner {corner}, size {size}."
        )
    return Room(name, kind, corner, size, (floor[0], floor[1], floor[2]), table["walls"], items)


def _pair(value: object, what: str) -> tuple[float, float]:
    if not (isinstance(value, list) and len(value) == 2 and all(_is_number(v) for v in value)):
        raise InputError(f"{what} must be two numbers, got {shown(value)}.")
    return float(value[0]), float(value[1])


def _is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a length or a coordinate; False for NaN, and for whole numbers beyond all floats."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_LENGTH


def _check_apart(rooms: tuple[Room, ...], where: str) -> None:
    for k, a in enumerate(rooms):
        for b in rooms[:k]:
            gaps = [max(a.corner[i] - b.corner[i] - b.size[i], b.corner[i] - a.corner[i] - a.size[i]) for i in (0, 1)]
            if max(gaps) < -1e-6:
                raise InputError(f"{where}: the {a.name} and the {b.name} overlap.")


def _doorway(table: Json, rooms: tuple[Room, ...], index: dict[str, int], where: str) -> Doorway:
    _check_keys(table, ("between", "at", "width"), where)
    names, at, width = table.get("between"), table.get("at"), table.get("width", DOOR)
    if not (isinstance(names, list) and len(names) == 2 and all(isinstance(n, str) for n in names) and _is_number(at)):
        raise InputError(f"{where}: needs between = [room, room] and at = metres, got {shown(names)} and {shown(at)}.")
    for name in names:
        if name not in index:
            raise InputError(f"{where}: leads to {shown(name)}, which is not a room of this house.")
    if not (_is_number(width) and DOOR <= width <= WIDEST):
        raise InputError(f"{where}: its width lies between {DOOR} and {WIDEST:g} m, got {shown(width)}.")
    if len(set(names)) != 2:
        raise InputError(f"{where}: leads from {shown(names[0])} to itself; a door joins two rooms.")
    one, two = index[names[0]], index[names[1]]
    for axis in (0, 1):  # the axis along which the two rooms lie side by side
        a, b = sorted((rooms[one], rooms[two]), key=lambda room: room.corner[axis])
        if math.isclose(a.corner[axis] + a.size[axis], b.corner[axis], abs_tol=1e-6):
            low = max(a.corner[1 - axis], b.corner[1 - axis])
            high = min(a.corner[1 - axis] + a.size[1 - axis], b.corner[1 - axis] + b.size[1 - axis])
            if high - low > DOOR + WALL:
                if not width / 2 + WALL / 2 <= at <= high - low - width / 2 - WALL / 2:
                    raise InputError(f"{where}: at {at} does not fit into the common wall of {high - low:g} m.")
                middle = (b.corner[axis], low + at)
                return Doorway((one, two), middle if axis == 0 else middle[::-1], "z" if axis == 0 else "x", float(width))
    raise InputError(f"{where}: the {names[0]} and the {names[1]} have no common wall.")


def _piece(line: str, number: int, room: Room, before: list[Piece], where: str) -> Piece:
    """Parse a line of furniture: its name, its place, and its turn or shift."""
    name, *rest = (part.strip() for part in line.split(","))
    if name not in FURNITURE:
        close = difflib.get_close_matches(name[:MAX_NAME], FURNITURE, 1)
        raise InputError(f"{where}: there is no furniture {shown(name)}{f'; is it {close[0]!r}?' if close else '.'}")
    thing = FURNITURE[name]
    words = rest[0].split() if rest else []
    below = None
    if words and words[0] == "on":
        below = next((p for p in reversed(before) if p.room == number and p.thing.name == " ".join(words[1:])), None)
        if below is None:
            raise InputError(f"{where}: {shown(line)} stands on a piece that does not come before it.")
    try:
        if words and words[0] in SIDES and len(words) == 2 and len(rest) <= 2:
            up = _number_after("up", rest[1]) if len(rest) == 2 else 0.0
            if up and (thing.solid or not 0 <= up <= 1.5):
                raise InputError(f"{where}: {shown(line)}: only what hangs on a wall has up, from 0 to 1.5 m.")
            return _against(thing, number, room, words[0], _metres(words[1]), up)
        if words and words[0] == "at" and len(words) == 3 and len(rest) <= 2:
            turn = _number_after("turn", rest[1]) % 360 if len(rest) == 2 else 0.0
            if turn % 90:
                raise ValueError
            x, z = room.corner[0] + _metres(words[1]), room.corner[1] + _metres(words[2])
            return Piece(thing, number, (x, 0.0, z), int(turn))
        if below is not None and len(rest) <= 2:
            x, z = below.outward(*map(_metres, rest[1].split())) if len(rest) == 2 else (0.0, 0.0)
            y = below.at[1] + below.thing.size[1]
            piece = Piece(thing, number, (below.at[0] + x, y, below.at[2] + z), below.turn)
            x0, z0, x1, z1 = below.footprint
            if not (x0 <= piece.at[0] <= x1 and z0 <= piece.at[2] <= z1):
                raise InputError(f"{where}: {shown(line)} stands beside the {below.thing.name}, not on it.")
            return piece
    except InputError:
        raise
    except (ValueError, IndexError, TypeError):
        pass
    raise InputError(
        f"{where}: cannot read {shown(line)}; write 'name, north 1.2', 'name, north 1.2, up 0.2', 'name, at 3 2, turn 90', "
        "'name, on name' or 'name, on name, 0.3 0'."
    )


def _metres(text: str) -> float:
    """A length, or ValueError."""
    if not _is_number(length := float(text)):
        raise ValueError
    return length


def _number_after(keyword: str, text: str) -> float:
    """The number of 'keyword number', or ValueError."""
    word, number = text.split()
    if word != keyword:
        raise ValueError
    return _metres(number)


def _against(thing: Furniture, number: int, room: Room, side: str, along: float, up: float) -> Piece:
    x0, z0, x1, z1 = room.inside
    half = thing.size[2] / 2
    x, z = room.corner[0] + along, room.corner[1] + along
    middle = {"north": (x, z1 - half), "south": (x, z0 + half), "east": (x1 - half, z), "west": (x0 + half, z)}[side]
    return Piece(thing, number, (middle[0], up, middle[1]), SIDES[side])
