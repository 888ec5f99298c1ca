"""Pictures and sentences specific to CHAI: the plan of a house, what a place is near, which things a house lacks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from sightline.chai import Episode
from sightline.chai.episode import deed_of
from sightline.chai.house import FIRST_ITEM, House, all_houses
from sightline.chai.house.ground import in_the_way
from sightline.chai.house.items import ITEMS
from sightline.chai.house.plan import Piece, Plan
from sightline.corpus.chai.places import places_of
from sightline.corpus.chai.vary import more_words, phrases
from sightline.corpus.chai.words import furniture_words, item_words
from sightline.corpus.records import Paragraph
from sightline.corpus.words import Word
from sightline.errors import InputError
from sightline.language import tokenize
from sightline.show.chai_hands import deed_words as deed_words
from sightline.show.chai_hands import held_words as held_words
from sightline.show.chai_hands import reach_words as reach_words
from sightline.show.chai_pictures import open_floor, plan_extent, plan_picture
from sightline.show.labels import Label
from sightline.show.maps import Map
from sightline.show.naming import Nouns, longest_first, named_things
from sightline.show.palette import DEEP
from sightline.show.scenery import Names
from sightline.show.words import list_words, side_words
from sightline.world import INTERACTION, Goal

SCENE = "house"
PALETTE = DEEP
PALE = 0.4  # share of white in a plan under paths
AT = 0.05  # metres: anything this close to a piece of furniture is a part of it, or stands on it
DOORWAY = 0.5  # metres from the middle of a doorway: a path there goes through it
BESIDE, NEARBY = 0.6, 1.5  # metres from a piece of furniture
ROOMS = {  # by kind, their names in everyday language
    "kitchen": ("kitchen",), "living room": ("living room", "lounge"), "bedroom": ("bedroom",),
    "bathroom": ("bathroom", "washroom"), "guest room": ("guest room", "spare room", "guest bedroom"),
    "hallway": ("hallway", "hall", "corridor"),
}  # fmt: skip
PARTS = ("drawer", "door", "lid", "tray", "shelf", "rack", "cupboard", "cabinet", "light", "water")


def scenes() -> list[tuple[int | str, str]]:
    """The houses of the package, and the user's own houses that are loaded."""
    return [(int(house.name) if house.name.isdigit() else house.name, title_of(house)) for house in all_houses()]


def title_of(house: House) -> str:
    """The title of a house: "House 3", or the name of its file."""
    return f"House {house.name}" if house.name.isdigit() else house.title


def map_of(episode: Episode, pixels: int, names: Names = "none") -> Map:
    """The plan of an episode's house, with the names of rooms and furniture.

    Pictures of all objects would hide the plan, so "pictured" draws names instead.
    "recorded" draws a pale plan under paths; `labels` selects the names to write, because all would be too many.
    """
    x0, z0, x1, z1 = plan_extent(episode.house)
    per_metre = pixels / max(x1 - x0, z1 - z0)
    picture = plan_picture(episode.house, episode.stock, per_metre, names in ("spoken", "pictured"))
    if names == "recorded":
        picture = Image.blend(picture, Image.new("RGB", picture.size, "#ffffff"), PALE)
    return Map(picture, x0, z1, per_metre, arrow=max(6.0, pixels / 75) / per_metre)  # visible on small maps too


def labels(episode: Episode, goals: Sequence[Goal]) -> list[Label]:
    """The names of the furniture that goals interact with, and of all rooms."""
    house = episode.house
    reached = dict.fromkeys(_piece_reached(episode, goal) for goal in goals if goal.kind == INTERACTION)
    pieces = [house.plan.pieces[k] for k in reached if k is not None]
    things = [Label(p.thing.noun, (p.at[0], p.at[2]), _walls(house.plan, p.room)) for p in pieces]
    rooms = range(len(house.plan.rooms))
    return things + [Label(house.plan.rooms[k].name, open_floor(house, k), _walls(house.plan, k), True) for k in rooms]


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


def beside(episode: Episode, place: ArrayLike, pose: ArrayLike | None = None) -> str:
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


def _gap(piece: Piece, x: float, z: float) -> float:
    """The distance from a place to a piece's footprint."""
    x0, z0, x1, z1 = piece.footprint
    return math.hypot(max(x0 - x, 0.0, x - x1), max(z0 - z, 0.0, z - z1))


def _noun(plan: Plan, k: int) -> str:
    """The everyday name of a piece: its noun, or its full name if another one in the room has the same noun."""
    piece = plan.pieces[k]
    same = [other for other in plan.pieces if other.room == piece.room and other.thing.noun == piece.thing.noun]
    return piece.thing.noun if len(same) == 1 else piece.thing.name


