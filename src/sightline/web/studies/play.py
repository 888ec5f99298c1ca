"""A play: the simulation of an item, and the events so far, which restore it at any time.

An event is the number of an action, or {"upto": 7}: a mark that the participant now does the part of the text that
ends with its seventh unit, a word or a sentence. Only events are stored, so a participant can continue later in the
same state.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock
from typing import Generic, TypeVar

import numpy as np

from sightline.checks import shown
from sightline.errors import InputError
from sightline.geometry import CELLS
from sightline.geometry.types import Floats
from sightline.web.bodies import Json
from sightline.web.fairness import CLIENT, first_to_drop
from sightline.web.pictures import jpeg
from sightline.world import Episode, Kind

VIEW_PIXELS = 384  # of a view for people: the agent's camera, at a higher resolution
PLAYS_KEPT = 64  # plays whose worlds are kept; others are restored on demand
EVENT_LIMIT = 20_000  # events of one item
Event = int | dict[str, int]  # an action, or a mark
IN_THE_WAY = "something is in the way"
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True)
class PlayedPart:
    """A part of a text, and the actions for it."""

    first: int  # unit of the text, from 0
    upto: int  # exclusive end
    start: tuple[float, float, float]
    end: tuple[float, float, float]
    actions: tuple[int, ...]  # without those that had no effect


class Play:
    """A world in which a person acts, and their events."""

    def __init__(self, kind: Kind, episode: Episode, horizon: int, units: int = 0, one_at_a_time: bool = False):
        self.kind, self.units, self.one_at_a_time = kind, units, one_at_a_time  # units of text to mark
        camera = replace(kind.view.camera, width=VIEW_PIXELS, height=VIEW_PIXELS)
        self.world = kind.make(camera=camera, horizon=horizon, threads=1)
        self.world.reset([episode])
        self.events: list[Event] = []
        self.path: list[Floats] = [self.world.pose[0].copy()]  # (3,) each: the start, and the pose after each action
        self.refusal = ""  # why the last action had no effect
        self._marks: list[tuple[int, int, int]] = []  # upto, number of actions, number of actions with effect
        self._counted: list[int] = []

    @property
    def over(self) -> bool:
        """Whether no actions are left."""
        return bool(self.world.over[0])

    @property
    def upto(self) -> int:
        """The end of the current part of the text; 0 before the first mark."""
        return self._marks[-1][0] if self._marks else 0

    def check(self, event: Event) -> None:
        """Raise InputError if an event is not allowed now."""
        if len(self.events) >= EVENT_LIMIT:
            raise InputError(f"An item has at most {EVENT_LIMIT:,} actions; start over, or send what you have.")
        if isinstance(event, dict):
            self._check_mark(event.get("upto") if set(event) == {"upto"} else None)
            return
        stop = self.world.actions.index("stop")
        if type(event) is not int or not 0 <= event < self.kind.action_count or event == stop:
            raise InputError(
                f"{shown(event)} is not an action here; actions are 0 to {self.kind.action_count - 1}, without stop."
            )
        if self.units and not self._marks:
            raise InputError("Mark the part of the text that you are going to follow first.")
        if self.over:
            raise InputError("There are no actions left.")

    def _check_mark(self, upto: int | None) -> None:
        least, most = self.upto + 1, self.upto + 1 if self.one_at_a_time else self.units
        if type(upto) is not int or not least <= upto <= min(most, self.units):
            raise InputError(f"The next part of the text cannot end at {shown(upto)}.")

    def do(self, event: Event) -> None:
        """Take an action, or mark the next part of the text."""
        self.check(event)
        self.events.append(event)
        if isinstance(event, dict):
            self._marks.append((event["upto"], len(self.path) - 1, len(self._counted)))
            return
        step = self.world.step(np.array([event]))
        self.refusal = self.world.refusals[int(step.refused[0])]
        if event == self.world.actions.index("forward") and not step.moved[0]:
            self.refusal = IN_THE_WAY
        self.path.append(self.world.pose[0].copy())
        reached = self.kind.is_interaction(event)
        if not self.refusal and (reached or not np.array_equal(self.path[-1], self.path[-2])):
            self._counted.append(event)

    def parts(self) -> list[PlayedPart]:
        """The parts of the text with their actions."""
        ends = [*self._marks[1:], (self.units, len(self.path) - 1, len(self._counted))]
        parts, first = [], 0
        for (upto, place, counted), (_, next_place, next_counted) in zip(self._marks, ends, strict=True):
            actions = tuple(self._counted[counted:next_counted])
            parts.append(PlayedPart(first, upto, _pose(self.path[place]), _pose(self.path[next_place]), actions))
            first = upto
        return parts

    def actions(self) -> list[int]:
        """All actions, as they were sent."""
        return [event for event in self.events if not isinstance(event, dict)]

    def stop(self) -> dict[str, float]:
        """Stop; returns the metrics."""
        if not self.over:
            self.world.step(np.array([self.world.actions.index("stop")]))
        return {name: float(values[0]) for name, values in self.world.metrics().items()}

    def view(self) -> bytes:
        """The agent's view as a JPEG."""
        return jpeg(np.asarray(self.world.observe()["rgb"][0]))

    def state(self, places: bool) -> Json:
        """The current progress; poses are included only with `places`."""
        facts = {
            "n": len(self.events), "left": int(self.world.horizon[0] - self.world.taken[0]), "over": self.over,
            "refusal": self.refusal, "upto": self.upto, "cells": CELLS if self.kind.reaches else 0,
        }  # fmt: skip
        if places:
            facts["path"] = [_pose(pose) for pose in self.path]
            facts["marks"] = [(upto, place) for upto, place, _ in self._marks]
        return facts


