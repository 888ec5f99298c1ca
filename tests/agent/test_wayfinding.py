"""Finding the way by what is seen: floor, things and bumps, and the points behind pixels."""

import math

import numpy as np
import pytest
from houses import CHAI, Houses

from sightline.agent.look import Look
from sightline.agent.wayfinding import Wayfinder, nearest_behind, points_behind, points_of_cells, share_near
from sightline.chai import generate_episode
from sightline.chai.dynamics import STRIDE
from sightline.chai.house import load_house
from sightline.geometry.types import Floats
from sightline.world import World

CAMERA = CHAI.view.camera
HERE = np.array([5.0, 6.0, 0.0])  # looking north
FORWARD, RIGHT, LEFT = 0, 1, 2


class Place:
    """A world of which a wayfinder needs no more than where the agents stand."""

    camera = CAMERA

    def __init__(self, *poses: Floats):
        self.pose = np.stack(poses)

    def __len__(self) -> int:
        return len(self.pose)


def finder_at(*poses: Floats) -> Wayfinder:
    return Wayfinder(CHAI, Place(*poses))  # type: ignore[arg-type]


def look_with(depths: Floats, *poses: Floats) -> Look:
    """A look that has drawn these depths (N, 128, 768)."""
    look = Look(Place(*poses), range(len(poses)))  # type: ignore[arg-type]
    look._drawn["depth"] = depths
    return look


def nothing(count: int = 1) -> Floats:
    """Sky all around."""
    return np.full((count, 128, 768), np.inf)


def known(of: Floats, finder: Wayfinder, n: int = 0) -> list[tuple[float, float]]:
    """The places x, z that are marked."""
    rows, columns = np.nonzero(of[n])
    return [tuple(np.round(STRIDE * (finder.first[n] + at), 6).tolist()) for at in zip(columns, rows, strict=True)]


@pytest.fixture
def world(houses: Houses) -> World:
    return houses.at_starts(houses.all_examples[:1])


# Points behind pixels


def test_points_behind_pixels_are_where_the_world_says_they_are(world: World) -> None:
    depth = Look(world, [0]).depth[0]
    points = points_behind(CAMERA, world.pose[0], depth, np.arange(2, 128, 4), np.arange(2, 768, 4)).reshape(32, 192, 3)
    np.testing.assert_array_equal(points_of_cells(Look(world, [0]), 0), points.reshape(-1, 3))
    for view, row, column in ((3, 20, 5), (0, 12, 30), (5, 28, 17)):
        there = world.locate([view], [row], [column]).point[0]
        seen = points[row, 32 * view + column]
        assert math.dist(seen, there) < 0.05 * max(1.0, math.dist(there, (world.pose[0, 0], 1.5, world.pose[0, 1])))


def test_points_by_hand() -> None:
    """Two metres ahead, and two metres deep in the view to the left behind; the sky is left out."""
    depth = nothing()[0]
    depth[[70, 100, 40], [3 * 128 + 64, 1 * 128 + 10, 5]] = 2.0, 2.0, np.inf
    rows = np.array([40, 70, 100])
    ahead, behind = points_behind(CAMERA, HERE, depth, rows, np.array([5, 138, 448]))
    u, v = (lambda column: (column + 0.5 - 64) * CAMERA.step), (lambda row: (64 - row - 0.5) * CAMERA.step + CAMERA.shift)
    assert ahead == pytest.approx([5.0 + 2 * u(64), CAMERA.eye + 2 * v(70), 8.0])
    s, c, aside = math.sin(math.radians(-120)), math.cos(math.radians(-120)), u(10)
    assert behind == pytest.approx([5.0 + 2 * (s + c * aside), CAMERA.eye + 2 * v(100), 6.0 + 2 * (c - s * aside)])


