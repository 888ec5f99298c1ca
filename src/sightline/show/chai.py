"""Sentences specific to CHAI, and its maps for people: what a place is near, what a house lacks, what hands do."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from sightline.chai import Episode
from sightline.chai.episode import deed_of
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_OFF, SWITCH_ON
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH, all_houses
from sightline.chai.house.arrays import ON_FLOOR
from sightline.chai.house.ground import in_the_way
from sightline.chai.house.items import ITEMS
from sightline.chai.house.plan import Piece, Plan
from sightline.chai.kind import KIND
from sightline.chai.world import ChaiWorld
from sightline.corpus.chai.lexicon import lexicon
from sightline.corpus.chai.places import places_of
from sightline.fields import Json
from sightline.geometry import GoalGrid
from sightline.show.chai_pictures import open_floor, plan_extent, plan_picture, title_of
from sightline.show.maps import Label, Map
from sightline.show.marks import DEEP
from sightline.show.scenery import Names, Scenery
from sightline.show.words import side_words
from sightline.world import INTERACTION, Goal, SavedState, World

WHITENING = 0.4  # share of white in a plan under paths
AT = 0.05  # metres: anything this close to a piece of furniture is a part of it, or stands on it
DOORWAY = 0.5  # metres from the middle of a doorway: a path there goes through it
BESIDE, NEARBY = 0.6, 1.5  # metres from a piece of furniture
OPENED = ("fridge", "microwave", "dishwasher", "toilet")  # furniture of example instructions, the first that there is
SWITCHED = ("television", "floor lamp", "computer")
TABLES = ("coffee table", "table", "desk", "bed", "sideboard")
VERBS = {PICK_UP: "take", PUT: "put", OPEN: "open", CLOSE: "close", SWITCH_ON: "switch on", SWITCH_OFF: "switch off"}
PAST_TENSE = {
    PICK_UP: "took", PUT: "put", OPEN: "opened", CLOSE: "closed", SWITCH_ON: "switched on", SWITCH_OFF: "switched off",
}  # fmt: skip


class ChaiScenery(Scenery[Episode]):
    """Houses. From any pose most of a house is behind walls and doors, so nothing counts as hidden."""

    scene_word = "house"
    palette = DEEP

    def scenes(self) -> list[tuple[int | str, str]]:
        """The houses of the package, and the user's own houses that are loaded."""
        return [(int(house.name) if house.name.isdigit() else house.name, title_of(house)) for house in all_houses()]

    def map_of(self, episode: Episode, pixels: int, names: Names = "none") -> Map:
        """The plan of an episode's house, with the names of rooms and furniture.

        Pictures of all objects would hide the plan, so "pictured" draws names instead.
        "paths" draws a pale plan under paths; `labels` selects the names to write, because all would be too many.
        "listed" leaves the names to the page.
        """
        x0, z0, x1, z1 = plan_extent(episode.house)
        per_metre = pixels / max(x1 - x0, z1 - z0)
        picture = plan_picture(episode.house, episode.stock, per_metre, names in ("spoken", "pictured"))
        if names == "paths":
            picture = Image.blend(picture, Image.new("RGB", picture.size, "#ffffff"), WHITENING)
        arrow = max(6.0, pixels / 75) / per_metre  # visible on small maps too
        if names != "listed":
            return Map(picture, x0, z1, per_metre, arrow)
        plan = episode.house.plan
        titles = tuple((room.name, open_floor(episode.house, k)) for k, room in enumerate(plan.rooms))
        pieces = tuple((piece.thing.noun, (piece.at[0], piece.at[2])) for piece in plan.pieces if in_the_way(piece))
        return Map(picture, x0, z1, per_metre, arrow, pieces, titles)

    def labels(self, episode: Episode, goals: Sequence[Goal]) -> list[Label]:
        """The names of the furniture that goals interact with, and of all rooms."""
        house = episode.house
        reached = dict.fromkeys(_piece_reached(episode, goal) for goal in goals if goal.kind == INTERACTION)
        pieces = [house.plan.pieces[k] for k in reached if k is not None]
        things = [Label(p.thing.noun, (p.at[0], p.at[2]), _walls(house.plan, p.room)) for p in pieces]
        rooms = range(len(house.plan.rooms))
        return things + [Label(house.plan.rooms[k].name, open_floor(house, k), _walls(house.plan, k), True) for k in rooms]

    def beside(self, episode: Episode, place: ArrayLike, pose: ArrayLike | None = None) -> str:
        """The nearest piece of furniture, or its side as seen from a pose: "beside the fridge in the kitchen"."""
        plan = episode.house.plan
        x, z = np.asarray(place, dtype=np.float64).tolist()
        room = plan.room_of(x, z)
        if room < 0:
            return "outside the house"
        where = f"in the {plan.rooms[room].name}"
        door = min(plan.doorways, key=lambda door: math.dist(door.at, (x, z)), default=None)
        if door is not None and math.dist(door.at, (x, z)) < DOORWAY:
            one, other = (plan.rooms[k].name for k in door.rooms)
            return f"in the doorway between the {one} and the {other}"
        gaps = {k: _gap(piece, x, z) for k, piece in enumerate(plan.pieces) if piece.room == room and in_the_way(piece)}
        nearest = min(gaps, key=lambda k: gaps[k], default=-1)
        if nearest < 0 or gaps[nearest] > NEARBY:
            return where
        side = "at" if gaps[nearest] < AT else "beside" if gaps[nearest] <= BESIDE else "near"
        if pose is not None:
            x0, z0, x1, z1 = plan.pieces[nearest].footprint
            side = side_words(pose, ((x0 + x1) / 2, (z0 + z1) / 2), (x, z))
        return f"{side} the {_noun(plan, nearest)} {where}"

    def absent_things(self, instruction: str, episode: Episode) -> list[str]:
        """The furniture, items and rooms that an instruction names and the house lacks, or has in other colours only."""
        here = _kinds(episode)
        absent = []
        for thing in lexicon().things(instruction):
            adjectives = [word for word in thing.adjectives if any(word in lexicon().describing[k] for k in thing.kinds)]
            meant = {kind for kind in thing.kinds if all(word in lexicon().describing[kind] for word in adjectives)}
            if thing.kinds and not (meant or thing.kinds) & here:
                absent.append(" ".join([*(adjectives if meant else ()), thing.noun]))
        return list(dict.fromkeys(absent))

    def taught_words(self) -> tuple[str, ...]:
        """The words for things and rooms, of the grammar and then of the training stream, and the stream's other phrases."""
        return lexicon().taught

    def examples(self, episode: Episode) -> list[str]:
        """Example instructions that name only what there is once: open, go, switch on, and carry."""
        house, plan = episode.house, episode.house.plan
        nouns = Counter(piece.thing.noun for piece in plan.pieces)
        here = plan.room_of(*episode.start[:2])
        rooms = [room.name for k, room in enumerate(plan.rooms) if k != here and room.kind != "hallway"]
        sentences = [f"open the {noun}" for noun in OPENED if nouns[noun] == 1][:1]
        sentences += [f"go to the {name}" for name in rooms[:1]]
        sentences += [f"turn on the {noun}" for noun in SWITCHED if nouns[noun] == 1][:1]
        kinds = Counter(ITEMS[item.kind].noun for item in episode.stock.items)
        at_hand = [
            ITEMS[item.kind] for item in episode.stock.items
            if item.room == here and item.surface >= 0 and not house.surfaces[item.surface][1].behind
        ]  # fmt: skip
        alone = [item for item in at_hand if kinds[item.noun] == 1]
        tables = [noun for noun in TABLES if nouns[noun] == 1]
        if alone:
            noun = max(alone, key=lambda item: math.prod(item.size)).noun
            sentences += [f"put the {noun} on the {tables[0]}"] if tables else [f"take the {noun}"]
        return sentences

    def reach_words(self, world: World, n: int, point: Sequence[float]) -> str:
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
            return f"switch {'off' if now['on'][0, number - FIRST_SWITCH] else 'on'} the {switch_name(episode, number)}"
        if number >= FIRST_PART:
            return f"{'close' if _is_open(now, number) else 'open'} {name}"
        return f"reach for {name}"

    def deed_words(self, world: World, n: int) -> str:
        """The last deed in world n: "put the milk carton in the red fridge"."""
        assert isinstance(world, ChaiWorld)
        verb, number, holder = world.done[n][-1]
        episode = world.episodes[n]
        switched = verb in (SWITCH_ON, SWITCH_OFF)
        did = f"{PAST_TENSE[verb]} the {switch_name(episode, number) if switched else episode.names[number]}"
        if verb != PUT:
            return did
        surface = int(world.save([n])["surface"][0, number - FIRST_ITEM])
        if surface == ON_FLOOR:
            return f"{did} on the floor"
        return f"{did} {'in' if episode.house.surfaces[surface][1].behind else 'on'} the {episode.names[holder]}"

    def held_words(self, world: World, n: int) -> str:
        """What the agent of world n holds: "the milk carton"; empty if nothing."""
        held = int(world.save([n])["held"][0])
        return "" if held < 0 else f"the {world.episodes[n].names[FIRST_ITEM + held]}"

    def deed_facts(self, world: World, n: int) -> list[Json]:
        """The deeds of the episode of world n."""
        assert isinstance(world, ChaiWorld)
        names = world.episodes[n].names
        return [
            {"verb": VERBS[verb], "thing": names[number], "receptacle": names.get(holder, "") if verb == PUT else ""}
            for verb, number, holder in world.done[n]
        ]

    def state_facts(self, world: World, n: int) -> Json:
        """The house, the room, what is held, open and on."""
        episode, now = world.episodes[n], world.save([n])
        names, plan, held = episode.names, episode.house.plan, int(now["held"][0])
        room, switches = plan.room_of(*world.pose[n, :2].tolist()), len(episode.house.switches)
        return {
            "house": episode.house.name, "variant": episode.stock.variant,
            "room": plan.rooms[room].name if room >= 0 else "", "holds": names[FIRST_ITEM + held] if held >= 0 else "",
            "open": [names[FIRST_PART + k] for k in np.flatnonzero(now["open"][0]).tolist() if FIRST_PART + k in names],
            "on": [switch_name(episode, FIRST_SWITCH + k) for k in np.flatnonzero(now["on"][0][:switches]).tolist()],
        }  # fmt: skip


