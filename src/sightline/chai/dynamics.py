"""How the agent walks: forward 0.1, turns of 90 degrees, stopped by walls and furniture.

Headings are multiples of 90 degrees and all furniture is axis-aligned, so the agent always stands on a lattice of 0.1 m.
`Ground` computes once per house where the agent's body (a disc of 0.25 m) fits; a step forward looks its target up in that
table. The agent does not slide along obstacles: a blocked step does not move it, and the collision's magnitude is the
whole step. Open doors, open drawers and items on the floor do not block the agent.
"""

from __future__ import annotations

from numba import njit

from sightline.chai.house.ground import STEP
from sightline.chai.house.routes import OPTIONS
from sightline.geometry import CELLS
from sightline.geometry.pose import MAX_HEADING

FORWARD, TURN_RIGHT, TURN_LEFT, STOP, INTERACT = 0, 1, 2, 3, 4
ACTION_COUNT = INTERACT + CELLS * CELLS
OVER = 1  # refused: the episode is over
STRIDE, TURN = float(STEP), 90.0


@njit(cache=True, **OPTIONS)
def spot(x, z):
    """Row and column of a place on the lattice."""
    return int(z / STRIDE + 0.5), int(x / STRIDE + 0.5)


@njit(**OPTIONS)
def stands(floor, house, pose):
    """Whether the house exists and the pose lies on its lattice (H, Z, X); False for NaN and infinity."""
    if not 0 <= house < floor.shape[0] or not abs(pose[2]) <= MAX_HEADING:
        return False
    most_x, most_z = (floor.shape[2] - 0.51) * STRIDE, (floor.shape[1] - 0.51) * STRIDE
    return 0.0 <= pose[0] <= most_x and 0.0 <= pose[1] <= most_z


@njit(**OPTIONS)
def ahead(row, column, heading):
    """The row and column one step forward."""
    quarter = int(heading / TURN + 0.5) % 4
    if quarter == 0:
        return row + 1, column
    if quarter == 1:
        return row, column + 1
    if quarter == 2:
        return row - 1, column
    return row, column - 1


@njit(cache=True, **OPTIONS)
def is_free(free, row, column):
    """Whether the agent can stand there."""
    return 0 <= row < free.shape[0] and 0 <= column < free.shape[1] and free[row, column]


@njit(cache=True, **OPTIONS)
def advance(poses, actions, taken, over, horizon, house, free, moved, lost, stopped, refused):
    """Move every world once, in place, and fill the last four arrays (N,). Finished worlds refuse; Interact only counts.

    If an action or a pose is invalid, nothing moves and the index of the first such world is returned; otherwise -1.
    """
    for n in range(len(actions)):
        if actions[n] < 0 or actions[n] >= ACTION_COUNT or not stands(free, house[n], poses[n]):
            return n
    for n in range(len(poses)):
        moved[n] = lost[n] = 0.0
        stopped[n], refused[n] = False, OVER if over[n] else 0
        if over[n]:
            continue
        if actions[n] == FORWARD:
            row, column = spot(poses[n, 0], poses[n, 1])
            row, column = ahead(row, column, poses[n, 2])
            if is_free(free[house[n]], row, column):
                poses[n, 0], poses[n, 1], moved[n] = column / (1 / STRIDE), row / (1 / STRIDE), STRIDE
            else:
                lost[n] = STRIDE
        elif actions[n] == TURN_RIGHT:
            poses[n, 2] = (poses[n, 2] + TURN) % 360.0
        elif actions[n] == TURN_LEFT:
            poses[n, 2] = (poses[n, 2] - TURN) % 360.0
        elif actions[n] == STOP:
            stopped[n] = True
        taken[n] += not stopped[n]
        over[n] = stopped[n] or taken[n] >= horizon[n]
    return -1


@njit(cache=True, **OPTIONS)
def walk(free, moves, trace):
    """Fill trace (K + 1, 3), whose first row is the start pose, with the poses after each of K steps and turns."""
    x, z, heading = trace[0]
    for k in range(len(moves)):
        if moves[k] == FORWARD:
            row, column = spot(x, z)
            row, column = ahead(row, column, heading)
            if is_free(free, row, column):
                x, z = column / (1 / STRIDE), row / (1 / STRIDE)
        elif moves[k] == TURN_RIGHT:
            heading = (heading + TURN) % 360.0
        else:
            heading = (heading - TURN) % 360.0
        trace[k + 1, 0], trace[k + 1, 1], trace[k + 1, 2] = x, z, heading
