"""Rooms: what stands around a place tells which room it is."""

import numpy as np
import pytest

from sightline.agent.memory import Sighted
from sightline.agent.rooms import gaps_to, room_probabilities
from sightline.corpus.chai.lexicon import lexicon

HOUSES = lexicon()


def seen(name: str, x: float, z: float, confidence: float = 0.9) -> Sighted:
    low, high = (x - 0.3, 0.0, z - 0.3), (x + 0.3, 1.0, z + 0.3)
    return Sighted(name, (x, 0.5, z), confidence, (0.0, 0.0, 0.0), 1, low, high, False)


@pytest.mark.parametrize(
    ("names", "room"),
    [
        (("white fridge", "stove", "dishwasher"), "kitchen"),
        (("toilet", "bathtub"), "bathroom"),
        (("television", "coat rack", "green sofa"), "living room"),
    ],
)
def test_furniture_around_a_place_tells_its_room(names: tuple[str, ...], room: str) -> None:
    likely = room_probabilities(HOUSES, [seen(name, k, 0.0) for k, name in enumerate(names)], np.zeros((1, 2)))
    assert max(likely, key=lambda name: likely[name][0]) == room and likely[room][0] > 0.7
    assert sum(values[0] for values in likely.values()) == pytest.approx(1)


def test_what_is_far_away_hardly_counts() -> None:
    things = [seen("toilet", 0.0, 0.0), seen("white fridge", 6.0, 0.0)]
    likely = room_probabilities(HOUSES, things, np.array([[0.5, 0.0], [6.0, 0.5], [30.0, 0.0]]))
    assert likely["bathroom"].argmax() == 0 and likely["kitchen"].argmax() == 1
    assert abs(likely["bathroom"][2] - likely["kitchen"][2]) < 0.01


def test_nothing_seen_tells_nothing() -> None:
    likely = room_probabilities(HOUSES, [], np.zeros((2, 2)))
    assert all(values == pytest.approx(1 / len(HOUSES.rooms)) for values in likely.values())


def test_the_gap_to_a_thing_is_measured_from_its_box() -> None:
    assert gaps_to(seen("toilet", 1.0, 1.0), np.array([[1.1, 0.9], [1.0, 2.3]])).tolist() == pytest.approx([0.0, 1.0])
