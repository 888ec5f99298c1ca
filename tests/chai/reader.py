"""A reader of generated instructions who knows the house and the words, but not the goals: they are enough to do it."""

import re

import numpy as np

from sightline.chai import ChaiWorld, Episode, plan_deed
from sightline.chai.episode import Deed
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_ON
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, House
from sightline.chai.house.items import ITEMS
from sightline.chai.route.planner import needed_first
from sightline.chai.route.ways import Ways

CLOSED_AGAIN = " , and close what you opened"


def names_of(house: House) -> dict[str, dict[str, list[int]]]:
    """The numbers of pieces, parts and switches by what people call them."""
    names: dict[str, dict[str, list[int]]] = {"piece": {}, "part": {}, "switch": {}}
    pieces = house.plan.pieces
    where = [f"{piece.thing.noun} in the {house.plan.rooms[piece.room].name}" for piece in pieces]
    for k, name in enumerate(where):
        names["piece"].setdefault(name, []).append(FIRST_PIECE + k)
    for k, (owner, part) in enumerate(house.parts):
        names["part"].setdefault(f"{part.name} of the {where[owner]}", []).append(FIRST_PART + k)
    for k, (owner, switch) in enumerate(house.switches):
        for name in (f"{switch.name} of the {where[owner]}", where[owner]):
            names["switch"].setdefault(name, []).append(FIRST_SWITCH + k)
    return names


def one(numbers: list[int]) -> int:
    """The only one of some numbers."""
    assert len(numbers) == 1, numbers
    return numbers[0]


def item_called(episode: Episode, name: str) -> int:
    """'mug on the table in the kitchen', 'fork in the top drawer of the counter in the kitchen', 'plate behind ...'."""
    names, house = names_of(episode.house), episode.house
    fitting = []
    for k, item in enumerate(episode.stock.items):
        noun = ITEMS[item.kind].noun
        location = re.fullmatch(rf"{re.escape(noun)} (on|in|behind) the (.+)", name)
        if location is None:
            continue
        owner, surface = house.surfaces[item.surface]
        if location[1] == "on":
            fits = not surface.behind and FIRST_PIECE + owner in names["piece"].get(location[2], [])
        else:
            part = FIRST_PART + house.part_of(owner, surface.behind)
            fits = bool(surface.behind) and part in names["part"].get(location[2], [])
        if fits:
            fitting.append(FIRST_ITEM + k)
    return one(fitting)


def follow(episode: Episode) -> ChaiWorld:
    """Read the words, do what they say with the planner, stop; the world as it is then."""
    world, names = ChaiWorld(), names_of(episode.house)
    world.reset([episode])
    instruction = episode.instruction.removesuffix(" .")

    def do(deed: Deed) -> None:
        actions = plan_deed(world, deed)
        assert actions is not None, episode.instruction
        for action in actions:
            world.step([action])

    def fetch(name: str) -> tuple[int, list[Deed]]:
        item = item_called(episode, name)
        opened = needed_first(world, item)
        for deed in [*opened, (PICK_UP, item, 0)]:
            do(deed)
        return item, opened

    if match := re.fullmatch("go to the (.+)", instruction):
        piece = episode.house.plan.pieces[one(names["piece"][match[1]]) - FIRST_PIECE]
        for action in way_to(world, piece.footprint, piece.room):
            world.step([action])
    elif match := re.fullmatch("open the (.+)", instruction):
        part = one(names["part"][match[1]])
        for deed in [*needed_first(world, part), (OPEN, part, 0)]:
            do(deed)
    elif match := re.fullmatch("turn on the (.+)", instruction):
        do((SWITCH_ON, one(names["switch"][match[1]]), 0))
    elif match := re.fullmatch("take the (.+)", instruction):
        fetch(match[1])
    elif match := re.fullmatch("bring the (.+) to the (.+)", instruction.removesuffix(CLOSED_AGAIN)):
        item, opened = fetch(match[1])
        do((PUT, item, one(names["piece"].get(match[2]) or names["part"][match[2]])))
        for _, part, _ in reversed(opened if instruction.endswith(CLOSED_AGAIN) else []):
            do((CLOSE, part, 0))
    world.step([3])
    return world


def way_to(world: ChaiWorld, box: tuple[float, float, float, float], room: int) -> list[int]:
    """The way into a room and on, as straight as it goes, up to half a metre before a box, or as close as one can get."""
    ways = Ways(world)
    rows, columns = np.nonzero((ways.cost >= 0).any(axis=2) & (world.episodes[0].house.ground.rooms == room))
    x, z = columns * 0.1, rows * 0.1
    gaps = np.hypot(x - np.clip(x, box[0], box[2]), z - np.clip(z, box[1], box[3]))
    routes = [ways.to_place(x[k], z[k]) for k in np.flatnonzero(gaps <= max(0.5, gaps.min() + 0.1))]
    return min(routes, key=len)
