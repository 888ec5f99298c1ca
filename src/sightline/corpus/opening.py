"""The start of a scene for a person's own words: the episode of a seed, without an instruction of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sightline.world import Kind


def opening_episode(
    kind: Kind, seed: int, scene: int | str | None, start: tuple[float, float, float] | None = None, instruction: str = ""
) -> Any:
    """The episode of a seed for a person's own words. Without a start, the agent of a house faces where most things are."""
    episode = kind.generate(seed, scene, start, instruction=instruction)
    if start is not None or not kind.reaches:
        return episode
    world = kind.make(threads=1)
    world.reset([episode])
    numbers = np.asarray(world.panorama(("segmentation",))["segmentation"][0])  # (128, 768)
    side = len(numbers)
    turns = (0, 90, 180, 270)
    windows = [np.roll(numbers, -round(turn / 60 * side), axis=1)[:, 3 * side : 4 * side] for turn in turns]
    turn = turns[int(np.argmax([len(np.unique(window)) for window in windows]))]
    x, z, heading = episode.start
    return replace(episode, start=(x, z, float((heading + turn) % 360)))
