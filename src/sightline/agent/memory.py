"""Memory: what agents have seen, as far as their own model tells: the floor, and things with their places.

A look is remembered as small cubes of space: the class that the model says is there, how likely, and from where. A later
look from closer by corrects them, and what is no longer where it was is forgotten. Nothing here knows the scene.

    memory = agent.remember(world)            # of all N worlds; a journey with this memory goes on remembering
    memory.see(look, predictor.shown(look))   # a look outside a journey
    memory.things(n)                          # what the agent of world n has seen
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np

from sightline.agent.aim import Done, Point
from sightline.agent.grouping import group_cubes
from sightline.agent.look import Look
from sightline.agent.predictor import GoalPredictor, Shown
from sightline.agent.wayfinding import Wayfinder, points_of_cells
from sightline.geometry import CELLS, PANORAMA
from sightline.geometry.pose import direction
from sightline.geometry.types import Bools, Floats, Ints
from sightline.world import Kind, World

# Lengths as shares of what is near in a world (`Kind.near`): a metre in houses, five units in fields.
CUBE = 0.1  # side of a cube
APART_ITEMS, APART = 0.25, 0.6  # cubes of one class that are closer belong to one thing
BEHIND = 0.25  # a surface that is seen this much behind a cube shows that nothing is there any more
LEAST = 0.4  # probability below which a cell's class is not remembered
NEARER = 1.25  # a look from at most this times the distance corrects what was seen before
FEWEST = 3  # cubes of a thing that is not an item
HAND_WIDTH, HAND_HEIGHT = 0.22, 0.5  # metres around the place of the hands, and below it, that show what they hold
COLUMNS = CELLS * len(PANORAMA)


class Sighted(NamedTuple):
    """A thing that an agent has seen."""

    name: str  # its kind, as in Kind.thing_names: "red mug", "white fridge"
    point: Point  # x, y, z of its middle, of what was seen of it
    confidence: float  # how sure the model was of its kind
    seen_from: tuple[float, float, float]  # the pose of the last look at it
    moment: int  # the number of that look, from 1
    low: Point  # the corners of the box around what was seen of it
    high: Point
    is_item: bool  # whether it can be carried


class Mistaken(NamedTuple):
    """An item that was taken for another one."""

    point: Point
    kinds: frozenset[str]  # that it is not


@dataclass
class _Cubes:
    """Cubes (V,) of one world, each with one class."""

    classes: Ints
    at: Ints  # (V, 3) cubes from the origin
    likely: Floats
    moments: Ints
    poses: Floats  # (V, 3) of the last look

    def take(self, some: Bools | Ints) -> _Cubes:
        return _Cubes(*(getattr(self, field.name)[some] for field in fields(self)))

    def joined(self, other: _Cubes) -> _Cubes:
        pairs = ((getattr(self, field.name), getattr(other, field.name)) for field in fields(self))
        return _Cubes(*(np.concatenate(pair) for pair in pairs))


def _no_cubes() -> _Cubes:
    return _Cubes(np.zeros(0, np.int64), np.zeros((0, 3), np.int64), np.zeros(0), np.zeros(0, np.int64), np.zeros((0, 3)))


class Memory:
    """What the agents of N worlds have seen."""

    def __init__(self, kind: Kind, world: World):
        self.kind, self.count = kind, len(world)
        self.floor = Wayfinder(kind, world) if kind.gait is not None else None
        self.moments = np.zeros(self.count, np.int64)  # looks so far
        self.looked: list[list[Floats]] = [[] for _ in range(self.count)]  # (2,) the places that it has looked from
        # What the agent saw in its hands at the last look: how likely each kind of item (Kind.thing_names) is that.
        self.in_hand: list[dict[str, float]] = [{} for _ in range(self.count)]
        self.mistaken: list[list[Mistaken]] = [[] for _ in range(self.count)]
        self._cubes = [_no_cubes() for _ in range(self.count)]

    def maps(self, predictor: GoalPredictor, look: Look, done: Sequence[Sequence[Done]] | None = None) -> dict[str, Floats]:
        """A predictor's maps of a look (GoalPredictor.maps); what its model shows beside them is remembered."""
        if not predictor.model.shows:
            return predictor.maps(look, done=done)
        maps, shown = predictor.maps_and_shown(look, done)
        self.see(look, shown)
        return maps

    def see(self, look: Look, shown: Shown) -> None:
        """Remember the things of a look, by what a model says of its cells (the legs remember the floor)."""
        for row, n in enumerate(look.which.tolist()):
            self.moments[n] += 1
            self.looked[n].append(look.poses[row, :2].copy())
            points = points_of_cells(look, row)
            classes = shown.classes[row]
            held = self._is_held(look, row, points, classes, HAND_WIDTH)
            self.in_hand[n] = self._shares(classes[held], shown.likely[row, held])
            edges = self._is_held(look, row, points, classes, 2 * HAND_WIDTH) & np.isin(classes, classes[held])
            points[held | edges] = np.nan  # what it holds is nowhere
            old = self._cubes[n]
            kept = old.take(~self._is_outdated(look, row, old, points, shown.classes[row]))
            self._cubes[n] = _without_duplicates(self._new(n, look.poses[row], points, shown, row).joined(kept))

    def _is_held(self, look: Look, row: int, points: Floats, classes: Ints, width: float) -> Bools:
        """(32 * 192,) whether cells show an item where the agent holds things, or so far from there."""
        if self.kind.gait is None:
            return np.zeros(len(points), bool)
        (x, z, heading), (forward, right, below) = look.poses[row], self.kind.gait.hand
        ahead, aside = direction(heading), direction(heading + 90)
        off = np.hypot(*(points[:, ::2] - (x, z) - forward * ahead - right * aside).T)
        down = look.world.camera.eye - below - points[:, 1]
        with np.errstate(invalid="ignore"):
            near = (off < width) & (down > -HAND_WIDTH / 4) & (down < HAND_HEIGHT)
        there: Bools = near & np.isin(classes, self.kind.items)
        return there

    def _shares(self, classes: Ints, likely: Floats) -> dict[str, float]:
        """How likely each kind is what some cells (C,) show together, by the classes of the cells."""
        if not len(classes):
            return {}
        shares = np.bincount(classes, likely) / len(classes)
        return {self.kind.thing_names[number]: float(shares[number]) for number in np.flatnonzero(shares).tolist()}

    def _new(self, n: int, pose: Floats, points: Floats, shown: Shown, row: int) -> _Cubes:
        classes, likely = shown.classes[row], shown.likely[row]
        some = (classes >= self.kind.first_thing) & (likely >= LEAST) & np.isfinite(points).all(1)
        at = np.floor(points[some] / self._cube).astype(np.int64)
        count = len(at)
        moments, poses = np.full(count, self.moments[n]), np.tile(np.asarray(pose, np.float64), (count, 1))
        return _Cubes(classes[some].astype(np.int64), at, likely[some], moments, poses)

    @property
    def _cube(self) -> float:
        return CUBE * self.kind.near

    def _is_outdated(self, look: Look, row: int, old: _Cubes, points: Floats, classes: Ints) -> Bools:
        """(V,) whether cubes are in view, not from farther away than before, and no cell near them shows their class."""
        pose, eye = look.poses[row], look.world.camera.eye
        middles: Floats = ((old.at + 0.5) * self._cube).astype(np.float64)
        if not len(middles):
            return np.zeros(0, bool)
        cells = self.kind.view.goal_classes(np.tile(pose, (len(middles), 1)), middles)
        in_view = cells < CELLS * COLUMNS
        cells = np.where(in_view, cells, 0)
        head = np.array([pose[0], eye, pose[1]])
        far = np.sqrt(((middles - head) ** 2).sum(1))
        before = np.hypot(*(old.poses[:, :2] - middles[:, ::2]).T)
        with np.errstate(invalid="ignore"):
            seen = np.nan_to_num(np.sqrt(((points[cells] - head) ** 2).sum(1)), nan=np.inf)
        visible = in_view & (seen > far - BEHIND * self.kind.near) & (far <= NEARER * np.maximum(before, self.kind.near))
        rows, columns = cells // COLUMNS, cells % COLUMNS
        picture = classes.reshape(CELLS, COLUMNS)
        shown = np.zeros(len(cells), bool)
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                shown |= picture[np.clip(rows + down, 0, CELLS - 1), (columns + across) % COLUMNS] == old.classes
        return visible & ~shown

    def things(self, n: int = 0) -> list[Sighted]:
        """What the agent of world n has seen, the surest first."""
        cubes = self._cubes[n]
        is_item = np.isin(cubes.classes, self.kind.items)
        sightings = [
            self._sighted(some)
            for which, apart, fewest in ((is_item, APART_ITEMS, 1), (~is_item, APART, FEWEST))
            for some in _groups(cubes.take(which), apart / CUBE) if len(some.classes) >= fewest
        ]  # fmt: skip
        return sorted(sightings, key=lambda thing: -thing.confidence)

    def _sighted(self, cubes: _Cubes) -> Sighted:
        number, last = int(cubes.classes[0]), int(cubes.moments.argmax())
        points = (cubes.at + 0.5) * self._cube
        return Sighted(
            self.kind.thing_names[number], _point(np.average(points, axis=0, weights=cubes.likely)),
            float(cubes.likely.max()), _point(cubes.poses[last]), int(cubes.moments[last]),
            _point(points.min(0) - self._cube / 2), _point(points.max(0) + self._cube / 2), number in self.kind.items,
        )  # fmt: skip


def _groups(cubes: _Cubes, apart: float) -> Iterator[_Cubes]:
    """The cubes of each thing: those of one class that are less than so many cubes from each other."""
    if not len(cubes.classes):
        return
    ordered = cubes.take(np.argsort(cubes.classes, kind="stable"))
    groups = group_cubes(ordered.classes, ordered.at, apart)
    order = np.argsort(groups, kind="stable")
    for some in np.split(order, np.flatnonzero(np.diff(groups[order])) + 1):
        yield ordered.take(some)


def _point(values: Floats) -> Point:
    x, y, z = values.tolist()
    return x, y, z


def _without_duplicates(cubes: _Cubes) -> _Cubes:
    """Each class once in a cube, as it was seen last and at its likeliest."""
    if not len(cubes.classes):
        return cubes
    keys = np.concatenate([cubes.classes[:, None], cubes.at + 2**12], axis=1) @ np.array([1, 2**10, 2**23, 2**36])
    order = np.lexsort((-cubes.likely, -cubes.moments, keys))
    firsts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    best = np.maximum.reduceat(cubes.likely[order], firsts)
    kept = cubes.take(order[firsts])
    kept.likely = best
    return kept
