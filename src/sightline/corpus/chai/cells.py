"""Starts and goals in a house, as a table of sentences names them: places, rooms, furniture, deeds; and how they are done.

`open fridge`, `close fridge`, `turn on lamp`, `take mug`, `put mug in sink`, `go to sofa`, `kitchen`, `3.5 5.4`. A deed
includes what it needs: for an item in a drawer, the drawer is opened first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sightline.chai.dynamics import STRIDE, TURN, spot
from sightline.chai.episode import Deed, Episode, on_lattice
from sightline.chai.generate import beside
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_OFF, SWITCH_ON, has_room
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, House
from sightline.chai.route.planner import needed_first, plan_deed, plan_put
from sightline.chai.route.ways import Ways
from sightline.chai.world import ChaiWorld
from sightline.checks import shown
from sightline.corpus.chai.cell_names import HouseName, HouseNames, choose
from sightline.corpus.chai.follower import recorded_goals
from sightline.corpus.chai.places import Place, chain_of
from sightline.corpus.kind import Demonstration, Pose
from sightline.corpus.table import is_it, read_numbers
from sightline.errors import InputError
from sightline.worlds import spell_actions

VERBS = {
    "open": OPEN, "close": CLOSE, "shut": CLOSE, "turn on": SWITCH_ON, "switch on": SWITCH_ON, "turn off": SWITCH_OFF,
    "switch off": SWITCH_OFF, "take": PICK_UP, "pick up": PICK_UP, "get": PICK_UP, "put": PUT, "bring": PUT, "place": PUT,
}  # fmt: skip
GO = ("go to", "walk to", "enter")
_VERB = re.compile(rf"({'|'.join((*VERBS, *GO))})\s+(.+)", re.I)
_PUT = re.compile(r"\s(in|on|into|onto|inside|to)\s", re.I)
DOOR_DISTANCE = 0.8  # metres from doorways: where the agent stops in a room that it enters


class HouseGoal(NamedTuple):
    """One goal of a row."""

    verb: int | None  # None: go there
    thing: HouseName | None = None
    place: HouseName | None = None  # of put
    at: tuple[float, float] | None = None  # to go to
    room: bool = False  # the thing is a room


def start(episode: Episode, pose: Pose) -> Pose:
    """A pose at which the agent can stand: on the lattice, in one of four directions."""
    x, z, heading = pose
    if heading % TURN:
        raise InputError(f"the heading {heading:g} is none of 0, 90, 180 and 270, in which the agent of a house looks.")
    _check_free(episode.house, (x, z), "the start")
    return on_lattice(pose)


def _check_free(house: House, place: tuple[float, float], what: str) -> None:
    """InputError, with the nearest free place, unless the agent can stand there."""
    x, z = place
    ground, (row, column) = house.ground, spot(x, z)
    rows, columns = ground.reachable.shape
    if 0 <= row < rows and 0 <= column < columns and ground.reachable[row, column]:
        return
    free = np.argwhere(ground.reachable)
    nearest = free[np.argmin((free[:, 1] * STRIDE - x) ** 2 + (free[:, 0] * STRIDE - z) ** 2)]
    room = house.plan.room_of(x, z)
    where = f"is not free (in the {house.plan.rooms[room].name})" if room >= 0 else "is outside the house"
    raise InputError(
        f"{what} {x:g} {z:g} {where}; the nearest free place is {nearest[1] * STRIDE:.1f} {nearest[0] * STRIDE:.1f}."
    )


@lru_cache(maxsize=256)
def _names(episode: Episode) -> HouseNames:
    return HouseNames(episode)


def read(episode: Episode, text: str) -> HouseGoal:
    """One goal."""
    numbers = read_numbers(text, 2)
    if numbers is not None:
        x, z = numbers
        _check_free(episode.house, (x, z), "the goal")
        return HouseGoal(None, at=(x, z))
    if re.fullmatch(r"[-+\d\s.,()]+", text):
        raise InputError(f"{shown(text)} is not a place; write x and z with a space between them, such as 3.5 5.4.")
    known = _names(episode)
    rooms = [room.exact for room in known.rooms]
    match = _VERB.fullmatch(text)
    if match is None or match[1].lower() in GO:
        return _walk_to(known, match[2] if match else text, rooms)
    verb = VERBS[match[1].lower()]
    if verb == PUT:
        return _put(known, match[2], rooms)
    things, what = {
        OPEN: (known.parts, "thing to open"), CLOSE: (known.parts, "thing to close"), PICK_UP: (known.items, "item"),
        SWITCH_ON: (known.switches, "switch"), SWITCH_OFF: (known.switches, "switch"),
    }[verb]  # fmt: skip
    return HouseGoal(verb, choose(match[2], things, what, rooms))


def _walk_to(known: HouseNames, text: str, rooms: Sequence[str]) -> HouseGoal:
    name = re.sub(r"^the ", "", " ".join(text.lower().split()))
    room = [room for room in known.rooms if name in (room.exact.lower(), *room.good)]
    if len(room) == 1:
        return HouseGoal(None, room[0], room=True)
    word = name.split()[0]
    if is_it(word, list(VERBS)) and word not in VERBS and len(name.split()) > 1 and not _known(known, name):
        raise InputError(f"there is no deed {shown(word)}{is_it(word, list(VERBS))}; deeds are {', '.join(VERBS)}, go to.")
    return HouseGoal(None, choose(text, known.pieces, "room or piece of furniture", rooms))


def _known(known: HouseNames, name: str) -> bool:
    return any(name == piece.exact or name in piece.good for piece in known.pieces)


def _put(known: HouseNames, text: str, rooms: Sequence[str]) -> HouseGoal:
    """Of the ways to cut 'mug in the bedroom on the desk' in two, the first whose item there is."""
    cuts = list(_PUT.finditer(text))
    if not cuts:
        raise InputError(f"{shown('put ' + text)} lacks a place; write put ITEM in PLACE, or put ITEM on PLACE.")
    errors = []
    for cut in cuts:
        try:
            item = choose(text[: cut.start()], known.items, "item", rooms)
            prefer = "in" if cut[1].lower().startswith("in") else "on" if cut[1].lower().startswith("on") else ""
            return HouseGoal(PUT, item, choose(text[cut.end() :], known.places, "place to put items", rooms, prefer))
        except InputError as error:
            errors.append(error)
    raise errors[0]


def demonstrate(episode: Episode, at: Pose, tasks: Sequence[HouseGoal]) -> Demonstration:
    """Do these tasks in order, by the planner."""
    here = Episode(episode.house, episode.stock, at, ())
    hands = _Hands(here)
    for task in tasks:
        hands.do(task)
    (goals,) = recorded_goals(here, [hands.actions])
    x, z, _ = hands.world.pose[0].tolist()
    return Demonstration(spell_actions(hands.actions), (round(x, 3), round(z, 3)), goals=goals)


class _Hands:
    """An agent that does the tasks of one row in a world of its own."""

    def __init__(self, episode: Episode):
        self.episode, self.house = episode, episode.house
        self.world = ChaiWorld(horizon=10**9, threads=1)
        self.world.reset([episode])
        self.actions: list[int] = []

    def do(self, task: HouseGoal) -> None:
        """Do a task, and first what it needs."""
        if task.verb is None:
            self._go(task)
            return
        assert task.thing is not None
        number, held = task.thing.number, self._held()
        if task.verb == PUT:
            assert task.place is not None and task.place.place is not None
            self._put(task.thing, task.place, task.place.place)
            return
        if held:
            raise InputError(f"the hands are full: put the {self.episode.names[held]} somewhere before '{_words(task)}'.")
        if task.verb in (OPEN, CLOSE) and self._is_open(number) == (task.verb == OPEN):
            raise InputError(f"the {task.thing.exact} is {'open' if task.verb == OPEN else 'closed'} already.")
        if task.verb in (SWITCH_ON, SWITCH_OFF):
            on = bool(self.world.state.on[0, number - FIRST_SWITCH])
            if on == (task.verb == SWITCH_ON):
                raise InputError(f"the {task.thing.exact} is {'on' if on else 'off'} already.")
        for deed in [*self._needed(task.verb, number), (task.verb, number, 0)]:
            self._deed(deed, _words(task))

    def _needed(self, verb: int, number: int) -> list[Deed]:
        """What is opened before a thing is reached; of a door to close, what is open behind it is closed first."""
        if verb != CLOSE:
            return needed_first(self.world, number)
        part = number - FIRST_PART
        behind = [k for k in range(len(self.house.parts)) if k != part and part in chain_of(self.house, k)]
        opened = sorted((k for k in behind if self._is_open(FIRST_PART + k)), key=lambda k: -len(chain_of(self.house, k)))
        return [(CLOSE, FIRST_PART + k, 0) for k in opened]

    def _put(self, item: HouseName, there: HouseName, place: Place) -> None:
        held, words = self._held(), f"put {item.exact} in {there.exact}"
        closed = [FIRST_PART + part for part in chain_of(self.house, place.part) if not self._is_open(FIRST_PART + part)]
        if held and held != item.number:
            raise InputError(f"the hands are full: put the {self.episode.names[held]} somewhere before '{words}'.")
        if held and closed:
            raise InputError(
                f"the {self.episode.names[closed[0]]} is closed, and the hands are full: write 'put {item.exact} in "
                f"{there.exact}' without 'take {item.exact}', or open it first."
            )
        if not held:
            if int(self.world.state.surface[0, item.number - FIRST_ITEM]) in place.surfaces:
                raise InputError(f"the {item.exact} is there already: {there.exact}.")
            for part in closed:
                self._deed((OPEN, part, 0), words)
            for deed in [*needed_first(self.world, item.number), (PICK_UP, item.number, 0)]:
                self._deed(deed, words)
        number = item.number - FIRST_ITEM
        if not any(has_room(self.world.houses.estate, self.world.state, 0, number, k) for k in place.surfaces):
            raise InputError(f"there is no room for the {item.exact} there: {there.exact}; name another place.")
        self._take(plan_put(self.world, place.surfaces), words)

    def _deed(self, deed: Deed, words: str) -> None:
        self._take(plan_deed(self.world, deed), words)

    def _take(self, actions: list[int] | None, words: str) -> None:
        """Take actions, the last of which is an interaction."""
        if actions is not None:
            self._walk(actions[:-1])
            self.actions.append(actions[-1])
        if actions is None or self.world.step(np.array(actions[-1:])).refused[0]:
            raise InputError(f"'{words}' cannot be done here: there is no place from which the agent can reach it.")

    def _walk(self, actions: Sequence[int]) -> None:
        self.world.walk(actions)
        self.actions += actions

    def _go(self, task: HouseGoal) -> None:
        ways = Ways(self.world)
        place = task.at
        if place is None:
            assert task.thing is not None
            room = task.thing.number
            place = self._in_room(ways, room) if task.room else beside(self.world, task.thing.number - FIRST_PIECE)
        self._walk(ways.to_place(*place))

    def _in_room(self, ways: Ways, room: int) -> tuple[float, float]:
        """The place of a room that is the shortest walk away, a step from its doorways."""
        plan, ground = self.house.plan, self.house.ground
        x, z, _ = self.world.pose[0].tolist()
        if int(ground.rooms[spot(x, z)]) == room:
            raise InputError(
                f"the agent is in the {plan.rooms[room].name} already; name furniture there, or a place, x and z."
            )
        costs = np.where(ways.cost < 0, np.iinfo(np.int32).max, ways.cost).min(axis=2)
        rows, columns = np.nonzero((ways.cost >= 0).any(axis=2) & (ground.rooms == room))
        doors = np.array([door.at for door in plan.doorways if room in door.rooms]).reshape(-1, 2)
        away = np.hypot(columns[:, None] * STRIDE - doors[:, 0], rows[:, None] * STRIDE - doors[:, 1]).min(
            axis=1, initial=9.0
        )
        wanted = np.where(away >= DOOR_DISTANCE, 0, 10**6) + costs[rows, columns]
        k = int(np.argmin(wanted))
        return float(columns[k] * STRIDE), float(rows[k] * STRIDE)

    def _held(self) -> int:
        held = int(self.world.state.held[0])
        return FIRST_ITEM + held if held >= 0 else 0

    def _is_open(self, number: int) -> bool:
        return bool(self.world.state.open[0, number - FIRST_PART])


def _words(task: HouseGoal) -> str:
    verb = next(word for word, number in VERBS.items() if number == task.verb)
    return f"{verb} {task.thing.exact if task.thing else ''}"


def names(episode: Episode) -> dict[str, list[str]]:
    """Everything that goals may name, room by room."""
    known = _names(episode)
    lists = {"rooms (go to)": [room.exact for room in known.rooms]}
    for room in known.rooms:
        for title, things in (
            ("items (take, put)", known.items), ("to open and close", known.parts), ("to turn on and off", known.switches),
            ("to put items in or on", known.places), ("furniture (go to)", known.pieces),
        ):  # fmt: skip
            here = [thing for thing in things if thing.room == room.exact]
            is_item = things is known.items
            named = [f"{t.exact} ({known.place_of(t.number)})" if is_item else t.exact for t in here]
            lists |= {f"{room.exact}, {title}": named} if named else {}
    return lists


def examples(episode: Episode) -> list[tuple[str, str]]:
    """Words and goals in this house."""
    known = _names(episode)
    rows: list[tuple[str, str]] = []
    here = episode.house.plan.room_of(*episode.start[:2])
    rows += [(f"walk into the {room.exact}", f"go to {room.exact}") for room in known.rooms if room.number != here][:1]
    rows += [(f"please open the {part.exact}", f"open {part.exact}") for part in known.parts[:1]]
    tables = [place for place in known.places if place.place is not None and place.place.part < 0]
    lying = [item for item in known.items if known.place_of(item.number).startswith("on the ")]
    for item, table in zip(lying[:1], tables[-1:], strict=False):
        rows.append((f"bring the {item.exact} to the {table.exact}", f"put {item.exact} on {table.exact}"))
    return rows
