"""The paper's agent in houses: a goal is a cell on the floor or what a ray meets, and one goal follows the other."""

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from sightline.agent import Agent
from sightline.agent.in_turn import eyes_of, points_of, run_in_turn, see, told
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.corpus.stages import each_goal
from sightline.language import Vocabulary
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.goal_map import AS_IT_IS
from sightline.world import World, kind_of

CHAI, CPU = kind_of("chai"), torch.device("cpu")
STAGES, STATE = each_goal([stream_paragraph(corpus_kind("chai"), 5, 1)])
WALK, REACH = 0, 1
UNSEEN = CHAI.view.grid.out_of_sight


def worlds() -> World:
    world = CHAI.make()
    world.restore(STATE)
    return world


class Legs(nn.Module):
    """Does the same at every step, as far as it is permitted: forward, right, left, stop, interact."""

    config = ActionGeneratorConfig(5)

    def __init__(self, *likely: float, after: int = 10**9):
        super().__init__()
        self.likely, self.after = nn.Parameter(torch.tensor(likely)), after
        self.steps: list[list[int]] = []

    def forward(self, cells: Tensor, reckoned: Tensor, step: Tensor, state: None, reaching: Tensor) -> tuple[Tensor, None]:
        self.steps.append(step.tolist())
        stops = torch.tensor([0.0, 0.0, 0.0, 99.0, 0.0]) * (step >= self.after)[:, None]
        return self.likely.expand(len(cells), -1) + stops, None


def go(world: World, legs: Legs, types: list[list[int]], *points: tuple[float, float, float]) -> np.ndarray:
    return run_in_turn(CHAI, world, legs, types, told([points] * len(world)))  # type: ignore[arg-type]


def test_cells_are_places_on_the_floor_or_what_a_ray_meets() -> None:
    world = worlds()
    which, grid = np.array([1, 2, 3, 4]), CHAI.view.grid
    classes = np.array([20 * grid.columns + 112, 20 * grid.columns + 112, 4 * grid.columns + 5, UNSEEN])
    points, seen = points_of(CHAI, world, which, classes, np.array([False, True, True, True]))
    assert seen.tolist() == [True, True, True, False]
    np.testing.assert_allclose(points[0, [0, 2]], CHAI.view.goal_places(world.pose[which], classes)[0])
    assert points[0, 1] == 0
    located = world.locate(np.full(len(world), 3), np.full(len(world), 20), np.full(len(world), 16)).point
    np.testing.assert_allclose(points[1], located[2])
    assert points[2, 1] > 1  # it looks up there
    np.testing.assert_allclose(points[3, [0, 2]], world.pose[4, :2])


def test_each_goal_has_forty_actions() -> None:
    world, legs = worlds(), Legs(0.0, 9.0, 0.0, 0.0, 0.0)
    path = go(world, legs, [[WALK, REACH]] * len(world), (1.0, 0.0, 1.0), (1.0, 1.0, 1.0))
    assert len(path) - 1 == 2 * 40 + 1 and world.stopped.all() and (world.taken == 80).all()  # it turns, and stops at last
    assert [steps[0] for steps in legs.steps] == [*range(40), *range(40), 40]


def test_stop_ends_a_goal_and_the_next_begins_at_once() -> None:
    world, legs = worlds(), Legs(0.0, 9.0, 0.0, 0.0, 0.0, after=3)
    path = go(world, legs, [[WALK, WALK], *[[WALK]] * (len(world) - 1)], (1.0, 0.0, 1.0), (2.0, 0.0, 2.0))
    assert len(path) - 1 == 7 and world.taken.tolist() == [6] + [3] * (len(world) - 1)
    assert world.stopped.all()


def test_no_goals_are_none() -> None:
    world = worlds()
    assert len(go(world, Legs(9.0, 0.0, 0.0, 0.0, 0.0), [[]] * len(world))) == 2
    assert world.stopped.all() and (world.taken == 0).all()


def test_things_are_reached_for_where_they_were_demonstrated() -> None:
    rows = [k for k, stage in enumerate(STAGES) if stage.reaches]
    world = worlds()
    world.restore(world.save(rows))
    world.pose = np.array([STAGES[k].goal.stand for k in rows])  # type: ignore[union-attr]
    legs = Legs(0.0, 0.0, 0.0, 50.0, 9.0)  # it would stop, but that is not permitted
    run_in_turn(CHAI, world, legs, [[REACH]] * len(rows), told([[STAGES[k].point] for k in rows]))  # type: ignore[arg-type]
    measured = world.metrics()
    assert measured["completed"].mean() > 0.8 and (world.taken[measured["completed"]] == 1).all()


def test_one_who_does_not_see_the_goal_does_not_reach_for_it() -> None:
    world = worlds()
    legs = Legs(0.0, 5.0, 0.0, 0.0, 9.0)
    blind = told([[(1.0, 1.0, 1.0)]] * len(world), np.zeros(len(world), bool))
    run_in_turn(CHAI, world, legs, [[REACH]] * len(world), blind)  # type: ignore[arg-type]
    assert (world.taken == 40).all() and not any(world.done)  # type: ignore[attr-defined]


class Saying(nn.Module):
    """Says one cell, or another where a thing is reached for."""

    readout, calibration, spells, in_half, in_turn, looks_again = "cell", AS_IT_IS, False, False, False, False

    def forward(
        self, pictures: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor, origins: None
    ) -> dict[str, Tensor]:
        goal = torch.zeros(len(pictures), UNSEEN + 1)
        goal[torch.arange(len(goal)), torch.where(anywhere, 9 * 192 + 100, 25 * 192 + 112)] = 50.0
        return {"goal": goal}


def test_an_agent_looks_for_each_goal_by_its_type() -> None:
    agent = Agent(CHAI, Saying(), ActionGenerator(ActionGeneratorConfig(5)), Vocabulary.of(["go"]), CPU)  # type: ignore[arg-type]
    world, which, reaching = worlds(), np.array([0, 3]), np.array([False, True])
    found = see(agent, world, which, reaching, how_sure=True)
    expected, _ = points_of(CHAI, world, which, np.array([25 * 192 + 112, 9 * 192 + 100]), reaching)
    np.testing.assert_allclose(found.points, expected)
    assert found.seen.all() and found.sure == pytest.approx([1.0, 1.0], abs=1e-2)
    again = eyes_of(agent)(world, which, np.array([0, 0]), reaching)
    np.testing.assert_allclose(again.points, expected)
    assert again.sure is None
