"""Demonstrations replayed and drawn: the view and pose before every action, and the reward of the action."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from sightline.corpus.examples import Example
from sightline.corpus.records import REPLAY_TOLERANCE
from sightline.exports.moments import Moments
from sightline.exports.pieces import actions_of
from sightline.geometry.types import Array
from sightline.world import Kind

SIDE_BY_SIDE = 32  # worlds that replay together
PNG_LEVEL = 1  # of compression: level 6 takes three times as long for a tenth of the bytes


@dataclass
class ReplayedExample:
    """The demonstration of one instruction, with T actions of which the last is Stop."""

    actions: list[int]  # (T,)
    poses: list[Array] = field(default_factory=list)  # (T, 3) before each action
    pictures: list[bytes] = field(default_factory=list)  # (T,) PNG, the view before each action
    rewards: list[float] = field(default_factory=list)  # (T,)
    colours: Moments | None = None  # of the pixels, by channel, from 0 to 1
    success: bool = False  # by the world's own metrics
    off_by: float = 0.0  # distance from the recorded end to the end of the replay

    @property
    def replays(self) -> bool:
        """Whether the replay ends where the recording did; imported moves may have another step length."""
        return self.off_by <= REPLAY_TOLERANCE


def replay(kind: Kind, examples: Sequence[Example]) -> list[ReplayedExample]:
    """The demonstrations of instructions."""
    demonstrations = [ReplayedExample(actions_of(example)) for example in examples]
    # Those of about the same length replay together: a world that has ended is drawn until the last one has.
    order = sorted(range(len(examples)), key=lambda k: len(demonstrations[k].actions))
    for first in range(0, len(order), SIDE_BY_SIDE):
        some = order[first : first + SIDE_BY_SIDE]
        _replay_together(kind, [examples[k] for k in some], [demonstrations[k] for k in some])
    return demonstrations


def _replay_together(kind: Kind, examples: Sequence[Example], demonstrations: Sequence[ReplayedExample]) -> None:
    longest = max(len(demonstration.actions) for demonstration in demonstrations)
    world = kind.make(horizon=longest, threads=1)  # one process per core draws
    world.reset([example.episode for example in examples])
    stop = demonstrations[0].actions[-1]
    for t in range(longest):
        views = world.observe(("rgb",))["rgb"]  # (N, H, W, 3)
        actions = [d.actions[t] if t < len(d.actions) else stop for d in demonstrations]
        rewards = world.rewards_of(actions)
        for n, demonstration in enumerate(demonstrations):
            if t < len(demonstration.actions):
                demonstration.poses.append(world.pose[n].copy())
                demonstration.pictures.append(_png(views[n]))
                demonstration.rewards.append(rewards.item(n))
                colours = Moments.of_colours(views[n])
                earlier = demonstration.colours
                demonstration.colours = colours if earlier is None else earlier.merged(colours)
        world.step(actions)
    completed = world.metrics()["completed"]
    for n, (example, demonstration) in enumerate(zip(examples, demonstrations, strict=True)):
        demonstration.success = bool(completed[n])
        demonstration.off_by = math.dist(world.pose[n, :2].tolist(), example.segment.end)


def _png(picture: Array) -> bytes:
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(picture)).save(file, "PNG", compress_level=PNG_LEVEL)
    return file.getvalue()
