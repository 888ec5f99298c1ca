"""The scripted walker: turns until the goal is within half a turn of straight ahead, and stops within a stride."""

import numpy as np
import pytest

from sightline.geometry import direction
from sightline.lani import head_to_goal
from sightline.lani.dynamics import FORWARD, STOP, TURN_LEFT, TURN_RIGHT


@pytest.mark.parametrize(
    ("bearing", "away", "action"),
    [
        (0, 10, FORWARD), (7.4, 10, FORWARD), (7.6, 10, TURN_RIGHT), (-7.4, 10, FORWARD), (-7.6, 10, TURN_LEFT),
        (179, 10, TURN_RIGHT), (-179, 10, TURN_LEFT), (0, 1.51, FORWARD), (90, 1.49, STOP), (90, 1.51, TURN_RIGHT),
    ],
)  # fmt: skip
def test_the_next_action(bearing: float, away: float, action: int) -> None:
    pose = np.array([[20.0, 30.0, 40.0]])
    goal = pose[:, :2] + away * direction(40 + bearing)
    assert head_to_goal(pose, goal).tolist() == [action]


def test_how_close_is_close_may_be_said() -> None:
    pose, goal = np.array([[0.0, 0.0, 0.0]] * 2), np.array([[0.0, 2.9], [0.0, 3.0]])
    assert head_to_goal(pose, goal, close=3.0).tolist() == [STOP, FORWARD]