def test_the_nearest_point_of_a_cell_is_what_stands_in_front() -> None:
    depths = nothing(2)
    depths[1, 80:84, 400:404] = 3.0
    depths[1, 82, 401] = 1.0  # to the left of the eye and below it
    look = look_with(depths, HERE, HERE)
    cell, empty = 20 * 192 + 100, 20 * 192 + 101
    (point, sky), (again, _) = nearest_behind(look, [1, 1], np.array([[cell, empty], [cell, cell]]))
    one = points_behind(CAMERA, HERE, depths[1], np.array([82]), np.array([401]))[0]
    np.testing.assert_array_equal(point, one)
    np.testing.assert_array_equal(again, one)
    np.testing.assert_array_equal(sky, [5.0 + 1e3, CAMERA.eye + 1e3, 6.0 + 1e3])  # far away from everything
    assert nearest_behind(look, np.array([1]), np.array([cell]))[0].tolist() == one.tolist()
    assert nearest_behind(look, [0], np.array([cell]))[0, 0] > 1000


def test_the_share_of_a_map_near_a_point_is_by_what_its_cells_show() -> None:
    depths = nothing()
    depths[0, [82, 82], [3 * 128 + 66, 3 * 128 + 70]] = 2.0, 2.5  # the middles of two cells that are half a metre apart
    look, cells = look_with(depths, HERE), np.zeros((2, 32 * 192))
    first, second = 20 * 192 + 112, 20 * 192 + 113
    cells[:, [first, second, 5]] = 0.5, 0.3, 0.2  # the third shows the sky
    at = points_of_cells(look, 0)
    apart = math.dist(at[first], at[second])
    points = at[[first, second]]
    assert share_near(look, [0, 0], cells, points, apart - 0.01).tolist() == pytest.approx([0.5, 0.3])
    assert share_near(look, [0, 0], cells, points, apart + 0.01).tolist() == pytest.approx([0.8, 0.8])
    exactly = at[first] + (0.0, 0.0, 0.25)
    assert share_near(look, [0], cells[:1], exactly[None], 0.25).tolist() == pytest.approx([0.5])


# What is known of the floor


@pytest.mark.parametrize(
    ("height", "is_floor", "is_thing"),
    [(0.0, True, False), (0.059, True, False), (0.061, False, True), (1.69, False, True), (1.71, False, False)],
)
def test_low_points_are_floor_others_things_and_those_overhead_nothing(
    height: float, is_floor: bool, is_thing: bool
) -> None:
    depth = nothing()
    row = 2 if height > CAMERA.eye else 122
    far = (height - CAMERA.eye) / float(CAMERA.v(row + 0.5))
    depth[0, row, 3 * 128 + 66] = far
    finder = finder_at(HERE)
    finder.see(look_with(depth, HERE))
    there = [tuple(np.round(np.array([5.0 + far * CAMERA.u(66.5), 6.0 + far]), 1).tolist())]
    assert known(finder.floor, finder) == there * is_floor and known(finder.things, finder) == there * is_thing
    assert not finder.bumps.any()


def test_every_fourth_pixel_is_looked_at_and_what_is_too_far_away_is_forgotten() -> None:
    depths = nothing(2)
    depths[0, 122, 3 * 128 + 67] = 1.5  # between those pixels
    depths[1, 66, 3 * 128 + 66] = 15.0  # just beyond the last place that is known
    finder = finder_at(HERE, HERE)
    finder.see(look_with(depths, HERE, HERE))
    assert not finder.floor.any() and not finder.things.any() and finder.floor.shape == (2, 300, 300)
    depths[1, 66, 3 * 128 + 66] = 14.9
    finder.see(look_with(depths, HERE, HERE))
    assert finder.floor[1].sum() == 1 and not finder.floor[0].any() and not finder.things.any()


def test_what_is_known_is_kept_while_it_is_near() -> None:
    house = load_house(5)
    reachable = STRIDE * np.argwhere(house.ground.reachable)[:, ::-1]  # x, z
    start = reachable[reachable[:, 0].argmin()]
    world = CHAI.make()
    world.reset([generate_episode(0, house, start=(*start.tolist(), 90.0), goal=(float(start[0]), float(start[1])))])
    finder = Wayfinder(CHAI, world)
    finder.bump(0, world.pose[0])
    for far, is_known in ((5.0, True), (12.0, True), (2.0, True), (17.0, False), (0.0, False)):
        world.pose[0, :2] = reachable[np.abs(reachable[:, 0] - start[0] - far).argmin()]
        finder.see(Look(world, [0]))
        expected = [tuple(np.round(np.add(start, (STRIDE, 0.0)), 6).tolist())] if is_known else []
        assert known(finder.bumps, finder) == expected  # where it was, seen from the new middle


