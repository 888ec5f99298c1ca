"""Episodes from a seed: a house, a variant of it, a start, something to do, and a plain instruction for it."""

from __future__ import annotations

import math

import numpy as np

from sightline.chai.dynamics import STRIDE, TURN
from sightline.chai.episode import Deed, Episode
from sightline.chai.estate import estate_of
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_ON
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, HOUSES, House, load_house
from sightline.chai.items import ITEMS
from sightline.chai.planner import demonstrate, needed_first
from sightline.chai.reach import standing_places
from sightline.chai.stock import Stock, stock_of
from sightline.chai.world import ChaiWorld
from sightline.errors import InputError

VARIANTS = 16  # of each house that seeds draw from
TASKS = ("go", "open", "switch", "take", "bring")
ATTEMPTS = 50
Task = tuple[list[Deed], tuple[float, float] | None, str]  # manipulations, where to end, what to say


def generate_episode(
    seed: int, house: House | None = None, variant: int | None = None,
    start: tuple[float, float, float] | None = None, goal: tuple[float, float] | None = None,
) -> Episode:  # fmt: skip
    """The episode of a seed. A given house, variant or start is kept, and to a given goal the agent just goes."""
    rng = np.random.default_rng([seed, 2])
    chosen, which = int(rng.integers(len(HOUSES))), int(rng.integers(VARIANTS))
    house = house or load_house(HOUSES[chosen])
    stock = stock_of(house, which if variant is None else variant)
    world = ChaiWorld(horizon=10**9)
    for _ in range(ATTEMPTS):
        episode = Episode(house, stock, anywhere(house, rng) if start is None else start, (), "", seed)
        world.reset([episode])
        task = _task(world, rng) if goal is None else ([], goal, _towards(house, goal))
        shown = task and demonstrate(episode, task[0], task[1], world)
        if task and shown:
            return Episode(house, stock, episode.start, shown[1], task[2], seed)
    raise InputError(f"{house.title}: found nothing to do in it.")


def anywhere(house: House, rng: np.random.Generator) -> tuple[float, float, float]:
    """A random place in a random room, looking any way."""
    ground = house.ground
    room = rng.integers(len(house.plan.rooms))
    row, column = rng.choice(np.argwhere(ground.reachable & (ground.rooms == room)))
    return round(column * STRIDE, 3), round(row * STRIDE, 3), float(TURN * rng.integers(4))


def _task(world: ChaiWorld, rng: np.random.Generator) -> Task | None:
    """Something to do; without a place to end at, it ends where the last manipulation is done."""
    house, stock = world.episodes[0].house, world.episodes[0].stock
    kind = TASKS[rng.integers(len(TASKS))]
    if kind == "go":
        piece = int(rng.integers(len(house.plan.pieces)))
        places = [
            p for s, (owner, _) in enumerate(house.surfaces) if owner == piece for p in standing_places(house)[s].tolist()
        ]
        if not places:
            return None
        x, z, _ = min(places, key=lambda p: math.dist(p[:2], house.plan.pieces[piece].at[::2]))
        return [], (x, z), f"go to {_called(house, FIRST_PIECE + piece)} ."
    if kind == "open" and house.parts:
        part = FIRST_PART + int(rng.integers(len(house.parts)))
        return [*needed_first(world, part), (OPEN, part, 0)], None, f"open {_called(house, part)} ."
    if kind == "switch" and house.switches:
        switch = FIRST_SWITCH + int(rng.integers(len(house.switches)))
        return [(SWITCH_ON, switch, 0)], None, f"turn on {_called(house, switch)} ."
    if not stock.items:
        return None
    item = FIRST_ITEM + int(rng.integers(len(stock.items)))
    source = _source(house, stock, item)
    deeds = needed_first(world, item)
    if kind == "take":
        return [*deeds, (PICK_UP, item, 0)], None, f"take the {ITEMS[stock.items[item - FIRST_ITEM].kind].noun} {source} ."
    holders = estate_of((house,)).surface_holder[0, : len(house.surfaces)]
    open_ones = [int(h) for k, h in enumerate(holders) if not house.surfaces[k][1].behind]
    target = open_ones[rng.integers(len(open_ones))]
    told = f"bring the {ITEMS[stock.items[item - FIRST_ITEM].kind].noun} {source} to {_called(house, target)} ."
    closing = [(CLOSE, part, 0) for _, part, _ in reversed(deeds)] if rng.random() < 0.3 else []
    return (
        [*deeds, (PICK_UP, item, 0), (PUT, item, target), *closing],
        None,
        told[:-2] + (" , and close what you opened ." if closing else " ."),
    )


def _called(house: House, number: int) -> str:
    """What people would call a piece, part or switch: 'the top drawer of the nightstand in the bedroom'."""
    room = house.plan.rooms[house.room_of(number)].name
    if number >= FIRST_SWITCH:
        owner, switch = house.switches[number - FIRST_SWITCH]
        noun = house.plan.pieces[owner].thing.noun
        return f"the {noun} in the {room}" if switch.kind == noun else f"the {switch.name} of the {noun} in the {room}"
    if number >= FIRST_PART:
        owner, part = house.parts[number - FIRST_PART]
        return f"the {part.name} of the {house.plan.pieces[owner].thing.noun} in the {room}"
    return f"the {house.plan.pieces[number - FIRST_PIECE].thing.noun} in the {room}"


def _source(house: House, stock: Stock, item: int) -> str:
    """Where an item is, in words."""
    owner, surface = house.surfaces[stock.items[item - FIRST_ITEM].surface]
    part = house.part_of(owner, surface.behind)
    if part >= 0:
        return (
            f"that is behind {_called(house, FIRST_PART + part)}"
            if not surface.moves
            else (f"that is in {_called(house, FIRST_PART + part)}")
        )
    return f"that is on {_called(house, FIRST_PIECE + owner)}"


def _towards(house: House, goal: tuple[float, float]) -> str:
    room = house.plan.room_of(*goal)
    if room < 0:
        raise InputError(f"The goal {goal!r} lies outside {house.title}.")
    return f"go to the {house.plan.rooms[room].name} ."
