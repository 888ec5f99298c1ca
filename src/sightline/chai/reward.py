"""The shaped reward of the paper's appendix for houses: progress towards the next goal.

    R(s, a, s') = R_p + phi(s) - phi(s')          s before, s' after the action; phi of the goal that was next in s
    phi = scale * (TurnDist + MoveDist + IntDist)
    MoveDist = straight distance to the stand / 0.1
    TurnDist = |angle to the stand| / 90, plus 2 for the turn that a deed may need there;
               at the stand |angle to the deed's object| / 90, or 0 without a deed
    IntDist  = 5 while the goal's deed has not been done, else 0

The goals are rooms to enter (reached when the agent is inside), deeds (reached when exactly that deed is done) and, last,
the end place. When a goal is reached the next one takes its place; that change itself pays nothing.
The paper writes phi(target) - phi(origin), which would punish coming closer; we take origin minus target. `scale` is 2
rather than the literal 1 for the same reason as in LANI: near the end Stop pays 1 at once, and a step that comes closer
must pay more to a learner that sees only immediate rewards. The paper does not define IntDist. It is 5, so that doing the
deed pays more than approaching the stand of the demonstration. An agent too close to see an object below its view is
rewarded for turning away and stepping back.

    R_p = -0.002 for every action, -1 for a blocked step,
          +1 for Stop within 1 m of the end (path length) with every earlier goal reached, -1 for any other Stop
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from sightline.chai.dynamics import STRIDE, TURN, ahead, is_free, spot, stands
from sightline.chai.episode import Episode, deed_of
from sightline.chai.house.arrays import Estate
from sightline.chai.house.routes import OPTIONS, room_at, route
from sightline.checks import checked_number, shown
from sightline.errors import InputError
from sightline.geometry.types import Array, Floats
from sightline.world import NAVIGATION

ENTER, MANIPULATE, FINISH = 1, 2, 3  # goal codes: enter a room, do a deed, reach the end place
NEAR = 1.0  # metres: within this distance a task is completed, and a predicted goal counts as right


class Pursuit(NamedTuple):
    """The goals of N worlds, and which of them is next."""

    kind: Array  # (N, G), 0 for none
    at: Floats  # (N, G, 2)
    look: Floats  # (N, G, 2)
    room: Array  # (N, G)
    deed: Array  # (N, G, 3)
    next: Array  # (N,)


def empty_pursuit(count: int, goals: int) -> Pursuit:
    """N worlds without goals."""
    goals += 2  # the end place, and an empty goal after it
    return Pursuit(
        np.zeros((count, goals), np.int64), np.zeros((count, goals, 2)), np.zeros((count, goals, 2)),
        np.full((count, goals), -1, np.int64), np.zeros((count, goals, 3), np.int64), np.zeros(count, np.int64),
    )  # fmt: skip


def set_goals(pursuit: Pursuit, n: int, episode: Episode) -> None:
    """Reset the goals of world n."""
    pursuit.kind[n], pursuit.next[n] = 0, 0
    pursuit.deed[n], pursuit.room[n] = 0, -1
    on_the_way = episode.goals
    if on_the_way and on_the_way[-1].kind == NAVIGATION:
        on_the_way = on_the_way[:-1]  # it is the end place
    for k, goal in enumerate(on_the_way):
        pursuit.at[n, k] = pursuit.look[n, k] = goal.stand[:2]
        if goal.point is not None:
            pursuit.kind[n, k], pursuit.look[n, k], pursuit.deed[n, k] = MANIPULATE, goal.point[::2], deed_of(goal)
        else:
            pursuit.kind[n, k], pursuit.room[n, k] = ENTER, episode.house.plan.room_of(*goal.stand)
    if not episode.goals and episode.end is None:
        return  # no goals
    last = len(on_the_way)
    pursuit.kind[n, last], pursuit.at[n, last], pursuit.look[n, last] = FINISH, episode.goal, episode.goal


@dataclass(frozen=True)
class Reward:
    scale: float = 2.0  # of the potential; 1 is the literal paper
    deed: float = 5.0  # IntDist of a deed that has not been done
    step: float = -0.002  # every action
    stop: float = 1.0  # a successful stop, and minus this for an unsuccessful one
    collision: float = 1.0  # cost of a blocked step
    near: float = NEAR

    def __post_init__(self) -> None:
        for name in ("scale", "deed", "step", "stop", "collision", "near"):
            object.__setattr__(
                self, name, checked_number(getattr(self, name), f"{name} of a reward", 0.0 if name == "near" else -1e6, 1e6)
            )

    def of_actions(self, estate: Estate, house: Array, poses: Floats, pursuit: Pursuit) -> Floats:
        """(N, 4) rewards of forward, turn right, turn left and stop."""
        rewards = np.empty((len(poses), 4))
        bad = _rewards(estate, house, poses, pursuit, self.scale, self.step, self.stop, self.collision, self.near, rewards)
        if bad >= 0:
            raise InputError(f"World {bad}: its pose {shown(poses[bad].tolist())} or its goals are not in its house.")
        return rewards

    def of_deeds(self, pursuit: Pursuit, deeds: Array) -> Floats:
        """(N, C) rewards of deeds (N, C, 3), one per cell of Interact. Verb 0 is a refusal."""
        here = np.arange(len(deeds))
        wanted = pursuit.deed[here, pursuit.next][:, None]
        right = (deeds == wanted).all(axis=-1) & (pursuit.kind[here, pursuit.next] == MANIPULATE)[:, None]
        return self.step + self.scale * self.deed * right


@njit(**OPTIONS)
def _potential(x, z, heading, at, look):
    move = math.hypot(at[0] - x, at[1] - z)
    dx, dz = look[0] - x, look[1] - z
    last = 0.0  # turn at the stand, at most 180 degrees
    if move > 0.5 * STRIDE and (at[0] != look[0] or at[1] != look[1]):
        dx, dz, last = at[0] - x, at[1] - z, 180.0
    turn = 0.0
    if math.hypot(dx, dz) > 0.5 * STRIDE:
        turn = abs((math.degrees(math.atan2(dx, dz)) - heading + 180.0) % 360.0 - 180.0)
    return (turn + last) / TURN + move / STRIDE


@njit(cache=True, **OPTIONS)
def _rewards(estate, house, poses, pursuit, scale, step, stop, collision, near, rewards):
    for n in range(len(poses)):
        x, z, heading, g = poses[n, 0], poses[n, 1], poses[n, 2], pursuit.next[n]
        if not (0 <= g < pursuit.kind.shape[1] and stands(estate.free, house[n], poses[n])):
            return n
        for a in range(4):
            rewards[n, a] = step
        row, column = spot(x, z)
        row, column = ahead(row, column, heading)
        free = is_free(estate.free[house[n]], row, column)
        if not free:
            rewards[n, 0] -= collision
        kind, at, look = pursuit.kind[n, g], pursuit.at[n, g], pursuit.look[n, g]
        if kind != 0:
            before = _potential(x, z, heading, at, look)
            if free:
                rewards[n, 0] += scale * (before - _potential(column * STRIDE, row * STRIDE, heading, at, look))
            rewards[n, 1] += scale * (before - _potential(x, z, heading + TURN, at, look))
            rewards[n, 2] += scale * (before - _potential(x, z, heading - TURN, at, look))
        close = kind == FINISH and route(estate, house[n], x, z, at[0], at[1]) <= near
        rewards[n, 3] += stop if close else -stop
    return -1


@njit(cache=True, **OPTIONS)
def pursue(rooms, house, poses, pursuit, deeds):
    """After a step: advance past the goals reached now. deeds (N, 3) are those of this step."""
    for n in range(len(poses)):
        g = pursuit.next[n]
        if not (0 <= g < pursuit.kind.shape[1] and 0 <= house[n] < len(rooms)):
            continue  # `rewards` reports it
        wanted = pursuit.deed[n, g]
        same = deeds[n, 0] == wanted[0] and deeds[n, 1] == wanted[1] and deeds[n, 2] == wanted[2]
        if pursuit.kind[n, g] == MANIPULATE and same:
            g += 1
        while g < pursuit.kind.shape[1] and pursuit.kind[n, g] == ENTER:
            if pursuit.room[n, g] != room_at(rooms[house[n]], poses[n, 0], poses[n, 1]):
                break
            g += 1
        pursuit.next[n] = g
