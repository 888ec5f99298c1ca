"""Save and restore worlds, and describe their differences in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sightline.chai.episode import Deed
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_SWITCH
from sightline.chai.house.arrays import HELD, State
from sightline.chai.sight.arrange import first_unsound
from sightline.checks import checked_floats, shown
from sightline.errors import InputError
from sightline.geometry.camera import FARTHEST
from sightline.geometry.types import Array
from sightline.world import SavedState
from sightline.worlds import CHANGES, checked_entry

if TYPE_CHECKING:
    from sightline.chai.world import ChaiWorld

VERSION = 2  # format of save()


def changing(world: ChaiWorld) -> tuple[Array, ...]:
    """The arrays that steps change."""
    return (*(getattr(world, name) for name in CHANGES), world.pursuit.next, *world._state)


def restore(world: ChaiWorld, state: SavedState) -> None:
    """Fill a world without episodes from a saved state. The state is untrusted: everything in it is checked."""
    arrays = [name for name in State._fields if name != "house"]
    episodes = world._episodes_of(state, ("version",))
    if not isinstance(state["version"], int) or state["version"] != VERSION:
        raise InputError(f"This state has version {shown(state['version'])}; this world restores version {VERSION}.")
    world._episodes_of(state, ("houses", "done", "next", *arrays))
    if not all(isinstance(state[name], list) and len(state[name]) == len(episodes) for name in ("houses", "done")):
        raise InputError("This is not a state of this world: houses and done must be lists with one entry per episode.")
    for n, (episode, fingerprint) in enumerate(zip(episodes, state["houses"], strict=True)):
        if episode.house.fingerprint != fingerprint:
            raise InputError(f"World {n} of this state was saved in another house than {episode.house.title} is now.")
    world.reset(episodes)
    world._restore_changes(state)
    world.pursuit.next[:] = checked_entry(state, "next", world.pursuit.next, 0, world.pursuit.kind.shape[1] - 1)
    world.done = [[_deed(deed) for deed in deeds] for deeds in map(_items, state["done"])]
    for name in arrays:
        array = getattr(world._state, name)
        copy_overlap(array, checked_entry(state, name, array, -FARTHEST, FARTHEST, exactly=False))
    known, everyone = len(world.houses.library.names), np.arange(len(world))
    bad = first_unsound(world.houses.estate, world._state, everyone, world.pose, known)
    if bad >= 0:
        raise InputError(f"World {bad} of this state has an item, a held item or a pose that its house does not have.")


def differences(world: ChaiWorld, state: SavedState, n: int) -> list[str]:
    """The differences of world n from a saved state, in words."""
    now, names, sentences = world.save(), world.episodes[n].names, []
    house = world.episodes[n].house
    if house is not state["episodes"][n].house:
        return [f"this is {house.title}, that was {state['episodes'][n].house.title}"]
    if not np.array_equal(now["pose"][n], state["pose"][n]):
        sentences.append(f"the agent is at {now['pose'][n].tolist()}, was at {state['pose'][n].tolist()}")
    if any(now[name][n] != state[name][n] for name in ("over", "stopped", "taken")):
        goes_on = "is over" if now["over"][n] else "goes on"
        sentences.append(f"the episode {goes_on} after {now['taken'][n]} actions, was at {state['taken'][n]}")
    for k in range(len(house.parts)):
        if now["open"][n, k] != state["open"][n, k]:
            sentences.append(f"the {names[FIRST_PART + k]} is {'open' if now['open'][n, k] else 'closed'}")
    for k in range(len(house.switches)):
        if now["on"][n, k] != state["on"][n, k]:
            sentences.append(f"the {names[FIRST_SWITCH + k]} is {'on' if now['on'][n, k] else 'off'}")
    for k in range(len(world.episodes[n].stock.items)):
        if any(not np.array_equal(now[name][n, k], state[name][n, k]) for name in ("surface", "place")):
            held = " (in the agent's hands)" if now["surface"][n, k] == HELD else ""
            sentences.append(f"the {names[FIRST_ITEM + k]} is elsewhere{held}")
    return sentences


def copy_overlap(target: Array, source: Array) -> None:
    """Copy an array into one of another size, from index 0 on."""
    size = tuple(min(a, b) for a, b in zip(target.shape, source.shape, strict=True))  # the rest is empty in both
    target[tuple(map(slice, size))] = source[tuple(map(slice, size))]


def put_state(state: State, n: int, one: State) -> None:
    """Copy the only world of another state into world n."""
    for name, array in state._asdict().items():
        if name != "house":
            copy_overlap(array[n : n + 1], getattr(one, name))


def _items(deeds: object) -> list[object]:
    if not isinstance(deeds, list | tuple):
        raise InputError(f"This is not a state of this world: done must be a list of lists of deeds, got {shown(deeds)}.")
    return list(deeds)


def _deed(deed: object) -> Deed:
    """Check and read a deed of a saved state."""
    verb, thing, holder = checked_floats(deed, (3,), "A deed (verb, object, receptacle)").tolist()
    return int(verb), int(thing), int(holder)
