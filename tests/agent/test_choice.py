"""From a goal map to a place: the likeliest cell, or the place around which most of the map lies."""

import numpy as np
import pytest

from sightline.agent.choice import choose, choose_ways, map_share
from sightline.geometry import distance
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.world import kind_of

LANI = kind_of("lani")
GRID, goal_classes = LANI.view.grid, LANI.view.goal_classes
PAPER, OURS, RINGS = LingUNet(LingUNetConfig()), Lookout(LookoutConfig()), Lookout(LookoutConfig(rings=28, passes=2))
START = np.array([[25.0, 5.0, 0.0]])


def map_of(**shares: tuple[float, float, float]) -> np.ndarray:
    """A goal map (1, 6145) seen from START, from shares at places: (share, x, z)."""
    probabilities = np.zeros((1, GRID.out_of_sight + 1))
    for share, x, z in shares.values():
        probabilities[0, goal_classes(START, np.array([[x, z]]))] += share
    return probabilities


def test_a_crowd_beats_a_single_cell_that_is_likelier() -> None:
    split = map_of(lone=(0.4, 10, 15), one=(0.3, 25, 20), two=(0.3, 26, 21.5))
    _, lone = choose(LANI, PAPER, START, split)
    _, crowd = choose(LANI, OURS, START, split)
    assert distance(lone, [10, 15]) < 2.5 and distance(crowd, [25.5, 20.7]) < 2.5


def test_a_goal_between_two_far_cells_is_at_their_border() -> None:
    """Rows 18 and 19 stand for depths from 23.1 to 34.6 and from 17.3 to 23.1; what is within 5 units is of both."""
    _, place = choose(LANI, OURS, START, map_of(one=(0.5, 25, 32.7), two=(0.5, 25, 24.8)))
    assert 20 < place[0, 1] - START[0, 1] < 25


def test_a_cell_that_reaches_beyond_the_fence_stands_for_what_is_inside() -> None:
    start = np.array([[25.0, 10.0, 0.0]])
    beyond = np.zeros((1, GRID.out_of_sight + 1))
    beyond[0, goal_classes(start, np.array([[25.0, 47.0]]))] = 1.0  # depths from 34.6 to 69: the fence is at 40
    _, ours = choose(LANI, OURS, start, beyond)
    _, papers = choose(LANI, PAPER, start, beyond)
    assert 10 + 35.5 < ours[0, 1] < 10 + 39 and papers[0, 1] == 50


def test_a_goal_at_ones_feet_is_there() -> None:
    here = np.zeros((1, GRID.out_of_sight + 1))
    here[0, -1] = 1.0
    for model in (PAPER, OURS):
        classes, place = choose(LANI, model, START, here)
        assert classes == GRID.out_of_sight
        np.testing.assert_allclose(place, START[:, :2])


def test_many_maps_are_chosen_from_as_one_is() -> None:
    rng = np.random.default_rng(0)
    maps = rng.dirichlet(np.full(GRID.out_of_sight + 1, 0.001), 70)
    starts = np.column_stack([rng.uniform(5, 45, (70, 2)), rng.uniform(0, 360, 70)])
    classes, places = choose(LANI, OURS, starts, maps)
    for n in (0, 63, 64, 69):
        one, place = choose(LANI, OURS, starts[n : n + 1], maps[n : n + 1])
        assert one[0] == classes[n]
        np.testing.assert_allclose(place[0], places[n])


def test_sureness_is_the_mass_within_five_units() -> None:
    found = map_of(one=(0.5, 25, 12), two=(0.2, 27, 11), three=(0.2, 35, 5))
    found[0, -1] = 0.1
    asked = {(25, 12): 0.7, (35, 5): 0.2, (25, 5): 0.1, (25, 3): 0.1, (45, 45): 0.0}  # out of sight is where it stands
    for place, share in asked.items():
        np.testing.assert_allclose(map_share(LANI, OURS, START, found, np.array([place])), [share], atol=1e-9)


def test_the_middle_of_an_area_is_weighted_by_how_likely_its_points_are() -> None:
    """Row 25 stands for depths from 6.9 to 7.7 and row 26 for 6.3 to 6.9: one far likelier than the other."""
    _, even = choose(LANI, OURS, START, map_of(one=(0.5, 25, 12.3), two=(0.5, 25, 11.6)))
    _, near = choose(LANI, OURS, START, map_of(one=(0.1, 25, 12.3), two=(0.9, 25, 11.6)))
    assert even[0, 1] - near[0, 1] > 0.15 and 11.2 < near[0, 1] < 12.0


