"""Interactions in a house in words, intended and done; uses the scene, and is for people only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_OFF, SWITCH_ON
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.chai.house.arrays import ON_FLOOR
from sightline.chai.world import ChaiWorld
from sightline.geometry import GoalGrid
from sightline.world import World

DID = {
    PICK_UP: "took", PUT: "put", OPEN: "opened", CLOSE: "closed", SWITCH_ON: "switched on", SWITCH_OFF: "switched off",
}  # fmt: skip


def reach_words(world: World, n: int, point: Sequence[float]) -> str:
    """The effect of reaching for a point, by what the agent of world n sees there: "open the door of the oven"."""
    now, episode = world.save([n]), world.episodes[n]
    number = _thing_at(world, n, point)
    if number is None:
        return "reach for something out of sight"
    house, name = episode.house, f"the {episode.names[number]}"
    if now["held"][0] >= 0:
        held = f"put the {episode.names[FIRST_ITEM + int(now['held'][0])]}"
        if number == FIRST_ITEM + int(now["held"][0]):  # the held item is in front of the target
            return f"{held} down there"
        if number >= FIRST_ITEM:
            return f"{held} beside {name}"
        if number < FIRST_PIECE:
            return f"{held} on {name}"
        opened = [k for k in house.parts_of(FIRST_PIECE + house.piece_of(number)) if _is_open(now, k)]
        if FIRST_PART <= number < FIRST_SWITCH and number not in opened:
            return f"reach for {name} with full hands"
        return f"{held} {'in' if opened else 'on'} {name}"
    if number >= FIRST_ITEM:
        return f"take {name}"
    if number >= FIRST_SWITCH:
        return f"switch {'off' if now['on'][0, number - FIRST_SWITCH] else 'on'} {name}"
    if number >= FIRST_PART:
        return f"{'close' if _is_open(now, number) else 'open'} {name}"
    return f"reach for {name}"


def deed_words(world: World, n: int) -> str:
    """The last deed in world n: "put the milk carton in the red fridge"."""
    assert isinstance(world, ChaiWorld)
    verb, number, holder = world.done[n][-1]
    episode = world.episodes[n]
    did = f"{DID[verb]} the {episode.names[number]}"
    if verb != PUT:
        return did
    surface = int(world.save([n])["surface"][0, number - FIRST_ITEM])
    if surface == ON_FLOOR:
        return f"{did} on the floor"
    return f"{did} {'in' if episode.house.surfaces[surface][1].behind else 'on'} the {episode.names[holder]}"


def held_words(world: World, n: int) -> str:
    """What the agent of world n holds: "the milk carton"; empty if nothing."""
    held = int(world.save([n])["held"][0])
    return "" if held < 0 else f"the {world.episodes[n].names[FIRST_ITEM + held]}"


def _is_open(now: dict[str, Any], number: int) -> bool:
    return FIRST_PART <= number < FIRST_SWITCH and bool(now["open"][0, number - FIRST_PART])


def _thing_at(world: World, n: int, point: Sequence[float]) -> int | None:
    """The segmentation number at a point; None if it is out of view."""
    x, y, z = point
    seen = np.asarray(world.panorama(("segmentation",), [n])["segmentation"])[0]
    row, column = GoalGrid(world.camera, world.camera.height).in_panorama(world.pose[n], (x, z), y)
    return None if row < 0 else int(seen[int(row), int(column)])
