"""Starts and goals in a field, as a table of sentences names them: places, landmarks and their sides; and the way there.

`12.5 30` is a place, `barrel` the near side of the barrel, `behind barrel`, `left of barrel` and `right of barrel` are its
other sides, as seen by the agent on its way. Goals before the last one are places to pass.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np

from sightline.checks import shown
from sightline.corpus.kind import Demonstration, Pose
from sightline.corpus.lani.detours import way_around
from sightline.corpus.lani.follower import follow
from sightline.corpus.lani.terrain import EDGE, STANDING, Point, Terrain, compass, inside, smooth
from sightline.corpus.lani.ways import STOP_BESIDE
from sightline.corpus.lani.words import landmark_nouns, more_words, words
from sightline.corpus.table import is_it, read_numbers
from sightline.corpus.words import descriptions_of
from sightline.errors import InputError
from sightline.lani.dynamics import RADIUS, STRIDE
from sightline.lani.episode import Episode
from sightline.lani.landmarks import LANDMARKS
from sightline.lani.scene import Scene
from sightline.render import FIELD
from sightline.world import NAVIGATION, Goal

SIDES = {"behind": 180.0, "left of": 90.0, "right of": -90.0, "in front of": 0.0}  # degrees from the near side
_SIDE = re.compile(rf"(?:to |on )?(?:the )?({'|'.join(SIDES)})\s+(.+)", re.I)
_ARTICLE = re.compile(r"(?:go to |at |beside )?(?:the |an? )?", re.I)
WALKS_TRIED = 8  # a follower that drifts too far is sent again
NEIGHBOURS = 72  # directions in which a free place is looked for


class FieldGoal(NamedTuple):
    """A goal: a place, or a side of a landmark, which depends on where the agent comes from."""

    place: Point | None = None
    landmark: int = -1
    side: float = 0.0


def start(episode: Episode, pose: Pose) -> Pose:
    """A pose at which the agent can stand."""
    check_free(episode.scene, pose[:2], RADIUS, "the start")
    x, z, heading = pose
    return round(x, 2), round(z, 2), round(heading, 2) % 360


def read(episode: Episode, text: str) -> FieldGoal:
    """One goal."""
    numbers = read_numbers(text, 2)
    if numbers is not None:
        x, z = numbers
        check_free(episode.scene, (x, z), STANDING, "the goal")
        return FieldGoal((x, z))
    if re.fullmatch(r"[-+\d\s.,()]+", text):
        raise InputError(f"{shown(text)} is not a place; write x and z with a space between them, such as 12.5 30.")
    match = _SIDE.fullmatch(text)
    side, name = (SIDES[match[1].lower()], match[2]) if match else (0.0, text)
    return FieldGoal(None, _landmark(episode.scene, name), side)


def _landmark(scene: Scene, text: str) -> int:
    """The landmark of a name."""
    name = _ARTICLE.sub("", " ".join(text.lower().split()), count=1)
    nouns = landmark_nouns([placed.name for placed in scene.landmarks])
    exact = [k for k, noun in enumerate(nouns) if noun == name]
    found = exact or [k for k, placed in enumerate(scene.landmarks) if name in _names(placed.name)]
    here = f"this field has: {', '.join(nouns) or 'nothing'}"
    if not found:
        raise InputError(f"there is no {shown(name)} here{is_it(name, nouns)}; {here}.")
    if len(found) > 1:
        which = " or ".join(f"{nouns[k]} ({scene.landmarks[k].x:g} {scene.landmarks[k].z:g})" for k in found)
        raise InputError(f"{shown(name)} may be {which}; write the longer name or a place, x and z.")
    return found[0]


def _names(kind: str) -> set[str]:
    """All names of a kind of landmark, in small letters."""
    lists = [words()[kind], *([more_words()[kind]] if kind in more_words() else ())]
    names = {str(option) for word in lists for noun in word.nouns for option in descriptions_of(word, noun)}
    return {name.lower() for name in names | {kind, LANDMARKS[kind].noun}}


def check_free(scene: Scene, place: Point, room: float, what: str) -> None:
    """InputError, with the nearest free place, unless the agent can stand there and walk away."""
    x, z = place
    if not (0 <= x <= FIELD and 0 <= z <= FIELD):
        raise InputError(f"{what} {x:g} {z:g} lies outside the field, whose x and z go from 0 to {FIELD:g}.")
    if _is_free(scene, place, room):
        return
    terrain = Terrain(scene)
    gap = min((terrain.gap(k, place) for k in range(len(scene.landmarks))), default=math.inf)
    nouns = landmark_nouns([placed.name for placed in scene.landmarks])
    nearest = [
        (round(x + r * math.sin(a), 1), round(z + r * math.cos(a), 1))
        for r in np.arange(0.5, FIELD, 0.5).tolist()
        for a in np.linspace(0, 2 * math.pi, NEIGHBOURS, endpoint=False).tolist()
    ]
    other = next((place for place in nearest if _is_free(scene, place, room)), None)
    where = f"within {EDGE:g} of the fence"
    if gap <= room:
        k = int(np.argmin([terrain.gap(n, place) for n in range(len(scene.landmarks))]))
        where = f"{'inside' if gap < 0 else 'too close to'} the {nouns[k]}"
    suggestion = f"; the nearest free place is {other[0]:g} {other[1]:g}" if other else ""
    raise InputError(f"{what} {x:g} {z:g} lies {where}{suggestion}.")


def _is_free(scene: Scene, place: Point, room: float) -> bool:
    return inside(place) and (not scene.landmarks or float(scene.clearance(np.array(place))) > room)


def demonstrate(episode: Episode, at: Pose, wanted: Sequence[FieldGoal]) -> Demonstration:
    """A walk to each goal in order, around what stands between."""
    terrain = Terrain(episode.scene)
    here: Point = at[:2]
    way: list[Point] = [here]
    stops: list[Point] = []
    for goal in wanted:
        stop = goal.place or _beside(terrain, goal, here)
        leg = way_around(terrain, here, stop)
        if leg is None:
            raise InputError(
                f"there is no way from {here[0]:.1f} {here[1]:.1f} to {stop[0]:.1f} {stop[1]:.1f}; name another place."
            )
        way += leg
        stops.append((round(stop[0], 2), round(stop[1], 2)))
        here = stop
    actions, end = _walk(terrain, at, way)
    goals = tuple(Goal(NAVIGATION, stop) for stop in [*stops[:-1], end]) if len(stops) > 1 else None
    return Demonstration(actions, end, stops[-1], goals)


def _beside(terrain: Terrain, goal: FieldGoal, here: Point) -> Point:
    """The side of a landmark, as seen from a place."""
    free = _room(terrain, goal, here)
    if free is None:
        noun = landmark_nouns([placed.name for placed in terrain.scene.landmarks])[goal.landmark]
        others = [name for name, side in SIDES.items() if _room(terrain, goal._replace(side=side), here) is not None]
        choice = ", ".join(f"{name} {noun}" for name in others) + (" or " if others else "")
        raise InputError(f"there is no room on that side of the {noun}; write {choice}a place, x and z.")
    return free


def _room(terrain: Terrain, goal: FieldGoal, here: Point) -> Point | None:
    """A free place on a side of a landmark, as seen from a place."""
    nearest = compass(terrain.middles[goal.landmark], here)
    turns = [0.0, *(sign * step for step in (15.0, 30.0, 45.0) for sign in (1, -1))]  # if something else stands there
    places = [terrain.beside(goal.landmark, nearest + goal.side + turn, STOP_BESIDE) for turn in turns]
    return next((place for place in places if _is_free(terrain.scene, place, STANDING)), None)


def _walk(terrain: Terrain, at: Pose, way: list[Point]) -> tuple[str, Point]:
    """Actions along a way, and the place where they end."""
    if sum(math.dist(a, b) for a, b in pairwise(way)) < STRIDE / 2:
        return "", (at[0], at[1])
    path, _ = smooth(np.array(way), terrain.bodies)
    for attempt in range(WALKS_TRIED):
        walked = follow(Random(attempt), terrain, at, path)
        if walked is not None:
            actions, poses = walked
            return actions, (round(float(poses[-1, 0]), 2), round(float(poses[-1, 1]), 2))
    raise InputError("the way there is too long or too narrow for one instruction; name a nearer goal.")


def names(episode: Episode) -> dict[str, list[str]]:
    """The landmarks of a field."""
    return {"landmarks": landmark_nouns([placed.name for placed in episode.scene.landmarks])}


def examples(episode: Episode) -> list[tuple[str, str]]:
    """Words and goals in this field: a landmark, a way, a place."""
    nouns = names(episode)["landmarks"]
    tries: list[list[tuple[str, str]]] = [
        [(f"walk over to the {noun}", noun) for noun in nouns[:3]],
        [(f"pass the {a} and stop behind the {b}", f"{a}; behind {b}") for a, b in pairwise(nouns[:4])],
        [("walk to the place that is marked on my map", f"25 {z}") for z in (10, 15, 20, 35, 40)],
    ]
    works = [[row for row in rows if _works(episode, row[1])] for rows in tries]
    return [rows[0] for rows in works if rows]


def _works(episode: Episode, goal: str) -> bool:
    try:
        demonstrate(episode, episode.start, [read(episode, part) for part in goal.split("; ")])
    except InputError:
        return False
    return True
