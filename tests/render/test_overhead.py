"""Maps: north is up, things are where they stand."""

from typing import Any

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.lani import Placed, Scene, generate_scene, scenes_of
from sightline.render import look
from sightline.render.overhead import Trace, map_picture, on_map, overhead


def test_north_is_up_and_fences_have_their_colours() -> None:
    above = overhead(scenes_of([Scene(())]), 260)[0].astype(int)
    top, right, bottom, left = above[4, 130], above[130, 255], above[255, 130], above[130, 4]
    for seen, colour in zip((top, right, bottom, left), look.FENCE, strict=True):
        np.testing.assert_array_equal(seen, np.array(colour))


def test_a_landmark_is_drawn_where_it_stands() -> None:
    place = (12.0, 40.0)
    empty = overhead(scenes_of([Scene(())]), 208)[0].astype(int)
    drawn = overhead(scenes_of([Scene((Placed("Apple", *place, 4.0),))]), 208)[0].astype(int)
    rows, columns = np.nonzero(np.abs(drawn - empty).max(axis=-1) > 60)
    column, row = on_map(np.array(place), 208)
    assert abs(columns.mean() - column) < 6
    assert abs(rows.mean() - row) < 6


def test_the_map_shows_path_agent_and_goal() -> None:
    scenes = scenes_of([generate_scene(1)])
    plain = np.asarray(map_picture(scenes, pixels=300)).astype(int)
    path = np.array([[5.0, 5, 0], [10, 20, 0], [30, 25, 90]])
    told = np.asarray(map_picture(scenes, traces=[Trace(path)], agent=(5, 5, 0), goal=(30, 25), pixels=300)).astype(int)
    changed = np.abs(told - plain).max(axis=-1) > 40
    for point in path[:, :2]:
        column, row = on_map(point, 300).astype(int)
        assert changed[row - 3 : row + 4, column - 3 : column + 4].any()
    with pytest.raises(InputError, match="64 pixels"):
        map_picture(scenes, pixels=3)


def test_places_on_a_map_by_hand() -> None:
    # 520 pixels for 52 units: 10 each, the field's corner one unit in.
    np.testing.assert_allclose(on_map([(0, 0), (50, 50), (12.5, 40)], 520), [(10, 510), (510, 10), (135, 110)])


def test_the_edge_is_drawn_just_outside_the_field() -> None:
    above = overhead(scenes_of([Scene(())]), 520)[0].astype(int)  # the field is 10 to 510, the fence 4 thick
    north, east, south, west = look.FENCE
    for row, column, colour in (
        (6, 6, north), (6, 513, north), (9, 260, north), (260, 510, east), (260, 513, east), (10, 510, east),
        (509, 510, east), (510, 260, south), (513, 6, south), (260, 9, west), (260, 6, west), (10, 9, west), (509, 9, west),
    ):  # fmt: skip
        assert above[row, column].tolist() == list(colour), (row, column)
    for row, column in ((5, 260), (514, 260), (260, 5), (260, 514), (10, 260), (509, 260), (260, 10), (260, 509)):
        assert above[row, column].tolist() not in [list(colour) for colour in look.FENCE], (row, column)


def test_names_arrow_goal_and_legend_are_where_they_belong() -> None:
    scenes = scenes_of([Scene((Placed("Apple", 25.0, 40.0, 4.0), Placed("Apple", 25.0, 2.0, 4.0)))])
    plain = np.asarray(map_picture(scenes, pixels=520)).astype(int)

    def changed(**marks: Any) -> np.ndarray:
        """First and last column and row that marks change, but for the legend: left, top, right, bottom."""
        marked = np.asarray(map_picture(scenes, pixels=520, **marks)).astype(int)
        rows, columns = np.nonzero(np.abs(marked - plain).max(axis=-1) > 30)
        field = (rows >= 110) | (columns >= 90)
        return np.array([columns[field].min(), rows[field].min(), columns[field].max(), rows[field].max()])

    # A name is 0.06 of the map below its landmark, 31 pixels; at the southern fence above it.
    left, top, right, bottom = changed(names=("apple", ""))
    assert abs((top + bottom) / 2 - (110 + 31)) < 3 and abs((left + right) / 2 - 260) < 3
    left, top, right, bottom = changed(names=("", "apple"))
    assert abs((top + bottom) / 2 - (490 - 31)) < 3 and abs((left + right) / 2 - 260) < 3
    x0, y0, x1, y1 = changed(goal=(30.0, 20.0))  # a ring of 520 // 60 = 8 pixels around (310, 310)
    assert np.abs([x0 - 302, y0 - 302, x1 - 318, y1 - 318]).max() <= 1
    x0, y0, x1, y1 = changed(agent=(30.0, 20.0, 90.0))  # points east: 2.2 units ahead, 1 behind, 0.8 to each side
    assert np.abs([x0 - 300, y0 - 302, x1 - 332, y1 - 318]).max() <= 2


def test_the_legend_has_a_line_for_every_mark() -> None:
    # At 560 pixels its unit is 10: from 12 to 72 across, and 16 for each line from 12 down.
    scenes = scenes_of([Scene(())])

    def dark(row: int, column: int, **marks: Any) -> bool:
        return bool((np.asarray(map_picture(scenes, pixels=560, **marks))[row, column] == 0x30).all())

    assert dark(13, 13) and dark(33, 71) and not dark(36, 71) and not dark(33, 74) and not dark(10, 71)
    both = {"agent": (40, 10, 0), "goal": (40, 20)}
    assert dark(65, 71, **both) and not dark(68, 71, **both)
    picture = np.asarray(map_picture(scenes, pixels=560, **both))
    assert picture[22, 22].tolist() == [255, 255, 255]  # north
    assert picture[38, 22].tolist() == [0xF7, 0xF0, 0x52]  # the agent
    assert picture[54, 22].tolist() == [0xD7, 0x26, 0x3D]  # the goal
