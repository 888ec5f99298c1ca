"""The cheapest ways over a lattice, worked out by hand."""

import numpy as np
import pytest

from sightline.agent.lattice import BLOCKED, DOUBTFUL, FLOOR, TURNING, UNSEEN, cheapest_ways, moves_back, step_costs


def test_floor_is_cheap_things_are_doubtful_and_bumps_are_walls() -> None:
    floor, things, bumps = (np.zeros((7, 7), bool) for _ in range(3))
    floor[0], things[3, 3], bumps[6, 6] = True, True, True
    costs = step_costs(floor, things, bumps, 2)
    assert (costs[0, :2] == FLOOR).all() and costs[5, 0] == UNSEEN and costs[6, 6] == BLOCKED
    assert costs[3, 3] == costs[2, 3] == costs[4, 4] == DOUBTFUL  # the body keeps away from what it may touch
    assert costs[1, 3] == UNSEEN  # two places off it does not


def test_a_way_turns_as_little_as_it_may() -> None:
    costs = np.full((9, 9), FLOOR)
    total, last = cheapest_ways(costs, 1, 1, 0)  # facing north, along the rows
    assert total[5, 1, 0] == 4 * FLOOR and total[1, 1, 2] == 2 * TURNING
    assert total[4, 3, 1] == 5 * FLOOR + TURNING
    assert moves_back(last, (4, 3, 1), (1, 1, 0)).tolist() == [0, 0, 0, 1, 0, 0]
    assert moves_back(last, (1, 1, 0), (1, 1, 0)).tolist() == []


def test_walls_are_gone_around_and_doubtful_places_avoided_while_that_is_cheaper() -> None:
    costs = np.full((7, 7), FLOOR)
    costs[3, :6] = BLOCKED
    total, last = cheapest_ways(costs, 1, 1, 0)
    moves = moves_back(last, (5, 1, 3), (1, 1, 0)).tolist()
    assert moves.count(0) == 4 + 2 * 5 and moves.count(1) == 1 and moves.count(2) == 2
    costs[3, 1] = DOUBTFUL  # through it costs 40 for one step, around it 10 steps and three turns
    total, _ = cheapest_ways(costs, 1, 1, 0)
    assert total[5, 1, 3] == 14 * FLOOR + 3 * TURNING
    costs[3, 6] = BLOCKED
    total, _ = cheapest_ways(costs, 1, 1, 0)
    assert total[5, 1, 0] == 3 * FLOOR + DOUBTFUL
    costs[3, 1] = BLOCKED
    assert cheapest_ways(costs, 1, 1, 0)[0][5, 1, 0] == -1


@pytest.mark.parametrize("start", [(-1, 2), (2, 9)])
def test_who_is_not_on_it_gets_nowhere(start: tuple[int, int]) -> None:
    assert (cheapest_ways(np.full((5, 5), FLOOR), *start, 0)[0] == -1).all()
