"""Which goal comes next, as our model sees it: told which ones are done, it looks around and says where the next one is."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch

from sightline.agent.agent import BATCH, Agent, as_probabilities
from sightline.agent.choice import calibrated, choose, sureness
from sightline.agent.errands import Aim, Done, Errands, Eyes
from sightline.agent.in_turn import share_near
from sightline.agent.looking import as_input, look_around
from sightline.agent.wayfinding import nearest_behind
from sightline.geometry import CELLS, PANORAMA, distance, origin_of
from sightline.geometry.types import Array, Floats, Ints
from sightline.language import tokenize
from sightline.models.done import done_of
from sightline.models.goal_types import END, TYPES
from sightline.models.precision import autocast
from sightline.models.pretrained import reader
from sightline.models.text import padded
from sightline.world import World

CANDIDATES = 3  # cells that may show what to reach for
SAME = 0.2  # metres: what is farther from the likeliest is another thing, and nobody was told that it would be tried
HARDLY = 1e-3  # share of a map that counts for nothing
APART = 2  # cells between them, at least: next to the likeliest cell is mostly more of the same thing


def errands_of(agent: Agent, world: World) -> Errands:
    """An agent that follows the instructions of N worlds, goal after goal."""
    return Errands(agent.kind, world, eyes_of(agent, world))


def eyes_of(agent: Agent, world: World, said_at: Floats | None = None) -> Eyes:
    """The eyes of an agent that follows instructions which are said here and now, or were at poses (N, 3)."""
    said_at = world.pose.copy() if said_at is None else said_at

    @torch.no_grad()
    def look(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        poses = world.pose[list(which)]
        read = reader(agent.goal_model, agent.vocabulary)
        words = padded([read(tokenize(world.episodes[n].instruction)) for n in which], agent.device)
        told = {"origins": origin_of(said_at[list(which)], poses), "done": done_of(poses, done)}
        seen = as_input(look_around(world, agent.device, which))
        with autocast(agent.device, agent.goal_model.in_half):
            outputs = agent.goal_model(
                seen, *words, **{name: torch.from_numpy(v).to(agent.device, torch.float32) for name, v in told.items()}
            )
        ground, points, next_ = (as_probabilities(outputs[name]) for name in ("goal", "point", "next"))
        cells, unseen = points[:, :-1], points[:, -1] > 0.5
        places = [(x, z) for x, z in choose(agent.kind, agent.goal_model, poses, ground)[1].tolist()]
        types, likely = next_.argmax(1), next_.max(1).tolist()
        aims: list[Aim | None] = [
            None if types[k] == END else Aim(place, likely=likely[k], map=ground[k]) for k, place in enumerate(places)
        ]
        reaching = np.flatnonzero(types == TYPES.index("interaction"))
        if len(reaching):
            behind = nearest_behind(world, likeliest_cells(cells[reaching]), np.asarray(which)[reaching])  # (N, 3, 3)
            stands = stands_for(agent, poses[reaching], ground[reaching], behind[:, 0]).tolist()
            for k, candidates, (x, z) in zip(reaching, behind.tolist(), stands, strict=True):
                first, *others = ((a, b, c) for a, b, c in candidates)
                same = tuple(other for other in others if math.dist(first, other) < SAME)
                if unseen[k]:
                    aims[k] = Aim(places[k], first, same, likely[k], ground[k], unseen=True)
                else:
                    aims[k] = Aim((x, z), first, same, likely[k], cells[k])
        return aims

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        few = [slice(first, first + BATCH) for first in range(0, len(which), BATCH)]
        return [aim for some in few for aim in look(world, which[some], done[some])]

    return eyes


def sureness_of(agent: Agent, world: World, n: int, aim: Aim) -> float:
    """How likely a goal that was just seen in world n is right, as far as the agent can tell; 1 where somebody has told it.

    That is decided by how likely such a goal comes next, and by the share of its map that lies near it.
    """
    if aim.map is None:
        return 1.0
    maps, target, model = aim.map[None], np.array([aim.target]), agent.goal_model
    if len(aim.target) == 3:
        share = share_near(world, np.array([n]), maps, target, agent.kind.near)
    else:
        share = sureness(agent.kind, model, world.pose[[n]], maps, target)
    words = np.array([len(tokenize(world.episodes[n].instruction))])
    return float(calibrated(model, aim.likely * share, words)[0])


def stands_for(agent: Agent, poses: Floats, ground: Floats, points: Floats) -> Floats:
    """(N, 2) where to stand to reach for points (N, 3), by maps (N, 28 * 192) of where to stand as seen from poses (N, 3).

    A map may know several places, of which the likeliest belongs to another thing that may be meant: so those count from
    which the point is in reach, unless there are hardly any.
    """
    kind, model = agent.kind, agent.goal_model
    assert kind.gait is not None
    places = kind.view.rings.points(poses, kind.view.bounds)[:, :, 0]  # (N, 28 * 192, 2)
    maps = ground * (distance(places, points[:, None, ::2]) <= kind.gait.reach)
    shares = maps.sum(1, keepdims=True)
    return choose(kind, model, poses, np.where(shares > HARDLY, maps / np.maximum(shares, HARDLY), ground))[1]


def likeliest_cells(maps: Array) -> Ints:
    """(N, CANDIDATES) cells of maps (N, 32 * 192), the likeliest first, that are at least APART from each other."""
    columns = CELLS * len(PANORAMA)
    left = maps.reshape(len(maps), CELLS, columns).astype(np.float64)
    cells = np.empty((len(maps), CANDIDATES), np.int64)
    rows, across = np.arange(CELLS)[:, None], np.arange(columns)
    for k in range(CANDIDATES):
        cells[:, k] = left.reshape(maps.shape).argmax(1)
        for one, cell in zip(left, cells[:, k], strict=True):
            row, column = divmod(int(cell), columns)
            around = np.abs(across - column)
            one[np.maximum(np.abs(rows - row), np.minimum(around, columns - around)) < APART] = -np.inf
    return cells
