"""Episodes from a seed: a house, a variant, a start pose, a task, and a short instruction for it."""

from __future__ import annotations

import numpy as np

from sightline.chai.dynamics import STRIDE, TURN
from sightline.chai.episode import Deed, Episode
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_ON
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, HOUSES, House, load_house
from sightline.chai.house.arrays import estate_of
from sightline.chai.house.items import ITEMS
from sightline.chai.route.planner import demonstrate, everything, needed_first
from sightline.chai.route.ways import Ways
from sightline.chai.stock import Stock, stock_of
from sightline.chai.world import HORIZON, ChaiWorld
from sightline.checks import checked_seed
from sightline.errors import InputError

VARIANTS = 16  # of each house, for episodes from seeds
TASKS = ("go", "open", "switch", "take", "bring")
ATTEMPTS = 50
BESIDE_DISTANCE = 0.5  # metres: the agent is at a piece of furniture when it is this close
Task = tuple[list[Deed], tuple[float, float] | None, str]  # deeds, end place, instruction


def generate_episode(
    seed: int, house: House | int | str | None = None, variant: int | None = None,
    start: tuple[float, float, float] | None = None, goal: tuple[float, float] | None = None,
) -> Episode:  # fmt: skip
    """The episode of a seed. A given house, variant or start is kept; a given goal makes the task just to go there."""
    seed = checked_seed(seed)
    rng = np.random.default_rng([seed, 2])
    chosen, which = int(rng.integers(len(HOUSES))), int(rng.integers(VARIANTS))
    if not isinstance(house, House):
        house = load_house(HOUSES[chosen] if house is None else house)
    place = None if goal is None else _standing(house, goal)
    stock = stock_of(house, which if variant is None else variant)
    world = ChaiWorld(horizon=10**9, threads=1)
    for _ in range(ATTEMPTS):
        episode = Episode(house, stock, anywhere(house, rng) if start is None else start, (), "", seed)
        world.reset([episode])
        task = _task(world, rng) if place is None else ([], place, _towards(house, place))
        demonstration = task and demonstrate(episode, task[0], task[1], world)
        if task and demonstration and (place is not None or 1 < len(demonstration[0]) <= HORIZON):
            return Episode(house, stock, episode.start, demonstration[1], task[2], seed)
    raise InputError(f"{house.title}: no task was found in {ATTEMPTS} attempts; add furniture or items.")


def anywhere(house: House, rng: np.random.Generator, room: int | None = None) -> tuple[float, float, float]:
    """A random place in a room (by default a random one), with a random heading."""
    ground = house.ground
    if room is None:
        room = int(rng.integers(len(house.plan.rooms)))
    row, column = rng.choice(np.argwhere(ground.reachable & (ground.rooms == room)))
    return round(float(column * STRIDE), 3), round(float(row * STRIDE), 3), float(TURN * rng.integers(4))


def _task(world: ChaiWorld, rng: np.random.Generator) -> Task | None:
    """A task; without an end place it ends where its last deed is done."""
    house, stock = world.episodes[0].house, world.episodes[0].stock
    kind, things_here = TASKS[rng.integers(len(TASKS))], everything(world)
    pieces = [number for number in things_here["receptacles"] if number < FIRST_PART]
    things = {"go": pieces, "open": things_here["parts"], "switch": things_here["switches"]}.get(kind, things_here["items"])
    if not things:
        return None
    thing = things[rng.integers(len(things))]
    if thing < FIRST_ITEM and not _is_unambiguous(house, things, thing):
        return None
    if kind == "go":
        return [], beside(world, house.piece_of(thing)), f"go to {_description(house, thing)} ."
    if kind == "open":
        return [*needed_first(world, thing), (OPEN, thing, 0)], None, f"open {_description(house, thing)} ."
    if kind == "switch":
        return [(SWITCH_ON, thing, 0)], None, f"turn on {_description(house, thing)} ."
    item_name, deeds = _item_description(house, stock, thing), [*needed_first(world, thing), (PICK_UP, thing, 0)]
    if item_name in {_item_description(house, stock, other) for other in things if other != thing}:
        return None
    if kind == "take":
        return deeds, None, f"take {item_name} ."
    holders = estate_of((house,)).surface_holder[0, : len(house.surfaces)].tolist()
    targets = sorted({h for k, h in enumerate(holders) if not house.surfaces[k][1].behind})
    target = targets[rng.integers(len(targets))]
    if target == holders[stock.items[thing - FIRST_ITEM].surface] or not _is_unambiguous(house, targets, target):
        return None
    closing = [(CLOSE, part, 0) for _, part, _ in reversed(deeds[:-1])] if rng.random() < 0.3 else []
    end = " , and close what you opened ." if closing else " ."
    return [*deeds, (PUT, thing, target), *closing], None, f"bring {item_name} to {_description(house, target)}{end}"


