"""Errands with known goals: in every house they are walked to and done, by what is seen of the floor alone."""

import math
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from sightline.agent.errands import (
    FOR_EACH,
    NO_WAY,
    OUT_OF_VIEW,
    UNWANTED,
    VAIN,
    Aim,
    Done,
    Errands,
    poses_before,
    run_errands,
    told,
)
from sightline.agent.wayfinding import Wayfinder, nearest_behind, points_behind
from sightline.chai import generate_episode
from sightline.chai.dynamics import STRIDE
from sightline.chai.house import load_house
from sightline.chai.kind import Scene
from sightline.corpus.chai.commands import plain_commands
from sightline.corpus.examples import examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.world import World, kind_of

CHAI = kind_of("chai")
PARAGRAPHS = [stream_paragraph(corpus_kind("chai"), 5, k) for k in range(3)]
EXAMPLES = examples_of(PARAGRAPHS)


def test_told_goals_are_done() -> None:
    world = CHAI.make()
    world.reset([example.episode for example in EXAMPLES])
    path = run_errands(CHAI, world, told([[Aim(goal.stand, goal.point) for goal in e.goals] for e in EXAMPLES]))
    measured = world.metrics()
    assert world.stopped.all() and path.shape[1:] == (len(EXAMPLES), 3)
    assert measured["completed"].mean() > 0.9 and measured["manipulation_accuracy"].mean() > 95


def test_nobody_needs_to_know_where_to_stand() -> None:
    """A place a step off, without a heading: interactions are done from wherever they can be."""
    some = [example for example in EXAMPLES if example.goals[0].point is not None][:6]
    world = CHAI.make()
    world.reset([example.episode for example in some])
    aims = [[Aim((goal.stand[0] + 0.1, goal.stand[1]), goal.point) for goal in e.goals] for e in some]
    run_errands(CHAI, world, told(aims))
    assert world.metrics()["manipulation_accuracy"].mean() > 60


def test_what_it_may_be_instead_is_tried_when_the_first_is_refused() -> None:
    """The first point is on the wall far above the thing that is meant."""
    some = [example for example in EXAMPLES if example.goals[0].point is not None][:4]
    world = CHAI.make()
    world.reset([example.episode for example in some])
    aims = []
    for example in some:
        goal = example.goals[0]
        assert goal.point is not None
        x, _, z = goal.point
        aims.append([Aim(goal.stand, (x, 1.95, z), (goal.point,))])
    run_errands(CHAI, world, told(aims))
    assert sum(len(done) for done in world.done) >= 3  # type: ignore[attr-defined]


def test_what_is_to_be_reached_for_is_looked_for_again_from_there() -> None:
    """The second look, from the place that the first one gave, finds the thing; where to stand is then no longer asked."""
    example = next(example for example in EXAMPLES if example.goals[0].point is not None)
    goal = example.goals[0]
    world = CHAI.make()
    world.reset([example.episode])
    asked_at = []

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        asked_at.append(world.pose[0, :2].copy())
        assert goal.point is not None
        stand = (goal.stand[0], goal.stand[1])
        if done[0]:
            return [None]
        return [Aim(stand, goal.point if len(asked_at) > 1 else (stand[0], 0.0, stand[1]))]

    run_errands(CHAI, world, eyes)
    assert math.dist(asked_at[1], goal.stand[:2]) < 0.06
    assert len(world.done[0]) == 1  # type: ignore[attr-defined]


def test_what_the_agent_has_come_for_is_done_though_all_seems_done_from_there() -> None:
    example = next(example for example in EXAMPLES if example.goals[0].point is not None)
    goal = example.goals[0]
    world = CHAI.make()
    world.reset([example.episode])
    looks = []

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        looks.append(len(done[0]))
        return [Aim((goal.stand[0], goal.stand[1]), goal.point) if len(looks) == 1 else None]

    run_errands(CHAI, world, eyes)
    assert looks == [0, 0, 1] and len(world.done[0]) == 1  # type: ignore[attr-defined]


def test_hands_are_only_laid_on_what_is_in_view() -> None:
    """Told to stand with the back to the thing, the agent turns around before it reaches for it."""
    example = next(example for example in EXAMPLES if example.goals[0].point is not None)
    goal = example.goals[0]
    x, z, heading = goal.stand
    world = CHAI.make()
    world.reset([example.episode])
    errands = Errands(CHAI, world, told([[Aim((x, z, (heading + 180.0) % 360.0), goal.point)]]))
    errands.finish()
    reached = [action for (action,) in errands.actions if action >= world.actions.index("interact")]
    assert len(reached) == 1 and len(world.done[0]) == 1  # type: ignore[attr-defined]


