"""A house: its plan, its ground, and everything in it by number and by name.

Segmentation and rays use these numbers: pieces of furniture count from 1, openable parts from 1001, switches from 2001,
items from 3001 (the variant decides which items there are, see `stock`). FLOOR and WALLS are not things.
"""

from __future__ import annotations

import os
import re
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any
from weakref import WeakValueDictionary

from sightline.chai.house.fingerprint import house_fingerprint, plan_fingerprint
from sightline.chai.house.generate import LARGEST_SEED, generate_plan
from sightline.chai.house.ground import Ground, check_plan
from sightline.chai.house.plan import Plan, parse_plan
from sightline.chai.house.things import Part, Surface, Switch, Vector
from sightline.checks import checked_seed, path_words, shown
from sightline.errors import InputError
from sightline.files import read_limited

FIRST_PIECE, FIRST_PART, FIRST_SWITCH, FIRST_ITEM = 1, 1001, 2001, 3001
FLOOR, WALLS = -1, -2
HOUSES = (1, 2, 3, 4, 5)  # of the package
PLANS = Path(__file__).parent / "plans"  # of these houses
_NUMBER = re.compile(r"\d{1,19}", re.ASCII)  # a longer number can only be a file name
_OWN = re.compile(r"plan:[0-9a-f]{16}")
_SEED = re.compile(r"seed:(0|[1-9]\d{0,18})", re.ASCII)
RECENT = 64  # generated houses that are kept


@dataclass(frozen=True, eq=False)
class House:
    """One house. Houses compare by identity; each plan has exactly one object."""

    name: str  # in records: the number of a house of the package, seed:NUMBER of a generated one, or plan:FINGERPRINT
    title: str  # 'house 3', 'house seed:7' or the file's name, for sentences
    plan: Plan
    text: str  # of the plan

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return (named_house, (self.name,)) if self.name.isdigit() else (_received, (self.name, self.title, self.text))

    def __repr__(self) -> str:
        return f"House({self.name!r})"

    @property
    def is_generated(self) -> bool:
        """Whether it comes from a seed, and so is right by construction."""
        return self.name.startswith("seed:")

    @cached_property
    def fingerprint(self) -> str:
        """Of the plan and of everything that may be in the house."""
        return house_fingerprint(self.name, self.text, self.plan, PLANS)

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.plan)

    @cached_property
    def parts(self) -> tuple[tuple[int, Part], ...]:
        """Every openable part with its piece."""
        return tuple((k, part) for k, piece in enumerate(self.plan.pieces) for part in piece.thing.parts)

    @cached_property
    def switches(self) -> tuple[tuple[int, Switch], ...]:
        return tuple((k, switch) for k, piece in enumerate(self.plan.pieces) for switch in piece.thing.switches)

    @cached_property
    def surfaces(self) -> tuple[tuple[int, Surface], ...]:
        return tuple((k, surface) for k, piece in enumerate(self.plan.pieces) for surface in piece.thing.surfaces)

    def part_of(self, piece: int, name: str) -> int:
        """The index of a piece's part; -1 for the empty name."""
        return self._part_index.get((piece, name), -1)

    @cached_property
    def _part_index(self) -> dict[tuple[int, str], int]:
        return {(owner, part.name): k for k, (owner, part) in enumerate(self.parts)}

    @cached_property
    def names(self) -> dict[int, str]:
        """Name of every piece, part and switch: 'oak nightstand 2', 'drawer of the oak nightstand 2'."""
        often, seen = Counter(piece.thing.name for piece in self.plan.pieces), Counter[str]()
        pieces = []
        for piece in self.plan.pieces:
            name = piece.thing.name
            seen[name] += 1
            pieces.append(f"{name} {seen[name]}" if often[name] > 1 else name)
        names = {FIRST_PIECE + k: name for k, name in enumerate(pieces)}
        names |= {FIRST_PART + k: f"{part.name} of the {pieces[owner]}" for k, (owner, part) in enumerate(self.parts)}
        for k, (owner, switch) in enumerate(self.switches):
            names[FIRST_SWITCH + k] = f"{switch.name} of the {pieces[owner]}"
        return names | {FLOOR: "floor", WALLS: "wall"}

    def piece_of(self, number: int) -> int:
        """The piece that a number belongs to: the piece itself, or the owner of a part or switch."""
        piece = number - FIRST_PIECE
        if FIRST_PART <= number < FIRST_PART + len(self.parts):
            piece = self.parts[number - FIRST_PART][0]
        elif FIRST_SWITCH <= number < FIRST_SWITCH + len(self.switches):
            piece = self.switches[number - FIRST_SWITCH][0]
        if not 0 <= piece < len(self.plan.pieces):
            raise InputError(f"{self.title} has no piece, part or switch {number}.")
        return piece

    def parts_of(self, number: int) -> tuple[int, ...]:
        """The parts and switches that belong to a piece; empty for other numbers."""
        return self._parts_of.get(number, ())

    @cached_property
    def _parts_of(self) -> dict[int, tuple[int, ...]]:
        moving = (*enumerate(self.parts, FIRST_PART), *enumerate(self.switches, FIRST_SWITCH))
        numbers = range(FIRST_PIECE, FIRST_PIECE + len(self.plan.pieces))
        return {k: tuple(number for number, (owner, _) in moving if owner == k - FIRST_PIECE) for k in numbers}

    def room_of(self, number: int) -> int:
        """The room of a piece, part or switch."""
        return self.plan.pieces[self.piece_of(number)].room

    def outward(self, piece: int, at: Vector) -> Vector:
        """Convert a point from a piece's frame to the house's."""
        owner = self.plan.pieces[piece]
        x, z = owner.outward(at[0], at[2])
        return owner.at[0] + x, owner.at[1] + at[1], owner.at[2] + z


