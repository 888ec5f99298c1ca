"""The paper's agent where instructions have several goals in turn (paper, "Method Adaptations for CHAI").

The words alone say which types of goals there are, one after the other. For each the agent looks around anew, reads the same
instruction, and says where the goal is: on the ground by projection, what to reach for by casting a ray into what is seen.
Walking to a place ends with Stop; reaching for a thing ends with an Interact that is not refused. After 40 actions a goal is
given up, and the next one comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from sightline.agent.agent import BATCH, Agent, Walker
from sightline.agent.choice import calibrated, choose, sureness
from sightline.agent.goal_typing import REACH_FOR
from sightline.agent.looking import look_around
from sightline.agent.rollout import until_over
from sightline.agent.wayfinding import points_of_cells
from sightline.geometry import CELLS
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.language import tokenize
from sightline.models.action_generator import ActionGenerator
from sightline.models.goal_types import MOST
from sightline.world import Kind, World


class Found(NamedTuple):
    """Goals of M agents, as they were seen."""

    points: Floats  # (M, 3); on the ground where nothing is reached for, and at the agent's own place where none was seen
    seen: Bools  # (M,) whether there was one to be seen
    sure: Floats | None = None  # (M,) the share of the goal map that lies near, if that was asked for


class Find(Protocol):
    """Sees, or knows, one goal after the other."""

    def __call__(self, world: World, which: Ints, turn: Ints, reaching: Bools) -> Found:
        """The goals of worlds `which` (M,), of which so many (M,) came before; `reaching` (M,) where it is a thing."""


def eyes_of(agent: Agent) -> Find:
    """A goal predictor that looks around anew for each goal."""

    def find(world: World, which: Ints, turn: Ints, reaching: Bools) -> Found:
        chunks = [slice(first, first + BATCH) for first in range(0, len(which), BATCH)]
        parts = [see(agent, world, which[few], reaching[few]) for few in chunks]
        return Found(np.concatenate([part.points for part in parts]), np.concatenate([part.seen for part in parts]))

    return find


def see(agent: Agent, world: World, which: Ints, reaching: Bools, how_sure: bool = False) -> Found:
    """Look around in some worlds (M,), read the instruction, and say where the goal is; if asked, also how sure that is."""
    words = [world.episodes[n].instruction for n in which]
    maps, _ = agent.goal_map(look_around(world, agent.device, which), words, anywhere=reaching)
    classes, places = choose(agent.kind, agent.goal_model, world.pose[which], maps)
    points, seen = points_of(agent.kind, world, which, classes, reaching)
    if not how_sure:
        return Found(points, seen)
    words_read = np.array([len(tokenize(text)) for text in words])
    sure = sureness(agent.kind, agent.goal_model, world.pose[which], maps, places)
    if reaching.any():
        sure[reaching] = share_near(world, which[reaching], maps[reaching, :-1], points[reaching], agent.kind.near)
    return Found(points, seen, calibrated(agent.goal_model, sure, words_read))


def points_of(kind: Kind, world: World, which: Ints, classes: Ints, reaching: Bools) -> tuple[Floats, Bools]:
    """What goal classes (M,) stand for in some worlds (M,): points (M, 3), and whether there is one to be seen."""
    poses = world.pose[which]
    ground = kind.view.goal_places(poses, classes)
    points = np.stack([ground[:, 0], np.zeros(len(which)), ground[:, 1]], axis=1)
    seen = classes != kind.view.grid.out_of_sight
    cast = np.flatnonzero(reaching & seen)
    if len(cast):
        row, column = kind.view.cells(classes[cast])
        cells = np.zeros((3, len(world)), np.int64)  # view, row, column; the world is asked about all of its worlds
        cells[:, which[cast]] = column // CELLS, row, column % CELLS
        points[cast] = world.locate(*cells).point[which[cast]]
    seen &= np.isfinite(points).all(1)
    return np.where(seen[:, None], points, np.stack([poses[:, 0], np.zeros(len(which)), poses[:, 1]], axis=1)), seen


def share_near(world: World, which: Ints, cells: Floats, points: Floats, near: float) -> Floats:
    """(M,) how much of maps over cells (M, 32 * 192) lies near points (M, 3), by what the cells show."""
    pairs = zip(which.tolist(), points, strict=True)
    close = np.array([((points_of_cells(world, n) - point) ** 2).sum(1) <= near**2 for n, point in pairs])
    shares: Floats = (cells * close).sum(1)
    return shares


def told(points: Sequence[Sequence[Sequence[float]]], seen: Bools | None = None) -> Find:
    """Somebody who knows the points (x, y, z) of all goals of every world, or of those (N,) where they were seen."""

    def find(world: World, which: Ints, turn: Ints, reaching: Bools) -> Found:
        known = np.array([points[n][k] for n, k in zip(which.tolist(), turn.tolist(), strict=True)])
        return Found(known, np.ones(len(which), bool) if seen is None else seen[which])

    return find


def run_in_turn(kind: Kind, world: World, model: ActionGenerator, types: Sequence[Sequence[int]], find: Find) -> Floats:
    """Go from goal to goal in every world until all are done; the poses (T + 1, N, 3), before the first step and after each.

    `types` are those of each world's goals, in order; whoever has none stops at once.
    """
    model.eval()
    world.horizon = np.full(len(world), kind.trial * MOST)  # each goal has its own
    course = _Course(kind, world, Walker(kind, model, len(world)), types, find)
    path = [world.pose.copy()]
    for _ in until_over(world):
        course.note(world.step(course.actions()).refused)
        path.append(world.pose.copy())
    return np.stack(path)


class _Course:
    """Which goal each of N agents is about, and how far it has come with it."""

    def __init__(self, kind: Kind, world: World, walker: Walker, types: Sequence[Sequence[int]], find: Find):
        count = len(world)
        self.kind, self.world, self.walker, self.types, self.find = kind, world, walker, types, find
        self.turn = np.full(count, -1)  # goals that came before the present one
        self.done = np.ones(count, bool)  # with the present one
        self.spent = np.zeros(count, np.int64)  # actions for it
        self.points, self.seen = np.zeros((count, 3)), np.zeros(count, bool)
        self.reaching = np.zeros(count, bool)
        self.chosen: Array = np.zeros(count, np.int64)

    def actions(self) -> Array:
        """(N,) what everybody does next; Stop is for those who have no goal left."""
        stop = self.world.actions.index("stop")
        self._move_on()
        self.chosen = self.walker.act(self.world, self.points, self.seen, self.reaching)
        while (ended := (self.chosen == stop) & ~self.done).any():  # that is the end of this goal, not of all
            self.done |= ended
            self._move_on()
            going_on = ended & ~self.done
            anew = self.walker.act_anew(going_on, self.world, self.points, self.seen, self.reaching)
            self.chosen = np.where(going_on, anew, self.chosen)
        self.chosen = np.where(self.done, stop, self.chosen)
        return self.chosen

    def _move_on(self) -> None:
        """Whoever is done with a goal looks around for the next one, if there is one."""
        which = np.array(
            [n for n in np.flatnonzero(self.done).tolist() if self.turn[n] + 1 < len(self.types[n])], dtype=np.int64
        )
        if not len(which):
            return
        self.turn[which] += 1
        self.done[which], self.spent[which] = False, 0
        self.reaching[which] = [self.types[n][self.turn[n]] == REACH_FOR for n in which.tolist()]
        found = self.find(self.world, which, self.turn[which], self.reaching[which])
        self.points[which], self.seen[which] = found.points, found.seen
        self.walker.begin_anew(np.isin(np.arange(len(self.world)), which))

    def note(self, refused: Array) -> None:
        """What has become of the last actions."""
        self.spent += 1
        self.done |= (self.chosen >= self.world.actions.index("interact")) & (refused == 0)
        self.done |= self.spent >= self.kind.trial
