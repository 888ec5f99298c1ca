"""The terrain for path planning: bodies, visibility, places beside things, free paths; and a trip through it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numba import njit
from scipy import ndimage

from sightline.geometry.types import Array, Floats
from sightline.lani.dynamics import RADIUS, gap
from sightline.lani.landmarks import LANDMARKS
from sightline.lani.scene import UNIT, Scene
from sightline.render import FIELD
from sightline.render.cache import forget_stale
from sightline.render.primitives import Primitive

if TYPE_CHECKING:
    from sightline.corpus.lani.meaning import Manoeuvre

Point = tuple[float, float]
Pose = tuple[float, float, float]

CLEAR = 0.9  # least distance of a path's centre line from bodies; the agent's own radius is 0.4
EDGE = 1.4  # and from the fence
DETOUR = 1.6  # distance at which a path leads around a body
SHORE = 1.2  # distance from the water at which an agent stops
SMALLEST_LAKE, LARGEST_LAKE = 2.0, 12.0  # mean radius of lakes that instructions mention
EYE = 2.5
SPACING = 1.0  # of the points of a path


@dataclass(frozen=True)
class Lake:
    """A lake in polar form: the extent of its water in 36 directions from its middle."""

    x: float
    z: float
    reach: tuple[float, ...]

    def at(self, angle: float, off: float = SHORE) -> Point:
        """The place `off` from the water in a compass direction from the lake's middle."""
        place = (angle % 360.0) / 10.0
        k = int(place)
        share = place - k
        r = (1 - share) * self.reach[k % 36] + share * self.reach[(k + 1) % 36] + off
        return self.x + r * math.sin(math.radians(angle)), self.z + r * math.cos(math.radians(angle))

    @property
    def radius(self) -> float:
        return math.fsum(self.reach) / 36


class Terrain:
    """Properties of one scene, computed on first use."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.bodies = scene.bodies
        self.middles: list[Point] = [(float(b[0]), float(b[1])) for b in scene.bodies]
        self.heights = heights(len(LANDMARKS))[scene.models]

    @cached_property
    def lakes(self) -> tuple[Lake, ...]:
        """Lakes large enough to mention and small enough to be one thing, largest first."""
        if not self.scene.lakes:
            return ()
        labels, _ = ndimage.label(self.scene.lake_cells())
        lakes = []
        for k, spot in enumerate(ndimage.find_objects(labels), 1):
            z, x = np.nonzero(labels[spot] == k)
            if len(z) >= SMALLEST_LAKE**2 * math.pi / UNIT**2:
                lakes.append(_lake((x + spot[1].start + 0.5) * UNIT, (z + spot[0].start + 0.5) * UNIT))
        spoken_of = [lake for lake in lakes if lake.radius <= LARGEST_LAKE]
        return tuple(sorted(spoken_of, key=lambda lake: -lake.radius))

    def beside(self, k: int, angle: float, off: float) -> Point:
        """The place `off` from the body of landmark k in a compass direction from its middle."""
        return stand_off(self.bodies, k, math.radians(angle), off)

    def reach(self, k: int) -> float:
        """The largest distance of landmark k's body from its middle."""
        _, _, half_x, half_z, rounding = self.bodies[k].tolist()
        return math.hypot(half_x, half_z) + rounding

    def gap(self, k: int, at: Point | Pose) -> float:
        return float(gap(self.bodies[k], at[0], at[1]))

    def is_free(self, at: Point | Pose, off: float) -> bool:
        """Whether a place is farther than `off` from every body."""
        return all(self.gap(k, at) > off for k in range(len(self.middles)))

    def route(self, at: Point, to: Point, depth: int = 2) -> list[Point] | None:
        """Points of a path from one place to another around the bodies between, without the first; None if none is found."""
        k = blocking(self.bodies, at[0], at[1], to[0], to[1], CLEAR + 0.3)
        if k < 0:
            return [to]
        if depth == 0:
            return None
        ahead = compass(at, to)
        ways = []
        for turn in (90.0, -90.0):
            via = self.beside(k, ahead + turn, DETOUR)
            if not inside(via):
                continue
            first, rest = self.route(at, via, depth - 1), self.route(via, to, depth - 1)
            if first is not None and rest is not None:
                way = first + rest
                ways.append((length([at, *way]), way))
        return min(ways)[1] if ways else None

    def seen(self, at: Pose) -> list[bool]:
        """Which landmarks are in sight: not wholly behind nearer ones that rise above the eye."""
        return in_sight(self.bodies, self.heights, at[0], at[1]).tolist()


