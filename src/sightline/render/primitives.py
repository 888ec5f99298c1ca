"""Primitives: everything visible is a convex solid, one optional quadric cut by up to six planes.

Sizes are full extents (width x, height y, depth z) in world units. Boxes, frusta and domes stand on `at` (the centre of
their base); ellipsoids are centred on it. `turn` is clockwise seen from above, `tilt` leans the top towards +z (north),
`lean` towards +x (east); all in degrees, about `at`. Models face south: their front is the -z side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from sightline.errors import InputError
from sightline.geometry.types import Floats

Vector = tuple[float, float, float]
MAX_PLANES = 6
SIGNS = np.array([(x, y, z) for y in (-1, 1) for x in (-1, 1) for z in (-1, 1)], dtype=np.float64)  # (8, 3) of a cube


@dataclass(frozen=True)
class Pattern:
    """A second colour laid over a primitive, in its own frame, measured from its centre."""

    kind: int  # 1 checker, 2 grid, 3 speckle
    colour: str  # of the second tone; unused by speckle
    every: Vector  # period along each axis, 0 = constant along it
    fill: tuple[float, float] = (0.5, 0.5)  # grid: share of a period that is coloured, across and up
    amount: float = 0.0  # speckle: amplitude of the brightness


def stripes(colour: str, every: float, along: str = "y") -> Pattern:
    """Bands of two colours, each `every` wide."""
    return Pattern(1, colour, _axis(along, every))


def checker(colour: str, every: float) -> Pattern:
    """Cubes of two colours, `every` wide."""
    return Pattern(1, colour, (every, every, every))


def grid(colour: str, across: float, up: float, fill: tuple[float, float] = (0.5, 0.5)) -> Pattern:
    """Patches in rows and columns, like windows in a wall: one per `across` x `up`."""
    return Pattern(2, colour, (across, up, across), fill)


def speckle(amount: float, every: float = 0.4) -> Pattern:
    """Random light and dark cells, like stone or leaves."""
    return Pattern(3, "#000000", (every, every, every), amount=amount)


def _axis(along: str, every: float) -> Vector:
    return (every * (along == "x"), every * (along == "y"), every * (along == "z"))


@dataclass(frozen=True)
class Primitive:
    """A solid in model space: the image under `axes` (and a shift to `centre`) of a solid in the cube [-1, 1]^3.

    The unit solid is x^2 + z^2 + q2 y^2 + q1 y + q0 <= 0, where there is a quadric, cut by planes n . p <= e.
    `taper` scales the cube's top in x and z; it bounds the solid and is exact for boxes.
    """

    centre: Floats  # (3,)
    axes: Floats  # (3, 3), columns are the half-axes in model space
    quadric: Vector | None  # q2, q1, q0
    planes: Floats  # (k, 4) nx, ny, nz, e in the unit frame
    colour: str
    taper: tuple[float, float] = (1.0, 1.0)
    pattern: Pattern | None = None

    def corners(self) -> Floats:
        """(8, 3) corners of the tapered box around the solid, in model space."""
        signs = SIGNS.copy()
        signs[4:, 0] *= self.taper[0]
        signs[4:, 2] *= self.taper[1]
        return self.centre + signs @ self.axes.T

    def points(self, count: int = 13) -> Floats:
        """(N, 3) the points of a lattice of count^3 over the unit cube that lie in the solid, in model space."""
        line = np.linspace(-1, 1, count)
        lattice = np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3)
        inside = (lattice @ self.planes[:, :3].T <= self.planes[:, 3] + 1e-9).all(axis=1)
        if self.quadric is not None:
            q2, q1, q0 = self.quadric
            x, y, z = lattice.T
            inside &= x * x + z * z + q2 * y * y + q1 * y + q0 <= 1e-9
        return self.centre + lattice[inside] @ self.axes.T

    def model_planes(self, unit: Floats | None = None) -> Floats:
        """(k, 4) the cutting planes in model space, unit normals pointing out; `unit` is the inverse of the axes."""
        normals = self.planes[:, :3] @ (np.linalg.inv(self.axes) if unit is None else unit)
        length = np.linalg.norm(normals, axis=1, keepdims=True)
        offsets = self.planes[:, 3:] + normals @ self.centre[:, None]
        return np.concatenate([normals, offsets], axis=1) / length


@lru_cache(maxsize=1024)
def _rotation(turn: float, tilt: float, lean: float) -> Floats:
    (st, ct), (sx, cx), (sz, cz) = ((math.sin(a), math.cos(a)) for a in map(math.radians, (turn, tilt, lean)))
    about_y = np.array([[ct, 0, st], [0, 1, 0], [-st, 0, ct]])
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_z = np.array([[cz, sz, 0], [-sz, cz, 0], [0, 0, 1]])
    return about_y @ about_x @ about_z


def _solid(
    colour: str, at: Sequence[float], size: Sequence[float], turn: float, tilt: float, lean: float, pattern: Pattern | None,
    standing: bool, quadric: Vector | None, planes: Sequence[Sequence[float]], taper: tuple[float, float] = (1.0, 1.0),
) -> Primitive:  # fmt: skip
    if min(size) <= 0:
        raise InputError(f"A primitive's size must be positive on every axis, got {tuple(size)}.")
    if len(planes) > MAX_PLANES:
        raise InputError(f"A primitive has at most {MAX_PLANES} planes, got {len(planes)}.")
    rotation = _rotation(turn, tilt, lean)
    axes = rotation * (np.asarray(size, dtype=np.float64) / 2)
    centre = np.asarray(at, dtype=np.float64) + (axes[:, 1] if standing else 0.0)
    cut = np.asarray(planes, dtype=np.float64).reshape(-1, 4)
    return Primitive(centre, axes, quadric, cut, colour, taper, pattern)


SPHERE = (1.0, 0.0, -1.0)


def ellipsoid(
    colour: str, at: Vector, size: Vector, turn: float = 0, tilt: float = 0, lean: float = 0, pattern: Pattern | None = None
) -> Primitive:
    """An ellipsoid centred on `at`."""
    return _solid(colour, at, size, turn, tilt, lean, pattern, False, SPHERE, ())


def dome(
    colour: str, at: Vector, size: Vector, turn: float = 0, tilt: float = 0, lean: float = 0, pattern: Pattern | None = None
) -> Primitive:
    """The upper half of an ellipsoid, standing on its flat side."""
    whole = (size[0], 2 * size[1], size[2])
    return _solid(colour, at, whole, turn, tilt, lean, pattern, False, SPHERE, [(0, -1, 0, 0)])


def frustum(
    colour: str, at: Vector, size: Vector, top: float = 1.0,
    turn: float = 0, tilt: float = 0, lean: float = 0, pattern: Pattern | None = None,
) -> Primitive:  # fmt: skip
    """Cylinder (top = 1), cone (top = 0) or anything between; top > 1 widens upwards."""
    if top > 1:  # the unit solid is widest at its base: build it upside down
        flipped = frustum(colour, at, (size[0] * top, size[1], size[2] * top), 1 / top, turn, tilt, lean, pattern)
        return replace(flipped, axes=flipped.axes * np.array([1, -1, -1]))
    a, b = (1 + top) / 2, (1 - top) / 2  # radius at height y of the unit frame is a - b y
    quadric = (-b * b, 2 * a * b, -a * a)
    caps = [(0, 1, 0, 1), (0, -1, 0, 1)]
    return _solid(colour, at, size, turn, tilt, lean, pattern, True, quadric, caps, (top, top))


def box(
    colour: str, at: Vector, size: Vector, taper: tuple[float, float] = (1.0, 1.0),
    turn: float = 0, tilt: float = 0, lean: float = 0, pattern: Pattern | None = None,
) -> Primitive:  # fmt: skip
    """A box; `taper` shrinks its top in x and z: (0, 1) is a roof with its ridge along z, (0, 0) a pyramid."""
    planes = [(0, 1, 0, 1), (0, -1, 0, 1)]
    for axis, k in ((0, taper[0]), (2, taper[1])):
        a, b = (1 + k) / 2, (1 - k) / 2  # |x| <= a - b y
        for sign in (1.0, -1.0):
            normal = [0.0, b, 0.0, a]
            normal[axis] = sign
            planes.append(tuple(normal))  # type: ignore[arg-type]
    return _solid(colour, at, size, turn, tilt, lean, pattern, True, None, planes, taper)


def wedge(
    colour: str, at: Vector, size: Vector, turn: float = 0, tilt: float = 0, lean: float = 0, pattern: Pattern | None = None
) -> Primitive:
    """A ramp: full height along its north side (+z), nothing along its south side."""
    planes = [(0, -1, 0, 1), (0, 0, 1, 1), (1, 0, 0, 1), (-1, 0, 0, 1), (0, 1, -1, 0)]
    return _solid(colour, at, size, turn, tilt, lean, pattern, True, None, planes)


def rod(
    colour: str, start: Vector, end: Vector, width: float, top: float = 1.0, pattern: Pattern | None = None
) -> Primitive:
    """A frustum from one point to another, `width` thick at its start."""
    length, turn, tilt = _aim(start, end)
    return frustum(colour, start, (width, length, width), top, turn, tilt, 0, pattern)


def beam(colour: str, start: Vector, end: Vector, width: float, depth: float, pattern: Pattern | None = None) -> Primitive:
    """A box from one point to another, `width` across and `depth` thick."""
    length, turn, tilt = _aim(start, end)
    return box(colour, start, (width, length, depth), (1, 1), turn, tilt, 0, pattern)


def _aim(start: Vector, end: Vector) -> tuple[float, float, float]:
    x, y, z = (e - s for s, e in zip(start, end, strict=True))
    length = math.sqrt(x * x + y * y + z * z)
    return length, math.degrees(math.atan2(x, z)), math.degrees(math.acos(max(-1.0, min(1.0, y / length))))


def moved(parts: Iterable[Primitive], at: Vector = (0, 0, 0), turn: float = 0, scale: float = 1.0) -> list[Primitive]:
    """Copies of primitives, scaled and turned about the origin, then shifted."""
    rotation = _rotation(turn, 0, 0) * scale
    return [replace(p, centre=rotation @ p.centre + np.asarray(at), axes=rotation @ p.axes) for p in parts]


def ring(count: int, make: Callable[[float], Primitive | list[Primitive]], start: float = 0) -> list[Primitive]:
    """`count` copies around the vertical axis; `make` receives the heading of each in degrees."""
    parts: list[Primitive] = []
    for k in range(count):
        made = make(start + 360.0 * k / count)
        parts.extend(made if isinstance(made, list) else [made])
    return parts


def around(heading: float, radius: float, y: float = 0.0) -> Vector:
    """The point at a heading and distance from the vertical axis."""
    a = math.radians(heading)
    return (radius * math.sin(a), y, radius * math.cos(a))


def rgb(colour: str) -> Vector:
    """'#rrggbb' as three numbers from 0 to 255."""
    digits = colour.removeprefix("#")
    try:
        if len(digits) != 6:
            raise ValueError
        red, green, blue = bytes.fromhex(digits)
    except ValueError:
        raise InputError(f"A colour is written '#rrggbb', got {colour!r}.") from None
    return (float(red), float(green), float(blue))
