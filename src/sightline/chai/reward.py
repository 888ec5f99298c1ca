"""The shaped reward of the paper's appendix for houses: towards the next goal on the way.

    R(s, a, s') = R_p + phi(s) - phi(s')          s before, s' after the action, the goal that was next before it
    phi = scale * (TurnDist + MoveDist + IntDist)
    MoveDist = straight distance to where the agent should stand / 0.1
    TurnDist = |angle to where it should stand| / 90, and 2 more for the turn that a manipulation may need there;
               at that place |angle to what is manipulated| / 90, or 0 where nothing is
    IntDist  = 5 while a goal that is a manipulation has not been done, else 0

Goals on the way are doors to pass (done when the agent is in the room beyond), manipulations (done when exactly that one is
done) and, last, where to end. When a goal is done the next one takes its place; that change itself pays nothing.
The paper writes phi(target) - phi(origin), which would punish coming closer; we take origin minus target. `scale` is 2
rather than the literal 1 for the same reason as on the field: within reach of the end, stopping pays 1 at once, and a step
that comes closer must pay more to a learner that sees immediate rewards only. The paper does not say what IntDist counts.
It is 5, so that doing it pays more than coming closer to where somebody else stood when doing it; and one who stands too
close to see what is below the picture is paid for turning away from it and stepping back.

    R_p = -0.002 for every action, -1 for a step that something takes away,
          +1 for Stop within 1 m of the end (through the house) with every goal before it done, -1 for any other Stop
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

ENTER, MANIPULATE, FINISH = 1, 2, 3  # what a goal on the way is: a room to get to, something to do, where to end
NEAR = 1.0  # metres: as close as this, a task is completed; a predicted goal that is not farther counts as right


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
    goals += 2  # where to end, and none after it
    return Pursuit(
        np.zeros((count, goals), np.int64), np.zeros((count, goals, 2)), np.zeros((count, goals, 2)),
        np.full((count, goals), -1, np.int64), np.zeros((count, goals, 3), np.int64), np.zeros(count, np.int64),
    )  # fmt: skip


def set_goals(pursuit: Pursuit, n: int, episode: Episode) -> None:
    """Begin world n's goals anew."""
    pursuit.kind[n], pursuit.next[n] = 0, 0
    pursuit.deed[n], pursuit.room[n] = 0, -1
    on_the_way = episode.goals
    if on_the_way and on_the_way[-1].kind == NAVIGATION:
        on_the_way = on_the_way[:-1]  # it is where to end
    for k, goal in enumerate(on_the_way):
        pursuit.at[n, k] = pursuit.look[n, k] = goal.stand[:2]
        if goal.point is not None:
            pursuit.kind[n, k], pursuit.look[n, k], pursuit.deed[n, k] = MANIPULATE, goal.point[::2], deed_of(goal)
        else:
            pursuit.kind[n, k], pursuit.room[n, k] = ENTER, episode.house.plan.room_of(*goal.stand)
    if not episode.goals and episode.end is None:
        return  # nothing to do, nowhere to go
    last = len(on_the_way)
    pursuit.kind[n, last], pursuit.at[n, last], pursuit.look[n, last] = FINISH, episode.goal, episode.goal


@dataclass(frozen=True)
class Reward:
    scale: float = 2.0  # of the potential; 1 is the literal paper
    deed: float = 5.0  # IntDist of a manipulation that has not been done
    step: float = -0.002  # every action
    stop: float = 1.0  # a successful stop, and minus this for an unsuccessful one
    collision: float = 1.0  # what a step that something takes away costs
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
        """(N, C) rewards of manipulations (N, C, 3): of Interact with each cell. Zero as verb is a refusal."""
        here = np.arange(len(deeds))
        wanted = pursuit.deed[here, pursuit.next][:, None]
        right = (deeds == wanted).all(axis=-1) & (pursuit.kind[here, pursuit.next] == MANIPULATE)[:, None]
        return self.step + self.scale * self.deed * right


@njit(**OPTIONS)
def _potential(x, z, heading, at, look):
    move = math.hypot(at[0] - x, at[1] - z)
    dx, dz = look[0] - x, look[1] - z
    last = 0.0  # turn, which remains to be made at the place: at most half a round
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
    """After a step: count off the goals that are done now. deeds (N, 3) is what each world has just manipulated."""
    for n in range(len(poses)):
        g = pursuit.next[n]
        if not (0 <= g < pursuit.kind.shape[1] and 0 <= house[n] < len(rooms)):
            continue  # whoever asks for rewards is told
        wanted = pursuit.deed[n, g]
        same = deeds[n, 0] == wanted[0] and deeds[n, 1] == wanted[1] and deeds[n, 2] == wanted[2]
        if pursuit.kind[n, g] == MANIPULATE and same:
            g += 1
        while g < pursuit.kind.shape[1] and pursuit.kind[n, g] == ENTER:
            if pursuit.room[n, g] != room_at(rooms[house[n]], poses[n, 0], poses[n, 1]):
                break
            g += 1
        pursuit.next[n] = g