def test_every_goal_can_be_seen_before_anything_is_done_for_it() -> None:
    """Also one that comes because the one before cannot be seen from anywhere: it is high above the roof."""
    example = next(example for example in EXAMPLES if example.goals[0].point is not None)
    goal = example.goals[0]
    assert goal.point is not None
    x, _, z = goal.point
    world = CHAI.make()
    world.reset([example.episode])
    walk = Aim((world.pose[0, 0] + 0.3, world.pose[0, 1]))
    errands = Errands(CHAI, world, told([[Aim(goal.stand, (x, 9.0, z)), walk]]))
    aims = []
    while not world.over[0]:
        if errands.look():
            aims.append(errands.errands[0].aim)
        errands.step()
    assert [ended.aim for ended in errands.errands[0].ended] == aims and len(aims) == 2
    assert errands.errands[0].ended[0].failed == OUT_OF_VIEW


def test_a_thing_that_is_out_of_sight_from_close_by_is_where_it_was_seen() -> None:
    """The second look does not show it any more, and its guess is high up on the wall."""
    example = next(example for example in EXAMPLES if example.goals[0].point is not None)
    goal = example.goals[0]
    world = CHAI.make()

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        assert goal.point is not None
        stand, (x, _, z) = (goal.stand[0], goal.stand[1]), goal.point
        if done[0]:
            return [None]
        if math.dist(world.pose[0, :2], stand) > 0.3:
            return [Aim(stand, goal.point)]
        return [Aim(stand, (x, 1.95, z), unseen=True)]

    world.reset([example.episode])
    errands = Errands(CHAI, world, eyes)
    errands.finish()
    assert len(world.done[0]) == 1  # type: ignore[attr-defined]
    assert errands.errands[0].ended[0].aim.remembered


def test_a_goal_that_cannot_be_reached_is_given_up() -> None:
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode])
    x, z, _ = world.pose[0]
    run_errands(CHAI, world, told([[Aim((x, z), (x, 20.0, z)), Aim((x, z))]]))
    assert world.stopped[0] and len(world.done[0]) == 0  # type: ignore[attr-defined]


def test_points_behind_pixels_are_where_the_world_says_they_are() -> None:
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode])
    depth = np.asarray(world.panorama(("depth",))["depth"])[0]
    points = points_behind(world.camera, world.pose[0], depth, np.arange(2, 128, 4), np.arange(2, 768, 4)).reshape(
        32, 192, 3
    )
    for view, row, column in ((3, 20, 5), (0, 12, 30), (5, 28, 17)):
        there = world.locate([view], [row], [column]).point[0]
        seen = points[row, 32 * view + column]
        assert math.dist(seen, there) < 0.05 * max(1.0, math.dist(there, (world.pose[0, 0], 1.5, world.pose[0, 1])))


def test_what_was_bumped_into_is_not_walked_through_again() -> None:
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode])
    finder = Wayfinder(CHAI, world)
    pose = world.pose[0].copy()
    ahead = np.array([pose[0], pose[1], pose[2]])
    moves = finder.moves_to(0, pose, [(_ahead(pose, 0.3), 0.0)])
    assert moves == [0, 0, 0]
    finder.bump(0, ahead)
    around = finder.moves_to(0, pose, [(_ahead(pose, 0.3), 0.0)])
    assert around is not None and around.count(0) == 5 and len(around) > 7


def _ahead(pose: np.ndarray, far: float) -> np.ndarray:
    turn = math.radians(pose[2])
    return np.array([pose[0] + far * math.sin(turn), pose[1] + far * math.cos(turn), pose[2]])


@pytest.mark.parametrize("height", [0.3, 0.9, 1.6])
def test_poses_before_a_point_see_it_within_reach(height: float) -> None:
    assert CHAI.gait is not None
    point = (5.0, height, 6.0)
    poses = poses_before(CHAI.view.camera, CHAI.gait, point)
    assert len(poses) > 50
    for pose, aside in poses[::7]:
        row, column = CHAI.view.grid.in_view(pose, np.array([5.0, 6.0]), height)
        assert row >= 0 and column >= 0 and 0 <= aside < 0.6
        assert math.dist((pose[0], CHAI.view.camera.eye, pose[1]), point) <= CHAI.gait.reach


def test_what_was_drawn_on_another_device_is_fetched() -> None:
    class There:
        """An array that must be asked for."""

        def __init__(self, array: np.ndarray) -> None:
            self.array = array

        def cpu(self) -> np.ndarray:
            return self.array

        def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
            raise TypeError("this is on another device")

    world = CHAI.make()
    world.reset([EXAMPLES[0].episode])
    cells = np.array([20 * 192 + 100])
    points, plain, far = nearest_behind(world, cells), Wayfinder(CHAI, world), Wayfinder(CHAI, world)
    plain.look(world)
    draw = world.panorama
    world.panorama = lambda channels, where=None: {"depth": There(draw(channels, where)["depth"])}  # type: ignore[method-assign, assignment]
    np.testing.assert_array_equal(nearest_behind(world, cells), points)
    np.testing.assert_array_equal(nearest_behind(world, np.stack([cells, cells], axis=1)), points[:, None].repeat(2, 1))
    far.look(world)
    np.testing.assert_array_equal(far.floor, plain.floor)
    assert far.floor.any()


