"""Check whether a meaning is true of a way: each manoeuvre against the places of a path or a demonstration.

The checks measure the trajectory (angles swept around a landmark, gaps crossed, the end) and do not depend on how ways are
planned. `slack` widens every tolerance; 1 is for the intended path, more for a person's trajectory.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sightline.corpus.lani.follower import trace
from sightline.corpus.lani.meaning import AROUND, FENCES, TURNS, Manoeuvre, sign
from sightline.corpus.lani.terrain import Point, Pose, Terrain, Trip, apart, compass, wrap
from sightline.geometry.types import Floats
from sightline.render import FIELD

TOGETHER = 16.0  # largest gap between two landmarks that a way can lead between
RECORDED = 1.1  # slack for a path with rounded places
DEMONSTRATION = 2.0  # slack for a person's trajectory


@dataclass
class TracedWay:
    """A way (P, 2) from a pose, with the history of its paragraph."""

    terrain: Terrain
    start: Pose
    path: Floats
    first: Point  # start of the paragraph
    previous: Point  # start of the previous instruction
    slack: float = 1.0

    @property
    def end(self) -> Point:
        return float(self.path[-1, 0]), float(self.path[-1, 1])


def unbend(places: Floats, x: float, z: float, reach: float = 6.0) -> Floats:
    """Places (P, 2) with the offset of the last one removed gradually over the last units of the way."""
    steps = np.hypot(*np.diff(places, axis=0).T)
    left = np.concatenate([np.cumsum(steps[::-1])[::-1], [0.0]])
    share = np.clip(1 - left / max(min(reach, left[0]), 1e-9), 0, 1)
    share = share * share * (3 - 2 * share)
    return places - share[:, None] * (x, z)


def untrue(steps: list[Manoeuvre], walked: TracedWay) -> str:
    """The part of a meaning that does not hold, in words; empty if all holds."""
    for n, step in enumerate(steps):
        alone = n == 0
        ends = n == len(steps) - 1
        error = _check(step, steps[:n], walked, alone, ends)
        if error:
            return f"{step.do}: {error}"
    return ""


def is_understood(trip: Trip, start: Pose, steps: list[Manoeuvre], intended: Point, poses: Floats) -> bool:
    """Whether a demonstration does what the steps say, regardless of the scatter of its end."""
    walked = without_scatter(trip.terrain, start, intended, poses, trip.start[:2], trip.previous)
    return walked is not None and not untrue(steps, walked)


def without_scatter(
    terrain: Terrain, start: Pose, intended: Point, poses: Floats, first: Point, previous: Point
) -> TracedWay | None:
    """A demonstration (T, 3) with the scatter of its end removed; None if it does not move."""
    places = np.array(trace(poses))
    if len(places) < 2:
        return None
    straight = unbend(places, places[-1, 0] - intended[0], places[-1, 1] - intended[1])
    return TracedWay(terrain, start, straight, first, previous, DEMONSTRATION)


def _check(step: Manoeuvre, before: list[Manoeuvre], w: TracedWay, alone: bool, ends: bool) -> str:
    kind = step.do.split(".")[0]
    if kind in ("go", "back") and step.of:
        return _go(step, w, alone, ends)
    if kind == "back":
        return "" if apart(w.end, w.first if step.do == "back.start" else w.previous) < 1.5 * w.slack else "ends elsewhere"
    if kind == "pass":
        return _pass(step, w, ends)
    if kind == "around":
        return _around(step, w)
    if kind == "between":
        return _between(step, w, ends)
    if kind == "towards":
        return _towards(step, w)
    if kind in ("fence", "corner"):
        return _fence(step, w)
    if kind == "lake":
        return _lake(step, w, ends)
    if kind == "turn":
        return _turn(step, w, alone)
    return _forward(step, before, w)


def _sweep(w: TracedWay, place: Point) -> tuple[float, float]:
    """The largest angle in degrees that a stretch of the way sweeps clockwise, and counter-clockwise, around a place."""
    angles = np.unwrap(np.arctan2(w.path[:, 0] - place[0], w.path[:, 1] - place[1]))
    right = float((angles - np.minimum.accumulate(angles)).max())
    left = float((np.maximum.accumulate(angles) - angles).max())
    return np.degrees(right), np.degrees(left)


def _hand(w: TracedWay, place: Point) -> str:
    """The side on which a place is where the way comes closest to it."""
    n = int(np.argmin(np.hypot(w.path[:, 0] - place[0], w.path[:, 1] - place[1])))
    before, after = w.path[max(n - 1, 0)], w.path[min(n + 1, len(w.path) - 1)]
    side = (after[1] - before[1]) * (place[0] - before[0]) - (after[0] - before[0]) * (place[1] - before[1])
    return "right" if side > 0 else "left"


def _closest(w: TracedWay, k: int) -> float:
    return min(w.terrain.gap(k, (x, z)) for x, z in w.path.tolist())


def _go(step: Manoeuvre, w: TracedWay, alone: bool, ends: bool) -> str:
    k = step.of[0]
    middle = w.terrain.middles[k]
    if not ends:
        return "" if _closest(w, k) < 3.0 * w.slack else "does not come near it"
    if not -0.5 * (w.slack - 1) <= w.terrain.gap(k, w.end) <= 2.7 + 1.2 * (w.slack - 1):
        return "does not end beside it"
    side = compass(middle, w.end)
    if step.do == "go.fenceside":
        return "" if abs(wrap(side - 90 * FENCES.index(step.fences[0]))) < 40 * w.slack else "wrong side for that fence"
    if not alone:
        return ""
    round_it = wrap(side - compass(middle, w.start))
    if step.do == "go.far":
        return "" if abs(round_it) > 180 - 40 * w.slack else "is not behind it"
    if step.do == "go.side":
        return "" if abs(wrap(round_it + 90 * sign(step.side))) < 40 * w.slack else "is on another side of it"
    return "" if abs(round_it) < 40 * w.slack else "is not on the near side"


def _pass(step: Manoeuvre, w: TracedWay, ends: bool) -> str:
    for k in step.of:
        clockwise, counter = _sweep(w, w.terrain.middles[k])
        if _closest(w, k) > 3.5 + 1.5 * (w.slack - 1):
            return "does not come near it"
        if step.do == "pass.any":
            if max(clockwise, counter) < 110 - 20 * (w.slack - 1):
                return "does not get past it"
        elif (clockwise if step.side == "right" else counter) < (70 if ends else 50) - 15 * (w.slack - 1):
            return "does not get past it on that side"
        elif _hand(w, w.terrain.middles[k]) != step.side:
            return "has it on the other hand"
    return ""


def _around(step: Manoeuvre, w: TracedWay) -> str:
    clockwise, counter = _sweep(w, w.terrain.middles[step.of[0]])
    swept = clockwise if step.side == "right" else counter
    if _hand(w, w.terrain.middles[step.of[0]]) != step.side:
        return "has it on the other hand"
    return "" if abs(swept - AROUND[step.do]) < 40 * w.slack else f"goes {swept:.0f} degrees around it"


def _between(step: Manoeuvre, w: TracedWay, ends: bool) -> str:
    a, b = (w.terrain.middles[k] for k in step.of[:2])
    line = np.subtract(b, a)
    if np.hypot(*line) - sum(w.terrain.reach(k) for k in step.of[:2]) > TOGETHER:
        return "are too far apart to go between"
    rest = w.path - a
    along = rest @ line / (line @ line)  # 0 at the first, 1 at the second landmark
    across = (rest[:, 0] * line[1] - rest[:, 1] * line[0]) / np.hypot(*line)
    if step.do == "between.stop":
        return "" if abs(across[-1]) < 1.0 * w.slack and 0.1 < along[-1] < 0.9 else "does not end between them"
    crossed = np.flatnonzero(across[1:] * across[:-1] <= 0)
    return "" if any(0.0 < along[n] < 1.0 for n in crossed) else "does not go between them"


def _towards(step: Manoeuvre, w: TracedWay) -> str:
    far, beside = (w.terrain.middles[k] for k in step.of)
    heading = compass(w.start, w.end)
    if abs(wrap(compass(w.start, far) - heading)) > 12 * w.slack:
        return "does not head there"
    hand = wrap(compass(w.end, beside) - heading) * sign(step.side)
    return "" if abs(hand - 90) < 25 * w.slack else "does not end beside it"


def _to_fence(colour: str, points: Floats) -> Floats:
    return {"blue": FIELD - points[:, 1], "red": FIELD - points[:, 0], "yellow": points[:, 1], "white": points[:, 0]}[colour]


def _fence(step: Manoeuvre, w: TracedWay) -> str:
    off = np.stack([_to_fence(colour, w.path) for colour in step.fences])
    at_end = off[:, -1]
    if step.do in ("corner", "fence.corner") and at_end.max() > 4.0 + (w.slack - 1):
        return "does not end in the corner"
    if step.do in ("fence.to", "corner"):
        return "" if at_end.max() < 4.0 + (w.slack - 1) else "does not end at the fence"
    along = off[0] < 4.5 + 0.7 * (w.slack - 1)
    if along.mean() < 0.45 - 0.1 * (w.slack - 1) or not along[-1]:
        return "does not go along the fence"
    stretch = w.path[along]
    heading = compass((stretch[0, 0], stretch[0, 1]), (stretch[-1, 0], stretch[-1, 1]))
    if wrap(90.0 * FENCES.index(step.fences[0]) - heading) * sign(step.side) < 45:
        return "has the fence on the other hand"
    if step.do == "fence.until":
        middle, axis = w.terrain.middles[step.of[0]], 0 if step.fences[0] in ("blue", "yellow") else 1
        return "" if abs(w.end[axis] - middle[axis]) < 1.5 * w.slack else "does not end beside it"
    if step.do == "fence.distance":
        walked = abs(np.subtract(w.end, (w.path[0, 0], w.path[0, 1]))).max()
        return "" if abs(walked - step.distance) < 2.5 * w.slack else f"goes {walked:.0f} units along it"
    return ""


def _lake(step: Manoeuvre, w: TracedWay, ends: bool) -> str:
    if step.lake >= len(w.terrain.lakes):
        return "there is no such lake"
    lake = w.terrain.lakes[step.lake]
    middle = (lake.x, lake.z)
    clockwise, counter = _sweep(w, middle)
    swept = clockwise if step.side == "right" else counter
    if step.do == "lake.pass":
        past = swept > 45 - 15 * (w.slack - 1) and _hand(w, middle) == step.side
        return "" if past else "does not get past it on that side"
    if step.do == "lake.along":
        return "" if abs(swept - 180) < 45 * w.slack else f"goes {swept:.0f} degrees around it"
    if step.do == "lake.cross":
        wet = sum(apart(p, middle) < apart(lake.at(compass(middle, p), 0.0), middle) for p in w.path.tolist())
        if wet < 2 or max(clockwise, counter) < 130 - 30 * (w.slack - 1):
            return "does not cross the water"
    shore = apart(w.end, lake.at(compass(middle, w.end), 0.0))
    return "" if not ends or shore < 2.5 * w.slack else "does not end at the shore"


def _direction(path: Floats, reach: float = 3.0) -> float:
    """Heading of the first units of a way."""
    n = int(np.argmax(np.hypot(*(path - path[0]).T) >= reach)) or len(path) - 1
    return compass((path[0, 0], path[0, 1]), (path[n, 0], path[n, 1]))


def _turn(step: Manoeuvre, w: TracedWay, alone: bool) -> str:
    if not alone:
        return ""  # _forward checks turns on the way
    heading = wrap(_direction(w.path) - w.start[2])
    at = None if step.do in TURNS else w.terrain.middles[step.of[0]]
    wanted = TURNS[step.do] if at is None else wrap(compass(w.start, at) - w.start[2])
    return "" if abs(wrap(heading - wanted)) < 22 * w.slack else f"sets out {heading:.0f} degrees off the heading"


def _forward(step: Manoeuvre, before: list[Manoeuvre], w: TracedWay) -> str:
    if step.do == "forward.halfway":
        k = step.of[0]
        whole, left = w.terrain.gap(k, w.start), w.terrain.gap(k, w.end)
        return "" if abs((whole - left) / max(whole, 1e-9) - 0.45) < 0.15 * w.slack else "is not half of the way"
    turns = [TURNS[s.do] for s in before if s.do in TURNS]
    walked = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(w.path, axis=0).T))])
    if len(before) == len(turns):  # the whole way is this step
        direction = compass((w.path[0, 0], w.path[0, 1]), w.end)
        if abs(wrap(direction - w.start[2] - sum(turns))) > 12 * w.slack:
            return "does not go that way"
        split = 0
    else:
        split = int(np.argmax(walked >= walked[-1] - step.distance))
        arriving = _direction(w.path[split::-1]) + 180 if split > 0 else w.start[2]
        leaving = compass((w.path[split, 0], w.path[split, 1]), w.end)
        if abs(wrap(leaving - arriving - sum(turns))) > 35 * w.slack:
            return "does not turn that way"
    if step.do == "forward.fence":
        return "" if _to_fence(step.fences[0], w.path)[-1] < 4.0 + (w.slack - 1) else "does not end at the fence"
    far = float(walked[-1] - walked[split])
    return "" if abs(far - step.distance) < 1.5 * w.slack else f"goes {far:.0f} units"