_houses: dict[str, House] = {}  # whose plans this process has read, by name
_generated = WeakValueDictionary[str, "House"]()  # houses from seeds, by name, as long as somebody is in them
_recent = deque["House"](maxlen=RECENT)
_reading = RLock()  # threads that read the same plan get the same house


def load_house(which: int | str | os.PathLike[str]) -> House:
    """A house by its name (3, seed:7) or by the path of a plan file; raises a clear error if it is invalid.

    Only command lines and programs may name files. Records use names: see `named_house`.
    """
    name = str(which)
    if _NUMBER.fullmatch(name) or _OWN.fullmatch(name) or name.startswith("seed:"):
        return named_house(name)
    try:
        text = read_limited(name).decode("utf-8")
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{path_words(name)}: cannot be read as a house plan ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise InputError(f"{path_words(name)}: cannot be read as a house plan (it is not UTF-8 text).") from None
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{path_words(name)}: cannot be read as a house plan ({error}).") from None
    text = text.replace("\r\n", "\n")
    return _house(f"plan:{plan_fingerprint(text)}", Path(name).name, text)


def named_house(name: int | str) -> House:
    """A house by its name in a record: 1 to 5, seed:NUMBER, or plan:FINGERPRINT of a plan that this process has read.

    The name is untrusted: this opens no files.
    """
    if str(name).startswith("seed:"):
        return _seeded(str(name))
    if not _NUMBER.fullmatch(str(name)):
        if str(name) in _houses:
            return _houses[str(name)]
        raise InputError(_unknown(str(name)))
    number = int(name)
    if number not in HOUSES:
        raise InputError(f"There is no house {number}; there are {HOUSES[0]} to {HOUSES[-1]}, or give a plan file.")
    return _packaged(number)


def _unknown(name: str) -> str:
    """Why a name is not that of a house."""
    own = [house for house in _houses.values() if _OWN.fullmatch(house.name)]
    if not own or not _OWN.fullmatch(name):
        return f"{shown(name)} is not a house of this package: give the file of its plan, --house FILE."
    last = own[-1]
    return (
        f"{name} is not a plan that was given: {last.title} is {last.name}. If it has changed since the record was made, "
        "give it as it was, --house FILE."
    )


def all_houses() -> tuple[House, ...]:
    """The houses of the package, and those from outside that this process has read."""
    packaged = tuple(map(_packaged, HOUSES))
    return (*packaged, *(house for house in list(_houses.values()) if house not in packaged))


def _packaged(number: int) -> House:
    name = str(number)
    return _houses.get(name) or _house(name, f"house {number}", (PLANS / f"{number}.toml").read_text(encoding="utf-8"))


def generate_house(seed: int, rooms: int | tuple[int, int] | None = None) -> House:
    """The house of a seed. With a number of rooms (or the least and the most) it is one of the user's own, by its plan."""
    if rooms is None:
        return _seeded(f"seed:{checked_seed(seed)}")
    text = generate_plan(checked_seed(seed), rooms)
    return _house(f"plan:{plan_fingerprint(text)}", f"seed {seed}", text)


def _seeded(name: str) -> House:
    """The house of seed:NUMBER."""
    match = _SEED.fullmatch(name)
    if not match or int(match[1]) > LARGEST_SEED:
        raise InputError(f"{shown(name)} is not a house: write seed:NUMBER, with a number from 0 to {LARGEST_SEED}.")
    return _generated.get(name) or _kept(name, f"house {name}", generate_plan(int(match[1])))


def _kept(name: str, title: str, text: str) -> House:
    """A generated house, kept as long as it is one of the last, or somebody is in it. Being right by construction, it is
    not checked."""
    with _reading:
        house = _generated.get(name) or House(name, title, parse_plan(text, title), text)
        _generated[name] = house
        _recent.append(house)
        return house


def _received(name: str, title: str, text: str) -> House:
    """A house from another process, which has checked it."""
    return _kept(name, title, text) if name.startswith("seed:") else _house(name, title, text, checked=True)


def _house(name: str, title: str, text: str, checked: bool = False) -> House:
    """The only house of this name; its plan is checked at the first call."""
    with _reading:
        if name not in _houses:
            plan = parse_plan(text, title)
            house = House(name, title, plan, text)
            if not checked:
                from sightline.chai.reach import check_reach, is_known  # imported late: it looks around in houses

                check_plan(plan, title)
                if not is_known(house):
                    check_reach(house)
            _houses[name] = house
        return _houses[name]