SCENERY = ChaiScenery(KIND)


def _walls(plan: Plan, room: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Two corners of a room."""
    (x, z), (width, depth) = plan.rooms[room].corner, plan.rooms[room].size
    return (x, z), (x + width, z + depth)


def _piece_reached(episode: Episode, goal: Goal) -> int | None:
    """The piece of furniture that an interaction opens, switches, or uses as a receptacle."""
    assert goal.point is not None
    plan, (_, thing, holder) = episode.house.plan, deed_of(goal)
    number = thing if 0 < thing < FIRST_ITEM else holder
    if 0 < number < FIRST_ITEM:
        return episode.house.piece_of(number)
    x, y, z = goal.point
    near = {k: _gap(piece, x, z) + _above(piece, y) for k, piece in enumerate(plan.pieces) if piece.thing.surfaces}
    nearest = min(near, key=lambda k: near[k], default=None)
    return nearest if nearest is not None and near[nearest] < NEARBY / 2 else None


def _above(piece: Piece, y: float) -> float:
    """The vertical distance to the nearest surface of a piece."""
    return min(abs(piece.at[1] + surface.at[1] - y) for surface in piece.thing.surfaces)


def _gap(piece: Piece, x: float, z: float) -> float:
    """The distance from a place to a piece's footprint."""
    x0, z0, x1, z1 = piece.footprint
    return math.hypot(max(x0 - x, 0.0, x - x1), max(z0 - z, 0.0, z - z1))


def _noun(plan: Plan, k: int) -> str:
    """The everyday name of a piece: its noun, or its full name if another one in the room has the same noun."""
    piece = plan.pieces[k]
    same = [other for other in plan.pieces if other.room == piece.room and other.thing.noun == piece.thing.noun]
    return piece.thing.noun if len(same) == 1 else piece.thing.name


def _kinds(episode: Episode) -> set[str]:
    """The kinds of everything in a house: furniture, its named places ("oven"), items, and rooms."""
    house = episode.house
    things = {piece.thing.name for piece in house.plan.pieces} | {item.kind for item in episode.stock.items}
    return things | {place.kind for place in places_of(house)} | {room.kind for room in house.plan.rooms}


def switch_name(episode: Episode, number: int) -> str:
    """What a switch turns on: "floor lamp" rather than its shade, but "tap of the sink"."""
    owner, switch = episode.house.switches[number - FIRST_SWITCH]
    whole = switch.kind == episode.house.plan.pieces[owner].thing.noun
    return episode.names[FIRST_PIECE + owner if whole else number]


def _is_open(now: SavedState, number: int) -> bool:
    return FIRST_PART <= number < FIRST_SWITCH and bool(now["open"][0, number - FIRST_PART])


def _thing_at(world: World, n: int, point: Sequence[float]) -> int | None:
    """The segmentation number at a point; None if it is out of view."""
    x, y, z = point
    seen = np.asarray(world.panorama(("segmentation",), [n])["segmentation"])[0]
    row, column = GoalGrid(world.camera, world.camera.height).in_panorama(world.pose[n], (x, z), y)
    return None if row < 0 else int(seen[int(row), int(column)])