@dataclass
class Trip:
    """The history of a paragraph: where its instructions started and at which landmarks they ended."""

    terrain: Terrain
    start: Pose
    starts: list[Pose] = field(default_factory=list)  # of each finished instruction
    visited: list[int] = field(default_factory=list)  # landmarks at which instructions ended, in order
    standing: int | None = None  # the landmark that the last instruction ended at, if at one
    done: list[Manoeuvre] = field(default_factory=list)  # manoeuvres of the last instruction

    @property
    def previous(self) -> Point:
        """The start of the previous instruction."""
        return (self.starts[-1] if self.starts else self.start)[:2]


@cache
def heights(count: int) -> Floats:
    """(count,) height of each of the first landmarks."""
    return np.array([max(_top(p) for p in landmark.build()) for landmark in list(LANDMARKS.values())[:count]])


def _top(part: Primitive) -> float:
    return float(part.centre[1] + np.abs(part.axes[1]).sum())


def _lake(x: Array, z: Array) -> Lake:
    middle_x, middle_z = float(x.mean()), float(z.mean())
    dx, dz = x - middle_x, z - middle_z
    far = np.zeros(36)
    sector = np.round(np.degrees(np.arctan2(dx, dz)) / 10).astype(int) % 36
    np.maximum.at(far, sector, np.hypot(dx, dz) + UNIT / 2)
    far = np.maximum(far, 0.9 * np.maximum(np.roll(far, 1), np.roll(far, -1)))
    return Lake(middle_x, middle_z, tuple(far.tolist()))


# compass, wrap and apart are scalar versions of sightline.geometry's: they are called millions of times.
def compass(origin: Point | Pose, point: Point | Pose) -> float:
    """Heading from one place to another in degrees."""
    return math.degrees(math.atan2(point[0] - origin[0], point[1] - origin[1]))


def wrap(degrees: float) -> float:
    """The same angle in [-180, 180)."""
    return (degrees + 180.0) % 360.0 - 180.0


def ahead_of(at: Point | Pose, heading: float, distance: float) -> Point:
    """The place at a distance along a heading."""
    radians = math.radians(heading)
    return at[0] + distance * math.sin(radians), at[1] + distance * math.cos(radians)


