"""A goal in words: which way, how far, beside what, how sure; and what an instruction names that the field has not."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from sightline.corpus.lani.names import Description, words
from sightline.geometry import bearing, distance
from sightline.language import tokenize
from sightline.lani import Scene
from sightline.lani.dynamics import clearances
from sightline.lani.reward import NEAR

BESIDE, NEARBY = 3.0, 8.0  # units off a landmark's body
FIGURES_OF_SPEECH = ("as well", "car length", "car lengths", "length of a car", "length of a bus")  # no landmark is meant


def direction_words(degrees: float) -> str:
    """Which way an angle to turn by is: 0 is straight ahead, positive to the right."""
    turn = abs(degrees)
    side = "right" if degrees > 0 else "left"
    if turn <= 15:
        return "straight ahead"
    if turn < 60:
        return f"ahead to the {side}"
    if turn <= 120:
        return f"to the {side}"
    return f"behind to the {side}" if turn < 165 else "straight behind"


def landmark_nouns(scene: Scene) -> list[str]:
    """What people call each landmark of a field, with an adjective or a phrase where another has the same noun."""
    kinds = [placed.name for placed in scene.landmarks]
    found = []
    for kind in kinds:
        word = words()[kind]
        noun = max(word.nouns, key=lambda n: word.nouns[n])
        options = [
            Description(noun),
            *(Description(noun, adjective) for adjective in word.adjectives),
            *(Description(noun, phrase=phrase) for phrase in word.phrases),
        ]
        clear = (d for d in options if not any(d.fits(other) for other in kinds if other != kind))
        found.append(str(next(clear, options[0])))
    return found


def beside_words(scene: Scene, place: ArrayLike) -> str:
    """The landmark that a place is nearest to: "beside the well"; empty in an empty field."""
    if not scene.landmarks:
        return ""
    point = np.asarray(place, dtype=np.float64).reshape(1, 2)
    gaps = [float(clearances(body[None], point)[0]) for body in scene.bodies]
    k = int(np.argmin(gaps))
    noun = f"the {landmark_nouns(scene)[k]}"
    if gaps[k] > NEARBY:
        return f"{gaps[k]:.0f} units from {noun}"
    return f"{'at' if gaps[k] < 0.5 else 'beside' if gaps[k] <= BESIDE else 'near'} {noun}"


def goal_words(scene: Scene, start: ArrayLike, place: ArrayLike, in_sight: bool = True) -> str:
    """Where a goal is for somebody at a pose: "about 12 units ahead to the left, beside the well"."""
    where = beside_words(scene, place)
    if not in_sight:
        return ", ".join(filter(None, ("right here", where)))
    far = round(float(distance(start, place)))
    away = f"about {far} unit{'' if far == 1 else 's'} {direction_words(float(bearing(start, place)))}"
    return ", ".join(filter(None, (away, where)))


def sureness_words(share: float) -> str:
    """How sure an agent is, with the number that says it."""
    how = "quite sure" if share >= 0.75 else "fairly sure" if share >= 0.5 else "not sure"
    return f"{how}: {share:.0%} of the probability lies within {NEAR:.0f} units of it"


def absent_landmarks(instruction: str, scene: Scene) -> list[str]:
    """The landmarks that an instruction names and that the field does not have, in the order of their naming.

    The longest noun counts: a "park bench" is not also a bench. Where a noun fits several kinds, any of them will do.
    """
    here = {placed.name for placed in scene.landmarks}
    tokens = tokenize(instruction)
    taken = [False] * len(tokens)
    found: dict[int, str] = {}
    for noun, kinds in _kinds_of_nouns().items():
        for first in range(len(tokens) - len(noun) + 1):
            span = slice(first, first + len(noun))
            if tuple(tokens[span]) != noun or any(taken[span]):
                continue
            if noun[0] in _adjectives() and span.stop < len(tokens) and taken[span.stop]:
                continue  # "the stone column" is no stone
            taken[span] = [True] * len(noun)
            if kinds and not kinds & here:
                found[first] = " ".join(noun)
    return list(dict.fromkeys(found[k] for k in sorted(found)))


@cache
def _kinds_of_nouns() -> dict[tuple[str, ...], set[str]]:
    """The kinds of landmark that each noun, as tokens, may mean, in the singular and the plural; longest noun first.

    Phrases with a noun that names nothing ("with pink flowers") are there with no kind at all.
    """
    kinds: dict[tuple[str, ...], set[str]] = {tuple(phrase.split()): set() for phrase in FIGURES_OF_SPEECH}
    for kind, word in words().items():
        for phrase in word.phrases:
            kinds.setdefault(tuple(tokenize(phrase)), set())
        for noun in word.nouns:
            one = noun.removesuffix("s") if noun in word.plural else noun
            for form in {noun, one, f"{one}s"}:
                kinds.setdefault(tuple(tokenize(form)), set()).add(kind)
    # A single adjective-like noun comes after all others, so that what it may belong to is known by then.
    return dict(sorted(kinds.items(), key=lambda item: (-len(item[0]), item[0][0] in _adjectives(), item[0])))


@cache
def _adjectives() -> frozenset[str]:
    return frozenset(adjective for word in words().values() for adjective in word.adjectives)
