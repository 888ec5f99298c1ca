"""The fingerprint of a corpus's geometry: what agents get that neither look nor read, and the best any reader could do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sightline.agent.rollout import run
from sightline.agent.scripted import center, most_frequent, random_walk, stop
from sightline.corpus.records import Paragraph
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.lani import Episode, LaniWorld

NEAR = 5.0  # task completion: closer than this; goal accuracy: not farther


def baselines(paragraphs: Sequence[Paragraph], seed: int = 0) -> dict[str, dict[str, float]]:
    """Stop distance and task completion of stop, random-walk and most-frequent; Dist and Acc of center."""
    episodes = [episode for p in paragraphs for episode in p.episodes()]
    scores = {}
    for name in ("stop", "random-walk", "most-frequent"):
        world = LaniWorld()
        world.reset(episodes)
        policy = {"stop": stop, "random-walk": random_walk(world, seed), "most-frequent": most_frequent}[name]
        found = run(world, policy)["stop_distance"]
        scores[name] = {"SD": float(found.mean()), "TC": float(100 * (found < NEAR).mean())}
    scores["center"] = _goal_score(center(episodes), episodes)
    return scores


def ceiling(paragraphs: Sequence[Paragraph]) -> dict[str, float] | None:
    """Dist and Acc of what the instructions mean against where the demonstrations ended; None without meanings."""
    return _against_ends(paragraphs, "intended")


def readers(paragraphs: Sequence[Paragraph]) -> dict[str, float] | None:
    """Dist and Acc of where readers of a written corpus would have ended; None if nobody has read it."""
    return _against_ends(paragraphs, "read")


def _against_ends(paragraphs: Sequence[Paragraph], key: str) -> dict[str, float] | None:
    pairs = [(getattr(s, key), e) for p in paragraphs for s, e in zip(p.segments, p.episodes(), strict=True)]
    if not pairs or any(place is None for place, _ in pairs):
        return None
    return _goal_score(np.array([place for place, _ in pairs]), [episode for _, episode in pairs])


def _goal_score(places: Floats, episodes: Sequence[Episode]) -> dict[str, float]:
    found = distance(places, np.array([e.goal for e in episodes]))
    return {"Dist": float(found.mean()), "Acc": float(100 * (found <= NEAR).mean())}
