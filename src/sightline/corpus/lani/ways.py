"""How each manoeuvre is walked: from a pose, the points of the way that a step means, ending at the place it means."""

from __future__ import annotations

from collections.abc import Callable

from sightline.corpus.lani.ground import Ground, Point, Pose, ahead_of, apart, compass, inside, turned
from sightline.corpus.lani.journey import Journey
from sightline.corpus.lani.meaning import AROUND, FENCES, TURNS, Step, sign
from sightline.render import FIELD

BESIDE = 2.2  # from a body, where "at the barrel" is
BEYOND = 4.0  # past a body, where "past the barrel" is
FENCE = 3.0  # from the fence, where "at the fence" is
NARROWEST, WIDEST = 3.4, 16.0  # gaps that one walks between


Way = list[Point] | None


def walk(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    """Points of the way of a step, without `at`; None if there is none. Onward: another step follows it."""
    return WAYS[step.do](journey, at, step, onward)


def through(ground: Ground, at: Pose, stops: list[Point]) -> Way:
    """A way through some places in order, around whatever stands between."""
    way: list[Point] = []
    here: Point = at[:2]
    for stop in stops:
        if not inside(stop):
            return None
        leg = ground.route(here, stop)
        if leg is None:
            return None
        way += leg
        here = stop
    return way


def _near(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    middle = journey.ground.middles[step.of[0]]
    return through(journey.ground, at, [journey.ground.beside(step.of[0], compass(middle, at), BESIDE)])


def _far(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    ground, k = journey.ground, step.of[0]
    approach = compass(at, ground.middles[k])
    return through(ground, at, [ground.beside(k, approach, BESIDE)])


def _side(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    ground, k = journey.ground, step.of[0]
    approach = compass(at, ground.middles[k])
    return through(ground, at, [ground.beside(k, approach + 90 * sign(step.side), BESIDE)])


def _fence_side(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    return through(journey.ground, at, [journey.ground.beside(step.of[0], 90.0 * FENCES.index(step.fences[0]), BESIDE)])


def _pass(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    ground = journey.ground
    stops: list[Point] = []
    here: Point | Pose = at
    for k in step.of:
        approach = compass(here, ground.middles[k])
        here = ground.beside(k, approach - 90 * sign(step.side), BESIDE)
        stops.append(here)
    if not onward:
        before = at if len(stops) == 1 else stops[-2]
        stops.append(ahead_of(here, compass(before, here), BEYOND + 0.5 * ground.reach(step.of[-1])))
    return through(ground, at, stops)


def _pass_any(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    ground, k = journey.ground, step.of[0]
    return through(ground, at, [ground.beside(k, compass(at, ground.middles[k]), BEYOND)])


def _around(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    ground, k = journey.ground, step.of[0]
    first = compass(ground.middles[k], at)
    stops = [
        ground.beside(k, first + sign(step.side) * degrees, BESIDE) for degrees in range(0, int(AROUND[step.do]) + 1, 30)
    ]
    return through(ground, at, stops)


def _gap(ground: Ground, step: Step) -> tuple[Point, float, float]:
    """Middle, width and direction (from the first to the second landmark) of the gap between two."""
    a, b = step.of[:2]
    line = compass(ground.middles[a], ground.middles[b])
    one, two = ground.beside(a, line, 0.0), ground.beside(b, line + 180, 0.0)
    return ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2), apart(one, two), line


def _between(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    ground = journey.ground
    middle, width, line = _gap(ground, step)
    if not NARROWEST <= width <= WIDEST or apart(ground.middles[step.of[0]], ground.middles[step.of[1]]) < width:
        return None
    across = line + 90 if abs(turned(compass(at, middle) - line - 90)) < 90 else line - 90
    if abs(turned(compass(at, middle) - across)) > 60:
        return None
    if step.do == "between.stop":
        return through(ground, at, [middle])
    return through(ground, at, [ahead_of(middle, across, -1.0), ahead_of(middle, across, 1.5 if onward else BEYOND)])


def _towards(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    ground, (far, beside) = journey.ground, step.of
    heading = compass(at, ground.middles[far])
    along = turned(compass(at, ground.middles[beside]) - heading)
    if not 8 < abs(along) < 75 or (along > 0) != (step.side == "right"):
        return None
    foot = ahead_of(at, heading, apart(at, ground.middles[beside]) * _cos(along))
    if apart(at, foot) < 5 or ground.gap(far, foot) < 3 or not 1.5 < ground.gap(beside, foot) < 7 or not inside(foot):
        return None
    return [foot] if ground.route(at[:2], foot) == [foot] else None


def _cos(degrees: float) -> float:
    return ahead_of((0.0, 0.0), degrees, 1.0)[1]


def _back_start(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    return through(journey.ground, at, [journey.start[:2]])


def _back_previous(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    return through(journey.ground, at, [journey.starts[-1][:2]])


def at_fence(colour: str, at: Point | Pose, off: float = FENCE) -> Point:
    """The place before a fence that is nearest to another one."""
    return {
        "blue": (at[0], FIELD - off), "red": (FIELD - off, at[1]), "yellow": (at[0], off), "white": (off, at[1]),
    }[colour]  # fmt: skip


def _fence_to(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    return through(journey.ground, at, [at_fence(step.fences[0], at)])


def _fence_until(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    end = at_fence(step.fences[0], journey.ground.middles[step.of[0]])
    return _along_fence(journey, at, step, end) if journey.ground.gap(step.of[0], end) < 6 else None


def _fence_corner(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    return _along_fence(journey, at, step, corner(step))


def _fence_distance(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    first = at_fence(step.fences[0], at)
    along = 90.0 * FENCES.index(step.fences[0]) - 90 * sign(step.side)  # the fence's own direction is to the side
    return _along_fence(journey, at, step, ahead_of(first, along, step.distance))


def _along_fence(journey: Journey, at: Pose, step: Step, end: Point) -> Way:
    first = at_fence(step.fences[0], at)
    along = compass(first, end)
    hand = "right" if turned(90.0 * FENCES.index(step.fences[0]) - along) > 0 else "left"
    if apart(first, end) < 6 or hand != step.side or apart(at, first) > 12:
        return None
    return through(journey.ground, at, [first, end] if apart(at, first) > 2 else [end])


def corner(step: Step) -> Point:
    """The place in the corner of two fences."""
    return at_fence(step.fences[0], at_fence(step.fences[1], (0.0, 0.0)))


def _corner(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    return through(journey.ground, at, [corner(step)])


def _lake(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    lake = journey.ground.lakes[step.lake]
    here = compass((lake.x, lake.z), at)
    if apart((lake.x, lake.z), at) < apart((lake.x, lake.z), lake.at(here, 0.5)):
        return None  # stands in the water
    if step.do == "lake.to":
        stops = [lake.at(here)]
    elif step.do == "lake.cross":
        stops = [lake.at(here + 180)]
    elif step.do == "lake.pass":
        via = lake.at(here + 90 * sign(step.side), 2.0)
        stops = [via] if onward else [via, ahead_of(via, compass(at, via), BEYOND + 0.5 * lake.radius)]
    else:
        stops = [lake.at(here + sign(step.side) * degrees, 2.0) for degrees in range(0, 181, 20)]
    return through(journey.ground, at, stops)


def _forward(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    return _straight(journey, at, ahead_of(at, at[2], step.distance))


def _halfway(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    ground, k = journey.ground, step.of[0]
    near = ground.beside(k, compass(ground.middles[k], at), BESIDE)
    return _straight(journey, at, ((at[0] + near[0]) / 2, (at[1] + near[1]) / 2))


def _forward_fence(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    """Straight ahead to a fence that is met at a good angle and far from the corners."""
    normal = 90.0 * FENCES.index(step.fences[0])
    slant = turned(at[2] - normal)
    if abs(slant) > 50:
        return None
    end = ahead_of(at, at[2], apart(at, at_fence(step.fences[0], at)) / _cos(slant))
    return _straight(journey, at, end) if inside(end, FENCE - 0.01) else None


def _straight(journey: Journey, at: Pose, end: Point) -> Way:
    return [end] if inside(end) and journey.ground.route(at[:2], end) == [end] else None


def _turn(journey: Journey, at: Pose, step: Step, onward: bool) -> Way:
    return []


WAYS: dict[str, Callable[[Journey, Pose, Step, bool], Way]] = {
    "go.near": _near, "go.front": _near, "go.far": _far, "go.side": _side, "go.fenceside": _fence_side,
    "pass": _pass, "pass.any": _pass_any, "pass.both": _pass, **dict.fromkeys(AROUND, _around),
    "between.through": _between, "between.stop": _between, "towards": _towards,
    "back.landmark": _near, "back.start": _back_start, "back.previous": _back_previous,
    "fence.to": _fence_to, "fence.until": _fence_until, "fence.corner": _fence_corner, "fence.distance": _fence_distance,
    "corner": _corner, "lake.to": _lake, "lake.pass": _lake, "lake.along": _lake, "lake.cross": _lake,
    "forward.distance": _forward, "forward.halfway": _halfway, "forward.fence": _forward_fence,
    "turn.face": _turn, **dict.fromkeys(TURNS, _turn),
}  # fmt: skip


def heading_after(journey: Journey, at: Pose, step: Step, way: list[Point]) -> float:
    """Where the agent looks when it has done a step."""
    if step.do in TURNS:
        return at[2] + TURNS[step.do]
    if step.do == "turn.face":
        return compass(at, journey.ground.middles[step.of[0]])
    points: list[Point] = [at[:2], *way]
    return compass(points[-2], points[-1]) if len(points) > 1 else at[2]