def test_goals_can_be_seen_changed_and_skipped_before_they_are_gone_to() -> None:
    """Worlds side by side: the first is let go, the second is told another place, the third skips, the fourth stops."""
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode] * 4)
    x, z, heading = world.pose[0]
    places = [_ahead(world.pose[0], 0.2), _ahead(np.array([x, z, heading + 90.0]), 0.2)]
    goals = [Aim((float(place[0]), float(place[1]))) for place in places]
    errands = Errands(CHAI, world, told([goals] * 4))
    assert errands.look() == [0, 1, 2, 3] and errands.look() == []
    assert all(errand.aim == goals[0] for errand in errands.errands)
    assert (world.taken == 0).all()  # nobody goes before step()
    errands.aim(1, goals[1])
    errands.skip(2)
    errands.stop(3)
    path = errands.finish()
    assert world.stopped.all() and path.shape == (len(errands.actions) + 1, 4, 3)
    first, second, third, fourth = (errand.ended for errand in errands.errands)
    assert [ended.aim for ended in first] == goals and not any(ended.failed for ended in first)
    assert [ended.aim for ended in second] == [goals[1]] * 2  # the second goal is where it is already
    assert third[0].failed == UNWANTED and [ended.aim for ended in third] == goals
    assert fourth == [] and (path[:, 3] == path[0, 3]).all()


def test_what_was_given_up_has_its_reason() -> None:
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode] * 2)
    x, z, heading = world.pose[0]
    wall = world.locate([3, 3], [4, 4], [16, 16]).point[0]  # straight ahead, above the horizon
    far = Aim((x, z, heading), (float(wall[0]), float(wall[1]), float(wall[2])))
    errands = Errands(CHAI, world, told([[far], [Aim((x + 400.0, z))]]))
    errands.finish()
    refused, nowhere = (errand.ended[0] for errand in errands.errands)
    assert refused.failed in world.refusals[2:] and not refused.interaction
    assert nowhere.failed == NO_WAY


def test_a_goal_that_is_still_far_off_is_looked_for_again_from_there() -> None:
    """From one corner of a house far into it, which takes more actions than there are for one look."""
    house = load_house(4)
    reachable = STRIDE * np.argwhere(house.ground.reachable)[:, ::-1]  # x, z
    start = reachable[reachable.sum(1).argmin()]
    near = reachable[np.abs(reachable - start).max(1) < 9]  # metres to the right, and as many ahead
    end = near[near.sum(1).argmax()]
    world = CHAI.make()
    episode = generate_episode(0, house, start=(float(start[0]), float(start[1]), 0.0), goal=(float(end[0]), float(end[1])))
    world.reset([episode])
    assert world.distances()[0] > STRIDE * FOR_EACH
    errands = Errands(CHAI, world, told([[Aim((float(end[0]), float(end[1])))]]))
    errands.finish()
    assert errands.errands[0].ended[0].failed == "" and world.distances()[0] < 0.5


def test_goals_may_lead_through_the_whole_house() -> None:
    """Room by room, farther than one look at the floor shows."""
    scene = Scene(5, 1, load_house(5).fingerprint)
    paragraphs = [made for k in (12, 13, 46, 51) if (made := plain_commands(Random(k), scene)) is not None]
    examples = examples_of(paragraphs)
    far = [e for e in examples if max(abs(g.stand[k] - e.segment.start[k]) for g in e.goals for k in (0, 1)) > 15]
    assert far
    world = CHAI.make()
    world.reset([example.episode for example in far])
    run_errands(CHAI, world, told([[Aim(goal.stand, goal.point) for goal in e.goals] for e in far]))
    assert world.metrics()["completed"].all()


def test_what_is_known_is_kept_while_it_is_near() -> None:
    house = load_house(5)
    reachable = STRIDE * np.argwhere(house.ground.reachable)[:, ::-1]  # x, z
    start = reachable[reachable[:, 0].argmin()]
    world = CHAI.make()
    world.reset([generate_episode(0, house, start=(*start.tolist(), 90.0), goal=(float(start[0]), float(start[1])))])
    finder = Wayfinder(CHAI, world)
    finder.bump(0, world.pose[0])
    for far, known in ((5.0, True), (12.0, True), (2.0, True), (17.0, False), (0.0, False)):
        world.pose[0, :2] = reachable[np.abs(reachable[:, 0] - start[0] - far).argmin()]
        finder.look(world)
        rows, columns = np.nonzero(finder.bumps[0])
        assert len(rows) == known
        if known:  # where it was, seen from the new middle
            place = STRIDE * (finder.first[0] + (columns[0], rows[0]))
            np.testing.assert_allclose(place, start + np.array([STRIDE, 0.0]), atol=1e-9)


def test_the_same_goal_is_not_given_up_for_ever() -> None:
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode])
    x, z, _ = world.pose[0].tolist()

    def eyes(world: World, which: Sequence[int], done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        return [Aim((x + 400.0, z)) for _ in which]

    errands = Errands(CHAI, world, eyes)
    errands.finish()
    assert [ended.failed for ended in errands.errands[0].ended] == [NO_WAY] * VAIN and world.stopped[0]
