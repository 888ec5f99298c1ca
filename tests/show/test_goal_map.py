"""Goal maps over panoramas: heat and marks sit where the grid says, in worlds with and without sky."""

from dataclasses import replace

import numpy as np
import pytest
from show_scenes import CHAI, EPISODE, LANI, START, peaked, sighting

from sightline.agent import Aim
from sightline.agent.memory import Sighted
from sightline.show.examples import examples_picture
from sightline.show.goal_map import (
    goal_panel,
    goal_picture,
    heat,
    options_panel,
    options_picture,
    percent,
    terminal_caption,
    terminal_panel,
)  # fmt: skip
from sightline.show.marks import FAILURE, SUCCESS, UNSEEN, colours
from sightline.show.sighting import in_pixels, look_around


@pytest.mark.parametrize("place", [(20.0, 27.0), (28.0, 23.0), (10.0, 15.0), (20.0, 6.0)])
def test_heat_lies_over_the_goal_and_nowhere_else(place: tuple[float, float]) -> None:
    layer = np.asarray(heat(LANI, peaked(place, 0.999)))
    coloured = np.argwhere(layer[..., 3] > 0)
    spot = in_pixels(LANI, START, place)
    assert spot is not None
    assert np.abs(coloured.mean(0) - (spot[1], spot[0])).max() <= 8  # one cell
    assert len(coloured) < 0.003 * layer.shape[0] * layer.shape[1]
    assert not layer[:128, :, 3].any()  # the sky stays clear


def test_a_goal_that_is_out_of_sight_leaves_the_panorama_clear() -> None:
    map_ = peaked((20.0, 27.0), 0.999)
    out_of_sight = np.append(map_[:-1] * 1e-3, 0.999)
    assert not np.asarray(heat(LANI, out_of_sight))[..., 3].any()
    assert [percent(share) for share in (0.00281, 0.0281, 0.281, 0.999)] == ["0.28 %", "2.8 %", "28 %", "100 %"]


def test_in_a_house_ground_begins_higher_and_things_above_it_are_shown() -> None:
    first = 256 * CHAI.view.first_ground_row // 32
    assert 0 < first < 128
    evenly = np.asarray(heat(CHAI, peaked((2.0, 3.5), 0.0, CHAI, (2.0, 2.0, 0.0))))
    assert (evenly[first:, :, 3] == 215).all() and not evenly[:first, :, 3].any()
    cupboard = (2.0, 1.75, 3.5)  # above the eyes, straight ahead
    above = np.asarray(heat(CHAI, peaked(cupboard, 0.999, CHAI, (2.0, 2.0, 0.0))))
    spot = in_pixels(CHAI, (2.0, 2.0, 0.0), cupboard)
    assert spot is not None and spot[1] < first
    assert np.abs(np.argwhere(above[..., 3] > 0).mean(0) - (spot[1], spot[0])).max() <= 8


def test_points_and_places_are_where_the_camera_puts_them() -> None:
    step = 2 * np.tan(np.pi / 6) / 256  # of a pixel, for each unit of depth
    assert in_pixels(LANI, START, (20.0, 27.0)) == (3.5 * 256 + 0.5, np.floor(128 + 2.5 / 12 / step) + 0.5)
    assert in_pixels(LANI, START, (20.0, 2.5, 27.0)) == (3.5 * 256 + 0.5, 128.5)  # as high as the eye
    assert in_pixels(LANI, START, (20.0, 16.0)) is None  # too close


def test_the_cross_sits_on_the_predicted_goal() -> None:
    seen = sighting((24.0, 21.0), (28.0, 23.0))
    spot = seen.spot((24.0, 21.0))
    assert spot is not None
    bare, marked = (np.asarray(goal_panel(seen, marked=marked)).astype(int) for marked in (False, True))
    changed = np.abs(marked - bare).sum(2) > 0
    changed[:, ::256] = False  # the lines between the views
    changed[-44:, 3 * 256 : 4 * 256] = False  # the arrow
    rows, columns = np.nonzero(changed)
    assert (rows.min() + rows.max() + 1) / 2 == pytest.approx(spot[1], abs=1.5)
    assert (columns.min() + columns.max() + 1) / 2 == pytest.approx(spot[0], abs=1.5)


def test_each_thing_of_a_question_has_its_letter_where_it_is_seen() -> None:
    seen = sighting((24.0, 21.0))
    bare = np.asarray(options_panel(seen, [])).astype(int)
    left, right = (Sighted("Well", (x, 1.0, 27.0), 1.0, START, 1, (0.0,) * 3, (0.0,) * 3, False) for x in (14.0, 26.0))
    marked = [np.argwhere((np.asarray(options_panel(seen, things)) != bare).any(2)) for things in ([left], [left, right])]
    spots = [seen.spot(thing.point) for thing in (left, right)]
    assert spots[0] is not None and spots[1] is not None
    assert np.abs(marked[0].mean(0) - spots[0][::-1]).max() < 3
    assert np.abs(marked[1][:, 1].max() - spots[1][0]) < 256 / 12
    assert options_picture(seen, [left, right], "Which one?").height > 256


def test_the_ring_sits_on_the_true_goal() -> None:
    seen = sighting((24.0, 21.0))
    with_truth = replace(seen, true_goal=(10.0, 20.0))
    rows, columns = np.nonzero((np.asarray(goal_panel(seen)) != np.asarray(goal_panel(with_truth))).any(2))
    spot = seen.spot((10.0, 20.0))
    assert spot is not None
    assert (rows.min() + rows.max()) / 2 == pytest.approx(spot[1], abs=1.5)
    assert (columns.min() + columns.max()) / 2 == pytest.approx(spot[0], abs=1.5)


