"""Words about goals: directions, distances and confidence are those worked out by hand; how a run went."""

from dataclasses import replace

import numpy as np
import pytest
from show_scenes import CHAI, EMPTY, EPISODE, LANI, OUTSIDE, START

from sightline.agent import Aim, Outcome
from sightline.agent.journey import LOST_BELOW
from sightline.show.naming import list_words
from sightline.show.words import (
    GUESS,
    changed_words,
    confidence_words,
    direction_words,
    goal_words,
    length_words,
    outcome_words,
    way_words,
)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((20, 27), "about 12 units straight ahead"),
        ((11.5, 23.5), "about 12 units ahead to the left"),  # 45 degrees
        ((28.5, 23.5), "about 12 units ahead to the right"),
        ((10, 15), "about 10 units to the left"),
        ((30, 15), "about 10 units to the right"),
        ((13, 8), "about 10 units behind to the left"),  # 135 degrees
        ((27, 8), "about 10 units behind to the right"),
        ((20, 5), "about 10 units straight behind"),
        ((20, 16), "about 1 unit straight ahead"),
    ],
)
def test_directions_in_words(place: tuple[float, float], words: str) -> None:
    assert goal_words(LANI, EPISODE, START, place).startswith(f"{words}, ")
    assert goal_words(LANI, EMPTY, START, place) == goal_words(OUTSIDE, EPISODE, START, place) == words


def test_directions_turn_with_the_agent() -> None:
    assert goal_words(LANI, EMPTY, (20.0, 15.0, 90.0), (20, 25)) == "about 10 units to the left"
    assert direction_words(-179.0) == direction_words(179.0) == "straight behind"
    assert goal_words(LANI, EPISODE, START, START[:2], in_sight=False).startswith("right here, ")
    assert goal_words(LANI, EMPTY, START, (20.0, 15.4)) == "right here"


def test_lengths_have_the_unit_of_the_world() -> None:
    assert length_words(LANI, 1.2) == "1 unit" and length_words(LANI, 5.0) == "5 units"
    assert length_words(CHAI, 1.0) == "1 metre" and length_words(CHAI, 1.0, 1) == "1.0 metres"


def test_confidence_in_words() -> None:
    assert confidence_words(LANI, 0.83) == "quite sure: 83% likely within 5 units"
    assert confidence_words(CHAI, 0.5) == "fairly sure: 50% likely within 1 metre"
    assert confidence_words(CHAI, 0.49).startswith("not sure: 49%")
    assert confidence_words(CHAI, 0.29).startswith("a guess: 29%") and GUESS == LOST_BELOW
    assert confidence_words(LANI, 0.999).startswith("quite sure: 99%") and "100%" in confidence_words(LANI, 1.0)
    assert confidence_words(CHAI, 0.87, "a guess") == "a guess; the agent itself gives it 87%"  # and not "likely"


def test_the_way_in_words() -> None:
    assert way_words(LANI, EPISODE, START, np.zeros((0, 2))) == ""
    places = np.array([(20.0, 27.0), (30.0, 15.0)])
    assert way_words(LANI, EPISODE, START, places[:1]) == (
        "It will go by way of a place about 12 units straight ahead, at the well (1)."
    )
    assert way_words(LANI, EMPTY, START, places) == (
        "It will go by way of 2 places, as seen from where it stands now: "
        "first about 12 units straight ahead (1); then about 10 units to the right (2)."
    )


def test_a_goal_seen_elsewhere_in_words() -> None:
    assert changed_words(LANI, EPISODE, (20.0, 15.0), (20.0, 27.0)) == (
        "Looked again on the way and saw the goal elsewhere: at the well, 12 units from the first prediction."
    )
    assert changed_words(LANI, EMPTY, (20.0, 15.0), (20.0, 27.0)).endswith("elsewhere: 12 units from the first prediction.")


MAP = np.ones(1)  # a model drew it


def test_how_it_went_in_words() -> None:
    measured, place = {"stop_distance": 3.04, "completed": 1.0}, (20.0, 16.26)
    went = Outcome(17, True, np.array(START), Aim(place, map=MAP), measured)
    assert outcome_words(LANI, went, False) == "Took 17 steps and stopped 1.3 units from the goal it saw"
    assert outcome_words(LANI, went, True) == (
        "Took 17 steps and stopped 1.3 units from the goal it saw, 3.0 units from the true one (success)"
    )
    lost = Outcome(
        1, False, np.array(START), Aim(START[:2], map=MAP, in_sight=False), {"stop_distance": 9.0, "completed": 0.0}
    )
    assert outcome_words(CHAI, lost, True) == (
        "Took 1 step and ran out of actions where it began, 9.0 metres from the true one (failure)"
    )
    assert "1.3 units from the goal that you set" in outcome_words(LANI, replace(went, aim=Aim(place)), False)
    there = Aim(START[:2], remembered=True, reason="to look for the well")
    assert outcome_words(LANI, replace(went, aim=there), False) == "Took 17 steps and stopped at the place it was going to"
    waiting = replace(went, stopped=False, over=False)
    assert outcome_words(LANI, waiting, False) == "Took 17 steps and waits 1.3 units from the goal it saw"


def test_how_an_interaction_went_in_words() -> None:
    """How far the agent stands from what it reached for says little; how far from where to end, much."""
    aim = Aim((20.0, 15.0), (20.0, 1.0, 15.5), map=MAP)
    reached = Outcome(9, True, np.array(START), aim, {"stop_distance": 0.51, "completed": 1.0})
    assert outcome_words(CHAI, reached, False) == "Took 9 steps and stopped"
    assert outcome_words(CHAI, reached, True) == "Took 9 steps and stopped 0.5 metres from the true goal (success)"


def test_lists_in_sentences() -> None:
    assert list_words(["a"]) == "a" and list_words(["a", "b", "c"]) == "a, b and c"
    assert list_words(list("abcdefghij")) == "a, b, c, d, e, f, g, h and 2 more"


def test_the_same_number_has_the_same_words() -> None:
    assert confidence_words(LANI, 0.7451).split("%")[0] == confidence_words(LANI, 0.7549).split("%")[0]