def test_what_is_farther_than_near_does_not_count_to_an_area() -> None:
    _, place = choose(LANI, OURS, START, map_of(one=(0.6, 25, 12), two=(0.4, 25, 22)))
    assert abs(place[0, 1] - 12) < 0.5
    _, both = choose(LANI, OURS, START, map_of(one=(0.6, 25, 12), two=(0.4, 25, 15)))
    assert 12.7 < both[0, 1] < 14


def rings_of(**shares: tuple[float, float, float]) -> np.ndarray:
    """A map (1, 5376) by bearing and distance seen from START, from shares at places: (share, x, z)."""
    probabilities = np.zeros((1, LANI.view.rings.count))
    for share, x, z in shares.values():
        probabilities[0, LANI.view.rings.classes(START, np.array([[x, z]]))] += share
    return probabilities


def test_a_crowd_of_rings_beats_a_single_one_that_is_likelier() -> None:
    split = rings_of(lone=(0.4, 10, 15), one=(0.3, 25, 20), two=(0.3, 26, 21.5))
    classes, place = choose(LANI, RINGS, START, split)
    assert distance(place, [25.5, 20.7]) < 1.5 and split[0, classes[0]] == 0.3
    assert map_share(LANI, RINGS, START, split, place)[0] == pytest.approx(0.6, abs=0.05)


def test_a_goal_in_the_first_ring_is_where_the_agent_stands() -> None:
    classes, place = choose(LANI, RINGS, START, rings_of(here=(1.0, 25, 5)))
    assert classes[0] < GRID.columns
    np.testing.assert_allclose(place, START[:, :2])


def test_what_is_at_ones_feet_counts_whatever_its_bearing() -> None:
    """Three fifths of the map are in the first ring, evenly over 192 columns of which each is less likely than others."""
    split = rings_of(lone=(0.4, 25, 25))
    split[0, : GRID.columns] = 0.6 / GRID.columns
    classes, place = choose(LANI, RINGS, START, split)
    assert classes[0] < GRID.columns and map_share(LANI, RINGS, START, split, place)[0] == pytest.approx(0.6)
    np.testing.assert_allclose(place, START[:, :2])


def test_a_goal_too_near_for_the_picture_is_found_by_its_distance() -> None:
    _, place = choose(LANI, RINGS, START, rings_of(near=(1.0, 26.0, 7.0)))
    assert distance(place, [26.0, 7.0]) < 0.3


def test_a_ring_beyond_the_fence_is_at_it() -> None:
    start = np.array([[25.0, 45.0, 0.0]])
    beyond = np.zeros((1, LANI.view.rings.count))
    beyond[0, 27 * GRID.columns + 112] = 1.0
    _, place = choose(LANI, RINGS, start, beyond)
    assert place[0, 1] == pytest.approx(50) and abs(place[0, 0] - 25) < 0.5


def test_sureness_of_rings_is_the_mass_within_five_units() -> None:
    found = rings_of(one=(0.5, 25, 12), two=(0.2, 27, 11), three=(0.2, 35, 5), here=(0.1, 25, 5))
    for place, share in {(25, 12): 0.7, (35, 5): 0.2, (25, 3): 0.1, (45, 45): 0.0}.items():
        assert map_share(LANI, RINGS, START, found, np.array([place]))[0] == pytest.approx(share, abs=1e-9)


def way_of(*places: tuple[float, tuple[float, float]]) -> np.ndarray:
    """Maps (P, 5377) of places to pass: (how likely there is none, where it is otherwise)."""
    maps = [np.append((1 - none) * rings_of(at=(1.0, *place))[0], none) for none, place in places]
    return np.array(maps)


def test_a_way_ends_at_the_first_place_that_is_not_there() -> None:
    a, b = (25.0, 15.0), (30.0, 25.0)
    cases = {
        (0.1, 0.2): [a, b], (0.1, 0.9): [a], (0.9, 0.1): [], (0.9, 0.9): [], (0.64, 0.64): [a, b], (0.65, 0.0): [],
    }  # fmt: skip
    maps = np.stack([way_of((first, a), (second, b)) for first, second in cases])
    ways = choose_ways(LANI, RINGS, np.repeat(START, len(cases), 0), maps)
    for way, meant in zip(ways, cases.values(), strict=True):
        assert way.shape == (len(meant), 2)
        assert all(distance(spot, place) < 1.5 for spot, place in zip(way, meant, strict=True))


def test_nobody_passes_anything_where_there_is_no_way() -> None:
    none = np.zeros((3, 2, LANI.view.rings.count + 1))
    none[..., -1] = 1.0
    assert [way.shape for way in choose_ways(LANI, RINGS, np.repeat(START, 3, 0), none)] == [(0, 2)] * 3