def beside(world: ChaiWorld, piece: int) -> tuple[float, float]:
    """The place beside a piece, in its room, that is the shortest walk from the start."""
    house = world.episodes[0].house
    cost = Ways(world).cost
    least = np.where(cost < 0, np.iinfo(np.int32).max, cost).min(axis=2)  # over all headings
    rows, columns = np.nonzero((cost >= 0).any(axis=2) & (house.ground.rooms == house.plan.pieces[piece].room))
    x0, z0, x1, z1 = house.plan.pieces[piece].footprint
    x, z = columns * STRIDE, rows * STRIDE
    gaps = np.hypot(np.maximum(np.maximum(x0 - x, x - x1), 0), np.maximum(np.maximum(z0 - z, z - z1), 0))
    beside = np.flatnonzero(gaps <= max(BESIDE_DISTANCE, gaps.min() + STRIDE))
    nearest = beside[np.argmin(least[rows[beside], columns[beside]])]
    return round(float(x[nearest]), 3), round(float(z[nearest]), 3)


def _is_unambiguous(house: House, numbers: list[int], number: int) -> bool:
    """Whether nothing else has the same name."""
    return sum(_description(house, other) == _description(house, number) for other in numbers) == 1


def _description(house: House, number: int) -> str:
    """A person's name for a piece, part or switch: 'the top drawer of the nightstand in the bedroom'."""
    room = house.plan.rooms[house.room_of(number)].name
    if number >= FIRST_SWITCH:
        owner, switch = house.switches[number - FIRST_SWITCH]
        noun = house.plan.pieces[owner].thing.noun
        return f"the {noun} in the {room}" if switch.kind == noun else f"the {switch.name} of the {noun} in the {room}"
    if number >= FIRST_PART:
        owner, part = house.parts[number - FIRST_PART]
        return f"the {part.name} of the {house.plan.pieces[owner].thing.noun} in the {room}"
    return f"the {house.plan.pieces[number - FIRST_PIECE].thing.noun} in the {room}"


def _item_description(house: House, stock: Stock, number: int) -> str:
    """A person's name for an item: its kind and where it is."""
    item = stock.items[number - FIRST_ITEM]
    owner, surface = house.surfaces[item.surface]
    part = house.part_of(owner, surface.behind)
    where = f"on {_description(house, FIRST_PIECE + owner)}"
    if part >= 0:
        where = f"{'in' if surface.moves else 'behind'} {_description(house, FIRST_PART + part)}"
    return f"the {ITEMS[item.kind].noun} {where}"


def _standing(house: House, goal: tuple[float, float]) -> tuple[float, float]:
    """The place nearest to a goal, in the same room, where the agent can stand."""
    room = house.plan.room_of(*goal)
    if room < 0:
        raise InputError(f"The goal {goal!r} lies outside {house.title}.")
    rows, columns = np.nonzero(house.ground.reachable & (house.ground.rooms == room))
    nearest = int(np.argmin((columns * STRIDE - goal[0]) ** 2 + (rows * STRIDE - goal[1]) ** 2))
    return round(float(columns[nearest] * STRIDE), 3), round(float(rows[nearest] * STRIDE), 3)


def _towards(house: House, place: tuple[float, float]) -> str:
    return f"go to the {house.plan.rooms[house.plan.room_of(*place)].name} ."
