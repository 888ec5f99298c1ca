"""Aims: what they are about, who named them, and what a seer hears of those that are over."""

import numpy as np

from sightline.agent.aim import ACTED, LOOK_AGAIN, REACHED, Aim, Ended, Event

MAP = np.ones(3)


def test_the_target_is_a_point_that_is_in_sight_or_a_place() -> None:
    place, thing = Aim((1.0, 2.0, 90.0)), Aim((1.0, 2.0), (3.0, 4.0, 5.0))
    guess = Aim((1.0, 2.0), (3.0, 4.0, 5.0), in_sight=False)
    assert place.target == guess.target == (1.0, 2.0) and thing.target == (3.0, 4.0, 5.0)
    assert Aim((1.0, 2.0, 90.0), in_sight=False).target == (1.0, 2.0)


def test_the_place_is_the_target_on_the_ground() -> None:
    assert Aim((1.0, 2.0, 90.0)).place.tolist() == [1.0, 2.0]
    assert Aim((1.0, 2.0), (3.0, 4.0, 5.0)).place.tolist() == [3.0, 5.0]


def test_an_aim_without_a_map_is_given_unless_it_is_remembered() -> None:
    assert Aim((1.0, 2.0)).given and Aim((1.0, 2.0), (3.0, 4.0, 5.0)).given
    assert not Aim((1.0, 2.0), map=MAP).given and not Aim((1.0, 2.0), remembered=True).given


def test_a_given_aim_is_right_in_sight_and_the_goal_itself() -> None:
    aim = Aim((1.0, 2.0))
    assert aim.confidence == 1.0 and aim.in_sight and not aim.waypoint and not aim.remembered and aim.alternatives == ()


def test_a_seer_hears_where_an_aim_was_done_and_whether_by_hand() -> None:
    ended = Ended(Aim((1.0, 2.0, 90.0), (3.0, 4.0, 5.0)), interaction=True)
    assert ended.done[:3] == (1.0, 2.0, True) and Ended(Aim((6.0, 7.0))).done == (6.0, 7.0, False, "")
    assert Ended(Aim((6.0, 7.0))).failed == "" and Ended(Aim((6.0, 7.0))).looks == 0


def test_events_of_legs() -> None:
    assert Event(over=True, interaction=False, failed="") == REACHED and Event(True, interaction=True) == ACTED
    assert Event(over=False) == LOOK_AGAIN and Event(True, failed="late").failed == "late"
