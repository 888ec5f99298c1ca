"""Relations: where things are that words place beside others that were seen."""

import numpy as np

from sightline.agent.memory import Sighted
from sightline.agent.relations import BESIDE, LEAST, LEFT, ON, RIGHT, Anchor, likely_places

POSE = np.array([0.0, 0.0, 0.0])  # it looks north
STOVE = Sighted("stove", (0.0, 0.5, 3.0), 0.9, (0.0, 0.0, 0.0), 1, (-0.3, 0.0, 2.7), (0.3, 1.0, 3.3), False)
WEST, EAST, FAR = (-0.6, 0.5, 3.0), (0.6, 0.5, 3.0), (6.0, 0.5, 3.0)


def likely(relation: str, *points: tuple[float, float, float], seen: tuple[Sighted, ...] = (STOVE,)) -> list[float]:
    anchors = [Anchor(relation, frozenset(["stove"]))]
    return list(likely_places(anchors, seen, np.array(points), POSE))


def test_places_beside_a_thing_count_more_than_those_far_away() -> None:
    west, east, far = likely(BESIDE, WEST, EAST, FAR)
    assert west == east > 5 * far and far == LEAST


def test_left_and_right_are_as_the_agent_sees_them() -> None:
    west, east = likely(LEFT, WEST, EAST)
    assert west > 2 * east
    assert likely(RIGHT, EAST, WEST) == [west, east]


def test_what_a_thing_stands_on_is_right_below_it() -> None:
    below, beside = likely(ON, (0.0, 0.3, 2.8), WEST)
    assert below == 1.0 and beside < 0.5


def test_what_was_not_seen_for_sure_says_nothing() -> None:
    assert likely(LEFT, WEST, EAST, seen=()) == [1.0, 1.0]
    assert likely(LEFT, WEST, EAST, seen=(STOVE._replace(confidence=0.1),)) == [1.0, 1.0]


def test_cells_that_show_nothing_are_unlikely() -> None:
    assert likely(BESIDE, (np.nan, np.nan, np.nan)) == [LEAST]


def test_all_things_that_are_named_count() -> None:
    fridge = STOVE._replace(name="fridge", low=(1.0, 0.0, 2.7), high=(1.6, 1.8, 3.3), point=(1.3, 0.9, 3.0))
    anchors = [Anchor(BESIDE, frozenset(["stove"])), Anchor(BESIDE, frozenset(["fridge"]))]
    between, outside = likely_places(anchors, [STOVE, fridge], np.array([(0.65, 0.5, 3.0), WEST]), POSE)
    assert between > 2 * outside
