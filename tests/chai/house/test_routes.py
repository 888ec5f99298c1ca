"""Ways through the house, worked out by hand in a house of three rooms in a row."""

from pathlib import Path

import numpy as np
import pytest

from sightline.chai.house import load_house
from sightline.chai.house.arrays import Estate, estate_of
from sightline.chai.house.routes import room_at, routes

ROOM = """
[[room]]
name = "{name}"
kind = "{name}"
corner = [{x}, 0.0]
size = [4.0, 4.0]
floor = ["tiles", "#ffffff", "#dddddd"]
walls = "#eeeeee"
"""
DOORS = """
[[door]]
between = ["kitchen", "bedroom"]
at = 1.0
[[door]]
between = ["bedroom", "bathroom"]
at = 3.0
"""


@pytest.fixture
def row(tmp_path: Path) -> Estate:
    """Kitchen from x = 0, bedroom from 4, bathroom from 8; doors at (4, 1) and (8, 3)."""
    rooms = [ROOM.format(name=name, x=4.0 * k) for k, name in enumerate(("kitchen", "bedroom", "bathroom"))]
    (tmp_path / "row.toml").write_text("".join(rooms) + DOORS)
    return estate_of((load_house(tmp_path / "row.toml"),))


def way(estate: Estate, start: tuple[float, float], goal: tuple[float, float]) -> float:
    return float(routes(estate, np.zeros(1, np.int64), np.array([start]), np.array([goal]))[0])


def test_in_one_room_the_way_is_straight(row: Estate) -> None:
    assert way(row, (1.0, 1.0), (1.0, 3.0)) == pytest.approx(2.0)
    assert way(row, (1.0, 1.0), (1.0, 1.0)) == 0.0


def test_between_rooms_it_leads_through_the_doors(row: Estate) -> None:
    assert way(row, (1.0, 1.0), (7.0, 1.0)) == pytest.approx(3 + 3)
    assert way(row, (4.0 - 3.0, 1.0 + 2.25 - 2.25), (4.0 + 3.0, 1.0 + 4.0 - 1.5)) == pytest.approx(3 + np.hypot(3, 2.5))
    # kitchen to bathroom: 3 to the first door, sqrt(4^2 + 2^2) to the second, 1 to the goal; and the same way back
    assert way(row, (1.0, 1.0), (9.0, 3.0)) == pytest.approx(3 + np.sqrt(20) + 1)
    assert way(row, (9.0, 3.0), (1.0, 1.0)) == pytest.approx(3 + np.sqrt(20) + 1)


def test_outside_there_is_no_way(row: Estate) -> None:
    assert room_at(row.rooms[0], 5.0, 1.0) == 1
    assert room_at(row.rooms[0], 5.0, 9.0) == -1
    assert np.isinf(way(row, (1.0, 1.0), (5.0, 9.0)))


def test_who_starts_outside_goes_straight_in_first(row: Estate) -> None:
    assert way(row, (2.0, -3.0), (2.0, 2.0)) == pytest.approx(5.0, abs=0.01)
    assert way(row, (2.0, 7.0), (4.0, 1.0)) == pytest.approx(3.0 + np.hypot(2.0, 3.0), abs=0.02)
