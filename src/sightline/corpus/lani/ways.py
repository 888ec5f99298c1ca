"""The way of each manoeuvre: from a pose, the points of the way, ending at the intended place."""

from __future__ import annotations

from collections.abc import Callable

from sightline.corpus.lani.meaning import AROUND, FENCES, TURNS, Manoeuvre, sign
from sightline.corpus.lani.terrain import Point, Pose, Terrain, Trip, ahead_of, apart, compass, inside, wrap
from sightline.render import FIELD

STOP_BESIDE = 2.2  # from a body, where "at the barrel" is
BEYOND = 4.0  # past a body, where "past the barrel" is
FENCE = 3.0  # from the fence, where "at the fence" is
NARROWEST, WIDEST = 3.4, 16.0  # gaps that a way leads through


Way = list[Point] | None


def walk(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    """Points of the way of a step, without `at`; None if there is none. `onward`: another step follows."""
    return WAYS[step.do](trip, at, step, onward)


def through(terrain: Terrain, at: Pose, stops: list[Point]) -> Way:
    """A way through these places in order, around obstacles."""
    way: list[Point] = []
    here: Point = at[:2]
    for stop in stops:
        if not inside(stop):
            return None
        leg = terrain.route(here, stop)
        if leg is None:
            return None
        way += leg
        here = stop
    return way


def _to_stop(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    return through(trip.terrain, at, [STOPS[step.do](trip, at, step)])


def _near_side(trip: Trip, at: Pose, step: Manoeuvre) -> Point:
    return trip.terrain.beside(step.of[0], compass(trip.terrain.middles[step.of[0]], at), STOP_BESIDE)


def _beyond(trip: Trip, at: Pose, step: Manoeuvre, turn: float = 0.0, off: float = STOP_BESIDE) -> Point:
    """The place beside a landmark on its far side, turned clockwise around it."""
    return trip.terrain.beside(step.of[0], compass(at, trip.terrain.middles[step.of[0]]) + turn, off)


def _pass(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    terrain = trip.terrain
    stops: list[Point] = []
    here: Point | Pose = at
    for k in step.of:
        approach = compass(here, terrain.middles[k])
        here = terrain.beside(k, approach - 90 * sign(step.side), STOP_BESIDE)
        stops.append(here)
    if not onward:
        before = at if len(stops) == 1 else stops[-2]
        stops.append(ahead_of(here, compass(before, here), BEYOND + 0.5 * terrain.reach(step.of[-1])))
    return through(terrain, at, stops)


def _around(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    terrain, k = trip.terrain, step.of[0]
    first = compass(terrain.middles[k], at)
    stops = [
        terrain.beside(k, first + sign(step.side) * degrees, STOP_BESIDE)
        for degrees in range(0, int(AROUND[step.do]) + 1, 30)
    ]
    return through(terrain, at, stops)


def _gap(terrain: Terrain, step: Manoeuvre) -> tuple[Point, float, float]:
    """Middle, width and direction (from the first to the second landmark) of the gap between two."""
    a, b = step.of[:2]
    line = compass(terrain.middles[a], terrain.middles[b])
    one, two = terrain.beside(a, line, 0.0), terrain.beside(b, line + 180, 0.0)
    return ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2), apart(one, two), line


def _between(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    terrain = trip.terrain
    middle, width, line = _gap(terrain, step)
    if not NARROWEST <= width <= WIDEST or apart(terrain.middles[step.of[0]], terrain.middles[step.of[1]]) < width:
        return None
    across = line + 90 if abs(wrap(compass(at, middle) - line - 90)) < 90 else line - 90
    if abs(wrap(compass(at, middle) - across)) > 60:
        return None
    if step.do == "between.stop":
        return through(terrain, at, [middle])
    return through(terrain, at, [ahead_of(middle, across, -1.0), ahead_of(middle, across, 1.5 if onward else BEYOND)])


def _towards(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    terrain, (far, beside) = trip.terrain, step.of
    heading = compass(at, terrain.middles[far])
    along = wrap(compass(at, terrain.middles[beside]) - heading)
    if not 8 < abs(along) < 75 or (along > 0) != (step.side == "right"):
        return None
    foot = ahead_of(at, heading, apart(at, terrain.middles[beside]) * _cos(along))
    if apart(at, foot) < 5 or terrain.gap(far, foot) < 3 or not 1.5 < terrain.gap(beside, foot) < 7 or not inside(foot):
        return None
    return [foot] if terrain.route(at[:2], foot) == [foot] else None


def _cos(degrees: float) -> float:
    return ahead_of((0.0, 0.0), degrees, 1.0)[1]


def _normal(step: Manoeuvre) -> float:
    """The compass direction in which a step's first fence lies."""
    return 90.0 * FENCES.index(step.fences[0])


def at_fence(colour: str, at: Point | Pose, off: float = FENCE) -> Point:
    """The place before a fence nearest to another place."""
    return {
        "blue": (at[0], FIELD - off), "red": (FIELD - off, at[1]), "yellow": (at[0], off), "white": (off, at[1]),
    }[colour]  # fmt: skip


def _fence_until(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    end = at_fence(step.fences[0], trip.terrain.middles[step.of[0]])
    return _along_fence(trip, at, step, end) if trip.terrain.gap(step.of[0], end) < 6 else None


def _fence_corner(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    return _along_fence(trip, at, step, corner(step))


def _fence_distance(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    first = at_fence(step.fences[0], at)
    along = _normal(step) - 90 * sign(step.side)  # along the fence: its normal, turned by 90 degrees
    return _along_fence(trip, at, step, ahead_of(first, along, step.distance))


def _along_fence(trip: Trip, at: Pose, step: Manoeuvre, end: Point) -> Way:
    first = at_fence(step.fences[0], at)
    along = compass(first, end)
    hand = "right" if wrap(_normal(step) - along) > 0 else "left"
    if apart(first, end) < 6 or hand != step.side or apart(at, first) > 12:
        return None
    return through(trip.terrain, at, [first, end] if apart(at, first) > 2 else [end])


def corner(step: Manoeuvre) -> Point:
    """The place in the corner of two fences."""
    return at_fence(step.fences[0], at_fence(step.fences[1], (0.0, 0.0)))


def _lake(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    lake = trip.terrain.lakes[step.lake]
    here = compass((lake.x, lake.z), at)
    if apart((lake.x, lake.z), at) < apart((lake.x, lake.z), lake.at(here, 0.5)):
        return None  # it stands in the water
    if step.do == "lake.to":
        stops = [lake.at(here)]
    elif step.do == "lake.cross":
        stops = [lake.at(here + 180)]
    elif step.do == "lake.pass":
        via = lake.at(here + 90 * sign(step.side), 2.0)
        stops = [via] if onward else [via, ahead_of(via, compass(at, via), BEYOND + 0.5 * lake.radius)]
    else:
        stops = [lake.at(here + sign(step.side) * degrees, 2.0) for degrees in range(0, 181, 20)]
    return through(trip.terrain, at, stops)


def _forward(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    return _straight(trip, at, ahead_of(at, at[2], step.distance))


def _halfway(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    near = _near_side(trip, at, step)
    return _straight(trip, at, ((at[0] + near[0]) / 2, (at[1] + near[1]) / 2))


def _forward_fence(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    """Straight ahead to a fence that is met at a steep angle and far from the corners."""
    slant = wrap(at[2] - _normal(step))
    if abs(slant) > 50:
        return None
    end = ahead_of(at, at[2], apart(at, at_fence(step.fences[0], at)) / _cos(slant))
    return _straight(trip, at, end) if inside(end, FENCE - 0.01) else None


def _straight(trip: Trip, at: Pose, end: Point) -> Way:
    return [end] if inside(end) and trip.terrain.route(at[:2], end) == [end] else None


def _turn(trip: Trip, at: Pose, step: Manoeuvre, onward: bool) -> Way:
    return []


STOPS: dict[str, Callable[[Trip, Pose, Manoeuvre], Point]] = {  # of manoeuvres that lead to one place
    "go.near": _near_side, "go.front": _near_side, "back.landmark": _near_side, "go.far": _beyond,
    "go.side": lambda trip, at, step: _beyond(trip, at, step, turn=90 * sign(step.side)),
    "go.fenceside": lambda trip, at, step: trip.terrain.beside(step.of[0], _normal(step), STOP_BESIDE),
    "pass.any": lambda trip, at, step: _beyond(trip, at, step, off=BEYOND),
    "back.start": lambda trip, at, step: trip.start[:2], "back.previous": lambda trip, at, step: trip.starts[-1][:2],
    "fence.to": lambda trip, at, step: at_fence(step.fences[0], at), "corner": lambda trip, at, step: corner(step),
}  # fmt: skip
WAYS: dict[str, Callable[[Trip, Pose, Manoeuvre, bool], Way]] = {
    **dict.fromkeys(STOPS, _to_stop), "pass": _pass, "pass.both": _pass, **dict.fromkeys(AROUND, _around),
    "between.through": _between, "between.stop": _between, "towards": _towards,
    "fence.until": _fence_until, "fence.corner": _fence_corner, "fence.distance": _fence_distance,
    "lake.to": _lake, "lake.pass": _lake, "lake.along": _lake, "lake.cross": _lake,
    "forward.distance": _forward, "forward.halfway": _halfway, "forward.fence": _forward_fence,
    "turn.face": _turn, **dict.fromkeys(TURNS, _turn),
}  # fmt: skip


def heading_after(trip: Trip, at: Pose, step: Manoeuvre, way: list[Point]) -> float:
    """The agent's heading after a step."""
    if step.do in TURNS:
        return at[2] + TURNS[step.do]
    if step.do == "turn.face":
        return compass(at, trip.terrain.middles[step.of[0]])
    points: list[Point] = [at[:2], *way]
    return compass(points[-2], points[-1]) if len(points) > 1 else at[2]
