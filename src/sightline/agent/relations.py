"""Relations: "the cupboard to the left of the stove" is where the stove was seen, on that side of it.

A goal predictor learns such words in the houses that it knows. In others it has seen the stove, but takes any cupboard near
the one that it prefers; where what the words name as an anchor was seen, places beside that count more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sightline.geometry.types import Floats

if TYPE_CHECKING:
    from sightline.agent.memory import Sighted

BESIDE, LEFT, RIGHT, ON = "beside", "left", "right", "on"
RECOGNIZED = 0.4  # least confidence of a anchor
NEAR, UNDER = 0.7, 0.3  # metres in which the likelihood of a place beside a anchor, or under it, falls to a third
LEAST, WRONG_SIDE = 0.05, 0.2  # likelihoods of places far away from it, and on its other side


class Anchor(NamedTuple):
    """What says where the thing is that is meant."""

    relation: str
    kinds: frozenset[str]


def likely_places(anchors: Sequence[Anchor], things: Sequence[Sighted], points: Floats, pose: Floats) -> Floats:
    """(K,) how likely points (K, 3), as seen from a pose (3,), stand so to the anchors; 1 where none of these was seen."""
    likely = np.ones(len(points))
    for anchor in anchors:
        seen = [thing for thing in things if thing.name in anchor.kinds and thing.confidence >= RECOGNIZED]
        if seen:
            fitting = [_fit(anchor.relation, thing, points, pose) for thing in seen]
            likely *= np.maximum(np.nan_to_num(np.max(fitting, axis=0)), LEAST)
    return likely


def _fit(relation: str, thing: Sighted, points: Floats, pose: Floats) -> Floats:
    low, high = np.array(thing.low)[::2], np.array(thing.high)[::2]
    places = points[:, ::2]
    gaps = np.linalg.norm(np.maximum(np.maximum(low - places, places - high), 0.0), axis=1)
    fit: Floats = np.exp(-gaps / (UNDER if relation == ON else NEAR))
    if relation in (LEFT, RIGHT):
        ahead = (low + high) / 2 - pose[:2]
        beside = places - pose[:2]
        to_right = ahead[1] * beside[:, 0] - ahead[0] * beside[:, 1] > 0
        fit = np.where(to_right == (relation == RIGHT), fit, WRONG_SIDE * fit)
    return fit
