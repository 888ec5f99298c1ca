"""Path finding over the floor that was seen: free floor, obstacles, and what was not looked at yet.

Each look gives the points behind the cells of the panorama. Points at floor height can be walked on, others are probably in
the way (a table is, an open door is not), and places where the agent bumped into something certainly are. The path is the
cheapest one through this map; it is planned again after each look and bump.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from sightline.agent.lattice import DOUBTFUL, FLOOR, cheapest_ways, moves_back, step_costs
from sightline.agent.look import Look
from sightline.geometry import PANORAMA, Camera, GoalGrid, distance
from sightline.geometry.pose import direction
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.world import Kind, World

ACROSS = 30.0  # metres along each side of an agent's map, with the agent near its middle
OFF = 3.0  # metres from the middle of its map that the agent may be before the map is moved
FLAT = 0.06  # metres: points that are not higher count as floor
HEAD = 1.7  # metres: points above this block nothing
FAR_OFF = 1e3  # metres: stands for a point behind the sky
MARGIN = 4.0  # metres around start and goal that a path may use
AROUND = 0.6  # metres around a blocked place within which another one will do
SHORT_OF_IT = 100.0  # path cost for each metre away from it
BLOCK = 5  # lattice places along a block of floor, when it is asked what was looked at
LOOKED_AT = 3.0  # metres around the place of a look within which small things were seen
FURNITURE_SEEN = 5.0  # the same for furniture
LOOKED_FROM = 1.0  # metres: looking again from as close as this shows little new
MANY_UNSEEN = 6  # of nine blocks: fewer are in the shadow of something small
BESIDE = 1.0, 2.0  # metres from a thing: the best distance to look at it from, and the largest


class Wayfinder:
    """The floor maps of N agents."""

    def __init__(self, kind: Kind, world: World):
        gait = kind.gait
        assert gait is not None
        self.gait, self.cells = gait, round(ACROSS / gait.stride)
        self.first = np.round(world.pose[:, :2] / gait.stride).astype(np.int64) - self.cells // 2  # (N, 2) of the corner
        shape = (len(world), self.cells, self.cells)  # [n, z, x]
        self.floor, self.things, self.bumps = (np.zeros(shape, np.bool_) for _ in range(3))

    def see(self, look: Look) -> None:
        """Add what a look shows of the floor."""
        for n, pose, depth in zip(look.which.tolist(), look.poses, look.depth, strict=True):
            self._centre(n, pose)
            height, width = depth.shape
            self._add(n, points_behind(look.world.camera, pose, depth, np.arange(2, height, 4), np.arange(2, width, 4)))

    def _centre(self, n: int, pose: Floats) -> None:
        """Move the map of agent n so that the agent is in its middle again, if it has come far."""
        x, z = (cell - self.cells // 2 for cell in self._cell(n, pose))
        if max(abs(x), abs(z)) * self.gait.stride <= OFF:
            return
        old, new = ((slice(max(k, 0), self.cells + min(k, 0)) for k in shift) for shift in ((z, x), (-z, -x)))
        there, here = tuple(old), tuple(new)
        for known in (self.floor, self.things, self.bumps):
            before = known[n].copy()
            known[n] = False
            known[n][here] = before[there]
        self.first[n] += (x, z)

    def _add(self, n: int, points: Floats) -> None:
        at = np.round(points[:, [0, 2]] / self.gait.stride).astype(np.int64) - self.first[n]  # x, z
        inside = (at >= 0).all(1) & (at < self.cells).all(1)
        flat, low = points[:, 1] < FLAT, points[:, 1] < HEAD
        for known, which in ((self.floor, inside & flat), (self.things, inside & ~flat & low)):
            known[n, at[which, 1], at[which, 0]] = True

    def bump(self, n: int, pose: Floats) -> None:
        """Agent n could not step ahead."""
        column, row = self._cell(n, pose[:2] + self.gait.stride * direction(pose[2]))
        if 0 <= row < self.cells and 0 <= column < self.cells:
            self.bumps[n, row, column] = True

    def moves_to(self, n: int, pose: Floats, ends: Sequence[tuple[Floats, float]]) -> list[int] | None:
        """The moves (0 forward, 1 right, 2 left) to the best of some poses (x, z, heading), each with what it costs to end
        there; a heading that is no number stands for any. None if there is no way.

        One place alone where something seems to be in the way stands for the free places around it.
        """
        if len(ends) == 1:
            end, extra = ends[0]
            ends = [*ends, *((place, extra + cost) for place, cost in self._free_around(n, end))]
        return self._best_way(n, pose, ends)[1]

    def _free_around(self, n: int, end: Floats) -> list[tuple[Floats, float]]:
        """Free poses near one that is probably blocked, and what it costs to end there instead; none if it is not."""
        column, row = self._cell(n, end)
        reach, body = round(AROUND / self.gait.stride), round(self.gait.radius / self.gait.stride)
        edge = reach + body
        if not (edge <= row < self.cells - edge and edge <= column < self.cells - edge):
            return []
        window = np.s_[row - edge : row + edge + 1, column - edge : column + edge + 1]
        costs = step_costs(self.floor[n][window], self.things[n][window], self.bumps[n][window], body)
        if costs[edge, edge] < DOUBTFUL:
            return []
        off = np.argwhere(costs[body:-body, body:-body] == FLOOR) - reach  # z, x
        away = self.gait.stride * np.hypot(off[:, 0], off[:, 1])
        return [
            (np.array([end[0] + self.gait.stride * x, end[1] + self.gait.stride * z, end[2]]), SHORT_OF_IT * d)
            for (z, x), d in zip(off.tolist(), away.tolist(), strict=True)
        ]

    def _best_way(self, n: int, pose: Floats, ends: Sequence[tuple[Floats, float]]) -> tuple[int, list[int] | None]:
        """The best of some poses, by its index, and the moves to it."""
        column, row = self._cell(n, pose)
        quarter = round(pose[2] / self.gait.turn) % 4
        cells = [self._cell(n, end) for end, _ in ends]
        margin = round(MARGIN / self.gait.stride)
        rows, columns = [row, *(r for _, r in cells)], [column, *(c for c, _ in cells)]
        top, left = max(min(rows) - margin, 0), max(min(columns) - margin, 0)
        bottom, right = min(max(rows) + margin, self.cells), min(max(columns) + margin, self.cells)
        window = np.s_[top:bottom, left:right]
        body = round(self.gait.radius / self.gait.stride)
        costs = step_costs(self.floor[n][window], self.things[n][window], self.bumps[n][window], body)
        total, last = cheapest_ways(costs, row - top, column - left, quarter)
        which, best, least = -1, None, math.inf
        for k, ((end, extra), (c, r)) in enumerate(zip(ends, cells, strict=True)):
            if not (0 <= r - top < total.shape[0] and 0 <= c - left < total.shape[1]):
                continue
            quarters = range(4) if math.isnan(end[2]) else [round(end[2] / self.gait.turn) % 4]
            for q in quarters:
                cost = total[r - top, c - left, q] + extra
                if total[r - top, c - left, q] >= 0 and cost < least:
                    which, best, least = k, (r - top, c - left, q), cost
        return which, None if best is None else moves_back(last, best, (row - top, column - left, quarter)).tolist()

    def lookout(
        self, n: int, pose: Floats, looked: Sequence[Floats], worth: Callable[[Floats], Bools] | None = None,
        sight: float = LOOKED_AT,
    ) -> Floats | None:  # fmt: skip
        """(2,) the nearest free floor that shows what was not looked at: it borders on much that was never seen, or is
        farther than `sight` from the places (2,) that were looked from. `worth` says which places (K, 2) may be. None if
        there is none."""
        floor, things = (known[n].reshape(self._blocks).any((1, 3)) for known in (self.floor, self.things))
        unseen = ~(floor | things)
        much = unseen & (_around(unseen).sum(0) >= MANY_UNSEEN)
        rows, columns, places = self._free_places(n)
        away = np.min([distance(places, place) for place in looked], axis=0, initial=math.inf)
        bordering: Bools = np.any(_around(much), axis=0)[rows, columns]
        places = places[(away > sight) | (bordering & (away > LOOKED_FROM))]
        return self.nearest(n, pose, places if worth is None else places[worth(places)])

    def beside(self, n: int, pose: Floats, place: Floats) -> Floats | None:
        """(2,) free floor beside a place (2,), to look at it from close by; None if there is none."""
        best, most = BESIDE
        places = self.free_places(n)
        apart = distance(places, place)
        return self.nearest(n, pose, places[apart < most], 100 * np.abs(apart[apart < most] - best))

    @property
    def _blocks(self) -> tuple[int, int, int, int]:
        return self.cells // BLOCK, BLOCK, self.cells // BLOCK, BLOCK

    def _free_places(self, n: int) -> tuple[Ints, Ints, Floats]:
        """The rows (K,) and columns (K,) of blocks in which an agent can surely stand, and a place (K, 2) in each."""
        body = round(self.gait.radius / self.gait.stride)
        free = step_costs(self.floor[n], self.things[n], self.bumps[n], body) == FLOOR
        blocks = free.reshape(self._blocks).swapaxes(1, 2).reshape(self.cells // BLOCK, -1, BLOCK * BLOCK)
        rows, columns = np.nonzero(blocks.any(2))
        inside = blocks[rows, columns].argmax(1)
        at = BLOCK * np.stack([columns, rows], axis=1) + np.stack([inside % BLOCK, inside // BLOCK], axis=1)
        return rows, columns, self.gait.stride * (at + self.first[n])

    def free_places(self, n: int) -> Floats:
        """(K, 2) places in which an agent can surely stand, about half a metre apart."""
        return self._free_places(n)[2]

    def nearest(self, n: int, pose: Floats, places: Floats, extra: Floats | None = None) -> Floats | None:
        """(2,) the place of some (K, 2) with the cheapest way to it, which may cost something extra. None: no way."""
        costs = np.zeros(len(places)) if extra is None else extra
        ends = [(np.array([x, z, math.nan]), float(cost)) for (x, z), cost in zip(places, costs, strict=True)]
        which, moves = self._best_way(n, pose, ends) if ends else (-1, None)
        return places[which] if moves else None

    def _cell(self, n: int, place: Floats) -> tuple[int, int]:
        x, z = np.round(np.asarray(place[:2]) / self.gait.stride).astype(np.int64) - self.first[n]
        return int(x), int(z)


def _around(blocks: Bools) -> Bools:
    """(9, Z, X) the blocks around each, and itself."""
    height, width = blocks.shape
    padded = np.pad(blocks, 1)
    return np.stack([padded[i : i + height, j : j + width] for i in range(3) for j in range(3)])


def nearest_behind(look: Look, rows: Sequence[int] | Ints, cells: Ints) -> Floats:
    """(M, ..., 3) the nearest point that each cell (M, ...) shows in some rows (M,) of a look: objects stand in front."""
    camera, grid = look.world.camera, GoalGrid(look.world.camera)
    inside = np.arange(camera.height // grid.cells)
    points = np.empty((*cells.shape, 3))
    for k in np.ndindex(cells.shape):
        row, column = divmod(int(cells[k]), grid.columns)
        pose, depth = look.poses[rows[k[0]]], look.depth[rows[k[0]]]
        seen = points_behind(camera, pose, depth, len(inside) * row + inside, len(inside) * column + inside)
        eye = np.array([pose[0], camera.eye, pose[1]])
        points[k] = seen[((seen - eye) ** 2).sum(1).argmin()] if len(seen) else eye + FAR_OFF
    return points


def points_of_cells(look: Look, row: int) -> Floats:
    """(32 * 192, 3) the points in the middles of the cells of one row of a look; not finite where there is only sky."""
    camera, depth = look.world.camera, look.depth[row]
    pixels = camera.height // GoalGrid(camera).cells
    rows, columns = (np.arange(pixels // 2, size, pixels) for size in depth.shape)
    return _points(camera, look.poses[row], depth, rows, columns)


def share_near(look: Look, rows: Sequence[int] | Ints, cells: Floats, points: Floats, near: float) -> Floats:
    """(M,) how much of maps over cells (M, 32 * 192) lies near points (M, 3), by what the cells of some rows (M,) show."""
    pairs = zip(rows, points, strict=True)
    close = np.array([((points_of_cells(look, int(row)) - point) ** 2).sum(1) <= near**2 for row, point in pairs])
    shares: Floats = (cells * close).sum(1)
    return shares


def points_behind(camera: Camera, pose: Floats, depth: Array, rows: Ints, columns: Ints) -> Floats:
    """(K, 3) the points x, y, z that some rows and columns of a panorama of depths (H, 6 W) show, where there are any."""
    points = _points(camera, pose, depth, rows, columns)
    return points[np.isfinite(points).all(1)]


def _points(camera: Camera, pose: Floats, depth: Array, rows: Ints, columns: Ints) -> Floats:
    """(R * C, 3) the same, not finite where there is nothing."""
    far = depth[np.ix_(rows, columns)]  # (R, C)
    turn = pose[2] + np.asarray(PANORAMA)[columns // camera.width]
    ahead = direction(turn)  # (C, 2)
    aside = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)
    sight = ahead + camera.u(columns % camera.width + 0.5)[:, None] * aside  # (C, 2) for each metre of depth
    ground = pose[:2] + far[..., None] * sight  # (R, C, 2)
    height = camera.eye + far * camera.v(rows + 0.5)[:, None]
    return np.stack([ground[..., 0], height, ground[..., 1]], axis=-1).reshape(-1, 3)