def _pose(pose: Floats) -> tuple[float, float, float]:
    """A pose rounded as in records."""
    x, z, heading = pose.tolist()
    return round(x, 4), round(z, 4), round(heading, 4) % 360


class Recent(Generic[K, V]):
    """At most `limit` values. An idle one is dropped first, then one of the client who has the most; thread-safe."""

    def __init__(self, limit: int):
        self.limit, self._values, self._lock = limit, OrderedDict[K, V](), Lock()
        self._uses: dict[K, tuple[str, float]] = {}  # who has a value, and when it was used last

    def get(self, key: K) -> V | None:
        """The value of a key; None if there is none, or no more."""
        with self._lock:
            if key in self._values:
                self._use(key)
            return self._values.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep a value; returns it."""
        with self._lock:
            if key not in self._values and len(self._values) == self.limit:
                dropped = list(self._values)[first_to_drop([self._uses[each] for each in self._values])]
                del self._values[dropped], self._uses[dropped]
            self._values[key] = value
            self._use(key)
        return value

    def forget(self, key: K) -> None:
        """Remove a value."""
        with self._lock:
            self._values.pop(key, None)
            self._uses.pop(key, None)

    def _use(self, key: K) -> None:
        self._values.move_to_end(key)
        self._uses[key] = CLIENT.get(), time.monotonic()


class Plays:
    """Plays by assignment id; the least recently used are dropped, and restored by repeating their events."""

    def __init__(self) -> None:
        self._recent: Recent[int, Play] = Recent(PLAYS_KEPT)
        self._locks = [Lock() for _ in range(PLAYS_KEPT)]

    @contextmanager
    def holding(self, number: int) -> Iterator[None]:
        """Exclusive access to a play."""
        with self._locks[number % len(self._locks)]:
            yield

    def get(self, number: int, events: Sequence[Event], begin: Callable[[], Play]) -> Play:
        """The play after these events; call it while holding the play."""
        play = self._recent.get(number)
        if play is None or play.events != list(events):
            play = begin()
            for event in events:
                play.do(event)
        return self._recent.keep(number, play)

    def forget(self, number: int) -> None:
        """Drop a play: it is finished, or differs from the stored events."""
        self._recent.forget(number)
