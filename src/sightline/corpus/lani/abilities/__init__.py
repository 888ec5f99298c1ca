"""A behavioural checklist: simple abilities by name, each tested in random situations on random fields.

The phrasings (phrases.txt) are independent of those in streams of training data. A goal is right within 4 units of the
body of the right landmark, 5 of the right place, or 3 of the start for "stay". Invariances test whether a paraphrase leads
to the same place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from sightline.corpus.grammar import Grammar, Speaker
from sightline.corpus.kind import Situation
from sightline.corpus.lani.commands.places import Command, Naming, Way, anywhere, single_instruction
from sightline.corpus.lani.terrain import Point, Pose, Terrain, apart
from sightline.corpus.splits import STREAMS
from sightline.corpus.words import grammar_in
from sightline.geometry.types import Floats
from sightline.lani import Episode, Scene, generate_scene
from sightline.lani.world import LaniWorld

FIRST = 930_000_000  # field seeds from here on belong to the checklist
SEEN, HIDDEN = 24, 4  # pixels of the panorama: a landmark with SEEN or more is in sight, with HIDDEN or fewer hidden
BODY, PLACE, START = 4.0, 5.0, 3.0  # units within which a goal is right
SAME_GOAL = 3.0  # units by which a paraphrase may move the goal
ROUNDS = 400  # fields tried per requested situation, at most
NEARER, FARTHER = 9.0, 25.0


class Ability(NamedTuple):
    """An ability: the rule for its place (see commands.places), the landmarks it may name, and the naming."""

    leads: str
    within: float = PLACE
    among: Callable[[float, int], bool] = lambda away, pixels: pixels >= SEEN  # (distance, visible pixels)
    naming: Naming = Naming(0.0, 0.0, 0.0)
    found: bool = False  # judged after the agent has gone and looked again


def _between(low: float, high: float) -> Callable[[float, int], bool]:
    return lambda away, pixels: pixels >= SEEN and low <= away < high


ABILITIES = {
    "go to, 9 to 25 away": Ability("command", BODY, _between(NEARER, FARTHER)),
    "go to, nearer than 9": Ability("command", BODY, _between(0.0, NEARER)),
    "go to, farther than 25": Ability("command", BODY, _between(FARTHER, 99.0)),
    "go to, hidden": Ability("command", BODY, lambda away, pixels: pixels <= HIDDEN, found=True),
    "bare noun": Ability("command", BODY),
    "typing error": Ability("command", BODY, naming=Naming(0.0, 1.0, 0.0)),
    "stay": Ability("stay", START),
    "until the fence": Ability("ahead.fence"),
    "corner of two fences": Ability("corner"),
    "fence by colour": Ability("fence"),
    "n steps forward": Ability("forward"),
    "X then Y": Ability("then", BODY),
    "not X but Y": Ability("instead", BODY),
    "between X and Y": Ability("between"),
    "other names": Ability("command", BODY, naming=Naming(1.0, 0.0, 0.0)),
    "where it is": Ability("command", BODY, naming=Naming(0.0, 0.0, 1.0)),
    "behind X": Ability("behind"),
    "to the left or right of X": Ability("beside"),
    "turn, n steps": Ability("sideways"),
    "n steps back": Ability("backward"),
    "n steps short of X": Ability("short"),
    "n steps beyond X": Ability("beyond"),
    "part of the way to X": Ability("part"),
    "level with X": Ability("level"),
    "past X to Y": Ability("via", BODY),
    "the nearest lake": Ability("lake"),
    "middle of the field": Ability("middle"),
    "between X and a fence": Ability("fence.between"),
}  # fmt: skip
INVARIANCES = ("politeness", "case", "punctuation", "typing error in a verb", "synonym of a verb")


@cache
def grammar() -> Grammar:
    """The phrasings, read once."""
    return grammar_in(Path(__file__).with_name("phrases.txt"), [*"XYZBNMFGSU"], ["steps", "one_lake"])


def situations(count: int, seed: int) -> list[Situation]:
    """`count` situations of every ability and invariance, each with its own field, place and heading."""
    wanted = Counter(dict.fromkeys((*ABILITIES, *INVARIANCES), count))
    chosen: list[Situation] = []
    for n in range(ROUNDS * count):
        if not +wanted:
            break
        number = field_seed(seed, n)
        random, scene = Random(f"abilities/{number}"), generate_scene(number)
        terrain = Terrain(scene)
        at = anywhere(random, terrain)
        pixels = _pixels(scene, at)
        for name in +wanted:
            situation = _situation(name, random, terrain, at, pixels)
            if situation is not None:
                wanted[name] -= 1
                chosen.append(situation)
    order = {name: k for k, name in enumerate((*ABILITIES, *INVARIANCES))}
    return sorted(chosen, key=lambda situation: order[situation.ability])


def field_seed(seed: int, n: int) -> int:
    """The seed of the n-th field that a checklist tries; streams of training data never use it."""
    return FIRST + (seed * ROUNDS * 1000 + n) % (STREAMS - FIRST)


def _pixels(scene: Scene, at: Pose) -> list[int]:
    """The number of pixels that each landmark of a field shows in the panorama at a pose."""
    world = LaniWorld(threads=1)
    world.reset([Episode(scene, at, at[:2])])
    numbers = np.bincount(np.maximum(world.panorama(("segmentation",))["segmentation"].ravel(), 0), minlength=256)
    return [int(numbers[model + 1]) for model in scene.models]


def _situation(name: str, random: Random, terrain: Terrain, at: Pose, pixels: list[int]) -> Situation | None:
    """A situation of an ability or an invariance; None if the field offers none from there."""
    ability = ABILITIES.get(name, ABILITIES["go to, 9 to 25 away"])
    among = [k for k, middle in enumerate(terrain.middles) if ability.among(apart(at, middle), pixels[k])]
    speaker = Speaker(grammar(), random)
    command = Command(random, terrain, at, speaker, ability.naming, among)
    way = command.way(ability.leads)
    if way is None:
        return None
    if name in INVARIANCES:
        plain = speaker.say("invariant")
        paraphrase = _said_otherwise(name, plain, speaker)
    else:
        plain, paraphrase = speaker.say(f"{_rule(name)}"), ""
    within = SAME_GOAL if paraphrase else ability.within
    return Situation(
        name,
        single_instruction("ability", terrain.scene, at, way, plain),
        _measure(ability, command, way),
        within,
        ability.found,
        paraphrase,
    )


def _rule(name: str) -> str:
    """The grammar rule of an ability: its name without characters that rule names lack."""
    return "".join(letter if letter.isalnum() else "." for letter in name.lower()).strip(".").replace("..", ".")


def _said_otherwise(name: str, plain: str, speaker: Speaker) -> str:
    if name == "case":
        return plain.upper()
    if name == "punctuation":
        return f"{plain}!!" if speaker.random.random() < 0.5 else plain.replace(" the ", ", the ", 1) + " ."
    rule = {"politeness": "polite", "typing error in a verb": "mistyped", "synonym of a verb": "synonym"}[name]
    return speaker.say(rule)


def _measure(ability: Ability, command: Command, way: Way) -> Callable[[Floats], float]:
    """The distance of a place from the right one: the body of the landmark named last, or the end of the way."""
    assert way is not None
    if ability.within == BODY:
        k = command.named[-1][0]
        return lambda place: command.terrain.gap(k, (float(place[0]), float(place[1])))
    return partial(_off, end=way[-1])


def _off(place: Floats, end: Point) -> float:
    return apart((float(place[0]), float(place[1])), end)
