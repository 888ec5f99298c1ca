"""Sentences about goals: direction, distance, nearby objects, waypoints, confidence; and about outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from sightline.geometry import bearing, distance, heading_to, wrap
from sightline.geometry.types import Floats
from sightline.show.scenery import scenery_of
from sightline.world import Episode, Kind

if TYPE_CHECKING:
    from sightline.agent.journey import Outcome

HERE = 0.1  # share of a world's `near`: less than about a step, too close for a direction
GUESS = 0.3  # lower confidence means lost, as in agent.journey, whose import would be slow


def length_words(kind: Kind, length: float, digits: int = 0) -> str:
    """A length with its unit: "12 units", "1 metre"."""
    number = f"{length:.{digits}f}"
    return f"{number} {kind.unit.removesuffix('s') if number == '1' else kind.unit}"


def direction_words(degrees: float) -> str:
    """The direction of an angle to turn by: 0 is straight ahead, positive to the right."""
    turn = abs(degrees)
    side = "right" if degrees > 0 else "left"
    if turn <= 15:
        return "straight ahead"
    if turn < 60:
        return f"ahead to the {side}"
    if turn <= 120:
        return f"to the {side}"
    return f"behind to the {side}" if turn < 165 else "straight behind"


def side_words(pose: ArrayLike, thing: ArrayLike, place: ArrayLike) -> str:
    """The side of a thing (2,) on which a place is, seen from a pose: "left of", "on the far side of"."""
    here = np.asarray(pose, dtype=np.float64)[:2]
    turn = float(wrap(heading_to(thing, place) - heading_to(here, thing)))  # 0: beyond it; -90: left of it
    if abs(turn) <= 45:
        return "on the far side of"
    return "on the near side of" if abs(turn) >= 135 else "left of" if turn < 0 else "right of"


def goal_words(
    kind: Kind, episode: Episode, pose: ArrayLike, place: ArrayLike, in_sight: bool = True, side: bool = False
) -> str:
    """The position of a goal, seen from a pose: "about 12 units ahead to the left, beside the well".

    `side`: also name the side of the nearby object.
    """
    where = scenery_of(kind).beside(episode, place, pose if side else None)
    far = float(distance(pose, place)) if in_sight else 0.0
    if far < HERE * kind.near:
        return ", ".join(filter(None, ("right here", where)))
    length = length_words(kind, far, digits=0 if kind.near >= 2 else 1)
    away = f"about {length} {direction_words(float(bearing(pose, place)))}"
    return ", ".join(filter(None, (away, where)))


def way_words(kind: Kind, episode: Episode, pose: ArrayLike, way: Floats) -> str:
    """The waypoints (K, 2) in words, seen from a pose, with their numbers in pictures; empty if there are none."""
    if not len(way):
        return ""
    places = [f"{goal_words(kind, episode, pose, place, side=True)} ({number})" for number, place in enumerate(way, 1)]
    if len(places) == 1:
        return f"It will go by way of a place {places[0]}."
    steps = "; then ".join(places)
    return f"It will go by way of {len(places)} places, as seen from where it stands now: first {steps}."


def shown_confidence(share: float) -> float:
    """Round a confidence for display to hundredths; never round up to 100 %."""
    return 1.0 if share >= 1 else min(round(share, 2), 0.99)


def confidence_words(kind: Kind, share: float, doubt: str = "") -> str:
    """The confidence in words and as a number; `doubt` qualifies it if there is reason to doubt."""
    share = shown_confidence(share)
    number = f"{share:.0%}"
    if doubt:
        return f"{doubt}; the agent itself gives it {number}"
    levels = ((0.75, "quite sure"), (0.5, "fairly sure"), (GUESS, "not sure"), (0.0, "a guess"))
    how = next(words for least, words in levels if share >= least)
    return f"{how}: {number} likely within {length_words(kind, kind.near)}"


def changed_words(kind: Kind, episode: Episode, first: ArrayLike, last: ArrayLike) -> str:
    """A sentence about a goal that a later look has moved."""
    apart = length_words(kind, float(distance(first, last)), digits=0 if kind.near >= 2 else 1)
    where = ", ".join(filter(None, (scenery_of(kind).beside(episode, last), f"{apart} from the first prediction")))
    return f"Looked again on the way and saw the goal elsewhere: {where}."


def outcome_words(kind: Kind, outcome: Outcome, goal_known: bool) -> str:
    """The outcome of a journey; with the world's metrics if the true goal is known."""
    ending = "stopped" if outcome.stopped else "ran out of actions" if outcome.over else "waits"
    away = []
    if (aim := outcome.aim) is not None and aim.point is None:
        seen = "the place it was going to" if aim.reason else "the goal it saw" if aim.in_sight else "where it began"
        goal = "the goal that you set" if aim.given else seen
        at = "" if goal == "where it began" else "at "
        length = length_words(kind, outcome.off, 1)
        away.append(f"{at}{goal}" if length.startswith("0.0 ") else f"{length} from {goal}")
    if goal_known:
        success = "success" if outcome.metrics["completed"] else "failure"
        off = length_words(kind, outcome.metrics["stop_distance"], 1)
        away.append(f"{off} from the true {'one' if away else 'goal'} ({success})")
    return f"Took {outcome.steps} step{'s' * (outcome.steps != 1)} and {ending} {', '.join(away)}".rstrip()


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