def test_the_terminal_marks_the_same_place() -> None:
    seen = sighting((28.0, 23.0))
    spot, small = seen.spot((28.0, 23.0)), terminal_panel(seen, 96)
    assert small.shape == (16, 96, 3)
    assert spot is not None and (small[int(spot[1] / 16), int(spot[0] / 16)] == 255).all()


def changed_by(way: list[tuple[float, float]]) -> np.ndarray:
    """Rows and columns of the panorama that the marks of places to pass change."""
    plain = sighting((28.0, 23.0))
    marked = replace(plain, way=np.array(way))
    return np.argwhere((np.asarray(goal_panel(plain)) != np.asarray(goal_panel(marked))).any(2))


def test_discs_sit_on_the_places_to_pass() -> None:
    for place in ((24.0, 25.0), (10.0, 20.0), (20.0, 3.0)):
        spot, marks = in_pixels(LANI, START, place), changed_by([place])
        assert spot is not None
        assert (marks.min(0) + marks.max(0)) / 2 == pytest.approx([spot[1], spot[0]], abs=1.5)
    assert len(changed_by([(24.0, 25.0), (10.0, 20.0)])) > 1.8 * len(changed_by([(24.0, 25.0)]))


def test_a_place_too_near_is_marked_at_the_lower_edge_in_its_direction() -> None:
    marks = changed_by([(22.0, 15.0)])  # 2 units to the right, below the picture
    assert marks[:, 0].max() >= 254 and marks[:, 0].min() > 220
    assert marks[:, 1].mean() == pytest.approx(5 * 256, abs=10)  # at 90 degrees, between the last two views


def test_discs_leave_the_cross_and_each_other_free() -> None:
    one, all_at_one_place = changed_by([(24.0, 25.0)]), changed_by([(24.0, 25.0)] * 3)
    assert len(all_at_one_place) > 2.8 * len(one)
    spot = in_pixels(LANI, START, (28.0, 23.0))
    assert spot is not None and np.abs(changed_by([(28.0, 23.0)])[:, 1] - spot[0]).min() >= 8


def test_what_stands_before_a_place_makes_its_mark_grey() -> None:
    seen = sighting((28.0, 23.0))
    before, behind = (20.0, 25.0), (20.0, 40.0)  # of the well, at (20, 30)
    assert seen.way_spot(behind)[2]  # nobody knows how deep the picture is
    world = LANI.make()
    world.reset([EPISODE])
    deep = replace(seen, depth=look_around(LANI, world)["depth"], way=np.array([before, behind]))
    assert deep.way_spot(before)[2] and not deep.way_spot(behind)[2]
    grey = (np.asarray(goal_panel(deep)) == list(bytes.fromhex(UNSEEN[1:]))).all(2)
    spot = seen.spot(behind)
    assert spot is not None and np.abs(np.argwhere(grey).mean(0) - (spot[1], spot[0])).max() < 2


def test_the_legend_names_the_places_to_pass() -> None:
    plain = sighting((28.0, 23.0))
    marked = replace(plain, way=np.array([(24.0, 25.0)]))
    legends = [np.asarray(goal_picture(seen))[-52:] for seen in (plain, marked)]
    assert (legends[0] != legends[1]).any()


def test_the_terminal_numbers_the_places_below_their_columns() -> None:
    seen = replace(sighting((28.0, 23.0)), way=np.array([(10.0, 20.0), (24.0, 25.0)]))
    marks, meaning = terminal_caption(seen, 96).splitlines()
    for name, place in (("+", (28.0, 23.0)), ("1", (10.0, 20.0)), ("2", (24.0, 25.0))):
        spot = seen.spot(place)
        assert spot is not None and marks.index(name) == int(spot[0] / 16)
    assert marks.index("▲") == 56 and meaning == "▲ ahead, + goal, 1 2 places to pass, in order"
    spot, small = seen.spot((10.0, 20.0)), terminal_panel(seen, 96)
    assert spot is not None
    row, column = int(spot[1] / 16), int(spot[0] / 16)
    assert (small[row, column] == 255).all() and (small[row, [column - 1, column + 1]] == 0).all()
    crowded = terminal_caption(replace(seen, way=np.array([(28.0, 23.0)] * 3)), 96).splitlines()[0]
    assert sorted(crowded.replace(" ", "")) == ["+", "1", "2", "3", "▲"]


def test_goal_pictures_are_drawn_for_every_kind_of_goal() -> None:
    stays = np.full(LANI.view.grid.out_of_sight + 1, 1e-9)
    stays[-1] = 1.0
    far = sighting(instruction="word " * 400)
    here = replace(far, aim=Aim(START[:2], map=stays), true_goal=(20.0, 15.5))
    for seen in (far, here):
        picture = goal_picture(seen, "a note")
        assert picture.size[0] == 1536
        assert picture.size[1] < 600  # long words are cut
    rows = np.nonzero((np.asarray(goal_panel(far)) != np.asarray(goal_panel(here))).any(2))[0]
    assert rows.max() > 230  # "right here" stands beside the arrow


def test_the_sheet_says_success_and_failure_in_colours() -> None:
    sheet = examples_picture([sighting(), sighting()], [True, False])
    height = (sheet.height - 10 - 56) // 2
    corners = [sheet.getpixel((1546 - 14, 10 + 12 + k * height)) for k in (0, 1)]
    assert corners == [tuple(bytes.fromhex(colour[1:])) for colour in (SUCCESS, FAILURE)]


def test_colours_go_from_the_first_to_the_last() -> None:
    assert colours(np.array([0.0, 1.0])).tolist() == [[46, 8, 110], [255, 245, 120]]
