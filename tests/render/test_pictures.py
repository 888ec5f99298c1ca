"""Maps for people, and pictures in a terminal."""

import io

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.lani import Placed, Scene, generate_scene, scenes_of
from sightline.render import look
from sightline.render.overhead import Trace, map_picture, on_map, overhead
from sightline.render.terminal import blocks, can_show, show


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


def test_terminal_blocks_have_the_size_asked_for() -> None:
    picture = np.zeros((40, 80, 3), np.uint8)
    picture[:20] = (255, 0, 0)
    lines = blocks(picture, 20).splitlines()
    assert len(lines) == 5
    assert all(line.count("▀") == 20 for line in lines)
    assert "255;0;0" in lines[0]
    assert "255;0;0" not in lines[-1]
    stream = io.StringIO()
    show(picture, "hello", stream)
    assert "hello" in stream.getvalue()
    assert not can_show(stream)
