"""Planner legs: each rule with a scripted wayfinder, and errands with known goals in every house."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from agent.scripts import ScriptedSeer
from houses import CHAI, Houses

from sightline.agent.aim import ACTED, LOOK_AGAIN, REACHED, Aim, Done, Event, Point
from sightline.agent.journey import SAME_AIM, UNWANTED, Journey
from sightline.agent.legs import TOO_LONG
from sightline.agent.look import Look
from sightline.agent.planner import AWAY, NO_WAY, OUT_OF_VIEW, PlannerLegs, _ends, _Way, poses_before
from sightline.agent.seers import GivenAims
from sightline.chai import generate_episode
from sightline.chai.dynamics import STRIDE
from sightline.chai.house import load_house
from sightline.chai.kind import Scene
from sightline.corpus.chai.commands import plain_commands
from sightline.corpus.examples import Example, examples_of
from sightline.geometry.types import Floats
from sightline.world import Step, World

CAMERA, GAIT = CHAI.view.camera, CHAI.gait
assert GAIT is not None
FORWARD, RIGHT, LEFT, STOP, INTERACT = range(5)
HERE = (5.0, 6.0, 0.0)  # looking north
AHEAD = (5.0, 1.0, 7.0)  # a thing that is in view from there
MAP = np.ones(1)
NAN = math.nan
REFUSALS = ("", "over", "too far")


# The rules, one by one


class Place:
    """A house of which legs need no more than where the agents stand."""

    camera, actions, refusals = CAMERA, CHAI.actions, REFUSALS

    def __init__(self, count: int = 1):
        self.pose, self.taken = np.array([HERE] * count), np.full(count, 7)

    def __len__(self) -> int:
        return len(self.pose)


class Finder:
    """Gives these ways in turn, and remembers the poses that it was asked to end at."""

    def __init__(self, *ways: list[int] | None):
        self.ways, self.ends = list(ways), list[list[tuple[list[float], float]]]()
        self.saw, self.bumps = list[list[int]](), list[tuple[int, list[float]]]()

    def moves_to(self, n: int, pose: Floats, ends: Sequence[tuple[Floats, float]]) -> list[int] | None:
        self.ends.append([(end.tolist(), cost) for end, cost in ends])
        return self.ways.pop(0)

    def see(self, look: Look) -> None:
        self.saw.append(look.which.tolist())

    def bump(self, n: int, pose: Floats) -> None:
        self.bumps.append((n, pose.tolist()))


def legs_with(*ways: list[int] | None, count: int = 1) -> tuple[Any, Finder]:
    legs, finder = PlannerLegs(CHAI, Place(count)), Finder(*ways)  # type: ignore[arg-type]
    legs._finder = finder  # type: ignore[assignment]
    return legs, finder


def set_out(legs: Any, aim: Aim, looks: int = 0) -> Event | None:
    event: Event | None = legs.set_out(0, aim, looks, np.zeros(2))
    return event


def step(moved: float = 0.1, refused: int = 0) -> Step:
    return Step(np.array([moved]), np.zeros(1), np.zeros(1, bool), np.array([refused]))


def take(legs: Any, moved: float = 0.1, refused: int = 0) -> tuple[int, Event | None]:
    """The action that the legs choose, and their event after it."""
    (action,) = legs.act([legs._ways[0].aim])
    return int(action), legs.after(np.array([action]), legs.world.pose, step(moved, refused)).get(0)


def thing(*alternatives: Point, **more: Any) -> Aim:
    """A thing ahead as a model sees it."""
    return Aim((5.0, 6.5), AHEAD, map=MAP, alternatives=alternatives, **more)


def test_every_aim_and_every_look_at_it_has_time() -> None:
    legs, _ = legs_with(count=2)
    assert legs.horizon(legs.world).tolist() == [7 + 16 * 3 * 120] * 2 and legs.channels == ("depth",)


def test_a_place_is_reached_at_the_end_of_the_way() -> None:
    legs, finder = legs_with([RIGHT, FORWARD])
    assert set_out(legs, Aim((5.3, 6.0, 90.0))) is None and finder.ends == [[([5.3, 6.0, 90.0], 0.0)]]
    assert take(legs, moved=0.0) == (RIGHT, None) and take(legs) == (FORWARD, REACHED)


def test_a_place_where_the_agent_stands_is_reached_at_once_and_one_without_a_way_is_given_up() -> None:
    legs, finder = legs_with([], None, None)
    assert set_out(legs, Aim((5.0, 6.0))) == REACHED
    assert finder.ends[0][0][0][:2] == [5.0, 6.0] and math.isnan(finder.ends[0][0][0][2])  # whatever the heading
    assert set_out(legs, Aim((99.0, 6.0))) == Event(True, failed=NO_WAY)


def test_a_place_that_something_occupies_is_reached_beside_it() -> None:
    legs, finder = legs_with([FORWARD], None, [])
    assert set_out(legs, Aim((5.0, 6.1))) is None
    assert take(legs, moved=0.0) == (FORWARD, REACHED)  # bumps into it, and stands next to it already
    ends, costs = np.array([end[:2] for end, _ in finder.ends[2]]), np.array([cost for _, cost in finder.ends[2]])
    off = np.hypot(*(ends - (5.0, 6.1)).T)
    assert off.max() < SAME_AIM + 1e-6 and costs[off.argmin()] == 0 and np.allclose(np.sort(off), np.sort(costs) / AWAY)


@pytest.mark.parametrize("looks", [0, 1])
def test_a_thing_that_a_model_saw_is_looked_at_again_from_where_the_agent_is_to_stand(looks: int) -> None:
    legs, finder = legs_with([FORWARD, FORWARD])
    assert set_out(legs, thing(), looks) is None
    ((end, cost),) = finder.ends[0]
    assert end[:2] == [5.0, 6.5] and math.isnan(end[2]) and cost == 0
    assert take(legs) == (FORWARD, None) and take(legs) == (FORWARD, LOOK_AGAIN)


@pytest.mark.parametrize(
    ("aim", "looks"),
    [(thing(), 2), (Aim((5.0, 6.5), AHEAD), 0), (Aim((5.0, 6.5, 90.0), AHEAD, map=MAP), 0)],
)
def test_a_thing_is_reached_for_at_once_after_two_more_looks_or_where_the_pose_is_known_or_given(
    aim: Aim, looks: int
) -> None:
    legs, finder = legs_with([FORWARD])
    assert set_out(legs, aim, looks) is None and not legs._ways[0].approaching
    assert take(legs) == (FORWARD, None) and len(finder.ends) == 1
    action, event = take(legs)
    row, column = CHAI.view.grid.in_view(np.array(HERE), np.array([5.0, 7.0]), 1.0)
    assert action == INTERACT + 32 * int(row) + int(column) and event == ACTED


@pytest.mark.parametrize("first", [[], None])
def test_a_thing_is_reached_for_where_the_agent_stands_there_already_or_cannot_come_closer(first: Any) -> None:
    legs, finder = legs_with(first, [])
    assert set_out(legs, thing()) is None and len(finder.ends) == 2 and not legs._ways[0].approaching
    assert take(legs)[1] == ACTED


def test_what_is_out_of_view_is_tried_from_another_pose() -> None:
    behind = Aim((5.0, 6.0, 0.0), (5.0, 1.0, 5.0))
    legs, finder = legs_with([], [RIGHT])
    assert set_out(legs, behind) is None
    assert finder.saw == [[0]] and legs._ways[0].moves == [RIGHT] and legs._ways[0].refusal == OUT_OF_VIEW
    legs, finder = legs_with([], None)
    assert set_out(legs, behind) == Event(True, failed=OUT_OF_VIEW)


def test_a_refused_interaction_is_tried_at_the_next_candidate_and_its_reason_is_kept() -> None:
    beside = (5.05, 1.0, 7.0)
    legs, finder = legs_with([], [], [], None)
    set_out(legs, thing(beside), looks=2)
    assert legs._ways[0].point == AHEAD
    assert take(legs, refused=2)[1] is None and legs._ways[0].point == beside
    assert take(legs, refused=2)[1] is None and legs._ways[0].point == AHEAD
    (pose, point), (again, other) = legs._ways[0].tried
    assert pose.tolist() == again.tolist() == list(HERE) and (point, other) == (AHEAD, beside) and finder.saw == [[0], [0]]
    assert take(legs, refused=2)[1] == Event(True, failed="too far")


def test_a_refused_interaction_is_given_up_after_eight_retries() -> None:
    legs, finder = legs_with(*[[]] * 9)
    set_out(legs, thing(), looks=2)
    for _ in range(8):
        assert take(legs, refused=2)[1] is None
    assert take(legs, refused=2)[1] == Event(True, failed="too far") and len(finder.saw) == 8


def test_a_retry_must_come_in_time() -> None:
    for taken, event in ((119, None), (120, Event(True, failed="too far"))):
        legs, _ = legs_with([], [])
        set_out(legs, thing(), looks=2)
        legs._ways[0].taken = taken
        assert take(legs, refused=2)[1] == event


def test_a_bump_is_noted_and_another_way_found() -> None:
    legs, finder = legs_with([FORWARD], [RIGHT, FORWARD], None, None)  # nor a way to beside it
    set_out(legs, Aim((5.0, 6.1)))
    assert take(legs, moved=0.0) == (FORWARD, None) and finder.bumps == [(0, list(HERE))]
    assert take(legs, moved=0.0) == (RIGHT, None) and len(finder.bumps) == 1  # a turn moves nobody
    assert take(legs, moved=0.0) == (FORWARD, Event(True, failed=NO_WAY))


def test_an_aim_that_takes_too_long_is_looked_at_again_and_then_given_up() -> None:
    for looks, event in ((0, LOOK_AGAIN), (1, LOOK_AGAIN), (2, Event(True, failed=TOO_LONG))):
        legs, _ = legs_with([FORWARD] * 200)
        set_out(legs, Aim((5.0, 26.0)), looks)
        assert [take(legs)[1] for _ in range(121)] == [None] * 120 + [event]


def test_an_interaction_with_the_first_cell_is_one() -> None:
    x, y = 5.0 + float(CAMERA.u(1)), CAMERA.eye + float(CAMERA.v(1))
    corner = Aim((5.0, 6.0, 0.0), (x, y, 7.0))  # at the top left of the view, one metre ahead
    legs, _ = legs_with([])
    assert set_out(legs, corner) is None and take(legs) == (INTERACT, ACTED)


def test_worlds_without_an_aim_stop_and_have_no_events() -> None:
    legs, _ = legs_with([FORWARD], count=2)
    aim = Aim((5.0, 6.1))
    legs.set_out(1, aim, 0, np.zeros(2))
    assert legs.act([None, aim]).tolist() == [STOP, FORWARD]
    both = Step(np.full(2, 0.1), np.zeros(2), np.zeros(2, bool), np.zeros(2, int))
    assert legs.after(np.array([STOP, FORWARD]), legs.world.pose, both) == {1: REACHED}


# Where to stand


def ends_of(aim: Aim, *tried: tuple[tuple[float, float, float], Point]) -> dict[tuple[float, ...], float]:
    way = _Way(aim, 0, tried=[(np.array(pose), point) for pose, point in tried])
    return {tuple(np.round(pose, 6).tolist()): cost for pose, cost in _ends(CAMERA, GAIT, way)}


def test_a_place_or_a_known_pose_is_where_the_way_ends() -> None:
    assert ends_of(Aim((1.0, 2.0, 90.0))) == ends_of(Aim((1.0, 2.0, 90.0), (1.0, 1.0, 3.0))) == {(1.0, 2.0, 90.0): 0.0}
    ((x, z, heading),) = ends_of(Aim((1.0, 2.0)))
    assert (x, z) == (1.0, 2.0) and math.isnan(heading)


@pytest.mark.parametrize(("away", "poses"), [(2.89, 100), (2.91, 1)])
def test_a_point_too_far_from_the_stand_is_not_what_was_meant(away: float, poses: int) -> None:
    """The hands reach 2.4 metres, and half a metre more is as good as the same place."""
    assert GAIT.reach == 2.4
    aim = Aim((1.0, 2.0), (1.0, 1.0, 2.0 + away))
    assert len(ends_of(aim)) >= poses and (len(ends_of(aim)) == 1) == (poses == 1)
    assert len(ends_of(aim, ((9.0, 9.0, 0.0), (1.0, 1.0, 2.0 + away)))) > 100  # unless it was tried before


def test_an_end_costs_how_far_it_is_from_the_stand_and_how_far_aside_the_point_is_seen() -> None:
    ends = ends_of(Aim((5.0, 6.3), AHEAD))
    assert ends[5.0, 6.2, 0.0] == pytest.approx(40 * 0.1) and ends[5.0, 6.3, 0.0] == pytest.approx(0.0)
    assert ends[5.2, 6.0, 0.0] == pytest.approx(40 * math.hypot(0.2, 0.3) + 4 * 0.2 / 1.0)
    known = ends_of(Aim((5.0, 6.3, 90.0), AHEAD), ((9.0, 9.0, 0.0), AHEAD))  # a heading that is known counts too
    assert known[5.0, 6.2, 0.0] == pytest.approx(40 * 0.1 + 4)
    assert known[4.2, 7.0, 90.0] == pytest.approx(40 * math.hypot(0.8, 0.7))


def test_the_same_point_is_not_tried_again_from_next_to_where_it_was_refused() -> None:
    other = (5.1, 1.0, 7.0)
    aim = Aim((5.0, 6.5), AHEAD, alternatives=(other,))
    ends = ends_of(aim, ((5.0, 6.2, 0.0), AHEAD), ((5.0, 5.5, 0.0), other))
    assert not {(5.0, 6.2, 0.0), (5.0, 6.1, 0.0), (5.1, 6.2, 0.0)} & ends.keys()
    assert {(5.0, 6.0, 0.0), (5.1, 6.1, 0.0), (5.0, 5.5, 0.0)} <= ends.keys()  # at the last pose it was another point
    turned = ends_of(aim, ((5.0, 6.2, 180.0), AHEAD), ((5.0, 5.5, 0.0), other))
    assert (5.0, 6.2, 0.0) in turned and turned.keys() > ends.keys()  # there it stood with its back to the point


@pytest.mark.parametrize("height", [0.3, 0.9, 1.55, 1.7])
def test_poses_before_a_point_see_it_within_reach(height: float) -> None:
    """The same pose by pose: 0.1 metres less than the reach, 0.3 metres ahead, and not at the edges of the view."""
    point, eye = (5.03, height, 6.04), CAMERA.eye
    half, top, bottom = float(CAMERA.u(128)), float(CAMERA.v(0)), float(CAMERA.v(128))
    expected = {}
    for i in range(20, 81):
        for j in range(30, 91):
            for heading, (s, c) in ((0.0, (0, 1)), (90.0, (1, 0)), (180.0, (0, -1)), (270.0, (-1, 0))):
                x, z = 0.1 * i, 0.1 * j
                ahead, side = (5.03 - x) * s + (6.04 - z) * c, (5.03 - x) * c - (6.04 - z) * s
                if ahead <= 0.3 or math.dist((x, eye, z), point) > 2.3 or abs(side / ahead) >= 0.9 * half:
                    continue
                if 0.95 * bottom < (height - eye) / ahead < 0.9 * top:
                    expected[round(x, 3), round(z, 3), heading] = abs(side / ahead)
    poses = {tuple(np.round(pose, 3).tolist()): aside for pose, aside in poses_before(CAMERA, GAIT, point)}
    assert len(expected) > 50 and poses == pytest.approx(expected)
    for pose in poses:
        row, column = CHAI.view.grid.in_view(np.array(pose), np.array([5.03, 6.04]), height)
        assert row >= 0 and column >= 0


# Errands in houses


def errands(world: World, seer: Any) -> Journey:
    return Journey(CHAI, world, seer, PlannerLegs(CHAI, world))


def given(examples: Sequence[Example]) -> GivenAims:
    return GivenAims([[Aim(goal.stand, goal.point) for goal in example.goals] for example in examples])


@pytest.fixture
def reaching(houses: Houses) -> Example:
    """An instruction that begins with a thing to reach for."""
    return houses.reaching[0]


def ahead(pose: Floats, far: float) -> tuple[float, float]:
    turn = math.radians(pose[2])
    return float(pose[0] + far * math.sin(turn)), float(pose[1] + far * math.cos(turn))


def test_given_goals_are_done(houses: Houses) -> None:
    world = houses.at_starts(houses.all_examples)
    path = errands(world, given(houses.all_examples)).finish()
    measured = world.metrics()
    assert world.stopped.all() and path.shape[1:] == (len(houses.all_examples), 3)
    assert measured["completed"].mean() > 0.9 and measured["manipulation_accuracy"].mean() > 95


def test_the_pose_to_reach_from_need_not_be_known(houses: Houses) -> None:
    """A stand that is a step off, without a heading: interactions are done from wherever they can be."""
    some = houses.reaching[:6]
    world = houses.at_starts(some)
    aims = [[Aim((goal.stand[0] + 0.1, goal.stand[1]), goal.point) for goal in e.goals] for e in some]
    errands(world, GivenAims(aims)).finish()
    assert world.metrics()["manipulation_accuracy"].mean() > 60


def test_an_alternative_is_tried_when_the_first_point_is_refused(houses: Houses) -> None:
    """The first point is on the wall far above the thing that is meant."""
    some = houses.reaching[:4]
    world = houses.at_starts(some)
    aims = []
    for example in some:
        goal = example.goals[0]
        assert goal.point is not None
        aims.append([Aim(goal.stand, (goal.point[0], 1.95, goal.point[2]), alternatives=(goal.point,))])
    errands(world, GivenAims(aims)).finish()
    assert sum(len(done) for done in world.done) >= 3  # type: ignore[attr-defined]


def test_a_thing_is_looked_at_again_from_where_it_can_be_reached(houses: Houses, reaching: Example) -> None:
    """The second look, from the place that the first one gave, finds the thing."""
    goal, world, asked_at = reaching.goals[0], houses.at_starts([reaching]), []
    stand = goal.stand[:2]

    def answer(n: int, done: Sequence[Done], held: Aim | None) -> Aim | None:
        asked_at.append(world.pose[0, :2].copy())
        return None if done else Aim(stand, goal.point if held else (stand[0], 0.0, stand[1]), map=MAP)

    errands(world, ScriptedSeer(answer=answer)).finish()
    assert math.dist(asked_at[1], stand) < 0.06 and len(world.done[0]) == 1  # type: ignore[attr-defined]


def test_the_agent_turns_to_a_thing_that_is_out_of_view_before_it_reaches_for_it(houses: Houses, reaching: Example) -> None:
    """The aim says to stand with the back to it."""
    goal, world = reaching.goals[0], houses.at_starts([reaching])
    x, z, heading = goal.stand
    journey = errands(world, GivenAims([[Aim((x, z, (heading + 180.0) % 360.0), goal.point)]]))
    journey.finish()
    assert sum(action >= INTERACT for (action,) in journey.actions) == 1
    assert len(world.done[0]) == 1  # type: ignore[attr-defined]


def test_every_aim_can_be_seen_before_anything_is_done_for_it(houses: Houses, reaching: Example) -> None:
    """Also one that comes because the one before cannot be seen from anywhere: it is high above the roof."""
    goal, world = reaching.goals[0], houses.at_starts([reaching])
    assert goal.point is not None
    high = Aim(goal.stand, (goal.point[0], 9.0, goal.point[2]))
    journey = errands(world, GivenAims([[high, Aim((world.pose[0, 0] + 0.3, world.pose[0, 1]))]]))
    aims = []
    while not world.over[0]:
        if journey.look():
            aims.append(journey.courses[0].aim)
        journey.step()
    assert [ended.aim for ended in journey.courses[0].ended] == aims and len(aims) == 2
    assert journey.courses[0].ended[0].failed == OUT_OF_VIEW


def test_an_aim_that_cannot_be_reached_is_given_up(houses: Houses) -> None:
    world = houses.at_starts(houses.all_examples[:1])
    x, z, _ = world.pose[0]
    errands(world, GivenAims([[Aim((x, z), (x, 20.0, z)), Aim((x, z))]])).finish()
    assert world.stopped[0] and len(world.done[0]) == 0  # type: ignore[attr-defined]


def test_an_aim_that_was_given_up_has_its_reason(houses: Houses) -> None:
    world = houses.at_starts(houses.all_examples[:1] * 2)
    x, z, heading = world.pose[0]
    wall = world.locate([3, 3], [4, 4], [16, 16]).point[0]  # straight ahead, above the horizon
    journey = errands(world, GivenAims([[Aim((x, z, heading), tuple(wall.tolist()))], [Aim((x + 400.0, z))]]))
    journey.finish()
    refused, nowhere = (course.ended[0] for course in journey.courses)
    assert refused.failed in world.refusals[2:] and not refused.interaction and nowhere.failed == NO_WAY


def test_aims_can_be_seen_replaced_and_skipped_before_they_are_gone_for(houses: Houses) -> None:
    """Four worlds side by side: the first is let go, the second gets another place, the third skips, the fourth stops."""
    world = houses.at_starts(houses.all_examples[:1] * 4)
    x, z, heading = world.pose[0]
    aims = [Aim(ahead(world.pose[0], 0.2)), Aim(ahead(np.array([x, z, heading + 90.0]), 0.2))]
    journey = errands(world, GivenAims([aims] * 4))
    assert journey.look() == [0, 1, 2, 3] and journey.look() == []
    assert all(course.aim is aims[0] for course in journey.courses)
    assert (world.taken == 0).all()  # nobody goes before step()
    journey.aim(1, aims[1])
    journey.skip(2)
    journey.stop(3)
    path = journey.finish()
    assert world.stopped.all() and path.shape == (len(journey.actions) + 1, 4, 3)
    first, second, third, fourth = (course.ended for course in journey.courses)
    assert [ended.aim for ended in first] == aims and not any(ended.failed for ended in first)
    assert [ended.aim for ended in second] == [aims[1]] * 2  # the second aim is where it is already
    assert third[0].failed == UNWANTED and [ended.aim for ended in third] == aims
    assert fourth == [] and (path[:, 3] == path[0, 3]).all()


def test_the_same_aim_is_not_given_up_for_ever(houses: Houses) -> None:
    world = houses.at_starts(houses.all_examples[:1])
    x, z, _ = world.pose[0].tolist()
    journey = errands(world, ScriptedSeer(answer=lambda n, done, held: Aim((x + 400.0, z), map=MAP)))
    journey.finish()
    assert [ended.failed for ended in journey.courses[0].ended] == [NO_WAY] * 6 and world.stopped[0]


def test_agents_that_are_done_wait_for_the_others(houses: Houses) -> None:
    """One runs out of actions on its way, one is stopped by a person, and the third walks on."""
    world = houses.at_starts(houses.all_examples[:1] * 3)
    aims = [[Aim(ahead(world.pose[0], 0.3 if n < 2 else -1.0))] for n in range(3)]
    journey = errands(world, GivenAims(aims))
    journey.look()
    world.horizon = np.array([2, 99, 99])
    journey.stop(1)
    path = journey.finish()
    assert world.stopped.tolist() == [False, True, True] and world.taken.tolist() == [2, 0, 12]
    assert [len(course.ended) for course in journey.courses] == [0, 0, 1]
    assert math.dist(path[-1, 2, :2], aims[2][0].stand) < 0.01


def test_an_aim_that_is_still_far_off_is_looked_at_again_from_there() -> None:
    """From one corner of a house far into it, which takes more actions than there are for one look."""
    house = load_house(4)
    reachable = STRIDE * np.argwhere(house.ground.reachable)[:, ::-1]  # x, z
    start = reachable[reachable.sum(1).argmin()]
    near = reachable[np.abs(reachable - start).max(1) < 9]  # metres to the right, and as many ahead
    x, z = near[near.sum(1).argmax()].tolist()
    world = CHAI.make()
    world.reset([generate_episode(0, house, start=(float(start[0]), float(start[1]), 0.0), goal=(x, z))])
    assert world.distances()[0] > STRIDE * 120
    journey = errands(world, GivenAims([[Aim((x, z))]]))
    journey.finish()
    (ended,) = journey.courses[0].ended
    assert ended.failed == "" and ended.looks == 1 and world.distances()[0] < 0.5


def test_goals_may_lead_through_the_whole_house() -> None:
    """Room by room, farther than one look at the floor shows."""
    scene = Scene(5, 1, load_house(5).fingerprint)
    paragraphs = [made for k in (12, 13, 46, 51) if (made := plain_commands(Random(k), scene)) is not None]
    examples = examples_of(paragraphs)
    far = [e for e in examples if max(abs(g.stand[k] - e.segment.start[k]) for g in e.goals for k in (0, 1)) > 15]
    assert far
    world = CHAI.make()
    world.reset([example.episode for example in far])
    errands(world, given(far)).finish()
    assert world.metrics()["completed"].all()