@pytest.mark.parametrize(
    ("moved", "is_centred"), [((3.0, 0.0), False), ((-3.0, 3.0), False), ((3.1, 0.0), True), ((0.0, -3.1), True)]
)
def test_an_agent_is_in_the_middle_again_when_it_has_come_three_metres(moved: tuple[float, float], is_centred: bool) -> None:
    finder = finder_at(HERE)
    finder.floor[0, 150, 150], finder.things[0, 100, 200] = True, True
    before = known(finder.floor, finder), known(finder.things, finder)
    assert before == ([(5.0, 6.0)], [(10.0, 1.0)])
    there = np.add(HERE, (*moved, 0.0))
    finder.see(look_with(nothing(), there))
    assert (known(finder.floor, finder), known(finder.things, finder)) == before
    centre = STRIDE * (finder.first[0] + 150)
    assert centre == pytest.approx(there[:2] if is_centred else HERE[:2])


def test_a_bump_is_one_step_ahead_and_outside_of_what_is_known_forgotten() -> None:
    finder = finder_at(HERE)
    for heading in (0.0, 90.0, 180.0, 270.0):
        finder.bump(0, np.array([5.0, 6.0, heading]))
    assert sorted(known(finder.bumps, finder)) == [(4.9, 6.0), (5.0, 5.9), (5.0, 6.1), (5.1, 6.0)]
    finder.bumps[:] = False
    edges = {90.0: (5.0 + 14.8, 6.0), 0.0: (5.0, 6.0 + 14.8), 270.0: (5.0 - 14.9, 6.0), 180.0: (5.0, 6.0 - 14.9)}
    for heading, (x, z) in edges.items():  # the last places, and one step beyond each
        finder.bump(0, np.array([x, z, heading]))
        finder.bump(0, np.array([*(np.array([x, z]) + (np.array([x, z]) - HERE[:2]) / 148), heading]))
    assert sorted(known(finder.bumps, finder)) == [(-10.0, 6.0), (5.0, -9.0), (5.0, 20.9), (19.9, 6.0)]


# Ways


def free_floor() -> Wayfinder:
    finder = finder_at(HERE)
    finder.floor[:] = True
    return finder


def pose(x: float, z: float, heading: float = math.nan) -> Floats:
    return np.array([x, z, heading])


def test_a_way_is_the_moves_to_the_cheapest_end() -> None:
    finder = free_floor()
    assert finder.moves_to(0, HERE, [(pose(5.0, 6.3), 0.0)]) == [FORWARD] * 3
    assert finder.moves_to(0, HERE, [(pose(5.0, 6.0), 0.0)]) == []
    assert finder.moves_to(0, HERE, [(pose(5.0, 6.0, 90.0), 0.0)]) == [RIGHT]
    assert finder.moves_to(0, HERE, [(pose(5.0, 6.0, 450.0), 0.0)]) == [RIGHT]
    assert finder.moves_to(0, pose(5.0, 6.0, 270.0), [(pose(5.0, 6.2), 0.0)]) == [RIGHT, FORWARD, FORWARD]
    near, far = pose(5.0, 6.2), pose(5.0, 6.4)
    assert finder.moves_to(0, HERE, [(far, 0.0), (near, 0.0)]) == [FORWARD] * 2
    assert finder.moves_to(0, HERE, [(far, 0.0), (near, 3.0)]) == [FORWARD] * 2  # two steps cost 4
    assert finder.moves_to(0, HERE, [(far, 0.0), (near, 5.0)]) == [FORWARD] * 4  # to end at the other costs more
    assert finder.moves_to(0, HERE, []) is None
    left, right = pose(4.8, 6.0), pose(5.2, 6.0)  # of ends that cost the same, the first
    assert finder.moves_to(0, HERE, [(left, 0.0), (right, 0.0)]) == [LEFT, FORWARD, FORWARD]
    assert finder.moves_to(0, HERE, [(right, 0.0), (left, 0.0)]) == [RIGHT, FORWARD, FORWARD]