def apart(a: Point | Pose, b: Point | Pose) -> float:
    """Distance between two places."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def length(points: list[Point]) -> float:
    """Length of a polyline."""
    return math.fsum(apart(a, b) for a, b in pairwise(points))


def inside(point: Point, edge: float = EDGE) -> bool:
    """Whether a place keeps its distance from the fence."""
    return edge <= point[0] <= FIELD - edge and edge <= point[1] <= FIELD - edge


OPTIONS = {"error_model": "numpy", "nogil": True, "cache": True}


@njit(**OPTIONS)
def stand_off(bodies, k, angle, off):  # type: ignore[no-untyped-def]
    """The place `off` from body k in a direction (radians) from its middle."""
    body = bodies[k]
    sx, sz = math.sin(angle), math.cos(angle)
    low, high = 0.0, body[2] + body[3] + body[4] + off + 1.0
    for _ in range(24):
        middle = 0.5 * (low + high)
        if gap(body, body[0] + middle * sx, body[1] + middle * sz) < off:
            low = middle
        else:
            high = middle
    return body[0] + high * sx, body[1] + high * sz


@njit(**OPTIONS)
def blocking(bodies, ax, az, bx, bz, margin):  # type: ignore[no-untyped-def]
    """The first body closer to a straight path than the margin, or -1. The margin is smaller near the start."""
    pieces = int(math.sqrt((bx - ax) ** 2 + (bz - az) ** 2) / 0.4) + 1
    for n in range(pieces + 1):
        x, z = ax + (bx - ax) * n / pieces, az + (bz - az) * n / pieces
        for k in range(len(bodies)):
            near = min(margin, gap(bodies[k], ax, az) - 0.05) if n < 6 else margin
            if gap(bodies[k], x, z) < near:
                return k
    return -1


@njit(**OPTIONS)
def in_sight(bodies, heights, x, z):  # type: ignore[no-untyped-def]
    """(I,) bool: at least one of seven rays to a landmark reaches it, not blocked by a nearer body at least as high."""
    count = len(bodies)
    seen = np.zeros(count, np.bool_)
    for k in range(count):
        dx, dz = bodies[k, 0] - x, bodies[k, 1] - z
        distance = math.sqrt(dx * dx + dz * dz) + 1e-9
        half = 0.7 * (0.5 * (bodies[k, 2] + bodies[k, 3]) + bodies[k, 4])
        for ray in range(-3, 4):
            ex = bodies[k, 0] + dz / distance * half * ray / 3
            ez = bodies[k, 1] - dx / distance * half * ray / 3
            free = True
            for n in range(1, 25):
                px, pz = x + (ex - x) * n / 25, z + (ez - z) * n / 25
                for m in range(count):
                    if m != k and heights[m] > min(EYE, heights[k]) and gap(bodies[m], px, pz) < 0:
                        free = False
            if free:
                seen[k] = True
                break
    return seen


@njit(**OPTIONS)
def smooth(points, bodies):  # type: ignore[no-untyped-def]
    """A polyline (P, 2) with its corners cut twice and points SPACING apart; and its least distance to a body.

    The first stretch, where the agent may stand close to a body, does not count.
    """
    for _ in range(2):
        count = len(points)
        if count < 3:
            break
        cut = np.empty((2 * count - 2, 2))
        cut[0, 0], cut[0, 1] = points[0, 0], points[0, 1]
        cut[-1, 0], cut[-1, 1] = points[-1, 0], points[-1, 1]
        for n in range(1, count - 1):
            for c in range(2):
                before = math.sqrt((points[n, 0] - points[n - 1, 0]) ** 2 + (points[n, 1] - points[n - 1, 1]) ** 2)
                after = math.sqrt((points[n, 0] - points[n + 1, 0]) ** 2 + (points[n, 1] - points[n + 1, 1]) ** 2)
                back, on = min(0.25, 1.5 / (before + 1e-9)), min(0.25, 1.5 / (after + 1e-9))
                cut[2 * n - 1, c] = points[n, c] + back * (points[n - 1, c] - points[n, c])
                cut[2 * n, c] = points[n, c] + on * (points[n + 1, c] - points[n, c])
        points = cut
    total = 0.0
    for n in range(1, len(points)):
        total += math.sqrt((points[n, 0] - points[n - 1, 0]) ** 2 + (points[n, 1] - points[n - 1, 1]) ** 2)
    pieces = max(int(total / SPACING + 0.5), 1)
    path = np.empty((pieces + 1, 2))
    path[0, 0], path[0, 1] = points[0, 0], points[0, 1]
    leg, walked = 1, 0.0
    for n in range(1, pieces + 1):
        wanted = total * n / pieces
        while True:
            dx, dz = points[leg, 0] - points[leg - 1, 0], points[leg, 1] - points[leg - 1, 1]
            this = math.sqrt(dx * dx + dz * dz)
            if walked + this >= wanted - 1e-9 or leg == len(points) - 1:
                break
            walked += this
            leg += 1
        share = min((wanted - walked) / (this + 1e-12), 1.0)
        path[n, 0], path[n, 1] = points[leg - 1, 0] + share * dx, points[leg - 1, 1] + share * dz
    least = np.inf
    for n in range(1, pieces + 1):
        if n * SPACING > 1.5 or n == pieces:
            for k in range(len(bodies)):
                least = min(least, gap(bodies[k], path[n, 0], path[n, 1]))
    return path, least


BEND = 6  # points of a path over which a bend at one end is spread


@njit(**OPTIONS)
def bend(path, x, z, at_end):  # type: ignore[no-untyped-def]
    """A path (P, 2) bent so that it ends (or starts) x, z further. Bending by -x, -z restores the path."""
    bent = path.copy()
    reach = min(BEND, len(path) - 1)
    for k in range(reach):
        n = len(path) - 1 - k if at_end else k
        share = 1.0 - k / reach
        share = share * share * (3 - 2 * share)
        bent[n, 0] += share * x
        bent[n, 1] += share * z
    return bent


@njit(**OPTIONS)
def least_gap(path, bodies):  # type: ignore[no-untyped-def]
    """Least distance from a path (P, 2) to a body."""
    least = np.inf
    for n in range(len(path)):
        for k in range(len(bodies)):
            least = min(least, gap(bodies[k], path[n, 0], path[n, 1]))
    return least


STANDING = RADIUS + 0.15  # least distance to a body at which the agent may stand

forget_stale(smooth)