def absent_things(instruction: str, episode: Episode) -> list[str]:
    """The furniture, items and rooms that an instruction names and that the house lacks, or has in other colours only."""
    here = _kinds(episode)
    absent = []
    for thing in named_things(instruction, _nouns(), _adjectives()):
        told = [word for word in thing.before if any(word in _words(kind) for kind in thing.kinds)]
        meant = {kind for kind in thing.kinds if all(word in _words(kind) for word in told)}
        if thing.kinds and not (meant or thing.kinds) & here:
            absent.append(" ".join([*(told if meant else ()), thing.noun]))
    return list(dict.fromkeys(absent))


def mismatches(instruction: str, episode: Episode) -> list[str]:
    """A sentence on the things that the house lacks."""
    absent = absent_things(instruction, episode)
    return [f"this {SCENE} has {list_words([f'no {thing}' for thing in absent])}."] if absent else []


def hidden_things(instruction: str, episode: Episode, seen: frozenset[int]) -> list[str]:
    """Always empty: from any pose, most of a house is behind walls and doors."""
    return []


@cache
def taught_words() -> tuple[str, ...]:
    """The words for things and rooms, of the grammar and then of the training stream, and the stream's other phrases."""
    listed = [
        text for lists in (_grammar_words(), more_words()) for word in lists.values()
        for text in (*word.nouns, *word.adjectives, *word.phrases)
    ]  # fmt: skip
    listed += [noun for nouns in ROOMS.values() for noun in nouns]
    listed += [" ".join(way) for ways in phrases().values() for way in ways]
    return tuple(dict.fromkeys(token for text in listed for token in tokenize(text)))


def _kinds(episode: Episode) -> set[str]:
    """The kinds of everything in a house: furniture, its named places ("oven"), items, and rooms."""
    house = episode.house
    things = {piece.thing.name for piece in house.plan.pieces} | {item.kind for item in episode.stock.items}
    return things | {place.kind for place in places_of(house)} | {room.kind for room in house.plan.rooms}


def _grammar_words() -> dict[str, Word]:
    return item_words() | furniture_words()


@cache
def _words(kind: str) -> frozenset[str]:
    """All words in the adjectives and nouns of a kind of thing, among them its colours."""
    lists = [words[kind] for words in (_grammar_words(), more_words()) if kind in words]
    listed = [kind, *(text for word in lists for text in (*word.adjectives, *word.nouns))]
    return frozenset(part for text in listed for part in text.replace("-", " ").split())


@cache
def _nouns() -> Nouns:
    """The kinds of thing that each noun may mean, in the singular and the plural.

    Phrases that name nothing by themselves ("with the cookies on it") map to no kind. So do parts of many things: a
    drawer is not a chest of drawers.
    """
    kinds: dict[tuple[str, ...], set[str]] = {}
    for lists in (_grammar_words(), more_words()):
        for kind, word in lists.items():
            for phrase in word.phrases:
                kinds.setdefault(tuple(tokenize(phrase)), set())
            for noun in {kind, *word.nouns}:
                one = noun.removesuffix("s") if noun in word.plural else noun
                for form in {noun, one, f"{one}s", f"{one}es"}:
                    kinds.setdefault(tuple(tokenize(form)), set()).add(kind)
    for kind, nouns in ROOMS.items():
        for noun in nouns:
            kinds.setdefault(tuple(noun.split()), set()).add(kind)
    for part in PARTS:
        for form in (part, f"{part}s", f"{part}es"):
            kinds[(form,)] = set()
    return longest_first(kinds, _adjectives())


@cache
def _adjectives() -> frozenset[str]:
    return frozenset(word for lists in (_grammar_words(), more_words()) for w in lists.values() for word in w.adjectives)


def examples(episode: Episode) -> list[str]:
    """Example instructions: to a room, to a piece of furniture, and carrying an item."""
    plan = episode.house.plan
    rooms = [room.name for room in plan.rooms if room.name != "hall"]
    held = [item for item in episode.stock.items if item.surface >= 0]
    sentences = [f"go to the {rooms[0]}", f"go to the {plan.pieces[0].thing.noun}"]
    if held:
        sentences.append(f"pick up the {ITEMS[held[0].kind].noun} and put it on the {plan.pieces[-1].thing.noun}")
    return sentences


def segment_picture(paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
    """Not implemented for CHAI."""
    raise InputError("There are no pictures for writers and readers of CHAI instructions yet.")