def test_a_place_that_is_not_on_the_map_has_no_way_to_it() -> None:
    finder = free_floor()
    for x, z in ((25.0, 6.0), (5.0, 30.0), (-15.0, 6.0), (5.0, -15.0)):
        assert finder.moves_to(0, HERE, [(pose(x, z), 0.0)]) is None
    assert finder.moves_to(0, HERE, [(pose(25.0, 6.0), 0.0), (pose(5.0, 6.1), 0.0)]) == [FORWARD]
    for x, z in ((19.8, 6.0), (5.0, 20.8), (-10.0, 6.0), (5.0, -9.0)):
        moves = finder.moves_to(0, HERE, [(pose(x, z), 0.0)])
        assert moves is not None and moves.count(FORWARD) >= 148


def test_what_was_bumped_into_is_not_walked_through_again(world: World) -> None:
    finder = Wayfinder(CHAI, world)
    here = world.pose[0].copy()
    turn = math.radians(here[2])
    end = pose(here[0] + 0.3 * math.sin(turn), here[1] + 0.3 * math.cos(turn), here[2])
    assert finder.moves_to(0, here, [(end, 0.0)]) == [FORWARD] * 3
    finder.bump(0, here)
    around = finder.moves_to(0, here, [(end, 0.0)])
    assert around is not None and around.count(FORWARD) == 5 and len(around) > 7


@pytest.mark.parametrize(("half", "open_"), [(38, True), (41, False)])
def test_a_way_goes_up_to_four_metres_aside(half: int, open_: bool) -> None:
    """A wall across the way that is as wide as said: around its ends there is a way, if the window reaches that far."""
    finder = free_floor()
    finder.bumps[0, 155, 150 - half : 150 + half + 1] = True
    moves = finder.moves_to(0, HERE, [(pose(5.0, 7.0), 0.0)])
    assert (moves is not None) == open_
    turned = free_floor()
    turned.bumps[0, 150 - half : 150 + half + 1, 155] = True
    assert (turned.moves_to(0, HERE, [(pose(6.0, 6.0), 0.0)]) is not None) == open_


@pytest.mark.parametrize(("gap", "steps"), [(1, 10), (3, 10 + 2 * 5)])
def test_a_way_leads_through_gaps_that_are_wide_enough_for_the_body(gap: int, steps: int) -> None:
    """A row of things across the way has a gap half a metre aside: of 0.1 metres, or of 0.3 metres."""
    finder = free_floor()
    finder.things[0, 155] = np.abs(np.arange(300) - 150) > gap // 2
    finder.floor[0] = ~finder.things[0]
    moves = finder.moves_to(0, pose(5.5, 6.0, 0.0), [(pose(5.5, 7.0, 0.0), 0.0)])
    assert moves is not None and moves.count(FORWARD) == steps


def test_a_place_in_a_thing_stands_for_the_free_floor_before_it() -> None:
    finder = finder_at(HERE)
    finder.floor[:] = True
    column, row = finder._cell(0, HERE)
    finder.floor[0, row + 10 : row + 14, column - 30 : column + 30] = False  # a cupboard a metre ahead, 0.4 m deep
    finder.things[0, row + 10 : row + 14, column - 30 : column + 30] = True
    inside = np.array([5.0, 7.1, math.nan])
    moves = finder.moves_to(0, HERE, [(inside, 0.0)])
    assert moves is not None and set(moves) == {FORWARD} and 7 <= len(moves) <= 9
    free = np.array([5.0, 6.5, math.nan])
    assert finder.moves_to(0, HERE, [(free, 0.0)]) == [FORWARD] * 5
