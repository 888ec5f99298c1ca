"""Check whether a meaning is true of a demonstration: each step against the states of the house during the replay.

Nothing here depends on how paths and deeds are planned. A step is true if the house changed as it says (an item is held or
put, a part is open or closed, a switch is on or off) or if the agent ended at its place. No other change is allowed, except
that closed parts are opened that hide the object of a step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sightline.chai.dynamics import INTERACT
from sightline.chai.episode import Deed
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_OFF, SWITCH_ON
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.corpus.chai.household import Household, Pose
from sightline.corpus.chai.meaning import WALKS, ErrandStep
from sightline.corpus.chai.places import Place, chain_of

BESIDE_PIECE = 1.4  # metres from the edge of a piece that the agent has walked to: a window above a sink is this far
INSIDE_DOORWAY = 1.8  # metres from the doorway of a room just entered
STEP_VERBS = {"open": OPEN, "close": CLOSE, "on": SWITCH_ON, "off": SWITCH_OFF}
CHANGES = {OPEN: "is opened", CLOSE: "is closed", SWITCH_ON: "is switched on", SWITCH_OFF: "is switched off"}


@dataclass(frozen=True)
class Change:
    """The change that one interaction made, read from the states before and after."""

    deed: Deed  # (verb, object, receptacle)
    place: Place | None  # of an item: before it was taken, or after it was put
    pose: Pose  # of the agent


class Replay(NamedTuple):
    """A demonstration, replayed in a household."""

    changes: list[Change]
    trajectory: list[tuple[float, float]]
    refusal: str = ""  # of the world, if it refused an action


def replay(home: Household, actions: Sequence[int]) -> Replay:
    """Take actions in a household until one is refused."""
    changes: list[Change] = []
    trajectory = [home.pose[:2]]
    for k, action in enumerate(actions):
        before = _things(home) if action >= INTERACT else None
        refused = home.world.step(np.array([action])).refused[0]
        if refused:
            return Replay(changes, trajectory, f"action {k + 1} is refused: {home.world.refusals[refused]}")
        trajectory.append(home.pose[:2])
        if before is not None:
            changes.append(_change(home, before))
    return Replay(changes, trajectory)


Things = tuple[list[int], list[int], list[int], int]  # parts, switches, the surface of every item, the held item


def _things(home: Household) -> Things:
    state = home.state
    surfaces = state.surface[0, : len(home.kinds)].tolist()
    return state.open[0].tolist(), state.on[0].tolist(), surfaces, home.held


def _change(home: Household, before: Things) -> Change:
    """The change since `before`."""
    parts, switches, _, held = _things(home)
    for k, (then, now) in enumerate(zip(before[0], parts, strict=True)):
        if then != now:
            return Change((OPEN if now else CLOSE, FIRST_PART + k, 0), None, home.pose)
    for k, (then, now) in enumerate(zip(before[1], switches, strict=True)):
        if then != now:
            return Change((SWITCH_ON if now else SWITCH_OFF, FIRST_SWITCH + k, 0), None, home.pose)
    if held:
        return Change((PICK_UP, held, 0), home.places.get(before[2][held - FIRST_ITEM]), home.pose)
    place = home.place_of(before[3])
    return Change((PUT, before[3], place.holder if place else -1), place, home.pose)


def untrue(steps: Sequence[ErrandStep], home: Household, changes: Sequence[Change]) -> str:
    """The part of a meaning that does not hold, in words; empty if all holds. The household is in its final state."""
    left = list(changes)
    for n, step in enumerate(steps):
        error = _walk(step, home, left, n == len(steps) - 1) if step.do in WALKS else _deed(step, home, left)
        if error:
            return f"{step.do}: {error}"
    if left:
        return f"{_tell(home, left[0])}, which no step says"
    return ""


def _walk(step: ErrandStep, home: Household, left: list[Change], last: bool) -> str:
    """Whether the agent is there: at the end, or at the next deed."""
    x, z, _ = home.pose if last or not left else left[0].pose
    if step.do == "enter":
        room = step.of[0]
        doors = [door.at for door in home.house.plan.doorways if room in door.rooms]
        if home.room_at(x, z) != room:
            return "is in another room" if last else "what is done next is done in another room"
        return "is far from its doorways" if last and min(math.dist(at, (x, z)) for at in doors) > INSIDE_DOORWAY else ""
    if step.do == "door":
        doors = [door.at for door in home.house.plan.doorways if {step.of[0], home.room_at(x, z)} == set(door.rooms)]
        return "" if doors and min(math.dist(at, (x, z)) for at in doors) <= INSIDE_DOORWAY else "is not at the door"
    gap = home.gap(step.of[0] - FIRST_PIECE, x, z)
    return "is not beside it" if gap > (BESIDE_PIECE if last else 2 * BESIDE_PIECE) else ""


def _deed(step: ErrandStep, home: Household, left: list[Change]) -> str:
    """Whether the next changes are those of a step; removes them from the list."""
    if step.do in STEP_VERBS:
        number = step.of[0]
        if step.do == "open":
            _skip_opening(home, left, number - FIRST_PART, but=number)
        return "" if left and left.pop(0).deed == (STEP_VERBS[step.do], number, 0) else "it is not"
    if step.do == "bring":
        _skip_opening(home, left, _part(step.to))
    for item in step.of:
        if step.do != "put":
            _skip_opening(home, left, _origin(left, item))
            if not left or left.pop(0).deed[:2] != (PICK_UP, item):
                return f"item {item} is not taken"
        if step.do != "take":
            if not left or left[0].deed[:2] != (PUT, item):
                return f"item {item} is not put"
            place = left.pop(0).place
            if place is None or place.number != step.to or place.kind != step.place:
                return f"item {item} is put elsewhere"
    return ""


def _part(number: int) -> int:
    """The index of a part by its number; -1 if it is not a part."""
    return number - FIRST_PART if number >= FIRST_PART else -1


def _origin(left: list[Change], item: int) -> int:
    """The part that hid an item before it was taken."""
    place = next((change.place for change in left if change.deed[:2] == (PICK_UP, item)), None)
    return place.part if place else -1


def _skip_opening(home: Household, left: list[Change], part: int, but: int = 0) -> None:
    """Remove the opening of a part, and of the parts that hide it, from the list."""
    needed = {(OPEN, FIRST_PART + p, 0) for p in chain_of(home.house, part)} - {(OPEN, but, 0)}
    while left and left[0].deed in needed:
        left.pop(0)


def _tell(home: Household, change: Change) -> str:
    verb, number, _ = change.deed
    name = home.world.episodes[0].names[number]
    return f"the {name} {CHANGES.get(verb, 'is taken' if verb == PICK_UP else 'is put somewhere')}"
