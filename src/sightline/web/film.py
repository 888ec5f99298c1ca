"""A walk as a film: the agent steps in real time, and frames interpolate between its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from sightline.geometry import wrap
from sightline.geometry.types import Floats
from sightline.web.pictures import NOWHERE, Screen, jpeg
from sightline.world import World


class Frame(NamedTuple):
    """A moment of a walk."""

    pose: Floats  # (3,)
    steps: list[Floats]  # poses after the steps since the last frame
    goal: Floats | None  # a place (2,) or a point (3,)
    picture: bytes
    last: bool


class Film:
    """A filmed walk. Each step is taken when its time has come, not before."""

    def __init__(
        self, world: World, walk: Iterator[Floats], screen: Screen, speed: float, goal: Callable[[], Floats | None],
        way: Floats = NOWHERE,
    ):  # fmt: skip
        self.world, self.walk, self.screen, self.speed, self.goal, self.way = world, walk, screen, speed, goal, way
        self.path: list[Floats] = [world.pose[0].copy()]
        self.over = False
        screen.show(world.save())

    def frame(self, seconds: float) -> Frame:
        """The frame at a number of seconds after the beginning."""
        when, before = self.speed * seconds, len(self.path)
        while not self.over and len(self.path) - 1 < when:
            pose = next(self.walk, None)
            self.over = pose is None
            if pose is not None:
                self.path.append(pose)
        last = self.over and when >= len(self.path) - 1
        if len(self.path) > before:
            self.screen.show(self.world.save())
        pose, goal = pose_at(self.path, when), self.goal()
        picture = self.screen.view(pose, goal, self.way)
        return Frame(pose, self.path[before:], goal, jpeg(picture), last)

    def finish(self) -> None:
        """Take the remaining steps without drawing them."""
        self.path += list(self.walk)
        self.over = True


def pose_at(path: list[Floats], when: float) -> Floats:
    """The pose (3,) interpolated between two steps of a path; it turns the shorter way."""
    k = min(int(when), len(path) - 1)
    here, there = path[k], path[min(k + 1, len(path) - 1)]
    change = there - here
    change[2] = wrap(change[2])
    pose: Floats = here + min(when - k, 1.0) * change
    return pose


def told(frame: Frame) -> dict[str, Any]:
    """A frame's metadata, which is sent before its picture."""
    facts: dict[str, Any] = {"pose": np.round(frame.pose, 3).tolist()}
    if frame.steps:
        facts["steps"] = np.round(frame.steps, 3).tolist()
    if frame.goal is not None:
        facts["goal"] = np.round(frame.goal if len(frame.goal) == 2 else frame.goal[::2], 2).tolist()
    return facts
