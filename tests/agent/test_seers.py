"""Seers: what a model is asked and what its maps come to, by models that say what a test wants."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from agent.scripts import LANI, empty_field, seen
from houses import CHAI, Houses
from torch import Tensor

from sightline.agent.aim import Aim
from sightline.agent.journey import Journey
from sightline.agent.look import Look
from sightline.agent.planner import PlannerLegs
from sightline.agent.seers import (
    GivenAims,
    GoalPredictor,
    GoalSeer,
    NextSeer,
    TypedSeer,
    aims_at_cells,
    likeliest_cells,
    points_of,
)  # fmt: skip
from sightline.agent.wayfinding import nearest_behind, points_of_cells
from sightline.geometry import origin_of
from sightline.geometry.rings import RINGS
from sightline.language import Vocabulary
from sightline.models.done import done_of
from sightline.models.goal_map import AS_IT_IS
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.pretrained import load_model, save_model
from sightline.world import Kind, World

CPU = torch.device("cpu")
WORDS = Vocabulary.of(["go", "on", "."])
UNSEEN = LANI.view.grid.out_of_sight  # 6144, the same in both worlds
WALK, REACH, END = 0, 1, 2
Logits = dict[int, float]


@dataclass
class Model:
    """Says the same of every world: logits by class, 0 for the others; and remembers what it was asked."""

    goal: Logits = field(default_factory=dict)
    way: Sequence[Logits] = ()
    next: int | None = None  # the type that comes next, END once as many goals are done as `until`
    until: int = 1
    point: Logits = field(default_factory=dict)
    readout: str = "cell"
    calibration: tuple[float, float, float] = AS_IT_IS
    reach_calibration: tuple[float, float, float] | None = None
    names_items: bool = False
    shows: bool = False
    spells: bool = False
    in_half: bool = False
    looks_again: bool = True
    asked: list[dict[str, Any]] = field(default_factory=list)

    @property
    def says_next(self) -> bool:
        return self.next is not None

    def __call__(
        self, pictures: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None, **given: Tensor
    ) -> dict[str, Tensor]:
        self.asked.append(dict(pictures=pictures, words=words, lengths=lengths, anywhere=anywhere, **given))
        count = len(pictures)
        classes = LANI.view.rings.count if self.readout == "rings" else UNSEEN + 1
        outputs = {"goal": logits(count, classes, self.goal)}
        if self.way:
            outputs["way"] = torch.stack([logits(count, LANI.view.rings.count + 1, each) for each in self.way], 1)
        if self.next is not None:
            ended = given["done"][..., 3].sum(1) >= self.until
            outputs["next"] = 9.0 * torch.nn.functional.one_hot(torch.where(ended, END, self.next), 3)
            outputs["point"] = logits(count, UNSEEN + 1, self.point)
        return outputs


def logits(count: int, classes: int, values: Logits) -> Tensor:
    filled = torch.zeros(count, classes)
    for index, value in values.items():
        filled[:, index] = value
    return filled


def predictor(model: Any, kind: Kind = LANI) -> GoalPredictor:
    return GoalPredictor(kind, model, WORDS, CPU)


@pytest.fixture
def field_look() -> Look:
    return Look(empty_field((25.0, 30.0), (25.0, 30.0)), [0, 1])


@pytest.fixture
def house(houses: Houses) -> World:
    """Worlds before each goal of a paragraph."""
    return houses.at_stages()


# The predictor


def test_a_model_sees_the_panorama_and_reads_the_words_as_said_where_they_were_said(field_look: Look) -> None:
    model = Model({7: math.log(3)})
    field_look.said_at = np.array([[20.0, 12.0, 90.0], [25.0, 10.0, 0.0]])
    maps = predictor(model).maps(field_look)
    (asked,) = model.asked
    assert asked["pictures"].shape == (2, 3, 128, 768) and 0 <= asked["pictures"].min() < asked["pictures"].max() <= 1
    assert asked["words"].tolist() == [WORDS.ids(["go", "on", "."])] * 2 and asked["lengths"].tolist() == [3, 3]
    np.testing.assert_allclose(asked["origins"], origin_of(field_look.said_at, field_look.poses), atol=1e-6)
    assert asked["anywhere"] is None and "done" not in asked
    assert maps["goal"].shape == (2, 6145) and maps["goal"].sum(1) == pytest.approx([1.0, 1.0], abs=1e-4)
    assert maps["goal"][:, 7] / maps["goal"][:, 8] == pytest.approx([3.0, 3.0], rel=1e-5)


def test_a_model_hears_what_may_be_reached_for_and_what_is_done(field_look: Look) -> None:
    model = Model()
    done = [[(25.0, 12.0, True)], []]
    predictor(model).maps(field_look, np.array([True, False]), done)
    assert model.asked[0]["anywhere"].tolist() == [True, False]
    np.testing.assert_allclose(model.asked[0]["done"], done_of(field_look.poses, done), atol=1e-6)


def test_words_without_letters_are_one_unknown_word(field_look: Look) -> None:
    model = Model(spells=True)
    predictor(model).maps(field_look)
    assert model.asked[0]["words"].shape[:2] == (2, 3) and model.asked[0]["words"].dim() == 3  # by their letters


def test_confidence_is_the_share_of_the_map_near_the_target(houses: Houses) -> None:
    """On the ground or in space, in any row of a look, times how likely such an aim is."""
    world = houses.at_starts(houses.all_examples[:2])
    look, cell, behind = Look(world, [0, 1], channels=("depth",)), 20 * 192 + 100, 20 * 192
    us = predictor(Model(readout="rings"), CHAI)
    x, y, z = points_of_cells(look, 1)[cell].tolist()
    np.testing.assert_allclose(world.locate([3, 3], [20, 20], [4, 4]).point[1], (x, y, z), atol=0.1)
    cells, ground = np.zeros(UNSEEN + 1), np.zeros(CHAI.view.rings.count)
    cells[[cell, behind]] = 0.6, 0.4
    place = CHAI.view.rings.points(world.pose[1:2], CHAI.view.bounds, 1)[0, 5 * 192 + 7, 0]
    ground[5 * 192 + 7] = 1.0
    row, sure = np.array([1]), np.array([1.0])
    assert us.confidence(look, row, cells[None], [(x, y, z)], sure) == pytest.approx([0.6])
    assert us.confidence(look, row, cells[None], [(x, y, z)], 0.5 * sure) == pytest.approx([0.3])
    assert us.confidence(look, row, ground[None], [tuple(place)], sure) == pytest.approx([0.999])  # clipped
    maps = np.stack([np.resize(ground, len(cells)), cells])  # both at once, in the same row of the look
    maps[0, len(ground) :] = 0
    both = predictor(Model(), CHAI).confidence(look, np.array([1, 1]), maps, [(0.0, 0.0), (x, y, z)], np.ones(2))
    assert both == pytest.approx([0.001, 0.6])


def test_confidence_falls_with_long_instructions() -> None:
    """The calibration of a model says how much, for those of more than 14 words."""
    world = empty_field((25.0, 30.0), (25.0, 30.0))
    world.reset([replace(world.episodes[0], instruction="on " * count) for count in (14, 28)])
    model = Model({UNSEEN: 0.0}, calibration=(1.0, -2.0, 0.0))
    maps = np.zeros((2, UNSEEN + 1))
    maps[:, UNSEEN] = 0.8  # where the agent stands
    maps[:, 20 * 192 + 16] = 0.2  # behind it
    look = Look(world, [0, 1])
    short, long = predictor(model).confidence(look, np.arange(2), maps, [(25.0, 10.0)] * 2, np.ones(2))
    assert short == pytest.approx(0.8) and math.log(long / (1 - long)) == pytest.approx(math.log(4) - 2 * math.log(2))


# Fields: one look gives the whole plan

NORTH = 112  # the column of the panorama that looks a little to the right of straight ahead


def ring(k: int) -> int:
    return k * 192 + NORTH


def test_a_plan_is_the_waypoints_and_the_goal(field_look: Look) -> None:
    model = Model({ring(14): 50.0}, [{ring(6): 50.0}, {ring(10): 50.0}, {LANI.view.rings.count: 50.0}], readout="rings")
    seer, nothing = GoalSeer(predictor(model)), [None, None]
    first = seer.next(field_look, [[], []], nothing)
    plan = seer.plans[0]
    assert [aim.waypoint for aim in plan] == [True, True, False] and seer.channels == ("rgb",)
    assert [aim.stand[1] for aim in plan] == sorted(aim.stand[1] for aim in plan) and first[0] is plan[0]
    away = LANI.view.rings.distances()
    for aim, k in zip(plan, (6, 10, 14), strict=True):
        assert math.dist(aim.stand, (25.0, 10.0)) == pytest.approx(away[k].mean(), rel=0.1)
        assert aim.seen_from is not None and aim.seen_from.tolist() == [25.0, 10.0, 0.0] and aim.in_sight
    assert plan[2].confidence == pytest.approx(0.999) and plan[2].map is not None and plan[2].map.argmax() == ring(14)
    done = [[(0.0, 0.0, False)] * k for k in (1, 2)]
    assert seer.next(field_look, done, nothing) == [plan[1], seer.plans[1][2]]
    assert seer.next(field_look, [done[1] + done[0], []], nothing) == [None, seer.plans[1][0]]
    assert len(model.asked) == 1  # one look is enough


@pytest.mark.parametrize(
    ("readout", "class_", "in_sight"),
    [("cell", 20 * 192 + 112, True), ("cell", UNSEEN, False), ("rings", 191, False), ("rings", 192, True)],
)
def test_a_goal_where_the_agent_stands_is_not_in_sight(field_look: Look, readout: str, class_: int, in_sight: bool) -> None:
    (aim, _) = GoalSeer(predictor(Model({class_: 50.0}, readout=readout))).next(field_look, [[], []], [None, None])
    assert aim is not None and aim.in_sight == in_sight and aim.point is None
    assert (math.dist(aim.stand, (25.0, 10.0)) < 0.5) == (not in_sight)


def test_only_worlds_that_need_it_are_looked_at(field_look: Look) -> None:
    model = Model({20 * 192 + 112: 50.0})
    seer = GoalSeer(predictor(model))
    seer.plans[0] = [seen(1.0, 1.0, 0.5)]
    aims = seer.next(field_look, [[], []], [None, None])
    assert aims[0] is seer.plans[0][0] and len(model.asked[0]["pictures"]) == 1
    seer.next(field_look, [[], []], [aims[0], None])
    assert len(model.asked[1]["pictures"]) == 1 and seer.plans[0][0].stand == seer.plans[1][0].stand  # it is surer now


@pytest.mark.parametrize(("change", "replaced"), [(-0.1, True), (0.0, True), (0.0001, False)])
def test_an_aim_that_is_looked_at_again_is_replaced_by_one_that_is_as_sure(change: float, replaced: bool) -> None:
    world = empty_field((25.0, 30.0), (25.0, 30.0))
    seer = GoalSeer(predictor(Model({20 * 192 + 112: 9.0})))
    (new, _) = seer.next(Look(world, [0, 1]), [[], []], [None, None])
    assert new is not None and 0.3 < new.confidence < 0.7
    way, old = seen(25.0, 20.0, waypoint=True), seen(3.0, 4.0, new.confidence + change)
    seer.plans = {0: [way, old], 1: [seen(9.0, 9.0)]}
    world.pose[0, 2] = 360.0  # it has turned around once
    (aim, _) = seer.next(Look(world, [0, 1]), [[(25.0, 20.0, False)], []], [old, None])
    assert aim is not None and aim is seer.plans[0][1] and seer.plans[0][0] is way
    assert (aim.stand == (3.0, 4.0)) != replaced and aim.confidence == pytest.approx(max(old.confidence, new.confidence))
    assert aim.seen_from is not None and aim.seen_from.tolist() == [25.0, 10.0, 360.0]  # the next half is counted from here


@pytest.mark.parametrize(
    ("goal", "confidence", "at", "doubtful"),
    [
        ((25.0, 30.0), 0.59, 20.1, True),
        ((25.0, 30.0), 0.59, 20.0, False),  # not half way yet
        ((25.0, 30.0), 0.6, 20.1, False),  # sure enough, and not farther than 20 units
        ((25.0, 30.1), 1.0, 20.2, True),
        ((25.0, 30.1), 1.0, 20.0, False),
    ],
)
def test_an_unsure_or_far_goal_is_doubted_from_half_way_on(
    goal: tuple[float, float], confidence: float, at: float, doubtful: bool
) -> None:
    seer, pose = GoalSeer(predictor(Model())), np.array([25.0, at, 0.0])
    aim = seen(*goal, confidence)
    assert seer.doubts(aim, pose) == doubtful
    assert not seer.doubts(seen(*goal, confidence, waypoint=True), pose)
    assert not seer.doubts(Aim(goal, confidence=confidence), pose)  # nobody saw it
    assert not GoalSeer(predictor(Model(looks_again=False))).doubts(aim, pose)


# Houses: goals by their types


def test_cells_are_places_on_the_floor_or_what_a_ray_meets(house: World) -> None:
    which, grid = np.array([1, 2, 3, 4]), CHAI.view.grid
    classes = np.array([20 * grid.columns + 112, 20 * grid.columns + 112, 4 * grid.columns + 5, UNSEEN])
    reaching = np.array([False, True, True, True])
    points, in_sight = points_of(CHAI, house, which, classes, reaching)
    assert in_sight.tolist() == [True, True, True, False]
    np.testing.assert_allclose(points[0, [0, 2]], CHAI.view.goal_places(house.pose[which], classes)[0])
    assert points[0, 1] == 0
    located = house.locate(np.full(len(house), 3), np.full(len(house), 20), np.full(len(house), 16)).point
    np.testing.assert_allclose(points[1], located[2])
    assert points[2, 1] > 1  # it looks up there
    np.testing.assert_allclose(points[3], [house.pose[4, 0], 0.0, house.pose[4, 1]])
    aims = aims_at_cells(CHAI, Look(house, which), classes, reaching)
    for aim, point, sees, reaches in zip(aims, points.tolist(), in_sight, reaching, strict=True):
        assert aim.stand == (point[0], point[2]) and aim.point == (tuple(point) if reaches else None)
        assert aim.in_sight == sees and aim.given


def test_a_ray_that_meets_nothing_is_no_goal_in_sight() -> None:
    world = empty_field((25.0, 30.0), (25.0, 30.0))
    classes = np.array([2 * 192 + 112, 20 * 192 + 112])  # the sky, and the ground
    points, in_sight = points_of(LANI, world, np.array([0, 1]), classes, np.array([True, True]))
    assert in_sight.tolist() == [False, True] and points[0].tolist() == [25.0, 0.0, 10.0] and points[1, 2] > 20


def test_the_words_say_the_types_and_a_look_for_each_says_where(house: World) -> None:
    """The model means one cell on the floor, and another for things to reach for."""

    class ByType(Model):
        def __call__(self, pictures: Tensor, *words: Any, **given: Any) -> dict[str, Tensor]:
            super().__call__(pictures, *words, **given)
            outputs = torch.zeros(len(pictures), UNSEEN + 1)
            outputs[torch.arange(len(pictures)), torch.where(words[2], 9 * 192 + 100, 25 * 192 + 112)] = 50.0
            return {"goal": outputs}

    model, reads = ByType(), []

    def types(world: World) -> list[list[int]]:
        reads.append(len(world))
        return [[WALK, REACH]] * (len(world) - 1) + [[]]

    seer, last = TypedSeer(predictor(model, CHAI), types), len(house) - 1
    which, nothing = np.array([0, 3, last]), [None, None, None]
    look = Look(house, which, channels=seer.channels)
    done = [[], [(1.0, 1.0, False)], []]
    walk, reach, none = seer.next(look, done, nothing)
    reaching = np.array([False, True])
    expected, _ = points_of(CHAI, house, which[:2], np.array([25 * 192 + 112, 9 * 192 + 100]), reaching)
    assert walk is not None and reach is not None and none is None
    assert walk.stand == pytest.approx(expected[0, [0, 2]]) and walk.point is None
    assert reach.point == pytest.approx(expected[1]) and reach.stand == pytest.approx(expected[1, [0, 2]])
    assert walk.in_sight and reach.in_sight and [walk.confidence, reach.confidence] == pytest.approx([1.0, 1.0], abs=1e-2)
    assert walk.map is not None and walk.map.argmax() == 25 * 192 + 112 and walk.seen_from.tolist() == look.poses[0].tolist()
    assert model.asked[0]["anywhere"].tolist() == [False, True] and len(model.asked[0]["pictures"]) == 2
    assert seer.next(look, [[(0.0, 0.0, True)] * 2] * 3, nothing) == nothing and len(model.asked) == 1
    assert reads == [len(house)] and not seer.doubts(walk, look.poses[0])  # the words are read once


# Houses: a model that says what comes next


def next_aims(model: Model, world: World, which: Sequence[int] = (0,), held: Sequence[Aim | None] = (None,)) -> Any:
    seer = NextSeer(predictor(model, CHAI))
    return seer.next(Look(world, which, channels=seer.channels), [[]] * len(which), list(held) * len(which))


def test_a_place_comes_next_and_then_nothing(house: World) -> None:
    model = Model({ring(8): 50.0}, next=WALK, readout="rings")
    (aim, other) = next_aims(model, house, (0, 3))
    assert aim.point is None and aim.in_sight and aim.alternatives == () and aim.map.argmax() == ring(8)
    away = CHAI.view.rings.distances()[8].mean()
    assert math.dist(aim.stand, house.pose[0, :2]) == pytest.approx(away, abs=0.1)
    assert math.dist(other.stand, house.pose[3, :2]) == pytest.approx(away, abs=0.1)
    assert aim.seen_from.tolist() == house.pose[0].tolist()
    likely = math.exp(9) / (math.exp(9) + 2)
    assert aim.confidence == pytest.approx(0.999 * likely, abs=1e-3)
    assert next_aims(Model(next=END, readout="rings"), house) == [None]
    seer = NextSeer(predictor(model, CHAI))
    assert seer.next(Look(house, [0]), [[(1.0, 1.0, False)]], [None]) == [None]  # one goal is done, which is all
    assert not seer.doubts(aim, house.pose[0])


def test_things_to_reach_for_have_a_point_and_alternatives_close_to_it(house: World) -> None:
    """Of three likely cells, the second is the next but one to the first, the third behind the agent."""
    first, second, third = 20 * 192 + 100, 20 * 192 + 102, 20 * 192 + 5
    model = Model({ring(8): 50.0}, next=REACH, point={first: 20.0, second: 19.0, third: 18.0}, readout="rings")
    which = range(len(house))
    look = Look(house, which, channels=("depth",))
    behind = nearest_behind(look, list(which), np.array([[first, second, third]] * len(house)))
    alternatives = 0
    for n, aim in enumerate(next_aims(model, house, list(which))):
        assert aim.point == pytest.approx(tuple(behind[n, 0])) and aim.in_sight
        close = [tuple(p) for p in behind[n, 1:].tolist() if math.dist(p, behind[n, 0]) < 0.2]
        assert list(aim.alternatives) == close
        alternatives += len(close)
        assert len(aim.map) == UNSEEN and aim.map.argmax() == first
    assert 0 < alternatives < 2 * len(house)


@pytest.mark.parametrize(("unseen", "in_sight"), [(9.05, True), (9.2, False)])
def test_a_thing_that_is_more_likely_hidden_than_not_is_out_of_sight(house: World, unseen: float, in_sight: bool) -> None:
    """All cells weigh exp(8) + 6143 together, which is about exp(9.12)."""
    cell = 20 * 192 + 100
    model = Model({ring(8): 50.0}, next=REACH, point={cell: 8.0, UNSEEN: unseen}, readout="rings")
    (aim,) = next_aims(model, house)
    assert aim.in_sight == in_sight and aim.point is not None
    assert aim.map.shape == ((UNSEEN,) if in_sight else (CHAI.view.rings.count,))  # its map is that of where to stand
    assert len(aim.target) == (3 if in_sight else 2)


def test_the_stand_is_where_the_thing_is_in_reach(house: World) -> None:
    us, pose = NextSeer(predictor(Model(readout="rings"), CHAI)), house.pose[:1]
    places = CHAI.view.rings.points(pose, CHAI.view.bounds)[0, :, 0]
    near, far = 8 * 192 + 60, 18 * 192 + 150
    ground = np.zeros((1, CHAI.view.rings.count))
    ground[0, near], ground[0, far] = 0.4, 0.6  # it is likelier that one goes to the other thing
    (x, z), (a, b) = places[near], places[far]
    assert np.hypot(x - a, z - b) > 3 and CHAI.gait is not None
    reach = CHAI.gait.reach
    cases = [
        ((x + 0.5, 1.0, z), (x, z)), ((a, 1.0, b + 0.5), (a, b)), ((x + 300.0, 1.0, z), (a, b)),
        ((x - (reach - 0.01), 1.0, z), (x, z)), ((x - (reach + 0.01), 1.0, z), (a, b)),
    ]  # fmt: skip
    for point, stand in cases:
        there = us._stands_for(pose, ground, np.array([point]))[0]
        np.testing.assert_allclose(there, stand, atol=0.3)
    ground[0, near] = 0.0005  # less of the map than counts
    np.testing.assert_allclose(us._stands_for(pose, ground, np.array([(x + 0.5, 1.0, z)]))[0], (a, b), atol=0.3)
    ground[0, near] = 0.002
    np.testing.assert_allclose(us._stands_for(pose, ground, np.array([(x + 0.5, 1.0, z)]))[0], (x, z), atol=0.3)


def test_the_stand_of_a_thing_in_sight_is_chosen_by_its_point(house: World) -> None:
    """Two places are likely, and the likelier one is out of reach of the point."""
    (x, y, z) = nearest_behind(Look(house, [0], channels=("depth",)), [0], np.array([20 * 192 + 100]))[0].tolist()
    places = CHAI.view.rings.points(house.pose[:1], CHAI.view.bounds)[0, :, 0]
    away = np.hypot(places[:, 0] - x, places[:, 1] - z)
    close, far = int(away.argmin()), int(np.where(away > 4, -away, -99).argmax())
    ground = {close: 20.0, far: 21.0}
    (aim,) = next_aims(Model(ground, next=REACH, point={20 * 192 + 100: 20.0}, readout="rings"), house)
    assert aim.point == pytest.approx((x, y, z)) and math.dist(aim.stand, places[close]) < 0.5
    (hidden,) = next_aims(Model(ground, next=REACH, point={UNSEEN: 20.0}, readout="rings"), house)
    assert math.dist(hidden.stand, places[far]) < 0.5 and not hidden.in_sight


def test_an_aim_that_the_agent_came_for_is_kept_though_all_seems_done(house: World) -> None:
    held = Aim((1.0, 2.0), (1.0, 1.0, 3.0), 0.4, np.ones(1))
    assert next_aims(Model(next=END, readout="rings"), house, held=(held,)) == [held]
    walk = Model({ring(8): 50.0}, next=WALK, readout="rings")
    (aim,) = next_aims(walk, house, held=(held,))
    assert aim is not held and aim.point is None  # the model now says something else


def test_a_thing_that_is_out_of_sight_from_close_by_is_where_it_was_seen(house: World) -> None:
    hidden = Model({ring(8): 50.0}, next=REACH, point={UNSEEN: 20.0}, readout="rings")
    held = Aim((1.0, 2.0), (1.0, 1.0, 3.0), 0.4, np.ones(1), alternatives=((1.0, 1.0, 3.1),))
    (aim,) = next_aims(hidden, house, held=(held,))
    assert aim.point == held.point and aim.alternatives == held.alternatives and aim.confidence == 0.4
    assert aim.in_sight and aim.remembered and aim.map is None and not aim.given
    assert aim.stand != held.stand  # where to stand is as it looks from here
    guess = Aim((1.0, 2.0), (1.0, 1.0, 3.0), 0.4, np.ones(1), in_sight=False)
    (aim,) = next_aims(hidden, house, held=(guess,))
    assert not aim.remembered and not aim.in_sight and aim.point != guess.point  # it was not seen before either


def test_a_second_look_prefers_another_thing_only_if_it_is_surer(house: World) -> None:
    model = Model({ring(8): 50.0}, next=REACH, point={20 * 192 + 100: 20.0}, readout="rings")
    (seen,) = next_aims(model, house)
    assert seen.point is not None and seen.confidence < 1
    x, y, z = seen.point
    surer = Aim((1.0, 2.0), (x + 0.5, y, z), 1.0, np.ones(1))
    (aim,) = next_aims(model, house, held=(surer,))
    assert aim.point == surer.point and aim.stand == surer.stand and aim.remembered and not aim.given
    for held in (replace(surer, confidence=0.0), replace(surer, point=(x + 0.2, y, z))):  # less sure, or the same thing
        (aim,) = next_aims(model, house, held=(held,))
        assert aim.point == seen.point and not aim.remembered


def test_what_is_reached_for_has_its_kinds_and_how_likely_the_cell_shows_one_of_them(house: World) -> None:
    seer = NextSeer(predictor(Model(next=REACH, readout="rings"), CHAI))
    maps = {"wanted": np.zeros((1, len(CHAI.items) + 1)), "point": np.zeros((1, UNSEEN + 1)), "match": np.zeros((1, UNSEEN))}
    maps["wanted"][0, 3], maps["point"][0, 192 * 5], maps["match"][0, 192 * 6 - 1], maps["match"][0, 90] = 1, 1, 0.7, 0.9
    reach, walk = Aim((1.0, 2.0), (1.0, 1.0, 3.0)), Aim((1.0, 2.0))
    cells, look = maps["point"][:, :UNSEEN], Look(house, [0]).saying(["take it"], [house.pose[0]])
    (aim,) = seer._with_match(look, [reach], maps, cells)
    assert aim is not None and aim.wanted == CHAI.thing_names[CHAI.items[2]] and aim.match == 0.7  # around the back, too
    assert aim.kinds == {aim.wanted}
    assert seer._with_match(look, [walk], maps, cells) == [walk] and seer._with_match(look, [None], maps, cells) == [None]
    (mug,) = seer._with_match(look.saying(["take the mug"], [house.pose[0]]), [reach], maps, cells)
    assert mug is not None and {"red mug", "blue mug"} <= mug.kinds
    maps["wanted"][0, 0] = 2
    assert seer._with_match(look, [reach], maps, cells) == [reach]
    maps["named"] = np.full((1, UNSEEN), 0.3)
    (aim,) = seer._with_match(look.saying(["open the fridge"], [house.pose[0]]), [reach], maps, cells)
    assert aim is not None and aim.wanted == "fridge" and "white fridge" in aim.kinds and aim.match == 0.3


def test_the_likeliest_cells_are_apart_also_around_the_back() -> None:
    maps = np.zeros((2, 32, 192), np.float32)
    maps[0, 10, 0], maps[0, 11, 191], maps[0, 10, 2], maps[0, 30, 100] = 9, 8, 7, 6
    maps[1, 5, 50], maps[1, 5, 51], maps[1, 7, 50], maps[1, 6, 52] = 9, 8, 7, 6
    cells = likeliest_cells(maps.reshape(2, -1))
    assert cells.tolist() == [[10 * 192, 10 * 192 + 2, 30 * 192 + 100], [5 * 192 + 50, 7 * 192 + 50, 6 * 192 + 52]]


# Aims that are known


def test_given_aims_come_in_order() -> None:
    aims = [[Aim((1.0, 1.0)), Aim((2.0, 2.0))], [Aim((3.0, 3.0))]]
    seer, look = GivenAims(aims), Look(empty_field((1.0, 1.0), (1.0, 1.0)), [1, 0])
    done = (0.0, 0.0, False)
    assert seer.next(look, [[], []], [None, None]) == [aims[1][0], aims[0][0]]
    assert seer.next(look, [[done], [done]], [None, None]) == [None, aims[0][1]]
    assert seer.next(look, [[done], [done, done]], [None, None]) == [None, None]
    assert not seer.doubts(aims[0][0], look.poses[0]) and seer.channels == ()


# Journeys by what a model says


def test_it_goes_where_the_model_says_and_stops_when_it_says_so(houses: Houses) -> None:
    examples = houses.examples[:3]
    world = houses.at_starts(examples)
    start = world.pose.copy()

    def go(k: int) -> None:
        world.reset([example.episode for example in examples])
        seer = NextSeer(predictor(Model({k * 192 + NORTH: 50.0}, next=WALK, readout="rings"), CHAI))
        Journey(CHAI, world, seer, PlannerLegs(CHAI, world)).finish()
        assert world.stopped.all()

    go(0)
    np.testing.assert_array_equal(world.pose, start)  # the first ring is where one stands
    go(8)
    moved = np.hypot(*(world.pose - start)[:, :2].T)
    away = CHAI.view.rings.distances()[8, 0]
    assert np.sort(moved)[-2:] == pytest.approx(away, abs=0.1)  # one may have something in its way


def test_a_model_from_disk_does_something_and_ends(houses: Houses, tmp_path: Path) -> None:
    torch.manual_seed(0)
    config = LookoutConfig(
        width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, ground=CHAI.view.first_ground_row, rings=RINGS,
        interacts=True,
    )  # fmt: skip
    save_model(Lookout(config), tmp_path / "goal", WORDS)
    world = houses.at_starts(houses.examples[:1])
    seer = NextSeer(predictor(load_model(tmp_path / "goal"), CHAI))
    path = Journey(CHAI, world, seer, PlannerLegs(CHAI, world)).finish()
    assert world.stopped[0] and len(path) >= 2
