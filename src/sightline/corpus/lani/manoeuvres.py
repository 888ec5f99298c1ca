"""Choose the manoeuvres of an instruction: ones that make sense from the agent's pose, each with its way."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import numpy as np

from sightline.corpus.lani.meaning import DISTANCES, FENCES, Manoeuvre
from sightline.corpus.lani.terrain import CLEAR, EDGE, Point, Pose, Trip, apart, compass, smooth, wrap
from sightline.corpus.lani.truth import TracedWay, untrue
from sightline.corpus.lani.ways import STOP_BESIDE, at_fence, heading_after, walk
from sightline.corpus.words import pick
from sightline.geometry.types import Floats
from sightline.render import FIELD

SHORTEST_WAY, LONGEST_WAY = 3.0, 48.0  # length of an instruction's way
USUAL, SPREAD = 14.0, 6.5  # mean and spread of the distance of landmarks that people mention
AHEAD_WIDTH = 28.0  # degrees: landmarks ahead are mentioned more often
LOOK_AROUND_WIDTH = 75.0  # degrees: when looking around for what may come next
BEHIND_WEIGHT = 0.06  # weight of landmarks behind, relative to those ahead
ONWARD, SIDEWAYS = 42.0, 0.11  # usual degrees between heading and end of the way; weight of any other
VISITED_WEIGHT = 0.3  # weight of a landmark that was visited before

T = TypeVar("T")


@dataclass
class Intention:
    """Manoeuvres in time order, and their way, from a pose to the intended place."""

    steps: list[Manoeuvre]
    path: Floats  # (P, 2), the first point is where the agent stands
    starts: list[Pose]  # of each step


class ManoeuvreChooser:
    """Samples the things of manoeuvres, as a person at a pose would."""

    def __init__(self, random: Random, trip: Trip, at: Pose, width: float):
        self.random, self.trip, self.at, self.width = random, trip, at, width
        terrain = trip.terrain
        self.seen = [k for k, seen in enumerate(terrain.seen(at)) if seen]
        self.liking = {k: self._liking(k) for k in self.seen}

    def _liking(self, k: int) -> float:
        away = apart(self.at, self.trip.terrain.middles[k])
        side = wrap(compass(self.at, self.trip.terrain.middles[k]) - self.at[2])
        liked = math.exp(-(((away - USUAL) / SPREAD) ** 2)) * (math.exp(-((side / self.width) ** 2)) + BEHIND_WEIGHT)
        if self.trip.terrain.gap(k, self.at) < STOP_BESIDE + 2.5:
            return 0.0  # the agent stands at it
        return liked * (VISITED_WEIGHT if k in self.trip.visited else 1.0)

    def pick(self, weights: dict[int, float]) -> int:
        if math.fsum(weights.values()) <= 0:
            raise NothingToDoError
        return pick(self.random, weights)

    def landmark(self, *but: int) -> int:
        return self.pick({k: liking for k, liking in self.liking.items() if k not in but})

    def around(self) -> int:
        """A landmark to walk around, including the one at hand."""
        near = self.trip.terrain
        return self.pick({k: v + (0.3 if near.gap(k, self.at) < 7 else 0.0) for k, v in self.liking.items()})

    def beside(self, k: int, reach: float) -> int:
        """Another landmark in sight near a given one."""
        middles = self.trip.terrain.middles
        near = {
            m: 1 / (5 + apart(middles[m], middles[k])) for m in self.seen if m != k and apart(middles[m], middles[k]) < reach
        }
        return self.pick(near)

    def lake(self) -> int:
        """A lake; large ones are more likely, distant ones excluded."""
        lakes = self.trip.terrain.lakes
        return self.pick(
            {k: lake.radius for k, lake in enumerate(lakes) if apart(self.at, (lake.x, lake.z)) - lake.radius < 18}
        )

    def fence(self) -> str:
        """A fence; near ones and those ahead are more likely."""
        near = {}
        for k, colour in enumerate(FENCES):
            spot = at_fence(colour, self.at)
            side = wrap(90.0 * k - self.at[2])
            near[k] = math.exp(-apart(self.at, spot) / 10) * (0.3 + math.exp(-((side / 80) ** 2)))
        return FENCES[self.pick(near)]

    def hand(self) -> str:
        return "left" if self.random.random() < 0.5 else "right"

    def of(self, *options: T) -> T:
        return options[int(self.random.random() * len(options))]


class NothingToDoError(Exception):
    """The field offers nothing for a manoeuvre here."""


def _go(c: ManoeuvreChooser) -> list[Manoeuvre]:
    do = c.of("go.near", "go.near", "go.near", "go.front", "go.far", "go.side", "go.side")
    return [Manoeuvre(do, (c.landmark(),), c.hand() if do == "go.side" else "")]


def _fence_side(c: ManoeuvreChooser) -> list[Manoeuvre]:
    return [Manoeuvre("go.fenceside", (c.landmark(),), fences=(c.fence(),))]


def _pass(c: ManoeuvreChooser) -> list[Manoeuvre]:
    return [Manoeuvre("pass", (c.landmark(),), c.hand())]


def _pass_any(c: ManoeuvreChooser) -> list[Manoeuvre]:
    return [Manoeuvre("pass.any", (c.landmark(),))]


def _pass_both(c: ManoeuvreChooser) -> list[Manoeuvre]:
    first = c.landmark()
    return [Manoeuvre("pass.both", (first, c.beside(first, 16.0)), c.hand())]


def _around(c: ManoeuvreChooser) -> list[Manoeuvre]:
    do = c.of("around.quarter", "around.half", "around.half", "around.half", "around.three", "around.full")
    return [Manoeuvre(do, (c.around(),), c.hand())]


def _between(c: ManoeuvreChooser) -> list[Manoeuvre]:
    first = c.landmark()
    return [Manoeuvre(c.of("between.through", "between.through", "between.stop"), (first, c.beside(first, 20.0)))]


def _towards(c: ManoeuvreChooser) -> list[Manoeuvre]:
    first = c.landmark()
    return [Manoeuvre("towards", (first, c.landmark(first)), c.hand())]


def _along_fence(c: ManoeuvreChooser) -> list[Manoeuvre]:
    do = c.of("fence.until", "fence.corner", "fence.distance")
    fence = c.fence()
    if do == "fence.until":
        return [Manoeuvre(do, (c.landmark(),), c.hand(), (fence,))]
    if do == "fence.corner":
        return [Manoeuvre(do, (), c.hand(), (fence, _next_fence(c, fence)))]
    return [Manoeuvre(do, (), c.hand(), (fence,), distance=c.of(10, 15, 20))]


def _next_fence(c: ManoeuvreChooser, fence: str) -> str:
    turn = 1 if c.random.random() < 0.5 else -1
    return FENCES[(FENCES.index(fence) + turn) % 4]


def _to_fence(c: ManoeuvreChooser) -> list[Manoeuvre]:
    return [Manoeuvre("fence.to", fences=(c.fence(),))]


def _corner(c: ManoeuvreChooser) -> list[Manoeuvre]:
    fence = c.fence()
    return [Manoeuvre("corner", fences=(fence, _next_fence(c, fence)))]


def _lake(c: ManoeuvreChooser) -> list[Manoeuvre]:
    do = c.of("lake.to", "lake.pass", "lake.pass", "lake.along", "lake.cross")
    return [Manoeuvre(do, (), c.hand() if do in ("lake.pass", "lake.along") else "", lake=c.lake())]


def _forward(c: ManoeuvreChooser) -> list[Manoeuvre]:
    do = c.of("forward.distance", "forward.distance", "forward.halfway", "forward.fence")
    if do == "forward.halfway":
        return [Manoeuvre(do, (c.landmark(),))]
    if do == "forward.fence":
        return [Manoeuvre(do, fences=(c.fence(),))]
    return [Manoeuvre(do, distance=c.of(*DISTANCES))]


def _turn_forward(c: ManoeuvreChooser) -> list[Manoeuvre]:
    turn = c.of("turn.left", "turn.left", "turn.right", "turn.right", "turn.half_left", "turn.half_right", "turn.around")
    return [Manoeuvre(turn), Manoeuvre("forward.distance", distance=c.of(*DISTANCES))]


def _turn_go(c: ManoeuvreChooser) -> list[Manoeuvre]:
    k = c.landmark()
    return [Manoeuvre("turn.face", (k,)), Manoeuvre("go.near", (k,))]


def _back(c: ManoeuvreChooser) -> list[Manoeuvre]:
    trip = c.trip
    do = c.of("back.landmark", "back.landmark", "back.start", "back.previous")
    if do == "back.landmark":
        been = [k for k in trip.visited if trip.terrain.gap(k, c.at) > 8]
        return [Manoeuvre(do, (c.pick(dict.fromkeys(been, 1.0)),))]
    if len(trip.starts) < 2 and do == "back.start":
        raise NothingToDoError
    if not trip.starts:
        raise NothingToDoError
    return [Manoeuvre(do)]


def _pass_go(c: ManoeuvreChooser) -> list[Manoeuvre]:
    first = c.landmark()
    return [Manoeuvre("pass", (first,), c.hand()), Manoeuvre("go.near", (c.landmark(first),))]


def _between_go(c: ManoeuvreChooser) -> list[Manoeuvre]:
    first = c.landmark()
    second = c.beside(first, 20.0)
    return [Manoeuvre("between.through", (first, second)), Manoeuvre("go.near", (c.landmark(first, second),))]


def _around_go(c: ManoeuvreChooser) -> list[Manoeuvre]:
    first = c.around()
    do = c.of("around.quarter", "around.half", "around.half", "around.full")
    return [Manoeuvre(do, (first,), c.hand()), Manoeuvre("go.near", (c.landmark(first),))]


def _pass_pass(c: ManoeuvreChooser) -> list[Manoeuvre]:
    first = c.landmark()
    return [Manoeuvre("pass", (first,), c.hand()), Manoeuvre("pass", (c.beside(first, 22.0),), c.hand())]


def _go_turn_forward(c: ManoeuvreChooser) -> list[Manoeuvre]:
    turn = c.of("turn.left", "turn.right")
    return [Manoeuvre("go.near", (c.landmark(),)), Manoeuvre(turn), Manoeuvre("forward.distance", distance=c.of(4, 7, 10))]


def _forward_go(c: ManoeuvreChooser) -> list[Manoeuvre]:
    return [Manoeuvre("forward.distance", distance=c.of(4, 7, 10)), Manoeuvre("go.near", (c.landmark(),))]


def _go_go(c: ManoeuvreChooser) -> list[Manoeuvre]:
    first = c.landmark()
    return [Manoeuvre("go.near", (first,)), Manoeuvre("go.near", (c.beside(first, 22.0),))]


def _lake_go(c: ManoeuvreChooser) -> list[Manoeuvre]:
    return [Manoeuvre("lake.pass", (), c.hand(), lake=c.lake()), Manoeuvre("go.near", (c.landmark(),))]


MANOEUVRE_WEIGHTS: dict[Callable[[ManoeuvreChooser], list[Manoeuvre]], float] = {
    _go: 20, _fence_side: 2, _pass: 15, _pass_any: 3, _pass_both: 10, _around: 12, _between: 13, _towards: 7,
    _along_fence: 6, _to_fence: 2, _corner: 3, _lake: 12, _forward: 6, _turn_forward: 12, _turn_go: 4, _back: 4,
    _pass_go: 17, _between_go: 5, _around_go: 4, _pass_pass: 10, _go_turn_forward: 4, _forward_go: 4, _go_go: 4, _lake_go: 3,
}  # fmt: skip


def onward(random: Random, trip: Trip, at: Pose) -> float | None:
    """The direction of a likely topic of an instruction; None if nothing is in sight."""
    chooser = ManoeuvreChooser(random, trip, at, LOOK_AROUND_WIDTH)
    try:
        return compass(at, trip.terrain.middles[chooser.landmark()])
    except NothingToDoError:
        return None


def choose(random: Random, trip: Trip, at: Pose) -> Intention | None:
    """An intention that can be walked from here and is true of its own way; None if the tries fail."""
    chooser = ManoeuvreChooser(random, trip, at, AHEAD_WIDTH)
    for _ in range(100):
        kind = pick(random, MANOEUVRE_WEIGHTS)
        for _ in range(4):  # several tries, so that rare manoeuvres are not crowded out
            try:
                steps = kind(chooser)
            except NothingToDoError:
                break
            if any(_alike(steps[-1], before) for before in trip.done):
                continue  # never ask for the same thing twice
            way = trail(trip, at, steps)
            if way is not None and random.random() < _likely(at, way[0][-1]):
                intention = intention_through(trip, at, steps, *way)
                if intention is not None:
                    return intention
    return None


def _alike(one: Manoeuvre, two: Manoeuvre) -> bool:
    """Whether two steps involve the same things."""
    about = (one.of, one.fences, one.lake)
    return about == (two.of, two.fences, two.lake) and about != ((), (), -1)


def _likely(at: Pose, end: Point) -> float:
    """Likelihood that a person asks for a way with this end: ways mostly lead on, not sideways or back."""
    side = wrap(compass(at, end) - at[2])
    return math.exp(-((side / ONWARD) ** 2)) + SIDEWAYS


def trail(trip: Trip, at: Pose, steps: list[Manoeuvre]) -> tuple[list[Point], list[Pose]] | None:
    """The corners of the way of these steps from a pose, and the start pose of each step; None if it is blocked."""
    points: list[Point] = [at[:2]]
    starts: list[Pose] = []
    here = at
    for n, step in enumerate(steps):
        starts.append(here)
        way = walk(trip, here, step, onward=n < len(steps) - 1)
        if way is None:
            return None
        heading = heading_after(trip, here, step, way)
        points += way
        here = (*points[-1], heading)
    return points, starts


def intention_through(
    trip: Trip, at: Pose, steps: list[Manoeuvre], points: list[Point], starts: list[Pose]
) -> Intention | None:
    """The smooth way through these corners; None if it is too narrow, too long, or contradicts the steps."""
    terrain = trip.terrain
    path, clear = smooth(np.array(points), terrain.bodies)
    total = len(path) - 1.0
    if clear < CLEAR - 0.3 or not SHORTEST_WAY <= total <= LONGEST_WAY or path.min() < EDGE or path.max() > FIELD - EDGE:
        return None
    walked = TracedWay(terrain, at, path, trip.start[:2], trip.previous)
    return None if untrue(steps, walked) else Intention(steps, path, starts)


def destination(step: Manoeuvre) -> int | None:
    """The landmark that a step ends at, if it ends at one."""
    return step.of[0] if step.do.startswith(("go.", "back.", "around.")) and step.of else None
